//! Random positions of a table.

use retrograde::Wanted;
use retrograde::board::Here;

use super::{Ask, Asked};
use crate::report::ProbeReport;
use crate::session::AskError;
use crate::wish;

/// A random position, not over, of those wanted; the same for the same seed.
#[derive(Clone, Debug)]
pub struct Random {
    /// What is wanted.
    pub wanted: Wanted,
    /// The seed.
    pub seed: u64,
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
}

impl Ask for Random {
    type Report = Drawn;

    fn ask(&self, Asked { session, slot, .. }: Asked<'_>) -> Result<Drawn, AskError> {
        let goes_on = |_, here: Here| here.ending.is_none();
        let value = session.told(session.questions().value(slot))?;
        let is_wanted = wish::is_met(&self.wanted, session.here(slot)?, value.kind(), value.depth());
        let asked = session.probe(slot, 0)?;
        let drawn = session.told(session.questions().random(&self.wanted, self.seed, &goes_on))?;
        Ok(Drawn { asked, is_wanted, drawn: drawn.map(|slot| session.probe(slot, 0)).transpose()? })
    }
}
