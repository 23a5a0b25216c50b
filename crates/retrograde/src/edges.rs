//! A game that is stored whole: whose turn it is at each slot, the endings, and the predecessors.
//!
//! The kernel solves it without a game inside, so that it is compiled once, here, for all games whose moves are stored.

use std::ops::Range;

use crate::game::{Outcome, Seed, Slot};
use crate::linked::Here;
use crate::seeds::Start;
use crate::side::Side;
use crate::solve::{
    self, Options, Predecessors, SolveError, Stage, Unsound, Watch, estimate, filled, grow, share, unsound,
};
use crate::table::Table;

/// By slot the turn, the ending or the count of distinct children, and the predecessors: all that solving takes.
///
/// It is made from [`Children`], or by [`Linked`](crate::Linked) for a game that has rules. It takes some ten bytes a
/// slot and four a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edges {
    seeds: Vec<Start>,
    turns: Turns,
    /// The parents of slot `s` are `parents[first[s]..first[s + 1]]`.
    first: Vec<u64>,
    parents: Vec<Parent>,
}

/// A slot and whose turn it is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Parent(u32);

impl Parent {
    #[inline]
    fn new(slot: u32, turn: Side) -> Self {
        Self(slot << 1 | turn.index() as u32)
    }

    #[inline]
    fn slot(self) -> Slot {
        Slot(u64::from(self.0 >> 1))
    }

    #[inline]
    fn turn(self) -> Side {
        Side::from_parity(u64::from(self.0))
    }
}

/// The most slots: a slot and one flag share 32 bits.
pub(crate) const MAX_SLOTS: u64 = 1 << 31;

impl Edges {
    /// The number of slots, holes included.
    pub fn slots(&self) -> u64 {
        self.seeds.len() as u64
    }

    /// The number of moves, those from one position to the same other one counted once.
    pub fn moves(&self) -> u64 {
        self.parents.len() as u64
    }

    /// The memory that this takes, in bytes.
    pub fn bytes(&self) -> u64 {
        bytes(self.slots(), self.moves())
    }

    /// The side to move at a slot; `None` for a hole and beyond the last slot.
    pub fn turn(&self, slot: Slot) -> Option<Side> {
        let here = self.seeds.get(slot.index()).is_some_and(|seed| !seed.is_hole());
        here.then(|| self.turns.get(slot.index()))
    }

    /// The predecessors of a slot, each once, in ascending order, with whose turn it is there.
    ///
    /// # Panics
    /// If there is no such slot.
    #[inline]
    pub fn predecessors(&self, slot: Slot) -> impl Iterator<Item = (Slot, Side)> + '_ {
        self.parents(slot).iter().map(|parent| (parent.slot(), parent.turn()))
    }

    /// Finds the value of every slot: see [`solve`](solve::solve()).
    pub fn solve(&self, options: &Options<'_>) -> Result<Table, SolveError> {
        self.solve_beside(0, options)
    }

    /// The same, while the caller keeps so many bytes beside this, which count towards the limit.
    pub fn solve_beside(&self, bytes: u64, options: &Options<'_>) -> Result<Table, SolveError> {
        solve::run(self, bytes.saturating_add(self.bytes()), options)
    }

    #[inline]
    fn parents(&self, slot: Slot) -> &[Parent] {
        &self.parents[self.first[slot.index()] as usize..self.first[slot.index() + 1] as usize]
    }
}

/// What the edges of so many slots and moves take.
pub(crate) const fn bytes(slots: u64, moves: u64) -> u64 {
    let each = (size_of::<Start>() + size_of::<u64>()) as u64;
    let by_slot = slots.saturating_mul(each).saturating_add(slots / 8 + 16);
    by_slot.saturating_add(moves.saturating_mul(size_of::<Parent>() as u64))
}

