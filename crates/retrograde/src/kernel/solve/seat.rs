//! What a worker keeps while it is not at work.

use std::time::Instant;

use super::book::Book;
use super::frontier::Frontier;
use super::segments::Segments;
use crate::kernel::state::{Point, Seeds, State, Sweep};
use crate::table::column::Width;

/// What a worker keeps while the cells are widened, or written down.
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
    /// For each worker of a solve that begins.
    pub(super) fn all(segments: &Segments, spare: u32) -> Vec<Self> {
        Self::seats(segments, &Book::new(Width::One, spare), Point::Seeding(Seeds::default()))
    }

    /// For each worker of one that goes on from a state that was checked: frontiers are found by their codes.
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

    /// The seats of the workers that continue after the segments are dealt anew between two depths.
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

    /// Whether cells hold codes already.
    pub(super) const fn has_begun(&self) -> bool {
        !matches!(self.point, Point::Seeding(_))
    }

    /// Forgets what was seeded: it is lost with the cells.
    pub(super) const fn begin_again(&mut self) {
        self.point = Point::Seeding(Seeds { most: 0, seen: 0 });
    }

    const fn is_within_a_depth(&self) -> bool {
        matches!(self.point, Point::Sweeping(Sweep { begun: Some(_), .. }))
    }

    /// What is to be kept, beside the codes, when so much is done.
    pub(super) fn state(&self, slots: u64, done: u64) -> State {
        State::of(&self.book, slots, self.has_ties, self.point, done, self.stage.elapsed())
    }
}
