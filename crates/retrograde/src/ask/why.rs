//! The reason for a value. The reason consists of the moves that force the value, or of a cycle of moves that keeps a
//! draw.

use crate::ask::board::Action;
use crate::ask::line::Line;
use crate::ask::probe::RatedMove;
use crate::ask::questions::{QuestionError, Questions};
use crate::rules::game::{Ending, Slot};
use crate::rules::value::Kind;

/// The reason for a value, in terms of the values of the children. A reason alone is not a proof, because it relies on
/// the values of the children.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why<M, P> {
    /// The game is over.
    Over(Ending),
    /// The mover can win.
    Wins {
        /// The moves that win, best first.
        wins: Vec<RatedMove<M, P>>,
        /// The other moves. After such a move, the mover can no longer force a win.
        others: Vec<RatedMove<M, P>>,
    },
    /// Every move loses. The list contains the opponent's fastest winning reply to each move.
    Loses(Vec<Refutation<M, P>>),
    /// No move wins. The moves in `ties` lead to a tie.
    Ties {
        /// The moves that tie, best first.
        ties: Vec<RatedMove<M, P>>,
        /// The moves that draw or lose.
        others: Vec<RatedMove<M, P>>,
    },
    /// No move wins or ties. The moves in `keeps` hold the draw.
    Draws {
        /// The moves to drawn positions.
        keeps: Vec<RatedMove<M, P>>,
        /// The moves that lose.
        loses: Vec<RatedMove<M, P>>,
        /// A line that repeats for ever.
        cycle: Line<M, P>,
    },
}

/// A losing move and the reply to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation<M, P> {
    /// The losing move.
    pub rated: RatedMove<M, P>,
    /// The opponent's best reply; `None` if the move ends the game.
    pub reply: Option<M>,
}

/// The maximum length in plies of a drawn line. In a drawn line, a position should recur before the line has this
/// length.
const LONGEST_LOOP: usize = 10_000;

impl Questions<'_> {
    /// Returns the reason for the value of a position.
    pub fn why(self, slot: Slot) -> Result<Why<Action, Slot>, QuestionError> {
        let probe = self.probe(slot)?;
        if let Some(ending) = probe.ending {
            return Ok(Why::Over(ending));
        }
        let kind = probe.value.kind();
        let (same, others): (Vec<_>, Vec<_>) = probe.moves.into_iter().partition(|rated| rated.value.kind() == kind);
        Ok(match kind {
            Kind::Win => Why::Wins { wins: same, others },
            Kind::Loss => Why::Loses(same.into_iter().map(|rated| self.refutation(rated)).collect::<Result<_, _>>()?),
            Kind::Tie => Why::Ties { ties: same, others },
            Kind::Draw => Why::Draws { keeps: same, loses: others, cycle: self.line(slot, LONGEST_LOOP)? },
        })
    }

    fn refutation(self, rated: RatedMove<Action, Slot>) -> Result<Refutation<Action, Slot>, QuestionError> {
        let reply = self.probe(rated.child)?.moves.into_iter().next().map(|best| best.action);
        Ok(Refutation { rated, reply })
    }
}
