//! Defines the contract between a game and the solver. The contract consists of a trait for the rules, a trait for a
//! numbering, and a trait for un-moves.
//!
//! ```text
//! Game        turn, ending, moves       sufficient: Explored + Linked supply the rest
//!   Numbered    slots                   no search for positions: Linked supplies un-moves
//!     Reversible  un-moves              no stored predecessors
//! ```
//!
//! If a game implements a further trait, the solver solves it faster and with less memory. The values stay the same.
//! The functions in [`crate::author::check`] test that the traits of a game agree with its rules.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::Range;
use std::sync::Arc;

use crate::rules::side::Side;
use crate::rules::value::{Depth, Value};

/// How a finished game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The given side won.
    Won(Side),
    /// The result is a tie. The game ended, and neither side won.
    Level,
}

/// The way in which a game ended. An ending consists of the outcome, and of a short word for the rule that ended the
/// game, such as `captured`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ending {
    /// The side that won, or a tie.
    pub outcome: Outcome,
    /// The rule that ended the game, in lower case with dashes, such as `reached-goal` or `no-move`.
    pub rule: &'static str,
}

impl Ending {
    /// Returns the ending in which `winner` has won by `rule`.
    #[inline]
    pub const fn won(winner: Side, rule: &'static str) -> Self {
        Self { outcome: Outcome::Won(winner), rule }
    }

    /// Returns the ending in which `rule` has ended the game in a tie.
    #[inline]
    pub const fn level(rule: &'static str) -> Self {
        Self { outcome: Outcome::Level, rule }
    }

    /// Returns the side that has won. Returns `None` if the game ended in a tie.
    #[inline]
    pub const fn winner(self) -> Option<Side> {
        match self.outcome {
            Outcome::Won(winner) => Some(winner),
            Outcome::Level => None,
        }
    }

    /// Returns the value of the finished position for `mover`, the player who would move next; the depth is 0.
    #[inline]
    pub fn value_for(self, mover: Side) -> Value {
        match self.outcome {
            Outcome::Won(winner) if winner == mover => Value::Win(Depth::ZERO),
            Outcome::Won(_) => Value::Loss(Depth::ZERO),
            Outcome::Level => Value::Tie(Depth::ZERO),
        }
    }
}

impl Display for Ending {
    /// Prints `first won: captured`, `level: full-board`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.outcome {
            Outcome::Won(winner) => write!(f, "{winner} won: {}", self.rule),
            Outcome::Level => write!(f, "level: {}", self.rule),
        }
    }
}

/// The result of a position in which the side to move has no move, and for which [`Game::ending`] returns no ending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum NoMove {
    /// The rules do not define the result. So a position without a move and without an ending is an error in the rules.
    #[default]
    Unsaid,
    /// The side that has no move loses.
    Loses,
    /// The game ends in a tie.
    Ties,
    /// The side that has no move wins, as in misère games.
    Wins,
}

impl NoMove {
    /// The name of the rule that ends a game because the side to move has no move.
    pub const RULE: &'static str = "no-move";

    /// Returns the ending of a position in which `mover` has no move.
    #[inline]
    pub const fn ending(self, mover: Side) -> Option<Ending> {
        match self {
            Self::Unsaid => None,
            Self::Loses => Some(Ending::won(mover.other(), Self::RULE)),
            Self::Ties => Some(Ending::level(Self::RULE)),
            Self::Wins => Some(Ending::won(mover, Self::RULE)),
        }
    }
}

/// The rules of a game. The solver needs no other trait.
///
/// A value of the implementing type is one *instance*, for example a board with its walls. Turns need not alternate. A
/// position may recur in a play. The solver also solves games with cycles of positions.
///
/// # Laws
/// * A position with an [`ending`](Game::ending) has no moves. Any other position has at least one move, unless
///   [`NO_MOVE`](Game::NO_MOVE) defines the result of a position without moves.
/// * The same position always has the same turn, ending and moves.
/// * Different moves of one position print differently.
/// * Equal positions have the same turn, ending, moves and hash. The order of positions is total and agrees with
///   equality.
/// * If [`TIES`](Game::TIES) is false, no ending is a tie. If [`ALTERNATES`](Game::ALTERNATES) is true, no side moves
///   twice in a row.
/// * [`wins_at_once`](Game::wins_at_once) agrees with the moves.
///
/// The function [`crate::author::check::from_examples`] tests these laws. The function
/// [`crate::author::check::check_rules`] tests them on given positions.
pub trait Game: Sync {
    /// The board, the side to move, and everything else that the rules depend on.
    ///
    /// If the solver explores the game, it sorts the positions by `Ord`. The solver returns an error if the order
    /// ignores a difference between two positions, such as the side to move. Derive `Ord`, `Eq` and `Hash`, or keep
    /// them consistent.
    type Position: Clone + Ord + Hash + Debug + Send + Sync;

