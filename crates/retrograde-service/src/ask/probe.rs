//! The value of a position.

use std::mem;

use retrograde::author::AnyPosition;
use retrograde::{Slot, Value};
use serde::Serialize;

use super::{Ask, Asked, WhyIsIt};
use crate::position;
use crate::report::{Head, ProbeReport, WhyReport};
use crate::session::{AskError, MOST_ANSWER_BYTES, Rated, Session};

/// Asks for the value of a position, with optional additions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Probe {
    /// Whether to include all moves, each with its value.
    pub moves: bool,
    /// The maximum length of the best line in plies; if 0, there is no line.
    pub line: usize,
    /// Whether to include the reason for the value.
    pub why: bool,
}

impl Probe {
    /// Asks for the value and all moves.
    pub const MOVES: Self = Self { moves: true, line: 0, why: false };
}

/// The value of a position, with the requested additions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Probed {
    /// The value, and the moves and the best line if they were requested.
    #[serde(flatten)]
    pub report: ProbeReport,
    /// The reason for the value, if it was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<WhyReport>,
}

impl Ask for Probe {
    type Report = Probed;

    fn ask(&self, asked: Asked<'_>) -> Result<Probed, AskError> {
        let mut report = asked.session.probe(asked.slot, self.line)?;
        report.moves = report.moves.filter(|_| self.moves);
        let why = if self.why { Some(WhyIsIt::by_table(asked)?) } else { None };
        Ok(Probed { report, why })
    }

    /// Returns only the value. If the game is over, the rules give the value. If the game is not over, the game's
    /// shortcut (a method that needs no table) gives the value.
    fn prove(&self, position: &dyn AnyPosition) -> Option<Probed> {
        let report = position::finished(position).or_else(|| position::shortcut(position))?;
        Some(Probed { report, why: None })
    }
}

/// Asks only for the value. The answer needs one lookup in the table; the value is not compared with the values of the
/// moves.
#[derive(Clone, Copy, Debug)]
pub struct ValueAlone;

impl Ask for ValueAlone {
    type Report = Value;

    fn ask(&self, asked: Asked<'_>) -> Result<Value, AskError> {
        asked.session.value_at(asked.slot)
    }
}

impl Session {
    /// Returns the value and all moves of a slot's position. If `line` is greater than 0, also returns the best line of
    /// at most `line` plies.
    ///
    /// # Errors
    /// The slot is a hole; or the game breaks a law (a property that the solver relies on); or the table cannot be
    /// read.
    pub fn probe(&self, slot: Slot, line: usize) -> Result<ProbeReport, AskError> {
        let described = self.board.described(slot);
        let length = described.as_ref().map_or(0, |(_, pos)| pos.len());
        // `ends` has the summary and the token of the position after each move, in the order of the moves. Tokens
        // beyond the size limit are not generated. In this case the code below returns an error.
        let (mut steps, mut ends) = (Vec::new(), Vec::new());
        self.board.each_step(slot, &mut |step, token| {
            let fits = AskError::within(MOST_ANSWER_BYTES, ends.len() + 1, length).is_ok();
            ends.push((step.there, if fits { token() } else { String::new() }));
            steps.push(step);
        });
        let probe = self.checked(slot, self.questions().probe_by(slot, steps))?;
        let (here, pos) = described.ok_or_else(|| self.not_reached())?;
        let head = Head::of(&self.about, pos, here, probe.value.kind(), probe.value.depth());
        AskError::within(MOST_ANSWER_BYTES, probe.moves.len(), length)?;
        let report = |rated: &Rated| {
            let (there, pos) = &mut ends[rated.action.number as usize];
            self.move_report(rated, *there, mem::take(pos))
        };
        let moves = probe.moves.iter().map(report).collect();
        let line = match line {
            0 => None,
            max => Some(self.followed(slot, max)?.plies.iter().map(|rated| rated.action.to_string()).collect()),
        };
        Ok(ProbeReport { head, moves: Some(moves), line, table: Some(self.table.clone()) })
    }
}
