//! The looks of a game. Looks are data with which any front end can draw and edit the game's boards. The looks describe
//! the shape of a board, the names and roles of the pieces, the parts that an editor may place, and the squares that a
//! move touches.
//!
//! ```text
//! Kit                 the static data of a game's boards
//! text --read--> Scene --edited(Edit)--> Scene --print--> text
//! ```
//!
//! A game describes the parts of its boards, and front ends decide how to paint the parts. Looks are optional. For a
//! game without looks, front ends show the token and the moves. If `/` separates rows in the game's tokens, front ends
//! also show a grid of letters. During editing, a board may be illegal for a while, for example with three kings or
//! without a king. So a [`Scene`] is read from a text before the text is validated.

mod edit;
mod kit;
mod letters;
mod look;
mod scene;

pub use edit::Edit;
pub use kit::{Colour, Kit, Layer, PieceKind, Reshape, Sizes, Terrain, Tool};
pub(crate) use letters::Letters;
pub use look::{Ended, Look, Looks, Path, Problem};
pub use scene::{Diagram, DiagramNode, Goal, Scene, Shape, Stone};
