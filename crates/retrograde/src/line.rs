//! Best play from a position on.

use rustc_hash::FxHashMap;

use crate::board::Action;
use crate::game::{Ending, Slot};
use crate::questions::{QuestionError, Questions};
use crate::solution::RatedMove;
use crate::value::Value;

/// Best play of both sides: at every turn the first of the moves, best first and equal ones by their text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M, P> {
    /// The value of the position that the line starts from, for the player to move.
    pub value: Value,
    /// The moves in order, each with the position it leads to.
    pub plies: Vec<RatedMove<M, P>>,
    /// Why the line stops.
    pub end: LineEnd,
}

/// Why a line stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// The game is over.
    Over(Ending),
    /// The last move came back to the position before ply `from` (0: the start), to go round for ever.
    Loop {
        /// The index in `plies` of the first move of the loop.
        from: usize,
    },
    /// The line is longer than the caller wanted.
    Cut,
}

impl Questions<'_> {
    /// The best line from a position, of at most `max` plies.
    ///
    /// For a decided position its length is the depth (if `max` allows); a drawn line stops when it comes back
    /// to a position.
    pub fn line(self, slot: Slot, max: usize) -> Result<Line<Action, Slot>, QuestionError> {
        let value = self.value(slot)?;
        let mut plies = Vec::new();
        let mut seen = FxHashMap::default();
        let mut here = slot;
        let end = loop {
            if let Some(ending) = self.here(here)?.ending {
                break LineEnd::Over(ending);
            }
            if let Some(from) = seen.insert(here, plies.len()) {
                break LineEnd::Loop { from };
            }
            if plies.len() == max {
                break LineEnd::Cut;
            }
            let best = self.probe(here)?.moves.into_iter().next().ok_or(QuestionError::NotHeld)?;
            here = best.child;
            plies.push(best);
        };
        Ok(Line { value, plies, end })
    }
}
