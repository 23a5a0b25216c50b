//! Hexapawn and breakthrough: pawns that march to the other end of a board.
//!
//! # Published values
//! Hexapawn is M. Gardner's, 1962: the second player wins on 3x3, the first on 4x4. `OpenSpiel` counts the boards of
//! breakthrough on four rows and three columns: 9,682.

mod looks;
mod notation;
mod rules;

pub use looks::PawnsLooks;
pub use rules::{Breakthrough, Hexapawn, March, Move, Pawns, Position};