    /// A move of one player, which may consist of several parts. `Display` prints a move in the game's notation.
    type Move: Clone + Display + Send + Sync;

    /// Whether a game can end in a tie. If this constant is `false`, the certificates of draws are short.
    const TIES: bool = true;

    /// Whether every move passes the turn to the other side.
    const ALTERNATES: bool = false;

    /// The result of a position in which the side to move has no move. For example, with `NoMove::Loses`, the method
    /// [`ending`](Game::ending) need not check whether the side to move has a move.
    const NO_MOVE: NoMove = NoMove::Unsaid;

    /// Returns the side to move; for a finished position, the side that would move next.
    fn turn(&self, position: &Self::Position) -> Side;

    /// Returns the ending, if the game is over in this position. If the side to move has no move,
    /// [`NO_MOVE`](Game::NO_MOVE) may define the ending instead.
    fn ending(&self, position: &Self::Position) -> Option<Ending>;

    /// Visits every legal move, together with the position to which the move leads. If the game is over, visits
    /// nothing. Two moves may lead to the same position.
    fn each_move(&self, position: &Self::Position, visit: impl FnMut(Self::Move, Self::Position));

    /// Returns the ending of a position by all rules. The result is the ending that [`ending`](Game::ending) returns,
    /// if there is one. If `ending` returns `None` and the side to move has no move, the result is the ending that
    /// [`NO_MOVE`](Game::NO_MOVE) defines. Code that asks whether a game is over must call this method. A game must not
    /// override this method; an adapter forwards the call.
    ///
    /// # Complexity
    /// The cost is that of `ending`. If `NO_MOVE` is defined, this method also makes every move.
    #[inline]
    fn over(&self, position: &Self::Position) -> Option<Ending> {
        let ending = self.ending(position);
        if ending.is_some() || Self::NO_MOVE == NoMove::Unsaid {
            return ending;
        }
        let mut moves = false;
        self.each_move(position, |_, _| moves = true);
        if moves { None } else { Self::NO_MOVE.ending(self.turn(position)) }
    }

    /// Returns whether the side to move has a move to an ending in which it has won. The default makes every move.
    /// Override this method if the game can compute the result without making the moves.
    ///
    /// # Complexity
    /// The default makes every move, and calls `over` for every child.
    fn wins_at_once(&self, position: &Self::Position) -> bool {
        let (mover, mut wins) = (self.turn(position), false);
        self.each_move(position, |_, child| {
            wins = wins || self.over(&child).is_some_and(|ending| ending.winner() == Some(mover));
        });
        wins
    }
}

/// The number of a position. A slot is also the number of the cell that stores the value of the position in the table.
/// The numbers are dense.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot(pub u64);

impl Slot {
    /// Returns the slot as an index of a slice.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Display for Slot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// The content of a slot before the analysis starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seed {
    /// No position.
    Hole,
    /// A position whose value is known at the start. The position is an ending or, if wins at once (wins in 1 ply) are
    /// elided, a position that is lost in one or two plies. The solver follows the un-moves of this position.
    Decided(Value),
    /// An elided ending, or an elided win in 1; see [`Numbered`], section *Wins at once*. From an elided win, the
    /// solver follows only the un-moves to positions with the same side to move.
    Elided(Value),
    /// A position with this number of open moves, at least 1.
    Open(u32),
}

