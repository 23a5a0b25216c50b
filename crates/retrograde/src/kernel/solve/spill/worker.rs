//! One worker of a solve in scratch storage.

use super::super::barrier::{Stopped, Vote};
use super::super::channel::{Channel, NOTES, Note, Pad, SendBuffer, WorkerChannel};
use super::super::codebook;
use super::super::frontier::BATCH;
use super::super::messages::SlotMessage;
use super::super::pool::Pool;
use super::super::predecessors::{Unsound, unsound};
use super::super::segments::Source;
use super::super::worker::{Rest, expanded, keeps_mover};
use super::super::writer::Writer;
use super::cells::Home;
use super::decided::Decided;
use super::entry::ColumnEntry;
use super::site::{Site, part};
use super::spill_file::{Room, SpillFile, Unit};
use super::start::{BOTH, Start};
use crate::kernel::options::SolveError;
use crate::kernel::state::{Point, Stage, State, Sweep, SweepLaw};
use crate::rules::clock::Moment;
use crate::rules::game::Slot;
use crate::rules::value::Depth;
use crate::table::cell::Cell;
use crate::table::column::{Code, Width};
use crate::table::shares::Shares;

/// If a group in scratch storage has at most this number of messages, the messages are applied to the cells in scratch
/// storage one by one. If the group has more messages, the whole group is read into memory.
const FEW: usize = 64;

/// One worker of a solve in scratch storage, with its cells, decided positions and message buffers.
pub(super) struct SpillWorker<'a, C> {
    pub(super) pool: &'a Pool<'a>,
    pub(super) site: Site<'a>,
    pub(super) start: &'a Start,
    pub(super) channel: WorkerChannel<'a>,
    pad: Box<Pad>,
    buffer: SendBuffer,
    pub(super) groups: Vec<Home<C>>,
    /// The size in bytes of all cells in memory.
    pub(super) held: u64,
    pub(super) decided: Decided,
    /// The width of the codes in the column, at most the width of the codebook.
    pub(super) width: Width,
    pub(super) has_ties: bool,
    /// The positions that the messages of the current depth have decided. These positions are one ply deeper than the
    /// positions that the solve expands now.
    pub(super) next_frontier: SpillFile,
    pub(super) pending: SpillFile,
    stage: Moment,
    reported: Moment,
}

/// The result of one worker after the solve.
pub(super) struct End {
    /// The cells of the finished table, in the same order as after a solve in memory.
    pub(super) cells: Vec<Cell>,
    /// For each cell, the number of this worker's slots that have the cell.
    pub(super) counts: Vec<u64>,
}

impl<'a, C: Code> SpillWorker<'a, C> {
    pub(super) fn new(pool: &'a Pool<'a>, site: Site<'a>, start: &'a Start) -> Result<Self, Stopped> {
        let (plan, now) = (site.plan, Moment::now());
        let buffer = SendBuffer::new(pool.segments).map_err(|error| pool.barrier.fail(error))?;
        Ok(Self {
            pool,
            site,
            start,
            channel: pool.channel(site.me),
            pad: Box::new([Note::default(); NOTES]),
            buffer,
            groups: Vec::new(),
            held: 0,
            decided: Decided::new(start.codebook.clone()),
            width: start.codebook.width(),
            has_ties: start.has_ties,
            next_frontier: SpillFile::new(plan.unit, Room::Exact),
            pending: SpillFile::new(plan.unit, Room::Unit),
            stage: now.earlier(start.spent),
            reported: now,
        })
    }

    /// The main loop of the worker. The loop seeds the worker's slots, propagates values depth by depth, and finishes
    /// the table. Returns `None` if a count of open moves does not fit.
    pub(super) fn solve(mut self, game: &dyn Writer) -> Result<Option<End>, Stopped> {
        let Some(mut point) = self.seed(game)? else { return Ok(None) };
        while let Point::Sweeping(sweep) = point {
            self.sweep(game, sweep)?;
            point = match sweep.law {
                SweepLaw::WinsAndLosses if self.has_ties => self.begin_sweep(SweepLaw::Ties)?,
                SweepLaw::WinsAndLosses | SweepLaw::Ties => Point::Finishing,
            };
        }
        self.finish().map(Some).map_err(|error| self.channel.fail(error))
    }

    pub(super) fn begin_sweep(&mut self, law: SweepLaw) -> Result<Point, Stopped> {
        self.stage = Moment::now();
        self.channel.exchange(Vote::default())?;
        if self.site.me == 0 {
            self.pool.begin_stage();
        }
        Ok(Point::Sweeping(Sweep { law, depth: Depth::ZERO, begun: None }))
    }

