//! Stores the state of a solve as checkpoints, so that the solve can stop and resume later.
//!
//! The library does not access files. The caller may pass a [`CheckpointSink`]. The sink decides when a checkpoint is
//! due, stores the checkpoint, and returns it when the same game is solved again. A checkpoint consists of a [`State`]
//! of a few hundred bytes and the code of every slot. Nothing else needs to be stored, because all messages have been
//! applied, and because a scan for codes finds the frontier again. The state and the codes do not depend on the number
//! of threads or on the segments. Hence a solve can resume with any number of threads, and its table is the same.
//!
//! A checkpoint is the same whether the cells were in memory or in scratch storage. A solve that began in memory can
//! resume [with scratch storage](super::solve_anywhere), and a solve that began with scratch storage can resume in
//! memory.
//!
//! If several processes solve a game together, all of them store a checkpoint at the same time. Each process stores the
//! codes of its own [share](Share). A different number of processes can resume the solve, because the checkpoint sink
//! knows which process stored which slots.
//!
//! # When
//! The workers stop for a checkpoint, in the same way as they stop when their cells are widened. So no worker writes
//! while the checkpoint is stored. One worker of each process often asks the sink whether a checkpoint is due, for
//! example after each block of a thousand seeded slots. The next barrier passes the answer to the other workers.
//!
//! * Between two depths, the codes of the slots and the small state suffice. A decided cell has the code of its value,
//!   and an open cell has its count of open moves.
//! * During seeding, a slot that is not seeded yet has code 0. No seed has this code, because a position that is not
//!   over has at least one move. Slots are seeded in blocks of about a thousand, which do not depend on the segments.
//! * Within a depth, all messages of finished rounds have been applied. So some cells are already decided one ply
//!   deeper. Some positions of the depth itself are already expanded. If the resumed solve expanded them again, it
//!   would close moves twice. So the *unexpanded* positions get separate codes, at most two. A solve that resumes finds
//!   the unexpanded positions by these codes. When all positions of the depth are expanded, each position has the code
//!   of its value again.
//!
//! If checkpoints are on, the codebook reserves two codes for unexpanded positions. So one byte per slot suffices for
//! 254 other codes instead of 256. Two alternatives were rejected. The first alternative was a bit set of the slots
//! with unexpanded positions. The bit set would need an eighth of the table's memory. A scan that reads only codes
//! could not use the bit set. The second alternative was to stop for a checkpoint only after all positions of a segment
//! are expanded. The second alternative is not possible, because the list of a frontier contains the positions of one
//! segment in several places.
//!
//! A solve by tiers makes no checkpoints. A solve of one tier may have outside positions, which belong to other tiers.
//! In the solve of a tier with outside positions, each depth begins with messages from these positions. A checkpoint
//! within a depth waits until all of these messages are sent, because a resumed solve does not send the messages again.
//!
//! # Validation
//! Before a state is used, the solve validates the state and every code. If the number of slots is wrong or a code is
//! invalid, the solve returns [`SolveError::Resume`]. Damage may change a valid code to another valid code. Only a
//! checksum of the checkpoint sink can detect this.

use std::io::{Read, Write};
use std::ops::RangeInclusive;
use std::time::Duration;

use super::codebook::{Codebook, STUCK, is_in};
use super::worker::SEEDS_AT_ONCE;
use crate::kernel::options::{Options, SolveError};
use crate::kernel::state::{CheckpointSink, Point, Seeds, State, Sweep};
use crate::rules::message::Message;
use crate::table::cell::Cell;
use crate::table::column::{Code, Column, with_codes};
use crate::table::shares::{Share, Shares};

impl State {
    /// Creates the state of a solve. The current stage has taken the time `spent` and has completed `done` positions.
    pub(super) fn of(
        codebook: &Codebook,
        slots: u64,
        has_ties: bool,
        point: Point,
        done: u64,
        spent: Duration,
    ) -> Self {
        let (counts, values, left) = (codebook.counts(), codebook.cells(), codebook.left_places());
        let elided = codebook.elided_places();
        Self { slots, width: codebook.width(), counts, values, elided, left, has_ties, point, done, spent }
    }

