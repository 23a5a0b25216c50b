//! Tic-tac-toe, the smallest example: a game with nothing but rules.

mod looks;
mod notation;
mod rules;

pub use looks::TicTacToeLooks;
pub use rules::{Position, TicTacToe};
