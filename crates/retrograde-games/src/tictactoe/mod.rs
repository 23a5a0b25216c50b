//! Tic-tac-toe, the smallest example: a game that has only rules.

mod looks;
mod notation;
mod rules;

pub use looks::TicTacToeLooks;
pub use rules::{Position, TicTacToe};
