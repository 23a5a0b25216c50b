//! A game behind a trait object: what its author registers, and what those ask who know no game.
//!
//! ```text
//! Entry<G> = AnyGame --text--> AnyPosition --domain--> AnyBoard --solve--> Values
//! ```
//!
//! [`Entry`] names a game's type once, with what it has beside rules. Behind it everything is a value: positions with their
//! moves, plans, boards. Nothing here makes a sentence or a report of them.

mod builder;
mod look_laws;
mod name;
mod noted;
mod opened;

use std::any::Any;
use std::io::BufRead;
use std::sync::Arc;

use thiserror::Error;

use crate::ask::board::Here;
use crate::author::about::About;
use crate::author::check::{Broken, Checked};
use crate::author::climb::{Climber, Quest};
use crate::author::contest::{Contest, InputError};
use crate::author::looks::{Edit, Look, Path, Scene};
use crate::author::notation::NotationError;
use crate::author::pieces::Piece;
use crate::author::shortcut::{ShortcutValue, Witness};
use crate::author::square::Square;
use crate::author::starts::Starts;
use crate::kernel::solve::{Options, Rehearsal, SolveError};
use crate::rules::message::Message;
use crate::table::cell::Table;

pub use crate::author::about::Way;
pub use builder::Entry;
pub use name::table_name;
pub use noted::{AnyBoard, AnyValues, Conventions, FindError, Noted, TiersOf};
pub(crate) use opened::Opened;

/// A game, made by [`Entry`].
pub trait AnyGame: Send + Sync {
    /// What is known of the game before any position.
    fn about(&self) -> &About;
    /// Its contest formats.
    fn contests(&self) -> &[Box<dyn Contest>];
    /// Reads the part of a token after `<game>:`.
    fn parse(&self, text: &str) -> Result<Box<dyn AnyPosition>, NotationError>;
    /// What the part of a token after `<game>:` shows, and whether it is a position. A game without [`Looks`](crate::Looks) has nothing
    /// to show of a position, and nothing of what is none.
    ///
    /// # Errors
    /// The text does not read.
    fn look(&self, text: &str) -> Result<Look, NotationError>;
    /// What the part of a token after `<game>:` shows, legal or not.
    ///
    /// # Errors
    /// The text does not read.
    fn scene(&self, text: &str) -> Result<Scene, NotationError>;
    /// The part of a token after `<game>:` of a scene after an edit that its kit allows; `None` if the game has no
    /// [`Looks`](crate::Looks).
    fn edited(&self, scene: Scene, edit: Edit) -> Option<String>;
    /// Whether it has files of its own, each of which holds an instance.
    fn reads_files(&self) -> bool;
    /// Reads a file of the game's own as an instance that is called by the file: `name` and what it holds. The position is the first;
    /// others of it are found by [`AnyPosition::sibling`]. `None` if the game has no such files.
    fn read_file(
        &self,
        name: &str,
        input: &mut dyn BufRead,
        memory: u64,
    ) -> Option<Result<Box<dyn AnyPosition>, InputError>>;
    /// Makes a random start; `None` if the game has no generator.
    fn generate(&self, rng: &mut fastrand::Rng, spec: &Spec) -> Option<Result<Box<dyn AnyPosition>, Message>>;
    /// A random position that is not over, by a walk from the usual start; `None` if that is over.
    fn wander(&self, rng: &mut fastrand::Rng) -> Option<Box<dyn AnyPosition>>;
    /// Makes a search for long games; `None` if the game has none.
    fn climber(&self, quest: &Quest) -> Option<Result<Box<dyn Climber>, Message>>;
    /// Starts to test programs with, if the game has them.
    fn starts(&self) -> Option<&dyn Starts>;
    /// Checks the laws that the game must keep, from its examples: see [`check::from_texts`](crate::author::check::from_texts). A game that has
    /// [`Looks`](crate::Looks) keeps the laws of these, too. The first broken law is the same for any number of threads (0: one a core).
    ///
    /// # Errors
    /// The first law found broken.
    fn laws(&self, budget: u64, threads: usize) -> Result<Checked, Broken>;
}

