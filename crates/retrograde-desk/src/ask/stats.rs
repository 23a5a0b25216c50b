//! Counts over a table.

use retrograde::{Deepest, Side};

use super::{Ask, Asked};
use crate::report::Player;
use crate::report::{DeepestReport, SCHEMA, StatsReport, TurnReport};
use crate::session::{AskError, Session};
use crate::whole::by_depth;

/// Counts over the table of a position.
#[derive(Clone, Copy, Debug)]
pub struct Count;

impl Ask for Count {
    type Report = StatsReport;

    fn ask(&self, asked: Asked<'_>) -> Result<StatsReport, AskError> {
        asked.session.stats()
    }
}

impl Session {
    /// Counts over the table.
    ///
    /// # Errors
    /// The table cannot be read.
    pub fn stats(&self) -> Result<StatsReport, AskError> {
        let stats = self.told(self.questions().stats())?;
        let counts =
            |&side: &Side| TurnReport { turn: Player::of(&self.about, side), counts: stats.totals[side].into() };
        Ok(StatsReport {
            schema: SCHEMA,
            game: self.about.id,
            table: self.table.clone(),
            domain: self.domain,
            slots: stats.slots,
            positions: stats.positions,
            turns: Side::BOTH.iter().map(counts).collect(),
            by_depth: by_depth(&stats.by_depth),
            deepest: stats.deepest.iter().filter_map(|deepest| report(self, deepest)).collect(),
        })
    }
}

fn report(session: &Session, deepest: &Deepest) -> Option<DeepestReport> {
    Some(DeepestReport {
        turn: Player::of(&session.about, deepest.turn),
        value: deepest.value.kind(),
        depth: deepest.value.depth()?.plies(),
        pos: session.print(deepest.position).ok()?,
    })
}
