//! The traits through which code uses the data, positions and boards of any game.

use std::any::Any;
use std::io::BufRead;
use std::sync::Arc;

use thiserror::Error;

use super::plan::{Domain, Plan};
use crate::ask::board::{Board, Neighbour, PositionSummary, Step};
use crate::author::about::About;
use crate::author::check::{Broken, Checked};
use crate::author::climb::{Climber, SearchSpec};
use crate::author::contest::{Contest, InputError};
use crate::author::shortcut::{ShortcutValue, StrategyProof};
use crate::author::starts::Starts;
use crate::form::looks::{Edit, Look, Path, Scene};
use crate::form::notation::NotationError;
use crate::form::pieces::Piece;
use crate::form::square::Square;
use crate::kernel::solve::{Options, SampledEstimate, SolveError};
use crate::rules::game::{NoMove, Slot};
use crate::rules::message::Message;
use crate::table::cell::Table;
use crate::table::values::Values;
#[cfg(feature = "full")]
use {
    crate::ask::reachable::{Each, ReachError},
    crate::rules::expansion::Expansion,
    crate::rules::game::Seed,
    crate::rules::side::Side,
    crate::table::cell::Cell,
    crate::table::histogram::Histogram,
    std::ops::Range,
};

/// A registered game. [`Entry`](super::Entry) implements this trait.
pub trait AnyGame: Send + Sync {
    /// Returns the game's data that do not depend on a position.
    fn about(&self) -> &About;
    /// Returns the game's contest formats.
    fn contests(&self) -> &[Box<dyn Contest>];
    /// Reads the part of a token after `<game>:`.
    fn parse(&self, text: &str) -> Result<Box<dyn AnyPosition>, NotationError>;
    /// Returns the view (the drawing data) of a text. If the text is not a position, the view contains the reasons. The
    /// argument `text` is the part of a token after `<game>:`. In a game without [`Looks`](crate::Looks), only
    /// positions have a view, and this view is empty or a grid of letters.
    ///
    /// # Errors
    /// Returns an error if the text is malformed.
    fn look(&self, text: &str) -> Result<Look, NotationError>;
    /// Returns the view of a legal or illegal board. `text` is the part of a token after `<game>:`.
    ///
    /// # Errors
    /// Returns an error if the text is malformed.
    fn scene(&self, text: &str) -> Result<Scene, NotationError>;
    /// Edits a view, and returns the text of the result (the part of a token after `<game>:`). The game's piece set
    /// must allow the edit. Returns `None` if the game has no [`Looks`](crate::Looks).
    fn edited(&self, scene: Scene, edit: Edit) -> Option<String>;
    /// Returns whether the game reads files of its own format. Each of these files contains one instance.
    fn reads_files(&self) -> bool;
    /// Reads a file of the game's own format as an instance. The argument `name` and the content of the file identify
    /// the instance. Returns the first position of the instance; [`AnyPosition::sibling`] finds the other positions.
    /// Returns `None` if the game has no file format.
    fn read_file(
        &self,
        name: &str,
        input: &mut dyn BufRead,
        memory: u64,
    ) -> Option<Result<Box<dyn AnyPosition>, InputError>>;
    /// Makes a random start. Returns `None` if the game has no generator.
    fn generate(&self, rng: &mut fastrand::Rng, spec: &Spec) -> Option<Result<Box<dyn AnyPosition>, Message>>;
    /// Returns a random position in which the game is not over. The position comes from a random walk that begins at
    /// the usual start. Returns `None` if the game is over at the start.
    fn wander(&self, rng: &mut fastrand::Rng) -> Option<Box<dyn AnyPosition>>;
    /// Creates a search for starts of long games. Returns `None` if the game does not support this search.
    fn climber(&self, search_spec: &SearchSpec) -> Option<Result<Box<dyn Climber>, Message>>;
    /// Returns the game's start positions for tests of contest programs, if the game provides them.
    fn starts(&self) -> Option<&dyn Starts>;
    /// Checks the game's laws on its examples, and on the positions that play reaches from them; see
    /// [`check::from_texts`](crate::author::check::from_texts). A law is a property that every game must have. If the
    /// game has [`Looks`](crate::Looks), also checks the laws of `Looks`. The number of threads (0 means one per core)
    /// does not change which broken law is reported.
    ///
    /// Returns `None` if the library was built without its feature `full`.
    ///
    /// # Errors
    /// Returns the first broken law that the check finds.
    fn laws(&self, budget: u64, threads: usize) -> Option<Result<Checked, Broken>>;
    /// Returns remarks for the game's author that are not errors. An example is a remark about a move that never
    /// happens. Each remark is one sentence without a full stop. The search for remarks examines about `budget`
    /// positions; see [`Entry::remarks`](super::Entry::remarks).
    fn remarks(&self, _budget: u64) -> Vec<Message> {
        Vec::new()
    }
}

