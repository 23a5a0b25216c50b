//! What solving will take at this minute, told from a sample of the slots.
//!
//! Blocks of slots from everywhere are seeded, their un-moves are made, and what these would tell is delivered to cells that stand in for
//! those of the table: the work of the kernel, timed. The rest is a matter of proportion. How many positions are drawn, which are
//! never expanded, nobody knows before: with many draws less is to be done than this tells.

use std::ops::Range;
use std::time::{Duration, Instant};

use crate::rules::game::{Numbered, Reversible, Seed, Slot};
use crate::rules::value::{Depth, Value};

/// What a sample tells of a whole numbering.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rehearsal {
    /// About how many slots hold positions.
    pub positions: u64,
    /// About how many moves are taken back, or stored.
    pub moves: u64,
    /// About the processor time of solving.
    pub cpu: Duration,
}

/// Rehearses solving a game with un-moves, in some hundredths of a second.
pub fn rehearse<G: Reversible>(game: &G) -> Rehearsal {
    let expand = |sample: &mut Sample, slots: &[Slot]| {
        for batch in slots.chunks(BATCH) {
            game.each_predecessor_of(batch, |_, parent, same| sample.note(parent, same));
        }
    };
    rehearse_by(game, expand, 1.0)
}

/// The same for a game whose moves are stored first.
pub(crate) fn rehearse_linked<N: Numbered>(game: &N) -> Rehearsal {
    let expand = |sample: &mut Sample, slots: &[Slot]| {
        for position in slots.iter().filter_map(|&slot| game.position(slot)) {
            let turn = game.turn(&position);
            game.each_move(&position, |_, child| sample.note(game.slot(&child), game.turn(&child) == turn));
        }
    };
    rehearse_by(game, expand, LINKED)
}

/// Slots of a block.
const BLOCK: u64 = 512;
/// Blocks, if there are so many slots.
const BLOCKS: u64 = 64;
/// Positions that are expanded together.
const BATCH: usize = 256;
/// Each block's work is done so often, of which the fastest counts: a busy machine stops work now and then.
const TRIES: usize = 3;
/// What waiting for memory adds to the work on a block in a near cache, as a part of it: all over a table, frontiers and mail included,
/// the same work took 1.9 to 3.7 times as long, as measured of quixo, connect four, teeko, race, pawn and cannons.
const WAITING: f64 = 1.6;
/// What it adds at most, in nanoseconds a move: three or four accesses at random. Moves of chess endings take 140 to 240 to make, and all
/// over the table 1.1 times as long.
const MOST_WAITING: f64 = 40.0;
/// Moves are made twice, sorted and stored before they are used.
const LINKED: f64 = 2.0;
/// Nanoseconds a slot that the kernel takes for its scans, and for counting at the end.
const SCANS: f64 = 1.5;

fn rehearse_by<N: Numbered>(game: &N, mut expand: impl FnMut(&mut Sample, &[Slot]), times: f64) -> Rehearsal {
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

/// The first slot of a block: the blocks lie apart by the same distance, from the first slot to the last.
fn spread(last: u64, block: u64, blocks: u64) -> u64 {
    (u128::from(last) * u128::from(block) / u128::from(blocks.max(2) - 1)) as u64
}

/// What was seen so far.
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

/// Segments that notes are sorted into.
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

    /// Seeds a block, and picks those positions that will be expanded.
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

    /// Sorts the notes by segment, and changes a cell for each.
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

    fn whole(&self, slots: u64, times: f64) -> Rehearsal {
        let seen = self.seen.max(1);
        let of = |some: u64| {
            let all = u128::from(slots) * u128::from(some) / u128::from(seen);
            u64::try_from(all).unwrap_or(u64::MAX)
        };
        let share = slots as f64 / seen as f64;
        let work = self.work.as_secs_f64();
        let waiting = (work * WAITING).min(self.moves as f64 * MOST_WAITING / 1e9);
        let seconds = (work + waiting) * share * times + slots as f64 * SCANS / 1e9;
        Rehearsal { positions: of(self.positions), moves: of(self.moves), cpu: Duration::from_secs_f64(seconds) }
    }
}

/// Whether the kernel asks for the un-moves of such a position, if it is not drawn.
fn is_expanded<N: Numbered>(seed: Seed) -> bool {
    match seed {
        Seed::Hole => false,
        Seed::Decided(Value::Win(depth)) if N::AT_ONCE => depth > Depth::ZERO && !N::ALTERNATES,
        Seed::Decided(Value::Loss(Depth::ZERO)) if N::AT_ONCE => false,
        Seed::Decided(_) | Seed::Open(_) => true,
    }
}

fn fastest(mut work: impl FnMut()) -> Duration {
    let tries = (0..TRIES).map(|_| {
        let begun = Instant::now();
        work();
        begun.elapsed()
    });
    tries.min().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(nanoseconds_a_move: u64) -> Duration {
        let moves = 1000;
        let work = Duration::from_nanos(moves * nanoseconds_a_move);
        Sample { seen: moves, moves, work, ..Sample::new() }.whole(moves, 1.0).cpu
    }

    #[test]
    fn moves_wait_for_memory_but_not_longer_for_being_dear() {
        let scans = Duration::from_nanos(1500);
        assert_eq!(told(10), scans + Duration::from_micros(26));
        assert_eq!(told(200), scans + Duration::from_micros(240));
    }

    #[test]
    fn blocks_reach_from_the_first_slot_to_the_last() {
        assert_eq!((spread(0, 0, 1), spread(100, 0, 3), spread(100, 1, 3), spread(100, 2, 3)), (0, 0, 50, 100));
        assert_eq!(spread(u64::MAX, BLOCKS - 1, BLOCKS), u64::MAX);
    }
}
