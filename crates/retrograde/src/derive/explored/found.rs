//! The search for all reachable positions, in rounds, with several threads.
//!
//! The positions are divided into shards by hash, and each worker owns some of the shards. A round has three steps.
//! First, every worker makes the moves of some of its positions, and writes each child into a buffer for the child's
//! shard. Second, the workers look up each position of the buffers, and number it if it is new. The workers process one
//! whole shard at a time, so that the lookups stay in the processor's cache. Third, every worker stores the numbers of
//! its positions' children. No worker waits for a lock. The set of positions does not depend on the number of workers.
//! The order in which positions are found depends on the number of workers, but the positions are sorted after the
//! search.

use std::hash::Hash;
use std::ops::Range;
use std::time::Duration;

use super::number::{Number, SHARDS, hash, shard_of};
use super::shard::{ExploreMode, Shard};
use crate::derive::edges::MAX_SLOTS;
use crate::kernel::budget::Budget;
use crate::kernel::solve::{Options, SolveError, Stage, Watch, share};
use crate::rules::clock::Moment;
use crate::rules::game::{Game, Outcome};
use crate::rules::side::Side;

/// The positions found so far.
pub(super) struct FoundPositions<P> {
    workers: Vec<ShardWorker<P>>,
}

/// The shards of one thread, and the thread's data of the current round.
struct ShardWorker<P> {
    shards: Vec<Shard<P>>,
    /// One buffer for each shard of every worker. A buffer contains the positions that this worker sends to the shard.
    letters: Vec<Letter<P>>,
    /// The shard of each child of this round's positions, in the order of the moves.
    routes: Vec<u8>,
    expansions: Vec<ExpandedPosition>,
}

/// A buffer from one worker to one shard. At first the buffer contains positions that need a number. Later it contains
/// the numbers of these positions.
struct Letter<P> {
    positions: Vec<P>,
    numbers: Vec<u32>,
}

impl<P> Default for Letter<P> {
    fn default() -> Self {
        Self { positions: Vec::new(), numbers: Vec::new() }
    }
}

/// The data of a position after its moves are made.
struct ExpandedPosition {
    /// The index of the position's shard among the shards of its worker.
    shard: u16,
    turn: Side,
    outcome: Option<Outcome>,
    moves: u32,
}

/// The maximum time that a round should take.
const LONGEST_ROUND: Duration = Duration::from_millis(100);
/// The target number of moves of a round.
const ROUND: usize = 1 << 18;
/// The maximum number of positions of a shard that one round expands. The first round of the search expands only
/// `FIRST_OF_A_SHARD` positions of each shard, because the number of moves per position is still unknown.
const MOST_OF_A_SHARD: usize = 1 << 12;
const FIRST_OF_A_SHARD: usize = 4;
/// The minimum number of positions for which the use of several threads saves time.
const WORTH_SHARING: usize = 1 << 10;

impl<P: Clone + Eq + Hash + Send + Sync> FoundPositions<P> {
    /// Finds all positions that are reachable from `starts`.
    pub(super) fn explore<G: Game<Position = P>>(
        game: &G,
        starts: impl IntoIterator<Item = P>,
        wanted: ExploreMode,
        budget: &Budget,
        options: &Options<'_>,
    ) -> Result<Self, SolveError> {
        let mut found = Self::new(options, budget)?;
        let searched = starts.into_iter().try_for_each(|start| found.number(start, budget).map(drop));
        let searched = searched.and_then(|()| found.search(game, wanted, budget, options));
        // If the memory is full, the error may count too few positions: the positions of the last round may be missing.
        searched.map_err(|error| match error {
            SolveError::TooMany { needed, limit, .. } => {
                SolveError::TooMany { reached: found.positions(), needed, limit }
            }
            error => error,
        })?;
        Ok(found)
    }

    /// Finds all further positions that are reachable from the positions found so far.
    fn search<G: Game<Position = P>>(
        &mut self,
        game: &G,
        wanted: ExploreMode,
        budget: &Budget,
        options: &Options<'_>,
    ) -> Result<(), SolveError> {
        let (mut quota, mut watch) = (FIRST_OF_A_SHARD, Watch::new(options, Stage::Exploring, None));
        loop {
            let begun = Moment::now();
            let round = Round { game, quota, wanted, budget, options, found: self.positions() };
            let positions = self.round(&round, &mut watch)?;
            if positions == 0 {
                return Ok(());
            }
            if positions >= WORTH_SHARING {
                let moves = self.workers.iter().map(|worker| worker.routes.len()).sum::<usize>();
                quota = next_quota(positions, moves, begun.elapsed());
            }
        }
    }

