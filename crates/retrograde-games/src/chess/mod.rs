//! Chess endings with up to four men, including the kings, and without castling.
//!
//! A table covers a set of men, and all sets of men to which captures and promotions lead from this set. The table of
//! queen against rook also contains the endings with only a queen, only a rook, and bare kings. The lengths of the
//! longest wins are published. A queen wins in at most 10 moves, a rook in 16, a pawn in 28, a queen against a rook in
//! 35, a bishop and a knight in 33, and a pawn against a rook in 43.

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