/// A game whose positions are numbered densely, by a perfect or near-perfect ranking.
///
/// # Laws
/// * `position(slot(p)) == Some(p)` for every reachable position, and `slot(position(s)?) == s` for every slot below
///   [`slots`](Numbered::slots).
/// * The children of a numbered position are numbered.
///
/// A slot without a position is a *hole*. The function [`crate::author::check::check_numbering`] tests the laws.
///
/// # Wins at once
/// In a game in which a capture wins, the side to move can win with its next move in most positions. Without a
/// special treatment, most of the solver's work would be to propagate these wins from the endings. If a game sets
/// [`AT_ONCE`](Numbered::AT_ONCE), the solver decides these positions while it seeds the table. The wins and the
/// endings that are decided during seeding are called *elided*. The following rules apply to elided positions.
///
/// * The methods [`elides_win`](Numbered::elides_win) and [`elides_ending`](Numbered::elides_ending) say which
///   positions are elided. By default, these are all positions that win at once, and all endings that a side has won. A
///   game may elide only some of these positions. For example, a game may elide the wins by a line, because it finds
///   these wins easily, but not the wins by a blockade. If a position has a move to an elided ending that the
///   position's mover has won, the position must be elided. An ending that is a tie is never elided.
/// * A child needs no slot if it is an elided ending. A child also needs no slot if it is an elided win whose side to
///   move is the opponent of the parent's mover. To find the value of a position, call `over`, then `elides_win`, and
///   then read the table.
/// * [`open_moves`](Numbered::open_moves) counts all children that need a slot, including endings that are ties. A
///   position that is not elided is *lost at once* if every child is either an ending that the position's mover has
///   lost or an elided win of the opponent. A position that is lost at once is lost in 1 ply if all its children are
///   finished, and otherwise in 2 plies. A position that is lost at once has no open moves, even if some of these
///   endings are not elided. If the count included these endings, the count could become zero when the solver
///   propagates an ending. The solver would then store a loss in 1 ply. This value would be wrong, because the
///   opponent's elided win makes the position a loss in 2 plies.
/// * The solver never expands elided endings. From an elided win, the solver follows only the un-moves to positions
///   with the same side to move. Un-moves need not visit elided parents. The solver expands all other positions. A win
///   in 1 that is not elided is an open position, and an ending that is not elided has the seed [`Seed::Decided`].
///
/// The seed [`Seed::Elided`] gives elided positions codes of their own. So when the solver scans the codes, it can
/// distinguish elided positions from other wins in 1, and need not ask the game.
///
/// The following game is an example. A piece on a strip of five squares moves one or two squares forward. The player
/// who reaches the end wins. On squares 3 and 4 the mover wins at once. On square 2 the opponent wins at once after
/// either move, so square 2 has no open move and is a loss in 2 plies. Square 1 has one open move, to square 2. The
/// solver neither counts nor propagates the moves to the end, to square 4 and to square 3.
///
/// # Folds
/// A numbering may give one slot to positions that are equal up to a symmetry. For positions that share a slot, `slot`
/// returns the same slot, and `position` returns the representative. Two children, or two un-moves, are distinct if
/// they differ in their slot or in the side to move. A game must compute un-moves only for representatives. If only
/// some of a position's images share a slot, the predecessors of this slot are exactly the slots whose representatives
/// have a move to a position of this slot.
///
/// If positions share slots, or if some positions have no slot, the method [`raw`](Numbered::raw) must return
/// [`RawSlots`]. Raw slots identify each position for queries. A folded game must compute its un-moves itself, because
/// [`Linked`](crate::Linked) does not support folded games.
///
/// # Repeated moves
/// The solver requires only that counts and un-moves agree. The number of open moves of a slot must be the number of
/// times that the un-moves of its children visit the slot. The un-moves of each counted child must visit the slot at
/// least once. In most games, a count includes each *distinct* child once, and un-moves visit each *distinct* parent
/// once. A game that sets [`REPEATS`](Numbered::REPEATS) may count a child several times. If a child counts several
/// times, the child's un-moves must visit the slot the same number of times. For example, a game may count moves and
/// not check whether two moves lead to the same child. The un-moves of this game then visit a parent once for each
/// move.
///
/// In a folded numbering, let *p* and *c* be representatives, and let `Stab(x)` be the set of symmetries that map *x*
/// to itself. If *p* has *m* moves to the slot of *c*, then *c* has *m* x (|`Stab(c)`| / |`Stab(p)`|) un-moves to the
/// slot of *p*. To agree with the count, each of these un-moves must visit the slot of *p* a certain number of times on
/// average. The average number of visits must be |`Stab(p)`| / |`Stab(c)`|.
pub trait Numbered: Game {
    /// Whether counts of open moves and un-moves omit some or all wins at once.
    const AT_ONCE: bool = false;

    /// Whether counts of open moves may include a child several times, and un-moves may visit a parent several times.
    const REPEATS: bool = false;

