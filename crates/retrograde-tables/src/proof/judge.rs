//! Represents the values of successors as comparable numbers, and checks a stored value against these numbers.

use std::sync::atomic::{AtomicU64, Ordering};

use retrograde::rules::SlotContent;
use retrograde::{Cell, Depth, Value};

use crate::metadata::Metadata;
use crate::table_reader::TableReader;

/// A number for the value of a successor. The better a value is for the side that moves to the successor, the greater
/// is its number. The number 0 means that there is no successor. If the slot of a successor has no position, its number
/// is greater than the number of any value.
pub(super) type Worth = u32;

/// The number that stands for "no successor".
pub(super) const NOTHING: Worth = 0;
/// The number of a successor whose slot has no position.
pub(super) const NO_POSITION: Worth = Worth::MAX;

/// Returns the number of a successor's value. The argument `value` is the value from the point of view of the side that
/// moves to the successor.
pub(super) const fn worth(value: Value) -> Worth {
    const TIER: u32 = 1 << 30;
    match value {
        Value::Loss(depth) => 1 + depth.plies(),
        Value::Draw => TIER,
        Value::Tie(depth) => 2 * TIER - 1 - depth.plies(),
        Value::Win(depth) => 4 * (TIER - 1) + 2 - depth.plies(),
    }
}

/// Returns the number that the best successor of a position must have if the position has the cell `cell`. Returns
/// `None` if no successor can give this cell.
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

/// The data that all rounds of a verification share.
pub(super) struct Judge<'p> {
    pub(super) cells: &'p [Cell],
    pub(super) metadata: &'p Metadata,
    /// Two lists. The index is the code of a successor, and the entry is the number that stands for the successor's
    /// value. In the first list, the numbers are for successors in which the other side is to move. In the second list,
    /// the numbers are for successors in which the same side moves again.
    pub(super) worths: [Vec<Worth>; 2],
    /// For each code of a position, the number that the position's best successor must have. The number is `None` if no
    /// successor can give the code.
    pub(super) wanted: Vec<Option<Worth>>,
    /// The first file position that this process checks.
    pub(super) first: u64,
    /// One bit for each file position (an index in the order of the files), starting at `first`. The bit says whether
    /// some successor in the bins checked so far gives the position's stored value. A bin is a range of slots that is
    /// in memory at a time. If there is only one bin, the field is `None`.
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
            metadata: stored.metadata(),
            worths: [false, true].map(|again| cells.iter().map(seen(again)).collect()),
            wanted: cells.iter().copied().map(wanted).collect(),
            first,
            given,
            wrong: AtomicU64::new(u64::MAX),
            misfilled: AtomicU64::new(u64::MAX),
        }
    }

    /// Returns whether the stored code of a position agrees with the values of its successors in this bin and in
    /// earlier bins. The argument `best` is the greatest number that stands for a successor of the position in this
    /// bin.
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

/// Returns the cell that a table must store for a slot. The argument `expected` is the slot's content by the rules.
/// Returns `None` if no cell can represent the content.
pub(super) fn stored_as(expected: SlotContent) -> Option<Cell> {
    match expected {
        SlotContent::Value(value) => Cell::of(value),
        SlotContent::Hole => Some(Cell::HOLE),
        SlotContent::Unnumbered => None,
    }
}
