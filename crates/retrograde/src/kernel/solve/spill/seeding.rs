//! Initializes the slots of a worker of a solve in scratch storage, from the game's seeds or from a checkpoint.

use std::ops::Range;

use super::super::barrier::{Stopped, Vote};
use super::super::channel::Channel;
use super::super::codebook;
use super::super::messages::SlotMessage;
use super::super::worker::{SEEDS_AT_ONCE, admitted};
use super::super::writer::Writer;
use super::cells::Cells;
use super::site::part;
use super::spill_file::{Room, SpillFile};
use super::start::Fate;
use super::worker::SpillWorker;
use crate::kernel::options::SolveError;
use crate::kernel::state::{Point, Seeds, Stage, SweepLaw};
use crate::rules::value::{Depth, Value};
use crate::table::column::{Code, Width};

impl<C: Code> SpillWorker<'_, C> {
    /// Initializes all slots from the seeds or from a checkpoint. Returns the point at which the solve continues, or
    /// `None` if a count of open moves does not fit.
    pub(super) fn seed(&mut self, game: &dyn Writer) -> Result<Option<Point>, Stopped> {
        let (before, may_pause) = match self.start.point {
            Point::Seeding(seeds) => (seeds, true),
            Point::Sweeping(_) | Point::Finishing => (Seeds::default(), false),
        };
        let mut vote = Vote { most: before.most, seen: before.seen, ..Vote::default() };
        let groups = self.site.plan.groups(self.site.me);
        loop {
            while self.groups.len() < groups && vote.most <= self.most_open() && !(may_pause && self.pool.is_due()) {
                self.take_up_next(game, &mut vote)?;
            }
            let unfinished = u64::from(self.groups.len() < groups);
            let all = self.channel.exchange(Vote { sums: [unfinished, 0], ..vote })?;
            vote = Vote { sums: [0; 2], ..all };
            if vote.most > self.most_open() {
                return Ok(None);
            }
            if all.sums[0] == 0 {
                break;
            }
            self.blank().map_err(|error| self.channel.fail(error))?;
            self.keep(Point::Seeding(Seeds { most: vote.most, seen: vote.seen }))?;
        }
        if !may_pause {
            // From here on, the unexpanded positions have the codes of their values again.
            self.decided.codebook.rejoin();
            return Ok(Some(self.start.point));
        }
        self.decided.codebook.seeded(vote.seen, vote.most);
        self.has_ties = self.decided.codebook.find(Value::Tie(Depth::ZERO)).is_some();
        self.begin_sweep(SweepLaw::WinsAndLosses).map(Some)
    }

    /// Returns the greatest count of open moves that fits in a cell and has a code.
    fn most_open(&self) -> u32 {
        codebook::most_open(self.width).min(C::WIDTH.last())
    }

    fn take_up_next(&mut self, game: &dyn Writer, vote: &mut Vote) -> Result<(), Stopped> {
        match self.width {
            Width::One => self.take_up::<u8>(game, vote),
            Width::Two => self.take_up::<u16>(game, vote),
            Width::Four => self.take_up::<u32>(game, vote),
        }
    }

    /// Initializes the slots of the next group. Open slots get cells, and positions that must be expanded are spilled.
    fn take_up<D: Code>(&mut self, game: &dyn Writer, vote: &mut Vote) -> Result<(), Stopped> {
        let (site, group) = (self.site, self.groups.len());
        let mut codes = vec![D::new(codebook::STUCK); site.segment_size()];
        let mut cells = Cells::new(site.plan.group * codes.len());
        let mut spill_files: Vec<SpillFile> =
            self.start.sweeps.iter().map(|_| SpillFile::new(site.plan.unit, Room::Exact)).collect();
        for (number, slots) in site.segments(group) {
            let codes = part(&mut codes, 0, &slots);
            self.look(&slots, codes).map_err(|error| self.channel.fail(error))?;
            let is_seeded = self.seed_segment(game, &slots, codes, vote)?;
            if vote.most > self.most_open() {
                return Ok(());
            }
            let sorted = self.sort(number, codes, &mut cells, &mut spill_files);
            let is_changed = sorted.map_err(|error| self.channel.fail(error))? || is_seeded;
            if is_changed {
                site.column.write(slots.start, codes).map_err(|error| self.channel.fail(error))?;
            }
        }
        for (mut spill_file, &(law, depth)) in spill_files.into_iter().zip(&self.start.sweeps) {
            let sealed = spill_file.seal(site.allocator, self.decided.known(law, depth));
            sealed.map_err(|error| self.channel.fail(error))?;
        }
        cells.tidy();
        self.settle(group, cells).map_err(|error| self.channel.fail(error))
    }

    /// Reads the codes of a segment from the checkpoint. If there is no checkpoint, fills `codes` with the code of
    /// unseeded slots.
    fn look<D: Code>(&self, slots: &Range<u64>, codes: &mut [D]) -> Result<(), SolveError> {
        let Some(meanings) = &self.start.meanings else {
            codes.fill(D::new(codebook::STUCK));
            return Ok(());
        };
        self.site.column.read(slots.start, codes)?;
        meanings.check(slots.start, codes)
    }

    /// Seeds all slots of a segment that are not seeded yet. Returns whether at least one slot was seeded.
    fn seed_segment<D: Code>(
        &mut self,
        game: &dyn Writer,
        slots: &Range<u64>,
        codes: &mut [D],
        vote: &mut Vote,
    ) -> Result<bool, Stopped> {
        let (mut seeds, mut is_seeded) = (Vec::with_capacity(SEEDS_AT_ONCE), false);
        for (codes, first) in codes.chunks_mut(SEEDS_AT_ONCE).zip(slots.clone().step_by(SEEDS_AT_ONCE)) {
            if codes[0].get() != codebook::STUCK {
                continue;
            }
            let some = first..first + codes.len() as u64;
            seeds.clear();
            game.write_seeds(some.clone(), &mut seeds);
            admitted(&some, &seeds, vote).map_err(|error| self.channel.fail(error))?;
            if vote.most > self.most_open() {
                return Ok(true);
            }
            codes.iter_mut().zip(&seeds).for_each(|(code, &seed)| *code = D::new(seed));
            is_seeded = true;
            self.report(Stage::Seeding, codes.len() as u64, Depth::ZERO)?;
        }
        if !is_seeded {
            self.pool.options.heed().map_err(|error| self.channel.fail(error))?;
        }
        Ok(is_seeded)
    }

    /// Initializes each slot of a segment. The entry of `Start::fates` for the slot's code determines how a slot is
    /// initialized. Opens the cells of open slots, and writes the positions that must be expanded to spill files.
    /// Returns whether a code has changed.
    fn sort<D: Code>(
        &self,
        number: usize,
        codes: &mut [D],
        cells: &mut Cells<C>,
        spill_files: &mut [SpillFile],
    ) -> Result<bool, SolveError> {
        let (site, fates) = (self.site, &self.start.fates);
        let (first, last, mut is_changed) = (number << self.pool.segments.shift(), D::WIDTH.last(), false);
        for (place, code) in codes.iter_mut().enumerate() {
            let Some(&Fate { sweep, becomes }) = fates.get((last - code.get()) as usize) else {
                cells.open(first + place, code.get());
                continue;
            };
            if let Some((at, won)) = sweep {
                let group = self.groups.len();
                spill_files[at].push(site.allocator, group, number as u32, &[SlotMessage::new(place, won)])?;
            }
            if let Some(other) = becomes {
                *code = D::new(other);
                is_changed = true;
            }
        }
        Ok(is_changed)
    }

    /// Writes the code of unseeded slots to the column, for all groups that are not initialized yet. If the solve
    /// resumed from a checkpoint, the column already contains these codes.
    fn blank(&self) -> Result<(), SolveError> {
        if self.start.meanings.is_some() {
            return Ok(());
        }
        let blank = vec![codebook::STUCK; 1 << self.pool.segments.shift()];
        for group in self.groups.len()..self.site.plan.groups(self.site.me) {
            for (_, slots) in self.site.segments(group) {
                self.site.column.write_as(self.width, slots.start, &blank[..(slots.end - slots.start) as usize])?;
            }
        }
        Ok(())
    }
}
