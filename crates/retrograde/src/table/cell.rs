//! The values of all slots of a table, as 32-bit cells and as codes.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;

use crate::rules::game::Slot;
use crate::rules::memory::NoMemory;
use crate::rules::value::{Depth, Value};
use crate::table::column::{Code, Codes, Column, Width, with_codes};

/// The result of a finished solve for one slot, in 32 bits.
///
/// | bits 31-30 | bits 29-0 |
/// | --- | --- |
/// | `00` | 0: a draw; all ones: a hole |
/// | `01` | a win for the player to move, in this number of plies |
/// | `10` | a loss for the player to move, in this number of plies |
/// | `11` | a tie, in this number of plies |
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(transparent)]
pub struct Cell(u32);

impl Cell {
    /// The maximum depth of a cell, in plies.
    pub const MAX: u32 = Self::PAYLOAD - 1;

    /// The cell of a slot without a position.
    pub const HOLE: Self = Self(Self::PAYLOAD);
    pub(crate) const DRAW: Self = Self(0);

    const PAYLOAD: u32 = (1 << 30) - 1;
    const WIN: u32 = 1 << 30;
    const LOSS: u32 = 2 << 30;
    const TIE: u32 = 3 << 30;

    /// Returns the cell of a value. Returns `None` if the depth is above [`MAX`](Self::MAX).
    #[inline]
    pub fn of(value: Value) -> Option<Self> {
        let kind = match value {
            Value::Win(_) => Self::WIN,
            Value::Loss(_) => Self::LOSS,
            Value::Tie(_) => Self::TIE,
            Value::Draw => return Some(Self::DRAW),
        };
        let plies = value.depth().map_or(0, Depth::plies);
        (plies <= Self::MAX).then_some(Self(kind | plies))
    }

    /// Returns the value of the cell. Returns `None` for a hole.
    #[inline]
    pub const fn value(self) -> Option<Value> {
        let depth = Depth::new(self.0 & Self::PAYLOAD);
        match self.0 & !Self::PAYLOAD {
            Self::WIN => Some(Value::Win(depth)),
            Self::LOSS => Some(Value::Loss(depth)),
            Self::TIE => Some(Value::Tie(depth)),
            _ if self.0 == Self::HOLE.0 => None,
            _ => Some(Value::Draw),
        }
    }

    /// Returns the cell as a 32-bit integer.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Returns the cell in 16 bits, with two bits for the class of the value and fourteen bits for the depth. For a
    /// hole, all fourteen bits of the depth are 1. Returns `None` if the depth is too large.
    pub const fn short(self) -> Option<u16> {
        let (kind, depth) = ((self.0 >> 30) as u16, self.0 & Self::PAYLOAD);
        match depth {
            Self::PAYLOAD => Some(Self::SHORT),
            depth if depth < Self::SHORT as u32 => Some(kind << 14 | depth as u16),
            _ => None,
        }
    }

    const SHORT: u16 = (1 << 14) - 1;
    /// The maximum depth of a [`short`](Self::short) form, in plies.
    pub const MOST_SHORT: u32 = Self::SHORT as u32 - 1;
}

/// The values of all slots of a numbering, as the result of a solve.
///
/// A table has one code for each value that occurs, and one code for holes. A table with at most 256 codes needs one
/// byte per slot. Other tables need two or four bytes per slot.
#[derive(Clone)]
pub struct Table {
    codes: Column,
    /// The cell of each code.
    codebook: Vec<Cell>,
}

impl Table {
    /// Creates a table from codes. Each code must have a cell in the codebook.
    pub(crate) const fn new(codes: Column, codebook: Vec<Cell>) -> Self {
        Self { codes, codebook }
    }

    /// Creates a table from the cells of all slots.
    ///
    /// # Panics
    /// Panics if no memory is left.
    pub fn from_cells(cells: &[Cell]) -> Self {
        Self::of_cells(cells, Self::codebook_of(cells)).expect("enough memory for four bytes per cell")
    }

    /// Returns the distinct cells in `cells`, sorted.
    pub(crate) fn codebook_of(cells: &[Cell]) -> Vec<Cell> {
        let mut codebook = BTreeSet::new();
        for cell in cells {
            codebook.insert(*cell);
        }
        codebook.into_iter().collect()
    }

    /// Creates a table from the cells of all slots. The codebook must be sorted, and must contain each of these cells.
    pub(crate) fn of_cells(cells: &[Cell], codebook: Vec<Cell>) -> Result<Self, NoMemory> {
        let mut codes = Column::zeroed(cells.len() as u64, Width::of(codebook.len()))?;
        with_codes!(codes.codes_mut(), codes => {
            for (code, cell) in codes.iter_mut().zip(cells) {
                *code = Code::new(codebook.binary_search(cell).map_or(0, |place| place as u32));
            }
        });
        Ok(Self { codes, codebook })
    }

    /// Creates a table for a game's own solver. The function `write` stores, for each slot, the index of the slot's
    /// cell in the codebook.
    ///
    /// # Errors
    /// Returns [`NoMemory`] if the system has too little memory.
    ///
    /// # Panics
    /// Panics if a code is not in the codebook.
    pub fn of_codes(slots: u64, codebook: Vec<Cell>, write: impl FnOnce(&mut [u16])) -> Result<Self, NoMemory> {
        let mut codes = Column::zeroed(slots, Width::Two)?;
        if let Codes::Two(codes) = codes.codes_mut() {
            write(codes);
            let most = codes.iter().copied().max();
            assert!(most.is_none_or(|most| usize::from(most) < codebook.len()), "a code without a cell");
        }
        Ok(Self { codes, codebook })
    }

