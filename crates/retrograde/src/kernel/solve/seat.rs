//! The state of a worker while it does not run.

use std::time::Instant;

use super::book::Book;
use super::frontier::Frontier;
use super::segments::Segments;
use crate::kernel::state::{Point, Seeds, State, Sweep};
use crate::table::column::Width;

/// The state of a worker that is kept while the cells are widened or a checkpoint is written.
pub(super) struct Seat {
    pub(super) book: Book,
    pub(super) point: Point,
    pub(super) has_ties: bool,
    pub(super) frontier: Frontier,
    pub(super) next: Frontier,
    /// When the stage began.
    pub(super) stage: Instant,
}

impl Seat {
    /// The states of all workers of a new solve.
    pub(super) fn all(segments: &Segments, spare: u32) -> Vec<Self> {
        Self::seats(segments, &Book::new(Width::One, spare), Point::Seeding(Seeds::default()))
    }

    /// The states of all workers of a solve that resumes from a checked state. Scans find the frontiers by their codes.
    pub(super) fn restored(segments: &Segments, state: &State) -> Vec<Self> {
        let mut seats = Self::seats(segments, &Book::restored(state), state.point);
        for seat in &mut seats {
            seat.has_ties = state.has_ties;
            seat.stage = Instant::now().checked_sub(state.spent).unwrap_or(seat.stage);
            seat.frontier.all();
            if seat.is_within_a_depth() {
                seat.next.all();
            }
        }
        seats
    }

    fn seats(segments: &Segments, book: &Book, point: Point) -> Vec<Self> {
        let seat = |me: usize| {
            let count = segments.share(me);
            let slots = segments.slots_here() / segments.here().len() as u64;
            let frontier = || Frontier::new(slots, count);
            let (frontier, next) = (frontier(), frontier());
            Self { book: book.clone(), point, has_ties: false, frontier, next, stage: Instant::now() }
        };
        segments.here().map(seat).collect()
    }

    /// The states of the workers that continue after the segments were distributed again between two depths.
    pub(super) fn dealt(seats: &[Self], segments: &Segments, anew: &Segments) -> Vec<Self> {
        let Some(Self { book, point, has_ties, stage, .. }) = seats.first() else { return Vec::new() };
        let mut dealt = Self::seats(anew, book, *point);
        let mut frontiers: Vec<_> =
            dealt.iter_mut().map(|seat| std::mem::replace(&mut seat.frontier, Frontier::new(0, 0))).collect();
        for (me, seat) in seats.iter().enumerate() {
            seat.frontier.deal(me, segments, anew, &mut frontiers);
        }
        for (seat, frontier) in dealt.iter_mut().zip(frontiers) {
            (seat.frontier, seat.has_ties, seat.stage) = (frontier, *has_ties, *stage);
        }
        dealt
    }

    /// Whether the seeding is complete, so that the cells hold codes worth keeping.
    pub(super) const fn has_begun(&self) -> bool {
        !matches!(self.point, Point::Seeding(_))
    }

    /// Discards the seeds, which are lost together with the cells.
    pub(super) const fn begin_again(&mut self) {
        self.point = Point::Seeding(Seeds { most: 0, seen: 0 });
    }

    const fn is_within_a_depth(&self) -> bool {
        matches!(self.point, Point::Sweeping(Sweep { begun: Some(_), .. }))
    }

    /// The state for a checkpoint, without the codes. `done` is the number of slots done.
    pub(super) fn state(&self, slots: u64, done: u64) -> State {
        State::of(&self.book, slots, self.has_ties, self.point, done, self.stage.elapsed())
    }
}