    /// Propagates values depth by depth, until no position is decided at a depth. If a checkpoint is due, the method
    /// makes the checkpoint after a depth or within a depth.
    fn sweep(&mut self, game: &dyn Writer, mut sweep: Sweep) -> Result<(), Stopped> {
        loop {
            let Sweep { law, depth, .. } = sweep;
            let next = depth.plus(1);
            if next.plies() >= Cell::MAX {
                return Err(self.channel.fail(SolveError::TooDeep));
            }
            let (marks, is_due) = self.spread(game, sweep)?;
            // If wins at once (wins in 1 ply) are elided, seeds have depths up to 2.
            let seeded = game.at_once() && law == SweepLaw::WinsAndLosses && depth.plies() < 2;
            if marks == [0; 2] && !seeded {
                return Ok(());
            }
            sweep = Sweep { law, depth: next, begun: None };
            if is_due {
                self.update_column(&[]).map_err(|error| self.channel.fail(error))?;
                self.keep(Point::Sweeping(sweep))?;
            }
        }
    }

    /// Propagates one depth in rounds. In each round, the worker reads positions of the depth and sends messages to
    /// their predecessors. The worker then applies or spills the messages that it has received. After the last round of
    /// the depth, the worker applies the spilled messages. Returns the number of slots that all workers together have
    /// decided, for each of the two new values. Also returns whether a checkpoint is due.
    fn spread(&mut self, game: &dyn Writer, sweep: Sweep) -> Result<([u64; 2], bool), Stopped> {
        let Sweep { law, depth, .. } = sweep;
        let mut frontier = self.decided.frontier(law, depth).into_iter();
        let mut marks = [0; 2];
        loop {
            self.buffer.begin_round();
            let rest = self.expand_some(game, law, depth, &mut frontier)?;
            let all = self.round(law, depth, rest, &mut marks)?;
            if all.sums[0] == 0 {
                break;
            }
            if all.seen > 0 {
                self.pause(sweep, frontier.as_slice(), &mut marks)?;
            }
        }
        self.open_messages(law, depth, &mut marks)?;
        self.tidy();
        let (marks, is_due) = self.add_up(sweep, marks)?;
        Ok((marks, is_due))
    }

    /// Exchanges messages with the other workers and applies the received messages. Returns the combined votes.
    fn round(&mut self, law: SweepLaw, depth: Depth, rest: Rest, marks: &mut [u64; 2]) -> Result<Vote, Stopped> {
        let (rest, is_due) = (u64::from(rest == Rest::Some), self.pool.is_due().into());
        let all = self.channel.exchange(Vote { sums: [rest, 0], seen: is_due, ..Vote::default() })?;
        let before: u64 = marks.iter().sum();
        self.receive(law, marks).map_err(|error| self.channel.fail(error))?;
        self.report(law.stage(), marks.iter().sum::<u64>() - before, depth)?;
        Ok(all)
    }

    /// Returns the number of slots that all workers together have decided at a depth, for each of the two new values.
    /// Also returns whether a checkpoint is due. Also stores the positions that this worker has decided.
    fn add_up(&mut self, sweep: Sweep, marks: [u64; 2]) -> Result<([u64; 2], bool), Stopped> {
        let is_due = self.pool.is_due().into();
        let Vote { sums: mut all, seen, .. } =
            self.channel.exchange(Vote { sums: marks, seen: is_due, ..Vote::default() })?;
        all.iter_mut().zip(sweep.begun.unwrap_or_default()).for_each(|(all, before)| *all += before);
        let mut units = Vec::new();
        let sealed = self.next_frontier.seal(self.site.allocator, &mut units);
        let added = sealed.and_then(|()| self.decided.add(&units, sweep.law.values(sweep.depth.plus(1)), all));
        added.map_err(|error| self.channel.fail(error))?;
        Ok((all, seen > 0))
    }

    /// Makes a checkpoint within a depth. Delivers all pending messages, and gives the unexpanded positions the
    /// reserved codes that mark them as unexpanded.
    fn pause(&mut self, sweep: Sweep, left: &[Unit], marks: &mut [u64; 2]) -> Result<(), Stopped> {
        let Sweep { law, depth, .. } = sweep;
        loop {
            self.buffer.begin_round();
            let is_empty = self.buffer.flush_to(self.site.plan.round, &mut self.channel);
            let rest = if is_empty { Rest::Nothing } else { Rest::Some };
            if self.round(law, depth, rest, marks)?.sums[0] == 0 {
                break;
            }
        }
        self.open_messages(law, depth, marks)?;
        let (all, _) = self.add_up(sweep, *marks)?;
        let apart = self.decided.set_apart(law, depth, left);
        self.update_column(&apart).map_err(|error| self.channel.fail(error))?;
        self.keep(Point::Sweeping(Sweep { begun: Some(all), ..sweep }))?;
        self.decided.rejoin(law, depth, left);
        Ok(())
    }

