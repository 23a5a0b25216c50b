//! A line of best play, in which both sides play perfectly.

use retrograde::LineEnd;
use retrograde::author::AnyPosition;

use super::{Ask, Asked, Proof};
use crate::position;
use crate::report::{LineReport, Rule, StrategyLine};
use crate::session::AskError;

/// Asks for a line of best play of both sides, with at most `max` plies.
#[derive(Clone, Copy, Debug)]
pub struct BestLine {
    /// The maximum number of plies.
    pub max: usize,
}

impl Ask for BestLine {
    type Report = Proof<LineReport, StrategyLine>;

    fn ask(&self, Asked { session, slot, .. }: Asked<'_>) -> Result<Self::Report, AskError> {
        let line = session.followed(slot, self.max)?;
        let (mut end, mut loop_from, mut cut) = (None, None, false);
        match line.end {
            LineEnd::Over(ending) => end = Some(Rule::of(&session.about, ending)),
            LineEnd::Loop { from } => loop_from = Some(from),
            LineEnd::Cut => cut = true,
        }
        let (head, line) = (session.head(slot, line.value)?, session.rated(&line.plies)?);
        Ok(Proof::Table(LineReport { head, line, end, loop_from, cut }))
    }

    fn prove(&self, position: &dyn AnyPosition) -> Option<Self::Report> {
        position::strategy_line(position, self.max).map(Proof::Strategy)
    }
}
