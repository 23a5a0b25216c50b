//! Functions for whole boards. The functions estimate the cost of a solve, count the positions of a solved board, and
//! check the values of a solved board.
//!
//! A count of a whole board counts the slots of the table in one pass over the table. To count reachable positions, the
//! code marks all positions that can be reached from the given position.

use retrograde::ask::cell;
use retrograde::author::{AnyPosition, Domain, Laws, Plan};
use retrograde::{Counts, Histogram, Slot, SolveError};
#[cfg(feature = "tables")]
use retrograde::{Options, ReachError, ask::Each};
use thiserror::Error;

use crate::diagnosis::guarded;
use crate::failure::Failure;
use crate::report::{CountedReport, DepthReport, Head, PlanReport, SCHEMA, SolveReport, VerifyReport};
use crate::session::{AskError, Session};

/// The number of slots that one thread is assumed to solve per second, if there is no sample.
const PACE: u64 = 15_000_000;

/// The minimum number of slots for which [`estimated_ms`] takes a sample. A smaller board is solved within a tenth of a
/// second, so a sample would take too much time in comparison.
pub const SAMPLED: u64 = 1 << 20;

/// Returns the estimated time to solve a position's board on `threads` threads (0 means one per core), in milliseconds.
/// The board has `slots` slots. For a large board, the function takes a sample in some hundredths of a second.
pub fn estimated_ms(position: &dyn AnyPosition, domain: Domain, slots: u64, threads: usize) -> f64 {
    let sample = (slots >= SAMPLED).then(|| position.estimate_by_sample(domain)).flatten();
    let cpu_ms = sample.map_or(unsampled_ms(slots), |sample| sample.cpu.as_secs_f64() * 1e3);
    cpu_ms / cores_of(threads) as f64
}

/// Returns the estimated time of a solve on one thread, in milliseconds. The estimate uses only the number of slots.
pub fn unsampled_ms(slots: u64) -> f64 {
    slots as f64 / PACE as f64 * 1e3
}

/// The number of cores that `threads` threads use; 0 means one thread per core.
fn cores_of(threads: usize) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    if threads == 0 { cores } else { threads.min(cores) }
}

/// The ratio of the time of a solve that uses disk space to the time of a solve in memory. On dobutsu the measured
/// factor was 1.4 if the system had enough memory to cache the spill file, and 1.9 if the system had not enough memory.
const OUTSIDE: f64 = 2.0;

/// Returns the plan of a solve of a position's board on `threads` threads. The times in the plan come from a sample,
/// which the function takes in some hundredths of a second. The plan also contains the times if the solve needs more
/// than `memory` bytes, because a user may want to know how long a larger machine would need.
pub fn plan(position: &dyn AnyPosition, domain: Domain, threads: usize, memory: u64) -> PlanReport {
    let plan = position.plan(domain, threads);
    let fits = plan.expected.is_some_and(|[narrow, _]| narrow <= memory);
    let times = if !fits && plan.spills(memory) { OUTSIDE } else { 1.0 };
    let Plan { way, domain, slots, expected, .. } = plan;
    let sample = position.estimate_by_sample(domain);
    let cpu_ms = sample.map_or(slots.map(unsampled_ms), |sample| Some(sample.cpu.as_secs_f64() * 1e3));
    PlanReport {
        schema: SCHEMA,
        pos: position.token(),
        game: position.about().id,
        domain,
        way: way.word(),
        slots,
        least_bytes: expected.map(|[narrow, _]| narrow),
        bytes: expected.map(|[_, bytes]| bytes),
        moves: sample.map(|sample| sample.moves),
        cpu_ms,
        estimated_ms: cpu_ms.map(|cpu_ms| cpu_ms / cores_of(threads) as f64 * times),
    }
}

/// The number of values that the program checks before it stores a table.
const BEFORE_KEEPING: u64 = 1 << 12;

