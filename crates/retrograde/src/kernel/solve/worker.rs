//! One worker of a solve in memory. A worker changes only its own slots.

use std::ops::Range;

use super::apply::{Effects, Misfit, Verdicts, apply};
use super::barrier::{Stopped, Vote};
use super::channel::{Channel, NOTES, Note, Pad, SendBuffer, WorkerChannel};
use super::codebook::{self, DRAW};
use super::frontier::Batch;
use super::messages::SlotMessage;
use super::need::round;
use super::pool::{FEW, Pool, Status};
use super::predecessors::{Unsound, unsound};
use super::segments::{Holding, Source};
use super::worker_state::WorkerState;
use super::writer::Writer;
use crate::kernel::options::SolveError;
use crate::kernel::state::{Point, Seeds, Stage, Sweep, SweepLaw};
use crate::rules::clock::Moment;
use crate::rules::game::Slot;
use crate::rules::value::{Depth, Value};
use crate::table::column::with_codes;

/// One worker of a solve in memory, with its cells, state and message buffers.
pub(super) struct Worker<'a, 't> {
    pub(super) pool: &'a Pool<'a>,
    me: usize,
    state: &'a mut WorkerState,
    codes: Holding<'t>,
    pub(super) channel: WorkerChannel<'a>,
    pad: Box<Pad>,
    buffer: SendBuffer,
    batch: Batch,
    round: usize,
    /// Whether all workers will soon stop for a checkpoint.
    is_leaving: bool,
    /// The number of successive depths with few positions.
    quiet: u32,
    reported: Moment,
}

impl<'a, 't> Worker<'a, 't> {
    pub(super) fn new(
        pool: &'a Pool<'a>,
        me: usize,
        state: &'a mut WorkerState,
        codes: Holding<'t>,
    ) -> Result<Self, Stopped> {
        let segments = pool.segments;
        let buffer = SendBuffer::new(segments).map_err(|error| pool.barrier.fail(error))?;
        Ok(Self {
            pool,
            me,
            state,
            codes,
            channel: pool.channel(me),
            pad: Box::new([Note::default(); NOTES]),
            buffer,
            batch: Batch::new(),
            round: round(segments.slots(), segments.workers() as u64) as usize,
            is_leaving: false,
            quiet: 0,
            reported: Moment::now(),
        })
    }

    /// The main loop of the worker. The main loop seeds the worker's slots, propagates values depth by depth, and makes
    /// all undecided positions draws.
    pub(super) fn solve(mut self, game: &dyn Writer) -> Result<Status, Stopped> {
        loop {
            let end = match self.state.point {
                Point::Finishing => {
                    self.call_the_rest_drawn();
                    Some(Status::Solved)
                }
                _ if self.is_leaving => Some(Status::Due),
                Point::Seeding(seeds) => self.seed(game, seeds)?,
                Point::Sweeping(sweep) => self.sweep(game, sweep)?,
            };
            if let Some(end) = end {
                return Ok(end);
            }
        }
    }

