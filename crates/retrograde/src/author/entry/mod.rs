//! A game behind a trait object: what its author registers, and the interface for code that works with any game.
//!
//! ```text
//! Entry<G> = AnyGame --text--> AnyPosition --domain--> AnyBoard --solve--> Values
//! ```
//!
//! [`Entry`] names a game's type once, with its parts besides the rules. Everything else is a value: positions with
//! their moves, plans, boards. This module prints no sentences and makes no reports.

mod any;
mod builder;
mod look_laws;
mod name;
mod noted;
mod opened;
mod plan;
mod shared;
mod walk;

pub use any::{AnyBoard, AnyGame, AnyPosition, AnyValues, Conventions, FindError, LegalMove, Spec, TooManyMoves};
pub use builder::Entry;
pub use name::table_name;
pub use noted::Noted;
pub use plan::{Domain, Plan};
pub use shared::{ExpandOf, TiersOf};
