//! An adapter that stores the predecessors of every position, for a game without un-moves.

use std::collections::BTreeSet;
use std::hash::Hasher;
use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHasher;

use crate::derive::edges::{Bins, Edges, MAX_SLOTS, Order, SeedTable, Standing, Unlinked, most_bytes};
use crate::kernel::budget::Budget;
use crate::kernel::solve::{Distributed, Options, Predecessors, SolveError, Stage, Unsound, Watch, share};
use crate::kernel::transport::Transport;
use crate::rules::game::{Facts, Numbered, Outcome, Reversible, Seed, Slot, forward_rules};
use crate::rules::side::Side;
use crate::table::cell::Table;

/// A numbered game together with its stored predecessors. Queries use the game, and the solver uses the stored
/// [`Edges`].
pub struct Linked<N: Numbered> {
    game: N,
    edges: Edges,
}

impl<N: Numbered> Linked<N> {
    /// Makes every move of every position twice. The first pass stores the moves, and the second pass checks that the
    /// game returns the same moves again.
    ///
    /// # Errors
    /// Returns [`SolveError::TooLarge`] if storing the moves or the later solve needs more than [`Options::memory`], or
    /// if the game has more than 2^31 slots. Returns [`SolveError::Cancelled`] if the operation is cancelled. Returns
    /// [`SolveError::Unnumbered`] if a move leads to a hole or beyond the last slot, or if the game is folded and has a
    /// move. Returns [`SolveError::Changing`] if the moves of a position differ between the two passes.
    ///
    /// # Complexity
    /// The time is linear in the numbers of slots and moves. The function uses [`Options::threads`] threads. The edges
    /// need about three bytes for each move and five bytes for each slot.
    pub fn new(game: N, options: &Options<'_>) -> Result<Self, SolveError> {
        admit(&game, game.facts().moves, options)?;
        let budget = Budget::new(options);
        budget.keep(game.facts().bytes);
        let mut stretches = stretches(game.slots(), options);
        each_position(&game, &mut stretches, 0, options, |stretch, slot, here| stretch.store(slot, here, &budget))
            .map_err(|error| too_large(&game, error))?;
        let mut again = stretches.iter().map(|stretch| Stretch::of(stretch.slots.clone())).collect::<Vec<_>>();
        each_position(&game, &mut again, 1, options, |stretch, _, here| {
            stretch.note(here);
            Ok(())
        })?;
        if let Some((changed, _)) = stretches.iter().zip(&again).find(|(one, other)| one.noted() != other.noted()) {
            return Err(changing(&game, Slot(changed.slots.start), options));
        }
        let (seeds, bins) = stretches.into_iter().map(|stretch| (stretch.seeds, stretch.bins)).unzip();
        let done_before = game.slots() / 2;
        let edges =
            Unlinked { seeds, bins, done_before }.link(Order::AsTheyCame, game.facts().bytes, &budget, options)?;
        Ok(Self { game, edges })
    }

    /// Estimates the memory in bytes that the program needs to store the moves of `game` and to solve it with `threads`
    /// threads (0 means one per core). If the game does not state its [number of moves](Facts::moves), the function
    /// estimates this number from about a thousand positions, and adds half of it.
    pub fn estimate(game: &N, threads: usize) -> u64 {
        let options = Options { threads, ..Options::default() };
        most_bytes(game.slots(), expected_moves(game), game.facts().bytes, &options)
    }

    /// Combines a numbered game with its edges.
    pub(crate) const fn of(game: N, edges: Edges) -> Self {
        Self { game, edges }
    }

    /// Returns the numbered game.
    pub fn game(&self) -> &N {
        &self.game
    }

    /// Returns the stored edges.
    pub fn edges(&self) -> &Edges {
        &self.edges
    }

    /// Finds the value of every slot from the stored edges, like [`solve`](crate::kernel::solve::solve()). All games
    /// with stored edges share one compiled kernel.
    ///
    /// # Errors
    /// Returns the errors of [`solve`](crate::kernel::solve::solve()).
    pub fn solve(&self, options: &Options<'_>) -> Result<Table, SolveError> {
        self.edges.solve_beside(self.game.facts().bytes, options)
    }

    /// Like [`solve`](Self::solve), together [with other processes](crate::kernel::solve::solve_distributed). Each
    /// process stores all moves.
    ///
    /// # Errors
    /// Returns the errors of [`solve_distributed`](crate::kernel::solve::solve_distributed).
    pub fn solve_distributed(
        &self,
        transport: &Arc<dyn Transport>,
        options: &Options<'_>,
    ) -> Result<Distributed, SolveError> {
        self.edges.solve_distributed(self.game.facts().bytes, transport, options)
    }

    /// Returns the number of distinct stored moves.
    pub fn moves(&self) -> u64 {
        self.edges.moves()
    }
}

