//! A record: the log of a solution, ready to be played from anywhere; of the whole table, or of what decides one position.

use std::ops::Range;

use crate::answer::Answer;
use crate::game::Slot;
use crate::questions::{QuestionError, Questions};
use crate::table::Cell;
use crate::trace::{Event, Index, Log, MAX_POSITIONS, MAX_SLOTS, State, TraceError};
use crate::values::Unreadable;

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

/// Every record must be one of the same board and values; slots are those of its table.
impl Questions<'_> {
    /// The record of the whole table, made on so many threads (0: one a core).
    ///
    /// # Errors, Complexity
    /// Those of [`Index::new`].
    pub fn record(self, threads: usize) -> Result<Record, QuestionError> {
        Ok(Record { answer: None, index: Index::new(self, threads)? })
    }

    /// The record of what decides one position. See [`Answer`].
    ///
    /// # Errors
    /// [`TraceError::TooManyPositions`] above [`MAX_POSITIONS`], and those of [`Index::new`].
    pub fn record_answer(self, root: Slot, threads: usize) -> Result<Record, QuestionError> {
        let answer = self.answer_within(root, MAX_POSITIONS)?;
        let index = Index::new(Questions::new(&answer.board(self.board()), answer.table()), threads)?;
        Ok(Record { answer: Some(answer), index })
    }

    /// The events of a window, cut at the end of the log.
    pub fn events(self, record: &Record, window: Range<u64>) -> Result<Vec<Event>, QuestionError> {
        let events = self.log(record, |log| log.events(window))?;
        Ok(match &record.answer {
            None => events,
            Some(answer) => events.into_iter().map(|event| in_table(event, answer)).collect(),
        })
    }

    /// The state after so many events.
    pub fn state(self, record: &Record, step: u64) -> Result<State, QuestionError> {
        self.log(record, |log| log.state(step))
    }

    /// Asks the log that a record is the index of.
    fn log<T>(self, record: &Record, ask: impl FnOnce(Log<'_>) -> Result<T, Unreadable>) -> Result<T, QuestionError> {
        Ok(match &record.answer {
            None => ask(Log::new(self, &record.index)),
            Some(answer) => ask(Log::new(Questions::new(&answer.board(self.board()), answer.table()), &record.index)),
        }?)
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
    pub fn sea(self, record: &Record, threads: usize) -> Result<Vec<u8>, QuestionError> {
        let slots = self.values().slots();
        if slots > MAX_SLOTS {
            return Err(TraceError::TooManySlots { slots, limit: MAX_SLOTS }.into());
        }
        let mut tide = self.log(record, |log| log.tide(threads))?;
        if let Some(answer) = &record.answer {
            tide.marked.iter_mut().for_each(|slot| *slot = answer.slots()[*slot as usize].0 as u32);
        }
        let mut bytes = b"RSEA".to_vec();
        bytes.extend(1_u32.to_le_bytes());
        for count in [slots, tide.marked.len() as u64, record.total()] {
            bytes.extend(count.to_le_bytes());
        }
        let cells = match &record.answer {
            None => self.cells()?,
            Some(answer) => only(slots, answer),
        };
        bytes.extend(cells.iter().flat_map(|cell| cell.bits().to_le_bytes()));
        for numbers in [&tide.marked, &tide.marked_at, &tide.popped_at] {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        Ok(bytes)
    }

    fn cells(self) -> Result<Vec<Cell>, Unreadable> {
        let mut cells = vec![Cell::HOLE; self.values().slots() as usize];
        self.values().block(Slot(0), &mut cells)?;
        Ok(cells)
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

/// The cells of a table with so many slots, with holes wherever the answer has no position.
fn only(slots: u64, answer: &Answer) -> Vec<Cell> {
    let mut only = vec![Cell::HOLE; slots as usize];
    for (&slot, &cell) in answer.slots().iter().zip(answer.table().cells()) {
        only[slot.index()] = cell;
    }
    only
}
