//! What a position is worth.

use retrograde::Slot;
use retrograde::entry::AnyPosition;
use serde::Serialize;

use super::{Ask, Asked, WhyIsIt};
use crate::position;
use crate::report::{ProbeReport, WhyReport};
use crate::session::{AskError, MOST_TOLD, Session};

/// The value of a position, with whatever else is wished for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Probe {
    /// All moves, rated.
    pub moves: bool,
    /// The best line, of at most so many plies.
    pub line: usize,
    /// The reason.
    pub why: bool,
}

impl Probe {
    /// The value and all moves.
    pub const MOVES: Self = Self { moves: true, line: 0, why: false };
}

/// The value, and whatever else was wished for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Probed {
    /// The value.
    #[serde(flatten)]
    pub report: ProbeReport,
    /// The reason.
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

    /// The value alone.
    fn prove(&self, position: &dyn AnyPosition) -> Option<Probed> {
        Some(Probed { report: position::shortcut(position)?, why: None })
    }
}

impl Session {
    /// The value and all moves of a slot's position, with the best line of at most `line` plies if that is not 0.
    ///
    /// # Errors
    /// The slot is a hole, the game breaks a law, or the table cannot be read.
    pub fn probe(&self, slot: Slot, line: usize) -> Result<ProbeReport, AskError> {
        let probe = self.probed(slot)?;
        let head = self.head(slot, probe.value)?;
        AskError::within(MOST_TOLD, probe.moves.len(), head.pos.len())?;
        let moves = self.rated(&probe.moves)?;
        let line = match line {
            0 => None,
            max => Some(self.followed(slot, max)?.plies.iter().map(|rated| rated.action.to_string()).collect()),
        };
        Ok(ProbeReport { head, moves: Some(moves), line, table: Some(self.table.clone()) })
    }
}
