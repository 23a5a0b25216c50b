//! An adapter: stores the predecessors of a game that cannot take moves back.

use std::collections::BTreeSet;
use std::time::Instant;

use crate::game::{Ending, Game, NoMove, Numbered, Reversible, Slot};
use crate::side::Side;
use crate::solve::{Options, Progress, SolveError, Stage, filled};

/// A numbered game with its predecessors stored: four bytes a move and eight a slot.
pub struct Linked<N: Numbered> {
    game: N,
    /// The parents of slot `s` are `parents[first[s]..first[s + 1]]`.
    first: Vec<u64>,
    parents: Vec<Parent>,
}

/// A slot and whose turn it is there.
#[derive(Clone, Copy)]
struct Parent(u32);

impl Parent {
    fn new(slot: u64, turn: Side) -> Self {
        Self((slot as u32) << 1 | turn.index() as u32)
    }
    fn slot(self) -> Slot {
        Slot(u64::from(self.0 >> 1))
    }
    fn turn(self) -> Side {
        Side::from_parity(u64::from(self.0))
    }
}

/// A parent's slot and one flag share 32 bits.
const MAX_SLOTS: u64 = 1 << 31;

impl<N: Numbered> Linked<N> {
    /// Makes every move of every position, twice: once to count, once to store.
    ///
    /// # Errors
    /// [`SolveError::TooLarge`] above [`Options::memory`] or 2^31 slots; [`SolveError::Cancelled`];
    /// [`SolveError::Unnumbered`] if a move leads beyond the last slot, or to a hole; [`SolveError::Changing`] if a move
    /// comes at one time only.
    pub fn new(game: N, options: &Options<'_>) -> Result<Self, SolveError> {
        let first = Self::count(&game, options)?;
        let parents = Self::store(&game, &first, options)?;
        Ok(Self { game, first, parents })
    }

    /// The numbered game.
    pub fn game(&self) -> &N {
        &self.game
    }

    /// Distinct moves stored.
    pub fn moves(&self) -> u64 {
        self.parents.len() as u64
    }

    fn count(game: &N, options: &Options<'_>) -> Result<Vec<u64>, SolveError> {
        let slots = game.slots();
        let needed = slots.saturating_add(1).saturating_mul(size_of::<u64>() as u64).saturating_add(game.bytes());
        if needed > options.memory || slots > MAX_SLOTS {
            return Err(SolveError::TooLarge { slots, needed, limit: options.memory });
        }
        let mut first = filled(slots + 1, 0)?;
        each_edge(game, options, |_, child| {
            first[child.index() + 1] += 1;
            Some(())
        })?;
        let mut sum = 0;
        for count in &mut first {
            sum += *count;
            *count = sum;
        }
        Ok(first)
    }

    fn store(game: &N, first: &[u64], options: &Options<'_>) -> Result<Vec<Parent>, SolveError> {
        let slots = game.slots();
        let edges = first.last().copied().unwrap_or(0);
        let needed = game.bytes() + 2 * size_of_val(first) as u64 + edges * size_of::<Parent>() as u64;
        if needed > options.memory {
            return Err(SolveError::TooLarge { slots, needed, limit: options.memory });
        }
        let mut free = first.to_vec();
        let mut parents = filled(edges, Parent(0))?;
        each_edge(game, options, |parent, child| {
            let place = &mut free[child.index()];
            // Beyond what was counted, it would be the place of another child's parent.
            let counted = *place < first[child.index() + 1];
            counted.then(|| {
                parents[*place as usize] = parent;
                *place += 1;
            })
        })?;
        match free.iter().zip(&first[1..]).position(|(free, end)| free < end) {
            Some(child) => Err(changing(game, Slot(child as u64), options)),
            None => Ok(parents),
        }
    }
}

/// Visits every distinct move as (parent, child), by ascending parent; it is an error if that has no place for one.
fn each_edge<N: Numbered>(
    game: &N,
    options: &Options<'_>,
    mut visit: impl FnMut(Parent, Slot) -> Option<()>,
) -> Result<(), SolveError> {
    let (slots, began) = (game.slots(), Instant::now());
    let (mut children, mut lost) = (Vec::new(), None);
    for slot in 0..slots {
        if slot % 4096 == 0 {
            report(slot, slots, began, options)?;
        }
        let Some(position) = game.position(Slot(slot)) else { continue };
        children.clear();
        game.each_move(&position, |action, child| match game.find(&child).filter(|child| child.0 < slots) {
            Some(child) => children.push(child),
            None => lost = Some(action),
        });
        if let Some(action) = lost {
            return Err(unnumbered(game, &position, action.to_string()));
        }
        children.sort_unstable();
        children.dedup();
        let parent = Parent::new(slot, game.turn(&position));
        for &child in &children {
            let suspect = || changing_in(game, &position, CALLS).unwrap_or_else(|| changing(game, child, options));
            visit(parent, child).ok_or_else(suspect)?;
        }
    }
    Ok(())
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
    found.unwrap_or(SolveError::Unsound { slot: child, law: "other moves lead here than before" })
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

fn report(done: u64, total: u64, began: Instant, options: &Options<'_>) -> Result<(), SolveError> {
    if options.cancelled() {
        return Err(SolveError::Cancelled);
    }
    if let Some(tell) = options.progress {
        tell(Progress { stage: Stage::Linking, done, total: Some(total), depth: 0, elapsed: began.elapsed() });
    }
    Ok(())
}

impl<N: Numbered> Game for Linked<N> {
    type Position = N::Position;
    type Move = N::Move;
    const TIES: bool = N::TIES;
    const NO_MOVE: NoMove = N::NO_MOVE;
    fn turn(&self, position: &Self::Position) -> Side {
        self.game.turn(position)
    }
    fn ending(&self, position: &Self::Position) -> Option<Ending> {
        self.game.ending(position)
    }
    fn over(&self, position: &Self::Position) -> Option<Ending> {
        self.game.over(position)
    }
    fn each_move(&self, position: &Self::Position, visit: impl FnMut(Self::Move, Self::Position)) {
        self.game.each_move(position, visit);
    }
}

impl<N: Numbered> Numbered for Linked<N> {
    fn slots(&self) -> u64 {
        self.game.slots()
    }
    fn bytes(&self) -> u64 {
        self.game.bytes() + (size_of_val(self.first.as_slice()) + size_of_val(self.parents.as_slice())) as u64
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
}

impl<N: Numbered> Reversible for Linked<N> {
    fn each_unmove(&self, position: &Self::Position, mut visit: impl FnMut(Self::Position)) {
        self.each_predecessor(self.slot(position), position, |parent, _| {
            visit(self.position(parent).expect("a stored parent is a position"));
        });
    }

    fn each_predecessor(&self, slot: Slot, _position: &Self::Position, mut visit: impl FnMut(Slot, Side)) {
        let range = self.first[slot.index()] as usize..self.first[slot.index() + 1] as usize;
        self.parents[range].iter().for_each(|parent| visit(parent.slot(), parent.turn()));
    }
}
