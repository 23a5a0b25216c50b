//! Best play from a position on.

use rustc_hash::FxHashMap;

use crate::game::{Ending, Numbered};
use crate::solution::{RatedMove, Solution};
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

impl<N: Numbered> Solution<N> {
    /// The best line from a position, of at most `max` plies.
    ///
    /// For a decided position its length is the depth (if `max` allows); a drawn line stops when it comes back
    /// to a position.
    pub fn line(&self, position: &N::Position, max: usize) -> Option<Line<N::Move, N::Position>> {
        let value = self.value(position)?;
        let mut plies = Vec::new();
        let mut seen = FxHashMap::default();
        let mut here = position.clone();
        let end = loop {
            if let Some(ending) = self.game().over(&here) {
                break LineEnd::Over(ending);
            }
            if let Some(from) = seen.insert(here.clone(), plies.len()) {
                break LineEnd::Loop { from };
            }
            if plies.len() == max {
                break LineEnd::Cut;
            }
            let best = self.probe(&here)?.moves.into_iter().next()?;
            here = best.child.clone();
            plies.push(best);
        };
        Some(Line { value, plies, end })
    }
}
