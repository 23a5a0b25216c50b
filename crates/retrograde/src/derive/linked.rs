//! An adapter: stores the predecessors of a game that cannot take moves back.

use std::collections::BTreeSet;
use std::hash::Hasher;
use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHasher;

use crate::derive::edges::{Bins, Edges, MAX_SLOTS, Order, Seeds, Standing, Unlinked, most_bytes};
use crate::kernel::budget::Budget;
use crate::kernel::carrier::Carrier;
use crate::kernel::solve::{Dealt, Options, Predecessors, SolveError, Stage, Unsound, Watch, share};
use crate::rules::game::{Facts, Numbered, Outcome, Reversible, Seed, Slot, forward_rules};
use crate::rules::side::Side;
use crate::table::cell::Table;

/// A numbered game with its predecessors stored: the game for questions, its [`Edges`] to be solved.
pub struct Linked<N: Numbered> {
    game: N,
    edges: Edges,
}

impl<N: Numbered> Linked<N> {
    /// Makes every move of every position, twice: once to store it, once to see that it is still there.
    ///
    /// # Errors
    /// [`SolveError::TooLarge`] if that, or solving after, takes more than [`Options::memory`], or above 2^31 slots;
    /// [`SolveError::Cancelled`]; [`SolveError::Unnumbered`] if a move leads beyond the last slot, or to a hole;
    /// [`SolveError::Changing`] if a move comes at one time only.
    ///
    /// # Complexity
    /// Linear in slots and moves, on [`Options::threads`]; about three bytes a move and five a slot.
    pub fn new(game: N, options: &Options<'_>) -> Result<Self, SolveError> {
        const { assert!(!N::FOLDED, "children of a folded numbering are told apart by raw slots: give it un-moves") };
        admit(&game, game.facts().moves, options)?;
        let budget = Budget::new(options);
        budget.keep(game.facts().bytes);
        let mut stretches = stretches(game.slots(), options);
        each_position(&game, &mut stretches, 0, options, |stretch, slot, here| stretch.store(slot, here, &budget))
            .map_err(|error| outgrown(&game, error))?;
        let mut again = stretches.iter().map(|stretch| Stretch::of(stretch.slots.clone())).collect::<Vec<_>>();
        each_position(&game, &mut again, 1, options, |stretch, _, here| {
            stretch.note(here);
            Ok(())
        })?;
        if let Some((changed, _)) = stretches.iter().zip(&again).find(|(one, other)| one.noted() != other.noted()) {
            return Err(changing(&game, Slot(changed.slots.start), options));
        }
        let (seeds, bins) = stretches.into_iter().map(|stretch| (stretch.seeds, stretch.bins)).unzip();
        let told = game.slots() / 2;
        let edges = Unlinked { seeds, bins, told }.link(Order::AsTheyCame, game.facts().bytes, &budget, options)?;
        Ok(Self { game, edges })
    }

    /// The bytes that storing the moves of `game` and solving it take, by so many threads (0: one a core). If the game does not
    /// know [how many](Facts::moves) moves it has, they are guessed from a thousand positions, and a half more.
    pub fn estimate(game: &N, threads: usize) -> u64 {
        let options = Options { threads, ..Options::default() };
        most_bytes(game.slots(), expected_moves(game), game.facts().bytes, &options)
    }

    /// Puts edges beside the numbered game that they are of.
    pub(crate) const fn of(game: N, edges: Edges) -> Self {
        Self { game, edges }
    }

    /// The numbered game.
    pub fn game(&self) -> &N {
        &self.game
    }

    /// What is stored.
    pub fn edges(&self) -> &Edges {
        &self.edges
    }

    /// Finds the value of every slot from what is stored: as [`solve`](crate::kernel::solve::solve()), but with no kernel of its own.
    ///
    /// # Errors
    /// Those of [`solve`](crate::kernel::solve::solve()).
    pub fn solve(&self, options: &Options<'_>) -> Result<Table, SolveError> {
        self.edges.solve_beside(self.game.facts().bytes, options)
    }