    fn new(options: &Options<'_>, budget: &Budget) -> Result<Self, SolveError> {
        let members = options.workers().clamp(1, SHARDS);
        let each = SHARDS.div_ceil(members);
        let workers: Vec<_> =
            (0..SHARDS).step_by(each).map(|first| ShardWorker::new(each.min(SHARDS - first))).collect();
        let by_worker = size_of::<ShardWorker<P>>() + SHARDS * size_of::<Letter<P>>();
        budget.take((SHARDS * size_of::<Shard<P>>() + workers.len() * by_worker) as u64, 0)?;
        Ok(Self { workers })
    }

    /// Returns the shards. Releases the data that only the search needs.
    pub(super) fn into_shards(self, budget: &Budget) -> Vec<Shard<P>> {
        let mut shards = Vec::new();
        for ShardWorker { shards: mut owned, letters, routes, expansions } in self.workers {
            for shard in &mut owned {
                shard.forget_index(budget);
            }
            shards.append(&mut owned);
            for Letter { positions, numbers } in letters {
                budget.give_list(&positions);
                budget.give_list(&numbers);
            }
            budget.give_list(&routes);
            budget.give_list(&expansions);
        }
        shards
    }

    /// Returns the number of positions found.
    fn positions(&self) -> u64 {
        self.shards().map(|shard| shard.positions.len() as u64).sum()
    }

    fn shards(&self) -> impl Iterator<Item = &Shard<P>> {
        self.workers.iter().flat_map(|worker| &worker.shards)
    }

    /// Makes the moves of some positions, and finds or adds the children. Returns the number of expanded positions. The
    /// result is 0 if no position was left to expand.
    fn round<G: Game<Position = P>>(
        &mut self,
        round: &Round<'_, G>,
        watch: &mut Watch<'_, '_>,
    ) -> Result<usize, SolveError> {
        let waiting = self.shards().map(|shard| round.claim(shard).len()).sum::<usize>();
        watch.look(0, round.found)?;
        if waiting < WORTH_SHARING {
            self.step_by_step(round, watch)?;
        } else {
            let threads = self.workers.len();
            share(threads, self.workers.iter_mut().collect(), |worker| worker.make_moves(round))?;
            self.deliver(threads, round)?;
            share(threads, self.workers.iter_mut().collect(), |worker| worker.store(round))?;
        }
        let slots = self.positions();
        if slots > MAX_SLOTS {
            return Err(SolveError::TooLarge { slots, needed: round.budget.held(), limit: round.budget.limit() });
        }
        Ok(waiting)
    }

    /// Expands a few positions on one thread, and numbers each child immediately.
    fn step_by_step<G: Game<Position = P>>(
        &mut self,
        round: &Round<'_, G>,
        watch: &mut Watch<'_, '_>,
    ) -> Result<(), SolveError> {
        let (mut found, mut numbers) = (Vec::new(), Vec::new());
        for shard in 0..SHARDS {
            let (owner, local) = self.place(shard);
            for index in round.claim(&self.workers[owner].shards[local]) {
                watch.look(0, round.found)?;
                let position = self.workers[owner].shards[local].positions.get(index).clone();
                let (turn, outcome) = expand(round.game, &position, &mut found);
                numbers.clear();
                for child in found.drain(..) {
                    numbers.push(self.number(child, round.budget)?.0);
                }
                self.workers[owner].shards[local].store(turn, outcome, &mut numbers, round.wanted, round.budget)?;
            }
        }
        Ok(())
    }

    /// Returns the worker that owns a shard, and the index of the shard in that worker's list.
    fn place(&self, shard: usize) -> (usize, usize) {
        let each = SHARDS.div_ceil(self.workers.len());
        (shard / each, shard % each)
    }

    fn number(&mut self, position: P, budget: &Budget) -> Result<Number, SolveError> {
        let shard = usize::from(shard_of(hash(&position)));
        let (owner, local) = self.place(shard);
        self.workers[owner].shards[local].number(shard, position, budget)
    }

    /// Looks up or numbers the positions in all buffers. The threads process different shards in parallel.
    fn deliver<G>(&mut self, threads: usize, round: &Round<'_, G>) -> Result<(), SolveError> {
        let mut letters: Vec<Vec<Letter<P>>> = Vec::new();
        for shard in 0..SHARDS {
            letters.push(self.workers.iter_mut().map(|worker| std::mem::take(&mut worker.letters[shard])).collect());
        }
        let shards = self.workers.iter_mut().flat_map(|worker| &mut worker.shards);
        let mut parts = Vec::new();
        let mut addressed = letters.iter_mut().zip(shards).enumerate().collect::<Vec<_>>();
        while !addressed.is_empty() {
            let rest = addressed.split_off(addressed.len().min(SHARDS.div_ceil(threads)));
            parts.push(std::mem::replace(&mut addressed, rest));
        }
        let Round { wanted, budget, .. } = *round;
        share(threads, parts, |part| {
            part.into_iter().try_for_each(|(number, (letters, shard))| {
                letters.iter_mut().try_for_each(|letter| letter.answer(number, shard, wanted, budget))
            })
        })?;
        for (shard, letters) in letters.into_iter().enumerate() {
            for (worker, letter) in self.workers.iter_mut().zip(letters) {
                worker.letters[shard] = letter;
            }
        }
        Ok(())
    }
}