    /// Seeds this worker's slots. Stores the value of every finished position, and the count of open moves of every
    /// other position.
    fn seed(&mut self, game: &dyn Writer, before: Seeds) -> Result<Option<Status>, Stopped> {
        let mut seeds = Vec::with_capacity(SEEDS_AT_ONCE);
        let mut vote = Vote { most: before.most, seen: before.seen, ..Vote::default() };
        let most = codebook::most_open(self.state.codebook.width());
        'all: for local in 0..self.codes.count() {
            let (first, length) = (self.first(local), self.codes.len(local));
            for from in (0..length).step_by(SEEDS_AT_ONCE) {
                if self.codes.get(local, from) != codebook::STUCK {
                    // This block was seeded before the workers last stopped for a checkpoint.
                    continue;
                }
                if self.is_due() {
                    vote.sums[0] = 1;
                    break 'all;
                }
                let slots = first + from as u64..first + length.min(from + SEEDS_AT_ONCE) as u64;
                seeds.clear();
                game.write_seeds(slots.clone(), &mut seeds);
                admitted(&slots, &seeds, &mut vote).map_err(|error| self.channel.fail(error))?;
                if vote.most > most {
                    break 'all;
                }
                self.codes.write(local, from, &seeds);
                self.report(Stage::Seeding, slots.end - slots.start, 0)?;
            }
        }
        let Vote { most: counts, seen, sums: [unfinished, _] } = self.channel.exchange(vote)?;
        if counts > most {
            return Ok(Some(Status::TooNarrow));
        }
        if unfinished > 0 {
            self.state.point = Point::Seeding(Seeds { most: counts, seen });
            return Ok(Some(Status::Due));
        }
        self.state.codebook.seeded(seen, counts);
        self.state.has_ties = self.state.codebook.find(Value::Tie(Depth::ZERO)).is_some();
        self.begin_sweep(SweepLaw::WinsAndLosses);
        Ok(None)
    }

    fn begin_sweep(&mut self, law: SweepLaw) {
        self.state.point = Point::Sweeping(Sweep { law, depth: Depth::ZERO, begun: None });
        self.state.frontier.all();
        self.state.stage = Moment::now();
        self.pool.begin_stage();
    }

    /// Propagates values depth by depth, and stops at the first depth at which it decides no position.
    fn sweep(&mut self, game: &dyn Writer, mut sweep: Sweep) -> Result<Option<Status>, Stopped> {
        let (outside, law) = (game.outside(), sweep.law);
        let deepest = if law == SweepLaw::Ties { outside.tied } else { outside.decided };
        loop {
            let marks = match self.spread(game, sweep, outside.parts)? {
                Spread::Whole(marks) => marks,
                Spread::Halted(why) => return Ok(Some(why)),
            };
            let depth = sweep.depth;
            // If wins at once (wins in 1 ply) are elided, seeds have depths up to 2.
            let seeded = game.at_once() && law == SweepLaw::WinsAndLosses && depth.plies() < 2;
            let outside = deepest.is_some_and(|deepest| depth < deepest);
            if marks == 0 && !seeded && !outside {
                break;
            }
            let WorkerState { frontier, next, point, .. } = &mut *self.state;
            std::mem::swap(frontier, next);
            next.clear();
            if seeded {
                frontier.all();
            }
            sweep = Sweep { law, depth: depth.plus(1), begun: None };
            *point = Point::Sweeping(sweep);
            if self.is_leaving {
                return Ok(None);
            }
            self.quiet = if marks < FEW && !seeded { self.quiet + 1 } else { 0 };
            if let Some(change) = self.pool.should_change(marks, self.quiet) {
                return Ok(Some(change));
            }
        }
        if law == SweepLaw::WinsAndLosses && (self.state.has_ties || outside.tied.is_some()) {
            self.begin_sweep(SweepLaw::Ties);
        } else {
            self.state.point = Point::Finishing;
        }
        // All workers take part again, because the next sweep and the last step read all slots.
        Ok(self.pool.is_one_for_all().then_some(Status::Many))
    }

    /// Propagates one depth in rounds. In each round the worker expands a part of the frontier, sends the messages, and
    /// applies the received messages. Between two rounds the workers may stop for a checkpoint.
    fn spread(&mut self, game: &dyn Writer, sweep: Sweep, parts: u64) -> Result<Spread, Stopped> {
        let Sweep { law, depth, begun } = sweep;
        let whole = self.whole(law, depth);
        let codebook = &mut self.state.codebook;
        let source = if begun.is_some() { codebook.left() } else { whole };
        let next_frontier = law.values(depth.plus(1));
        let taken = next_frontier.map(|value| codebook.take(value));
        let [Some((win, _)), Some((loss, _))] = taken else {
            self.give_back(next_frontier, taken, [0; 2]);
            return Ok(Spread::Halted(Status::TooNarrow));
        };
        let verdicts = match law {
            SweepLaw::WinsAndLosses => Verdicts::WinsAndLosses { win, loss },
            SweepLaw::Ties => Verdicts::Ties { tie: win },
        };
        let effects = Effects::new(verdicts, codebook.floor(), codebook.width());
        let (mut marks, mut part) = ([0; 2], if begun.is_some() { parts } else { self.number() });
        let is_whole = loop {
            self.buffer.begin_round();
            part = self.write_outside(game, law, depth, part..parts);
            let rest = if part < parts { Rest::Some } else { self.expand_some(game, law, depth, source)? };
            if rest == Rest::Nothing {
                self.buffer.flush(&mut self.channel);
            }
            let sums = [rest == Rest::Some, part < parts].map(u64::from);
            let all = self.channel.exchange(Vote { sums, seen: self.is_due().into(), ..Vote::default() })?;
            self.receive(law, depth, &effects, &mut marks)?;
            self.is_leaving |= all.seen > 0;
            if all.sums[0] == 0 {
                break true;
            }
            if self.is_leaving && all.sums[1] == 0 {
                self.buffer.flush(&mut self.channel);
                self.channel.exchange(Vote::default())?;
                self.receive(law, depth, &effects, &mut marks)?;
                break false;
            }
        };
        let Vote { sums: mut marks, .. } = self.channel.exchange(Vote { sums: marks, ..Vote::default() })?;
        marks.iter_mut().zip(begun.unwrap_or_default()).for_each(|(marks, before)| *marks += before);
        self.give_back(next_frontier, taken, marks);
        if begun.is_some() {
            self.state.frontier.recode_expanded(&mut self.codes, source, whole);
        }
        if is_whole {
            self.state.codebook.rejoin();
            return Ok(Spread::Whole(marks.iter().sum()));
        }
        if begun.is_none() {
            self.set_apart(law, whole);
        }
        self.state.frontier.all();
        self.state.point = Point::Sweeping(Sweep { begun: Some(marks), ..sweep });
        Ok(Spread::Halted(Status::Due))
    }

    /// Returns the codes of the two values of `depth`. If the positions of a value need no expansion, the result does
    /// not contain the value's code.
    fn whole(&self, law: SweepLaw, depth: Depth) -> Source {
        let [win, loss] = law.values(depth).map(|value| self.state.codebook.find(value));
        expanded(law, Source { win, loss })
    }

    /// Gives the unexpanded positions of a depth the reserved codes that mark them as unexpanded.
    fn set_apart(&mut self, law: SweepLaw, whole: Source) {
        let Self { pool, me, state, codes, batch, .. } = self;
        let Source { win, loss } = state.codebook.set_apart(whole);
        loop {
            state.frontier.next_batch(*me, &pool.segments, codes, whole, batch);
            if batch.is_empty() {
                return;
            }
            for (won, slots) in batch.by_won() {
                // All unexpanded ties get the same code, whether the bit `won` is set or not.
                let Some(code) = (if won || law == SweepLaw::Ties { win } else { loss }) else { continue };
                for &slot in slots {
                    let (segment, place) = pool.segments.home(slot);
                    codes.set(pool.segments.local(segment), place as usize, code);
                }
            }
        }
    }

    /// Frees the new code of each value that no slot received.
    fn give_back(&mut self, next_frontier: [Value; 2], taken: [Option<(u32, bool)>; 2], marks: [u64; 2]) {
        for ((value, taken), marks) in next_frontier.into_iter().zip(taken).zip(marks) {
            if matches!(taken, Some((_, true))) && marks == 0 {
                self.state.codebook.give_back(value);
            }
        }
    }

    /// Expands the next positions of the frontier, until enough messages for one round are collected.
    fn expand_some(&mut self, game: &dyn Writer, law: SweepLaw, depth: Depth, source: Source) -> Result<Rest, Stopped> {
        while self.buffer.sent() < self.round {
            self.report(law.stage(), 0, depth.plies())?;
            let Self { state, pool, batch, pad, buffer, channel, .. } = self;
            state.frontier.next_batch(self.me, &pool.segments, &self.codes, source, batch);
            if batch.is_empty() {
                return Ok(Rest::Nothing);
            }
            for (won, slots) in batch.by_won() {
                let keeping = won && keeps_mover(game, law, depth);
                game.write_messages(slots, won, keeping, pad, buffer, channel);
                if buffer.has_strayed() {
                    return Err(channel.fail(unsound(slots[0], Unsound::Beyond)));
                }
            }
        }
        Ok(Rest::Some)
    }

    /// Sends messages to the predecessors of the outside positions that have this depth. The method processes only this
    /// worker's share of `parts`. Returns the first part whose messages are not sent yet. The next round sends these
    /// messages.
    fn write_outside(&mut self, game: &dyn Writer, law: SweepLaw, depth: Depth, parts: Range<u64>) -> u64 {
        let both = law.values(depth);
        let wanted = if law == SweepLaw::Ties { &both[..1] } else { &both };
        let Self { pad, buffer, channel, .. } = self;
        let end = parts.end;
        for part in parts.step_by(self.pool.segments.here().len()) {
            if buffer.sent() >= self.round {
                return part;
            }
            game.write_from_outside(part, wanted, pad, buffer, channel);
        }
        end
    }

    /// Applies the messages that this worker received from all workers.
    fn receive(&mut self, law: SweepLaw, depth: Depth, effects: &Effects, marks: &mut [u64; 2]) -> Result<(), Stopped> {
        let segments = self.pool.segments;
        let Self { state, codes, channel, .. } = self;
        let before = state.next.count();
        let applied = channel.receive(|segment, messages| {
            let local = segments.local(segment);
            let mut marked = |new: &[SlotMessage]| {
                let won = SlotMessage::count_won(new);
                let first = if law == SweepLaw::Ties { new.len() } else { won };
                marks[0] += first as u64;
                marks[1] += (new.len() - first) as u64;
                state.next.push(local, new, won);
            };
            with_codes!(&mut codes.0, codes => apply(codes[local], messages, effects, &mut marked))
                .map_err(|(place, law): Misfit| unsound(Slot(segments.first(segment) + u64::from(place)), law))
        });
        applied.map_err(|error| self.channel.fail(error))?;
        self.report(law.stage(), self.state.next.count() - before, depth.plies())
    }

    fn call_the_rest_drawn(&mut self) {
        let (_, numbers) = self.state.codebook.finish();
        self.codes.finish(self.state.codebook.width(), &numbers, DRAW);
    }

    /// Returns the index of this worker within its process.
    const fn number(&self) -> u64 {
        (self.me - self.pool.segments.here().start) as u64
    }

    /// Returns the first slot of one of this worker's segments.
    fn first(&self, local: usize) -> u64 {
        let segments = &self.pool.segments;
        segments.first(segments.segment(self.me, local))
    }

    /// Adds `done` to the number of completed slots, reports progress at intervals, and stops all workers if the solve
    /// was cancelled.
    fn report(&mut self, stage: Stage, done: u64, depth: u32) -> Result<(), Stopped> {
        let (stage_began, me) = (self.state.stage, self.me);
        let reported = self.pool.report(me, stage, done, depth, stage_began, &mut self.reported);
        reported.map_err(|error| self.channel.fail(error))
    }

    fn is_due(&self) -> bool {
        self.pool.is_due()
    }
}

