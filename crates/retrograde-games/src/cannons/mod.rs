//! Cannons: EZEC Round 6 "象棋" (Chinese chess), [Luogu P7387](https://www.luogu.com.cn/problem/P7387).
//!
//! The rules, in the order of the problem statement, and their numbering. A table holds every row up to a
//! length, since a capture leads to shorter rows only.

pub mod long;
pub mod p7387;
pub mod proof;
pub mod row;
pub mod theorem;

mod drafts;
mod looks;
mod messages;
mod notation;
mod random;
mod rules;
mod starts;

pub use looks::CannonLooks;
pub use proof::{shortcut, strategy_proof};
pub use random::random;
pub use rules::{BLACK, Cannons, Move, Passes, Position, RED};
pub use starts::Starts;