    /// Creates a table with the minimum number of bytes per slot for the cells of the codebook. At first, every slot
    /// contains the first cell of the codebook. The method [`put`](Self::put) stores another cell.
    ///
    /// # Errors
    /// Returns [`NoMemory`] if the system has too little memory.
    pub fn of_codebook(slots: u64, codebook: Vec<Cell>) -> Result<Self, NoMemory> {
        Ok(Self { codes: Column::zeroed(slots, Width::of(codebook.len()))?, codebook })
    }

    /// Returns the size in bytes of a table with `slots` slots and `cells` different cells.
    pub fn estimate(slots: u64, cells: usize) -> u64 {
        slots.saturating_mul(Width::of(cells).bytes())
    }

    /// Stores a cell in a slot. The cell has the index `place` in the codebook.
    ///
    /// # Panics
    /// Panics if the slot or the index does not exist.
    #[inline]
    pub fn put(&mut self, slot: Slot, place: u32) {
        assert!((place as usize) < self.codebook.len(), "a code without a cell");
        with_codes!(self.codes.codes_mut(), codes => codes[slot.index()] = Code::new(place));
    }

    /// Returns the codes of all slots. The code of a slot is an index in the [codebook](Self::codebook).
    pub fn codes(&self) -> Codes<&[u8], &[u16], &[u32]> {
        self.codes.codes()
    }

    /// Returns the cell of each code. A codebook may have cells that no slot has.
    pub fn codebook(&self) -> &[Cell] {
        &self.codebook
    }

    /// Returns the number of slots, holes included.
    pub const fn slots(&self) -> u64 {
        self.codes.slots() as u64
    }

    /// Returns the memory of the table in bytes.
    pub const fn bytes(&self) -> u64 {
        self.codes.bytes() + (self.codebook.len() * size_of::<Cell>()) as u64
    }

    /// Returns the cell of a slot. A slot beyond the last slot has the cell of a hole.
    #[inline]
    pub fn cell(&self, slot: Slot) -> Cell {
        if slot.0 < self.slots() { self.codebook[self.codes.get(slot.index()) as usize] } else { Cell::HOLE }
    }

    /// Returns the value of a slot for the player to move. Returns `None` for a hole, and for a slot beyond the last
    /// slot.
    #[inline]
    pub fn value(&self, slot: Slot) -> Option<Value> {
        self.cell(slot).value()
    }

    /// Returns an iterator over all slots that have a position, with their values, in ascending order of slots.
    pub fn values(&self) -> impl Iterator<Item = (Slot, Value)> {
        (0..self.slots()).map(Slot).filter_map(|slot| Some((slot, self.value(slot)?)))
    }

    /// Returns the cells of all slots, in the order of the slots.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cell> {
        (0..self.codes.slots()).map(|slot| self.cell(Slot(slot as u64)))
    }

    /// Copies the cells of a range of slots to `cells`.
    ///
    /// # Panics
    /// Panics if the range ends beyond the last slot, or if the length of `cells` is not the length of the range.
    pub fn read(&self, slots: Range<u64>, cells: &mut [Cell]) {
        let slots = slots.start as usize..slots.end as usize;
        assert_eq!(slots.len(), cells.len(), "a cell for each slot");
        with_codes!(self.codes.codes(), codes => {
            for (cell, code) in cells.iter_mut().zip(&codes[slots]) {
                *cell = self.codebook[code.get() as usize];
            }
        });
    }

    /// Counts, for each cell of the codebook, the slots that contain this cell. Reads the whole table once.
    pub fn census(&self) -> Vec<(Cell, u64)> {
        let mut counts = vec![0; self.codebook.len()];
        with_codes!(self.codes.codes(), codes => codes.iter().for_each(|code| counts[code.get() as usize] += 1));
        self.codebook.iter().copied().zip(counts).collect()
    }

    /// Stores a cell in a slot.
    ///
    /// # Panics
    /// Panics if the slot does not exist, or if the system has too little memory for wider codes.
    pub fn set(&mut self, slot: Slot, cell: Cell) {
        let known = self.codebook.iter().position(|&other| other == cell);
        let code = known.unwrap_or(self.codebook.len());
        if known.is_none() {
            self.codebook.push(cell);
        }
        if code as u32 > self.codes.width().last() {
            self.codes.widen(|code| code).expect("enough memory for a wider table");
        }
        with_codes!(self.codes.codes_mut(), codes => codes[slot.index()] = Code::new(code as u32));
    }
}

impl fmt::Debug for Table {
    /// Prints the number of slots, not the cells.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("slots", &self.slots())
            .field("width", &self.codes.width())
            .finish_non_exhaustive()
    }
}

/// Two tables are equal if their values are equal. The codes of equal tables may differ.
impl PartialEq for Table {
    fn eq(&self, other: &Self) -> bool {
        self.slots() == other.slots() && self.cells().eq(other.cells())
    }
}

impl Eq for Table {}