/// What the kernel and the edges that it works on take.
pub(crate) fn bytes_to_solve(slots: u64, moves: u64, options: &Options<'_>) -> u64 {
    bytes(slots, moves).saturating_add(estimate(slots, options.threads))
}

/// What edges take that are counted and then stored, and the kernel after.
pub(crate) fn bytes_to_store(slots: u64, moves: u64, options: &Options<'_>) -> u64 {
    let free_places = slots.saturating_mul(size_of::<u64>() as u64);
    bytes_to_solve(slots, moves, options).max(bytes(slots, moves).saturating_add(free_places))
}

impl Predecessors for Edges {
    const AT_ONCE: bool = false;
    const ALTERNATES: bool = false;

    fn slots(&self) -> u64 {
        self.slots()
    }

    fn each_seed(&self, slots: Range<u64>, mut visit: impl FnMut(Seed)) {
        self.seeds[slots.start as usize..slots.end as usize].iter().for_each(|start| visit(start.seed()));
    }

    #[inline]
    fn each_predecessor_of(&self, slots: &[Slot], mut visit: impl FnMut(usize, Slot, bool)) {
        for (index, &slot) in slots.iter().enumerate() {
            let turn = self.turns.get(slot.index());
            self.parents(slot).iter().for_each(|parent| visit(index, parent.slot(), parent.turn() == turn));
        }
    }
}

/// A side for each slot, a bit each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Turns {
    words: Vec<u64>,
}

impl Turns {
    fn filled(slots: usize) -> Result<Self, SolveError> {
        Ok(Self { words: filled(slots.div_ceil(64) as u64, 0)? })
    }

    #[inline]
    fn get(&self, slot: usize) -> Side {
        Side::from_parity(self.words[slot / 64] >> (slot % 64))
    }

    /// Sets what was [`Side::First`].
    #[inline]
    fn set(&mut self, slot: usize, turn: Side) {
        self.words[slot / 64] |= (turn.index() as u64) << (slot % 64);
    }
}

/// What stands at a slot, as it is seeded. The count of children comes later.
fn seed(turn: Side, outcome: Option<Outcome>) -> Start {
    outcome.map_or(Start::UNCOUNTED, |outcome| Start::over(outcome, turn))
}

/// The moves of a game, position by position, to make [`Edges`] of.
///
/// ```
/// use retrograde::edges::Children;
/// use retrograde::{Options, Outcome, Side, Slot};
///
/// // 0 -> 1 -> 2 and back to 0; at 2 the first side has won.
/// let options = Options::default();
/// let mut children = Children::new(&options);
/// children.position(Side::First, None)?;
/// children.child(Slot(1))?;
/// children.position(Side::Second, None)?;
/// children.child(Slot(2))?;
/// children.child(Slot(0))?;
/// children.position(Side::First, Some(Outcome::Won(Side::First)))?;
///
/// let table = children.link(&options)?.solve(&options)?;
/// assert_eq!(table.value(Slot(1)).unwrap().to_string(), "draw");
/// # Ok::<(), retrograde::SolveError>(())
/// ```
#[derive(Debug)]
pub struct Children {
    seeds: Vec<Start>,
    turns: Turns,
    /// The children of position `p` are `links[starts[p]..starts[p + 1]]`; the last end is added when all are there.
    starts: Vec<u64>,
    links: Vec<Child>,
    has_holes: bool,
    /// What the caller keeps beside this, in bytes.
    beside: u64,
    limit: u64,
}

/// A child's slot, and whether it came before among its parent's.
#[derive(Clone, Copy, Debug)]
struct Child(u32);

impl Child {
    const AGAIN: u32 = 1 << 31;

    /// The slot, unless it came before.
    #[inline]
    fn slot(self) -> Option<u32> {
        (self.0 & Self::AGAIN == 0).then_some(self.0)
    }
}

