//! The search for boards with a very long longest game, by hill climbing.

use crate::rules::side::Side;

/// The specification of a search.
#[derive(Clone, Debug)]
pub struct SearchSpec {
    /// Rows and columns; if `None`, those of `from`, else the game's largest.
    pub size: Option<(u32, u32)>,
    /// The side that wins the long games.
    pub winner: Side,
    /// The target in plies: a climb that reaches it ends.
    pub enough: Option<u32>,
    /// Complete tokens of boards to start from. If there are none, the game makes starting boards.
    pub from: Vec<String>,
    /// The seed of the random numbers. The same seed gives the same steps.
    pub seed: u64,
}

/// The longest game of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestFound {
    /// Its length in plies.
    pub depth: u32,
    /// The complete token of its start.
    pub token: String,
}

/// The result of one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Climbed {
    /// The best result did not change.
    Level,
    /// The step found a new best result of this climb.
    Higher,
    /// The climb has ended; the next step begins a new one.
    Over,
}

/// A series of climbs.
pub trait Climber: Send {
    /// Tries one more board.
    fn step(&mut self) -> Climbed;

    /// The longest game of this climb, also after it has ended; `None` if the side has won no game.
    fn highest(&self) -> Option<BestFound>;
}