/// Returns the number of positions per shard for the next round. The function computes this number from the size and
/// the time of the last round.
fn next_quota(positions: usize, moves: usize, elapsed: Duration) -> usize {
    let aim = ROUND.saturating_mul(positions) / moves.max(1) / SHARDS;
    let slower = elapsed.max(LONGEST_ROUND).as_millis() / LONGEST_ROUND.as_millis();
    (aim / slower as usize).clamp(1, MOST_OF_A_SHARD)
}

/// The data of a round that all workers share.
struct Round<'a, G> {
    game: &'a G,
    /// The maximum number of positions per shard that this round expands.
    quota: usize,
    wanted: ExploreMode,
    budget: &'a Budget,
    options: &'a Options<'a>,
    /// The number of positions found before this round.
    found: u64,
}

impl<G> Round<'_, G> {
    /// Returns the positions of a shard that this round expands, as indices.
    fn claim<P>(&self, shard: &Shard<P>) -> Range<usize> {
        shard.expanded..shard.positions.len().min(shard.expanded + self.quota)
    }
}

/// Returns the side to move at a position, and the outcome if the game is over. Appends the children to `found`.
fn expand<G: Game>(game: &G, position: &G::Position, found: &mut Vec<G::Position>) -> (Side, Option<Outcome>) {
    let before = found.len();
    each_move(game, position, &mut |_, child| found.push(child));
    let turn = game.turn(position);
    let stuck = || G::NO_MOVE.ending(turn).filter(|_| found.len() == before);
    (turn, game.ending(position).or_else(stuck).map(|ending| ending.outcome))
}

impl<P> ShardWorker<P> {
    fn new(shards: usize) -> Self {
        Self {
            shards: (0..shards).map(|_| Shard::new()).collect(),
            letters: (0..SHARDS).map(|_| Letter::default()).collect(),
            routes: Vec::new(),
            expansions: Vec::new(),
        }
    }

    /// Makes the moves of this round's positions, and writes each child into the buffer for its shard.
    fn make_moves<G: Game<Position = P>>(&mut self, round: &Round<'_, G>) -> Result<(), SolveError>
    where
        P: Hash,
    {
        let Self { shards, letters, routes, expansions } = self;
        routes.clear();
        expansions.clear();
        let mut found = Vec::new();
        for (shard, number) in shards.iter().zip(0..) {
            for position in round.claim(shard).map(|index| shard.positions.get(index)) {
                round.options.heed()?;
                let (turn, outcome) = expand(round.game, position, &mut found);
                let expansion = ExpandedPosition { shard: number, turn, outcome, moves: found.len() as u32 };
                round.budget.push(expansions, expansion, round.found)?;
                for child in found.drain(..) {
                    let to = shard_of(hash(&child));
                    round.budget.push(routes, to, round.found)?;
                    round.budget.push(&mut letters[usize::from(to)].positions, child, round.found)?;
                }
            }
        }
        Ok(())
    }

    /// Stores, for each expanded position, the numbers of its children. The buffers now contain these numbers.
    fn store<G>(&mut self, round: &Round<'_, G>) -> Result<(), SolveError> {
        let Self { shards, letters, routes, expansions } = self;
        let mut routes = routes.iter();
        let mut answers: Vec<_> = letters.iter().map(|letter| letter.numbers.iter()).collect();
        let mut numbers = Vec::new();
        for &ExpandedPosition { shard, turn, outcome, moves } in &*expansions {
            let of = routes.by_ref().take(moves as usize);
            numbers.clear();
            numbers.extend(of.filter_map(|&shard| answers[usize::from(shard)].next()));
            shards[usize::from(shard)].store(turn, outcome, &mut numbers, round.wanted, round.budget)?;
        }
        Ok(())
    }
}

impl<P> Letter<P> {
    fn answer(
        &mut self,
        number: usize,
        shard: &mut Shard<P>,
        wanted: ExploreMode,
        budget: &Budget,
    ) -> Result<(), SolveError>
    where
        P: Eq + Hash,
    {
        self.numbers.clear();
        for position in self.positions.drain(..) {
            let number = shard.number(number, position, budget)?;
            if wanted == ExploreMode::Moves {
                budget.push(&mut self.numbers, number.0, 0)?;
            }
        }
        Ok(())
    }
}

/// Visits the moves of a position through a trait object. So the rules of an explored game are compiled only once. The
/// indirect calls cost little compared with the lookups of positions.
pub(super) fn each_move<G: Game>(game: &G, position: &G::Position, visit: &mut dyn FnMut(G::Move, G::Position)) {
    game.each_move(position, visit);
}