impl Children {
    /// No positions yet, within [`Options::memory`].
    pub fn new(options: &Options<'_>) -> Self {
        Self {
            seeds: Vec::new(),
            turns: Turns::default(),
            starts: Vec::new(),
            links: Vec::new(),
            has_holes: false,
            beside: 0,
            limit: options.memory,
        }
    }

    /// No positions yet, with room for so many slots and moves, where the caller keeps so many bytes `beside` this.
    ///
    /// # Errors
    /// [`SolveError::TooLarge`] if so many cannot be linked, or solved after, within [`Options::memory`].
    pub fn with_room(slots: u64, moves: u64, beside: u64, options: &Options<'_>) -> Result<Self, SolveError> {
        let mut children = Self::new(options);
        children.keep_beside(beside);
        let room = slots.saturating_mul(BY_SLOT).saturating_add(moves.saturating_mul(size_of::<Child>() as u64));
        children.admit(slots, moves, beside.saturating_add(room), options)?;
        let no_memory = |_| SolveError::NoMemory { needed: room };
        children.seeds.try_reserve_exact(slots as usize).map_err(no_memory)?;
        children.starts.try_reserve_exact(slots as usize + 1).map_err(no_memory)?;
        children.turns.words.try_reserve_exact(slots as usize / 64 + 1).map_err(no_memory)?;
        children.links.try_reserve_exact(moves as usize).map_err(no_memory)?;
        Ok(children)
    }

    /// Begins the next slot: a position with its side to move and its outcome, if the game is over there.
    ///
    /// # Errors
    /// [`SolveError::TooMany`] when the memory is full, [`SolveError::TooLarge`] beyond 2^31 slots.
    pub fn position(&mut self, turn: Side, outcome: Option<Outcome>) -> Result<(), SolveError> {
        self.slot(turn, seed(turn, outcome))
    }

    /// Begins the next slot: one that stands for no position.
    ///
    /// # Errors
    /// As of [`position`](Self::position).
    pub fn hole(&mut self) -> Result<(), SolveError> {
        self.has_holes = true;
        self.slot(Side::First, Start::HOLE)
    }

    fn slot(&mut self, turn: Side, seed: Start) -> Result<(), SolveError> {
        let slot = self.seeds.len();
        if slot == self.seeds.capacity() {
            self.grow_slots()?;
        }
        if slot.is_multiple_of(64) {
            self.turns.words.push(0);
        }
        self.turns.set(slot, turn);
        self.seeds.push(seed);
        self.starts.push(self.links.len() as u64);
        Ok(())
    }

    /// Adds a child of the slot begun last, which may be one that is still to come. One that is added twice counts once.
    ///
    /// # Errors
    /// As of [`position`](Self::position).
    #[inline]
    pub fn child(&mut self, slot: Slot) -> Result<(), SolveError> {
        if self.links.len() == self.links.capacity() {
            let (held, reached) = (self.held(), self.seeds.len() as u64);
            grow(&mut self.links, held, reached, self.limit)?;
        }
        if slot.0 >= MAX_SLOTS {
            return Err(self.too_many_slots());
        }
        self.links.push(Child(slot.0 as u32));
        Ok(())
    }

    #[cold]
    fn grow_slots(&mut self) -> Result<(), SolveError> {
        let reached = self.seeds.len() as u64;
        if reached >= MAX_SLOTS {
            return Err(self.too_many_slots());
        }
        let held = self.held();
        grow(&mut self.seeds, held, reached, self.limit)?;
        let more = self.seeds.capacity() - self.seeds.len();
        self.starts.try_reserve_exact(more + 1).map_err(|_| no_memory::<u64>(more))?;
        self.turns.words.try_reserve(more / 64 + 1).map_err(|_| no_memory::<u64>(more / 64))
    }

    fn too_many_slots(&self) -> SolveError {
        SolveError::TooLarge { slots: MAX_SLOTS + 1, needed: bytes(MAX_SLOTS + 1, 0), limit: self.limit }
    }