    /// The same, [together with other processes](crate::kernel::solve::solve_among): each of them stores all moves.
    ///
    /// # Errors
    /// Those of [`solve_among`](crate::kernel::solve::solve_among).
    pub fn solve_among(&self, carrier: &Arc<dyn Carrier>, options: &Options<'_>) -> Result<Dealt, SolveError> {
        self.edges.solve_among(self.game.facts().bytes, carrier, options)
    }

    /// Distinct moves stored.
    pub fn moves(&self) -> u64 {
        self.edges.moves()
    }
}

/// Refuses what would not fit, with so many moves if these are known. What is refused before is told with as many as a sample
/// of the positions has, and a half more, so that no second refusal follows.
fn admit<N: Numbered>(game: &N, moves: Option<u64>, options: &Options<'_>) -> Result<(), SolveError> {
    let (slots, limit) = (game.slots(), options.memory);
    let bytes = |moves| most_bytes(slots, moves, game.facts().bytes, options);
    if bytes(moves.unwrap_or(0)) <= limit && slots <= MAX_SLOTS {
        return Ok(());
    }
    let needed = bytes(moves.unwrap_or_else(|| expected_moves(game)));
    Err(SolveError::TooLarge { slots, needed, limit })
}

/// What is told of a game whose moves did not fit, though its positions would.
fn outgrown<N: Numbered>(game: &N, error: SolveError) -> SolveError {
    let SolveError::TooMany { reached, needed, limit } = error else { return error };
    let slots = game.slots();
    // The rest of the positions may have as many moves as those reached.
    let all = needed.saturating_mul(slots / reached.max(1) + 1);
    SolveError::TooLarge { slots, needed: all.max(Linked::<&N>::estimate(&game, 0)), limit }
}

/// Positions whose moves are made to guess how many there are.
const SAMPLE: u64 = 1 << 10;

/// How many moves all positions have; where that is not known, about so many, and a half more.
fn expected_moves<N: Numbered>(game: &N) -> u64 {
    let guessed = || if game.slots() <= MAX_SLOTS { sampled_moves(game) } else { 0 };
    game.facts().moves.unwrap_or_else(guessed)
}

/// About how many moves all positions have, and a half more.
fn sampled_moves<N: Numbered>(game: &N) -> u64 {
    let (slots, mut moves) = (game.slots(), 0_u64);
    let step = slots.div_ceil(SAMPLE).max(1);
    for position in (0..slots).step_by(step as usize).filter_map(|slot| game.position(Slot(slot))) {
        game.each_move(&position, |_, _| moves += 1);
    }
    moves.saturating_mul(step).saturating_mul(3) / 2
}

/// What stands at a slot.
#[derive(Clone, Copy)]
struct Here<'a> {
    turn: Side,
    outcome: Option<Outcome>,
    /// The slots of the distinct children, in ascending order.
    children: &'a [u32],
}

/// Positions of contiguous slots, for one thread.
struct Stretch {
    slots: Range<u64>,
    seeds: Seeds,
    bins: Bins,
    /// Of all children.
    hasher: FxHasher,
}

impl Stretch {
    fn of(slots: Range<u64>) -> Self {
        Self { slots, seeds: Seeds::default(), bins: Bins::default(), hasher: FxHasher::default() }
    }

    fn store(&mut self, slot: u32, here: Option<Here<'_>>, budget: &Budget) -> Result<(), SolveError> {
        self.note(here);
        let Some(Here { turn, outcome, children }) = here else {
            return self.seeds.push(Side::First, Standing::Hole, budget);
        };
        let standing = outcome.map_or(Standing::Open(children.len() as u32), Standing::Over);
        self.seeds.push(turn, standing, budget)?;
        children.iter().try_for_each(|&child| self.bins.push(slot, child, budget))
    }

