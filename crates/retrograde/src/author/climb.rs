//! A hill-climbing search for boards on which the longest forced game is very long.

use crate::rules::side::Side;

/// The specification of a search for long games.
#[derive(Clone, Debug)]
pub struct SearchSpec {
    /// The number of rows and the number of columns. `None` means the size of the boards in `from`, or the game's
    /// maximum size if `from` is empty.
    pub size: Option<(u32, u32)>,
    /// The side that wins the long games.
    pub winner: Side,
    /// The target length in plies. A climb ends when it reaches the target.
    pub enough: Option<u32>,
    /// Complete tokens of boards from which climbs start. If the list is empty, the game makes the starting boards.
    pub from: Vec<String>,
    /// The seed of the random numbers. The same seed gives the same sequence of steps.
    pub seed: u64,
}

/// The longest game found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestFound {
    /// The length of the game in plies.
    pub depth: u32,
    /// The complete token of the position from which the longest game starts.
    pub token: String,
}

/// The result of one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Climbed {
    /// The step found no result that is better than the best result of the climb so far.
    Level,
    /// The step found a new best result of the climb.
    Higher,
    /// The climb has ended. The next step begins a new climb.
    Over,
}

/// A series of climbs.
pub trait Climber: Send {
    /// Takes one step, which tries one more board.
    fn step(&mut self) -> Climbed;

    /// Returns the longest game of the current climb. If a climb has just ended, returns the longest game of that
    /// climb. Returns `None` if the climb found no game that [`SearchSpec::winner`] wins.
    fn highest(&self) -> Option<BestFound>;
}