    /// Makes a checkpoint from the column. No worker writes to the column while the checkpoint sink reads it.
    pub(super) fn keep(&mut self, point: Point) -> Result<(), Stopped> {
        self.channel.exchange(Vote::default())?;
        if self.site.me == 0 {
            self.hand_over(point).map_err(|error| self.channel.fail(error))?;
            self.pool.checkpoint_done();
        }
        self.channel.exchange(Vote::default()).map(drop)
    }

    fn hand_over(&self, point: Point) -> Result<(), SolveError> {
        let Some(checkpoint_sink) = self.pool.options.checkpoint_sink else { return Ok(()) };
        let (slots, spent) = (self.pool.segments.slots(), self.stage.elapsed());
        let state = State::of(&self.decided.codebook, slots, self.has_ties, point, self.pool.done(), spent);
        let (mut at, mut failed) = (0, None);
        let stored_state = checkpoint_sink.keep(&state, Shares::whole(slots).of(0), &mut |codes| {
            let read = self.site.column.read_bytes(self.width, at, codes);
            at += codes.len() as u64;
            read.map_err(|error| failed.insert(error).clone().into())
        });
        failed.map_or_else(|| stored_state.map_err(|reason| SolveError::Lost { reason }), Err)
    }

    /// Updates the column. Stores the codes of decided positions and the counts of open moves of all other positions.
    /// The positions in `apart` get codes of their own.
    fn update_column(&mut self, apart: &[ColumnEntry]) -> Result<(), SolveError> {
        self.widen()?;
        match self.width {
            Width::One => self.update_codes::<u8>(apart),
            Width::Two => self.update_codes::<u16>(apart),
            Width::Four => self.update_codes::<u32>(apart),
        }
    }

    fn update_codes<D: Code>(&mut self, apart: &[ColumnEntry]) -> Result<(), SolveError> {
        for group in 0..self.groups.len() {
            self.pool.options.heed()?;
            let mut codes = self.site.read::<D>(group)?;
            self.decided.enter(&self.site, group, &mut codes)?;
            for entry in apart.iter().filter(|entry| entry.group() == group) {
                entry.enter(&self.site, &mut codes)?;
            }
            self.write_counts(group, &mut codes)?;
            self.site.write(group, &mut codes)?;
        }
        self.decided.entered();
        Ok(())
    }

    /// Widens the codes of the column to the width of the codebook.
    fn widen(&mut self) -> Result<(), SolveError> {
        let (codebook, before) = (&self.decided.codebook, self.width);
        if codebook.width() == before {
            return Ok(());
        }
        let (counts, more) = (codebook.counts(), codebook.width().last() - before.last());
        for group in 0..self.site.plan.groups(self.site.me) {
            for (_, slots) in self.site.segments(group) {
                self.pool.options.heed()?;
                let mut codes = self.site.column.numbers(before, &slots)?;
                codes.iter_mut().filter(|code| **code > counts).for_each(|code| *code += more);
                self.site.column.write_as(codebook.width(), slots.start, &codes)?;
            }
        }
        self.width = codebook.width();
        Ok(())
    }

    /// Converts the column to the codes of the finished table. Undecided slots become draws.
    fn finish(&mut self) -> Result<End, SolveError> {
        self.groups = Vec::new();
        self.widen()?;
        match self.width {
            Width::One => self.finish_codes::<u8>(),
            Width::Two => self.finish_codes::<u16>(),
            Width::Four => self.finish_codes::<u32>(),
        }
    }

    fn finish_codes<D: Code>(&self) -> Result<End, SolveError> {
        let site = self.site;
        let (cells, numbers) = self.decided.codebook.finish();
        let (width, mut counts) = (Width::of(cells.len()), vec![0; cells.len()]);
        // A code that is not in the codebook is a count of open moves. So the slot with this code is undecided.
        let number = |code: &D| numbers.get((D::WIDTH.last() - code.get()) as usize).copied().unwrap_or(codebook::DRAW);
        for group in 0..site.plan.groups(site.me) {
            self.pool.options.heed()?;
            let mut codes = site.read::<D>(group)?;
            self.decided.enter(&site, group, &mut codes)?;
            for (at, slots) in site.segments(group) {
                let numbers: Vec<u32> = part(&mut codes, at * site.segment_size(), &slots).iter().map(number).collect();
                for &number in &numbers {
                    counts[number as usize] += 1;
                }
                site.column.write_as(width, slots.start, &numbers)?;
            }
        }
        Ok(End { cells, counts })
    }

