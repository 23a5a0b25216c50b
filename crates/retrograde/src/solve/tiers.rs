//! Games whose slots fall into tiers, solved one tier after the other.
//!
//! Captures, promotions and placed stones are never taken back: a game goes from tier to tier and never returns, and only within a tier it may
//! go round. So tiers are solved with those that they lead to already finished, and only the open tier has counters, frontiers and mail.
//! The finished tiers' values are mailed at their own depth: at depth *d* the kernel expands the positions of depth *d* of the tier
//! and of the tiers that it leads to, and asks for predecessors in the open tier alone. A sweep ends when nothing was marked and no
//! deeper value is left outside. A tier without moves inside needs neither: each of its positions is worth its best move.

use std::ops::Range;

use super::{Outside, Predecessors, run, share};
use crate::column::{Column, Width, with_codes};
use crate::game::{Reversible, Seed, Slot};
use crate::options::{Options, SolveError};
use crate::table::{Cell, Table};
use crate::value::{Depth, Value};

/// Some slots that stand together, and the tiers that moves lead to from there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tier {
    /// Its name, up to symmetry: the same in every instance that has it.
    pub name: String,
    /// Its slots.
    pub slots: Range<u64>,
    /// The other tiers that a move leads to, by their places in the list of all.
    pub children: Vec<usize>,
    /// Whether moves lead from the tier into itself.
    pub has_moves_inside: bool,
}

/// A game that names its tiers.
///
/// # Laws
/// * The tiers' ranges follow each other and cover all slots.
/// * A move leads from a tier into itself or into one of its children, and no way leads back into a tier that was left.
pub trait Tiered: Reversible {
    /// The tiers, in the order of their slots.
    fn tiers(&self) -> Vec<Tier>;
}

/// Finds the value of every slot, a tier at a time: what [`solve`](super::solve()) finds, with the working memory of one tier.
///
/// # Errors
/// Those of [`solve`](super::solve()); [`SolveError::Tiers`] if tiers lead back to each other, or do not cover the slots.
///
/// # Complexity
/// That of [`solve`](super::solve()), and a look at every finished child's codes at each depth.
pub fn solve_by_tiers<G: Tiered>(game: &G, options: &Options<'_>) -> Result<Table, SolveError> {
    // A keeper has room for one solve, and here are many.
    let options = &Options { keeper: None, ..*options };
    let tiers = game.tiers();
    let order = in_order(&tiers, game.slots())?;
    // What the end takes is refused at the start: all tables, and the one of which they become parts.
    options.admit(game.slots(), game.slots().saturating_mul(2 * Width::One.bytes()).saturating_add(game.bytes()))?;
    let mut finished: Vec<Option<Table>> = tiers.iter().map(|_| None).collect();
    for tier in order {
        let held = game.bytes().saturating_add(finished.iter().flatten().map(Table::bytes).sum());
        let open = Open { game, tiers: &tiers, finished: &finished, tier };
        let table = if tiers[tier].has_moves_inside { run(&open, held, options) } else { open.forward(held, options) };
        finished[tier] = Some(table?);
    }
    join(finished.into_iter().flatten().collect(), game, options)
}

/// The tiers with those first that others lead to.
fn in_order(tiers: &[Tier], slots: u64) -> Result<Vec<usize>, SolveError> {
    let mut next = 0;
    for tier in tiers {
        if tier.slots.start != next || tier.slots.end < next {
            return Err(SolveError::Tiers { names: tier.name.clone() });
        }
        next = tier.slots.end;
    }
    if next != slots {
        return Err(SolveError::Tiers { names: tiers.last().map_or(String::new(), |tier| tier.name.clone()) });
    }
    let (mut order, mut done) = (Vec::new(), vec![false; tiers.len()]);
    while order.len() < tiers.len() {
        let is_ready =
            |&tier: &usize| !done[tier] && tiers[tier].children.iter().all(|&child| child == tier || done[child]);
        let Some(ready) = (0..tiers.len()).find(is_ready) else {
            let left = (0..tiers.len()).filter(|&tier| !done[tier]).map(|tier| tiers[tier].name.as_str());
            return Err(SolveError::Tiers { names: left.collect::<Vec<_>>().join(", ") });
        };
        done[ready] = true;
        order.push(ready);
    }
    Ok(order)
}

/// The tier that is being solved, as a game of its own.
struct Open<'a, G> {
    game: &'a G,
    tiers: &'a [Tier],
    finished: &'a [Option<Table>],
    tier: usize,
}

