//! Teeko. Each side puts four pieces on a board and then moves them. The first side whose pieces form four in a row or
//! a square wins.
//!
//! G. L. Steele solved teeko in 1998. The game is a draw.

mod board;
mod description;
mod looks;
mod notation;
mod numbering;
mod rules;

pub use looks::TeekoLooks;
pub use rules::{Move, Position, Teeko};
