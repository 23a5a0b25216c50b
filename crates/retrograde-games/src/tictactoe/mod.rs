//! Tic-tac-toe, the smallest example of a game. This module implements only the rules, without a numbering.

mod looks;
mod notation;
mod rules;

pub use looks::TicTacToeLooks;
pub use rules::{Position, TicTacToe};