    /// Says how many bytes the caller keeps beside this, which count towards the limit.
    pub const fn keep_beside(&mut self, bytes: u64) {
        self.beside = bytes;
    }

    /// What is held: this, and what is kept beside it. A slot counts for all that is stored by slot.
    pub(crate) fn held(&self) -> u64 {
        let moves = self.links.capacity() * size_of::<Child>();
        self.seeds.capacity() as u64 * BY_SLOT + moves as u64 + self.beside
    }

    /// Stores the predecessors.
    ///
    /// # Errors
    /// [`SolveError::TooLarge`] if that, or solving after, takes more than [`Options::memory`];
    /// [`SolveError::Cancelled`]; [`SolveError::TooDeep`] if a position has more children than a cell can count;
    /// [`SolveError::Unsound`] if a child is a hole, or beyond the last slot.
    ///
    /// # Complexity
    /// Linear in slots and moves, on [`Options::threads`]; eight bytes a move and twenty a slot at most.
    pub fn link(self, options: &Options<'_>) -> Result<Edges, SolveError> {
        self.link_by(Order::AsTheyCame, options)
    }

    /// The same, where the position of a slot is the one that came as that of `numbers`.
    pub(crate) fn link_sorted(self, numbers: &[u32], options: &Options<'_>) -> Result<Edges, SolveError> {
        let mut slots = filled(numbers.len() as u64, 0)?;
        for (&number, slot) in numbers.iter().zip(0..) {
            slots[number as usize] = slot;
        }
        self.link_by(Order::Sorted { numbers, slots: &slots }, options)
    }

    fn link_by(mut self, order: Order<'_>, options: &Options<'_>) -> Result<Edges, SolveError> {
        self.admit(self.seeds.len() as u64, self.links.len() as u64, self.held(), options)?;
        self.starts.push(self.links.len() as u64);
        self.refuse_strays()?;
        self.settle(order, options)?;
        let (seeds, turns) = self.in_order(order)?;
        let first = self.count(options)?;
        let (first, parents) = self.store(first, &turns, order, options)?;
        Ok(Edges { seeds, turns, first, parents })
    }

    /// Refuses what would not fit while it is linked, beside the bytes `held`, or when it is solved.
    fn admit(&self, slots: u64, moves: u64, held: u64, options: &Options<'_>) -> Result<(), SolveError> {
        let needed = self.bytes_to_link(slots, moves, held, options);
        let (fits, limit) = (needed <= options.memory && slots <= MAX_SLOTS, options.memory);
        if fits { Ok(()) } else { Err(SolveError::TooLarge { slots, needed, limit }) }
    }

    /// Refuses what would not fit while the positions, for which there is so much room, are sorted, linked or solved.
    pub(crate) fn admit_sorted<P>(&mut self, room: usize, options: &Options<'_>) -> Result<(), SolveError> {
        let (slots, limit) = (self.seeds.len(), options.memory);
        self.beside = 0;
        let sort = self.held() + (room * size_of::<P>() + slots * size_of::<(P, u32)>()) as u64;
        self.beside = (slots * (size_of::<P>() + 2 * size_of::<u32>() + size_of::<Start>())) as u64;
        let slots = slots as u64;
        let needed = sort.max(self.bytes_to_link(slots, self.links.len() as u64, self.held(), options));
        if needed > limit { Err(SolveError::TooLarge { slots, needed, limit }) } else { Ok(()) }
    }

    /// What linking and solving take.
    fn bytes_to_link(&self, slots: u64, moves: u64, held: u64, options: &Options<'_>) -> u64 {
        let link = held.saturating_add(bytes(slots, moves));
        link.max(self.beside.saturating_add(bytes_to_solve(slots, moves, options)))
    }

    /// The children of a position, in the order of its coming.
    fn of(&self, number: usize) -> &[Child] {
        &self.links[self.starts[number] as usize..self.starts[number + 1] as usize]
    }

