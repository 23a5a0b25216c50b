//! Endings of chess: up to four men, the kings among them, without castling.
//!
//! A number of men is solved together with all that captures and promotions make of it: queen against rook with queen, rook and bare
//! kings. The longest wins are published: with a queen in 10 moves, with a rook in 16, with a pawn in 28; a queen against a rook wins in 35, a
//! bishop and a knight in 33, a pawn against a rook in 43.

mod board;
mod looks;
mod notation;
mod numbering;
mod position;
mod rules;
mod symmetry;

pub use board::Role;
pub use looks::ChessLooks;
pub use position::{Move, Position};
pub use rules::Chess;
