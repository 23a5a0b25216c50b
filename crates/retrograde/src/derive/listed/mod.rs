//! Games that are given as lists. For each position, the lists have the side to move, and the ending or the children.
//!
//! [`ListBuilder`] receives the positions one after the other, checks them, and makes a [`ListedGame`]. A position is
//! named by a text or by its number. A move is named by a text or by its child. Before a solve, the program copies the
//! children from the lists to [`Edges`](crate::Edges), because the kernel solves edges. The program drops the edges
//! after the solve. From then on, every move is stored only once, in four bytes. So every query reads the lists.

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
