//! Solves finite two-player games of perfect information exactly, cycles included.

pub mod game;
pub mod notation;
pub mod side;
pub mod solve;
pub mod table;
pub mod value;

pub use game::{Ending, Game, Numbered, Outcome, Reversible, Slot};
pub use notation::{Notation, NotationError};
pub use side::{BySide, Side};
pub use solve::{Options, Progress, SolveError, Stage};
pub use value::{Depth, Kind, Value};
