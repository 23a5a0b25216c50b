//! The values of successors as numbers, and the comparison of a stored value with them.

use std::sync::atomic::{AtomicU64, Ordering};

use retrograde::rules::SlotContent;
use retrograde::{Cell, Depth, Value};

use crate::metadata::Fill;
use crate::table_reader::TableReader;

/// The value of a successor as a number, from the view of the side that moves to the successor: a better value is a
/// greater number. 0 means that there is no successor. A successor without a position has the greatest number of all,
/// so that it never equals the number of a stored value.
pub(super) type Worth = u32;

/// The number that means "no successor".
pub(super) const NOTHING: Worth = 0;
/// The number of a successor that has no position.
pub(super) const NO_POSITION: Worth = Worth::MAX;

/// Returns the number of a successor's value from the view of the side that moves there.
pub(super) const fn worth(value: Value) -> Worth {
    const TIER: u32 = 1 << 30;
    match value {
        Value::Loss(depth) => 1 + depth.plies(),
        Value::Draw => TIER,
        Value::Tie(depth) => 2 * TIER - 1 - depth.plies(),
        Value::Win(depth) => 4 * (TIER - 1) + 2 - depth.plies(),
    }
}

/// Returns the number that the best successor of a position with this cell must have; `None` if no successor can give
/// this cell.
pub(super) fn wanted(cell: Cell) -> Option<Worth> {
    let before = |depth: Depth| depth.plies().checked_sub(1).map(Depth::new);
    Some(match cell.value() {
        None => NOTHING,
        Some(Value::Draw) => worth(Value::Draw),
        Some(Value::Win(depth)) => worth(Value::Win(before(depth)?)),
        Some(Value::Loss(depth)) => worth(Value::Loss(before(depth)?)),
        Some(Value::Tie(depth)) => worth(Value::Tie(before(depth)?)),
    })
}

/// The data that all rounds (one per bin) share.
pub(super) struct Judge<'p> {
    pub(super) cells: &'p [Cell],
    pub(super) is_filled: bool,
    /// For each code, the number of a successor with this code: if the other side moves there, and if the same side
    /// moves again.
    pub(super) worths: [Vec<Worth>; 2],
    /// For each code, the number (see [`Worth`]) that the best successor of a position with this code must have.
    pub(super) wanted: Vec<Option<Worth>>,
    /// The first file position that this process checks.
    pub(super) first: u64,
    /// One bit per file position from `first` on: whether a successor gives the stored value. `None` if there is only
    /// one bin.
    pub(super) given: Option<Vec<AtomicU64>>,
    /// The lowest wrong slot; `u64::MAX` if no slot is wrong.
    pub(super) wrong: AtomicU64,
    /// The lowest file position where an implied value has a wrong code; `u64::MAX` if there is none.
    pub(super) misfilled: AtomicU64,
}

impl<'p> Judge<'p> {
    pub(super) fn of(stored: &'p TableReader, first: u64, given: Option<Vec<AtomicU64>>) -> Self {
        let cells = stored.cells();
        let seen =
            |again: bool| move |cell: &Cell| cell.value().map_or(NO_POSITION, |value| worth(value.for_parent(again)));
        Self {
            cells,
            is_filled: stored.metadata().fill == Fill::Rules,
            worths: [false, true].map(|again| cells.iter().map(seen(again)).collect()),
            wanted: cells.iter().copied().map(wanted).collect(),
            first,
            given,
            wrong: AtomicU64::new(u64::MAX),
            misfilled: AtomicU64::new(u64::MAX),
        }
    }

    /// Returns whether the stored value of a position is consistent with the values of its successors in this bin
    /// (range of slots) and in earlier bins.
    #[inline]
    pub(super) fn is_right(&self, place: u64, code: u32, best: Worth, is_last: bool) -> bool {
        let Some(wanted) = self.wanted[code as usize] else { return false };
        let Some(given) = &self.given else { return best == wanted };
        let place = place - self.first;
        let (word, bit) = (&given[(place / 64) as usize], 1 << (place % 64));
        if best == wanted {
            word.fetch_or(bit, Ordering::Relaxed);
        }
        best <= wanted && (!is_last || word.load(Ordering::Relaxed) & bit != 0)
    }
}

/// Returns the cell that a table stores for an expected value; `None` if no cell can represent it.
pub(super) fn stored_as(expected: SlotContent) -> Option<Cell> {
    match expected {
        SlotContent::Value(value) => Cell::of(value),
        SlotContent::Hole => Some(Cell::HOLE),
        SlotContent::Unnumbered => None,
    }
}
