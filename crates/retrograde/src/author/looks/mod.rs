//! The looks of a game, as data: its shape, its pieces with names and roles, the parts that an editor may place, and
//! the squares that a move touches.
//!
//! ```text
//! Kit                 the static data of a game's boards
//! text --read--> Scene --edited(Edit)--> Scene --print--> text
//! ```
//!
//! A game describes the parts; front ends choose the pixels. A game may omit all of it. Then front ends show its token
//! and its moves, and a grid of letters if its tokens have rows separated by `/`.
//! An edited board may be illegal for a while (three kings, or none). So a [`Scene`] is read from a text before the
//! text is validated.

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
