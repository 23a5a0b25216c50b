//! Games that are given as lists. For each position, the lists have the side to move, and the ending or the children.
//!
//! [`ListBuilder`] receives the positions one after the other, checks them, and makes a [`ListedGame`]. A position is
//! named by a text or by its number. A move is named by a text or by its child. The kernel solves the game from the
//! lists. For this, it copies the children to [`Edges`](crate::Edges), and drops the edges after the solve. After the
//! solve, every move is stored only once, in four bytes. So every query reads the lists.

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
