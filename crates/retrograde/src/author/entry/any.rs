//! The trait objects for a game, a position and a board of any game.

use std::any::Any;
use std::io::BufRead;
use std::ops::Range;
use std::sync::Arc;

use thiserror::Error;

use super::plan::{Domain, Plan};
use crate::ask::board::{Board, Neighbour, PositionSummary, Step};
use crate::ask::reachable::{Each, ReachError};
use crate::author::about::About;
use crate::author::check::{Broken, Checked};
use crate::author::climb::{Climber, SearchSpec};
use crate::author::contest::{Contest, InputError};
use crate::author::looks::{Edit, Look, Path, Scene};
use crate::author::notation::NotationError;
use crate::author::pieces::Piece;
use crate::author::shortcut::{ShortcutValue, StrategyProof};
use crate::author::square::Square;
use crate::author::starts::Starts;
use crate::kernel::solve::{Options, SampledEstimate, SolveError};
use crate::rules::expansion::Expansion;
use crate::rules::game::{NoMove, Seed, Slot};
use crate::rules::message::Message;
use crate::rules::side::Side;
use crate::table::cell::{Cell, Table};
use crate::table::histogram::Histogram;
use crate::table::values::Values;

/// A game, made by [`Entry`](super::Entry).
pub trait AnyGame: Send + Sync {
    /// The game's data that do not depend on a position.
    fn about(&self) -> &About;
    /// The game's contest formats.
    fn contests(&self) -> &[Box<dyn Contest>];
    /// Reads the part of a token after `<game>:`.
    fn parse(&self, text: &str) -> Result<Box<dyn AnyPosition>, NotationError>;
    /// The view of a token's part after `<game>:`, and whether it is a position. Without [`Looks`](crate::Looks), the
    /// view is empty or a grid of letters, and only positions have one.
    ///
    /// # Errors
    /// The text is malformed.
    fn look(&self, text: &str) -> Result<Look, NotationError>;
    /// The view of a token's part after `<game>:`, legal or not.
    ///
    /// # Errors
    /// The text is malformed.
    fn scene(&self, text: &str) -> Result<Scene, NotationError>;
    /// The part of a token after `<game>:` after an edit of a view. The game's piece set must allow the edit. `None` if
    /// the game has no [`Looks`](crate::Looks).
    fn edited(&self, scene: Scene, edit: Edit) -> Option<String>;
    /// Whether the game has files of its own, each with one instance.
    fn reads_files(&self) -> bool;
    /// Reads a file of the game's own as an instance that is identified by the file's `name` and content. Returns its
    /// first position; [`AnyPosition::sibling`] finds the others. `None` if the game has no such files.
    fn read_file(
        &self,
        name: &str,
        input: &mut dyn BufRead,
        memory: u64,
    ) -> Option<Result<Box<dyn AnyPosition>, InputError>>;
    /// Makes a random start; `None` if the game has no generator.
    fn generate(&self, rng: &mut fastrand::Rng, spec: &Spec) -> Option<Result<Box<dyn AnyPosition>, Message>>;
    /// A random position that is not over, from a random walk that begins at the usual start; `None` if the start is
    /// over.
    fn wander(&self, rng: &mut fastrand::Rng) -> Option<Box<dyn AnyPosition>>;
    /// Makes a search for long games; `None` if the game has none.
    fn climber(&self, search_spec: &SearchSpec) -> Option<Result<Box<dyn Climber>, Message>>;
    /// The game's starts for testing programs, if it has any.
    fn starts(&self) -> Option<&dyn Starts>;
    /// Checks the laws that the game must keep, from its examples: see
    /// [`check::from_texts`](crate::author::check::from_texts). If the game has [`Looks`](crate::Looks), checks their
    /// laws, too. The first broken law is the same for any number of threads (0: one per core).
    ///
    /// # Errors
    /// The first law found broken.
    fn laws(&self, budget: u64, threads: usize) -> Result<Checked, Broken>;
}

