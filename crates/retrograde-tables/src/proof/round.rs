//! One round of a verification. A round compares every position with its successors in one bin (a range of slots that
//! is in memory at a time).

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use retrograde::rules::{Expansion, SlotRules, expected};

use super::judge::{Judge, NO_POSITION, NOTHING, Worth, stored_as, worth};
use super::stretch::{One, Stretch};
use super::tally::Counts;
use crate::error::TableError;
use crate::held::Held;
use crate::reading::Reading;
use crate::verify_group::{Absent, MOST_ASKED, Owners};

/// The number of slots whose successors are generated at a time. The number is small, so that the slots and their
/// successors fit into a processor cache.
const EXPANDED: usize = 1 << 8;
/// The number of successors that are generated at a time if other processes hold some of the successors. The number is
/// large, because a thread requests the values of many successors together, and must wait for every answer.
const ASKED: usize = MOST_ASKED;

/// One round of a verification. A round compares every position with its successors in one bin (a range of slots).
pub(super) struct Round<'p> {
    pub(super) reading: Reading<'p>,
    /// The number of checks of slots so far. Each round checks each slot once.
    pub(super) done: &'p AtomicU64,
    pub(super) held: &'p Held,
    /// The other processes, and the slots of the bin that each of them holds; `None` if there is only one process.
    pub(super) others: Option<Owners<'p>>,
    pub(super) judge: &'p Judge<'p>,
    pub(super) is_first: bool,
    pub(super) is_last: bool,
}

impl Round<'_> {
    /// Checks the slots at a range of file positions. If some of these slots are wrong, the function records the lowest
    /// wrong slot.
    pub(super) fn check(&self, places: Range<u64>, buffers: &mut ThreadBuffers) -> Result<(), TableError> {
        let ThreadBuffers { stretch, expanded, expansion, worths, absent, counts } = buffers;
        stretch.read(&self.reading, places.clone())?;
        let mut from = 0;
        while from < stretch.slots.len() {
            let end = stretch.slots.len().min(from + (*expanded).max(EXPANDED));
            let (board, slots) = (self.reading.found.board(), &stretch.slots[from..end]);
            if !board.expand_fast(slots, expansion) {
                board.expand_table(slots, expansion);
            }
            self.held.look_up(expansion.children(), &self.judge.worths, NOTHING, worths);
            if let Some(others) = &self.others {
                others.ask(expansion.children(), &self.judge.worths, NOTHING, worths, absent)?;
                // Chooses the number of slots for the next expansion so that the expansion has about `ASKED`
                // successors. The choice assumes that the next positions have, on average, the same number of
                // successors as the positions of this expansion. The first expansion has few slots.
                let fitting = (end - from) * ASKED / worths.len().max(1);
                *expanded = fitting.clamp(EXPANDED, 2 * (end - from).max(EXPANDED));
            }
            for (one, (head, children)) in stretch.ones(places.start, from..end).zip(expansion.heads()) {
                if !self.is_right(one, head, &worths[children], counts) {
                    self.judge.wrong.fetch_min(one.slot.0, Ordering::Relaxed);
                }
            }
            from = end;
        }
        self.done.fetch_add(places.end - places.start, Ordering::Relaxed);
        Ok(())
    }

    #[inline]
    pub(super) fn is_right(&self, one: One, head: SlotRules, children: &[Worth], counts: &mut Counts) -> bool {
        let judge = self.judge;
        let cell = match head {
            SlotRules::Open { moves, known, unnumbered } => {
                if self.is_first {
                    counts.open(one, judge.cells, moves);
                }
                let known = if unnumbered { NO_POSITION } else { known.map_or(NOTHING, worth) };
                let best = children.iter().fold(known, |best, &child| best.max(child));
                return judge.is_right(one.place, one.code, best, self.is_last);
            }
            _ if !self.is_first => return true,
            _ => stored_as(expected(head, std::iter::empty()).expected),
        };
        let Some(cell) = cell else { return false };
        // The rules of a game may imply more values than the table omits, for example some wins in one ply.
        if !judge.metadata.is_filled(cell) {
            counts.open(one, judge.cells, 0);
            return cell == judge.cells[one.code as usize];
        }
        counts.filled(one, cell);
        if one.code != one.implied_code {
            judge.misfilled.fetch_min(one.place, Ordering::Relaxed);
        }
        true
    }
}

/// The counts and the buffers of one thread.
#[derive(Default)]
pub(super) struct ThreadBuffers {
    pub(super) stretch: Stretch,
    /// The number of slots whose successors are generated at a time.
    pub(super) expanded: usize,
    pub(super) expansion: Expansion,
    pub(super) worths: Vec<Worth>,
    pub(super) absent: Absent,
    pub(super) counts: Counts,
}
