//! The contract between a game and the solver: rules, then a numbering, then un-moves.
//!
//! ```text
//! Game        turn, ending, moves       enough: Explored + Linked supply the rest
//!   Numbered    slots                   drops the search for positions: Linked supplies un-moves
//!     Reversible  un-moves              drops the stored predecessors
//! ```
//!
//! Each step only makes solving faster and smaller, never different; [`crate::author::check`] tests that a
//! game's steps agree with its rules.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::Range;
use std::sync::Arc;

use crate::rules::side::Side;
use crate::rules::value::{Depth, Value};

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
    /// The side that cannot move wins, as in misère games.
    Wins,
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
            Self::Wins => Some(Ending::won(mover, Self::RULE)),
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
/// * No ending is level unless [`TIES`](Game::TIES); no side moves twice in a row if it [`ALTERNATES`](Game::ALTERNATES).
/// * [`wins_at_once`](Game::wins_at_once) is what the moves say.
///
/// [`crate::author::check::from_examples`] tests them, and [`crate::author::check::check_rules`] on positions of your choice.
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

    /// Whether every move passes the turn to the other side.
    const ALTERNATES: bool = false;

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

    /// Whether the side to move has a move to an ending that it has won. By default the rules tell it; a game that can see it
    /// on the board without making the moves says so here.
    ///
    /// # Complexity
    /// By default that of every move and of `over` of every child.
    fn wins_at_once(&self, position: &Self::Position) -> bool {
        let (mover, mut wins) = (self.turn(position), false);
        self.each_move(position, |_, child| {
            wins = wins || self.over(&child).is_some_and(|ending| ending.winner() == Some(mover));
        });
        wins
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

/// What a slot holds before anything is spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seed {
    /// No position.
    Hole,
    /// The value is known: of an ending, or, where wins at once are left out, of a position one or two plies before one.
    Decided(Value),
    /// A position with so many open moves, which are at least one.
    Open(u32),
}

/// A game whose positions are numbered densely: a perfect or near-perfect ranking.
///
/// # Laws
/// * `position(slot(p)) == Some(p)` for every position that can be reached, and
///   `slot(position(s)?) == s` for every slot below [`slots`](Numbered::slots).
/// * The children of a numbered position are numbered.
///
/// A slot that stands for no position is a *hole*. [`crate::author::check::check_numbering`] tests the laws.
///
/// # Wins at once
/// Most positions of a capturing game are won by the next move, and spreading that from the endings is most of the work. A game
/// that says [`AT_ONCE`](Numbered::AT_ONCE) has it decided while seeding:
///
/// * A child needs no slot if it is over and won by either side, or if the parent's opponent is to move there and wins at once.
///   Whoever values a position asks `ending`, then `wins_at_once`, then the table.
/// * [`open_moves`](Numbered::open_moves) counts the other children, level endings included. A position without any, that does
///   not win at once, is lost: in 1 ply if all its children are over, else in 2.
/// * Won endings are never expanded, and a position won at once only over un-moves that keep the mover. Un-moves may leave out
///   parents that win at once.
///
/// Say a token on a strip of five squares goes one or two squares on and who reaches the end wins. On squares 3 and 4 the mover
/// wins at once; on square 2 both children do, so that there is no open move: a loss in 2. Square 1 has one open move, to 2.
/// No edge to the end, 4 or 3 was ever counted or sent.
///
/// # Folds
/// A numbering may give one slot to positions that are equal up to a symmetry. Then `slot` is the same for all of them,
/// `position` gives the representative, and children and un-moves are distinct if they differ in slot or in who moves there;
/// un-moves of the representative are enough. Where only some of the images share a slot, predecessors are the slots whose
/// representatives lead here.
///
/// Where positions share slots, or go without one, a *raw* numbering tells them apart for those who ask about one of them
/// ([`FOLDED`](Numbered::FOLDED)): `raw_position(raw_slot(p)) == Some(p)` for every position. Nothing is stored by raw slot.
/// A folded numbering needs un-moves: [`Linked`](crate::Linked), which would store them, does not compile for it.
pub trait Numbered: Game {
    /// Whether wins at once are left out of the counts and the un-moves.
    const AT_ONCE: bool = false;

    /// Whether positions share slots, or go without one.
    const FOLDED: bool = false;