    /// Reads the codes of a share from the checkpoint sink. A share contains the slots of one process. Returns an error
    /// if the state is invalid, or if the state has another number of slots than the partition of the share.
    pub(super) fn column(&self, checkpoint_sink: &dyn CheckpointSink, share: Share<'_>) -> Result<Column, SolveError> {
        self.check(share.shares().slots())?;
        let mut column = Column::zeroed(share.slots(), self.width)?;
        let mut rest = column.bytes_mut();
        let read = checkpoint_sink.read(share, &mut |codes| rest.write_all(codes).map_err(|_| Unfit::Number.into()));
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

    /// Passes the codes of all slots from the checkpoint sink to `write`, in pieces. For each piece, `write` receives
    /// its offset in bytes and its bytes.
    pub(super) fn copy(
        &self,
        checkpoint_sink: &dyn CheckpointSink,
        mut write: impl FnMut(u64, &[u8]) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        let (mut at, mut failed) = (0, None);
        let read = checkpoint_sink.read(Shares::whole(self.slots).of(0), &mut |codes| {
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

    /// Returns an error if the state cannot belong to a game with `slots` slots.
    pub(super) fn check(&self, slots: u64) -> Result<(), SolveError> {
        if self.slots != slots {
            return Err(refused(Unfit::Slots { kept: self.slots, slots }));
        }
        self.check_codebook()
    }

    fn check_codebook(&self) -> Result<(), SolveError> {
        let places = self.values.len() as u64;
        let fits = places > 0 && u64::from(self.counts) + places <= u64::from(self.width.last());
        let (elided, others): (Vec<_>, Vec<_>) = (0..)
            .zip(&self.values)
            .filter_map(|(place, cell)| Some((place, (*cell)?)))
            .partition(|(place, _)| is_in(self.elided, *place));
        let cells = |some: Vec<(usize, Cell)>| some.into_iter().map(|(_, cell)| cell).collect::<Vec<_>>();
        let (elided, others) = (cells(elided), cells(others));
        let distinct =
            are_distinct(&elided) && are_distinct(&others) && elided.len() as u32 == self.elided.count_ones();
        let is_decided = |cell: &Cell| cell.value().is_some_and(|value| value.depth().is_some());
        let decided = elided.iter().chain(&others).all(is_decided);
        let is_hole_free = self.values.first() == Some(&None);
        let of_left = |place: u32| place > 0 && self.values.get(place as usize) == Some(&None);
        let left: Vec<u32> = self.left.places().collect();
        let apart = left.iter().all(|&place| of_left(place)) && (left.len() < 2 || left[0] != left[1]);
        let at = match self.point {
            Point::Seeding(_) => left.is_empty() && Codebook::new(self.width, 0).has_values_of(self),
            Point::Sweeping(sweep) => sweep.depth.plies() < Cell::MAX && self.goes_with(sweep),
            Point::Finishing => left.is_empty(),
        };
        let sound = fits && distinct && decided && is_hole_free && apart && at;
        if sound { Ok(()) } else { Err(refused(Unfit::Codebook)) }
    }

    /// Returns whether all values of the unexpanded positions occur in the codebook and belong to the depth of a sweep.
    fn goes_with(&self, sweep: Sweep) -> bool {
        let left = self.left.has();
        let occurs = |value| self.values.contains(&Cell::of(value));
        let of_depth = left.into_iter().zip(sweep.law.values(sweep.depth)).all(|(left, value)| !left || occurs(value));
        of_depth && (sweep.begun.is_some() || left == [false; 2])
    }
}

/// Returns a function that passes codes to a checkpoint sink, piece by piece and in order.
pub(super) fn next_of(mut codes: &[u8]) -> impl FnMut(&mut [u8]) -> Result<(), Message> + '_ {
    move |bytes| codes.read_exact(bytes).map_err(|_| Unfit::Number.into())
}

/// The valid codes of a state. These are the counts of open moves and the used codes of the codebook.
pub(super) struct Meanings {
    counts: RangeInclusive<u32>,
    in_codebook: Vec<bool>,
    last: u32,
    is_seeding: bool,
}

impl Meanings {
    pub(super) fn of(state: &State) -> Self {
        let places = (0..).zip(&state.values);
        let (counts, in_codebook) = match state.point {
            Point::Seeding(Seeds { most, seen }) => {
                (0..=most, places.map(|(place, _)| place == 0 || seen >> (place - 1) & 1 == 1).collect())
            }
            Point::Sweeping(_) | Point::Finishing => {
                let is_left = |place: u32| state.left.places().any(|left| left == place);
                let in_codebook = |place: u32, value: &Option<Cell>| value.is_some() || place == 0 || is_left(place);
                (1..=state.counts, places.map(|(place, value)| in_codebook(place, value)).collect())
            }
        };
        Self { counts, in_codebook, last: state.width.last(), is_seeding: matches!(state.point, Point::Seeding(_)) }
    }

    /// Returns an error if one of the codes is invalid. `first` is the slot of the first code.
    pub(super) fn check<C: Code>(&self, first: u64, codes: &[C]) -> Result<(), SolveError> {
        let Self { counts, in_codebook, last, is_seeding } = self;
        let means = |code: u32| counts.contains(&code) || in_codebook.get((last - code) as usize) == Some(&true);
        let wrong = codes.iter().position(|code| !means(code.get()));
        let half_seeded = || codes.chunks(SEEDS_AT_ONCE).position(is_mixed).map(|chunk| chunk * SEEDS_AT_ONCE);
        let wrong = wrong.or_else(|| is_seeding.then(half_seeded).flatten());
        wrong.map_or(Ok(()), |at| Err(refused(Unfit::Code { slot: first + at as u64 })))
    }
}

fn are_distinct(cells: &[Cell]) -> bool {
    let mut sorted = cells.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.len() == cells.len()
}

/// Returns whether `codes` contains both codes of seeded slots and codes of unseeded slots. A block of a valid state
/// never contains both, because all slots of a block are seeded together.
fn is_mixed<C: Code>(codes: &[C]) -> bool {
    let open = codes.iter().filter(|code| code.get() == STUCK).count();
    open > 0 && open < codes.len()
}

fn refused(reason: Unfit) -> SolveError {
    SolveError::Resume { reason: reason.into() }
}

crate::messages! {
    /// The reason why a solve cannot resume from a state.
    enum Unfit {
        Slots { kept: u64, slots: u64 }: "the checkpoint has {kept} slots, but the game has {slots}", "它有 {kept} 个编号，而该游戏有 {slots} 个";
        Codebook: "the codes of the checkpoint contradict each other", "其中的代码互相矛盾";
        Number: "the checkpoint has the wrong number of codes", "其中代码的数目与它所写的不同";
        Code { slot: u64 }: "the code of slot {slot} is invalid", "编号 {slot} 的代码没有意义";
    }
}

/// The state in the last checkpoint of this solve, and the sink that stores this checkpoint.
pub(super) struct StoredState<'a> {
    pub(super) checkpoint_sink: &'a dyn CheckpointSink,
    pub(super) state: State,
}

impl<'a> StoredState<'a> {
    pub(super) fn of(options: &Options<'a>) -> Result<Option<Self>, SolveError> {
        let Some(checkpoint_sink) = options.checkpoint_sink else { return Ok(None) };
        let state = checkpoint_sink.last().map_err(|reason| SolveError::Resume { reason })?;
        Ok(state.map(|state| Self { checkpoint_sink, state }))
    }
}
