//! The registration of a game, and the trait objects for code that works with any game.
//!
//! ```text
//! Entry<G> = AnyGame --text--> AnyPosition --domain--> AnyBoard --solve--> Values
//! ```
//!
//! Only an [`Entry`] names the type of a game, and the parts that the game has in addition to its rules. All other code
//! uses trait objects for positions, plans and boards. This module makes no reports and no texts for users.

mod any;
mod builder;
mod listed;
mod look_laws;
mod name;
mod noted;
mod opened;
mod plan;
mod seen;
mod shared;
mod walk;

pub use any::{AnyBoard, AnyGame, AnyPosition, AnyValues, Conventions, FindError, LegalMove, Spec, TooManyMoves};
pub use builder::Entry;
pub use listed::DrawNode;
pub use name::table_name;
pub use noted::Noted;
pub use plan::{Domain, Plan};
pub use shared::{ExpandOf, TiersOf};
