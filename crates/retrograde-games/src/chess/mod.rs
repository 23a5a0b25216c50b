//! Chess endings with up to four men, including the kings, and without castling.
//!
//! A table contains the positions of a set of men, and of all sets of men to which captures and promotions lead from
//! this set. For example, the table of queen against rook also contains the endings with only a queen, with only a
//! rook, and with bare kings. The lengths of the longest wins are published. The longest win of a queen takes 10 moves,
//! of a rook 16 moves, and of a pawn 28 moves. The longest win of a queen against a rook takes 35 moves, of a bishop
//! and a knight 33 moves, and of a pawn against a rook 43 moves.

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
