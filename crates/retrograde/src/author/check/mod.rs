//! A self-test for game authors: one named error for each law of the contract that a game may break.
//!
//! [`from_examples`] runs every law that a game's [`Level`] has, and tells the position as a token; `retrograde laws GAME` does
//! so for a game of the registry. In a game's own tests, [`check_game`], or the parts that fit its traits, check boards of your choice.

mod held;
mod instances;
mod laws;
mod level;
mod order;
mod predecessors;
mod reach;
mod sample;
mod seen;
mod trial;

pub use crate::rules::law::{Broken, GameLaw};
pub use laws::{
    Checked, before_solving, check_game, check_notation, check_numbering, check_rules, check_symmetry, check_unmoves,
    from_examples, from_positions, from_texts, sample, told_apart,
};
pub use level::{Level, ToFileOrder, Written};
