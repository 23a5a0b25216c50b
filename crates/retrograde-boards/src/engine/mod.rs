//! The engine: a description as a numbered game with un-moves, so that the kernel solves it without storing moves.

#![allow(
    clippy::inline_always,
    reason = "a function that is not inlined loses the processor's instructions for which its caller is compiled"
)]

mod bits;
mod defeat;
mod endings;
mod expansion;
mod game;
mod instances;
mod moves;
mod numbering;
mod parents;
mod positions;
mod sectors;
mod seeds;
mod sights;
mod solver;
mod symmetries;
mod symmetry;
mod unsupported;
mod wins;

pub use game::DerivedGame;
pub use unsupported::Unsupported;