    /// Returns the number of slots, holes included.
    fn slots(&self) -> u64;

    /// Returns the slot of a position.
    fn slot(&self, position: &Self::Position) -> Slot;

    /// Returns the position of a slot. Returns `None` for a hole.
    fn position(&self, slot: Slot) -> Option<Self::Position>;

    /// Returns the raw slots, if some positions share a slot or have no slot. Returns `None` if every position has its
    /// own slot.
    fn raw(&self) -> Option<&dyn RawSlots<Self::Position>> {
        None
    }

    /// Returns the slot of a position on the [board](BoardSlots), if the numbering contains the position. Use this
    /// method for positions from user input, which can be invalid.
    fn find(&self, position: &Self::Position) -> Option<Slot> {
        let slot = self.board_slot(position);
        (slot.0 < self.board_slots() && self.board_position(slot).as_ref() == Some(position)).then_some(slot)
    }

    /// Returns whether a position that is not over is an elided win in 1 ply. Counts and un-moves omit elided wins.
    /// Every elided win [wins at once](Game::wins_at_once). The default elides all wins at once if
    /// [`AT_ONCE`](Numbered::AT_ONCE) is true.
    #[inline]
    fn elides_win(&self, position: &Self::Position) -> bool {
        Self::AT_ONCE && self.wins_at_once(position)
    }

    /// Returns whether every win in 1 ply is an [elided win](Numbered::elides_win). A win in 1 ply is a position that
    /// is not over, and in which the mover can win with the next move. If this method returns `true`, files of tables
    /// omit these positions. A game that overrides `elides_win` and elides only some wins must override this method,
    /// too.
    #[inline]
    fn elides_all_wins(&self) -> bool {
        Self::AT_ONCE
    }

    /// Returns whether some position of this board is an elided win or an elided ending. If this method returns `false`,
    /// solves by tiers do not ask for each position. The default returns [`AT_ONCE`](Numbered::AT_ONCE).
    #[inline]
    fn elides_any(&self) -> bool {
        Self::AT_ONCE
    }

    /// Returns whether a finished position is an elided ending. Counts and un-moves omit elided endings. The argument
    /// `ending` is the ending of the position by all rules. The default elides all endings that a side has won if
    /// [`AT_ONCE`](Numbered::AT_ONCE) is true.
    #[inline]
    fn elides_ending(&self, position: &Self::Position, ending: Ending) -> bool {
        let _ = position;
        Self::AT_ONCE && ending.winner().is_some()
    }

    /// Returns the initial count of the open moves of a position that is not over. The count is the number of
    /// *distinct* children. With [`REPEATS`](Numbered::REPEATS), the count is the number of times that un-moves visit
    /// the position. Override this method if the game can compute the count faster. With `REPEATS`, the default counts
    /// moves.
    ///
    /// With [`AT_ONCE`](Numbered::AT_ONCE), the count includes only the children that need a slot. The count is 0 for a
    /// position that is lost at once.
    fn open_moves(&self, position: &Self::Position) -> u32 {
        let mut children = counted_children(self, position);
        if !Self::REPEATS {
            children.dedup();
        }
        children.len() as u32
    }

    /// Returns the content of a slot before the analysis starts.
    fn seed(&self, slot: Slot) -> Seed {
        self.position(slot).map_or(Seed::Hole, |position| seed(self, &position))
    }

    /// Visits the seeds of a range of slots, in ascending order. Override this method if each position is easy to
    /// compute from the previous one.
    #[inline]
    fn each_seed(&self, slots: Range<u64>, mut visit: impl FnMut(Seed)) {
        slots.for_each(|slot| visit(self.seed(Slot(slot))));
    }

    /// Facts about the numbering that are known before the solve. The default is correct for a numbering that computes
    /// slots by a formula and stores nothing.
    fn facts(&self) -> Facts {
        Facts::default()
    }
}

/// Facts about a numbering that are known before the solve. These facts influence only memory and speed of a solve,
/// never its values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The memory in bytes that the numbering itself needs, for stored positions or predecessors.
    pub bytes: u64,
    /// The number of all distinct moves, if the numbering knows this number without making the moves. Before the solve,
    /// the program computes from this number how much memory the stored moves need.
    pub moves: Option<u64>,
    /// Whether one byte per slot will probably suffice. During a solve, counts of open moves and values share the codes
    /// of a byte. So one byte suffices if the greatest count of open moves plus the number of different values is at
    /// most about 250. If this expectation is wrong, the kernel widens its cells.
    pub fits_bytes: bool,
}

