//! The column of a finished table.

use super::super::book::{self, seed_value};
use super::super::worker::{SEEDS_AT_ONCE, Team};
use super::super::writer::Writer;
use super::decided::Decided;
use super::plan::{Plan, segments_of};
use super::yard::Yard;
use crate::column::Code;
use crate::options::SolveError;
use crate::state::Law;
use crate::table::Cell;
use crate::value::Value;

/// The column of a finished table, that is written group by group.
pub(super) struct Column<'a> {
    pub(super) game: &'a dyn Writer,
    pub(super) plan: &'a Plan,
    pub(super) yard: &'a Yard<'a>,
    pub(super) at: u64,
    pub(super) cells: &'a [Cell],
}

impl Column<'_> {
    /// Writes what one worker owns: seeds, and what was decided; the rest is drawn. Returns how many slots have each code.
    pub(super) fn write<C: Code>(&self, team: &Team<'_>, me: usize, decided: &Decided) -> Result<Vec<u64>, SolveError> {
        let mut counts = vec![0; self.cells.len()];
        let size = 1_usize << team.segments.shift();
        for group in 0..self.plan.groups(me) {
            let mut codes = self.seeds::<C>(team, me, group)?;
            for law in [Law::WinsAndLosses, Law::Ties] {
                for (depth, unit) in decided.of_group(law, group) {
                    let [win, loss] = law.values(depth).map(|value| self.code(Some(value)));
                    unit.each_run(self.yard, |number, positions| {
                        let first = number as usize * size;
                        for position in positions {
                            let won = law == Law::Ties || position.won();
                            codes[first + position.place()] = if won { win } else { loss };
                        }
                        Ok(())
                    })?;
                }
            }
            for (number, slots) in segments_of(self.plan, me, group) {
                let codes = &codes[number * size..][..(slots.end - slots.start) as usize];
                for code in codes {
                    counts[code.get() as usize] += 1;
                }
                self.yard.write(self.at + slots.start * C::WIDTH.bytes(), codes)?;
            }
        }
        Ok(counts)
    }

    /// The codes of a group's seeds; of what is open, that of a draw.
    fn seeds<C: Code>(&self, team: &Team<'_>, me: usize, group: usize) -> Result<Vec<C>, SolveError> {
        let size = 1_usize << team.segments.shift();
        let [hole, draw] = [None, Some(Value::Draw)].map(|value| self.code(value));
        let mut codes = vec![hole; self.plan.group * size];
        let mut seeds = Vec::with_capacity(SEEDS_AT_ONCE);
        for (number, slots) in segments_of(self.plan, me, group) {
            for from in slots.clone().step_by(SEEDS_AT_ONCE) {
                team.options.heed()?;
                seeds.clear();
                self.game.write_seeds(from..slots.end.min(from + SEEDS_AT_ONCE as u64), &mut seeds);
                let first = number * size + (from - slots.start) as usize;
                for (code, &seed) in codes[first..].iter_mut().zip(&seeds) {
                    *code = match seed_value(seed) {
                        _ if seed < book::FIRST_SEED => draw,
                        None => hole,
                        value => self.code(value),
                    };
                }
            }
        }
        Ok(codes)
    }

    /// Where the cell of a value stands in the book.
    fn code<C: Code>(&self, value: Option<Value>) -> C {
        // Holes and draws come first, and the others in their order.
        let place = match value {
            None => Some(0),
            Some(Value::Draw) => Some(1),
            Some(value) => Cell::of(value).and_then(|cell| self.cells[2..].binary_search(&cell).ok().map(|at| at + 2)),
        };
        C::new(place.unwrap_or_default() as u32)
    }
}