    /// The number of slots, holes included.
    fn slots(&self) -> u64;

    /// The slot of a position.
    fn slot(&self, position: &Self::Position) -> Slot;

    /// The position of a slot; `None` for a hole.
    fn position(&self, slot: Slot) -> Option<Self::Position>;

    /// The number of raw slots.
    fn raw_slots(&self) -> u64 {
        self.slots()
    }

    /// The raw slot of a position, its alone.
    fn raw_slot(&self, position: &Self::Position) -> Slot {
        self.slot(position)
    }

    /// The position of a raw slot; `None` for a hole.
    fn raw_position(&self, slot: Slot) -> Option<Self::Position> {
        self.position(slot)
    }

    /// The raw slot of a position, if the numbering has it: for positions that come from outside.
    fn find(&self, position: &Self::Position) -> Option<Slot> {
        let slot = self.raw_slot(position);
        (slot.0 < self.raw_slots() && self.raw_position(slot).as_ref() == Some(position)).then_some(slot)
    }

    /// Whether a slot is a whole orbit of the symmetries that are folded: all images of a position share it. Then moves of positions that
    /// share a slot lead to the same slots, and what play reaches can be counted [by slot](crate::ask::reachable::Each::Slot); a position without a
    /// slot must get a number that is no slot's.
    fn slots_are_orbits(&self) -> bool {
        !Self::FOLDED
    }

    /// The number of *distinct* children of a position that is not over, which is where its count
    /// of open moves starts. Override it where the rules make the count easy.
    ///
    /// With [`AT_ONCE`](Numbered::AT_ONCE), of those that need a slot.
    fn open_moves(&self, position: &Self::Position) -> u32 {
        count_open_moves(self, position)
    }

    /// What a slot holds before anything is spread.
    fn seed(&self, slot: Slot) -> Seed {
        self.position(slot).map_or(Seed::Hole, |position| seed(self, &position))
    }

    /// Visits the seeds of a range of slots, in ascending order. Override it where the next position is easily made from the last.
    #[inline]
    fn each_seed(&self, slots: Range<u64>, mut visit: impl FnMut(Seed)) {
        slots.for_each(|slot| visit(self.seed(Slot(slot))));
    }

    /// What is known of the numbering before its slots are solved. A formula leaves it as it is.
    fn facts(&self) -> Facts {
        Facts::default()
    }
}

/// What is known of a numbering before its slots are solved. Plans depend on it, values do not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The memory that the numbering itself takes, in bytes: positions or predecessors that it stores.
    pub bytes: u64,
    /// The number of all distinct moves, if it is known without making them: then what storing them takes is known before.
    pub moves: Option<u64>,
    /// Whether the kernel is expected to do with a byte a slot: counts of open moves and different values are 254 at most, as far as is known.
    /// The kernel widens its cells when it has to.
    pub fits_bytes: bool,
}

/// What stands at a position before anything is spread.
fn seed<N: Numbered + ?Sized>(game: &N, position: &N::Position) -> Seed {
    match game.over(position) {
        Some(ending) => Seed::Decided(ending.value_for(game.turn(position))),
        None if N::AT_ONCE && game.wins_at_once(position) => Seed::Decided(Value::Win(Depth::new(1))),
        None => match game.open_moves(position) {
            0 if N::AT_ONCE => Seed::Decided(Value::Loss(loss_at_once(game, position))),
            open => Seed::Open(open),
        },
    }
}

/// The distinct children that need a slot, by making the moves.
fn count_open_moves<N: Numbered + ?Sized>(game: &N, position: &N::Position) -> u32 {
    let (mover, mut children) = (game.turn(position), Vec::new());
    game.each_move(position, |_, child| {
        let again = game.turn(&child) == mover;
        if !N::AT_ONCE || needs_slot(game, &child, again) {
            children.push((game.slot(&child), again));
        }
    });
    children.sort_unstable();
    children.dedup();
    children.len() as u32
}

/// The seed of a position by its moves alone, whatever the game says faster; `None` of one that needs no slot.
pub(crate) fn seed_by_moves<N: Numbered>(game: &N, position: &N::Position) -> Option<Seed> {
    if N::AT_ONCE
        && (game.over(position).is_some_and(|ending| ending.winner().is_some()) || game.wins_at_once(position))
    {
        return None;
    }
    Some(match game.over(position) {
        Some(ending) => Seed::Decided(ending.value_for(game.turn(position))),
        None => match count_open_moves(game, position) {
            0 if N::AT_ONCE => Seed::Decided(Value::Loss(loss_at_once(game, position))),
            open => Seed::Open(open),
        },
    })
}