/// Returns the content of a position's slot before the analysis starts.
fn seed<N: Numbered + ?Sized>(game: &N, position: &N::Position) -> Seed {
    match game.over(position) {
        Some(ending) if game.elides_ending(position, ending) => Seed::Elided(ending.value_for(game.turn(position))),
        Some(ending) => Seed::Decided(ending.value_for(game.turn(position))),
        None if game.elides_win(position) => Seed::Elided(Value::Win(Depth::new(1))),
        None => match game.open_moves(position) {
            0 if N::AT_ONCE => Seed::Decided(Value::Loss(loss_at_once(game, position))),
            open => Seed::Open(open),
        },
    }
}

/// Makes all moves of a position. Returns the children that need a slot, sorted by slot. A child occurs once for each
/// move that leads to it. The flag of a child says whether the child has the same side to move as the position. The
/// list is empty if the position is lost at once.
pub(crate) fn counted_children<N: Numbered + ?Sized>(game: &N, position: &N::Position) -> Vec<(Slot, bool)> {
    let (mover, mut children, mut lost_at_once) = (game.turn(position), Vec::new(), N::AT_ONCE);
    game.each_move(position, |_, child| {
        let again = game.turn(&child) == mover;
        let (is_elided, is_lost) = match game.over(&child) {
            Some(ending) => (game.elides_ending(&child, ending), ending.winner() == Some(mover.other())),
            None => (!again && game.elides_win(&child), false),
        };
        if !is_elided {
            children.push((game.slot(&child), again));
            lost_at_once &= is_lost;
        }
    });
    children.sort_unstable();
    if lost_at_once { Vec::new() } else { children }
}

/// Computes the seed of a position only by making the moves of the position, without the game's faster methods. Returns
/// `None` if the table needs no slot for the position. The open moves are the distinct children, even if the game
/// counts some children several times.
pub(crate) fn seed_by_moves<N: Numbered>(game: &N, position: &N::Position) -> Option<Seed> {
    Some(match game.over(position) {
        Some(ending) if game.elides_ending(position, ending) => return None,
        Some(ending) => Seed::Decided(ending.value_for(game.turn(position))),
        None if game.elides_win(position) => return None,
        None => match distinct_children(game, position) {
            0 if N::AT_ONCE => Seed::Decided(Value::Loss(loss_at_once(game, position))),
            open => Seed::Open(open),
        },
    })
}

/// Returns the number of distinct children that need a slot.
fn distinct_children<N: Numbered>(game: &N, position: &N::Position) -> u32 {
    let mut children = counted_children(game, position);
    children.dedup();
    children.len() as u32
}

/// Returns the depth of a position that is lost at once. The depth is 1 if every move ends the game, and otherwise 2.
fn loss_at_once<N: Numbered + ?Sized>(game: &N, position: &N::Position) -> Depth {
    let mut all_over = true;
    game.each_move(position, |_, child| all_over = all_over && game.over(&child).is_some());
    Depth::new(if all_over { 1 } else { 2 })
}

/// The raw slots of a folded game. Raw slots identify each position for queries. No table is indexed by raw slots. A
/// game declares its raw slots with [`Numbered::raw`].
///
/// # Laws
/// * `raw_position(raw_slot(p)) == Some(p)` for every position `p`.
pub trait RawSlots<P> {
    /// Returns the number of raw slots.
    fn raw_slots(&self) -> u64;

    /// Returns the raw slot of a position. No other position has the same raw slot.
    fn raw_slot(&self, position: &P) -> Slot;

    /// Returns the position of a raw slot. Returns `None` for a hole.
    fn raw_position(&self, slot: Slot) -> Option<P>;

    /// Returns whether each slot stands for a whole orbit of the folded symmetries. If the result is true, all images
    /// of a position share one slot. The moves of positions that share a slot then lead to the same slots. So
    /// [`Each::Slot`](crate::ask::reachable::Each::Slot) can count the reachable positions. If this method returns
    /// `true` and a position has no slot, [`slot`](Numbered::slot) must return a number that is not below the number of
    /// slots.
    fn slots_are_orbits(&self) -> bool {
        false
    }
}

