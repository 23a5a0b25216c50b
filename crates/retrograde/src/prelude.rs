//! Re-exports the names that most programs need to describe a game or to query a solved game. Import them with
//! `use retrograde::prelude::*;`.
//!
//! If a file defines a name of the prelude itself, its own definition takes precedence.

pub use crate::{
    BySide, Depth, Ending, Filter, Game, Kind, Line, LineEnd, Linked, NoMove, Notation, NotationError, Numbered,
    Options, Outcome, ProbeResult, QuestionError, RatedMove, Reversible, Side, Slot, Solution, SolveError, Solved,
    Stats, Value, Why,
};