/// Checks some seeds and records in `vote` the largest count of open moves and the values that occur.
pub(super) fn admitted(slots: &Range<u64>, seeds: &[u32], vote: &mut Vote) -> Result<(), SolveError> {
    let count = |seed: u32| if seed < codebook::FIRST_SEED { seed } else { 0 };
    let most = seeds.iter().map(|&seed| count(seed)).max().unwrap_or(0);
    let is_seed = |seed: u32| seed >= codebook::FIRST_SEED && seed != u32::MAX;
    if seeds.iter().fold(false, |any, &seed| any | is_seed(seed)) {
        let bits = seeds.iter().filter(|&&seed| is_seed(seed)).map(|&seed| codebook::seed_bit(seed));
        vote.seen |= bits.fold(0, |seen, bit| seen | bit);
    }
    vote.most = vote.most.max(most);
    let stuck = seeds.contains(&codebook::STUCK);
    let unfit = codebook::seed_bit(codebook::NO_SEED);
    if !stuck && vote.seen & unfit == 0 && seeds.len() as u64 == slots.end - slots.start {
        return Ok(());
    }
    let at = seeds.iter().position(|&seed| seed == codebook::STUCK || seed == codebook::NO_SEED).unwrap_or(0);
    let law = match seeds.get(at) {
        Some(&codebook::STUCK) => Unsound::Stuck,
        Some(&codebook::NO_SEED) => Unsound::DeepSeed,
        _ => Unsound::OtherSeeds,
    };
    Err(unsound(Slot(slots.start + at as u64), law))
}

