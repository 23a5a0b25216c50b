//! The sweep's words and its operations: one depth in one row of pairs.
//!
//! A row fixes one king's index. For each index of the other king it stores the pawn's squares, in two words. Loops run
//! over chunks of a fixed length without branches, so that compilers emit vector instructions. The functions are
//! compiled for several instruction sets, and the program selects the best one that the machine supports.
#![expect(clippy::needless_range_loop, reason = "the loops run over many arrays at one index")]

use multiversion::multiversion;

use retrograde::author::Square;

/// The most rows and columns of a board.
pub(super) const MAX_SIDE: usize = 10;
/// The distance between rows of a board. Column 10 stays empty, so that a step off one side does not wrap to the other.
pub(super) const STRIDE: usize = MAX_SIDE + 1;
/// The number of square indexes, padding included.
pub(super) const PLACES: usize = MAX_SIDE * STRIDE;
/// The number of words per chunk; the padding ensures that loops have no remainder.
const CHUNK: usize = 16;
/// The length of the array: it has room on all sides for steps off the board, rounded up to whole chunks.
pub(super) const WIDTH: usize = STRIDE + PLACES.next_multiple_of(CHUNK) + STRIDE;
/// A board is two words: rows 1 to 5, and rows 6 to 10.
pub(super) const HALVES: usize = 2;
pub(super) const HALF: usize = PLACES / HALVES;
/// The squares of each half whose row and column have an even sum.
pub(super) const EVEN: [u64; HALVES] = [0x5555_5555_5555_5555, 0xaaaa_aaaa_aaaa_aaaa];

/// The bit of a square: its word and its index in it.
#[derive(Clone, Copy)]
pub(super) struct SquareBit {
    pub(super) index: usize,
    pub(super) half: usize,
}

impl SquareBit {
    pub(super) const fn of(square: Square) -> Self {
        let index = square.row as usize * STRIDE + square.column as usize;
        Self { index, half: index / HALF }
    }

    pub(super) const fn bit(self) -> u64 {
        1 << (self.index % HALF)
    }

    /// Returns the index of the square's row of pairs, or of its word in a row, in the padded array.
    pub(super) const fn padded(self) -> usize {
        self.index + STRIDE
    }

    /// Returns the index among the squares of both words when each word takes whole bytes.
    pub(super) const fn lane(self) -> usize {
        self.half * HALF.next_multiple_of(8) + self.index % HALF
    }

    /// Returns whether the square is on row 1, where a pawn wins.
    pub(super) const fn is_goal(self) -> bool {
        self.index < STRIDE
    }
}

/// The words of one king's square, indexed by the other king's.
type PairRow = [u64; WIDTH];
/// The pawn's squares for all pairs, by half.
pub(super) type Plane = [Vec<PairRow>; HALVES];

/// Returns an empty plane.
pub(super) fn plane() -> Plane {
    [vec![[0; WIDTH]; WIDTH], vec![[0; WIDTH]; WIDTH]]
}

/// The squares that one depth newly decides in a row.
pub(super) type News = [PairRow; HALVES];

/// A function that decides one depth in one row: given both planes, the row and the squares where Red is to move, it
/// writes the newly decided squares and returns whether there are any.
pub(super) type Kernel = fn(&Plane, &Plane, usize, &News, &mut News) -> bool;

/// The pawn's squares on which Red is to move, indexed by the parity of the class plus the row, then by half, then by
/// the other king's square.
pub(super) static TURNS: [News; 2] = [reds_turns(0), reds_turns(1)];

const fn reds_turns(parity: usize) -> News {
    let mut turns = [[0; WIDTH]; HALVES];
    let mut b = 0;
    while b < WIDTH {
        let mut half = 0;
        while half < HALVES {
            // Both kings' places are padded alike, so their sum has the parity of the kings' coordinates.
            turns[half][b] = if (parity + b).is_multiple_of(2) { EVEN[half] } else { !EVEN[half] };
            half += 1;
        }
        b += 1;
    }
    turns
}

/// Returns the squares from which a pawn's step up, left or right leads into the given squares of a half, or into those
/// of the half above.
#[inline]
pub(super) const fn pawn_origins(squares: u64, above: u64) -> u64 {
    squares << STRIDE | squares << 1 | squares >> 1 | above >> (HALF - STRIDE)
}

/// Red to move wins if a king's step leads to a pair where Black, to move, is lost.
#[multiversion(targets = "simd")]
pub(super) fn red_wins(red: &Plane, black: &Plane, row: usize, turns: &News, news: &mut News) -> bool {
    let mut any = [0; CHUNK];
    for half in 0..HALVES {
        let around = rows_around(&red[half], row);
        let [up, left, own, right, down] = [0, STRIDE - 1, STRIDE, STRIDE + 1, 2 * STRIDE];
        let (black, turns, news) = (&black[half][row], &turns[half], &mut news[half]);
        for first in chunks(row) {
            for i in 0..CHUNK {
                let b = first + i;
                let lost = around[up][b] | around[left][b] | around[right][b] | around[down][b];
                let lost =
                    lost | around[own][b - STRIDE] | around[own][b - 1] | around[own][b + 1] | around[own][b + STRIDE];
                news[b] = lost & turns[b] & !(around[own][b] | black[b]);
                any[i] |= news[b];
            }
        }
    }
    any != [0; CHUNK]
}

