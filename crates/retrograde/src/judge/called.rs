//! What should stand in the slots of a table, by forward rules: the verifier of [`verify`](crate::judge::verify), a slot of the table at a time.
//!
//! A table may hold one slot for positions that are equal up to a symmetry: its representative is checked. What the rules tell of a
//! child, an ending, or a win at once where such are left out, is asked of the rules; any other child's value of the table. That the other positions of a
//! slot have its value is the symmetry's law (see [`check_symmetry`](crate::author::check::check_symmetry)), and that wins at once are seen rightly is
//! a law of the rules. A position without a move has to be an ending, or its game to say what that means: else no value is right for it.

use crate::judge::verify::{Found, Law};
use crate::rules::expansion::{Expansion, Head};
use crate::rules::game::Slot;
use crate::rules::value::{Depth, Value};
use crate::table::cell::Cell;
use crate::table::values::{Unreadable, Values};

/// What should stand in a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// The law that says so.
    pub law: Law,
    /// What should stand there.
    pub expected: Found,
    /// Whether the rules tell it without any other slot.
    pub is_told: bool,
    /// Moves made to find it.
    pub moves: u32,
}

/// What is called for, and the buffers to find it with.
#[derive(Debug, Default)]
pub struct Calls {
    expansion: Expansion,
    cells: Vec<Cell>,
}

/// Slots expanded in one go: with their children they stay in a near cache.
const AT_ONCE: usize = 1 << 8;

impl Calls {
    /// Visits what should stand in some slots of a board's table, by the rules and by what stands in other slots. `expand` writes what the rules
    /// say of some slots.
    ///
    /// # Errors
    /// The values cannot be read.
    ///
    /// # Complexity
    /// Every move of these positions once.
    pub fn each(
        &mut self,
        expand: impl Fn(&[Slot], &mut Expansion),
        values: &dyn Values,
        slots: &[Slot],
        mut visit: impl FnMut(Slot, Call),
    ) -> Result<(), Unreadable> {
        for slots in slots.chunks(AT_ONCE) {
            expand(slots, &mut self.expansion);
            values.gather(self.expansion.slots(), &mut self.cells)?;
            for (&slot, (head, children)) in slots.iter().zip(self.expansion.heads()) {
                let again = self.expansion.again(children.clone()).iter().copied();
                visit(slot, called(head, self.cells[children].iter().copied().zip(again)));
            }
        }
        Ok(())
    }
}

/// What a slot should hold, by what stands in its children's.
fn called(head: Head, children: impl Iterator<Item = (Cell, bool)>) -> Call {
    let told = |law, expected| Call { law, expected, is_told: true, moves: 0 };
    let (moves, known, mut unnumbered) = match head {
        Head::Hole => return told(Law::Holes, Found::Hole),
        Head::Elsewhere => return told(Law::Numbering, Found::Unnumbered),
        Head::Over(value) => return told(Law::Ending, Found::Value(value)),
        Head::AtOnce => return told(Law::BestMove, Found::Value(Value::Win(Depth::new(1)))),
        Head::Open { moves, known, unnumbered } => (moves, known, unnumbered),
    };
    let mut best = known;
    for (cell, again) in children {
        let value = cell.value();
        unnumbered |= value.is_none();
        best = best.max(value.map(|value| value.for_parent(again)));
    }
    let (law, expected) = match best {
        _ if unnumbered => (Law::Numbering, Found::Unnumbered),
        None => (Law::BestMove, Found::Hole),
        Some(best) => (Law::BestMove, Found::Value(best.one_ply_earlier())),
    };
    Call { law, expected, is_told: false, moves }
}