/// A position with its instance, made by [`AnyGame::parse`].
pub trait AnyPosition: Any + Send + Sync {
    /// The data of its game.
    fn about(&self) -> &Arc<About>;
    /// The complete token, in its strict form.
    fn token(&self) -> String;
    /// The token that needs no file, even if the instance is identified by a file.
    fn whole_token(&self) -> String {
        self.token()
    }
    /// The approximate length of the complete token in bytes, if the game provides it: see
    /// [`Notation::length`](crate::Notation::length).
    fn length(&self) -> usize {
        0
    }
    /// The side to move, and the ending if the game is over.
    fn here(&self) -> PositionSummary;
    /// The position of the same instance for a text that is valid only for this instance: see
    /// [`Notation::recall`](crate::Notation::recall).
    fn sibling(&self, _text: &str) -> Option<Box<dyn AnyPosition>> {
        None
    }
    /// The board as a few lines of text.
    fn draw(&self) -> String;
    /// The identity of the instance: equal for positions of one table.
    fn instance(&self) -> String;
    /// The identity of the instance of another token of the game, read without this instance; `None` if the token is
    /// invalid or the identity is unknown.
    fn instance_of(&self, _token: &str) -> Option<String> {
        None
    }
    /// The legal moves, in the order of the game's rules. Needs no table.
    ///
    /// # Errors
    /// Their tokens would need too much memory.
    fn moves(&self) -> Result<Vec<LegalMove>, TooManyMoves>;
    /// The number of legal moves.
    fn breadth(&self) -> usize;
    /// The position after the move with this number, in the order of [`moves`](Self::moves).
    fn after(&self, number: usize) -> Option<Box<dyn AnyPosition>>;
    /// The position after the move with this text in the game's notation.
    fn after_move(&self, action: &str) -> Option<Box<dyn AnyPosition>> {
        let moves = self.moves().ok()?;
        self.after(moves.iter().position(|legal| legal.action == action)?)
    }
    /// The squares on which a piece can be placed, in reading order; empty if the game has no pieces on squares.
    fn squares(&self) -> Vec<Square> {
        Vec::new()
    }
    /// The pieces that a slice can move; empty if the game has no pieces on squares.
    fn pieces(&self) -> Vec<Piece> {
        Vec::new()
    }
    /// The position with one of its [`pieces`](Self::pieces), by its index, on another square.
    ///
    /// # Errors
    /// The piece cannot be there: one sentence.
    fn placed(&self, piece: usize, square: Square) -> Result<Box<dyn AnyPosition>, Message>;
    /// The numbers of the squares of this position's view on which the game has ended; empty if it is not over.
    fn ended_on(&self, scene: &Scene) -> Vec<usize> {
        if self.here().ending.is_some() { scene.shared(&self.about().kit) } else { Vec::new() }
    }
    /// The plan of a solve, with the memory that it needs.
    fn plan(&self, domain: Domain, threads: usize) -> Plan;
    /// The estimated time of a solve and the number of moves, from a sample: see
    /// [`estimate_by_sample`](crate::kernel::solve::estimate_by_sample). `None` if they are unknown before exploring.
    fn estimate_by_sample(&self, _domain: Domain) -> Option<SampledEstimate> {
        None
    }
    /// The value by the game's shortcut; `None` without a shortcut, or if it has no value for this position.
    fn shortcut(&self) -> Option<ShortcutValue>;
    /// The proof of this value as play; `None` if the game has no proof for this position.
    fn strategy_proof(&self) -> Option<Box<dyn StrategyProof + '_>>;
    /// The first broken law found on at most about `budget` positions that are reachable from here.
    fn broken(&self, _budget: u64) -> Option<Broken> {
        None
    }
    /// The numbered board of the instance. If the game has no numbering, the board is explored.
    ///
    /// # Errors
    /// The board does not fit in memory, or the game breaks a law: see
    /// [`before_solving`](crate::author::check::before_solving).
    fn board(&self, domain: Domain, options: &Options<'_>) -> Result<Arc<dyn AnyBoard>, SolveError>;
    /// The table from the game's own generator, if it supports this board: see
    /// [`OwnTable`](crate::author::shortcut::OwnTable).
    fn own_table(&self) -> Option<Result<Table, SolveError>> {
        None
    }
    /// Whether the game has a maker of tables, which takes most boards.
    fn has_own_table(&self) -> bool {
        false
    }
}

impl dyn AnyPosition {
    /// The name of the side to move; for a finished position, of the side that would be next.
    pub fn turn(&self) -> &'static str {
        self.about().side(self.here().turn)
    }
}

/// A legal move, with its child.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalMove {
    /// The move, in the game's notation.
    pub action: String,
    /// The token of the child.
    pub token: String,
    /// The state of the child.
    pub there: PositionSummary,
    /// The squares that it touches.
    pub path: Path,
}

/// A position has too many moves to list them with their children.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("this position has {moves} moves, too many to list them with the positions after them")]
pub struct TooManyMoves {
    /// The number of moves.
    pub moves: usize,
}

