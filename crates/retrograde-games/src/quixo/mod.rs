//! Quixo, a game in which players push cubes along the rows and columns of a board.
//!
//! This module contains the rules. The engine for board games derives the numbering and the un-moves from a description
//! of the game.
//!
//! # Published values
//! S. Tanaka and others, *Quixo is solved* ([arXiv:2007.15895](https://arxiv.org/abs/2007.15895)), give the winners.
//! According to `GamesmanOne`, play reaches 32,027 positions on 3x3, and 82,497,861 positions on 4x4.

mod description;
mod looks;
mod notation;
mod numbering;
mod pushes;
mod rules;

pub use looks::QuixoLooks;
pub use rules::{Move, Position, Quixo};