    /// Expands the next positions of a depth, until enough messages for one round are collected.
    fn expand_some(
        &mut self,
        game: &dyn Writer,
        law: SweepLaw,
        depth: Depth,
        frontier: &mut impl Iterator<Item = Unit>,
    ) -> Result<Rest, Stopped> {
        let Source { win, loss } = expanded(law, BOTH);
        let reported = [loss.is_some(), win.is_some()];
        let mut slots = [Vec::new(), Vec::new()];
        while self.buffer.sent() < self.site.plan.round {
            let Some(unit) = frontier.next() else {
                let is_empty = self.buffer.flush_to(self.site.plan.round, &mut self.channel);
                return Ok(if is_empty { Rest::Nothing } else { Rest::Some });
            };
            self.report(law.stage(), 0, depth)?;
            slots.iter_mut().for_each(Vec::clear);
            let Self { pool, site: Site { me, plan, allocator, .. }, pad, buffer, channel, .. } = self;
            let first = |number: u32| {
                let local = unit.group() * plan.group + number as usize;
                pool.segments.first(pool.segments.segment(*me, local))
            };
            let read = unit.each_run(allocator, |number, positions| {
                let first = first(number);
                for position in positions {
                    // A sweep of ties expands all positions as if they were won. The reason is that every undecided
                    // predecessor of a tie is a tie, whichever side moves.
                    let won = law == SweepLaw::Ties || position.won();
                    slots[usize::from(won)].push(Slot(first + position.place() as u64));
                }
                Ok(())
            });
            read.map_err(|error| channel.fail(error))?;
            for (won, slots) in [false, true].into_iter().zip(&slots).filter(|&(won, _)| reported[usize::from(won)]) {
                let keeping = won && keeps_mover(game, law, depth);
                for slots in slots.chunks(BATCH) {
                    game.write_messages(slots, won, keeping, pad, buffer, channel);
                    if buffer.has_strayed() {
                        return Err(channel.fail(unsound(slots[0], Unsound::Beyond)));
                    }
                }
            }
        }
        Ok(Rest::Some)
    }

    /// Applies the received messages to cells in memory, and spills the messages to cells in scratch storage.
    fn receive(&mut self, law: SweepLaw, marks: &mut [u64; 2]) -> Result<(), SolveError> {
        let Self { pool, site: Site { plan, allocator, .. }, channel, groups, next_frontier, pending, .. } = self;
        let (segments, size) = (pool.segments, 1 << pool.segments.shift());
        let mut new = Vec::new();
        channel.receive(|segment, messages| {
            let (group, number) = plan.home(segments.local(segment));
            let Home::Here(cells) = &mut groups[group] else {
                return pending.push(allocator, group, number as u32, messages);
            };
            new.clear();
            cells.apply(number * size, messages, law, &mut new);
            count(&new, law, marks);
            next_frontier.push(allocator, group, number as u32, &new)
        })
    }

    /// Applies the spilled messages to the groups that are in scratch storage.
    fn open_messages(&mut self, law: SweepLaw, depth: Depth, marks: &mut [u64; 2]) -> Result<(), Stopped> {
        for (group, messages) in self.pending.groups() {
            let before: u64 = marks.iter().sum();
            let applied = if messages <= FEW {
                self.change_there(group, law, marks)
            } else {
                self.change_here(group, law, marks)
            };
            applied.map_err(|error| self.channel.fail(error))?;
            self.report(law.stage(), marks.iter().sum::<u64>() - before, depth)?;
        }
        Ok(())
    }

    pub(super) fn report(&mut self, stage: Stage, done: u64, depth: Depth) -> Result<(), Stopped> {
        let reported = self.pool.report(self.site.me, stage, done, depth.plies(), self.stage, &mut self.reported);
        reported.map_err(|error| self.channel.fail(error))
    }
}

/// Counts the messages that decided a slot. Adds the number of messages for each of the two values to `marks`.
pub(super) fn count(new: &[SlotMessage], law: SweepLaw, marks: &mut [u64; 2]) {
    let first = if law == SweepLaw::Ties { new.len() } else { SlotMessage::count_won(new) };
    marks[0] += first as u64;
    marks[1] += (new.len() - first) as u64;
}
