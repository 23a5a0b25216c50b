//! The contract between a game and the solver: rules, then a numbering, then un-moves.
//!
//! ```text
//! Game        turn, ending, moves       enough: Explored + Linked supply the rest
//!   Numbered    slots                   drops the search for positions: Linked supplies un-moves
//!     Reversible  un-moves              drops the stored predecessors
//! ```
//!
//! Each step only makes solving faster and smaller, never different; [`crate::check`] tests that a
//! game's steps agree with its rules.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::sync::Arc;

use crate::side::Side;
use crate::solve::{self, Options, SolveError, Unmoves};
use crate::table::Table;
use crate::value::{Depth, Value};

/// How a finished game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// That side won.
    Won(Side),
    /// The game ended level: a tie.
    Level,
}

/// The end of a game: its outcome and the rule that made it, as a short word such as `captured`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ending {
    /// Who won.
    pub outcome: Outcome,
    /// The rule that ended the game, in lower case joined by dashes: `reached-goal`, `no-move`.
    pub rule: &'static str,
}

impl Ending {
    /// `winner` has won by `rule`.
    #[inline]
    pub const fn won(winner: Side, rule: &'static str) -> Self {
        Self { outcome: Outcome::Won(winner), rule }
    }

    /// The game ended level by `rule`.
    #[inline]
    pub const fn level(rule: &'static str) -> Self {
        Self { outcome: Outcome::Level, rule }
    }

    /// The side that has won; `None` if the game ended level.
    #[inline]
    pub const fn winner(self) -> Option<Side> {
        match self.outcome {
            Outcome::Won(winner) => Some(winner),
            Outcome::Level => None,
        }
    }

    /// The value of the finished position for `mover`, the player who would move next: depth 0.
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

/// What becomes of a side that has no move, where no ending says so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum NoMove {
    /// The rules do not say: that there is such a position is a fault in them.
    #[default]
    Unsaid,
    /// The side that cannot move loses.
    Loses,
    /// The game ends level.
    Ties,
}

impl NoMove {
    /// The rule that makes such an ending.
    pub const RULE: &'static str = "no-move";

    /// The ending of a position in which `mover` has no move.
    #[inline]
    pub const fn ending(self, mover: Side) -> Option<Ending> {
        match self {
            Self::Unsaid => None,
            Self::Loses => Some(Ending::won(mover.other(), Self::RULE)),
            Self::Ties => Some(Ending::level(Self::RULE)),
        }
    }
}

/// The rules of a game, which are all that the solver needs.
///
/// A value of the implementing type is one *instance*: a board with its walls, say. Turns need not
/// alternate, and a position may recur: cycles are what this solver is for.
///
/// # Laws
/// * A position with an [`ending`](Game::ending) has no moves; any other has at least one, unless
///   [`NO_MOVE`](Game::NO_MOVE) says what it means to have none.
/// * The same position always has the same turn, ending and moves.
/// * The moves of one position print differently.
/// * Equal positions have the same turn, ending and moves. The order of positions is total and agrees with equality, and so
///   does their hash.
/// * No ending is level unless [`TIES`](Game::TIES).
///
/// [`crate::check::from_examples`] tests them, and [`crate::check::check_rules`] on positions of your choice.
pub trait Game: Sync {
    /// The board, whose turn it is, and whatever else the rules look at.
    ///
    /// Exploring numbers positions in their order, and refuses a game whose order overlooks what tells two of them apart, such
    /// as whose turn it is. Derive the traits, or keep them in step.
    type Position: Clone + Ord + Hash + Debug + Send + Sync;

    /// One turn of one player, compound or not; printed as in the game's notation.
    type Move: Clone + Display + Send + Sync;

    /// Whether a game can end level. If not, saying so makes the certificates of draws short.
    const TIES: bool = true;

    /// What becomes of a side that has no move: `NoMove::Loses` saves looking for moves in [`ending`](Game::ending).
    const NO_MOVE: NoMove = NoMove::Unsaid;

    /// The side to move; also answers for finished positions (who would be next).
    fn turn(&self, position: &Self::Position) -> Side;

    /// The ending, if the game is over here; of a side without a move, [`NO_MOVE`](Game::NO_MOVE) may tell it instead.
    fn ending(&self, position: &Self::Position) -> Option<Ending>;

    /// Visits every legal move with the position it leads to; none if the game is over.
    /// Two moves may lead to the same position.
    fn each_move(&self, position: &Self::Position, visit: impl FnMut(Self::Move, Self::Position));

    /// The ending by all the rules: [`ending`](Game::ending), or else what [`NO_MOVE`](Game::NO_MOVE) makes of a side
    /// without a move. Whoever asks whether a game is over asks this. A game leaves it as it is; an adapter forwards it.
    ///
    /// # Complexity
    /// That of `ending`; if `NO_MOVE` says something, every move is made, too.
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
}

/// A dense index of positions: the number of a cell in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot(pub u64);

