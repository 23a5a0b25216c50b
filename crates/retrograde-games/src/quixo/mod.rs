//! Quixo: cubes pushed along the rows and columns of a board.
//!
//! The rules, a numbering by digits of base 3 as the mover sees the board, and un-moves.
//!
//! # Published values
//! S. Tanaka and others, *Quixo is solved* ([arXiv:2007.15895](https://arxiv.org/abs/2007.15895)), give the winners.
//! The counts of all reachable positions are from `GamesmanOne`: 32,027 on 3x3, 82,497,861 on 4x4.

mod boards;
mod looks;
mod notation;
mod numbering;
mod pushes;
mod rules;

pub use looks::QuixoLooks;
pub use rules::{Move, Position, Quixo};
