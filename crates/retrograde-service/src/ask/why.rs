//! Asks why a position has its value, that is, which moves prove the value.

use retrograde::ask::Action;
use retrograde::author::AnyPosition;
use retrograde::{Line, LineEnd, Refutation, Slot, Why};

use super::{Ask, Asked, Proof};
use crate::position;
use crate::report::{AnsweredReport, LoopReport, StrategyWhy, WhyReport};
use crate::session::{AskError, MOST_ANSWER_BYTES, Rated, Session};

/// Asks why a position has its value. The reason consists of the moves in this position that prove the value.
/// Later moves are not part of the reason.
#[derive(Clone, Copy, Debug)]
pub struct WhyIsIt;

impl Ask for WhyIsIt {
    type Report = Proof<WhyReport, StrategyWhy>;

    fn ask(&self, asked: Asked<'_>) -> Result<Self::Report, AskError> {
        Self::by_table(asked).map(Proof::Table)
    }

    fn prove(&self, position: &dyn AnyPosition) -> Option<Self::Report> {
        position::strategy_why(position).map(Proof::Strategy)
    }
}

impl WhyIsIt {
    pub(super) fn by_table(Asked { session, slot, .. }: Asked<'_>) -> Result<WhyReport, AskError> {
        let probe = session.probed(slot)?;
        let head = session.head(slot, probe.value)?;
        AskError::within(MOST_ANSWER_BYTES, probe.moves.len(), head.pos.len())?;
        let (moves, others, cycle) = match session.answer(session.questions().why(slot))? {
            Why::Over(_) => (Vec::new(), Vec::new(), None),
            Why::Wins { wins, others } => (unanswered(wins), others, None),
            Why::Loses(moves) => (moves, Vec::new(), None),
            Why::Ties { ties, others } => (unanswered(ties), others, None),
            Why::Draws { keeps, loses, cycle } => (unanswered(keeps), loses, Some(cycle)),
        };
        Ok(WhyReport {
            head,
            moves: moves.iter().map(|answered| report(session, answered)).collect::<Result<_, _>>()?,
            others: session.rated(&others)?,
            cycle: cycle.and_then(|line| loop_of(&line)),
        })
    }
}

fn report(session: &Session, answered: &Refutation<Action, Slot>) -> Result<AnsweredReport, AskError> {
    let reply = answered.reply.as_ref().map(ToString::to_string);
    Ok(AnsweredReport { rated: session.rated_one(&answered.rated)?, reply })
}

fn unanswered(moves: Vec<Rated>) -> Vec<Refutation<Action, Slot>> {
    moves.into_iter().map(|rated| Refutation { rated, reply: None }).collect()
}

fn loop_of(line: &Line<Action, Slot>) -> Option<LoopReport> {
    let LineEnd::Loop { from } = line.end else { return None };
    Some(LoopReport { moves: line.plies.iter().map(|rated| rated.action.to_string()).collect(), from })
}
