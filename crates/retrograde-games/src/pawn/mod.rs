//! The game pawn, in which two red kings hunt a black pawn that tries to reach the first row.
//!
//! The game is the problem "过河卒" of the NOI provincial selection 2023, [Luogu
//! P9169](https://www.luogu.com.cn/problem/P9169).

pub mod sweep;

mod climb;
mod depths;
mod drafts;
mod draws;
mod floor;
mod judge;
mod looks;
mod messages;
mod notation;
mod numbering;
mod p9169;
mod pieces;
mod random;
mod rows;
mod rules;
mod starts;
mod subtask;

pub use climb::{Start, climber, deepest};
pub use depths::table;
pub use looks::PawnLooks;
pub use p9169::P9169;
pub use random::random;
pub use rules::{BLACK, Move, Pawn, Position, RED};
pub use starts::Starts;
pub use sweep::shortcut;
