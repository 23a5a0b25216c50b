//! Solves finite two-player games of perfect information exactly, including games with cycles. The solver finds who
//! wins, in how many plies, and why.
//!
//! You write the rules of a game ([`Game`]). The solver finds the value of every reachable position:
//!
//! ```
//! use retrograde::prelude::*;
//!
//! /// Two players move a token along squares 0 to 9, one or two squares at a time, in either direction. The player who
//! /// reaches 9 wins.
//! struct Steps;
//!
//! impl Game for Steps {
//!     type Position = (u8, Side);
//!     type Move = u8;
//!
//!     fn turn(&self, &(_, turn): &(u8, Side)) -> Side {
//!         turn
//!     }
//!     fn ending(&self, &(square, turn): &(u8, Side)) -> Option<Ending> {
//!         (square == 9).then(|| Ending::won(turn.other(), "arrived"))
//!     }
//!     fn each_move(&self, &(square, turn): &(u8, Side), mut visit: impl FnMut(u8, (u8, Side))) {
//!         let steps = [square.checked_sub(2), square.checked_sub(1), Some(square + 1), Some(square + 2)];
//!         for to in steps.into_iter().flatten().filter(|&to| to <= 9 && square < 9) {
//!             visit(to, (to, turn.other()));
//!         }
//!     }
//! }
//!
//! let start = (0, Side::First);
//! let solution = Solution::explored(Steps, [start], &Options::default())?;
//! // A move to square 7 or 8 loses at once. Neither side is forced to make such a move, so the game never ends.
//! assert_eq!(solution.value(&start), Some(Value::Draw));
//! assert_eq!(solution.line(&start, 100)?.to_string(), "1 0 for ever");
//! assert_eq!(solution.line(&(7, Side::Second), 100)?.to_string(), "9, second won: arrived");
//! assert!(solution.verify(0).is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | to | see |
//! | --- | --- |
//! | start | [`prelude`], and the package's `examples`, one page each |
//! | describe a game | [`Game`], and for speed also [`Numbered`] and [`Reversible`]; [`author::check`] tests that these traits agree |
//! | add the traits that a game lacks | [`Linked::explored`] numbers the reachable positions and stores their moves; [`Linked::new`] stores the moves only |
//! | solve a game without rules | [`ListBuilder`] makes a [`ListedGame`] from lists of positions and moves, with names and texts; [`Children`] receives only the moves, as pairs of slots, and builds [`Edges`] |
//! | solve, then ask questions | [`Solution::explored`] needs only the rules, [`Solution::linked`] needs a numbering, [`Solution::new`] needs un-moves |
//! | get only the table | [`kernel::solve`](fn@kernel::solve) |
//! | ask questions | [`Solution`] takes positions, [`Questions`] takes slots; both have `probe`, `line`, `why`, `stats`, `random` and `verify` |
//! | use a game or a table as a trait object | [`Board`], [`Values`] |
//! | replay the analysis | [`Questions::trace`] makes an [`ask::Trace`], an event log that is computed from the finished table |
//! | prove one value to others | [`ask::Certificate`], a list of claims that can be checked with the rules alone |
//! | give positions a text form | [`Notation`] |
//! | draw and edit boards | [`Looks`] |
//! | check a result | [`judge::oracle`], a textbook solver; [`judge::Verified`], a check by the forward rules alone |

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod ask;
pub mod author;
pub mod derive;
pub(crate) mod form;
pub mod judge;
pub mod kernel;
pub mod prelude;
pub mod rules;
pub mod table;

pub use ask::Board;
pub use ask::Certificate;
pub use ask::ReachError;
pub use ask::SolutionGraph;
pub use ask::Trace;
pub use ask::{Deepest, Filter, Stats};
pub use ask::{Line, LineEnd};
pub use ask::{ProbeResult, RatedMove, Waste};
pub use ask::{QuestionError, Questions};
pub use ask::{Refutation, Why};
pub use ask::{Solution, Solved};
pub use author::About;
pub use author::Looks;
pub use author::{AnyBoard, AnyGame, AnyPosition, Entry};
pub use author::{ByNotation, Tokens};
pub use author::{Notation, NotationError};
pub use derive::Explored;
pub use derive::Linked;
pub use derive::{Children, Edges};
pub use derive::{ListBuilder, ListError, ListedGame};
pub use judge::{Inconsistent, consistent};
pub use judge::{Unverified, Verified, Violation};
pub use kernel::Transport;
pub use kernel::{Options, Progress, SolveError, Stage};
pub use kernel::{Scratch, Spilled};
pub use rules::word::word;
pub use rules::{BySide, Side};
pub use rules::{Depth, Kind, Value};
pub use rules::{Ending, Facts, Game, NoMove, Numbered, Outcome, Reversible, Seed, Slot};
pub use rules::{Term, Text};
pub use table::{Cell, Table};
pub use table::{Counts, Histogram};
pub use table::{Unreadable, Values};
