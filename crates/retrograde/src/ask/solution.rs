//! A solved game that answers queries by position.

use crate::ask::board::{Action, Board, PositionSummary, Slots};
use crate::ask::certificate::{Certificate, Claim};
use crate::ask::folded;
use crate::ask::line::Line;
use crate::ask::probe::{ProbeResult, RatedMove};
use crate::ask::questions::{QuestionError, Questions};
use crate::ask::solution_graph::SolutionGraph;
use crate::ask::stats::{Filter, Stats};
use crate::ask::why::{Refutation, Why};
use crate::derive::explored::Explored;
use crate::derive::linked::Linked;
use crate::derive::listed::ListedGame;
use crate::kernel::solve::{Options, SolveError, solve};
use crate::rules::game::{BoardSlots, Game, Numbered, Reversible, Slot};
use crate::rules::value::Value;
use crate::table::cell::{Cell, Table};
use crate::table::values::{Unreadable, Values};

/// A game and the values of all its positions.
///
/// If the table does not contain the position, a query fails with [`QuestionError::NotHeld`] or returns `None`. The
/// table does not contain positions that are not reachable from the explored starts, and positions of another instance.
///
/// ```
/// use retrograde::prelude::*;
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
/// // `Nim`: take one to three stones; the player who takes the last one wins.
/// let start = (9, Side::First);
/// let solution = Solution::explored(Nim, [start], &Options::default())?;
/// let probe = solution.probe(&start)?;
/// assert_eq!(probe.value.to_string(), "win in 5 plies");
/// assert_eq!(probe.moves[0].action, 1);
/// assert_eq!(solution.line(&start, 100)?.to_string(), "1 1 3 1 3, first won: last-taken");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solution<R: Reversible> {
    board: Slots<R>,
    table: Table,
}

/// The solution of a game that is given by its rules alone. [`Solution::explored`] makes such a solution.
pub type Solved<G> = Solution<Linked<Explored<G>>>;

/// The type of a game's moves.
type MoveOf<G> = <G as Game>::Move;
/// The type of a game's positions.
type PositionOf<G> = <G as Game>::Position;
/// A rated move of a game, with a position instead of a slot.
type RatedOf<G> = RatedMove<MoveOf<G>, PositionOf<G>>;

impl<G: Game> Solved<G> {
    /// Solves all positions that are reachable from `starts`. A game that has only rules is enough.
    ///
    /// # Errors
    /// Returns the errors of [`Linked::explored`] and [`solve`].
    pub fn explored(
        game: G,
        starts: impl IntoIterator<Item = G::Position>,
        options: &Options<'_>,
    ) -> Result<Self, SolveError> {
        Self::new(Linked::explored(game, starts, options)?, options)
    }

    /// Returns the rules of the explored game, without the adapters around it.
    pub fn rules(&self) -> &G {
        self.game().game().game()
    }
}

impl<N: Numbered> Solution<Linked<N>> {
    /// Solves all slots of a game with a numbering but without un-moves.
    ///
    /// # Errors
    /// Returns the errors of [`Linked::new`] and [`solve`].
    pub fn linked(game: N, options: &Options<'_>) -> Result<Self, SolveError> {
        Self::new(Linked::new(game, options)?, options)
    }
}

impl Solution<ListedGame> {
    /// Solves all positions of a game that is given as lists.
    ///
    /// # Errors
    /// Returns the errors of [`ListedGame::solve`].
    pub fn listed(game: ListedGame, options: &Options<'_>) -> Result<Self, SolveError> {
        let table = game.solve(options)?;
        Ok(Self::from_table(game, table))
    }
}

/// The values, indexed by the slots of the board, which may differ from the table's slots.
impl<R: Reversible> Values for Solution<R> {
    fn slots(&self) -> u64 {
        self.board.slots()
    }

    fn bytes(&self) -> u64 {
        self.table.bytes()
    }

