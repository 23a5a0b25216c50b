//! Connect four on boards of many sizes.
//!
//! # Published values
//! J. Tromp has counted the positions that can be reached
//! ([OEIS A212693](https://oeis.org/A212693) and the like), and J. Allis and others have told who wins.

mod board;
mod looks;
mod notation;
mod numbering;
mod profiles;
mod rules;

pub use looks::ConnectFourLooks;
pub use rules::{ConnectFour, Move, Position};