/// The number of slots in a block. A worker checks the clock and the cancel flag each time it has seeded a whole block.
pub(super) const SEEDS_AT_ONCE: usize = 1024;

/// The result of propagating one depth.
enum Spread {
    /// The depth is complete. The field is the number of slots that all workers together have decided.
    Whole(u64),
    /// The workers must stop before the depth is complete.
    Halted(Status),
}

/// Whether a worker has positions left to expand or messages left to send at this depth.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Rest {
    Some,
    Nothing,
}

/// Takes the codes of both values of a depth in `source`, and returns only the codes whose positions must be expanded.
/// The code of an elided position differs from all codes in `source`.
pub(super) const fn expanded(law: SweepLaw, source: Source) -> Source {
    match law {
        SweepLaw::WinsAndLosses => source,
        SweepLaw::Ties => Source { win: source.win, loss: None },
    }
}

/// Returns whether some won positions of a depth may be elided wins that must send messages. An elided win sends
/// messages only to predecessors with the same side to move. If turns alternate, no predecessor has the same side to
/// move. Elided wins then have their own code.
pub(super) fn keeps_mover(game: &dyn Writer, law: SweepLaw, depth: Depth) -> bool {
    game.at_once() && !game.alternates() && law == SweepLaw::WinsAndLosses && depth == Depth::new(1)
}