impl Slot {
    /// The slot as an index of a slice.
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

/// A game whose positions are numbered densely: a perfect or near-perfect ranking.
///
/// # Laws
/// * `position(slot(p)) == Some(p)` for every position that can be reached, and
///   `slot(position(s)?) == s` for every slot below [`slots`](Numbered::slots).
/// * The children of a numbered position are numbered.
///
/// A slot that stands for no position is a *hole*. [`crate::check::check_numbering`] tests the laws.
pub trait Numbered: Game {
    /// The number of slots, holes included.
    fn slots(&self) -> u64;

    /// The slot of a position.
    fn slot(&self, position: &Self::Position) -> Slot;

    /// The position of a slot; `None` for a hole.
    fn position(&self, slot: Slot) -> Option<Self::Position>;

    /// The slot of a position, if the numbering has it: for positions that come from outside.
    fn find(&self, position: &Self::Position) -> Option<Slot> {
        let slot = self.slot(position);
        (slot.0 < self.slots() && self.position(slot).as_ref() == Some(position)).then_some(slot)
    }

    /// The number of *distinct* children of a position that is not over, which is where its count
    /// of open moves starts. Override it where the rules make the count easy.
    fn open_moves(&self, position: &Self::Position) -> u32 {
        let mut children = Vec::new();
        self.each_move(position, |_, child| children.push(self.slot(&child)));
        children.sort_unstable();
        children.dedup();
        children.len() as u32
    }

    /// The number of all distinct moves, if it is known without making them: then what storing them takes is known before.
    fn total_moves(&self) -> Option<u64> {
        None
    }

    /// The memory that the numbering itself takes, in bytes: positions or predecessors that it stores. A formula takes none.
    fn bytes(&self) -> u64 {
        0
    }
}

/// A numbered game that can take moves back.
///
/// # Laws
/// * The un-moves of `p` are exactly the *distinct* positions that have a move to `p`; none of them is over.
///
/// [`crate::check::check_unmoves`] tests it.
pub trait Reversible: Numbered {
    /// Visits every distinct position that has a move to `position`, each once.
    fn each_unmove(&self, position: &Self::Position, visit: impl FnMut(Self::Position));

    /// Visits the slot and the turn of every predecessor of `position`, whose slot is `slot`.
    ///
    /// This is what the kernel calls. Override it where slots are at hand and positions are not.
    #[inline]
    fn each_predecessor(&self, slot: Slot, position: &Self::Position, mut visit: impl FnMut(Slot, Side)) {
        let _ = slot;
        self.each_unmove(position, |parent| visit(self.slot(&parent), self.turn(&parent)));
    }

    /// Finds the value of every slot: see [`solve`](crate::solve::solve()), which calls this.
    ///
    /// By default the kernel works on the un-moves of this type. A game whose moves are stored has it work on
    /// [`Edges`](crate::Edges), compiled once for all games.
    fn solve(&self, options: &Options<'_>) -> Result<Table, SolveError>
    where
        Self: Sized,
    {
        solve::run(&Unmoves(self), self.bytes(), options)
    }
}

/// A borrowed or a shared game is a game.
macro_rules! forward {
    ($pointer:ty $(where $bound:path)?) => {
        impl<G: Game $(+ $bound)?> Game for $pointer {
            type Position = G::Position;
            type Move = G::Move;
            const TIES: bool = G::TIES;
            const NO_MOVE: NoMove = G::NO_MOVE;
            fn turn(&self, position: &Self::Position) -> Side {
                (**self).turn(position)
            }
            fn ending(&self, position: &Self::Position) -> Option<Ending> {
                (**self).ending(position)
            }
            fn each_move(&self, position: &Self::Position, visit: impl FnMut(Self::Move, Self::Position)) {
                (**self).each_move(position, visit);
            }
            fn over(&self, position: &Self::Position) -> Option<Ending> {
                (**self).over(position)
            }
        }

        impl<G: Numbered $(+ $bound)?> Numbered for $pointer {
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
            fn open_moves(&self, position: &Self::Position) -> u32 {
                (**self).open_moves(position)
            }
            fn total_moves(&self) -> Option<u64> {
                (**self).total_moves()
            }
            fn bytes(&self) -> u64 {
                (**self).bytes()
            }
        }

        impl<G: Reversible $(+ $bound)?> Reversible for $pointer {
            fn each_unmove(&self, position: &Self::Position, visit: impl FnMut(Self::Position)) {
                (**self).each_unmove(position, visit);
            }
            fn each_predecessor(&self, slot: Slot, position: &Self::Position, visit: impl FnMut(Slot, Side)) {
                (**self).each_predecessor(slot, position, visit);
            }
            fn solve(&self, options: &Options<'_>) -> Result<Table, SolveError> {
                (**self).solve(options)
            }
        }
    };
}

forward!(&G);
forward!(Arc<G> where Send);
