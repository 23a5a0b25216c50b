//! Teeko: four pieces a side are put on a board, and then moved, until four of one side form a row or a square.
//!
//! G. L. Steele has solved it in 1998: a draw.

mod board;
mod looks;
mod notation;
mod numbering;
mod rules;
mod shifts;
mod tiers;

pub use looks::TeekoLooks;
pub use rules::{Move, Position, Teeko};
