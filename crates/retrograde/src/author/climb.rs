//! Climbing: a search for boards whose longest game is very long.

use crate::rules::side::Side;

/// What a climb looks for, and how.
#[derive(Clone, Debug)]
pub struct Quest {
    /// Rows and columns; if `None`, those of `from`, else the game's largest.
    pub size: Option<(u32, u32)>,
    /// The side that wins the long games.
    pub winner: Side,
    /// The plies that are enough: a climb that gets so far is over.
    pub enough: Option<u32>,
    /// Whole tokens whose boards are climbed from; if there are none, the game makes boards to begin with.
    pub from: Vec<String>,
    /// The same seed takes the same steps.
    pub seed: u64,
}

/// A board's longest game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summit {
    /// In plies.
    pub depth: u32,
    /// The whole token of its start.
    pub token: String,
}

/// What came of one board more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Climbed {
    /// The climb is no higher than before.
    Level,
    /// The climb is higher than ever.
    Higher,
    /// The climb is over; another step begins a new one.
    Over,
}

/// One climb after another.
pub trait Climber: Send {
    /// Decides one board more.
    fn step(&mut self) -> Climbed;

    /// The longest game of this climb, even if it is over; `None` if the side has won none.
    fn highest(&self) -> Option<Summit>;
}
