//! What stands at a slot of stored edges.

use crate::game::{Outcome, Seed};
use crate::side::Side;
use crate::value::{Depth, Value};

/// A hole, an ending or a count of open moves, in 16 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Start(u16);

impl Start {
    pub(crate) const HOLE: Self = Self(u16::MAX);
    const ENDINGS: [Value; 3] = [Value::Win(Depth::ZERO), Value::Loss(Depth::ZERO), Value::Tie(Depth::ZERO)];
    /// The largest count of open moves.
    pub(crate) const MAX: u32 = (u16::MAX - 1) as u32 - Self::ENDINGS.len() as u32;
    /// A position whose moves are not counted yet.
    pub(crate) const UNCOUNTED: Self = Self(0);

    /// A position with so many distinct children; `None` above [`MAX`](Self::MAX).
    #[inline]
    pub(crate) fn open(moves: u32) -> Option<Self> {
        (moves <= Self::MAX).then_some(Self(moves as u16))
    }

    /// A finished position, with `turn` to move.
    pub(crate) fn over(outcome: Outcome, turn: Side) -> Self {
        let place = match outcome {
            Outcome::Won(winner) if winner == turn => 0,
            Outcome::Won(_) => 1,
            Outcome::Level => 2,
        };
        Self(u16::MAX - 1 - place)
    }

    #[inline]
    pub(crate) const fn is_hole(self) -> bool {
        self.0 == u16::MAX
    }

    #[inline]
    pub(crate) fn seed(self) -> Seed {
        match usize::from(u16::MAX - self.0) {
            0 => Seed::Hole,
            place if place <= Self::ENDINGS.len() => Seed::Decided(Self::ENDINGS[place - 1]),
            _ => Seed::Open(self.0.into()),
        }
    }
}
