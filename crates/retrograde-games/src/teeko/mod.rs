//! Teeko: each side puts four pieces on a board, then moves them until four of one side form a row or a square.
//!
//! G. L. Steele solved it in 1998: a draw.

mod board;
mod looks;
mod notation;
mod numbering;
mod rules;
mod shifts;
mod tiers;

pub use looks::TeekoLooks;
pub use rules::{Move, Position, Teeko};