/// Functions that count the positions of a solved board, and that check the values of the board's table.
impl Session {
    /// Returns the value of a position of this board, and the counts of the table's slots by value and depth.
    ///
    /// # Errors
    /// The board does not contain the position, or the table cannot be read.
    pub fn report(&self, position: &dyn AnyPosition) -> Result<SolveReport, AskError> {
        let values = self.table_values();
        let cell = cell(&*self.board, values, self.counted_slot(position)?)?;
        let value = cell.value().ok_or_else(|| self.not_reached())?;
        Ok(SolveReport {
            head: Head::of(&self.about, position.token(), position.here(), value.kind(), value.depth()),
            table: self.table.clone(),
            domain: self.domain,
            slots: values.slots(),
            counted: CountedReport::of(&values.histogram()?),
            reachable: None,
            reachable_slots: None,
        })
    }

    /// Counts the positions that are reachable from a position of this board, or the slots of these reachable
    /// positions.
    ///
    /// # Errors
    /// The marks do not fit into memory; or an error of [`report`](Self::report).
    #[cfg(feature = "tables")]
    pub fn reached(
        &self,
        position: &dyn AnyPosition,
        each: Each,
        options: &Options<'_>,
    ) -> Result<CountedReport, Uncounted> {
        let reached = self.board.reached(self.counted_slot(position)?, each, self.table_values(), options);
        Ok(CountedReport::of(&reached.map_err(|error| match error {
            ReachError::Refused(error) => Uncounted::Refused(error),
            ReachError::Unreadable(error) => Uncounted::Ask(error.into()),
            ReachError::Apart => Uncounted::Apart,
        })?))
    }

    /// Checks `number` values of the table by the rules alone. The checked values are spread over the whole table.
    ///
    /// # Errors
    /// The table cannot be read. A wrong value is not an error, because the report names it.
    pub fn verify_some(&self, number: u64, threads: usize) -> Result<VerifyReport, AskError> {
        let found = self.questions().verify_some(number, threads);
        VerifyReport::of(self.about.id, &self.table, &*self.board, found)
    }

    /// Checks a sample of 4,096 values before a table is stored, and returns an error if a value contradicts the rules.
    /// The function does not check games whose laws (properties that the solver relies on) are covered by
    /// [tests](Laws::Tested). The sample is deterministic.
    ///
    /// # Errors
    /// Returns a failure with the code `broken-law`, which contains the law and the position; or the table cannot be
    /// read.
    pub fn refuse_wrong(&self, position: &dyn AnyPosition, threads: usize) -> Result<(), Failure> {
        if self.about.laws == Laws::Tested {
            return Ok(());
        }
        let checked = guarded(position, || self.verify_some(BEFORE_KEEPING, threads))?;
        let report = checked.map_err(|error| Failure::ask(&position.token(), error))?;
        report.violation.map_or(Ok(()), |violation| Err(Failure::wrong_value(&self.table, violation)))
    }

    fn counted_slot(&self, position: &dyn AnyPosition) -> Result<Slot, AskError> {
        self.board.find(position).map_err(|_| self.not_reached())
    }
}

/// The reason why the reachable positions cannot be counted.
#[derive(Clone, Debug, Error)]
pub enum Uncounted {
    /// The marks do not fit into memory, the count was cancelled, or the game breaks a law.
    #[error(transparent)]
    Refused(#[from] SolveError),
    /// The table cannot answer.
    #[error(transparent)]
    Ask(#[from] AskError),
    /// Positions that share a slot may lead to different slots. The reachable positions then cannot be counted by slots
    /// (see [`ReachError::Apart`]).
    #[error("positions that share a slot may lead to different slots")]
    Apart,
}

impl CountedReport {
    fn of(histogram: &Histogram) -> Self {
        Self {
            positions: histogram.totals.total(),
            counts: histogram.totals.into(),
            by_depth: by_depth(&histogram.by_depth),
        }
    }
}

/// Converts counts by depth to reports. The first report in the list is the report of depth 0.
pub fn by_depth(counts: &[Counts]) -> Vec<DepthReport> {
    let depths = counts.iter().zip(0..);
    depths.map(|(c, depth)| DepthReport { depth, win: c.win, loss: c.loss, tie: c.tie }).collect()
}
