//! A trace of the whole table, or a trace of only the positions that decide the value of one position. A trace can be
//! replayed from any step.

use std::ops::Range;

use super::event::{Event, KeyFrame};
use super::index::{Index, MAX_POSITIONS};
use super::log::Log;
use crate::ask::question_error::TraceError;
use crate::ask::questions::{QuestionError, Questions};
use crate::ask::solution_graph::{BYTES_A_POSITION, SolutionGraph};
use crate::rules::game::Slot;
use crate::rules::value::{Depth, Value};
use crate::table::cell::Cell;
use crate::table::values::Unreadable;

/// A trace that a solution stores. A trace contains the index of an event log, but not the events.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The solution graph of the trace; `None` for the whole table.
    graph: Option<SolutionGraph>,
    index: Index,
}

impl Trace {
    /// Returns the number of events.
    pub const fn total(&self) -> u64 {
        self.index.total()
    }

    /// Returns the memory use in bytes.
    pub fn bytes(&self) -> u64 {
        self.index.bytes() + self.graph.as_ref().map_or(0, SolutionGraph::bytes)
    }

    /// Returns the maximum number of bytes in use while a trace of `positions` positions with `depths` different depths
    /// is made.
    pub const fn most_bytes(positions: u64, depths: u64) -> u64 {
        Index::most_bytes(positions, depths).saturating_add(positions.saturating_mul(BYTES_A_POSITION))
    }

    /// Returns the maximum number of bytes of [`Questions::state_map`], including its result, for a table with `slots`
    /// slots.
    pub fn state_map_bytes(&self, slots: u64) -> u64 {
        // For each decided position, the timeline needs entries in the lists of the threads and in the merged lists.
        // The lists of the threads may have spare capacity.
        const BYTES_DECIDED: u64 = 36;
        // Each slot of a whole table needs a cell and the cell's short form of two bytes.
        const BYTES_A_SLOT: u64 = size_of::<Cell>() as u64 + 2;
        // Each position of a solution graph also needs its slot.
        const BYTES_FOLLOWED: u64 = size_of::<Cell>() as u64 + 2 + 8;
        let cells = match &self.graph {
            None => slots.saturating_mul(BYTES_A_SLOT),
            Some(graph) => graph.slots().len() as u64 * BYTES_FOLLOWED,
        };
        cells + self.index.decided() as u64 * BYTES_DECIDED + STATE_MAP_HEADER as u64
    }
}

/// The number of bytes of a state map's header.
const STATE_MAP_HEADER: usize = 32;

