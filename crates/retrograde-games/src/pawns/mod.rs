//! Hexapawn and breakthrough. In both games, pawns march to the other end of a board.
//!
//! # Published values
//! Hexapawn was published by M. Gardner in 1962. The second player wins on the 3x3 board, and the first player wins on
//! the 4x4 board. For breakthrough on four rows and three columns, `OpenSpiel` counts 9,682 boards.

mod looks;
mod notation;
mod rules;

pub use rules::{Move, PawnGame, Pawns, Position};
