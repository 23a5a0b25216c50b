//! A solved game: what its table says of a position, move by move.

use std::cmp::Reverse;

use crate::game::{Ending, Numbered, Reversible, Slot};
use crate::side::Side;
use crate::solve::{Options, SolveError, solve};
use crate::table::Table;
use crate::value::{Kind, Value};

/// A game and the values of all its positions.
///
/// Questions about a position return `None` if the table does not hold it: it cannot be reached from the
/// starts that were explored, or it belongs to another instance.
///
/// ```
/// use retrograde::{Linked, Options, Solution};
/// # use retrograde::{Ending, Game, Side};
/// # struct Nim;
/// # impl Game for Nim {
/// #     type Position = (u8, Side);
/// #     type Move = u8;
/// #     fn turn(&self, p: &(u8, Side)) -> Side { p.1 }
/// #     fn ending(&self, p: &(u8, Side)) -> Option<Ending> {
/// #         (p.0 == 0).then(|| Ending::won(p.1.other(), "last-taken"))
/// #     }
/// #     fn each_move(&self, p: &(u8, Side), mut visit: impl FnMut(u8, (u8, Side))) {
/// #         for taken in 1..=p.0.min(3) { visit(taken, (p.0 - taken, p.1.other())); }
/// #     }
/// # }
/// // `Nim`: take one to three; who takes the last one wins.
/// let start = (9, Side::First);
/// let options = Options::default();
/// let game = Linked::explored(Nim, [start], &options)?;
/// let solution = Solution::new(game, &options)?;
/// let probe = solution.probe(&start).expect("the start is in the table");
/// assert_eq!(probe.value.to_string(), "win in 5 plies");
/// assert_eq!(probe.moves[0].action, 1);
/// # Ok::<(), retrograde::SolveError>(())
/// ```
pub struct Solution<N: Numbered> {
    game: N,
    table: Table,
}

/// One legal move with what it leads to, rated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedMove<M, P> {
    /// The move.
    pub action: M,
    /// The position it leads to.
    pub child: P,
    /// The value of the child, for the player to move *there*.
    pub child_value: Value,
    /// The value of making this move, for the player who makes it: the child's, seen from here, one ply deeper.
    pub value: Value,
    /// What the move throws away against the best.
    pub waste: Waste,
    /// The ending, if the move ends the game.
    pub ending: Option<Ending>,
}

/// What a move throws away against the best move of its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Waste {
    /// The result stays; the game gets so many plies longer for a winner, shorter for a loser. 0 is a best move.
    Plies(u32),
    /// The result drops to that class.
    Drop(Kind),
}

impl Waste {
    fn of(value: Value, best: Value) -> Self {
        match (value.depth(), best.depth()) {
            _ if value.kind() != best.kind() => Self::Drop(value.kind()),
            (Some(depth), Some(best)) => Self::Plies(depth.plies().abs_diff(best.plies())),
            _ => Self::Plies(0),
        }
    }

    /// Nothing is thrown away.
    pub const fn is_none(self) -> bool {
        matches!(self, Self::Plies(0))
    }
}

/// The whole truth about one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe<M, P> {
    /// The side to move.
    pub turn: Side,
    /// The value for the side to move.
    pub value: Value,
    /// The ending, if the game is over here.
    pub ending: Option<Ending>,
    /// Every legal move, best first, equal ones by their text.
    pub moves: Vec<RatedMove<M, P>>,
}

impl<M, P> Probe<M, P> {
    /// The side that wins; `None` for ties and draws.
    pub fn winner(&self) -> Option<Side> {
        self.value.winner(self.turn)
    }
}

impl<N: Numbered> Solution<N> {
    /// Puts a table beside the game that it belongs to.
    ///
    /// # Panics
    /// If the numbers of slots differ.
    pub fn from_table(game: N, table: Table) -> Self {
        assert_eq!(game.slots(), table.slots(), "the table is of another game");
        Self { game, table }
    }

    /// The game.
    pub fn game(&self) -> &N {
        &self.game
    }

    /// The memory that the table and its numbering take, in bytes.
    pub fn bytes(&self) -> u64 {
        self.game.bytes() + 2 * self.game.slots()
    }

    /// The values by slot.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The value for the player to move.
    pub fn value(&self, position: &N::Position) -> Option<Value> {
        self.table.value(self.game.find(position)?)
    }

    /// The value, and every legal move with its own.
    pub fn probe(&self, position: &N::Position) -> Option<Probe<N::Move, N::Position>> {
        let value = self.value(position)?;
        let (turn, ending) = (self.game.turn(position), self.game.over(position));
        Some(Probe { turn, value, ending, moves: self.moves(position, value) })
    }

    /// The legal moves of a position of this table whose value is `best`, best first, equal ones by their text.
    fn moves(&self, position: &N::Position, best: Value) -> Vec<RatedMove<N::Move, N::Position>> {
        let turn = self.game.turn(position);
        let mut moves = Vec::new();
        self.game.each_move(position, |action, child| {
            let child_value = self.value_at(self.game.slot(&child));
            let value = child_value.for_parent(self.game.turn(&child) == turn).one_ply_earlier();
            let ending = self.game.over(&child);
            moves.push(RatedMove { action, child, child_value, value, waste: Waste::of(value, best), ending });
        });
        moves.sort_by_cached_key(|rated| (Reverse(rated.value), rated.action.to_string()));
        moves
    }

    fn value_at(&self, slot: Slot) -> Value {
        self.table.value(slot).expect("the children of a position in a table are in it too")
    }
}

impl<R: Reversible> Solution<R> {
    /// Solves a game.
    pub fn new(game: R, options: &Options<'_>) -> Result<Self, SolveError> {
        let table = solve(&game, options)?;
        Ok(Self { game, table })
    }
}
