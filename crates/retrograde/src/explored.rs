//! An adapter: numbers the positions of a game that has only rules.

use rustc_hash::FxHashSet;
use std::time::Instant;

use crate::game::{Ending, Game, NoMove, Numbered, Slot};
use crate::side::Side;
use crate::solve::{Options, Progress, SolveError, Stage};

/// A game numbered by exploring it: the positions that can be reached from some starts, in ascending order.
///
/// The numbering depends on the set of positions alone, not on the order of discovery.
pub struct Explored<G: Game> {
    game: G,
    positions: Vec<G::Position>,
}

impl<G: Game> Explored<G> {
    /// Explores `game` from `starts`.
    ///
    /// # Errors
    /// [`SolveError::TooMany`] with the count reached when the positions outgrow [`Options::memory`];
    /// [`SolveError::Cancelled`].
    ///
    /// # Complexity
    /// Every move is made once. While exploring, up to five times the size of a position in bytes each; then its
    /// size. What a position keeps on the heap is not counted.
    pub fn new(
        game: G,
        starts: impl IntoIterator<Item = G::Position>,
        options: &Options<'_>,
    ) -> Result<Self, SolveError> {
        let mut found: FxHashSet<G::Position> = starts.into_iter().collect();
        let mut waiting: Vec<G::Position> = found.iter().cloned().collect();
        let mut watch = Watch::new(options);
        while let Some(position) = waiting.pop() {
            let mut full = Ok(());
            game.each_move(&position, |_, child| {
                if full.is_ok() && !found.contains(&child) {
                    if found.len() == found.capacity() {
                        full = watch.grow(found.len() as u64, Self::bytes_to_grow(found.capacity(), waiting.len()));
                    }
                    waiting.push(child.clone());
                    found.insert(child);
                }
            });
            full?;
            watch.look(found.len() as u64)?;
        }
        let mut positions: Vec<G::Position> = found.into_iter().collect();
        positions.sort_unstable();
        Ok(Self { game, positions })
    }

    /// The game that was explored.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// What doubling a set takes while the old one is still there, with the stack. A set keeps one control byte beside each
    /// bucket, and an eighth of its buckets free.
    const fn bytes_to_grow(set: usize, stack: usize) -> u64 {
        let each = size_of::<G::Position>();
        (3 * set * (each + 1) * 8 / 7 + 2 * stack * each) as u64
    }
}

/// Looks at the limits of an exploration, now and then.
struct Watch<'a, 'o> {
    options: &'a Options<'o>,
    began: Instant,
    steps: u32,
}

/// Positions expanded between two looks.
const LOOK_EVERY: u32 = 1024;

impl<'a, 'o> Watch<'a, 'o> {
    fn new(options: &'a Options<'o>) -> Self {
        Self { options, began: Instant::now(), steps: 0 }
    }

    /// Refuses a set that would outgrow the limit.
    fn grow(&self, reached: u64, needed: u64) -> Result<(), SolveError> {
        let limit = self.options.memory;
        if needed > limit { Err(SolveError::TooMany { reached, needed, limit }) } else { Ok(()) }
    }

    fn look(&mut self, reached: u64) -> Result<(), SolveError> {
        self.steps = (self.steps + 1) % LOOK_EVERY;
        if self.steps != 0 {
            return Ok(());
        }
        if self.options.cancelled() {
            return Err(SolveError::Cancelled);
        }
        if let Some(tell) = self.options.progress {
            let elapsed = self.began.elapsed();
            tell(Progress { stage: Stage::Exploring, done: reached, total: None, depth: 0, elapsed });
        }
        Ok(())
    }
}

impl<G: Game> Game for Explored<G> {
    type Position = G::Position;
    type Move = G::Move;
    const TIES: bool = G::TIES;
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
    fn each_move(&self, position: &Self::Position, visit: impl FnMut(Self::Move, Self::Position)) {
        self.game.each_move(position, visit);
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
