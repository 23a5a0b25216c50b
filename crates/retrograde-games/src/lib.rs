//! The games that retrograde comes with.

pub mod cannons;
pub mod certificate;
pub mod climb;
pub mod contest;
pub mod failure;
pub mod graph;
pub mod grid;
pub mod instances;
mod known;
pub mod names;
pub mod opponent;
pub mod own_table;
pub mod parallel;
pub mod pawn;
pub mod pieces;
pub mod race;
pub mod registry;
pub mod report;
pub mod scan;
mod session;
mod shape;
pub mod subtask;
pub mod tictactoe;
pub mod token;
pub mod trace;
pub mod translation;
pub mod witness;
