//! Groups the positions with the same occupied squares, in a game in which each move adds a piece.

use std::ops::Range;

use super::bits::{Block, LOW, Ranks, Set, compress, expand};
use super::fills::{Fills, Threat};
use super::orbits::First;
use super::solver::Engine;

/// A run: the positions with the same sector and the same occupied squares. The slots of these positions are
/// consecutive.
#[derive(Default)]
pub(super) struct ShapeRun {
    pub(super) sector: usize,
    pub(super) slots: Range<u64>,
    pub(super) shape: Set,
    pub(super) first: First,
    /// The squares that a move can fill.
    pub(super) open: Set,
    /// The side whose sets of pieces are numbered: 0 for the mover, 1 for the other side.
    side: usize,
    /// The number of pieces of the side `side`.
    pieces: usize,
}

impl<const C: usize> Engine<C> {
    /// The run that contains a slot.
    pub(super) fn run_of(&self, fills: &Fills, slot: u64) -> ShapeRun {
        let number = self.numbering.sector_of(slot);
        let sector = &self.numbering.sectors[number];
        let (slots, shape) = self.numbering.run(sector, slot);
        let (place, first) = (self.numbering.place_of(sector, shape), self.numbering.record(sector, shape));
        let side = usize::from(sector.order[1]);
        let pieces = sector.sizes[side].into();
        ShapeRun { sector: number, slots, shape, first, open: fills.open(place), side, pieces }
    }

    /// The least image of a position's numbered set, and the number of symmetries that map the position to itself. In
    /// the image, bit `k` stands for occupied square number `k`. The caller must first apply the symmetry of `first` to
    /// the position.
    #[inline(always)]
    pub(super) fn least_image<const FAST: bool>(&self, sector: usize, first: &First, set: Set) -> (Set, u32) {
        let own = compress::<FAST>(set, first.free);
        if first.stabiliser == 1 {
            return (own, 1);
        }
        let (mut least, mut kept) = (own, 0);
        for symmetry in self.numbering.stabiliser(&self.numbering.sectors[sector], first) {
            let image = compress::<FAST>(symmetry.of(set), first.free);
            kept += u32::from(image == own);
            least = least.min(image);
        }
        (least, kept)
    }
}

impl ShapeRun {
    /// Converts a set of numbers of occupied squares to the set of the squares with these numbers.
    #[inline(always)]
    pub(super) fn expand<const FAST: bool>(&self, set: Set) -> Set {
        expand::<FAST>(set, self.shape)
    }

    /// The block of sets that contains the set of a slot.
    pub(super) fn block<'a>(&self, ranks: &'a Ranks, slot: u64) -> Block<'a> {
        ranks.block(self.pieces, slot - self.slots.start)
    }

    /// Returns the pieces of the mover and the pieces of the other side. `set` contains the pieces of the side whose
    /// sets are numbered.
    #[inline(always)]
    pub(super) const fn sides(&self, set: Set) -> [Set; 2] {
        if self.side == 0 { [set, self.shape & !set] } else { [self.shape & !set, set] }
    }

    /// The exclusive or of this set and a set of the numbered side gives the pieces of `side`. The set is empty for the
    /// numbered side, and contains all squares for the other side.
    const fn flip(&self, side: usize) -> Set {
        if side == self.side { 0 } else { Set::MAX }
    }
}

/// Tests whether a side's pieces stand on certain squares. A test passes if the pieces stand on all squares of
/// [`Threat::rest`]. The result of a passed test is [`Threat::square`].
///
/// Each test has two steps. The first step looks at the upper squares, which are the same in all sets of a block. So
/// the engine makes the first step once for each block, and the second step for each set of the block.
pub(super) struct Tests {
    flip: Set,
    /// All tests. In [`Threat::rest`], bit `k` stands for occupied square number `k`.
    all: Vec<Threat>,
    /// The tests whose first step the current block passes. Each test comes with the squares that its second step
    /// needs.
    left: Vec<(u16, Set)>,
}

impl Tests {
    pub(super) fn new<const FAST: bool>(run: &ShapeRun, side: usize, tests: impl Iterator<Item = Threat>) -> Self {
        let all = tests.map(|test| Threat { rest: compress::<FAST>(test.rest, run.shape), ..test }).collect();
        Self { flip: run.flip(side), all, left: Vec::new() }
    }

    /// Makes the first step of all tests for a block with the upper squares `high`.
    #[inline(always)]
    pub(super) fn begin(&mut self, high: Set) {
        let high = (high ^ self.flip) >> LOW << LOW;
        let passes = |test: &&Threat| (test.rest >> LOW << LOW) & !high == 0;
        self.left.clear();
        self.left.extend(self.all.iter().filter(passes).map(|test| (test.rest as u16 & LOW_SQUARES, test.square)));
    }

    /// Whether a set of the block passes a test.
    #[inline(always)]
    pub(super) fn any(&self, low: u16) -> bool {
        let low = low ^ self.flip as u16;
        self.left.iter().any(|(rest, _)| rest & !low == 0)
    }

    /// The squares of all tests that a set of the block passes.
    #[inline(always)]
    pub(super) fn squares(&self, low: u16) -> Set {
        let low = low ^ self.flip as u16;
        self.left.iter().fold(0, |all, (rest, square)| if rest & !low == 0 { all | square } else { all })
    }
}

/// The bits of the squares that differ within a block.
const LOW_SQUARES: u16 = (1 << LOW) - 1;
