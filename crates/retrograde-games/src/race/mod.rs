//! The game race, from BalticOI 2008 "Game", [Luogu P4658](https://www.luogu.com.cn/problem/P4658).

pub mod layers;
pub mod p4658;
pub mod plain;

mod drafts;
mod faults;
mod looks;
mod meetings;
mod messages;
mod notation;
mod numbering;
mod path_proof;
mod paths;
mod pieces;
mod random;
mod retreats;
mod rules;
mod starts;
mod steps;
mod strategy;

pub use looks::RaceLooks;
pub use path_proof::PathProof;
pub use random::random;
pub use rules::{A, B, Move, Position, Race};
pub use starts::Starts;
pub use steps::Floor;
pub use strategy::{shortcut, strategy, strategy_proof};