/// The slots of a board, one for each position. The board of a folded game has the raw slots. The board of any other
/// game has the slots of the table.
pub trait BoardSlots: Numbered {
    /// Returns the number of slots, holes included.
    fn board_slots(&self) -> u64 {
        self.raw().map_or_else(|| self.slots(), RawSlots::raw_slots)
    }

    /// Returns the slot of a position.
    fn board_slot(&self, position: &Self::Position) -> Slot {
        self.raw().map_or_else(|| self.slot(position), |raw| raw.raw_slot(position))
    }

    /// Returns the position of a slot. Returns `None` for a hole.
    fn board_position(&self, slot: Slot) -> Option<Self::Position> {
        self.raw().map_or_else(|| self.position(slot), |raw| raw.raw_position(slot))
    }
}

impl<N: Numbered + ?Sized> BoardSlots for N {}

/// A numbering whose files store the slots in another order. Files are smaller if slots with similar values are
/// neighbours. A game declares such an order in its entry, with [`file_order`](crate::Entry::file_order).
///
/// # Laws
/// * The method [`place`](Self::place) is a permutation of the slots. The method [`write_slots`](Self::write_slots) is
///   the inverse of this permutation.
pub trait FileOrder {
    /// Returns the index at which files store a slot.
    fn place(&self, slot: Slot) -> u64;

    /// Appends to `slots` the slots that files store at the indices `places`, in the order of the file.
    fn write_slots(&self, places: Range<u64>, slots: &mut Vec<Slot>);
}

/// A numbered game that can take moves back.
///
/// # Laws
/// * The un-moves of `p` are exactly the *distinct* positions that have a move to `p`. No un-move leads to a finished
///   position.
/// * If [`each_predecessor`](Self::each_predecessor) is called for every child of a slot, the total number of visits to
///   the slot is the number of its open moves. The call for one child visits the slot once or, with
///   [`REPEATS`](Numbered::REPEATS), at least once. [`each_predecessor_of`](Self::each_predecessor_of) visits the same
///   slots as `each_predecessor`, and visits each slot equally often.
///
/// The function [`crate::author::check::check_unmoves`] tests these laws.
pub trait Reversible: Numbered {
    /// Visits every position that has a move to `position`. The method visits each position once or, with
    /// [`REPEATS`](Numbered::REPEATS), at least once. The default of `each_predecessor` uses the number of visits only
    /// if [`raw`](Numbered::raw) returns `None`.
    fn each_unmove(&self, position: &Self::Position, visit: impl FnMut(Self::Position));

    /// Visits every predecessor of the position in `slot`. The function `visit` receives the slot of the predecessor.
    /// The function `visit` also receives whether the predecessor has the same side to move as the position.
    ///
    /// Override this method if slots are easier to compute than positions, or if the fold of the numbering requires it.
    ///
    /// # Complexity
    /// The default makes the un-moves of the position. If the numbering is folded and sets
    /// [`REPEATS`](Numbered::REPEATS), the default also makes all moves of each predecessor. The default then visits a
    /// predecessor once for each of the predecessor's moves to the slot.
    #[inline]
    fn each_predecessor(&self, slot: Slot, mut visit: impl FnMut(Slot, bool)) {
        let Some(position) = self.position(slot) else { return };
        let turn = self.turn(&position);
        if self.raw().is_none() {
            return self.each_unmove(&position, |parent| visit(self.slot(&parent), self.turn(&parent) == turn));
        }
        // The list may contain a slot several times, because different parents may share a slot.
        let mut parents = Vec::new();
        self.each_unmove(&position, |parent| parents.push((self.slot(&parent), self.turn(&parent) == turn)));
        parents.sort_unstable();
        parents.dedup();
        for (parent, same) in parents {
            let times = if Self::REPEATS { moves_between(self, parent, slot, same) } else { 1 };
            (0..times).for_each(|_| visit(parent, same));
        }
    }

    /// Visits the predecessors of many slots. For each predecessor, `visit` receives the index in `slots` of the slot
    /// from which the un-move starts, the slot of the predecessor, and whether the same side moves in these two slots.
    ///
    /// The kernel calls this method with several hundred slots. The slots contain no holes. The slots consist of
    /// ascending runs, and many of these runs are short. Override this method if the game can process such runs faster,
    /// or if the predecessors are easy to compute from the slots alone.
    #[inline]
    fn each_predecessor_of(&self, slots: &[Slot], mut visit: impl FnMut(usize, Slot, bool)) {
        for (index, &slot) in slots.iter().enumerate() {
            self.each_predecessor(slot, |parent, same| visit(index, parent, same));
        }
    }
}

