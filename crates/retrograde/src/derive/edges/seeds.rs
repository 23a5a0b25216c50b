//! The content of each slot before the analysis starts. For a position, the content consists of the side to move, and
//! of the ending or the number of children.

use crate::kernel::budget::Budget;
use crate::kernel::solve::{SolveError, filled};
use crate::rules::game::Outcome;
use crate::rules::side::Side;

use super::order::Order;

/// The content of a slot before the analysis starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// No position.
    Hole,
    /// A position where the game is over.
    Over(Outcome),
    /// A position with this number of distinct children.
    Open(u32),
}

/// The content and the side to move of each slot, with one byte for the content and one bit for the side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SeedTable {
    bytes: Vec<u8>,
    /// The slots that have more children than a byte can count, each with the number of its children, in ascending
    /// order of slots.
    many: Vec<(u32, u32)>,
    turns: Vec<u64>,
}

const HOLE: u8 = 255;
const LEVEL: u8 = 254;
/// The byte that means that the first side has won. The byte `WON - 1` means that the second side has won.
const WON: u8 = 253;
const MANY: u8 = 251;

impl SeedTable {
    /// Returns the approximate number of bytes for `slots` slots.
    pub(super) const fn bytes_of(slots: u64) -> u64 {
        slots.saturating_add(slots / 8 + 16)
    }

    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Returns the memory use in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let lists = size_of_val(&*self.turns) + size_of_val(&*self.many);
        (self.bytes.len() + lists) as u64
    }

    #[inline]
    pub(crate) fn get(&self, slot: usize) -> Standing {
        match self.bytes[slot] {
            HOLE => Standing::Hole,
            LEVEL => Standing::Over(Outcome::Level),
            WON => Standing::Over(Outcome::Won(Side::First)),
            byte if byte == WON - 1 => Standing::Over(Outcome::Won(Side::Second)),
            MANY => Standing::Open(self.many_at(slot)),
            few => Standing::Open(few.into()),
        }
    }

    #[cold]
    fn many_at(&self, slot: usize) -> u32 {
        let index = self.many.partition_point(|&(other, _)| (other as usize) < slot);
        self.many[index].1
    }

    #[inline]
    pub(crate) fn turn(&self, slot: usize) -> Side {
        Side::from_parity(self.turns[slot / 64] >> (slot % 64))
    }

    pub(super) fn is_hole(&self, slot: usize) -> bool {
        self.bytes[slot] == HOLE
    }

    /// Reserves memory for `slots` slots in total.
    pub(crate) fn reserve(&mut self, slots: usize, budget: &Budget) -> Result<(), SolveError> {
        let more = slots.saturating_sub(self.bytes.capacity());
        budget.grow(&mut self.bytes, more, 0)?;
        let more = slots.div_ceil(64).saturating_sub(self.turns.capacity());
        budget.grow(&mut self.turns, more, 0)
    }

    /// Appends the next slot.
    #[inline]
    pub(crate) fn push(&mut self, turn: Side, seed: Standing, budget: &Budget) -> Result<(), SolveError> {
        let (slot, reached) = (self.bytes.len(), self.bytes.len() as u64);
        if slot.is_multiple_of(64) {
            budget.push(&mut self.turns, 0, reached)?;
        }
        self.turns[slot / 64] |= (turn.index() as u64) << (slot % 64);
        let byte = match seed {
            Standing::Hole => HOLE,
            Standing::Over(Outcome::Level) => LEVEL,
            Standing::Over(Outcome::Won(side)) => WON - side.index() as u8,
            Standing::Open(few) if few < MANY.into() => few as u8,
            Standing::Open(many) => {
                budget.push(&mut self.many, (slot as u32, many), reached)?;
                MANY
            }
        };
        if slot == self.bytes.capacity() {
            budget.grow(&mut self.bytes, (slot / 4).max(64), reached)?;
        }
        self.bytes.push(byte);
        Ok(())
    }

    /// Merges several parts into one table. The parts are in the order in which their positions were added, and `order`
    /// maps a position's number in this order to its slot.
    pub(super) fn gather(mut parts: Vec<Self>, order: Order<'_>) -> Result<Self, SolveError> {
        if let ([_], Order::AsTheyCame) = (parts.as_slice(), order) {
            return Ok(parts.remove(0));
        }
        let slots = parts.iter().map(Self::len).sum::<usize>();
        let (bytes, turns) = (filled(slots as u64, HOLE)?, filled(slots.div_ceil(64) as u64, 0)?);
        let (mut all, mut number) = (Self { bytes, many: Vec::new(), turns }, 0);
        for part in parts {
            let first = number;
            for (local, &byte) in part.bytes.iter().enumerate() {
                let slot = order.slot(number) as usize;
                all.bytes[slot] = byte;
                all.turns[slot / 64] |= (part.turn(local).index() as u64) << (slot % 64);
                number += 1;
            }
            all.many.extend(part.many.iter().map(|&(local, many)| (order.slot(first + local), many)));
        }
        all.many.sort_unstable();
        Ok(all)
    }
}
