//! The values of all slots.

use crate::game::Slot;
use crate::value::{Depth, Value};

/// One slot's state in 16 bits: two of kind, fourteen of counter or depth.
///
/// | bits 15-14 | bits 13-0 |
/// | --- | --- |
/// | `00` | not decided: the count of open moves; 0 once the solve is done (a draw); `0x3fff`: a hole |
/// | `01` | a win for the player to move, in that many plies |
/// | `10` | a loss for the player to move, in that many plies |
/// | `11` | a tie, in that many plies |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct Cell(u16);

impl Cell {
    /// The deepest depth in plies, and the largest count of moves, that a cell holds.
    pub const MAX: u32 = 0x3ffe;

    pub(crate) const HOLE: Self = Self(0x3fff);
    pub(crate) const DRAW: Self = Self(0);

    const PAYLOAD: u16 = 0x3fff;
    const WIN: u16 = 1 << 14;
    const LOSS: u16 = 2 << 14;
    const TIE: u16 = 3 << 14;

    /// An undecided slot with `moves` open moves; `None` above [`MAX`](Self::MAX).
    #[inline]
    pub(crate) fn open(moves: u32) -> Option<Self> {
        (moves <= Self::MAX).then_some(Self(moves as u16))
    }

    /// A decided slot; `None` if the depth is above [`MAX`](Self::MAX).
    #[inline]
    pub fn of(value: Value) -> Option<Self> {
        let kind = match value {
            Value::Win(_) => Self::WIN,
            Value::Loss(_) => Self::LOSS,
            Value::Tie(_) => Self::TIE,
            Value::Draw => return Some(Self::DRAW),
        };
        let plies = value.depth().map_or(0, Depth::plies);
        (plies <= Self::MAX).then_some(Self(kind | plies as u16))
    }

    /// The slot of a finished position, whose value has depth 0.
    #[inline]
    pub(crate) fn over(value: Value) -> Self {
        Self::of(value).expect("depth 0 fits a cell")
    }

    #[inline]
    pub(crate) const fn is_decided(self) -> bool {
        self.0 > Self::PAYLOAD
    }

    #[inline]
    pub(crate) const fn is_hole(self) -> bool {
        self.0 == Self::HOLE.0
    }

    #[inline]
    pub(crate) const fn is_win(self) -> bool {
        self.0 & !Self::PAYLOAD == Self::WIN
    }

    #[inline]
    pub(crate) const fn is_tie(self) -> bool {
        self.0 & !Self::PAYLOAD == Self::TIE
    }

    /// The count of open moves of an undecided slot.
    #[inline]
    pub(crate) const fn open_moves(self) -> u16 {
        self.0 & Self::PAYLOAD
    }

    /// An undecided slot with one open move fewer.
    #[inline]
    pub(crate) const fn close_one(self) -> Self {
        Self(self.0 - 1)
    }

    /// The value that a finished solve left here; `None` for a hole.
    pub const fn value(self) -> Option<Value> {
        let depth = Depth::new((self.0 & Self::PAYLOAD) as u32);
        match self.0 & !Self::PAYLOAD {
            Self::WIN => Some(Value::Win(depth)),
            Self::LOSS => Some(Value::Loss(depth)),
            Self::TIE => Some(Value::Tie(depth)),
            _ if self.is_hole() => None,
            _ => Some(Value::Draw),
        }
    }

    /// The 16 bits.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }
}

/// The values of all slots of one numbering: the result of a solve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    cells: Vec<Cell>,
}

impl Table {
    /// The number of slots, holes included.
    pub fn slots(&self) -> u64 {
        self.cells.len() as u64
    }

    /// The value of a slot for the player to move there; `None` for a hole or beyond the last slot.
    #[inline]
    pub fn value(&self, slot: Slot) -> Option<Value> {
        self.cells.get(slot.index())?.value()
    }

    /// Every slot that holds a position, with its value, in ascending order.
    pub fn values(&self) -> impl Iterator<Item = (Slot, Value)> {
        self.cells.iter().enumerate().filter_map(|(slot, cell)| Some((Slot(slot as u64), cell.value()?)))
    }

    /// The cells, by slot.
    #[inline]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The cells, two bytes a slot, little-endian: equal for equal tables, whatever made them.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.cells.iter().flat_map(|cell| cell.bits().to_le_bytes()).collect()
    }

    /// A table of these cells: for a game's own solver.
    pub const fn from_cells(cells: Vec<Cell>) -> Self {
        Self { cells }
    }

    /// Sets one slot.
    ///
    /// # Panics
    /// If there is no such slot.
    #[inline]
    pub fn set(&mut self, slot: Slot, cell: Cell) {
        self.cells[slot.index()] = cell;
    }
}