/// The wanted properties of a random start.
#[derive(Clone, Debug, Default)]
pub struct Spec {
    /// Rows and columns; for a game in a row, the columns are its length.
    pub size: Option<(u32, u32)>,
    /// The share of squares that are walls, in percent.
    pub walls: Option<u32>,
}

/// A board with texts of positions: tables that are queried by token use it.
pub trait AnyBoard: Board + Send {
    /// The token of a slot's position; `None` for a hole, and beyond the last slot.
    fn token(&self, slot: Slot) -> Option<String>;

    /// The state of a slot's position and its token, decoded once for both; `None` for a hole, and beyond the last
    /// slot.
    fn described(&self, slot: Slot) -> Option<(PositionSummary, String)>;

    /// Visits all legal moves of a slot's position, in the order of the game's rules. Each comes with a function that
    /// prints the child's token, so the child need not be decoded.
    fn each_step(&self, slot: Slot, visit: &mut dyn FnMut(Step, &dyn Fn() -> String));

    /// The slot of a position, which may belong to another game or instance.
    fn find(&self, position: &dyn AnyPosition) -> Result<Slot, FindError>;

    /// The names of the game's tiers; empty without tiers. See [`Tiered`](crate::kernel::solve::Tiered).
    fn tiers(&self) -> Vec<String>;

    /// The tier of a slot's position, as an index of the names; `None` for a hole, beyond the last slot, and without
    /// tiers.
    fn tier(&self, slot: Slot) -> Option<usize>;

    /// Counts the positions that are reachable from a slot of the board, by their values in the board's own table: see
    /// [`reached`](crate::ask::reachable::reached).
    ///
    /// # Errors
    /// The search does not fit in memory, or the table cannot be read.
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

    /// Writes the content of slots of the table before the analysis starts.
    fn seeds(&self, slots: Range<u64>, seeds: &mut Vec<Seed>);

    /// The state and the children of the representative of a table's slot, in the order of the moves; `None` for a
    /// hole.
    fn behaviour(&self, slot: Slot, children: &mut Vec<Neighbour>) -> Option<PositionSummary>;

    /// Writes the expansions of some slots of the table, as [`by_moves`](crate::rules::expansion::by_moves) does.
    fn expand_table(&self, slots: &[Slot], expansion: &mut Expansion);

    /// Writes the same with the game's [`FastExpansion`](crate::rules::expansion::FastExpansion). Returns whether the
    /// game has one; otherwise writes nothing.
    fn expand_fast(&self, slots: &[Slot], expansion: &mut Expansion) -> bool;

    /// The token of the representative of a table's slot; `None` for a hole.
    fn table_token(&self, slot: Slot) -> Option<String>;

    /// The side to move in the representative of a table's slot; `None` for a hole.
    fn table_turn(&self, slot: Slot) -> Option<Side>;

    /// The meaning of values.
    fn conventions(&self) -> Conventions;

    /// The content of a table's slot, if the rules imply it without another position: a hole, an ending or, if wins at
    /// once are elided, a win at once.
    fn implied(&self, slot: Slot) -> Option<Cell>;

    /// The position of a table's slot in files: see [`FileOrder::place`](crate::rules::game::FileOrder::place).
    fn in_file_order(&self, slot: Slot) -> u64;

    /// Writes the slots at a range of file positions.
    fn write_in_file_order(&self, places: Range<u64>, slots: &mut Vec<Slot>);
}

/// The meaning of a table's values beyond the words win, loss, tie and draw. In all tables, depths are in plies, an
/// ending has depth 0, and endless play is a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conventions {
    /// The result of a position in which the side to move has no move and the rules give no ending.
    pub no_move: NoMove,
    /// Whether a table may elide wins at once: see [`Numbered::AT_ONCE`](crate::Numbered::AT_ONCE).
    pub at_once: bool,
    /// Whether positions share slots: see [`Numbered::FOLDED`](crate::Numbered::FOLDED).
    pub folded: bool,
    /// Whether files have their own order: see [`FileOrder`](crate::rules::game::FileOrder).
    pub in_file_order: bool,
}

/// The reason why a position does not belong to a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FindError {
    /// It is a position of another game or instance.
    #[error("the position belongs to another board")]
    OtherInstance,
    /// It belongs to another instance with the same identity.
    #[error("the position belongs to another board with the same identity: {0}")]
    OneIdentity(Message),
    /// It has no slot: it is not reachable from the start of the exploration.
    #[error("the position has no slot")]
    NotHeld,
}

/// The values of all slots, in memory or elsewhere.
pub type AnyValues = Box<dyn Values + Send>;
