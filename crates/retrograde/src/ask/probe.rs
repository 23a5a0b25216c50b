//! A position with its value, and its moves with theirs.

use crate::rules::game::Ending;
use crate::rules::side::Side;
use crate::rules::value::{Kind, Value};

/// One legal move with what it leads to, rated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedMove<M, P> {
    /// The move.
    pub action: M,
    /// The position it leads to.
    pub child: P,
    /// The value of the child, for the player to move *there*.
    pub child_value: Value,
    /// The value of making this move, for the player who makes it: the child's, seen from here, one ply deeper.
    pub value: Value,
    /// What the move throws away against the best.
    pub waste: Waste,
    /// The ending, if the move ends the game.
    pub ending: Option<Ending>,
}

/// What a move throws away against the best move of its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Waste {
    /// The result stays; the game gets so many plies longer for a winner, shorter for a loser. 0 is a best move.
    Plies(u32),
    /// The result drops to that class.
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

    /// Nothing is thrown away.
    pub const fn is_none(self) -> bool {
        matches!(self, Self::Plies(0))
    }
}

/// The whole truth about one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe<M, P> {
    /// The side to move.
    pub turn: Side,
    /// The value for the side to move.
    pub value: Value,
    /// The ending, if the game is over here.
    pub ending: Option<Ending>,
    /// Every legal move, best first, equal ones by their text.
    pub moves: Vec<RatedMove<M, P>>,
}

impl<M, P> Probe<M, P> {
    /// The side that wins; `None` for ties and draws.
    pub fn winner(&self) -> Option<Side> {
        self.value.winner(self.turn)
    }
}
