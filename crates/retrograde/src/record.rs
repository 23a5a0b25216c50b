//! A record: the log of a solution, ready to be played from anywhere; of the whole table, or of what decides one position.

use std::ops::Range;

use crate::answer::Answer;
use crate::game::{Reversible, Slot};
use crate::solution::Solution;
use crate::table::{Cell, Table};
use crate::trace::{Event, Index, Log, MAX_POSITIONS, MAX_SLOTS, State, TraceError};

/// A log to keep beside the solution that it was made of: an index, and no events.
#[derive(Clone, Debug)]
pub struct Record {
    /// What is followed; `None` for the whole table.
    answer: Option<Answer>,
    index: Index,
}

impl Record {
    /// The number of events.
    pub const fn total(&self) -> u64 {
        self.index.total()
    }
}

/// Asks the log that a record is the index of.
macro_rules! log {
    ($solution:expr, $record:expr, $log:ident => $ask:expr) => {
        match &$record.answer {
            None => {
                let $log = Log::new($solution.game(), $solution.table(), &$record.index);
                $ask
            }
            Some(answer) => {
                let game = answer.game($solution.game());
                let $log = Log::new(&game, answer.table(), &$record.index);
                $ask
            }
        }
    };
}

/// Every record must be one of the same solution; slots are those of its table.
impl<R: Reversible> Solution<R> {
    /// The record of the whole table, made on so many threads (0: one a core).
    ///
    /// # Errors, Complexity
    /// Those of [`Index::new`].
    pub fn record(&self, threads: usize) -> Result<Record, TraceError> {
        Ok(Record { answer: None, index: Index::new(self.game(), self.table(), threads)? })
    }

    /// The record of what decides one position; `None` if the table does not hold it. See [`Answer`].
    ///
    /// # Errors
    /// [`TraceError::TooManyPositions`] above [`MAX_POSITIONS`], and those of [`Index::new`].
    pub fn record_answer(&self, position: &R::Position, threads: usize) -> Option<Result<Record, TraceError>> {
        let answer = match self.answer_within(position, MAX_POSITIONS)? {
            Ok(answer) => answer,
            Err(error) => return Some(Err(error)),
        };
        let index = Index::new(&answer.game(self.game()), answer.table(), threads);
        Some(index.map(|index| Record { answer: Some(answer), index }))
    }

    /// The events of a window, cut at the end of the log.
    pub fn events(&self, record: &Record, window: Range<u64>) -> Vec<Event> {
        let events = log!(self, record, log => log.events(window));
        match &record.answer {
            None => events,
            Some(answer) => events.into_iter().map(|event| in_table(event, answer)).collect(),
        }
    }

    /// The state after so many events.
    pub fn state(&self, record: &Record, step: u64) -> State {
        log!(self, record, log => log.state(step))
    }

    /// The whole log as numbers, from which every step can be drawn alone.
    ///
    /// Little-endian, without gaps:
    ///
    /// | bytes | what |
    /// | --- | --- |
    /// | 4 | `RSEA` |
    /// | 4 | the version, 1 |
    /// | 8 | S, the slots of the table |
    /// | 8 | M, the positions that are decided |
    /// | 8 | the events |
    /// | 2 S | the [`Cell`] of each slot; a hole where there is no position, or none of what is followed |
    /// | 4 M | the decided slots, in the order of being decided, the finished ones first |
    /// | 4 M | the step of the event that decides each |
    /// | 4 M | the step of every pop, in order |
    ///
    /// So many as were decided up to step i, less those popped up to step i, wait in the queue behind it.
    ///
    /// # Errors
    /// [`TraceError::TooManySlots`] above [`MAX_SLOTS`], even if only few of them are followed.
    pub fn sea(&self, record: &Record, threads: usize) -> Result<Vec<u8>, TraceError> {
        let slots = self.table().slots();
        if slots > MAX_SLOTS {
            return Err(TraceError::TooManySlots { slots, limit: MAX_SLOTS });
        }
        let mut tide = log!(self, record, log => log.tide(threads));
        if let Some(answer) = &record.answer {
            tide.marked.iter_mut().for_each(|slot| *slot = answer.slots()[*slot as usize].0 as u32);
        }
        let mut bytes = b"RSEA".to_vec();
        bytes.extend(1_u32.to_le_bytes());
        for count in [slots, tide.marked.len() as u64, record.total()] {
            bytes.extend(count.to_le_bytes());
        }
        bytes.extend(match &record.answer {
            None => self.table().to_bytes(),
            Some(answer) => only(self.table(), answer).to_bytes(),
        });
        for numbers in [&tide.marked, &tide.marked_at, &tide.popped_at] {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        Ok(bytes)
    }
}

/// The same event with the slots of the whole table.
fn in_table(event: Event, answer: &Answer) -> Event {
    let whole = |slot: Slot| answer.slots()[slot.index()];
    match event {
        Event::Seed { slot, value } => Event::Seed { slot: whole(slot), value },
        Event::Pop { slot, value } => Event::Pop { slot: whole(slot), value },
        Event::Relax { slot, from, open, of } => Event::Relax { slot: whole(slot), from: whole(from), open, of },
        Event::Mark { slot, from, value } => Event::Mark { slot: whole(slot), from: whole(from), value },
        Event::Layer(_) | Event::Rest { .. } | Event::Done => event,
    }
}

/// The table with holes wherever the answer has no position.
fn only(table: &Table, answer: &Answer) -> Table {
    let mut only = Table::from_cells(vec![Cell::HOLE; table.slots() as usize]);
    for (&slot, (_, value)) in answer.slots().iter().zip(answer.table().values()) {
        only.set(slot, Cell::of(value).expect("a value that came from a cell fits one"));
    }
    only
}
