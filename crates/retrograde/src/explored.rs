//! An adapter: numbers the positions of a game that has only rules.

use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use crate::edges::{Children, MAX_SLOTS};
use crate::game::{Ending, Game, NoMove, Numbered, Slot};
use crate::linked::Linked;
use crate::side::Side;
use crate::solve::{Options, SolveError, Stage, Unsound, Watch, grow, unsound};

/// A game numbered by exploring it: the positions that can be reached from some starts, in ascending order.
///
/// The numbering depends on the set of positions alone, not on the order of discovery.
pub struct Explored<G: Game> {
    game: G,
    positions: Vec<G::Position>,
}

impl<G: Game> Explored<G> {
    /// Explores `game` from `starts`. To solve it, [`Linked::explored`] stores the moves on the way.
    ///
    /// # Errors
    /// [`SolveError::TooMany`] with the count reached when the positions outgrow [`Options::memory`];
    /// [`SolveError::Cancelled`]; [`SolveError::Unsound`] if different positions have the same place in their order.
    ///
    /// # Complexity
    /// Every move is made once. While exploring, up to three times the size of a position in bytes each, and thirty bytes; then
    /// its size. What a position keeps on the heap is not counted.
    pub fn new(
        game: G,
        starts: impl IntoIterator<Item = G::Position>,
        options: &Options<'_>,
    ) -> Result<Self, SolveError> {
        let mut found = Found::new(None, options);
        found.explore(&game, starts, options)?;
        let (positions, _) = sorted(found.positions)?;
        Ok(Self { game, positions })
    }

    /// The game that was explored.
    pub fn game(&self) -> &G {
        &self.game
    }
}

impl<G: Game> Linked<Explored<G>> {
    /// Explores `game` from `starts`, and stores the moves on the way: what a game that has only rules needs to be solved.
    ///
    /// It is the same as [`Linked::new`] of [`Explored::new`], but each move is made once, instead of three times.
    ///
    /// # Errors
    /// Those of [`Explored::new`] while exploring; [`SolveError::TooLarge`] if what was explored cannot be linked, or solved
    /// after, within [`Options::memory`]; [`SolveError::TooDeep`] if a position has more children than a cell can count.
    ///
    /// # Complexity
    /// Every move is made once, and looked up once. Beside what [`Explored::new`] takes, eight bytes a move and thirty a position
    /// while linking; then four a move and ten a position.
    pub fn explored(
        game: G,
        starts: impl IntoIterator<Item = G::Position>,
        options: &Options<'_>,
    ) -> Result<Self, SolveError> {
        let mut found = Found::new(Some(Children::new(options)), options);
        found.explore(&game, starts, options)?;
        let Found { positions, children, .. } = found;
        let mut children = children.unwrap_or_else(|| Children::new(options));
        children.admit_sorted::<G::Position>(positions.capacity(), options)?;
        let (positions, numbers) = sorted(positions)?;
        let edges = children.link_sorted(&numbers, options)?;
        Ok(Self::of(Explored { game, positions }, edges))
    }
}

/// Visits the moves of a position through a pointer, so that the rules of a game that is explored are compiled once for all uses. Where
/// positions are looked up, that costs little.
fn each_move<G: Game>(game: &G, position: &G::Position, visit: &mut dyn FnMut(G::Move, G::Position)) {
    game.each_move(position, visit);
}

/// The positions in ascending order, and by their new places the places they had.
fn sorted<P: Ord>(positions: Vec<P>) -> Result<(Vec<P>, Vec<u32>), SolveError> {
    let count = positions.len();
    let mut pairs: Vec<(P, u32)> = with_room(count)?;
    pairs.extend(positions.into_iter().zip(0..));
    pairs.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
    if let Some(slot) = pairs.windows(2).position(|pair| pair[0].0 >= pair[1].0) {
        return Err(unsound(Slot(slot as u64), Unsound::OnePlace));
    }
    let (mut positions, mut numbers) = (with_room(count)?, with_room(count)?);
    for (position, number) in pairs {
        positions.push(position);
        numbers.push(number);
    }
    Ok((positions, numbers))
}

/// An empty list with room, or an error where a plain one would end the process.
fn with_room<T>(count: usize) -> Result<Vec<T>, SolveError> {
    let mut list = Vec::new();
    let needed = (count * size_of::<T>()) as u64;
    list.try_reserve_exact(count).map_err(|_| SolveError::NoMemory { needed })?;
    Ok(list)
}

/// The positions met so far, numbered as they came, and their moves, if these are wanted.
struct Found<P> {
    positions: Vec<P>,
    index: Index,
    children: Option<Children>,
    limit: u64,
}

impl<P: Eq + Hash> Found<P> {
    fn new(children: Option<Children>, options: &Options<'_>) -> Self {
        Self { positions: Vec::new(), index: Index::default(), children, limit: options.memory }
    }

