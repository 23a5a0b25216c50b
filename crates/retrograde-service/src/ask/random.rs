//! Random positions of a table.

use retrograde::Filter;
use retrograde::ask::{Also, PositionSummary};

use super::{Ask, Asked};
use crate::filter;
use crate::report::ProbeReport;
use crate::session::{AskError, Session};

/// A random unfinished position that matches the filter; the same for the same seed.
#[derive(Clone, Debug)]
pub struct Random {
    /// The filter.
    pub wanted: Filter,
    /// The seed.
    pub seed: u64,
}

impl Random {
    /// A random unfinished position of any value.
    pub fn any(seed: u64) -> Self {
        Self { wanted: Filter::default(), seed }
    }
}

/// The result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The position asked about.
    pub asked: ProbeReport,
    /// Whether that position itself matches the filter.
    pub is_wanted: bool,
    /// The random position; `None` if no position of the table matches.
    pub drawn: Option<ProbeReport>,
    /// If no position matches, the deepest position that matches in all but its depth: its depth in plies and its token.
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
    /// The deepest position that matches the filter in all but its depth, which is too small.
    fn deepest(&self, session: &Session, also: Also<'_>) -> Result<Option<(u32, String)>, AskError> {
        let least = self.wanted.depth.as_ref().map_or(0, |depth| *depth.start());
        let Some(most) = least.checked_sub(1) else { return Ok(None) };
        let less = Filter { depth: Some(0..=most), ..self.wanted.clone() };
        let found = session.answer(session.questions().deepest(&less, also))?;
        found.map(|(slot, depth)| Ok((depth.plies(), session.print(slot)?))).transpose()
    }
}
