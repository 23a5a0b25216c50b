//! Computes best play from a position.

use std::fmt;

use rustc_hash::FxHashMap;

use crate::ask::board::Action;
use crate::ask::probe::RatedMove;
use crate::ask::questions::{QuestionError, Questions};
use crate::rules::game::{Ending, Slot};
use crate::rules::value::Value;

/// A line of best play of both sides. At each position, the line continues with the best move. If several moves are
/// equally good, the line takes the first of these moves in the order of their texts.
///
/// A line is printed as its moves in order, followed by its end. Examples are `3 1 2, first won: last-taken`,
/// `5 6, then 7 8 for ever` and `3 1 ...`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M, P> {
    /// The value of the position that the line starts from, for the player to move.
    pub value: Value,
    /// The moves in order, each with its child.
    pub plies: Vec<RatedMove<M, P>>,
    /// The reason why the line stops.
    pub end: LineEnd,
}

/// The reason why a line stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// The game is over.
    Over(Ending),
    /// The last move leads back to an earlier position of the line, so the play repeats for ever. The loop begins at
    /// the position before the move with index `from`.
    Loop {
        /// The index in `plies` of the first move of the loop.
        from: usize,
    },
    /// The line has reached the maximum length that the caller allows.
    Cut,
}

impl<M: fmt::Display, P> fmt::Display for Line<M, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (ply, rated) in self.plies.iter().enumerate() {
            let before = match self.end {
                _ if ply == 0 => "",
                LineEnd::Loop { from } if ply == from => ", then ",
                _ => " ",
            };
            write!(f, "{before}{}", rated.action)?;
        }
        match self.end {
            LineEnd::Over(ending) if self.plies.is_empty() => write!(f, "{ending}"),
            LineEnd::Over(ending) => write!(f, ", {ending}"),
            LineEnd::Loop { .. } => f.write_str(" for ever"),
            LineEnd::Cut if self.plies.is_empty() => f.write_str("..."),
            LineEnd::Cut => f.write_str(" ..."),
        }
    }
}

impl Questions<'_> {
    /// Returns the best line from a position, with at most `max` plies.
    ///
    /// For a decided position, the length of the line is the depth. If the depth exceeds `max`, the line stops after
    /// `max` plies. The line of a drawn position stops when a position recurs.
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
