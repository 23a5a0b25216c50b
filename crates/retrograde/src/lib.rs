//! Solves finite two-player games of perfect information exactly, cycles included: who wins, in how many plies, and why.
//!
//! Write the rules of a game ([`Game`]); the solver finds the value of every position that can be reached:
//!
//! ```
//! use retrograde::prelude::*;
//!
//! /// Two players step a token along squares 0 to 9, one or two at a time, back or forth. Who reaches 9 wins.
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
//! // Whoever enters square 7 or 8 loses at once, and nobody has to: the game never ends.
//! assert_eq!(solution.value(&start), Some(Value::Draw));
//! assert_eq!(solution.line(&start, 100)?.to_string(), "1 0 for ever");
//! assert_eq!(solution.line(&(7, Side::Second), 100)?.to_string(), "9, second won: arrived");
//! assert!(solution.verify(0).is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | to | look at |
//! | --- | --- |
//! | begin | [`prelude`], and the package's `examples`, a page each |
//! | say what a game is | [`Game`], then for speed [`Numbered`] and [`Reversible`]; [`check`] tests that they agree |
//! | supply what a game lacks | [`Linked::explored`] numbers what can be reached and stores its moves, [`Linked::new`] the moves alone |
//! | solve a game without rules | [`Children`], the moves by slot, make [`Edges`] |
//! | solve, to ask questions after | [`Solution::explored`] by the rules alone, [`Solution::linked`] with a numbering, [`Solution::new`] with un-moves |
//! | solve for the table alone | [`solve::solve`] |
//! | ask | [`Solution`] by position, [`Questions`] by slot: probe, line, why, stats, random, verify |
//! | put a game or a table behind a trait object | [`Board`], [`Values`] |
//! | watch it being solved | [`trace`], the event log, derived from the finished table; [`Questions::trace`] |
//! | prove one value to others | [`certificate`]: a list of claims, checked by the rules alone |
//! | give positions a text form | [`Notation`] |
//! | have boards drawn and edited | [`Looks`] |
//! | doubt | [`oracle`], the textbook; [`verify`], by the forward rules alone |

mod budget;
mod caught;
mod chinese;
mod column;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod about;
pub mod audit;
pub mod board;
pub mod called;
pub mod carrier;
pub mod certificate;
pub mod check;
pub mod climb;
pub mod consistent;
pub mod contest;
pub mod edges;
pub mod entry;
pub mod explored;
pub mod folded;
pub mod game;
pub mod histogram;
pub mod law;
pub mod leb128;
pub mod line;
pub mod linked;
pub mod looks;
pub mod memory;
pub mod message;
pub mod notation;
pub mod options;
pub mod oracle;
pub mod pieces;
pub mod prelude;
pub mod printable;
pub mod probe;
mod question_error;
pub mod questions;
pub mod reachable;
pub mod scratch;
mod shares;
pub mod shortcut;
pub mod side;
pub mod sketch;
pub mod solution;
pub mod solution_graph;
pub mod solve;
pub mod spelling;
pub mod square;
pub mod starts;
mod state;
pub mod stats;
pub mod symmetric;
pub mod table;
pub mod text;
pub mod tokens;
pub mod trace;
pub mod value;
pub mod values;
pub mod verify;
pub mod why;
mod word;

pub use about::About;
pub use board::Board;
pub use carrier::Carrier;
pub use certificate::Certificate;
pub use consistent::{Inconsistent, consistent};
pub use edges::{Children, Edges};
pub use entry::{AnyBoard, AnyGame, AnyPosition, Entry};
pub use explored::Explored;
pub use game::{Ending, Game, NoMove, Numbered, Outcome, Reversible, Seed, Slot};
pub use histogram::{Counts, Histogram};
pub use line::{Line, LineEnd};
pub use linked::Linked;
pub use looks::Looks;
pub use notation::{Notation, NotationError};
pub use probe::{Probe, RatedMove, Waste};
pub use questions::{QuestionError, Questions};
pub use reachable::ReachError;
pub use scratch::{Scratch, Spilled};
pub use side::{BySide, Side};
pub use solution::{Solution, Solved};
pub use solution_graph::SolutionGraph;
pub use solve::{Options, Progress, SolveError, Stage};
pub use stats::{Deepest, Stats, Wanted};
pub use table::{Cell, Table};
pub use text::{Term, Text};
pub use tokens::{ByNotation, Tokens};
pub use trace::Trace;
pub use value::{Depth, Kind, Value};
pub use values::{Unreadable, Values};
pub use verify::{Unverified, Verified, Violation};
pub use why::{Refutation, Why};
pub use word::word;
