//! What most files need that describe a game or ask a solved one: `use retrograde::prelude::*;`.
//!
//! Names of one's own go before those of a prelude.

pub use crate::{
    BySide, Depth, Ending, Game, Kind, Line, LineEnd, Linked, NoMove, Notation, NotationError, Numbered, Options,
    Outcome, Probe, QuestionError, RatedMove, Reversible, Side, Slot, Solution, SolveError, Solved, Stats, Value,
    Wanted, Why,
};
