//! A self-test for game authors. A law is a property that every game must have; each law has its own named error.
//!
//! [`from_examples`] checks every law that applies at a game's [`Level`]. If a law is broken, the error names the
//! position by its token. The command `retrograde laws GAME` runs the same checks for a registered game. A game's own
//! tests can call [`check_game`], or the checks of single traits, for any board.

mod held;
mod instances;
mod laws;
mod level;
mod order;
mod predecessors;
mod reach;
mod sample;
mod seen;
mod tiers;
mod trial;

pub use crate::rules::law::{Broken, GameLaw};
pub use laws::{
    Checked, before_solving, check_game, check_notation, check_numbering, check_rules, check_symmetry, check_unmoves,
    distinguished, from_examples, from_positions, from_texts, sample,
};
pub use level::{Level, ToFileOrder, Written};
pub use tiers::check_tiers;
