//! Chess endings with up to four men, including the kings, and without castling.
//!
//! A table contains the positions of a set of men, and of all sets of men to which captures and promotions lead from
//! this set. For example, the table of queen against rook also contains the endings with only a queen, with only a
//! rook, and with bare kings. The lengths of the longest wins are published. The longest wins have 10 moves for a
//! queen, 16 moves for a rook, 28 moves for a pawn, 35 moves for a queen against a rook, 33 moves for a bishop and a
//! knight, and 43 moves for a pawn against a rook.

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
