//! Estimates the cost of a solve on this machine. The estimate measures a sample of the slots.
//!
//! The estimate chooses some blocks of slots from all parts of the table. The estimate seeds these slots, makes the
//! un-moves of their positions, and applies the messages to a small array of cells instead of the table. The measured
//! time is extrapolated to the whole table. Drawn positions are never expanded, but their number is unknown before the
//! solve. With many draws, a solve takes less time than this estimate.

use std::ops::Range;
use std::time::Duration;

use crate::rules::clock::Moment;
use crate::rules::game::{Numbered, Reversible, Seed, Slot};
use crate::rules::value::{Depth, Value};

/// An estimate of the cost of a whole solve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SampledEstimate {
    /// The approximate number of slots with positions.
    pub positions: u64,
    /// The approximate number of un-moves. For a game whose moves are stored, the approximate number of moves.
    pub moves: u64,
    /// The approximate processor time of a solve.
    pub cpu: Duration,
}

/// Estimates the cost of a solve of a game with un-moves. The estimate takes a few hundredths of a second.
pub fn estimate_by_sample<G: Reversible>(game: &G) -> SampledEstimate {
    let expand = |sample: &mut Sample, slots: &[Slot]| {
        for batch in slots.chunks(BATCH) {
            game.each_predecessor_of(batch, |_, parent, same| sample.note(parent, same));
        }
    };
    rehearse_by(game, expand, 1.0)
}

/// Like [`estimate_by_sample`], but for a game without un-moves. The moves of this game must be stored first.
pub(crate) fn estimate_linked_by_sample<N: Numbered>(game: &N) -> SampledEstimate {
    let expand = |sample: &mut Sample, slots: &[Slot]| {
        for position in slots.iter().filter_map(|&slot| game.position(slot)) {
            let turn = game.turn(&position);
            game.each_move(&position, |_, child| sample.note(game.slot(&child), game.turn(&child) == turn));
        }
    };
    rehearse_by(game, expand, LINKED)
}

/// The number of slots in a block of the sample.
const BLOCK: u64 = 512;
/// The number of blocks of the sample, if the table has enough slots.
const BLOCKS: u64 = 64;
/// The number of positions that are expanded together.
const BATCH: usize = 256;
/// The number of measurements of each block. The estimate uses the shortest time, because other processes may interrupt
/// the work.
const TRIES: usize = 3;
/// The waiting time for memory, as a multiple of the measured time of a block. The sample fits into a processor cache,
/// but a whole table does not. In quixo, connect four, teeko, race, pawn and cannons, a solve of the whole table took
/// 1.9 to 3.7 times as long as the sample for the same work. The work includes frontiers and messages.
const WAITING: f64 = 1.6;
/// The maximum waiting time for memory, in nanoseconds per move. The maximum is the time of three or four random
/// accesses. In games with slow moves, the waiting time is short compared with the work. For example, a move of a chess
/// ending takes 140 to 240 ns in the sample. In a solve of the whole table, a move of a chess ending takes 1.1 times as
/// long as in the sample.
const MOST_WAITING: f64 = 40.0;
/// The time of a solve with stored moves, as a multiple of the time of a solve with un-moves. Before a solve can use
/// stored moves, the program makes each move twice, and sorts and stores the moves.
const LINKED: f64 = 2.0;
/// The kernel's time for scans and the final count, in nanoseconds per slot.
const SCANS: f64 = 1.5;

fn rehearse_by<N: Numbered>(game: &N, mut expand: impl FnMut(&mut Sample, &[Slot]), times: f64) -> SampledEstimate {
    let slots = game.slots();
    let mut sample = Sample::new();
    let blocks = BLOCKS.min(slots.div_ceil(BLOCK));
    for block in 0..blocks {
        let first = spread(slots.saturating_sub(BLOCK), block, blocks);
        let range = first..slots.min(first + BLOCK);
        sample.seen += range.end - range.start;
        sample.seed(game, range);
        sample.expand(&mut expand);
    }
    sample.whole(slots, times)
}

/// Returns the first slot of a block. The blocks are spaced equally over the table.
fn spread(last: u64, block: u64, blocks: u64) -> u64 {
    (u128::from(last) * u128::from(block) / u128::from(blocks.max(2) - 1)) as u64
}

/// The measurements of the blocks so far, and the buffers for them.
struct Sample {
    seen: u64,
    positions: u64,
    moves: u64,
    work: Duration,
    open: Vec<Slot>,
    notes: Vec<(u16, u16)>,
    piles: Vec<Vec<u16>>,
    cells: Vec<u8>,
}

