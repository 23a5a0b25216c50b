//! The trait objects: a game, a position and a board of any game.

use std::any::Any;
use std::io::BufRead;
use std::ops::Range;
use std::sync::Arc;

use thiserror::Error;

use super::plan::{Domain, Plan};
use crate::ask::board::{Board, Here, Neighbour, Step};
use crate::ask::reachable::{Each, ReachError};
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
use crate::rules::expansion::Expansion;
use crate::rules::game::{NoMove, Seed, Slot};
use crate::rules::message::Message;
use crate::rules::side::Side;
use crate::table::cell::{Cell, Table};
use crate::table::histogram::Histogram;
use crate::table::values::Values;

/// A game, made by [`Entry`](super::Entry).
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
    /// Whether the game has a maker of tables, which takes most boards.
    fn has_own_table(&self) -> bool {
        false
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

/// What kind of random start is wanted.
#[derive(Clone, Debug, Default)]
pub struct Spec {
    /// Rows and columns; for a game in a row, the columns are its length.
    pub size: Option<(u32, u32)>,
    /// The share of squares that are walls, in percent.
    pub walls: Option<u32>,
}

/// A board whose positions have texts: what stands behind a table that is asked by token.
pub trait AnyBoard: Board + Send {
    /// The token of a slot's position; `None` for a hole, and beyond the last slot.
    fn token(&self, slot: Slot) -> Option<String>;

    /// What is in a slot, and the token of its position, which is decoded once for both; `None` for a hole, and beyond the last slot.
    fn described(&self, slot: Slot) -> Option<(Here, String)>;

    /// Visits all legal moves of a slot's position, in the order in which the game makes them, each with what prints the token of the position
    /// that it leads to: that position need not be decoded.
    fn each_step(&self, slot: Slot, visit: &mut dyn FnMut(Step, &dyn Fn() -> String));

    /// The slot of a position, which may be one of another game or instance.
    fn find(&self, position: &dyn AnyPosition) -> Result<Slot, FindError>;

    /// The names of the game's tiers; none if it has none. See [`Tiered`](crate::kernel::solve::Tiered).
    fn tiers(&self) -> Vec<String>;

    /// The tier of a slot's position, by its place among the names; `None` for a hole, beyond the last slot, and without tiers.
    fn tier(&self, slot: Slot) -> Option<usize>;

    /// Counts the positions that play reaches from a slot of the board, by the values of its own table: see
    /// [`reached`](crate::ask::reachable::reached).
    ///
    /// # Errors
    /// They do not fit the memory, or the table cannot be read.
    fn reached(
        &self,
        start: Slot,
        each: Each,
        table: &dyn Values,
        options: &Options<'_>,
    ) -> Result<Histogram, ReachError>;

    /// Finds the values of all slots.
    fn solve(&self, options: &Options<'_>) -> Result<AnyValues, SolveError>;

    /// The number of slots of the table, holes included.
    fn table_slots(&self) -> u64;

    /// Writes what slots of the table hold before anything is spread.
    fn seeds(&self, slots: Range<u64>, seeds: &mut Vec<Seed>);

    /// What the rules say of the position that a slot of the table stands for, and where its moves lead, in their order; `None` for a hole.
    fn behaviour(&self, slot: Slot, children: &mut Vec<Neighbour>) -> Option<Here>;

    /// Writes what the rules say of some slots of the table, as [`by_moves`](crate::rules::expansion::by_moves) does.
    fn expand_table(&self, slots: &[Slot], expansion: &mut Expansion);

    /// Writes the same by the game's [`FastExpansion`](crate::rules::expansion::FastExpansion). Returns whether it has one; else nothing is written.
    fn expand_fast(&self, slots: &[Slot], expansion: &mut Expansion) -> bool;

    /// The token of the position that a slot of the table stands for; `None` for a hole.
    fn table_token(&self, slot: Slot) -> Option<String>;

    /// Whose turn it is in the position that a slot of the table stands for; `None` for a hole.
    fn table_turn(&self, slot: Slot) -> Option<Side>;

    /// What values mean.
    fn conventions(&self) -> Conventions;

    /// What a slot of the table holds, if the rules tell it without a look at another position: no position, an ending, or, where wins at
    /// once are left out, one of these.
    fn told(&self, slot: Slot) -> Option<Cell>;

    /// The place of a slot of the table in files: see [`FileOrder::place`](crate::rules::game::FileOrder::place).
    fn filed(&self, slot: Slot) -> u64;

    /// Writes the slots of a range of places.
    fn write_filed(&self, places: Range<u64>, slots: &mut Vec<Slot>);
}

/// What the values of a table mean, beside the words win, loss, tie and draw: depths are in plies, an ending has depth 0, and play without an
/// end is a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conventions {
    /// What becomes of a side that has no move, where no ending says so.
    pub no_move: NoMove,
    /// Whether a table may leave out what wins at once: see [`Numbered::AT_ONCE`](crate::Numbered::AT_ONCE).
    pub at_once: bool,
    /// Whether positions share slots: see [`Numbered::FOLDED`](crate::Numbered::FOLDED).
    pub folded: bool,
    /// Whether files have another order: see [`FileOrder`](crate::rules::game::FileOrder).
    pub filed: bool,
}

/// Why a position is none of a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FindError {
    /// It is a position of another game or instance.
    #[error("the position is of another board")]
    OtherInstance,
    /// It is of another instance, and the game does not tell them apart.
    #[error("the position is of another board, which has the same identity: {0}")]
    OneIdentity(Message),
    /// It has no slot: it cannot be reached from where exploring started.
    #[error("the position has no slot")]
    NotHeld,
}

/// The values of all slots, wherever they are.
pub type AnyValues = Box<dyn Values + Send>;