    fn folded(&self) -> Option<&dyn Values> {
        self.board.is_folded().then_some(&self.table)
    }

    fn cell(&self, slot: Slot) -> Result<Cell, Unreadable> {
        folded::cell(&self.board, &self.table, slot)
    }
}

impl<R: Reversible> Solution<R> {
    /// Solves all slots of a game with un-moves. The un-moves come from the game itself or from an adapter.
    pub fn new(game: R, options: &Options<'_>) -> Result<Self, SolveError> {
        let table = solve(&game, options)?;
        Ok(Self { board: Slots(game), table })
    }

    /// Combines a game with its table.
    ///
    /// # Panics
    /// Panics if the game and the table have different numbers of slots.
    pub fn from_table(game: R, table: Table) -> Self {
        assert_eq!(game.slots(), table.slots(), "the table is of another game");
        Self { board: Slots(game), table }
    }

    /// Returns the game.
    pub fn game(&self) -> &R {
        &self.board.0
    }

    /// Returns the memory use of the table and its numbering, in bytes.
    pub fn bytes(&self) -> u64 {
        self.game().facts().bytes + self.table.bytes()
    }

    /// Returns the table. The slots of the table may differ from the slots of the board.
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// Returns an object that answers queries by slot.
    pub fn questions(&self) -> Questions<'_> {
        Questions::new(&self.board, if self.board.is_folded() { self } else { &self.table })
    }

    /// Returns the slot of a position.
    pub fn slot(&self, position: &R::Position) -> Result<Slot, QuestionError> {
        self.game().find(position).ok_or(QuestionError::NotHeld)
    }

    /// Returns the value for the player to move. Returns `None` if the table does not contain the position.
    pub fn value(&self, position: &R::Position) -> Option<Value> {
        self.questions().values().value(self.game().find(position)?).ok()?
    }

    /// Returns an iterator over all positions with their values, in the order of their slots. The slots of an explored
    /// game are in ascending order of the positions. If several positions share a slot, the iterator contains only
    /// their representative.
    pub fn values(&self) -> impl Iterator<Item = (R::Position, Value)> {
        self.table.values().filter_map(|(slot, value)| Some((self.game().position(slot)?, value)))
    }

    /// Returns the value of a position, and every legal move with its value.
    pub fn probe(&self, position: &R::Position) -> Result<ProbeResult<R::Move, R::Position>, QuestionError> {
        let slot = self.slot(position)?;
        let ProbeResult { turn, value, ending, moves } = self.questions().probe(slot)?;
        Ok(ProbeResult { turn, value, ending, moves: self.typed(slot, moves) })
    }

    /// Returns the best line from a position, with at most `max` plies; see [`Questions::line`].
    pub fn line(&self, position: &R::Position, max: usize) -> Result<Line<R::Move, R::Position>, QuestionError> {
        let slot = self.slot(position)?;
        Ok(self.typed_line(slot, self.questions().line(slot, max)?))
    }

    /// Returns the reason for the value of a position.
    pub fn why(&self, position: &R::Position) -> Result<Why<R::Move, R::Position>, QuestionError> {
        let slot = self.slot(position)?;
        Ok(match self.questions().why(slot)? {
            Why::Over(ending) => Why::Over(ending),
            Why::Wins { wins, others } => Why::Wins { wins: self.typed(slot, wins), others: self.typed(slot, others) },
            Why::Loses(moves) => {
                Why::Loses(moves.into_iter().map(|refutation| self.refutation(slot, refutation)).collect())
            }
            Why::Ties { ties, others } => Why::Ties { ties: self.typed(slot, ties), others: self.typed(slot, others) },
            Why::Draws { keeps, loses, cycle } => Why::Draws {
                keeps: self.typed(slot, keeps),
                loses: self.typed(slot, loses),
                cycle: self.typed_line(slot, cycle),
            },
        })
    }

    /// Returns the certificate of a position's value, with at most `limit` claims; see [`Questions::certificate`].
    pub fn certificate(
        &self,
        position: &R::Position,
        limit: usize,
    ) -> Result<Certificate<R::Move, R::Position>, QuestionError> {
        let slot = self.slot(position)?;
        let Certificate { turn, value, exact, claims } = self.questions().certificate(slot, limit)?;
        let typed = |Claim { position, fact, term, action }: Claim<Action, Slot>| {
            let action = action.map(|action| self.step(position, &action).0);
            Claim { position: self.position(position), fact, term, action }
        };
        Ok(Certificate { turn, value, exact, claims: claims.into_iter().map(typed).collect() })
    }

    /// Counts all positions of the table by value, and finds the deepest positions.
    pub fn stats(&self) -> Result<Stats<R::Position>, QuestionError> {
        Ok(self.questions().stats()?.map(|slot| self.position(slot)))
    }

    /// Returns a random position with its value; see [`Questions::random`]. The same seed gives the same position.
    /// Returns `None` if no position matches `wanted` and passes `also`.
    pub fn random(
        &self,
        wanted: &Filter,
        seed: u64,
        also: impl Fn(&R::Position) -> bool,
    ) -> Result<Option<(R::Position, Value)>, QuestionError> {
        let also = |slot: Slot, _: PositionSummary| also(&self.position(slot));
        let Some(slot) = self.questions().random(wanted, seed, &also)? else { return Ok(None) };
        Ok(Some((self.position(slot), self.questions().value(slot)?)))
    }

    /// Returns the positions that decide the value of a position; see [`Questions::solution_graph`].
    pub fn solution_graph(&self, position: &R::Position) -> Result<SolutionGraph, QuestionError> {
        let slot = self.slot(position)?;
        self.questions().solution_graph(slot)
    }

    fn position(&self, slot: Slot) -> R::Position {
        self.game().board_position(slot).expect("a slot with a value has a position")
    }

    /// Returns the moves of a slot's position in the order of their numbers, each with its child.
    fn steps(&self, from: Slot) -> Vec<(R::Move, R::Position)> {
        let mut steps = Vec::new();
        self.game().each_move(&self.position(from), |action, child| steps.push((action, child)));
        steps
    }

    fn step(&self, from: Slot, action: &Action) -> (R::Move, R::Position) {
        self.steps(from).swap_remove(action.number as usize)
    }

    fn typed(&self, from: Slot, moves: Vec<RatedMove<Action, Slot>>) -> Vec<RatedOf<R>> {
        let steps = self.steps(from);
        moves.into_iter().map(|rated| by_position(steps[rated.action.number as usize].clone(), &rated)).collect()
    }

    fn rated(&self, from: Slot, rated: &RatedMove<Action, Slot>) -> RatedOf<R> {
        by_position(self.step(from, &rated.action), rated)
    }

    fn typed_line(&self, start: Slot, line: Line<Action, Slot>) -> Line<R::Move, R::Position> {
        let mut from = start;
        let typed = |rated: RatedMove<Action, Slot>| {
            let before = std::mem::replace(&mut from, rated.child);
            self.rated(before, &rated)
        };
        Line { value: line.value, plies: line.plies.into_iter().map(typed).collect(), end: line.end }
    }

    fn refutation(&self, from: Slot, refutation: Refutation<Action, Slot>) -> Refutation<R::Move, R::Position> {
        let reply = refutation.reply.map(|reply| self.step(refutation.rated.child, &reply).0);
        Refutation { rated: self.rated(from, &refutation.rated), reply }
    }
}

/// Converts a rated move to the game's own types.
fn by_position<M, P>((action, child): (M, P), rated: &RatedMove<Action, Slot>) -> RatedMove<M, P> {
    let &RatedMove { child_value, value, waste, ending, .. } = rated;
    RatedMove { action, child, child_value, value, waste, ending }
}
