//! Checks that the values in an answer agree with each other. The checks can detect wrong rules or a wrong numbering
//! that all earlier checks missed.
//!
//! The value of a position must be equal to the value of its best move. An answer about a position also contains the
//! values of its moves. So this check costs little. If the values differ, one of them is wrong, and the program reports
//! an error instead of the answer.

use std::fmt::Display;

use thiserror::Error;

use crate::ask::line::Line;
use crate::ask::probe::ProbeResult;
use crate::rules::game::Ending;
use crate::rules::side::Side;
use crate::rules::value::Value;

/// A contradiction between the value of a position and its ending or its moves.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Inconsistent {
    /// The value of a finished position is not the value of its ending.
    #[error("the game is over by {rule}, which is worth a {expected}, but its value is a {found}")]
    Ending {
        /// The rule that ended the game.
        rule: &'static str,
        /// The value of the ending, for the side to move.
        expected: Value,
        /// The value in the table.
        found: Value,
    },
    /// The game is over, but there are moves.
    #[error("the game is over by {rule}, but it has moves, such as {action}")]
    Goes {
        /// The rule that ended the game.
        rule: &'static str,
        /// A move of the finished position.
        action: String,
    },
    /// The game is not over, and there is no move.
    #[error("the game is not over, but there is no move")]
    Stuck,
    /// The value of the position is not equal to the value of its best move.
    #[error("its value is a {found}, but its best move {action} leads to a {expected}")]
    BestMove {
        /// The value of the best move.
        expected: Value,
        /// The value in the table.
        found: Value,
        /// The best move.
        action: String,
    },
}

/// Checks the value of a position against its ending or its moves. The list `moves` contains each move with its value
/// for the side that makes the move. This value is one ply deeper than the child's value.
///
/// # Errors
/// Returns the contradiction if there is one.
pub fn consistent<M: Display>(
    turn: Side,
    found: Value,
    ending: Option<Ending>,
    moves: impl IntoIterator<Item = (M, Value)>,
) -> Result<(), Inconsistent> {
    let better = |best: (M, Value), other: (M, Value)| if other.1 > best.1 { other } else { best };
    let best = moves.into_iter().reduce(better);
    let error = match (ending, best) {
        (Some(Ending { rule, .. }), Some((action, _))) => Inconsistent::Goes { rule, action: action.to_string() },
        (Some(ending), None) => {
            let expected = ending.value_for(turn);
            if found == expected {
                return Ok(());
            }
            Inconsistent::Ending { rule: ending.rule, expected, found }
        }
        (None, None) => Inconsistent::Stuck,
        (None, Some((_, expected))) if expected == found => return Ok(()),
        (None, Some((action, expected))) => Inconsistent::BestMove { expected, found, action: action.to_string() },
    };
    Err(error)
}

impl<M: Display, P> ProbeResult<M, P> {
    /// Checks that the value of the position and the values of its moves agree.
    ///
    /// # Errors
    /// Returns the contradiction if there is one.
    pub fn check(&self) -> Result<(), Inconsistent> {
        consistent(self.turn, self.value, self.ending, self.moves.iter().map(|rated| (&rated.action, rated.value)))
    }
}

impl<M: Display, P> Line<M, P> {
    /// Checks that the value of each position of the line is equal to the value of the move that follows it. The last
    /// position has no following move; use [`ProbeResult::check`] for it.
    ///
    /// # Errors
    /// Returns the first contradiction, with the number of moves before it.
    pub fn check(&self) -> Result<(), (usize, Inconsistent)> {
        let mut found = self.value;
        for (ply, rated) in self.plies.iter().enumerate() {
            if found != rated.value {
                let (expected, action) = (rated.value, rated.action.to_string());
                return Err((ply, Inconsistent::BestMove { expected, found, action }));
            }
            found = rated.child_value;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::value::Depth;

    fn check(found: Value, ending: Option<Ending>, moves: &[(&str, Value)]) -> Result<(), String> {
        consistent(Side::First, found, ending, moves.iter().copied()).map_err(|error| error.to_string())
    }

    #[test]
    fn a_value_is_its_best_moves_or_its_endings() {
        let [win, loss, tie] = [Value::Win, Value::Loss, Value::Tie].map(|of| move |plies| of(Depth::new(plies)));
        let caught = Ending::won(Side::Second, "caught");
        assert_eq!(check(loss(0), Some(caught), &[]), Ok(()));
        assert_eq!(check(win(3), None, &[("a", loss(2)), ("b", win(3)), ("c", win(5))]), Ok(()));
        assert_eq!(check(Value::Draw, None, &[("a", loss(2)), ("b", Value::Draw)]), Ok(()));
        for (found, ending, moves, message) in [
            (
                Value::Draw,
                Some(caught),
                &[][..],
                "the game is over by caught, which is worth a loss in 0 plies, but its value is a draw",
            ),
            (loss(0), Some(caught), &[("a", loss(2))], "the game is over by caught, but it has moves, such as a"),
            (tie(1), None, &[], "the game is not over, but there is no move"),
            (
                win(3),
                None,
                &[("a", loss(2)), ("b", win(5))],
                "its value is a win in 3 plies, but its best move b leads to a win in 5 plies",
            ),
            (Value::Draw, None, &[("a", win(1))], "its value is a draw, but its best move a leads to a win in 1 ply"),
        ] {
            assert_eq!(check(found, ending, moves), Err(message.to_owned()));
        }
    }
}
