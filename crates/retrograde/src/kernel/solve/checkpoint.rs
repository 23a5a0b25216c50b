//! A solve that is stopped, and goes on later: what is kept of it, and when.
//!
//! The library knows no files. Whoever calls it may give it a [`Keeper`], who says when a checkpoint is due, takes what is to be kept, and
//! gives it back when the same game is solved again: a [`State`] of some hundred bytes, and the code of every slot. Nothing else of a solve
//! is worth keeping. A frontier is found by a scan for its codes, the mail has been applied, and neither knows how many threads there were
//! or how the slots were cut into segments: any number of threads goes on, and the table is the same.
//!
//! Nor is it known whether the cells were in memory: what was begun there goes on [outside](super::solve_anywhere), and the other way round.
//!
//! Several processes keep each the codes that it [holds](Share), at the same time, and any other number of them goes on: the keeper knows which slots
//! are whose.
//!
//! # When
//! The workers go home for a checkpoint, as they do to have their cells widened: it is made while nobody writes. One of them asks
//! whether it is due whenever it reports, about every thousand slots; all hear of it when they next meet.
//!
//! ```text
//! between two depths    the codes tell everything: cells decided, cells open with their counts
//! while seeding         a slot that is not seeded has code 0, which no seed has (a position that is not over has moves), and
//!                       slots are seeded a thousand at a time, at places that do not depend on the segments
//! within a depth        after a round whose mail is applied, what is decided one ply deeper stands in the cells; of the depth itself some
//!                       positions have been expanded. To expand one twice would close moves twice, so those that are *left* are set apart:
//!                       they get codes of their own, two at most, are found by these when the work goes on, and get the codes of their
//!                       values back when the depth is done
//! ```
//!
//! A book with a keeper holds two codes in reserve for that, so that a byte a slot lasts for 254 codes instead of 256. Other ways to tell
//! what is left were a bit for each slot, which takes an eighth of the table and which a scan of codes does not look at, and to stop only
//! where every segment is expanded as a whole or not at all, which runs of a list do not allow: one segment has many.
//!
//! What is decided outside of a tier is told in whole parts before anything is expanded; a checkpoint waits until it is told.
//!
//! # Whom to trust
//! Nobody: a state is looked through before it is taken up, with every code, and refused by [`SolveError::Resume`] if it is of another
//! number of slots, or if a code means nothing. That somebody has changed a code to another one that means something, the keeper sees by
//! its checksums, or nobody.

use std::io::{Read, Write};
use std::ops::RangeInclusive;
use std::time::Duration;

use super::book::{Book, STUCK};
use super::worker::SEEDS_AT_ONCE;
use crate::kernel::options::{Options, SolveError};
use crate::kernel::state::{Keeper, Point, Seeds, State, Sweep};
use crate::rules::message::Message;
use crate::table::cell::Cell;
use crate::table::column::{Code, Column, with_codes};
use crate::table::shares::{Share, Shares};

impl State {
    /// Of a solve with this book, whose stage has begun so long ago and has so much done.
    pub(super) fn of(book: &Book, slots: u64, has_ties: bool, point: Point, done: u64, spent: Duration) -> Self {
        let (counts, values, left) = (book.counts(), book.cells(), book.left_places());
        Self { slots, width: book.width(), counts, values, left, has_ties, point, done, spent }
    }

    /// Reads the codes of some slots from the keeper, if the state can be one of a game with as many slots as all of them are.
    pub(super) fn column(&self, keeper: &dyn Keeper, share: Share<'_>) -> Result<Column, SolveError> {
        self.check(share.shares().slots())?;
        let mut column = Column::zeroed(share.slots(), self.width)?;
        let mut rest = column.bytes_mut();
        let read = keeper.read(share, &mut |codes| rest.write_all(codes).map_err(|_| Unfit::Number.into()));
        read.map_err(|reason| SolveError::Resume { reason })?;
        if !rest.is_empty() {
            return Err(refused(Unfit::Number));
        }
        let (meanings, mut at) = (Meanings::of(self), 0);
        with_codes!(column.codes(), codes => for slots in share.ranges() {
            let length = (slots.end - slots.start) as usize;
            meanings.check(slots.start, &codes[at..at + length])?;
            at += length;
        });
        Ok(column)
    }

    /// Writes the codes of all slots from the keeper to where `write` writes them, from an offset on.
    pub(super) fn copy(
        &self,
        keeper: &dyn Keeper,
        mut write: impl FnMut(u64, &[u8]) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        let (mut at, mut failed) = (0, None);
        let read = keeper.read(Shares::whole(self.slots).of(0), &mut |codes| {
            let end = at + codes.len() as u64;
            if end > self.bytes() {
                return Err(Unfit::Number.into());
            }
            if let Err(error) = write(at, codes) {
                failed = Some(error.clone());
                return Err(error.into());
            }
            at = end;
            Ok(())
        });
        match (failed, read) {
            (Some(error), _) => Err(error),
            (None, Err(reason)) => Err(SolveError::Resume { reason }),
            (None, Ok(())) if at < self.bytes() => Err(refused(Unfit::Number)),
            (None, Ok(())) => Ok(()),
        }
    }

    /// Refuses what is no state of a game with so many slots.
    pub(super) fn check(&self, slots: u64) -> Result<(), SolveError> {
        if self.slots != slots {
            return Err(refused(Unfit::Slots { kept: self.slots, slots }));
        }
        self.check_book()
    }

