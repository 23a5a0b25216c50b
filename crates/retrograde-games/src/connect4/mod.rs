//! Connect four on boards of many sizes.
//!
//! # Published values
//! The reachable positions were counted by J. Tromp ([OEIS A212693](https://oeis.org/A212693) and others). The winners
//! were published by J. Allis and others.

mod board;
mod looks;
mod notation;
mod numbering;
mod profiles;
mod rules;

pub use looks::ConnectFourLooks;
pub use rules::{ConnectFour, Move, Position};
