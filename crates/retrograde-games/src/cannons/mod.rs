//! Cannons, a game from EZEC Round 6 "象棋" (Chinese chess), [Luogu P7387](https://www.luogu.com.cn/problem/P7387).
//!
//! This module contains the rules, in the order of the problem statement, and the numbering of the positions. A table
//! contains all rows up to a maximum length, because a capture makes the row shorter.

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
