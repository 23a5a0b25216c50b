//! The engine turns a description into a numbered game with un-moves. So the kernel can solve the game without storing
//! moves.

#![allow(
    clippy::inline_always,
    reason = "a function that is not inlined loses the processor's instructions for which its caller is compiled"
)]

mod attacks;
mod bits;
mod bound;
mod conditions;
mod defeat;
mod endings;
mod expansion;
mod fill_parents;
mod fills;
mod fitting;
mod full_rows;
mod game;
mod instances;
mod leaving;
mod lines;
mod mills;
mod moves;
mod numbering;
mod orbits;
mod parents;
mod positions;
mod present;
mod row_parents;
mod row_table;
mod royal;
mod search;
mod sector;
mod sector_steps;
mod sectors;
mod seeds;
mod seen;
mod shape_run;
mod shapes;
mod sights;
mod solver;
mod symmetries;
mod symmetry;
mod taking;
mod tiers;
mod turns;
mod unsupported;
mod wins;

pub use game::DerivedGame;
pub(crate) use game::material;
pub(crate) use solver::Basis;
pub use unsupported::Unsupported;
