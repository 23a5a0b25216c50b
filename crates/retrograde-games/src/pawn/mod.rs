//! Pawn: two red kings hunt a black pawn that wants to reach the first row.
//!
//! "过河卒" of the NOI provincial selection 2023, [Luogu P9169](https://www.luogu.com.cn/problem/P9169).

mod notation;
mod numbering;
mod p9169;
mod random;
mod rules;

pub use p9169::P9169;
pub use random::random;
pub use rules::{BLACK, Move, Pawn, Position, RED};
