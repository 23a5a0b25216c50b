//! Reads a whole table in the order of its files, on several threads.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use retrograde::Slot;
use retrograde::judge::audit_in;

use crate::error::TableError;
use crate::file_table::FileTable;
use crate::held::Held;
use crate::metadata::Order;

/// The number of file positions that a thread processes at a time.
pub(crate) const STRETCH: u64 = 1 << 14;

/// A table that is to be read, and the settings for the reading.
#[derive(Clone, Copy)]
pub(crate) struct Reading<'r> {
    pub(crate) found: &'r FileTable,
    /// The number of threads; 0 stands for one thread per core.
    pub(crate) threads: usize,
    /// A flag that stops the reading when it is set; `None` if the reading cannot be cancelled.
    pub(crate) cancel: Option<&'r AtomicBool>,
}

/// The buffers of one thread.
#[derive(Default)]
struct Buffers {
    codes: Vec<u32>,
    slots: Vec<Slot>,
}

impl Reading<'_> {
    pub(crate) fn refuse_cancelled(&self) -> Result<(), TableError> {
        let is_cancelled = self.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed));
        if is_cancelled { Err(TableError::cancelled()) } else { Ok(()) }
    }

    /// Reads the codes at the file positions `places`, and copies them to `held`.
    ///
    /// # Errors
    /// Returns a [`TableError`] if a block is damaged, or if the operation is cancelled.
    pub(crate) fn hold(&self, places: Range<u64>, held: &Held) -> Result<(), TableError> {
        let Range { start: first, end: last } = places;
        audit_in(STRETCH, last - first, self.threads, |places, buffers: &mut Buffers| {
            self.each_block(first + places.start..first + places.end, |places| {
                buffers.codes.resize((places.end - places.start) as usize, 0);
                self.found.stored().codes(places.start, &mut buffers.codes)?;
                self.write_slots(places, &mut buffers.slots);
                held.put(&buffers.slots, &buffers.codes);
                Ok(())
            })
        })?;
        Ok(())
    }

    /// Splits a range of file positions at the block boundaries, and calls `visit` for each piece.
    ///
    /// # Errors
    /// Returns the error of `visit`, or an error if the operation is cancelled.
    pub(crate) fn each_block(
        &self,
        mut places: Range<u64>,
        mut visit: impl FnMut(Range<u64>) -> Result<(), TableError>,
    ) -> Result<(), TableError> {
        while places.start < places.end {
            self.refuse_cancelled()?;
            let end = self.found.stored().block_places(places.start).end.min(places.end);
            visit(places.start..end)?;
            places.start = end;
        }
        Ok(())
    }

    /// Replaces the content of `slots` by the slots at the file positions `places`.
    pub(crate) fn write_slots(&self, places: Range<u64>, slots: &mut Vec<Slot>) {
        match self.found.stored().metadata().order {
            Order::Slots => {
                slots.clear();
                slots.extend(places.map(Slot));
            }
            Order::Filed => self.found.board().write_in_file_order(places, slots),
        }
    }
}