    /// Refuses children that are no positions.
    fn refuse_strays(&self) -> Result<(), SolveError> {
        let is_stray = |child: &Child| match self.seeds.get(child.0 as usize) {
            Some(seed) => self.has_holes && seed.is_hole(),
            None => true,
        };
        let Some(stray) = self.links.iter().position(is_stray) else { return Ok(()) };
        let slot = self.starts.partition_point(|&start| start <= stray as u64) as u64 - 1;
        Err(unsound(Slot(slot), Unsound::ChildWithout))
    }

    /// Gives the children their slots, finds those that come again, and counts the others.
    fn settle(&mut self, order: Order<'_>, options: &Options<'_>) -> Result<(), SolveError> {
        let length = (self.seeds.len() / self.shares(options)).max(1);
        let (mut children, mut parts) = (self.links.as_mut_slice(), Vec::new());
        for (seeds, first) in self.seeds.chunks_mut(length).zip((0..).step_by(length)) {
            let starts = &self.starts[first..=first + seeds.len()];
            let (mine, rest) = children.split_at_mut((starts[seeds.len()] - starts[0]) as usize);
            parts.push(Part { first, seeds, starts, children: mine });
            children = rest;
        }
        share(parts, |part| part.settle(order, options))
    }

    /// Seeds and turns by slot.
    fn in_order(&mut self, order: Order<'_>) -> Result<(Vec<Start>, Turns), SolveError> {
        let Order::Sorted { numbers, .. } = order else {
            return Ok((std::mem::take(&mut self.seeds), std::mem::take(&mut self.turns)));
        };
        let (mut seeds, mut turns) = (filled(numbers.len() as u64, Start::HOLE)?, Turns::filled(numbers.len())?);
        for (slot, &number) in numbers.iter().enumerate() {
            seeds[slot] = self.seeds[number as usize];
            turns.set(slot, self.turns.get(number as usize));
        }
        (self.seeds, self.turns) = (Vec::new(), Turns::default());
        Ok((seeds, turns))
    }

    /// By slot the number of its parents, and a place more.
    fn count(&self, options: &Options<'_>) -> Result<Vec<u64>, SolveError> {
        let slots = self.starts.len() - 1;
        let mut counts = filled(slots as u64 + 1, 0)?;
        let length = (slots / self.shares(options)).max(1);
        let parts = counts[..slots].chunks_mut(length).zip((0..).step_by(length)).collect();
        share(parts, |(counts, first)| {
            let mine = counts.len() as u32;
            for slots in self.links.chunks(CHUNK) {
                refuse_cancelled(options)?;
                for slot in slots.iter().filter_map(|child| child.slot()) {
                    let local = slot.wrapping_sub(first);
                    if local < mine {
                        counts[local as usize] += 1;
                    }
                }
            }
            Ok(())
        })?;
        Ok(counts)
    }

    /// Puts every parent in its place.
    fn store(
        &self,
        mut first: Vec<u64>,
        turns: &Turns,
        order: Order<'_>,
        options: &Options<'_>,
    ) -> Result<(Vec<u64>, Vec<Parent>), SolveError> {
        let moves = sum_before(&mut first);
        let slots = first.len() - 1;
        let mut parents = filled(moves, Parent(0))?;
        let length = (slots / self.shares(options)).max(1);
        let (mut rest, mut parts, mut begins) = (parents.as_mut_slice(), Vec::new(), 0);
        for from in (0..slots).step_by(length) {
            let to = (from + length).min(slots);
            let (mine, others) = rest.split_at_mut((first[to] - begins) as usize);
            parts.push((from as u32..to as u32, begins, mine));
            (begins, rest) = (first[to], others);
        }
        let chunks = first[..slots].chunks_mut(length);
        let parts = parts.into_iter().zip(chunks).map(|((slots, begins, parents), free)| Shelf {
            slots,
            begins,
            free,
            parents,
        });
        share(parts.collect(), |shelf| self.fill(shelf, turns, order, options))?;
        // Every place is filled, so each free place is where the next slot's parents begin.
        first.copy_within(..slots, 1);
        first[0] = 0;
        Ok((first, parents))
    }

