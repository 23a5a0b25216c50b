//! The common trait of tables, whether they are in memory or in files.

use std::fmt;

use crate::rules::game::Slot;
use crate::rules::message::Message;
use crate::rules::value::Value;
use crate::table::cell::{Cell, Table};
use crate::table::histogram::{Counts, Histogram};
use crate::table::shares::Share;

/// The values of all slots of one numbering. Most methods can return an error, because a file may be unreadable.
pub trait Values: Sync {
    /// Returns the number of slots, holes included.
    fn slots(&self) -> u64;

    /// Returns the memory of the table in bytes.
    fn bytes(&self) -> u64;

    /// If several processes hold the table, returns the slots that this process holds. Returns `None` if this process
    /// holds all slots. To read the slots of its own share, a process needs no other process.
    fn share(&self) -> Option<Share<'_>> {
        None
    }

    /// Returns the table, if its codes are in the memory of this process. A caller can then read the codes without
    /// copying them. Returns `None` if the values are elsewhere, for example in files.
    fn in_memory(&self) -> Option<&Table> {
        None
    }

    /// If this object uses the slots of a folded board, returns the values indexed by the slots of the table; see
    /// [`RawSlots`](crate::rules::RawSlots).
    fn folded(&self) -> Option<&dyn Values> {
        None
    }

    /// Returns the cell of a slot. A slot beyond the last slot has the cell of a hole.
    fn cell(&self, slot: Slot) -> Result<Cell, Unreadable>;

    /// Fills `cells` with the cells of consecutive slots, beginning at `first`. A slot beyond the last slot has the
    /// cell of a hole.
    fn block(&self, first: Slot, cells: &mut [Cell]) -> Result<(), Unreadable> {
        for (cell, slot) in cells.iter_mut().zip(first.0..) {
            *cell = self.cell(Slot(slot))?;
        }
        Ok(())
    }

    /// Replaces the content of `cells` by the cells of `slots`, in the same order. A slot beyond the last slot has the
    /// cell of a hole.
    fn gather(&self, slots: &[Slot], cells: &mut Vec<Cell>) -> Result<(), Unreadable> {
        cells.clear();
        for &slot in slots {
            cells.push(self.cell(slot)?);
        }
        Ok(())
    }

    /// Returns the value of a slot for the player to move. Returns `None` for a hole, and for a slot beyond the last
    /// slot.
    fn value(&self, slot: Slot) -> Result<Option<Value>, Unreadable> {
        Ok(self.cell(slot)?.value())
    }

    /// Counts the positions of each class and depth. Positions that share a slot count once.
    ///
    /// # Complexity
    /// The method reads every slot once.
    fn histogram(&self) -> Result<Histogram, Unreadable> {
        let mut histogram = Histogram::default();
        each_value(self, |_, value| histogram.add(value, 1))?;
        Ok(histogram)
    }

    /// Counts the positions of each class.
    fn counts(&self) -> Result<Counts, Unreadable> {
        Ok(self.histogram()?.totals)
    }

    /// Returns the lowest slot with this cell. Returns `None` if no slot has this cell.
    ///
    /// # Complexity
    /// The method reads the slots from the first slot to the returned slot.
    fn lowest(&self, cell: Cell) -> Result<Option<Slot>, Unreadable> {
        find_block(self, |first, cells| {
            cells.iter().position(|&there| there == cell).map(|place| Slot(first + place as u64))
        })
    }

    /// Computes a 64-bit FNV-1a hash of the values of all slots, one cell at a time. The hash does not depend on how
    /// the table is stored.
    ///
    /// # Complexity
    /// The method reads every slot once.
    fn identity(&self) -> Result<u64, Unreadable> {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        find_block(self, |_, cells| {
            for cell in cells {
                hash = (hash ^ u64::from(cell.bits())).wrapping_mul(0x0100_0000_01b3);
            }
            None::<()>
        })?;
        Ok(hash)
    }
}

/// The error of a table that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable(Message);

impl Unreadable {
    /// Creates an error from its reason. The reason is a sentence without a full stop.
    pub fn new(reason: impl Into<Message>) -> Self {
        Self(reason.into())
    }

    /// Returns the reason why the table could not be read. The reason is a sentence without a full stop.
    pub const fn reason(&self) -> &Message {
        &self.0
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the table cannot be read: {}", self.0)
    }
}

impl std::error::Error for Unreadable {}

/// The number of cells that a pass over a table reads in one call.
const BLOCK: usize = 4096;