/// A position with its instance, made by [`AnyGame::parse`].
pub trait AnyPosition: Any + Send + Sync {
    /// Returns the data of the position's game.
    fn about(&self) -> &Arc<About>;
    /// Returns the complete token, exactly as the game prints it.
    fn token(&self) -> String;
    /// Returns a token that a program can read without a file, even if the instance was read from a file.
    fn whole_token(&self) -> String {
        self.token()
    }
    /// Returns the approximate length of the complete token in bytes, if the game provides it; see
    /// [`Notation::length`](crate::Notation::length).
    fn length(&self) -> usize {
        0
    }
    /// Returns the side to move, and the ending if the game is over.
    fn here(&self) -> PositionSummary;
    /// Reads a text that names a position only within this instance; see [`Notation::recall`](crate::Notation::recall).
    fn sibling(&self, _text: &str) -> Option<Box<dyn AnyPosition>> {
        None
    }
    /// Returns the board as a few lines of text.
    fn draw(&self) -> String;
    /// Returns the identity of the instance. All positions whose values are in the same table have the same identity.
    fn instance(&self) -> String;
    /// Returns the rules of the instance as a text. Returns `None` if the rules were compiled into the program. See
    /// [`Tokens::definition`](crate::Tokens::definition).
    fn definition(&self) -> Option<String> {
        None
    }
    /// Returns the identity of the instance to which another token belongs. The token is read without this instance.
    /// Returns `None` if the token is invalid, belongs to another game, or has an unknown identity.
    fn instance_of(&self, _token: &str) -> Option<String> {
        None
    }
    /// Returns the legal moves, in the order of the game's rules. The method needs no table.
    ///
    /// # Errors
    /// Returns [`TooManyMoves`] if the tokens of the children would need too much memory.
    fn moves(&self) -> Result<Vec<LegalMove>, TooManyMoves>;
    /// Returns the number of legal moves.
    fn breadth(&self) -> usize;
    /// Returns the position after the move with index `number` in the order of [`moves`](Self::moves).
    fn after(&self, number: usize) -> Option<Box<dyn AnyPosition>>;
    /// Returns the position after the move whose text in the game's notation is `action`.
    fn after_move(&self, action: &str) -> Option<Box<dyn AnyPosition>> {
        let moves = self.moves().ok()?;
        self.after(moves.iter().position(|legal| legal.action == action)?)
    }
    /// Returns the positions after all legal moves, in the order of [`moves`](Self::moves). The method prints no texts,
    /// so it suits a search by the rules. Returns `None` if there are more than `most` moves.
    fn children(&self, most: usize) -> Option<Vec<Box<dyn AnyPosition>>> {
        let moves = self.breadth();
        if moves > most { None } else { (0..moves).map(|number| self.after(number)).collect() }
    }
    /// Returns whether the side to move has a move that wins the game; see
    /// [`Game::wins_at_once`](crate::Game::wins_at_once).
    fn wins_at_once(&self) -> bool {
        let PositionSummary { turn, ending } = self.here();
        let wins = |child: Box<dyn AnyPosition>| child.here().ending.is_some_and(|end| end.winner() == Some(turn));
        ending.is_none() && (0..self.breadth()).filter_map(|number| self.after(number)).any(wins)
    }
    /// Returns the squares on which a piece can be placed, in reading order. The result is empty if the game has no
    /// pieces on squares.
    fn squares(&self) -> Vec<Square> {
        Vec::new()
    }
    /// Returns the pieces that a *slice* can move. The list is empty if the game has no pieces on squares. A slice is a
    /// query for values. A slice puts one piece on each square in turn, and asks for the values of the resulting
    /// positions.
    fn pieces(&self) -> Vec<Piece> {
        Vec::new()
    }
    /// Returns the position after the piece with the index `piece` in [`pieces`](Self::pieces) is put on another
    /// square.
    ///
    /// # Errors
    /// Returns an error if the piece cannot be on the square. The error states the reason in one sentence.
    fn placed(&self, piece: usize, square: Square) -> Result<Box<dyn AnyPosition>, Message>;
    /// Returns the squares that show why the game has ended, as indices in the view of this position. The list is empty
    /// if the game is not over.
    fn ended_on(&self, scene: &Scene) -> Vec<usize> {
        if self.here().ending.is_some() { scene.shared(&self.about().kit) } else { Vec::new() }
    }
    /// Returns the plan of a solve, with the memory that the solve needs.
    fn plan(&self, domain: Domain, threads: usize) -> Plan;
    /// Estimates the time of a solve and the number of moves from a sample of positions; see
    /// [`estimate_by_sample`](crate::kernel::solve::estimate_by_sample). Returns `None` if the positions must be
    /// explored before an estimate is possible.
    fn estimate_by_sample(&self, _domain: Domain) -> Option<SampledEstimate> {
        None
    }
    /// Returns the value that the game's shortcut gives. Returns `None` if there is no shortcut, or if the shortcut
    /// does not know this position's value.
    fn shortcut(&self) -> Option<ShortcutValue>;
    /// Returns a proof, by moves, of the shortcut's value. Returns `None` if the game has no proof for this position.
    fn strategy_proof(&self) -> Option<Box<dyn StrategyProof + '_>>;
    /// Checks the game's laws. The check covers at most `budget` positions that are reachable from this position, and
    /// at most `budget` slots. Returns the first broken law. Returns `None` if no law is broken.
    fn broken(&self, _budget: u64) -> Option<Broken> {
        None
    }
    /// Returns the numbered board of the instance. If the game has no numbering, the reachable positions are explored
    /// and numbered.
    ///
    /// # Errors
    /// Returns an error if the board does not fit in memory, or if the game breaks a law; see
    /// [`before_solving`](crate::author::check::before_solving).
    fn board(&self, domain: Domain, options: &Options<'_>) -> Result<Arc<dyn AnyBoard>, SolveError>;
    /// Returns the table from the game's own generator. Returns `None` if the generator does not support this board.
    /// See [`OwnTable`](crate::author::shortcut::OwnTable).
    fn own_table(&self) -> Option<Result<Table, SolveError>> {
        None
    }
    /// Returns whether the game has its own table generator. Such a generator supports most boards.
    fn has_own_table(&self) -> bool {
        false
    }
}

impl dyn AnyPosition {
    /// Returns the name of the side to move. For a finished position, returns the name of the side that would be next.
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
    /// The side to move at the child, and the ending if the child is a finished position.
    pub there: PositionSummary,
    /// The squares that the move touches.
    pub path: Path,
}

/// The error of a position that has too many moves for a list of all moves and their children.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("this position has {moves} moves, too many to list them with the positions after them")]
pub struct TooManyMoves {
    /// The number of moves.
    pub moves: usize,
}

/// The requested properties of a random start.
#[derive(Clone, Debug, Default)]
pub struct Spec {
    /// The number of rows and the number of columns of the board. For a game on a single row of squares, the number of
    /// columns is the length of this row.
    pub size: Option<(u32, u32)>,
    /// The share of squares that are walls, in percent.
    pub walls: Option<u32>,
}

/// A board that also converts positions to tokens. With such a board, a program can query a table by token.
pub trait AnyBoard: Board + Send {
    /// Returns the token of a slot's position. Returns `None` for a hole, and beyond the last slot.
    fn token(&self, slot: Slot) -> Option<String>;

