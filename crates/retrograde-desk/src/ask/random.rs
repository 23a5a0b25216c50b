//! Random positions of a table.

use retrograde::Wanted;
use retrograde::ask::{Also, Here};

use super::{Ask, Asked};
use crate::report::ProbeReport;
use crate::session::{AskError, Session};
use crate::wish;

/// A random position, not over, of those wanted; the same for the same seed.
#[derive(Clone, Debug)]
pub struct Random {
    /// What is wanted.
    pub wanted: Wanted,
    /// The seed.
    pub seed: u64,
}

impl Random {
    /// A random position, not over, of any value.
    pub fn any(seed: u64) -> Self {
        Self { wanted: Wanted::default(), seed }
    }
}

/// What was drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The position that was asked about.
    pub asked: ProbeReport,
    /// Whether that is as wanted itself.
    pub is_wanted: bool,
    /// The random position; `None` if the table has none that is as wanted.
    pub drawn: Option<ProbeReport>,
    /// If there is none, the deepest position that lacks nothing but depth: its plies and its token.
    pub deepest: Option<(u32, String)>,
}

impl Ask for Random {
    type Report = Drawn;

    fn ask(&self, Asked { session, slot, .. }: Asked<'_>) -> Result<Drawn, AskError> {
        let goes_on = |_, here: Here| here.ending.is_none();
        let value = session.told(session.questions().value(slot))?;
        let is_wanted = wish::is_met(&self.wanted, session.here(slot)?, value.kind(), value.depth());
        let asked = session.probe(slot, 0)?;
        let drawn = session.told(session.questions().random(&self.wanted, self.seed, &goes_on))?;
        let deepest = if drawn.is_none() { self.deepest(session, &goes_on)? } else { None };
        Ok(Drawn { asked, is_wanted, drawn: drawn.map(|slot| session.probe(slot, 0)).transpose()?, deepest })
    }
}

impl Random {
    /// The deepest position that is as wanted but for its depth, which is less.
    fn deepest(&self, session: &Session, also: Also<'_>) -> Result<Option<(u32, String)>, AskError> {
        let least = self.wanted.depth.as_ref().map_or(0, |depth| *depth.start());
        let Some(most) = least.checked_sub(1) else { return Ok(None) };
        let less = Wanted { depth: Some(0..=most), ..self.wanted.clone() };
        let found = session.told(session.questions().deepest(&less, also))?;
        found.map(|(slot, depth)| Ok((depth.plies(), session.print(slot)?))).transpose()
    }
}
