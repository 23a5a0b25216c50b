//! The values of finished tiers. Each process holds the values of its own slots, in memory or in scratch storage.

use rustc_hash::FxHashMap;

use super::super::local_cells::LocalCells;
use super::super::need;
use super::super::paused::PausedSolve;
use super::super::segments::Segments;
use super::super::store::Store;
use super::sorted_run::SortedRun;
use super::tier::Tier;
use crate::kernel::options::{Options, SolveError};
use crate::rules::game::{Reversible, Slot};
use crate::rules::message::Message;
use crate::rules::value::{Depth, Value};
use crate::table::cell::{Cell, Table};
use crate::table::column::{Code, Column, Width, with_codes};

/// The values of this process's slots in finished tiers.
pub(super) struct Finished {
    here: LocalCells,
    /// The code of each cell.
    codes: FxHashMap<Cell, u32>,
    /// For each tier, the depth of its deepest win or loss, and the depth of its deepest tie.
    deepest: Vec<[Option<Depth>; 2]>,
    /// The memory in bytes that the solve of the largest tier needs. The number includes the memory of the game, but
    /// not the memory of the finished values.
    beside: u64,
}

impl Finished {
    /// Allocates space for all values. If the values fit in memory together with the solve of any one tier, the space
    /// is in memory. If the values do not fit in memory in this way, the space is in [`Options::scratch`], if this
    /// option is set.
    pub(super) fn begin(
        game: &impl Reversible,
        tiers: &[Tier],
        segments: Segments,
        options: &Options<'_>,
    ) -> Result<Self, SolveError> {
        let slots = segments.slots_here();
        let expected = if game.facts().fits_bytes { Width::One } else { Width::Two };
        let around = |width| {
            let tier = |tier: &Tier| need::bytes(&segments.around(&tier.slots), width);
            tiers.iter().map(tier).max().unwrap_or_default().saturating_add(game.facts().bytes)
        };
        let whole = |width: Width| around(width).saturating_add(bytes(slots, width));
        let refused = |needed| SolveError::TooLarge { slots: segments.slots(), needed, limit: options.limit() };
        let store = if whole(Width::One) <= options.limit() {
            Store::Memory(Column::zeroed(slots, Width::One)?)
        } else if let Some(scratch) = options.scratch {
            if around(Width::One) > options.limit() {
                return Err(refused(around(expected)));
            }
            // The codes have the same width in scratch storage as in memory, because processes exchange codes of one
            // width.
            Store::on_scratch(scratch, slots, Width::One, options)?
        } else {
            return Err(refused(whole(expected)));
        };
        let here = LocalCells::new(segments, store, vec![Cell::HOLE]);
        let codes = FxHashMap::from_iter([(Cell::HOLE, 0)]);
        Ok(Self { here, codes, deepest: vec![[None; 2]; tiers.len()], beside: around(Width::One) })
    }

    pub(super) const fn segments(&self) -> &Segments {
        &self.here.segments
    }

    /// Returns the memory of the values in bytes.
    pub(super) const fn bytes(&self) -> u64 {
        self.here.store.bytes()
    }

    /// Returns whether all values are in this process's memory.
    pub(super) fn is_at_hand(&self) -> bool {
        matches!(self.here.store, Store::Memory(_)) && !self.here.segments.are_shared()
    }

    /// Returns the depth of the deepest win or loss of a tier, and the depth of the tier's deepest tie.
    pub(super) fn deepest(&self, tier: usize) -> [Option<Depth>; 2] {
        self.deepest[tier]
    }

    /// Returns the value of a slot of a finished tier. All values must be in memory.
    pub(super) fn value(&self, slot: Slot) -> Option<Value> {
        self.here.cell_at(self.here.place(slot.0)?).ok()?.value()
    }

    /// Reads the value of a slot of a finished tier, from memory or from scratch storage. Returns `None` for a hole,
    /// and for a slot that this process does not hold.
    pub(super) fn look(&self, slot: Slot) -> Result<Option<Value>, SolveError> {
        let Some(place) = self.here.place(slot.0) else { return Ok(None) };
        self.here.cell_at(place).map(Cell::value).map_err(|reason| SolveError::Scratch { reason })
    }

