//! The result of a query for a position, with the values of the position and of its moves.

use crate::rules::game::Ending;
use crate::rules::side::Side;
use crate::rules::value::{Kind, Value};

/// A legal move, with its child and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedMove<M, P> {
    /// The move.
    pub action: M,
    /// The child.
    pub child: P,
    /// The value of the child, for the side to move at the child.
    pub child_value: Value,
    /// The value of the move for the player who makes it. The value of a move is the child's value from this player's
    /// point of view, but one ply deeper.
    pub value: Value,
    /// How much worse the move is than the best move.
    pub waste: Waste,
    /// The ending, if the move ends the game.
    pub ending: Option<Ending>,
}

/// How much worse a move is than the best move of its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Waste {
    /// The class of the result stays the same. The number is the difference between the depth of this move's value and
    /// the depth of the best move's value. In a won or tied position, the game ends this number of plies later after
    /// this move than after the best move. In a lost position, the game ends this number of plies sooner. If the number
    /// is 0, the move is a best move.
    Plies(u32),
    /// The move changes the result to this worse class.
    Drop(Kind),
}

impl Waste {
    pub(crate) fn of(value: Value, best: Value) -> Self {
        match (value.depth(), best.depth()) {
            _ if value.kind() != best.kind() => Self::Drop(value.kind()),
            (Some(depth), Some(best)) => Self::Plies(depth.plies().abs_diff(best.plies())),
            _ => Self::Plies(0),
        }
    }

    /// Returns whether the move is as good as the best move.
    pub const fn is_none(self) -> bool {
        matches!(self, Self::Plies(0))
    }
}

/// The value of a position and of all its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProbeResult<M, P> {
    /// The side to move.
    pub turn: Side,
    /// The value for the side to move.
    pub value: Value,
    /// The ending of the game; `None` if the game is not over.
    pub ending: Option<Ending>,
    /// All legal moves, sorted by value (best first), then by text.
    pub moves: Vec<RatedMove<M, P>>,
}

impl<M, P> ProbeResult<M, P> {
    /// Returns the side that wins. Returns `None` for ties and draws.
    pub fn winner(&self) -> Option<Side> {
        self.value.winner(self.turn)
    }
}