/// Returns an error if a game with `moves` moves does not fit in memory. If `moves` is `None`, the number of moves
/// counts as 0. The error reports how much memory the game needs. To compute this, the function estimates the number of
/// moves and adds half of it. So a second attempt with this memory usually succeeds.
fn admit<N: Numbered>(game: &N, moves: Option<u64>, options: &Options<'_>) -> Result<(), SolveError> {
    let (slots, limit) = (game.slots(), options.limit());
    let bytes = |moves| most_bytes(slots, moves, game.facts().bytes, options);
    if bytes(moves.unwrap_or(0)) <= limit && slots <= MAX_SLOTS {
        return Ok(());
    }
    let needed = bytes(moves.unwrap_or_else(|| expected_moves(game)));
    Err(SolveError::TooLarge { slots, needed, limit })
}

/// Reports that the positions of a game fit in memory, but that its moves do not fit.
fn too_large<N: Numbered>(game: &N, error: SolveError) -> SolveError {
    let SolveError::TooMany { reached, needed, limit } = error else { return error };
    let slots = game.slots();
    // This line assumes that the remaining positions have, on average, the same number of moves as the positions
    // processed so far.
    let all = needed.saturating_mul(slots / reached.max(1) + 1);
    SolveError::TooLarge { slots, needed: all.max(Linked::<&N>::estimate(&game, 0)), limit }
}

/// The number of positions in the sample from which the number of moves is estimated.
const SAMPLE: u64 = 1 << 10;

/// Returns the number of moves of all positions. If the game does not state this number, the function estimates it and
/// adds half of the estimate.
fn expected_moves<N: Numbered>(game: &N) -> u64 {
    let guessed = || if game.slots() <= MAX_SLOTS { sampled_moves(game) } else { 0 };
    game.facts().moves.unwrap_or_else(guessed)
}

/// Estimates the number of moves of all positions, and adds half of the estimate as a reserve.
fn sampled_moves<N: Numbered>(game: &N) -> u64 {
    let (slots, mut moves) = (game.slots(), 0_u64);
    let step = slots.div_ceil(SAMPLE).max(1);
    for position in (0..slots).step_by(step as usize).filter_map(|slot| game.position(Slot(slot))) {
        game.each_move(&position, |_, _| moves += 1);
    }
    moves.saturating_mul(step).saturating_mul(3) / 2
}

/// The content of a slot.
#[derive(Clone, Copy)]
struct SlotRecord<'a> {
    turn: Side,
    outcome: Option<Outcome>,
    /// The slots of the distinct children, in ascending order.
    children: &'a [u32],
}

/// A contiguous range of slots that one thread processes.
struct Stretch {
    slots: Range<u64>,
    seeds: SeedTable,
    bins: Bins,
    /// The hash of all children of the positions in the range.
    hasher: FxHasher,
}

impl Stretch {
    fn of(slots: Range<u64>) -> Self {
        Self { slots, seeds: SeedTable::default(), bins: Bins::default(), hasher: FxHasher::default() }
    }

    fn store(&mut self, slot: u32, here: Option<SlotRecord<'_>>, budget: &Budget) -> Result<(), SolveError> {
        self.note(here);
        let Some(SlotRecord { turn, outcome, children }) = here else {
            return self.seeds.push(Side::First, Standing::Hole, budget);
        };
        let standing = outcome.map_or(Standing::Open(children.len() as u32), Standing::Over);
        self.seeds.push(turn, standing, budget)?;
        children.iter().try_for_each(|&child| self.bins.push(slot, child, budget))
    }

    /// Adds the children of a position to the hash.
    fn note(&mut self, here: Option<SlotRecord<'_>>) {
        let children = here.map_or(&[][..], |here| here.children);
        self.hasher.write_usize(children.len());
        for &child in children {
            self.hasher.write_u32(child);
        }
    }

    fn noted(&self) -> u64 {
        self.hasher.finish()
    }
}

/// The minimum number of slots for which the use of a separate thread saves time.
const LEAST_STRETCH: u64 = 1 << 12;

/// Divides the slots into one range per thread.
fn stretches(slots: u64, options: &Options<'_>) -> Vec<Stretch> {
    let length = slots.div_ceil(options.workers() as u64).max(LEAST_STRETCH);
    (0..slots).step_by(length as usize).map(|first| Stretch::of(first..slots.min(first + length))).collect()
}