/// A position on the board it belongs to, made by [`AnyGame::parse`].
pub trait AnyPosition: Any + Send + Sync {
    /// What is known of its game.
    fn about(&self) -> &Arc<About>;
    /// The whole token, printed strictly.
    fn token(&self) -> String;
    /// The token that says all, for those who know no file that the instance may be called by.
    fn whole_token(&self) -> String {
        self.token()
    }
    /// About how many bytes the whole token has, if the game says so: see [`Notation::length`](crate::Notation::length).
    fn length(&self) -> usize {
        0
    }
    /// Whose turn it is, and whether the game is over.
    fn here(&self) -> Here;
    /// The position of the same instance that a text of the instance's own means: see [`Notation::recall`](crate::Notation::recall).
    fn sibling(&self, _text: &str) -> Option<Box<dyn AnyPosition>> {
        None
    }
    /// The board as a few lines of text.
    fn draw(&self) -> String;
    /// What tells this instance from others: equal for positions that one table holds.
    fn instance(&self) -> String;
    /// What tells the instance of another token of the game from others, read by itself; `None` if it is none, or that cannot be told.
    fn instance_of(&self, _token: &str) -> Option<String> {
        None
    }
    /// The legal moves, in the order in which the game makes them, by the rules alone: no table is needed.
    ///
    /// # Errors
    /// Their tokens would fill the memory.
    fn moves(&self) -> Result<Vec<LegalMove>, TooManyMoves>;
    /// How many legal moves there are.
    fn breadth(&self) -> usize;
    /// The position after the move of that number, in the order of [`moves`](Self::moves).
    fn after(&self, number: usize) -> Option<Box<dyn AnyPosition>>;
    /// The position after the move that is written so in the game's notation.
    fn after_move(&self, action: &str) -> Option<Box<dyn AnyPosition>> {
        let moves = self.moves().ok()?;
        self.after(moves.iter().position(|legal| legal.action == action)?)
    }
    /// The squares on which a piece can stand, in reading order; empty if the game has no pieces that stand on squares.
    fn squares(&self) -> Vec<Square> {
        Vec::new()
    }
    /// The pieces that a slice can move; empty if the game has none that stand on squares.
    fn pieces(&self) -> Vec<Piece> {
        Vec::new()
    }
    /// The position with one of its [`pieces`](Self::pieces), by its index, on another square.
    ///
    /// # Errors
    /// The piece cannot stand there: one sentence.
    fn placed(&self, piece: usize, square: Square) -> Result<Box<dyn AnyPosition>, Message>;
    /// The squares of a scene of this position on which the game has ended, by their numbers; empty if it has not.
    fn ended_on(&self, scene: &Scene) -> Vec<usize> {
        if self.here().ending.is_some() { scene.shared(&self.about().kit) } else { Vec::new() }
    }
    /// How it would be solved, and what that takes.
    fn plan(&self, domain: Domain, threads: usize) -> Plan;
    /// How long solving takes and how many moves there are, as a sample tells: see [`rehearse`](crate::kernel::solve::rehearse); `None` if exploring will
    /// tell.
    fn rehearse(&self, _domain: Domain) -> Option<Rehearsal> {
        None
    }
    /// The value by the game's shortcut; `None` if it has none, or none for this position.
    fn shortcut(&self) -> Option<ShortcutValue>;
    /// The proof of that value as play; `None` if the game has none, or none for this position.
    fn witness(&self) -> Option<Box<dyn Witness + '_>>;
    /// The first law that the game is found to break on at most about `budget` positions that can be reached from here.
    fn broken(&self, _budget: u64) -> Option<Broken> {
        None
    }
    /// The board of the instance, numbered; what the game does not number is explored.
    ///
    /// # Errors
    /// It does not fit the memory, or the game is found to break a law: see [`before_solving`](crate::author::check::before_solving).
    fn board(&self, domain: Domain, options: &Options<'_>) -> Result<Arc<dyn AnyBoard>, SolveError>;
    /// The table by the game's own maker, if it has one for this board: see [`OwnTable`](crate::author::shortcut::OwnTable).
    fn own_table(&self) -> Option<Result<Table, SolveError>> {
        None
    }
}

impl dyn AnyPosition {
    /// The side to move, by its name; of a finished position, who would be next.
    pub fn turn(&self) -> &'static str {
        self.about().side(self.here().turn)
    }
}

/// A legal move, and the position it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalMove {
    /// The move, in the game's notation.
    pub action: String,
    /// The token of the position it leads to.
    pub token: String,
    /// What is there.
    pub there: Here,
    /// The squares that it touches.
    pub path: Path,
}

/// A position has more moves than can be written down with where they lead.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the {moves} moves of this position are too many to be listed with the positions after them")]
pub struct TooManyMoves {
    /// The moves.
    pub moves: usize,
}

/// Which positions a table holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Domain {
    /// All that the game numbers; what can be reached, if it numbers none.
    #[default]
    All,
    /// Only what can be reached from the position asked about.
    Reachable,
}

impl Domain {
    /// The word: `all`, `reachable`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Reachable => "reachable",
        }
    }
}

/// How a position would be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The way into the kernel.
    pub way: Way,
    /// The domain of the table.
    pub domain: Domain,
    /// Slots of the table; `None` if exploring will tell.
    pub slots: Option<u64>,
    /// Bytes that the kernel takes at most, with as many a slot as are [expected](crate::Numbered::fits_bytes); `None` if exploring will tell.
    pub bytes: Option<u64>,
    /// The same with two a slot, if more values come than are expected.
    pub most: Option<u64>,
    /// Bytes that it is expected to hold at its peak: with one a slot, and with as many as are [expected](crate::Numbered::fits_bytes).
    pub expected: Option<[u64; 2]>,
    /// Bytes of memory that do if the solve may go on [outside](crate::Options::scratch); `None` if it cannot.
    pub outside: Option<u64>,
}

impl Plan {
    /// Whether a solve is expected to go on outside of so many bytes of memory.
    pub fn spills(&self, memory: u64) -> bool {
        self.bytes.is_some_and(|bytes| bytes > memory) && self.outside.is_some_and(|least| least <= memory)
    }
}

/// What kind of random start is wanted.
#[derive(Clone, Debug, Default)]
pub struct Spec {
    /// Rows and columns; for a game in a row, the columns are its length.
    pub size: Option<(u32, u32)>,
    /// The share of squares that are walls, in percent.
    pub walls: Option<u32>,
}