/// Whether a child's value has to be looked up: it is neither a win for either side, nor won at once by its parent's opponent.
fn needs_slot<N: Numbered + ?Sized>(game: &N, child: &N::Position, again: bool) -> bool {
    match game.over(child) {
        Some(ending) => ending.winner().is_none(),
        None => again || !game.wins_at_once(child),
    }
}

/// In how many plies a position is lost all of whose children are lost endings, or won at once by the opponent.
fn loss_at_once<N: Numbered + ?Sized>(game: &N, position: &N::Position) -> Depth {
    let mut all_over = true;
    game.each_move(position, |_, child| all_over = all_over && game.over(&child).is_some());
    Depth::new(if all_over { 1 } else { 2 })
}

/// A numbering whose tables are stored in files in another order than that of their slots: slots with like values side by side take less room
/// there. A game declares it at its entry, by [`file_order`](crate::Entry::file_order).
///
/// # Laws
/// * Places are a bijection of all slots, which [`write_slots`](Self::write_slots) reverses.
pub trait FileOrder {
    /// The place of a slot in files.
    fn place(&self, slot: Slot) -> u64;

    /// Adds the slots of a range of places, in the order of the places.
    fn write_slots(&self, places: Range<u64>, slots: &mut Vec<Slot>);
}

/// A numbered game that can take moves back.
///
/// # Laws
/// * The un-moves of `p` are exactly the *distinct* positions that have a move to `p`; none of them is over.
///
/// [`crate::author::check::check_unmoves`] tests it.
pub trait Reversible: Numbered {
    /// Visits every distinct position that has a move to `position`, each once.
    fn each_unmove(&self, position: &Self::Position, visit: impl FnMut(Self::Position));

    /// Visits the slot of every predecessor of the position in `slot`, with whether the same side moves there.
    ///
    /// Override it where slots are at hand and positions are not, or where a fold asks for it.
    #[inline]
    fn each_predecessor(&self, slot: Slot, mut visit: impl FnMut(Slot, bool)) {
        let Some(position) = self.position(slot) else { return };
        let turn = self.turn(&position);
        if !Self::FOLDED {
            return self.each_unmove(&position, |parent| visit(self.slot(&parent), self.turn(&parent) == turn));
        }
        // Parents that differ may share a slot.
        let mut parents = Vec::new();
        self.each_unmove(&position, |parent| parents.push((self.slot(&parent), self.turn(&parent) == turn)));
        parents.sort_unstable();
        parents.dedup();
        for (parent, same) in parents {
            visit(parent, same);
        }
    }

    /// Visits the predecessors of many slots, each with the index of the slot that it precedes.
    ///
    /// This is what the kernel calls, with some hundred slots, none of them a hole, which ascend in stretches, many of them short.
    /// Override it where that can be used, or where the next slot's predecessors are easily told from the slot alone.
    #[inline]
    fn each_predecessor_of(&self, slots: &[Slot], mut visit: impl FnMut(usize, Slot, bool)) {
        for (index, &slot) in slots.iter().enumerate() {
            self.each_predecessor(slot, |parent, same| visit(index, parent, same));
        }
    }
}

/// An adapter around a game, or a pointer to one, has its rules.
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

/// A borrowed or a shared game is a game.
macro_rules! forward {
    ($pointer:ty $(where $bound:path)?) => {
        forward_rules!([G: Game $(+ $bound)?] $pointer, G, self => (**self));

        impl<G: Numbered $(+ $bound)?> Numbered for $pointer {
            const AT_ONCE: bool = G::AT_ONCE;
            const FOLDED: bool = G::FOLDED;
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
            fn raw_slots(&self) -> u64 {
                (**self).raw_slots()
            }
            fn raw_slot(&self, position: &Self::Position) -> Slot {
                (**self).raw_slot(position)
            }
            fn raw_position(&self, slot: Slot) -> Option<Self::Position> {
                (**self).raw_position(slot)
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
            fn slots_are_orbits(&self) -> bool {
                (**self).slots_are_orbits()
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
