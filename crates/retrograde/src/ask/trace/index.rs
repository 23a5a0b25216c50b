//! The index of an event log. With the index, the program can quickly compute the events from any step on. The index
//! needs a few bytes per position.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use super::block::{Blocks, Effect, Touched};
use super::event::Tally;
use crate::ask::question_error::TraceError;
use crate::ask::questions::{QuestionError, Questions};
use crate::kernel::solve::Options;
use crate::rules::game::Slot;
use crate::rules::memory;
use crate::rules::value::{Depth, Kind, Value};
use crate::table::values::{Unreadable, Values, each_value};

/// The maximum number of slots of a table with an event log. The index needs about five bytes per slot.
pub const MAX_SLOTS: u64 = 1 << 24;

/// The maximum number of positions of a solution graph with an event log. A trace needs about forty bytes per position.
pub const MAX_POSITIONS: usize = 1 << 20;

/// The maximum number of events of a log. With this limit, the number of a step fits in 32 bits.
const MAX_EVENTS: u64 = u32::MAX as u64;

/// The maximum number of blocks of a run. To find one event, the program computes at most this number of blocks again.
const STRIDE: usize = 64;

/// The number of runs that a thread claims at a time.
const PART: usize = 256;

/// The index of the event log of one table.
#[derive(Clone, Debug)]
pub struct Index {
    /// The slots of the finished positions, in ascending order.
    pub(super) seeds: Vec<u32>,
    /// The slots of the decided positions, in the order in which the positions are popped.
    order: Vec<u32>,
    /// The runs. A run has up to [`STRIDE`] consecutive blocks. All blocks of a run belong to one layer.
    pub(super) runs: Vec<BlockRun>,
    pub(super) layers: Vec<LayerOfIndex>,
    pub(super) positions: u64,
    /// The number of draws. Draws are never decided.
    pub(super) draws: u64,
    /// The number of all events.
    pub(super) total: u64,
}

/// A run of up to [`STRIDE`] consecutive blocks of one layer, with the state before the run.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BlockRun {
    /// The index of the run's first block in `order`.
    pub(super) first: u32,
    pub(super) layer: u32,
    /// The index of the step in which the run's first position is popped.
    pub(super) step: u64,
    /// The number of positions decided before the run, by class.
    pub(super) decided: Tally,
}

/// A layer. A layer consists of all wins and losses of one depth, or of all ties of one depth.
#[derive(Clone, Debug)]
pub(super) struct LayerOfIndex {
    pub(super) depth: Depth,
    pub(super) popped: Tally,
    /// The blocks of the layer, as a range of indices in `order`.
    pub(super) blocks: Range<u32>,
    /// The index of the step that ends the layer.
    pub(super) step: u64,
    /// The number of positions decided up to the end of the layer, by class.
    pub(super) decided: Tally,
}

impl Index {
    /// Returns the maximum number of bytes in use while the index is made, for a table with `slots` slots and `depths`
    /// depths.
    pub const fn most_bytes(slots: u64, depths: u64) -> u64 {
        // Each slot may need an entry in the growing list of finished positions, and an entry in `order`.
        const BYTES_A_SLOT: u64 = 16;
        // Each depth needs the counts, and a layer and a run in each of the two sweeps. The lists of layers and runs
        // may have spare capacity.
        const BYTES_A_DEPTH: u64 = 1024;
        let depths = if slots < depths { slots } else { depths };
        slots.saturating_mul(BYTES_A_SLOT).saturating_add(depths.saturating_mul(BYTES_A_DEPTH))
    }

    /// Returns the number of events.
    pub const fn total(&self) -> u64 {
        self.total
    }

    /// Returns the memory use in bytes.
    pub fn bytes(&self) -> u64 {
        let numbers = (self.seeds.capacity() + self.order.capacity()) * size_of::<u32>();
        let runs = self.runs.capacity() * size_of::<BlockRun>() + self.layers.capacity() * size_of::<LayerOfIndex>();
        (numbers + runs) as u64
    }