    fn check_book(&self) -> Result<(), SolveError> {
        let places = self.values.len() as u64;
        let fits = places > 0 && u64::from(self.counts) + places <= u64::from(self.width.last());
        let mut values: Vec<Cell> = self.values.iter().copied().flatten().collect();
        let all = values.len();
        values.sort_unstable();
        values.dedup();
        let decided = values.iter().all(|cell| cell.value().is_some_and(|value| value.depth().is_some()));
        let is_hole_free = self.values.first() == Some(&None);
        let of_left = |place: u32| place > 0 && self.values.get(place as usize) == Some(&None);
        let left: Vec<u32> = self.left.places().collect();
        let apart = left.iter().all(|&place| of_left(place)) && (left.len() < 2 || left[0] != left[1]);
        let at = match self.point {
            Point::Seeding(_) => left.is_empty() && Book::new(self.width, 0).has_values(&self.values),
            Point::Sweeping(sweep) => sweep.depth.plies() < Cell::MAX && self.goes_with(sweep),
            Point::Finishing => left.is_empty(),
        };
        let sound = fits && all == values.len() && decided && is_hole_free && apart && at;
        if sound { Ok(()) } else { Err(refused(Unfit::Book)) }
    }

    /// What is left is left of values that occur at the depth that has begun.
    fn goes_with(&self, sweep: Sweep) -> bool {
        let left = self.left.has();
        let occurs = |value| self.values.contains(&Cell::of(value));
        let of_depth = left.into_iter().zip(sweep.law.values(sweep.depth)).all(|(left, value)| !left || occurs(value));
        of_depth && (sweep.begun.is_some() || left == [false; 2])
    }
}

/// Gives codes away, as a keeper asks for them.
pub(super) fn next_of(mut codes: &[u8]) -> impl FnMut(&mut [u8]) -> Result<(), Message> + '_ {
    move |bytes| codes.read_exact(bytes).map_err(|_| Unfit::Number.into())
}

/// Which codes mean something in a state: counts, and those that have their place in the book.
pub(super) struct Meanings {
    counts: RangeInclusive<u32>,
    in_book: Vec<bool>,
    last: u32,
    is_seeding: bool,
}

impl Meanings {
    pub(super) fn of(state: &State) -> Self {
        let places = (0..).zip(&state.values);
        let (counts, in_book) = match state.point {
            Point::Seeding(Seeds { most, seen }) => {
                (0..=most, places.map(|(place, _)| place == 0 || seen >> (place - 1) & 1 == 1).collect())
            }
            Point::Sweeping(_) | Point::Finishing => {
                let is_left = |place: u32| state.left.places().any(|left| left == place);
                let in_book = |place: u32, value: &Option<Cell>| value.is_some() || place == 0 || is_left(place);
                (1..=state.counts, places.map(|(place, value)| in_book(place, value)).collect())
            }
        };
        Self { counts, in_book, last: state.width.last(), is_seeding: matches!(state.point, Point::Seeding(_)) }
    }

    /// Refuses codes, from a slot on that begins a segment, if one of them means nothing.
    pub(super) fn check<C: Code>(&self, first: u64, codes: &[C]) -> Result<(), SolveError> {
        let Self { counts, in_book, last, is_seeding } = self;
        let means = |code: u32| counts.contains(&code) || in_book.get((last - code) as usize) == Some(&true);
        let wrong = codes.iter().position(|code| !means(code.get()));
        let half_seeded = || codes.chunks(SEEDS_AT_ONCE).position(is_mixed).map(|chunk| chunk * SEEDS_AT_ONCE);
        let wrong = wrong.or_else(|| is_seeding.then(half_seeded).flatten());
        wrong.map_or(Ok(()), |at| Err(refused(Unfit::Code { slot: first + at as u64 })))
    }
}

/// Whether some of these slots are seeded and some are not, though they are seeded at one time.
fn is_mixed<C: Code>(codes: &[C]) -> bool {
    let open = codes.iter().filter(|code| code.get() == STUCK).count();
    open > 0 && open < codes.len()
}

fn refused(reason: Unfit) -> SolveError {
    SolveError::Resume { reason: reason.into() }
}

crate::messages! {
    /// Why a state is not taken up.
    enum Unfit {
        Slots { kept: u64, slots: u64 }: "it is of {kept} slots, and the game has {slots}", "它有 {kept} 个编号，而该游戏有 {slots} 个";
        Book: "its codes do not go together", "其中的代码互相矛盾";
        Number: "it has another number of codes than it says", "其中代码的数目与它所写的不同";
        Code { slot: u64 }: "the code of slot {slot} means nothing", "编号 {slot} 的代码没有意义";
    }
}

/// What was kept of a solve, and by whom.
pub(super) struct Kept<'a> {
    pub(super) keeper: &'a dyn Keeper,
    pub(super) state: State,
}

impl<'a> Kept<'a> {
    pub(super) fn of(options: &Options<'a>) -> Result<Option<Self>, SolveError> {
        let Some(keeper) = options.keeper else { return Ok(None) };
        let state = keeper.kept().map_err(|reason| SolveError::Resume { reason })?;
        Ok(state.map(|state| Self { keeper, state }))
    }
}
