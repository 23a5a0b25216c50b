//! Connect four on boards of many sizes.
//!
//! # Published values
//! J. Tromp has counted the reachable positions ([OEIS A212693](https://oeis.org/A212693) and others). J. Allis and
//! others have published the winners.

mod board;
mod looks;
mod notation;
mod numbering;
mod profiles;
mod rules;

pub use looks::ConnectFourLooks;
pub use rules::{ConnectFour, Move, Position};