    /// Returns the side to move, the ending and the token of a slot's position. The method decodes the position only
    /// once. Returns `None` for a hole, and beyond the last slot.
    fn described(&self, slot: Slot) -> Option<(PositionSummary, String)>;

    /// Visits all legal moves of a slot's position, in the order of the game's rules. The function `visit` also
    /// receives a function that prints the child's token. So the child need not be decoded from its slot.
    fn each_step(&self, slot: Slot, visit: &mut dyn FnMut(Step, &dyn Fn() -> String));

    /// Returns the slot of a position on the board. If the position belongs to another game or instance, the function
    /// returns an error. A [folded](Board::is_folded) table has its own slots, which differ from the slots of the
    /// board. The method [`held`](Board::held) returns where the position's value is stored.
    fn find(&self, position: &dyn AnyPosition) -> Result<Slot, FindError>;

    /// Returns the names of the game's tiers. The result is empty if the game has no tiers. See
    /// [`Tiered`](crate::kernel::solve::Tiered).
    fn tiers(&self) -> Vec<String>;

    /// Returns the tier of a slot's position, as an index into the list of names. Returns `None` for a hole, for a slot
    /// beyond the last slot, and if the game has no tiers.
    fn tier(&self, slot: Slot) -> Option<usize>;

    /// Counts the positions that are reachable from a slot of the board, by their values in the board's own table; see
    /// [`reached`](crate::ask::reachable::reached).
    ///
    /// # Errors
    /// Returns an error if the search does not fit in memory, or if the table cannot be read.
    #[cfg(feature = "full")]
    fn reached(
        &self,
        start: Slot,
        each: Each,
        table: &dyn Values,
        options: &Options<'_>,
    ) -> Result<Histogram, ReachError>;