    /// Returns the number of decided positions.
    pub(super) fn decided(&self) -> usize {
        self.order.len()
    }

    /// Returns the index of the first step that does not seed a finished position.
    fn seeded(&self) -> u64 {
        self.seeds.len() as u64
    }
}

impl Index {
    /// Makes the index of the log of a board and its values, with `threads` threads (0 means one per core).
    ///
    /// # Errors
    /// Returns a [`TraceError`] if the table has more than [`MAX_SLOTS`] slots or the log has more than 2^32 - 1
    /// events. Returns another error if the table cannot be read.
    ///
    /// # Complexity
    /// The function passes over the slots once. The function makes the un-moves of every decided position once. The
    /// function also makes the moves of every predecessor that is decided one ply later. The index needs four bytes for
    /// each decided position, and four more bytes for each finished position.
    pub fn new(questions: Questions<'_>, threads: usize) -> Result<Self, QuestionError> {
        let slots = questions.values().slots();
        if slots > MAX_SLOTS {
            return Err(TraceError::TooManySlots { slots, limit: MAX_SLOTS }.into());
        }
        let index = Self::in_order(questions.values())?;
        let counts = index.count_runs(Blocks(questions), threads)?;
        index.add_up(questions.values(), &counts)
    }

    /// Makes an index that has only the order in which positions are popped, and no step numbers yet.
    fn in_order(values: &dyn Values) -> Result<Self, Unreadable> {
        let (mut seeds, mut popped, mut positions) = (Vec::new(), PoppedCounts::default(), 0);
        each_value(values, |slot, value| {
            positions += 1;
            if let Some((sweep, depth)) = key(value) {
                at(&mut popped[sweep], depth).count(value.kind());
            }
            if value.depth() == Some(Depth::ZERO) {
                seeds.push(slot.0 as u32);
            }
        })?;
        let layers = layers(&popped);
        let run = |(layer, blocks): (u32, Range<u32>)| {
            blocks.step_by(STRIDE).map(move |first| BlockRun { first, layer, ..BlockRun::default() })
        };
        let runs = (0..).zip(&layers).map(|(number, layer)| (number, layer.blocks.clone())).flat_map(run).collect();
        Ok(Self { seeds, order: order(values, &popped)?, runs, layers, positions, draws: 0, total: 0 })
    }

    /// Returns the blocks of a run.
    pub(super) fn blocks(&self, run: &BlockRun) -> &[u32] {
        let end = self.layers[run.layer as usize].blocks.end.min(run.first + STRIDE as u32);
        &self.order[run.first as usize..end as usize]
    }

    /// Returns, for each run, the number of events of the run, and the number of positions that the run decides, by
    /// class.
    fn count_runs(&self, blocks: Blocks<'_>, threads: usize) -> Result<Vec<(u64, Tally)>, Unreadable> {
        let count = |run: &BlockRun| {
            let (mut events, mut marked) = (0, Tally::default());
            blocks.each(self.blocks(run), |_, touched| {
                events += 1;
                if let Some(Touched { effect: Effect::Mark, value, .. }) = touched {
                    marked.count(value.kind());
                }
                Ok(())
            })?;
            Ok((events, marked))
        };
        Ok(self.each_part(threads, |runs| runs.iter().map(count).collect::<Result<Vec<_>, _>>())?.concat())
    }

