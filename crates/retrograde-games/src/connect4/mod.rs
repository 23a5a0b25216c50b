//! Connect four on boards of many sizes.
//!
//! This module contains the rules. The engine for board games derives the numbering and the un-moves from a description
//! of the game.
//!
//! # Published values
//! The reachable positions were counted by J. Tromp ([OEIS A212693](https://oeis.org/A212693) and others). The winners
//! were published by J. Allis and others.

mod board;
mod description;
mod looks;
mod notation;
mod numbering;
mod profiles;
mod rules;

pub use looks::ConnectFourLooks;
pub use rules::{ConnectFour, Move, Position};