    /// Finds the values of all slots of the table.
    fn solve(&self, options: &Options<'_>) -> Result<AnyValues, SolveError>;

    /// Returns the number of slots of the table, holes included.
    fn table_slots(&self) -> u64;

    /// Writes the seeds of some slots of the table. A seed is the content of a slot before the analysis starts.
    #[cfg(feature = "full")]
    fn seeds(&self, slots: Range<u64>, seeds: &mut Vec<Seed>);

    /// Describes the representative of a slot of the table. Returns the representative's side to move and ending, and
    /// writes the children in the order of the moves. Returns `None` for a hole.
    fn behaviour(&self, slot: Slot, children: &mut Vec<Neighbour>) -> Option<PositionSummary>;

    /// Writes the expansions (lists of children) of some slots of the table, in the form that
    /// [`by_moves`](crate::rules::expansion::by_moves) writes.
    #[cfg(feature = "full")]
    fn expand_table(&self, slots: &[Slot], expansion: &mut Expansion);

    /// Like [`expand_table`](Self::expand_table), with the game's
    /// [`FastExpansion`](crate::rules::expansion::FastExpansion). If the game has no fast expansion, the method writes
    /// nothing and returns false.
    #[cfg(feature = "full")]
    fn expand_fast(&self, slots: &[Slot], expansion: &mut Expansion) -> bool;

    /// Returns the token of the representative of a table's slot. Returns `None` for a hole.
    fn table_token(&self, slot: Slot) -> Option<String>;

    /// Returns the side to move in the representative of a table's slot. Returns `None` for a hole.
    #[cfg(feature = "full")]
    fn table_turn(&self, slot: Slot) -> Option<Side>;

    /// Returns the conventions of the game. A reader needs them to understand the values of the table.
    fn conventions(&self) -> Conventions;

    /// Returns the content of a table's slot, if this content follows from the rules without the values of other
    /// positions. The rules imply holes and endings. If the table omits wins by the next move, the rules also imply
    /// these wins.
    #[cfg(feature = "full")]
    fn implied(&self, slot: Slot) -> Option<Cell>;

    /// Returns the place of a table's slot in the files; see
    /// [`FileOrder::place`](crate::rules::game::FileOrder::place).
    #[cfg(feature = "full")]
    fn in_file_order(&self, slot: Slot) -> u64;

    /// Writes the slots that the files store at a range of places.
    #[cfg(feature = "full")]
    fn write_in_file_order(&self, places: Range<u64>, slots: &mut Vec<Slot>);
}

/// Conventions that differ between games. A reader needs them to understand the values of a table. In all tables,
/// depths are in plies, an ending has depth 0, and endless play is a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conventions {
    /// The result of a position that has no moves and for which the rules define no other ending.
    pub no_move: NoMove,
    /// Whether a table may omit positions in which the next move wins; see
    /// [`Numbered::elides_all_wins`](crate::Numbered::elides_all_wins).
    pub at_once: bool,
    /// Whether several positions can share one slot; see [`RawSlots`](crate::rules::RawSlots).
    pub folded: bool,
    /// Whether the files store the slots in another order than the table in memory; see
    /// [`FileOrder`](crate::rules::game::FileOrder).
    pub in_file_order: bool,
}

/// The reason why a position does not belong to a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FindError {
    /// The position belongs to another game or instance.
    #[error("the position belongs to another board")]
    OtherInstance,
    /// The position belongs to another instance that, because of an error in the game, has the same identity.
    #[error("the position belongs to another board with the same identity: {0}")]
    OneIdentity(Message),
    /// The position has no slot, because it is not reachable from the start of the exploration.
    #[error("the position has no slot")]
    NotHeld,
}

/// The values of all slots, stored in memory, on disk or in other processes.
pub type AnyValues = Box<dyn Values + Send>;
