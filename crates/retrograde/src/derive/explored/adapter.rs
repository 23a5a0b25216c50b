//! The adapter that explores a game's positions and numbers them.

use super::found::{FoundPositions, each_move};
use super::number::SHARDS;
use super::shard::{ExploreMode, Shard};
use super::sort::{firsts, sorted};
use super::stream::Stream;
use crate::derive::edges::{Bins, Order, Unlinked, most_bytes};
use crate::derive::linked::Linked;
use crate::kernel::budget::Budget;
use crate::kernel::solve::{Options, SolveError, share};
use crate::rules::game::{Ending, Facts, Game, NoMove, Numbered, Slot};
use crate::rules::side::Side;

/// A game whose positions are numbered by an exploration. The numbering contains the positions that are reachable from
/// some starts, in ascending order.
///
/// The numbering depends only on the set of positions, not on the order in which they are found.
pub struct Explored<G: Game> {
    game: G,
    positions: Vec<G::Position>,
}

impl<G: Game> Explored<G> {
    /// Explores `game` from `starts`. To solve a game, use [`Linked::explored`], which also stores the moves.
    ///
    /// # Errors
    /// Returns [`SolveError::TooMany`] if the positions do not fit in [`Options::memory`]; the error contains the
    /// number of positions found. Returns [`SolveError::Cancelled`] if the operation is cancelled. Returns
    /// [`SolveError::Unsound`] if different positions compare as equal.
    ///
    /// # Complexity
    /// Makes every move once, with [`Options::threads`] threads. During the exploration, each position needs the size
    /// of its type plus about twelve bytes. While the positions are sorted, each position needs twice the size of its
    /// type plus eight bytes. After the sort, each position needs only the size of its type. Heap memory of positions
    /// is not counted.
    pub fn new(
        game: G,
        starts: impl IntoIterator<Item = G::Position>,
        options: &Options<'_>,
    ) -> Result<Self, SolveError> {
        let budget = Budget::new(options);
        let found = FoundPositions::explore(&game, starts, ExploreMode::Positions, &budget, options)?;
        let shards = found.into_shards(&budget);
        admit_sorting(&shards, &budget)?;
        let (positions, _) = sorted(shards.into_iter().map(|shard| shard.positions).collect(), options)?;
        Ok(Self { game, positions })
    }

    /// Returns the explored game.
    pub fn game(&self) -> &G {
        &self.game
    }
}

impl<G: Game> Linked<Explored<G>> {
    /// Explores `game` from `starts`, and stores the moves at the same time. The result is a game with predecessors,
    /// which the solver needs. The argument `game` itself needs only rules.
    ///
    /// This function makes each move once. A call of [`Explored::new`] and then of [`Linked::new`] gives the same game,
    /// but makes each move three times.
    ///
    /// # Errors
    /// During the exploration, returns the errors of [`Explored::new`]. Returns [`SolveError::TooLarge`] if the
    /// explored game cannot be linked or solved within [`Options::memory`].
    ///
    /// # Complexity
    /// Makes and looks up every move once, on [`Options::threads`] threads. This function needs the memory of
    /// [`Explored::new`] and three bytes for each move. Each position needs two more bytes during the exploration, and
    /// six more bytes after it.
    pub fn explored(
        game: G,
        starts: impl IntoIterator<Item = G::Position>,
        options: &Options<'_>,
    ) -> Result<Self, SolveError> {
        let budget = Budget::new(options);
        let found = FoundPositions::explore(&game, starts, ExploreMode::Moves, &budget, options)?;
        let shards = found.into_shards(&budget);
        admit_linking(&shards, &budget, options)?;
        let (mut lists, mut seeds, mut streams) = (Vec::new(), Vec::new(), Vec::new());
        for Shard { positions, seeds: of, children, .. } in shards {
            lists.push(positions);
            seeds.push(of);
            streams.push(children);
        }
        let firsts = firsts(&lists);
        let (positions, slots) = sorted(lists, options)?;
        let bins = binned(streams, &firsts, &slots, &budget, options)?;
        let beside = size_of_val(&*positions) as u64;
        let edges = Unlinked { seeds, bins, done_before: 0 }.link(Order::Sorted(&slots), beside, &budget, options)?;
        Ok(Self::of(Explored { game, positions }, edges))
    }
}

/// The minimum number of positions for which several threads are worth their cost.
const WORTH_SHARING: usize = 1 << 14;