    /// Puts the parents of some slots in their places, in ascending order.
    fn fill(
        &self,
        places: Shelf<'_>,
        turns: &Turns,
        order: Order<'_>,
        options: &Options<'_>,
    ) -> Result<(), SolveError> {
        let Shelf { slots, begins, free, parents } = places;
        let (all, mine) = (self.starts.len() as u64 - 1, slots.len() as u32);
        let mut watch = Watch::new(options, Stage::Linking, Some(all));
        for slot in 0..all as u32 {
            watch.look(u64::from(slot), u64::from(slot))?;
            let parent = Parent::new(slot, turns.get(slot as usize));
            for child in self.of(order.number(slot)).iter().filter_map(|child| child.slot()) {
                let local = child.wrapping_sub(slots.start);
                if local < mine {
                    let place = &mut free[local as usize];
                    parents[(*place - begins) as usize] = parent;
                    *place += 1;
                }
            }
        }
        Ok(())
    }

    /// Into how many parts the work is cut: each looks through all children.
    fn shares(&self, options: &Options<'_>) -> usize {
        let enough = (self.links.len() + self.seeds.len()) / LEAST_SHARE + 1;
        options.workers().min(MOST_SHARES).min(enough)
    }
}

/// What the children of a slot take, but for themselves.
const BY_SLOT: u64 = (size_of::<Start>() + size_of::<u64>()) as u64;
/// The fewest slots and moves that are worth a thread.
const LEAST_SHARE: usize = 1 << 18;
/// More threads than this would mostly look through each other's moves.
const MOST_SHARES: usize = 4;
/// Moves between two looks at the wish to cancel.
const CHUNK: usize = 1 << 16;

/// In which order the slots are.
#[derive(Clone, Copy)]
enum Order<'a> {
    AsTheyCame,
    /// By slot the number of the position in the order of its coming, and the other way round.
    Sorted {
        numbers: &'a [u32],
        slots: &'a [u32],
    },
}

impl Order<'_> {
    #[inline]
    fn number(&self, slot: u32) -> usize {
        match self {
            Self::AsTheyCame => slot as usize,
            Self::Sorted { numbers, .. } => numbers[slot as usize] as usize,
        }
    }

    #[inline]
    fn slot(&self, number: u32) -> u32 {
        match self {
            Self::AsTheyCame => number,
            Self::Sorted { slots, .. } => slots[number as usize],
        }
    }
}

/// Some positions, from `first` on, with their children.
struct Part<'a> {
    first: usize,
    seeds: &'a mut [Start],
    starts: &'a [u64],
    children: &'a mut [Child],
}

impl Part<'_> {
    fn settle(self, order: Order<'_>, options: &Options<'_>) -> Result<(), SolveError> {
        let Self { first, seeds, starts, children } = self;
        for (index, seed) in seeds.iter_mut().enumerate() {
            if index % 4096 == 0 {
                refuse_cancelled(options)?;
            }
            let range = (starts[index] - starts[0]) as usize..(starts[index + 1] - starts[0]) as usize;
            let distinct = settle(&mut children[range], order);
            if *seed == Start::UNCOUNTED {
                let slot = Slot(order.slot((first + index) as u32).into());
                *seed = Start::open(distinct).ok_or(SolveError::TooDeep { slot })?;
            }
        }
        Ok(())
    }
}

/// Gives the children of one position their slots, and marks those that come again; returns the number of the others.
fn settle(children: &mut [Child], order: Order<'_>) -> u32 {
    for child in &mut *children {
        child.0 = order.slot(child.0);
    }
    children.sort_unstable_by_key(|child| child.0);
    let (mut last, mut distinct) = (None, 0);
    for child in children {
        if last.replace(child.0) == Some(child.0) {
            child.0 |= Child::AGAIN;
        } else {
            distinct += 1;
        }
    }
    distinct
}