impl<G: Tiered> Open<'_, G> {
    fn slots(&self) -> &Range<u64> {
        &self.tiers[self.tier].slots
    }

    /// The finished tiers that this one leads to, each with its first slot.
    fn children(&self) -> impl Iterator<Item = (u64, &Table)> {
        let children = self.tiers[self.tier].children.iter().filter(|&&child| child != self.tier);
        children.filter_map(|&child| Some((self.tiers[child].slots.start, self.finished[child].as_ref()?)))
    }

    fn cell(&self, slot: Slot) -> Option<Cell> {
        let tier = self.tiers.partition_point(|tier| tier.slots.end <= slot.0);
        let table = self.finished.get(tier)?.as_ref()?;
        Some(table.cell(Slot(slot.0 - self.tiers[tier].slots.start)))
    }

    /// Each position by its best move, beside the bytes that are held.
    fn forward(&self, held: u64, options: &Options<'_>) -> Result<Table, SolveError> {
        let slots = self.slots();
        let count = slots.end - slots.start;
        // The cells, and then a table of them.
        let needed = |width: Width| count.saturating_mul(size_of::<Cell>() as u64 + width.bytes()).saturating_add(held);
        options.admit(count, needed(Width::One))?;
        let mut cells = super::filled(count, Cell::HOLE)?;
        let length = LOOK;
        let firsts = (slots.start..).step_by(length as usize);
        let parts = firsts.zip(cells.chunks_mut(length as usize)).collect();
        share(options.workers(), parts, |(first, cells)| self.value_some(first, cells, options))?;
        let book = Table::book_of(&cells);
        options.admit(count, needed(Width::of(book.len())))?;
        Table::of_cells(&cells, book)
    }

    fn value_some(&self, first: u64, cells: &mut [Cell], options: &Options<'_>) -> Result<(), SolveError> {
        for (cell, slot) in cells.iter_mut().zip((first..).map(Slot)) {
            if slot.0 % LOOK == 0 && options.cancelled() {
                return Err(SolveError::Cancelled);
            }
            if let Some(position) = self.game.position(slot) {
                let value = self.best(&position).ok_or_else(|| super::unsound(slot, super::Unsound::Stuck))?;
                *cell = Cell::of(value).ok_or(SolveError::TooDeep)?;
            }
        }
        Ok(())
    }

    /// The value of the best move; `None` if a child has no value.
    fn best(&self, position: &G::Position) -> Option<Value> {
        let turn = self.game.turn(position);
        if let Some(ending) = self.game.over(position) {
            return Some(ending.value_for(turn));
        }
        let (mut best, mut unknown) = (None, false);
        self.game.each_move(position, |_, child| {
            let value = self.value(&child);
            unknown |= value.is_none();
            best = best.max(value.map(|value| value.for_parent(self.game.turn(&child) == turn)));
        });
        best.filter(|_| !unknown).map(Value::one_ply_earlier)
    }

    fn value(&self, position: &G::Position) -> Option<Value> {
        match self.game.over(position) {
            Some(ending) => Some(ending.value_for(self.game.turn(position))),
            None if G::AT_ONCE && self.game.wins_at_once(position) => Some(Value::Win(Depth::new(1))),
            None => self.cell(self.game.slot(position))?.value(),
        }
    }
}

/// Slots of a finished tier that are looked through in one go.
const LOOK: u64 = 1 << 14;

impl<G: Tiered> Predecessors for Open<'_, G> {
    const AT_ONCE: bool = G::AT_ONCE;
    const ALTERNATES: bool = G::ALTERNATES;

    fn slots(&self) -> u64 {
        let slots = self.slots();
        slots.end - slots.start
    }

    fn each_seed(&self, slots: Range<u64>, visit: impl FnMut(Seed)) {
        let first = self.slots().start;
        self.game.each_seed(first + slots.start..first + slots.end, visit);
    }

    fn each_predecessor_of(&self, slots: &[Slot], mut visit: impl FnMut(usize, Slot, bool)) {
        let (here, mut whole) = (self.slots().clone(), [Slot(0); 64]);
        for (number, slots) in slots.chunks(whole.len()).enumerate() {
            whole.iter_mut().zip(slots).for_each(|(whole, slot)| *whole = Slot(slot.0 + here.start));
            self.game.each_predecessor_of(&whole[..slots.len()], |index, parent, same| {
                if here.contains(&parent.0) {
                    visit(number * 64 + index, Slot(parent.0 - here.start), same);
                }
            });
        }
    }

    fn outside(&self) -> Option<Outside> {
        let counts = self.children().flat_map(|(_, table)| table.census()).filter(|&(_, count)| count > 0);
        let values: Vec<Value> = counts.filter_map(|(cell, _)| cell.value()).collect();
        let deepest = |is_tie: bool| {
            let of = |value: &&Value| matches!(value, Value::Tie(_)) == is_tie;
            values.iter().filter(of).filter_map(|value| value.depth()).max()
        };
        let parts = self.children().map(|(_, table)| table.slots().div_ceil(LOOK)).sum();
        Some(Outside { parts, decided: deepest(false), tied: deepest(true) })
    }

    fn each_from_outside(&self, part: u64, wanted: &[Value], mut visit: impl FnMut(Value, Slot, bool)) {
        let (here, mut before) = (self.slots(), 0);
        for (first, table) in self.children() {
            let parts = table.slots().div_ceil(LOOK);
            if part < before + parts {
                let from = (part - before) * LOOK;
                table.each_of(from..table.slots().min(from + LOOK), wanted, |slot, value| {
                    self.game.each_predecessor(Slot(first + slot.0), |parent, same| {
                        if here.contains(&parent.0) {
                            visit(value, Slot(parent.0 - here.start), same);
                        }
                    });
                });
                return;
            }
            before += parts;
        }
    }
}

/// One table of several, whose slots follow each other.
fn join<G: Tiered>(mut tables: Vec<Table>, game: &G, options: &Options<'_>) -> Result<Table, SolveError> {
    let slots = game.slots();
    let mut cells: Vec<Cell> = tables.iter().flat_map(Table::census).map(|(cell, _)| cell).collect();
    cells.sort_unstable();
    cells.dedup();
    let (width, held) = (Width::of(cells.len()), tables.iter().map(Table::bytes).sum::<u64>());
    let needed = slots.saturating_mul(width.bytes()).saturating_add(held).saturating_add(game.bytes());
    options.admit(slots, needed)?;
    let mut column = Column::zeroed(slots, width)?;
    let mut first = 0;
    for table in tables.drain(..) {
        with_codes!(column.codes_mut(), codes => table.recode(&cells, &mut codes[first..first + table.slots() as usize]));
        first += table.slots() as usize;
    }
    Ok(Table::new(column, cells))
}