    /// Finds all that can be reached.
    fn explore<G: Game<Position = P>>(
        &mut self,
        game: &G,
        starts: impl IntoIterator<Item = P>,
        options: &Options<'_>,
    ) -> Result<(), SolveError> {
        for start in starts {
            self.number(start)?;
        }
        let mut watch = Watch::new(options, Stage::Exploring, None);
        let (mut expanded, mut found) = (0, Vec::new());
        while let Some(position) = self.positions.get(expanded) {
            each_move(game, position, &mut |_, child| found.push(child));
            if let Some(children) = &mut self.children {
                let turn = game.turn(position);
                let stuck = || G::NO_MOVE.ending(turn).filter(|_| found.is_empty());
                let ending = game.ending(position).or_else(stuck);
                children.position(turn, ending.map(|ending| ending.outcome))?;
            }
            for child in found.drain(..) {
                let number = self.number(child)?;
                if let Some(children) = &mut self.children {
                    children.child(Slot(number.into()))?;
                }
            }
            expanded += 1;
            watch.look(expanded as u64, self.positions.len() as u64)?;
        }
        Ok(())
    }

    /// The number of a position, a new one if need be.
    fn number(&mut self, position: P) -> Result<u32, SolveError> {
        let hash = FxBuildHasher.hash_one(&position);
        let is_same = |number: u32| self.positions[number as usize] == position;
        if let Some(number) = self.index.find(hash, is_same) {
            return Ok(number);
        }
        if self.positions.len() == self.positions.capacity() || self.index.is_full() {
            self.grow()?;
        }
        let number = self.positions.len() as u32;
        self.index.insert(hash, number);
        self.positions.push(position);
        Ok(number)
    }

    /// Makes room for a position more.
    #[cold]
    fn grow(&mut self) -> Result<(), SolveError> {
        let (reached, limit) = (self.positions.len() as u64, self.limit);
        let moves = self.children.as_ref().map_or(0, Children::held);
        let held = moves + self.bytes();
        if reached == MAX_SLOTS {
            return Err(SolveError::TooLarge { slots: MAX_SLOTS + 1, needed: held, limit });
        }
        if self.positions.len() == self.positions.capacity() {
            grow(&mut self.positions, held, reached, limit)?;
        }
        self.index.grow(held, reached, limit)?;
        let bytes = self.bytes();
        if let Some(children) = &mut self.children {
            children.keep_beside(bytes);
        }
        Ok(())
    }

    /// What positions and index take.
    fn bytes(&self) -> u64 {
        (self.positions.capacity() * size_of::<P>()) as u64 + self.index.bytes()
    }
}

/// Finds the numbers of positions by their hashes. It holds no positions, so that it is compiled once.
#[derive(Default)]
struct Index {
    table: HashTable<Entry>,
}

/// The middle of a position's hash, so that growing does not need the position, and its number.
struct Entry {
    hash: u32,
    number: u32,
}

impl Entry {
    /// As many bits as the table looks at, first and last.
    fn hash(hash: u32) -> u64 {
        u64::from(hash) << 32 | u64::from(hash)
    }
}

impl Index {
    /// The best bits of a hash by multiplication: its low ones know only low bits of what was hashed.
    fn fold(hash: u64) -> u32 {
        (hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32
    }

    #[inline]
    fn find(&self, hash: u64, mut is_same: impl FnMut(u32) -> bool) -> Option<u32> {
        let hash = Self::fold(hash);
        let entry = self.table.find(Entry::hash(hash), |entry| entry.hash == hash && is_same(entry.number))?;
        Some(entry.number)
    }

    fn is_full(&self) -> bool {
        self.table.len() == self.table.capacity()
    }

    /// Adds what is not in it, for which there is room.
    fn insert(&mut self, hash: u64, number: u32) {
        let hash = Self::fold(hash);
        self.table.insert_unique(Entry::hash(hash), Entry { hash, number }, |entry| Entry::hash(entry.hash));
    }

    /// Makes room for one more, if that fits the limit beside what is held.
    fn grow(&mut self, held: u64, reached: u64, limit: u64) -> Result<(), SolveError> {
        if !self.is_full() {
            return Ok(());
        }
        let room = 2 * self.bytes();
        let needed = held + room;
        if needed > limit {
            return Err(SolveError::TooMany { reached, needed, limit });
        }
        let grown = self.table.try_reserve(1, |entry| Entry::hash(entry.hash));
        grown.map_err(|_| SolveError::NoMemory { needed: room })
    }

    fn bytes(&self) -> u64 {
        self.table.allocation_size() as u64
    }
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

    fn bytes(&self) -> u64 {
        size_of_val(self.positions.as_slice()) as u64
    }

    /// # Panics
    /// If the position cannot be reached from the starts: see [`Numbered::find`].
    fn slot(&self, position: &Self::Position) -> Slot {
        self.find(position).expect("a position reached from the starts")
    }

    fn position(&self, slot: Slot) -> Option<Self::Position> {
        self.positions.get(slot.index()).cloned()
    }

    /// Counts positions instead of their slots: a game whose moves change may come to one that has none.
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