/// Returns the number of moves from the representative of `from` to positions of the slot `to`. If `same` is true,
/// counts only moves after which the same side moves. Otherwise counts only moves after which the other side moves.
fn moves_between<N: Numbered + ?Sized>(game: &N, from: Slot, to: Slot, same: bool) -> usize {
    let Some(parent) = game.position(from) else { return 0 };
    let (turn, mut moves) = (game.turn(&parent), 0);
    game.each_move(&parent, |_, child| {
        moves += usize::from(game.slot(&child) == to && (game.turn(&child) == turn) == same);
    });
    moves
}

/// Implements [`Game`](crate::Game) for an adapter around a game, or for a pointer to a game.
macro_rules! forward_rules {
    ([$($generics:tt)*] $adapter:ty, $rules:ident, $self:ident => $game:expr) => {
        impl<$($generics)*> $crate::rules::Game for $adapter {
            type Position = $rules::Position;
            type Move = $rules::Move;
            const TIES: bool = $rules::TIES;
            const ALTERNATES: bool = $rules::ALTERNATES;
            const NO_MOVE: $crate::rules::NoMove = $rules::NO_MOVE;
            fn turn(&$self, position: &Self::Position) -> $crate::rules::Side {
                $game.turn(position)
            }
            fn ending(&$self, position: &Self::Position) -> Option<$crate::rules::Ending> {
                $game.ending(position)
            }
            fn each_move(&$self, position: &Self::Position, visit: impl FnMut(Self::Move, Self::Position)) {
                $game.each_move(position, visit);
            }
            fn over(&$self, position: &Self::Position) -> Option<$crate::rules::Ending> {
                $game.over(position)
            }
            fn wins_at_once(&$self, position: &Self::Position) -> bool {
                $game.wins_at_once(position)
            }
        }
    };
}
pub(crate) use forward_rules;

/// Implements the traits of a game for a borrowed or shared game.
macro_rules! forward {
    ($pointer:ty $(where $bound:path)?) => {
        forward_rules!([G: Game $(+ $bound)?] $pointer, G, self => (**self));

        impl<G: Numbered $(+ $bound)?> Numbered for $pointer {
            const AT_ONCE: bool = G::AT_ONCE;
            const REPEATS: bool = G::REPEATS;
            fn slots(&self) -> u64 {
                (**self).slots()
            }
            fn slot(&self, position: &Self::Position) -> Slot {
                (**self).slot(position)
            }
            fn position(&self, slot: Slot) -> Option<Self::Position> {
                (**self).position(slot)
            }
            fn find(&self, position: &Self::Position) -> Option<Slot> {
                (**self).find(position)
            }
            fn raw(&self) -> Option<&dyn RawSlots<Self::Position>> {
                (**self).raw()
            }
            fn elides_win(&self, position: &Self::Position) -> bool {
                (**self).elides_win(position)
            }
            fn elides_all_wins(&self) -> bool {
                (**self).elides_all_wins()
            }
            fn elides_any(&self) -> bool {
                (**self).elides_any()
            }
            fn elides_ending(&self, position: &Self::Position, ending: Ending) -> bool {
                (**self).elides_ending(position, ending)
            }
            fn open_moves(&self, position: &Self::Position) -> u32 {
                (**self).open_moves(position)
            }
            fn seed(&self, slot: Slot) -> Seed {
                (**self).seed(slot)
            }
            fn each_seed(&self, slots: Range<u64>, visit: impl FnMut(Seed)) {
                (**self).each_seed(slots, visit);
            }
            fn facts(&self) -> $crate::rules::Facts {
                (**self).facts()
            }
        }

        impl<G: Reversible $(+ $bound)?> Reversible for $pointer {
            fn each_unmove(&self, position: &Self::Position, visit: impl FnMut(Self::Position)) {
                (**self).each_unmove(position, visit);
            }
            fn each_predecessor(&self, slot: Slot, visit: impl FnMut(Slot, bool)) {
                (**self).each_predecessor(slot, visit);
            }
            fn each_predecessor_of(&self, slots: &[Slot], visit: impl FnMut(usize, Slot, bool)) {
                (**self).each_predecessor_of(slots, visit);
            }
        }
    };
}

forward!(&G);
forward!(Arc<G> where Send);
