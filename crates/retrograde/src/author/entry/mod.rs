//! A game behind a trait object: what its author registers, and what those ask who know no game.
//!
//! ```text
//! Entry<G> = AnyGame --text--> AnyPosition --domain--> AnyBoard --solve--> Values
//! ```
//!
//! [`Entry`] names a game's type once, with what it has beside rules. Behind it everything is a value: positions with their
//! moves, plans, boards. Nothing here makes a sentence or a report of them.

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
