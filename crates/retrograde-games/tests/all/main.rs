//! The tests of the built-in games, as one program. With separate programs, each program would link all games.
#![allow(clippy::unwrap_used, reason = "a test may panic, and so may its helpers")]

mod cannons;
mod cannons_proof;
mod chess;
mod connect4;
mod dobutsu;
mod folded;
mod laws;
mod methods;
mod pawn;
mod pawn_p9169;
mod pawn_sweep;
mod pawns;
mod published;
mod quixo;
mod race;
mod race_match;
mod race_path_proof;
mod reachable;
mod sampled_estimate;
mod starts;
mod subtasks;
mod teeko;
mod terms;
mod tictactoe;
mod ways;