/// Red to move is lost if every king's step leads to a pair where Black, to move, wins.
#[multiversion(targets = "simd")]
pub(super) fn red_loses(red: &Plane, black: &Plane, row: usize, turns: &News, news: &mut News) -> bool {
    let mut any = [0; CHUNK];
    for half in 0..HALVES {
        let around = rows_around(&black[half], row);
        let [up, left, own, right, down] = [0, STRIDE - 1, STRIDE, STRIDE + 1, 2 * STRIDE];
        let (red, turns, news) = (&red[half][row], &turns[half], &mut news[half]);
        for first in chunks(row) {
            for i in 0..CHUNK {
                let b = first + i;
                let won = around[up][b] & around[left][b] & around[right][b] & around[down][b];
                let won =
                    won & around[own][b - STRIDE] & around[own][b - 1] & around[own][b + 1] & around[own][b + STRIDE];
                news[b] = won & turns[b] & !(around[own][b] | red[b]);
                any[i] |= news[b];
            }
        }
    }
    any != [0; CHUNK]
}

/// Black to move wins if a pawn's step leads to where Red, to move, is lost.
#[multiversion(targets = "simd")]
pub(super) fn black_wins(red: &Plane, black: &Plane, row: usize, turns: &News, news: &mut News) -> bool {
    let mut any = [0; CHUNK];
    let (red_top, red_bottom, top, bottom) = (&red[0][row], &red[1][row], &black[0][row], &black[1][row]);
    for first in chunks(row) {
        for i in 0..CHUNK {
            let b = first + i;
            let (lost_top, lost_bottom) = (pawn_origins(top[b], 0), pawn_origins(bottom[b], top[b]));
            news[0][b] = lost_top & !(turns[0][b] | red_top[b] | top[b]);
            news[1][b] = lost_bottom & !(turns[1][b] | red_bottom[b] | bottom[b]);
            any[i] |= news[0][b] | news[1][b];
        }
    }
    any != [0; CHUNK]
}

/// Black to move is lost if every pawn's step leads to a position where Red, to move, wins.
#[multiversion(targets = "simd")]
pub(super) fn black_loses(red: &Plane, black: &Plane, row: usize, turns: &News, news: &mut News) -> bool {
    let mut any = [0; CHUNK];
    let (top, bottom, black_top, black_bottom) = (&red[0][row], &red[1][row], &black[0][row], &black[1][row]);
    for first in chunks(row) {
        for i in 0..CHUNK {
            let b = first + i;
            let (escapes_top, escapes_bottom) = (pawn_origins(!top[b], 0), pawn_origins(!bottom[b], !top[b]));
            news[0][b] = !(escapes_top | turns[0][b] | black_top[b] | top[b]);
            news[1][b] = !(escapes_bottom | turns[1][b] | black_bottom[b] | bottom[b]);
            any[i] |= news[0][b] | news[1][b];
        }
    }
    any != [0; CHUNK]
}

/// Adds newly decided squares to a row.
#[multiversion(targets = "simd")]
pub(super) fn absorb(plane: &mut Plane, row: usize, news: &News) {
    let count = chunks(row).count() * CHUNK;
    for (half, news) in plane.iter_mut().zip(news) {
        for (word, new) in half[row][STRIDE..][..count].iter_mut().zip(&news[STRIDE..]) {
            *word |= new;
        }
    }
}

/// Adds the newly decided squares of a row to their mirror images where later steps read them, and records which rows
/// change.
pub(super) fn reflect(plane: &mut Plane, row: usize, news: &News, changing: &mut [bool; WIDTH]) {
    changing[row] = true;
    let [top, bottom] = plane;
    for other in (row - STRIDE).max(STRIDE)..row {
        let [new_top, new_bottom] = [news[0][other], news[1][other]];
        top[other][row] |= new_top;
        bottom[other][row] |= new_bottom;
        changing[other] |= new_top | new_bottom != 0;
    }
}

/// Returns the first words of the relevant chunks of a row.
#[inline]
fn chunks(row: usize) -> impl Iterator<Item = usize> {
    // The upper bound `PLACES` lets the compiler omit bounds checks.
    let count = (row - STRIDE).div_ceil(CHUNK).min(PLACES.div_ceil(CHUNK));
    (0..count).map(|chunk| STRIDE + chunk * CHUNK)
}

/// Returns the row itself in the middle of all rows up to one king's step away.
#[inline]
fn rows_around(plane: &[PairRow], row: usize) -> &[PairRow; 2 * STRIDE + 1] {
    plane[row - STRIDE..].first_chunk().expect("a row of floor has a board's row on either side")
}