/// Queries of a trace. The trace that a caller passes to these methods must have been made from the same board and
/// values. All slots are slots of the whole table.
impl Questions<'_> {
    /// Makes the trace of the whole table with `threads` threads (0 means one per core).
    ///
    /// # Errors, Complexity
    /// The errors and the complexity are those of [`Index::new`].
    pub fn trace(self, threads: usize) -> Result<Trace, QuestionError> {
        Ok(Trace { graph: None, index: Index::new(self, threads)? })
    }

    /// Makes the trace of the positions that decide the value of `root`. The trace can have at most `most` positions.
    /// See [`SolutionGraph`].
    ///
    /// # Errors
    /// Returns [`TraceError::TooManyPositions`] if more than `most` or [`MAX_POSITIONS`] positions decide the value.
    /// Also returns the errors of [`Index::new`].
    pub fn trace_of(self, root: Slot, most: usize, threads: usize) -> Result<Trace, QuestionError> {
        let graph = self.solution_graph_within(root, most.min(MAX_POSITIONS))?;
        let index = Index::new(Questions::new(&graph.board(self.board()), graph.table()), threads)?;
        Ok(Trace { graph: Some(graph), index })
    }

    /// Returns the events of a range of steps, truncated at the end of the log.
    pub fn events(self, trace: &Trace, window: Range<u64>) -> Result<Vec<Event>, QuestionError> {
        let events = self.log(trace, |log| log.events(window))?;
        Ok(match &trace.graph {
            None => events,
            Some(graph) => events.into_iter().map(|event| in_table(event, graph)).collect(),
        })
    }

    /// Returns the state after the first `step` events.
    pub fn state(self, trace: &Trace, step: u64) -> Result<KeyFrame, QuestionError> {
        self.log(trace, |log| log.state(step))
    }

    /// Calls `ask` with the log of a trace.
    fn log<T>(self, trace: &Trace, ask: impl FnOnce(Log<'_>) -> Result<T, Unreadable>) -> Result<T, QuestionError> {
        Ok(match &trace.graph {
            None => ask(Log::new(self, &trace.index)),
            Some(graph) => ask(Log::new(Questions::new(&graph.board(self.board()), graph.table()), &trace.index)),
        }?)
    }

    /// Returns the state map of a trace. A state map contains the whole log as a compact list of numbers. From these
    /// numbers, a program can draw the state at any step.
    ///
    /// The state map of a whole table has a cell for every slot. The state map of a solution graph has a cell only for
    /// each position of the graph, in the order of the slots. So the size of this state map does not depend on the size
    /// of the table. The numbers are little-endian and follow each other without gaps:
    ///
    /// | bytes | what |
    /// | --- | --- |
    /// | 4 | `RSEA` |
    /// | 4 | the version, 2 |
    /// | 8 | C, the number of cells |
    /// | 8 | M, the number of decided positions |
    /// | 8 | the number of events |
    /// | 2 C | the [cells](Cell::short); a hole if there is no position |
    /// | 4 M | the indices of the decided cells, in the order in which they are decided; finished positions are first |
    /// | 4 M | for each decided cell, in the same order: the step of the event that decides it |
    /// | 4 M | the steps of all pops, in ascending order |
    /// | 8 C | only for a solution graph: the slot of each cell in the table, as a 64-bit floating-point number |
    ///
    /// To compute the number of positions in the queue after step i, subtract the number of positions popped up to step
    /// i from the number of positions decided up to step i. In version 1, the state map of a solution graph also had a
    /// cell for every slot of the table.
    ///
    /// # Errors
    /// Returns [`TraceError::TooDeep`] if a depth is too large for a cell of the state map.
    pub fn state_map(self, trace: &Trace, threads: usize) -> Result<Vec<u8>, QuestionError> {
        let timeline = self.log(trace, |log| log.timeline(threads))?;
        let slots = trace.graph.as_ref().map_or(&[][..], SolutionGraph::slots);
        let cells = match &trace.graph {
            None => self.cells()?,
            Some(graph) => graph.table().cells().collect(),
        };
        let (cell_count, marks) = (cells.len(), timeline.marked.len());
        let mut bytes = Vec::with_capacity(STATE_MAP_HEADER + 2 * cell_count + 12 * marks + 8 * slots.len());
        bytes.extend(b"RSEA");
        bytes.extend(2_u32.to_le_bytes());
        for count in [cell_count as u64, marks as u64, trace.total()] {
            bytes.extend(count.to_le_bytes());
        }
        for cell in cells {
            let plies = || cell.value().and_then(Value::depth).map_or(0, Depth::plies);
            let short = cell.short().ok_or_else(|| TraceError::TooDeep { plies: plies(), limit: Cell::MOST_SHORT })?;
            bytes.extend(short.to_le_bytes());
        }
        for numbers in [&timeline.marked, &timeline.marked_at, &timeline.popped_at] {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(slots.iter().flat_map(|slot| (slot.0 as f64).to_le_bytes()));
        Ok(bytes)
    }

    fn cells(self) -> Result<Vec<Cell>, Unreadable> {
        let mut cells = vec![Cell::HOLE; self.values().slots() as usize];
        self.values().block(Slot(0), &mut cells)?;
        Ok(cells)
    }
}

/// Converts an event of a graph's log. The slots of the graph become slots of the whole table.
fn in_table(event: Event, graph: &SolutionGraph) -> Event {
    let whole = |slot: Slot| graph.slots()[slot.index()];
    match event {
        Event::Seed { slot, value } => Event::Seed { slot: whole(slot), value },
        Event::Pop { slot, value } => Event::Pop { slot: whole(slot), value },
        Event::Relax { slot, from, open, of } => Event::Relax { slot: whole(slot), from: whole(from), open, of },
        Event::Mark { slot, from, value } => Event::Mark { slot: whole(slot), from: whole(from), value },
        Event::Layer(_) | Event::Rest { .. } | Event::Done => event,
    }
}