/// The places for the parents of some slots: by slot the next free one, counted from the first of all slots; `begins` is where
/// those of `slots` begin.
struct Shelf<'a> {
    slots: Range<u32>,
    begins: u64,
    free: &'a mut [u64],
    parents: &'a mut [Parent],
}

/// Edges in the making, where each move is made twice: the first time it is counted.
pub(crate) struct Counting {
    seeds: Vec<Start>,
    turns: Turns,
    /// By slot the number of its parents, and a place more.
    parents: Vec<u64>,
    moves: u64,
}

impl Counting {
    pub(crate) fn new(slots: u64) -> Result<Self, SolveError> {
        let (seeds, turns) = (filled(slots, Start::HOLE)?, Turns::filled(slots as usize)?);
        Ok(Self { seeds, turns, parents: filled(slots + 1, 0)?, moves: 0 })
    }

    pub(crate) fn add(&mut self, slot: u32, here: Here<'_>) -> Result<(), SolveError> {
        let Here { turn, outcome, children } = here;
        let seed = if outcome.is_some() { Some(seed(turn, outcome)) } else { Start::open(children.len() as u32) };
        self.seeds[slot as usize] = seed.ok_or(SolveError::TooDeep { slot: Slot(slot.into()) })?;
        self.turns.set(slot as usize, turn);
        self.moves += children.len() as u64;
        for &child in children {
            self.parents[child as usize] += 1;
        }
        Ok(())
    }

    pub(crate) const fn moves(&self) -> u64 {
        self.moves
    }

    pub(crate) fn store(self) -> Result<Storing, SolveError> {
        let Self { seeds, turns, parents: mut first, moves } = self;
        sum_before(&mut first);
        let mut free = filled(first.len() as u64, 0)?;
        free.copy_from_slice(&first);
        Ok(Storing { free, edges: Edges { seeds, turns, first, parents: filled(moves, Parent(0))? } })
    }
}

/// Edges in the making, where each move is made twice: the second time it is stored.
pub(crate) struct Storing {
    edges: Edges,
    /// By slot the next free place for a parent.
    free: Vec<u64>,
}

impl Storing {
    /// Stores the moves of a slot; or returns the first child that has more parents than were counted.
    pub(crate) fn add(&mut self, slot: u32, children: &[u32]) -> Result<(), Slot> {
        let parent = Parent::new(slot, self.edges.turns.get(slot as usize));
        for &child in children {
            let place = &mut self.free[child as usize];
            // Beyond what was counted, it would be the place of another child's parent.
            if *place == self.edges.first[child as usize + 1] {
                return Err(Slot(child.into()));
            }
            self.edges.parents[*place as usize] = parent;
            *place += 1;
        }
        Ok(())
    }

    /// The edges; or the first slot that has fewer parents than were counted.
    pub(crate) fn finish(self) -> Result<Edges, Slot> {
        let Self { edges, free } = self;
        match free.iter().zip(&edges.first[1..]).position(|(free, end)| free < end) {
            Some(child) => Err(Slot(child as u64)),
            None => Ok(edges),
        }
    }
}

/// Replaces counts by the sums of those before, and returns the sum of all.
fn sum_before(counts: &mut [u64]) -> u64 {
    let mut sum = 0;
    for count in counts {
        sum += std::mem::replace(count, sum);
    }
    sum
}

fn refuse_cancelled(options: &Options<'_>) -> Result<(), SolveError> {
    if options.cancelled() { Err(SolveError::Cancelled) } else { Ok(()) }
}

fn no_memory<T>(count: usize) -> SolveError {
    SolveError::NoMemory { needed: (count * size_of::<T>()) as u64 }
}
