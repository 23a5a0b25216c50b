//! How a game looks, as data: its shape, its pieces with names and roles, what an editor may place, and what a move touches.
//!
//! ```text
//! Kit                 what is known of a game's boards before any position
//! text --read--> Scene --edited(Edit)--> Scene --print--> text
//! ```
//!
//! A game says what there is; faces choose pixels. A game may leave all of it out: it is shown by its token and its moves, and by a grid of letters
//! if its tokens have rows divided by `/`.
//! What is edited may be illegal for a while (three kings, none), so that a [`Scene`] is read from a text before it is judged.

mod edit;
mod kit;
mod letters;
mod look;
mod scene;

pub use edit::Edit;
pub use kit::{Colour, Kind, Kit, Layer, Reshape, Sizes, Terrain, Tool};
pub(crate) use letters::Letters;
pub use look::{Ended, Look, Looks, Path, Problem};
pub use scene::{Diagram, DiagramNode, Goal, Scene, Shape, Stone};