/// Visits the content of every slot. The ranges are processed in parallel, each in ascending order. The argument
/// `quarter` is 0 in the first pass over the positions and 1 in the second pass. In the progress reports of the linking
/// stage, each pass counts as a quarter of the work.
fn each_position<N: Numbered>(
    game: &N,
    stretches: &mut [Stretch],
    quarter: u64,
    options: &Options<'_>,
    visit: impl Fn(&mut Stretch, u32, Option<SlotRecord<'_>>) -> Result<(), SolveError> + Sync,
) -> Result<(), SolveError> {
    let (all, parts) = (game.slots(), stretches.len() as u64);
    share(options.workers(), stretches.iter_mut().collect(), |stretch| {
        let first = stretch.slots.start;
        // Only the first thread reports progress, because all threads are about equally fast.
        let teller = Options { progress: options.progress.filter(|_| first == 0), ..*options };
        let (mut watch, mut children) = (Watch::new(&teller, Stage::Linking, Some(all)), Vec::new());
        for slot in stretch.slots.clone() {
            watch.look(slot, (quarter * all + (slot - first) * parts) / 4)?;
            at_slot(game, slot, &mut children, &mut |here| visit(stretch, slot as u32, here))?;
        }
        Ok(())
    })
}

/// Visits the content of a slot. Returns `None` for a hole.
fn at_slot<N: Numbered>(
    game: &N,
    slot: u64,
    children: &mut Vec<u32>,
    visit: &mut dyn FnMut(Option<SlotRecord<'_>>) -> Result<(), SolveError>,
) -> Result<(), SolveError> {
    let Some(position) = game.position(Slot(slot)) else { return visit(None) };
    let (slots, folded, mut lost) = (game.slots(), game.raw().is_some(), None);
    children.clear();
    game.each_move(&position, |action, child| match game.find(&child).filter(|child| child.0 < slots && !folded) {
        Some(child) => children.push(child.0 as u32),
        None => lost = Some(action),
    });
    if let Some(action) = lost {
        return Err(unnumbered(game, &position, action.to_string()));
    }
    children.sort_unstable();
    children.dedup();
    let outcome = game.over(&position).map(|ending| ending.outcome);
    visit(Some(SlotRecord { turn: game.turn(&position), outcome, children }))
}

/// Reports that a move leads to a position without a number. Either the numbering lacks the position, or the game
/// returns different moves in different calls.
fn unnumbered<N: Numbered>(game: &N, position: &N::Position, action: String) -> SolveError {
    changing_in(game, position, CALLS)
        .unwrap_or_else(|| SolveError::Unnumbered { position: format!("{position:?}"), action })
}

/// Reports that two passes found different moves. The function searches for a move that a position has in one call and
/// not in another call. If the search finds no such move, the error names the slot `child`.
fn changing<N: Numbered>(game: &N, child: Slot, options: &Options<'_>) -> SolveError {
    let positions =
        || (0..game.slots()).take_while(|_| !options.cancelled()).filter_map(|slot| game.position(Slot(slot)));
    // The moves of any position may differ between calls. A round asks the game twice for the moves of each position.
    // Usually the first round finds a difference. Further rounds find rare differences.
    let found = (0..CALLS / 2).find_map(|_| positions().find_map(|position| changing_in(game, &position, 2)));
    found.unwrap_or(SolveError::Unsound { slot: child, law: Unsound::OtherMoves.into() })
}

/// The number of times that a search for a difference asks the game for the moves of one position.
const CALLS: usize = 16;

/// Asks the game `calls` times for the moves of a position. Reports a move that only some of the calls return. Returns
/// `None` if all calls return the same moves.
fn changing_in<N: Numbered>(game: &N, position: &N::Position, calls: usize) -> Option<SolveError> {
    let once = actions(game, position);
    let action = (1..calls).find_map(|_| once.symmetric_difference(&actions(game, position)).next().cloned())?;
    Some(SolveError::Changing { position: format!("{position:?}"), action })
}

/// Returns the texts of a position's moves.
fn actions<N: Numbered>(game: &N, position: &N::Position) -> BTreeSet<String> {
    let mut actions = BTreeSet::new();
    game.each_move(position, |action, _| {
        actions.insert(action.to_string());
    });
    actions
}

forward_rules!([N: Numbered] Linked<N>, N, self => self.game);

impl<N: Numbered> Numbered for Linked<N> {
    fn slots(&self) -> u64 {
        self.game.slots()
    }
    fn facts(&self) -> Facts {
        let bytes = self.game.facts().bytes + self.edges.bytes();
        Facts { bytes, moves: Some(self.moves()), ..Facts::default() }
    }
    fn slot(&self, position: &Self::Position) -> Slot {
        self.game.slot(position)
    }
    fn position(&self, slot: Slot) -> Option<Self::Position> {
        self.game.position(slot)
    }
    fn find(&self, position: &Self::Position) -> Option<Slot> {
        self.game.find(position)
    }
    fn open_moves(&self, position: &Self::Position) -> u32 {
        self.game.open_moves(position)
    }
    fn each_seed(&self, slots: Range<u64>, visit: impl FnMut(Seed)) {
        Predecessors::each_seed(&self.edges, slots, visit);
    }
}

impl<N: Numbered> Reversible for Linked<N> {
    fn each_unmove(&self, position: &Self::Position, mut visit: impl FnMut(Self::Position)) {
        self.each_predecessor(self.slot(position), |parent, _| {
            visit(self.position(parent).expect("a stored parent is a position"));
        });
    }

    fn each_predecessor(&self, slot: Slot, mut visit: impl FnMut(Slot, bool)) {
        self.each_predecessor_of(&[slot], |_, parent, same| visit(parent, same));
    }

    fn each_predecessor_of(&self, slots: &[Slot], visit: impl FnMut(usize, Slot, bool)) {
        Predecessors::each_predecessor_of(&self.edges, slots, visit);
    }
}
