//! What is decided: where it is written down, and what of it stands in the column.

use std::collections::BTreeMap;

use super::super::book::Book;
use super::super::segments::Source;
use super::super::worker::expanded;
use super::super::writer::Writer;
use super::entry::Entry;
use super::site::Site;
use super::spool::Unit;
use crate::kernel::options::SolveError;
use crate::kernel::state::Law;
use crate::rules::value::{Depth, Value};
use crate::table::column::{Code, Width};

/// What is known of one worker's slots.
pub(super) struct Decided {
    /// What codes mean: every worker has the same book, as it follows from what all have marked.
    pub(super) book: Book,
    /// Those that stand in the column and have predecessors to be told at some depth.
    known: BTreeMap<(Law, Depth), Vec<Unit>>,
    /// Those that were decided by moves at the depth that is told next.
    fresh: Vec<Unit>,
    /// Those whose codes do not stand in the column yet.
    pending: Vec<Entry>,
}

impl Decided {
    pub(super) const fn new(book: Book) -> Self {
        Self { book, known: BTreeMap::new(), fresh: Vec::new(), pending: Vec::new() }
    }

    /// Where those of a depth that stand in the column and have predecessors to be told are written down.
    pub(super) fn known(&mut self, law: Law, depth: Depth) -> &mut Vec<Unit> {
        self.known.entry((law, depth)).or_default()
    }

    /// Where those positions of a depth that have predecessors to be told are written down. They are told now, and asked for no more.
    pub(super) fn frontier(&mut self, law: Law, depth: Depth) -> Vec<Unit> {
        let mut all = self.known.remove(&(law, depth)).unwrap_or_default();
        all.append(&mut self.fresh);
        all
    }

    /// Adds what moves have decided, with two values of which so many slots are marked by all workers.
    pub(super) fn add(&mut self, units: &[Unit], values: [Value; 2], marks: [u64; 2]) -> Result<(), SolveError> {
        let [mut win, mut loss] = [0; 2];
        for (place, (value, marks)) in [&mut win, &mut loss].into_iter().zip(values.into_iter().zip(marks)) {
            if marks > 0 {
                *place = self.take(value)?;
            }
        }
        // Ties have one value for both.
        let places = if values[0] == values[1] { [win; 2] } else { [win, loss] };
        self.fresh.extend_from_slice(units);
        self.pending.extend(units.iter().map(|&unit| Entry { unit, places }));
        Ok(())
    }

    /// The place of a value in the book, a new one if need be.
    fn take(&mut self, value: Value) -> Result<u32, SolveError> {
        loop {
            if let Some((code, _)) = self.book.take(value) {
                return Ok(self.book.width().last() - code);
            }
            if self.book.width() == Width::Four {
                return Err(SolveError::TooDeep);
            }
            drop(self.book.widen());
        }
    }

    /// Enters what is pending of a group into its codes, which are as wide as those of the book.
    pub(super) fn enter<C: Code>(&self, site: &Site<'_>, group: usize, codes: &mut [C]) -> Result<(), SolveError> {
        for entry in self.pending.iter().filter(|entry| entry.unit.group() == group) {
            entry.enter(site, codes)?;
        }
        Ok(())
    }

    /// Notes that all that was pending has been entered.
    pub(super) fn entered(&mut self) {
        self.pending = Vec::new();
    }

    /// Takes codes for what is left of a depth, and enters it by these.
    pub(super) fn set_apart(&mut self, game: &dyn Writer, law: Law, depth: Depth, left: &[Unit]) -> Vec<Entry> {
        let whole = self.places(law, depth);
        let [win, loss] = law.values(depth).map(|value| self.book.find(value));
        self.book.set_apart(expanded(game, law, depth, Source { win, loss }));
        let [win, loss] = self.book.left_places().0;
        // Ties have one code, and those whose predecessors are not told keep theirs.
        let apart = [win, if law == Law::Ties { win } else { loss }];
        let places = [apart[0].unwrap_or(whole[0]), apart[1].unwrap_or(whole[1])];
        left.iter().map(|&unit| Entry { unit, places }).collect()
    }

    /// Gives back the codes of what was set apart, which gets those of its values when it is next entered.
    pub(super) fn rejoin(&mut self, law: Law, depth: Depth, left: &[Unit]) {
        self.book.rejoin();
        let places = self.places(law, depth);
        self.pending.extend(left.iter().map(|&unit| Entry { unit, places }));
    }

    /// The places of a depth's values; of one that does not occur, that of holes.
    fn places(&self, law: Law, depth: Depth) -> [u32; 2] {
        let last = self.book.width().last();
        law.values(depth).map(|value| self.book.find(value).map_or(0, |code| last - code))
    }
}

impl Entry {
    /// Enters its positions into the codes of their group.
    pub(super) fn enter<C: Code>(&self, site: &Site<'_>, codes: &mut [C]) -> Result<(), SolveError> {
        let [win, loss] = self.places.map(|place| C::new(C::WIDTH.last() - place));
        self.unit.each_run(site.yard, |number, positions| {
            for position in positions {
                codes[number as usize * site.segment_size() + position.place()] =
                    if position.won() { win } else { loss };
            }
            Ok(())
        })
    }
}