/// Reads a table in blocks, until `visit` returns `Some`. Calls `visit` with the first slot and the cells of each
/// block.
fn find_block<T>(
    values: &(impl Values + ?Sized),
    mut visit: impl FnMut(u64, &[Cell]) -> Option<T>,
) -> Result<Option<T>, Unreadable> {
    let mut cells = [Cell::HOLE; BLOCK];
    for first in (0..values.slots()).step_by(BLOCK) {
        let cells = &mut cells[..BLOCK.min((values.slots() - first) as usize)];
        values.block(Slot(first), cells)?;
        if let Some(found) = visit(first, cells) {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// Visits the slots that have a position, in ascending order, with their values. Stops when `visit` returns `Some`.
pub fn find_value<T>(
    values: &(impl Values + ?Sized),
    mut visit: impl FnMut(Slot, Value) -> Option<T>,
) -> Result<Option<T>, Unreadable> {
    find_block(values, |first, cells| (first..).zip(cells).find_map(|(slot, cell)| visit(Slot(slot), cell.value()?)))
}

/// Visits every slot that has a position, with its value, in ascending order.
pub fn each_value(values: &(impl Values + ?Sized), mut visit: impl FnMut(Slot, Value)) -> Result<(), Unreadable> {
    find_value(values, |slot, value| {
        visit(slot, value);
        None::<()>
    })?;
    Ok(())
}

impl Values for Table {
    fn slots(&self) -> u64 {
        self.slots()
    }

    fn bytes(&self) -> u64 {
        self.bytes()
    }

    fn in_memory(&self) -> Option<&Table> {
        Some(self)
    }

    #[inline]
    fn cell(&self, slot: Slot) -> Result<Cell, Unreadable> {
        Ok(self.cell(slot))
    }

    fn block(&self, first: Slot, cells: &mut [Cell]) -> Result<(), Unreadable> {
        let there = self.slots().saturating_sub(first.0).min(cells.len() as u64);
        let (there, beyond) = cells.split_at_mut(there as usize);
        if !there.is_empty() {
            self.read(first.0..first.0 + there.len() as u64, there);
        }
        beyond.fill(Cell::HOLE);
        Ok(())
    }

    fn gather(&self, slots: &[Slot], cells: &mut Vec<Cell>) -> Result<(), Unreadable> {
        cells.clear();
        cells.extend(slots.iter().map(|&slot| self.cell(slot)));
        Ok(())
    }

    fn histogram(&self) -> Result<Histogram, Unreadable> {
        let mut histogram = Histogram::default();
        for (cell, slots) in self.census() {
            if let Some(value) = cell.value() {
                histogram.add(value, slots);
            }
        }
        Ok(histogram)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::value::Depth;
    use crate::table::column::Codes;

    fn table(cells: usize) -> Table {
        let value = |slot: usize| match slot % 5 {
            0 => Cell::HOLE,
            1 => Cell::DRAW,
            2 => Cell::of(Value::Win(Depth::new(slot as u32 % 100))).unwrap(),
            3 => Cell::of(Value::Loss(Depth::new(7))).unwrap(),
            _ => Cell::of(Value::Tie(Depth::new(1))).unwrap(),
        };
        Table::from_cells(&(0..cells).map(value).collect::<Vec<_>>())
    }

    #[test]
    fn blocks_single_slots_and_gathered_ones_are_the_same_cells() {
        let table = table(10_001);
        for first in [0, 1, 9_990, 10_001, 20_000] {
            let mut block = [Cell::DRAW; 64];
            table.block(Slot(first), &mut block).unwrap();
            let slots: Vec<_> = (first..first + 64).map(Slot).collect();
            let mut gathered = vec![Cell::DRAW];
            table.gather(&slots, &mut gathered).unwrap();
            let single: Vec<_> = slots.iter().map(|&slot| Values::cell(&table, slot).unwrap()).collect();
            assert_eq!((&block[..], &gathered), (&single[..], &single), "from {first}");
            assert_eq!(single[0].value(), table.value(Slot(first)));
        }
    }

    #[test]
    fn codes_and_codebook_are_the_cells() {
        let table = table(10_001);
        let Codes::One(codes) = table.codes() else { panic!("24 cells need one byte per slot") };
        let cells = codes.iter().map(|&code| table.codebook()[usize::from(code)]);
        assert!(cells.eq((0..10_001).map(|slot| table.cell(Slot(slot)))));
        let values: &dyn Values = &table;
        assert!(values.in_memory().is_some_and(|there| std::ptr::eq(there, &raw const table)));
    }

    #[test]
    fn a_histogram_is_the_same_by_cells_and_by_slots() {
        let table = table(10_001);
        let mut slot_by_slot = Histogram::default();
        each_value(&table, |_, value| slot_by_slot.add(value, 1)).unwrap();
        let mut in_halves = Histogram::default();
        for half in [0..5_000, 5_000..10_001] {
            let mut part = Histogram::default();
            half.filter_map(|slot| table.value(Slot(slot))).for_each(|value| part.add(value, 1));
            in_halves.merge(&part);
        }
        let histogram = table.histogram().unwrap();
        assert_eq!((&slot_by_slot, &in_halves), (&histogram, &histogram));
        assert_eq!((histogram.by_depth.len(), histogram.by_depth[7].loss), (98, 2000));
        assert_eq!(histogram.totals, table.counts().unwrap());
    }

    #[test]
    fn counts_and_identity_follow_every_cell() {
        let mut table = table(10_001);
        let counts = table.counts().unwrap();
        assert_eq!((counts.win, counts.loss, counts.tie, counts.draw), (2000, 2000, 2000, 2000));
        let before = table.identity().unwrap();
        assert_eq!(before, table.clone().identity().unwrap());
        table.set(Slot(10_000), Cell::DRAW);
        assert_ne!(before, table.identity().unwrap());
        assert_eq!(table.counts().unwrap().draw, 2001);
    }
}