/// The number of segments by which the notes (slots of predecessors) are sorted.
const PILES: usize = 256;

impl Sample {
    fn new() -> Self {
        Self {
            seen: 0,
            positions: 0,
            moves: 0,
            work: Duration::ZERO,
            open: Vec::new(),
            notes: Vec::new(),
            piles: vec![Vec::new(); PILES],
            cells: vec![0; 1 << 16],
        }
    }

    /// Seeds a block of slots, and selects the positions that a solve would expand.
    fn seed<N: Numbered>(&mut self, game: &N, slots: Range<u64>) {
        let mut seeds = Vec::new();
        self.work += fastest(|| {
            seeds.clear();
            game.each_seed(slots.clone(), |seed| seeds.push(seed));
        });
        self.positions += seeds.iter().filter(|&&seed| seed != Seed::Hole).count() as u64;
        self.open.clear();
        let open = slots.zip(&seeds).filter(|&(_, &seed)| is_expanded::<N>(seed));
        self.open.extend(open.map(|(slot, _)| Slot(slot)));
    }

    fn expand(&mut self, expand: &mut impl FnMut(&mut Self, &[Slot])) {
        let open = std::mem::take(&mut self.open);
        let work = fastest(|| {
            self.notes.clear();
            expand(self, &open);
            self.deliver();
        });
        self.work += work;
        self.moves += self.notes.len() as u64;
        self.open = open;
    }

    #[inline]
    fn note(&mut self, slot: Slot, same: bool) {
        self.notes.push(((slot.0 >> 16) as u16, slot.0 as u16 ^ u16::from(same)));
    }

    /// Sorts the notes (slots of predecessors) by segment, and then decrements one cell for each note. A solve treats
    /// its messages in the same way.
    fn deliver(&mut self) {
        let Self { notes, piles, cells, .. } = self;
        for &(segment, place) in &*notes {
            piles[usize::from(segment) % PILES].push(place);
        }
        for pile in piles {
            for place in pile.drain(..) {
                let cell = &mut cells[usize::from(place)];
                *cell = cell.wrapping_sub(1);
            }
        }
    }

    fn whole(&self, slots: u64, times: f64) -> SampledEstimate {
        let seen = self.seen.max(1);
        let of = |some: u64| {
            let all = u128::from(slots) * u128::from(some) / u128::from(seen);
            u64::try_from(all).unwrap_or(u64::MAX)
        };
        let share = slots as f64 / seen as f64;
        let work = self.work.as_secs_f64();
        let waiting = (work * WAITING).min(self.moves as f64 * MOST_WAITING / 1e9);
        let seconds = (work + waiting) * share * times + slots as f64 * SCANS / 1e9;
        SampledEstimate { positions: of(self.positions), moves: of(self.moves), cpu: Duration::from_secs_f64(seconds) }
    }
}

/// Returns whether the kernel will expand a position with this seed, if the position is not a draw.
fn is_expanded<N: Numbered>(seed: Seed) -> bool {
    match seed {
        Seed::Hole => false,
        Seed::Elided(value) => value == Value::Win(Depth::new(1)) && !N::ALTERNATES,
        Seed::Decided(_) | Seed::Open(_) => true,
    }
}

fn fastest(mut work: impl FnMut()) -> Duration {
    let tries = (0..TRIES).map(|_| {
        let begun = Moment::now();
        work();
        begun.elapsed()
    });
    tries.min().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate_at(nanoseconds_a_move: u64) -> Duration {
        let moves = 1000;
        let work = Duration::from_nanos(moves * nanoseconds_a_move);
        Sample { seen: moves, moves, work, ..Sample::new() }.whole(moves, 1.0).cpu
    }

    #[test]
    fn moves_wait_for_memory_but_not_longer_for_being_dear() {
        let scans = Duration::from_nanos(1500);
        assert_eq!(estimate_at(10), scans + Duration::from_micros(26));
        assert_eq!(estimate_at(200), scans + Duration::from_micros(240));
    }

    #[test]
    fn blocks_reach_from_the_first_slot_to_the_last() {
        assert_eq!((spread(0, 0, 1), spread(100, 0, 3), spread(100, 1, 3), spread(100, 2, 3)), (0, 0, 50, 100));
        assert_eq!(spread(u64::MAX, BLOCKS - 1, BLOCKS), u64::MAX);
    }
}