    /// Returns the slots of a tier that this process holds, in runs of at most `most` slots.
    pub(super) fn runs(&self, tiers: &[Tier], tier: usize, most: u64) -> Vec<SlotRun> {
        let slots_of = &tiers[tier].slots;
        let segments = self.segments();
        let mut runs = Vec::new();
        for (_, slots) in segments.all_here() {
            let (start, end) = (slots.start.max(slots_of.start), slots.end.min(slots_of.end));
            for first in (start..end).step_by(most as usize) {
                if let Some(place) = self.here.place(first) {
                    runs.push(SlotRun { tier, first, place, count: most.min(end - first) });
                }
            }
        }
        runs
    }

    /// Returns the number of codes of the stored values.
    pub(super) const fn codes(&self) -> u64 {
        self.here.codebook.len() as u64
    }

    /// Returns the slots of a run that have a decided value, sorted by value.
    pub(super) fn sorted(&self, SlotRun { place, count, .. }: SlotRun) -> Result<SortedRun, SolveError> {
        let is_decided = |cell: &Cell| cell.value().is_some_and(|value| value.depth().is_some());
        let decided: Vec<bool> = self.here.codebook.iter().map(is_decided).collect();
        let sorted = self.here.store.with(place..place + count, |codes| {
            with_codes!(codes, codes => {
                let slots = (0..).zip(codes.iter().map(|code| code.get()));
                SortedRun::new(slots.filter(|&(_, code)| decided[code as usize]), decided.len() as u64)
            })
        });
        sorted.map_err(|reason| SolveError::Scratch { reason })?
    }

    /// Visits the slots of a run whose value is in `wanted`. If the run is sorted, the method reads only these slots.
    pub(super) fn each_of(
        &self,
        SlotRun { tier, first, place, count }: SlotRun,
        sorted: Option<&SortedRun>,
        wanted: &[Value],
        mut visit: impl FnMut(Slot, Value),
    ) -> Result<(), Message> {
        let [decided, tied] = self.deepest[tier];
        let may_be = |value: &Value| value.depth() <= if matches!(value, Value::Tie(_)) { tied } else { decided };
        if !wanted.iter().any(may_be) {
            return Ok(());
        }
        if let Some(sorted) = sorted {
            for &value in wanted {
                let code = Cell::of(value).and_then(|cell| self.codes.get(&cell));
                for &offset in code.map_or(&[][..], |&code| sorted.with_code(code)) {
                    visit(Slot(first + u64::from(offset)), value);
                }
            }
            return Ok(());
        }
        let values: Vec<Option<Value>> =
            self.here.codebook.iter().map(|cell| cell.value().filter(|value| wanted.contains(value))).collect();
        self.here.store.with(place..place + count, |codes| {
            with_codes!(codes, codes => for (code, slot) in codes.iter().zip(first..) {
                if let Some(value) = values[code.get() as usize] {
                    visit(Slot(slot), value);
                }
            });
        })
    }

    /// Stores the values of a tier that the kernel has solved. The kernel's slots before and after the tier belong to
    /// other tiers, so the method ignores them.
    pub(super) fn take(&mut self, tier: usize, tiers: &[Tier], paused: &PausedSolve<'_>) -> Result<(), SolveError> {
        let PausedSolve { segments, column, worker_states, options, .. } = paused;
        let (codebook, _) = worker_states[0].codebook.finish();
        let codes = self.codes_of(&codebook, options)?;
        let slots = &tiers[tier].slots;
        let (all_first, mut at) = (slots.start >> segments.shift() << segments.shift(), 0);
        for (_, here) in segments.all_here() {
            options.heed()?;
            let (start, end) = ((all_first + here.start).max(slots.start), (all_first + here.end).min(slots.end));
            if start < end {
                let from = (at + start - all_first - here.start) as usize;
                let own = with_codes!(column.codes(), own => {
                    self.piece(own[from..from + (end - start) as usize].iter().map(|code| codes[code.get() as usize]))?
                });
                self.put(start, &own)?;
            }
            at += here.end - here.start;
        }
        self.note(tier, &codebook);
        Ok(())
    }

