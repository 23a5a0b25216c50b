//! Asks for random positions of a table.

use retrograde::Filter;
use retrograde::ask::{Also, PositionSummary};

use super::{Ask, Asked};
use crate::filter;
use crate::report::ProbeReport;
use crate::session::{AskError, Session};

/// Asks for a random unfinished position that matches the filter. The same seed gives the same position.
#[derive(Clone, Debug)]
pub struct Random {
    /// The filter that the position must match.
    pub wanted: Filter,
    /// The seed of the random choice.
    pub seed: u64,
}

impl Random {
    /// Asks for a random unfinished position, without a filter.
    pub fn any(seed: u64) -> Self {
        Self { wanted: Filter::default(), seed }
    }
}

/// The answer to [`Random`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The value and the moves of the position that the question is about.
    pub asked: ProbeReport,
    /// Whether the position that the question is about matches the filter.
    pub is_wanted: bool,
    /// The random position; `None` if no position of the table matches.
    pub drawn: Option<ProbeReport>,
    /// If no position matches the filter, the depth in plies and the token of the deepest position that matches the
    /// filter in everything except the depth.
    pub deepest: Option<(u32, String)>,
}

impl Ask for Random {
    type Report = Drawn;

    fn ask(&self, Asked { session, slot, .. }: Asked<'_>) -> Result<Drawn, AskError> {
        let goes_on = |_, here: PositionSummary| here.ending.is_none();
        let value = session.answer(session.questions().value(slot))?;
        let is_wanted = filter::is_met(&self.wanted, session.here(slot)?, value.kind(), value.depth());
        let asked = session.probe(slot, 0)?;
        let drawn = session.answer(session.questions().random(&self.wanted, self.seed, &goes_on))?;
        let deepest = if drawn.is_none() { self.deepest(session, &goes_on)? } else { None };
        Ok(Drawn { asked, is_wanted, drawn: drawn.map(|slot| session.probe(slot, 0)).transpose()?, deepest })
    }
}

impl Random {
    /// Returns the depth and the token of the deepest position that matches the filter in everything except the depth.
    /// The depth of this position is smaller than the filter requires.
    fn deepest(&self, session: &Session, also: Also<'_>) -> Result<Option<(u32, String)>, AskError> {
        let least = self.wanted.depth.as_ref().map_or(0, |depth| *depth.start());
        let Some(most) = least.checked_sub(1) else { return Ok(None) };
        let less = Filter { depth: Some(0..=most), ..self.wanted.clone() };
        let found = session.answer(session.questions().deepest(&less, also))?;
        found.map(|(slot, depth)| Ok((depth.plies(), session.print(slot)?))).transpose()
    }
}
