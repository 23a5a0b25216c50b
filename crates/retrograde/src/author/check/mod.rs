//! A self-test for game authors, with one named error for each law that a game may break.
//!
//! [`from_examples`] checks every law that applies at a game's [`Level`], and prints the position as a token. The
//! command `retrograde laws GAME` does the same for a game of the registry. In a game's own tests, [`check_game`], or
//! the checks of single traits, can be run on any board.

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
    distinguished, from_examples, from_positions, from_texts, sample,
};
pub use level::{Level, ToFileOrder, Written};