    /// Processes all runs with `threads` threads, [`PART`] runs at a time. The results are in the order of the runs.
    pub(super) fn each_part<T: Default + Send>(
        &self,
        threads: usize,
        work: impl Fn(&[BlockRun]) -> Result<T, Unreadable> + Sync,
    ) -> Result<Vec<T>, Unreadable> {
        let parts = self.runs.chunks(PART);
        let mut results: Vec<Result<T, Unreadable>> = parts.clone().map(|_| Ok(T::default())).collect();
        let workers = Options { threads, ..Options::default() }.workers().min(results.len());
        let waiting = Mutex::new(parts.zip(&mut results));
        let take = || waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
        let work = || {
            while let Some((runs, result)) = take() {
                *result = work(runs);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..memory::threads(workers, 0) {
                // If the system cannot start more threads, the running threads do the work.
                let _ = std::thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
        results.into_iter().collect()
    }

    /// Computes the step number of every run and layer.
    fn add_up(mut self, values: &dyn Values, counts: &[(u64, Tally)]) -> Result<Self, QuestionError> {
        let (mut step, mut decided) = (self.seeded(), Tally::default());
        for &slot in &self.seeds {
            decided.count(values.value(Slot(slot.into()))?.map_or(Kind::Draw, Value::kind));
        }
        for (number, &(events, marked)) in counts.iter().enumerate() {
            let run = &mut self.runs[number];
            (run.step, run.decided) = (step, decided);
            (step, decided) = (step + events, decided.plus(marked));
            let layer = run.layer;
            if self.runs.get(number + 1).is_none_or(|next| next.layer != layer) {
                let layer = &mut self.layers[layer as usize];
                (layer.step, layer.decided) = (step, decided);
                step += 1;
            }
        }
        self.draws = self.positions - decided.total();
        self.total = step + 2;
        if self.total > MAX_EVENTS {
            return Err(TraceError::TooManyEvents { events: self.total, limit: MAX_EVENTS }.into());
        }
        Ok(self)
    }
}

/// The counts of popped positions by class. One list is for the sweep of wins and losses, and the second list is for
/// the sweep of ties. The lists are indexed by depth.
type PoppedCounts = [Vec<Tally>; 2];

/// Returns the counts of a depth. If the list `by_depth` is too short, extends it first.
fn at(by_depth: &mut Vec<Tally>, depth: usize) -> &mut Tally {
    if by_depth.len() <= depth {
        by_depth.resize(depth + 1, Tally::default());
    }
    &mut by_depth[depth]
}

/// Returns the layers that contain at least one position, in the order of the log.
fn layers(popped: &PoppedCounts) -> Vec<LayerOfIndex> {
    let mut layers: Vec<LayerOfIndex> = Vec::new();
    let by_depth = popped.iter().flat_map(|by_depth| (0..).map(Depth::new).zip(by_depth));
    for (depth, &popped) in by_depth.filter(|(_, popped)| popped.total() > 0) {
        let first = layers.last().map_or(0, |before| before.blocks.end);
        let blocks = first..first + popped.total() as u32;
        layers.push(LayerOfIndex { depth, popped, blocks, step: 0, decided: Tally::default() });
    }
    layers
}

/// Returns the slots of decided positions, sorted by layer and then by slot. Uses a counting sort.
fn order(values: &dyn Values, popped: &PoppedCounts) -> Result<Vec<u32>, Unreadable> {
    let mut count = 0;
    let mut next = popped.each_ref().map(|by_depth| {
        let before = |popped: &Tally| {
            count += popped.total() as usize;
            count - popped.total() as usize
        };
        by_depth.iter().map(before).collect::<Vec<_>>()
    });
    let mut order = vec![0; count];
    each_value(values, |slot, value| {
        if let Some((sweep, depth)) = key(value) {
            order[next[sweep][depth]] = slot.0 as u32;
            next[sweep][depth] += 1;
        }
    })?;
    Ok(order)
}

/// Returns the sweep in which a position with this value is popped, and the depth of the value. Sweep 0 is for wins and
/// losses, and sweep 1 is for ties. Returns `None` for a draw.
fn key(value: Value) -> Option<(usize, usize)> {
    let depth = value.depth()?.plies() as usize;
    Some((usize::from(value.kind() == Kind::Tie), depth))
}