    /// Has the hash tell these children from others.
    fn note(&mut self, here: Option<Here<'_>>) {
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

/// The fewest slots that are worth a thread.
const LEAST_STRETCH: u64 = 1 << 12;

/// A stretch for each thread.
fn stretches(slots: u64, options: &Options<'_>) -> Vec<Stretch> {
    let length = slots.div_ceil(options.workers() as u64).max(LEAST_STRETCH);
    (0..slots).step_by(length as usize).map(|first| Stretch::of(first..slots.min(first + length))).collect()
}

/// Visits what stands at every slot, each stretch in ascending order, the stretches side by side. It is told as the first or the
/// second quarter of storing.
fn each_position<N: Numbered>(
    game: &N,
    stretches: &mut [Stretch],
    quarter: u64,
    options: &Options<'_>,
    visit: impl Fn(&mut Stretch, u32, Option<Here<'_>>) -> Result<(), SolveError> + Sync,
) -> Result<(), SolveError> {
    let (all, parts) = (game.slots(), stretches.len() as u64);
    share(options.workers(), stretches.iter_mut().collect(), |stretch| {
        let first = stretch.slots.start;
        // One thread tells, for all: they are about as far.
        let teller = Options { progress: options.progress.filter(|_| first == 0), ..*options };
        let (mut watch, mut children) = (Watch::new(&teller, Stage::Linking, Some(all)), Vec::new());
        for slot in stretch.slots.clone() {
            watch.look(slot, (quarter * all + (slot - first) * parts) / 4)?;
            at_slot(game, slot, &mut children, &mut |here| visit(stretch, slot as u32, here))?;
        }
        Ok(())
    })
}

/// Visits what stands at a slot; nothing at a hole.
fn at_slot<N: Numbered>(
    game: &N,
    slot: u64,
    children: &mut Vec<u32>,
    visit: &mut dyn FnMut(Option<Here<'_>>) -> Result<(), SolveError>,
) -> Result<(), SolveError> {
    let Some(position) = game.position(Slot(slot)) else { return visit(None) };
    let (slots, mut lost) = (game.slots(), None);
    children.clear();
    game.each_move(&position, |action, child| match game.find(&child).filter(|child| child.0 < slots) {
        Some(child) => children.push(child.0 as u32),
        None => lost = Some(action),
    });
    if let Some(action) = lost {
        return Err(unnumbered(game, &position, action.to_string()));
    }
    children.sort_unstable();
    children.dedup();
    let outcome = game.over(&position).map(|ending| ending.outcome);
    visit(Some(Here { turn: game.turn(&position), outcome, children }))
}

/// A move leads to no numbered position: the numbering forgets it, or it comes at one time only.
fn unnumbered<N: Numbered>(game: &N, position: &N::Position, action: String) -> SolveError {
    changing_in(game, position, CALLS)
        .unwrap_or_else(|| SolveError::Unnumbered { position: format!("{position:?}"), action })
}

/// The parents of `child` are others than before: looks for a move that comes at one time only.
fn changing<N: Numbered>(game: &N, child: Slot, options: &Options<'_>) -> SolveError {
    let positions =
        || (0..game.slots()).take_while(|_| !options.cancelled()).filter_map(|slot| game.position(Slot(slot)));
    // All positions are suspected alike: two calls each, again and again, find most games soon, and rare changes at last.
    let found = (0..CALLS / 2).find_map(|_| positions().find_map(|position| changing_in(game, &position, 2)));
    found.unwrap_or(SolveError::Unsound { slot: child, law: Unsound::OtherMoves.into() })
}

/// How often a position that is suspected is asked for its moves.
const CALLS: usize = 16;

/// A move of a position that comes in one of so many calls, and not in another.
fn changing_in<N: Numbered>(game: &N, position: &N::Position, calls: usize) -> Option<SolveError> {
    let once = actions(game, position);
    let action = (1..calls).find_map(|_| once.symmetric_difference(&actions(game, position)).next().cloned())?;
    Some(SolveError::Changing { position: format!("{position:?}"), action })
}

/// The texts of a position's moves.
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
