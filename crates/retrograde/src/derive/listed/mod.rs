//! Games that are given as lists. For each position, the lists have the side to move, and the ending or the children.
//!
//! [`ListBuilder`] receives the positions one after the other and checks them, and makes a [`ListedGame`]. A position
//! is named by a text or by its number; a move is named by a text or by its child. The kernel solves the game from the
//! lists: it copies the children to [`Edges`](crate::Edges), which are dropped after the solve. So every move is stored
//! once after the solve, in four bytes, and every query reads the lists.

mod builder;
mod error;
mod game;
mod lists;
mod parts;
mod texts;

pub use builder::ListBuilder;
pub use error::ListError;
pub use game::{ListedGame, ListedMove};
pub use lists::Node;