/// Puts the moves into bins by the slots of the children. Parents are numbered in the order in which they were found,
/// shard by shard. The list `firsts` contains the number of each shard's first position.
fn binned(
    streams: Vec<Stream>,
    firsts: &[u32],
    slots: &[u32],
    budget: &Budget,
    options: &Options<'_>,
) -> Result<Vec<Bins>, SolveError> {
    let threads = if slots.len() < WORTH_SHARING { 1 } else { options.workers().min(SHARDS) };
    let each = SHARDS.div_ceil(threads);
    let mut bins: Vec<_> = (0..SHARDS).step_by(each).map(|_| Bins::default()).collect();
    let mut streams = streams.into_iter().zip(firsts);
    let parts = bins.iter_mut().map(|bins| (bins, streams.by_ref().take(each).collect::<Vec<_>>())).collect();
    share(threads, parts, |(bins, streams)| {
        streams.into_iter().try_for_each(|(stream, first)| {
            options.heed()?;
            stream.drain(budget, |parent, child| {
                let child = slots[firsts[child.shard()] as usize + child.local()];
                bins.push(first + parent, child, budget)
            })
        })
    })?;
    Ok(bins)
}

/// Returns an error if the positions do not fit in memory while they are sorted.
fn admit_sorting<P>(shards: &[Shard<P>], budget: &Budget) -> Result<(), SolveError> {
    let slots = shards.iter().map(|shard| shard.positions.len() as u64).sum();
    let (needed, limit) = (sorting::<P>(slots, budget), budget.limit());
    if needed > limit { Err(SolveError::TooLarge { slots, needed, limit }) } else { Ok(()) }
}

/// Returns the number of bytes in use while `slots` positions are sorted, including the bytes in use now.
fn sorting<P>(slots: u64, budget: &Budget) -> u64 {
    // Sorting needs a second copy of the positions. It also needs two numbers for each position: the index before the
    // merge and the index after the merge.
    budget.held() + slots * (size_of::<P>() + 2 * size_of::<u32>()) as u64
}

/// Returns an error if the positions and moves do not fit in memory while they are sorted, linked or solved. Otherwise
/// reserves the memory.
fn admit_linking<P>(shards: &[Shard<P>], budget: &Budget, options: &Options<'_>) -> Result<(), SolveError> {
    let slots = shards.iter().map(|shard| shard.positions.len() as u64).sum();
    let moves = shards.iter().map(|shard| shard.children.moves()).sum();
    let found: u64 = shards.iter().map(|shard| shard.positions.bytes()).sum();
    let beside = slots * size_of::<P>() as u64;
    let by_slot = beside + slots * size_of::<u32>() as u64;
    let link = budget.held() - found + most_bytes(slots, moves, by_slot, options);
    let (needed, limit) = (sorting::<P>(slots, budget).max(link), budget.limit());
    if needed > limit {
        return Err(SolveError::TooLarge { slots, needed, limit });
    }
    budget.give(found);
    budget.keep(by_slot);
    Ok(())
}

impl<G: Game> Game for Explored<G> {
    type Position = G::Position;
    type Move = G::Move;
    const TIES: bool = G::TIES;
    const ALTERNATES: bool = G::ALTERNATES;
    const NO_MOVE: NoMove = G::NO_MOVE;
    fn turn(&self, position: &Self::Position) -> Side {
        self.game.turn(position)
    }
    fn ending(&self, position: &Self::Position) -> Option<Ending> {
        self.game.ending(position)
    }
    fn over(&self, position: &Self::Position) -> Option<Ending> {
        self.game.over(position)
    }
    fn each_move(&self, position: &Self::Position, mut visit: impl FnMut(Self::Move, Self::Position)) {
        each_move(&self.game, position, &mut visit);
    }
    fn wins_at_once(&self, position: &Self::Position) -> bool {
        self.game.wins_at_once(position)
    }
}

impl<G: Game> Numbered for Explored<G> {
    fn slots(&self) -> u64 {
        self.positions.len() as u64
    }

    fn facts(&self) -> Facts {
        Facts { bytes: size_of_val(self.positions.as_slice()) as u64, ..Facts::default() }
    }

    /// # Panics
    /// Panics if the position is not reachable from the starts; see [`Numbered::find`].
    fn slot(&self, position: &Self::Position) -> Slot {
        self.find(position).expect("a position reached from the starts")
    }

    fn position(&self, slot: Slot) -> Option<Self::Position> {
        self.positions.get(slot.index()).cloned()
    }

    /// Counts distinct child positions, not distinct slots. A game with an error may return different moves in
    /// different calls. For a game with this error, the method may count a child that has no slot.
    fn open_moves(&self, position: &Self::Position) -> u32 {
        let mut children = Vec::new();
        self.each_move(position, |_, child| children.push(child));
        children.sort_unstable();
        children.dedup();
        children.len() as u32
    }

    fn find(&self, position: &Self::Position) -> Option<Slot> {
        self.positions.binary_search(position).ok().map(|index| Slot(index as u64))
    }
}
