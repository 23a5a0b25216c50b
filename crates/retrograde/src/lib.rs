//! Solves finite two-player games of perfect information exactly, cycles included.

pub mod check;
pub mod explored;
pub mod game;
pub mod line;
pub mod linked;
pub mod notation;
pub mod oracle;
pub mod side;
pub mod solution;
pub mod solve;
pub mod stats;
pub mod table;
pub mod value;
pub mod verify;
pub mod why;

pub use explored::Explored;
pub use game::{Ending, Game, Numbered, Outcome, Reversible, Slot};
pub use line::{Line, LineEnd};
pub use linked::Linked;
pub use notation::{Notation, NotationError};
pub use side::{BySide, Side};
pub use solution::{Probe, RatedMove, Solution, Waste};
pub use solve::{Options, Progress, SolveError, Stage};
pub use stats::{Counts, Deepest, Stats, Wanted};
pub use table::Table;
pub use value::{Depth, Kind, Value};
pub use verify::{Verified, Violation};
pub use why::{Answered, Why};