    /// Stores the cells of a whole tier. All values must be in memory.
    pub(super) fn take_cells(
        &mut self,
        tier: usize,
        tiers: &[Tier],
        cells: &[Cell],
        options: &Options<'_>,
    ) -> Result<(), SolveError> {
        let codebook = Table::codebook_of(cells);
        self.codes_of(&codebook, options)?;
        for (cells, first) in cells.chunks(PIECE).zip((tiers[tier].slots.start..).step_by(PIECE)) {
            let own = self.piece(cells.iter().map(|cell| self.codes[cell]))?;
            self.put(first, &own)?;
        }
        self.note(tier, &codebook);
        Ok(())
    }

    /// Returns the codes of some cells. Assigns codes to new cells.
    fn codes_of(&mut self, cells: &[Cell], options: &Options<'_>) -> Result<Vec<u32>, SolveError> {
        for cell in cells {
            self.codes.entry(*cell).or_insert_with(|| {
                self.here.codebook.push(*cell);
                self.here.codebook.len() as u32 - 1
            });
        }
        while self.here.codebook.len() as u64 > u64::from(self.here.store.width().last()) + 1 {
            self.widen(options)?;
        }
        Ok(cells.iter().map(|cell| self.codes[cell]).collect())
    }

    /// Widens the codes, because no code is left. If the wider codes and the solve of the largest tier do not fit in
    /// memory together, moves the codes to [`Options::scratch`], if this option is set.
    fn widen(&mut self, options: &Options<'_>) -> Result<(), SolveError> {
        let Self { here: LocalCells { store, segments, .. }, beside, .. } = self;
        let width = store.width().wider().ok_or(SolveError::TooDeep)?;
        if matches!(store, Store::Memory(_)) {
            let needed = beside.saturating_add(bytes(store.slots(), width));
            match (options.admit(segments.slots(), needed), options.scratch) {
                (Err(_), Some(scratch)) => *store = store.moved(scratch, options)?,
                (admitted, _) => admitted?,
            }
        }
        store.widen(options)
    }

    /// Packs codes into a column that has the width of the stored codes.
    fn piece(&self, codes: impl ExactSizeIterator<Item = u32>) -> Result<Column, SolveError> {
        let mut piece = Column::zeroed(codes.len() as u64, self.here.store.width())?;
        with_codes!(piece.codes_mut(), piece => piece.iter_mut().zip(codes).for_each(|(to, code)| *to = Code::new(code)));
        Ok(piece)
    }

    /// Stores the codes of consecutive slots, beginning at `first`. The slots must be in one segment, unless all values
    /// are in memory.
    fn put(&mut self, first: u64, codes: &Column) -> Result<(), SolveError> {
        let Some(place) = self.here.place(first) else { return Ok(()) };
        self.here.store.write(place, codes)
    }

    fn note(&mut self, tier: usize, codebook: &[Cell]) {
        let deepest = |is_tie: bool| {
            let of = |value: &Value| matches!(value, Value::Tie(_)) == is_tie;
            codebook.iter().filter_map(|cell| cell.value()).filter(of).filter_map(Value::depth).max()
        };
        self.deepest[tier] = [deepest(false), deepest(true)];
    }

    /// Returns the values of this process's slots, after every tier is finished.
    pub(super) fn here(self) -> LocalCells {
        self.here
    }
}

/// Returns the maximum memory in bytes of a column. The last word of the column may be partly unused.
fn bytes(slots: u64, width: Width) -> u64 {
    slots.saturating_mul(width.bytes()).saturating_add(3)
}

/// A run of slots of one tier that are contiguous in this process's store.
#[derive(Clone, Copy)]
pub(super) struct SlotRun {
    tier: usize,
    first: u64,
    place: u64,
    pub(super) count: u64,
}

/// The number of cells that are stored together.
const PIECE: usize = 1 << 16;
