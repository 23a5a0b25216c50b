//! The sweep's words and what is done with them: one depth in one row of pairs.
//!
//! A row holds the pawn's squares for all pairs of one king's place, by the other's, in two words each. The loops are over chunks of a
//! fixed length without any branch, which is what compilers turn into vector instructions; they are compiled for several instruction
//! sets, and the best that the machine has is taken.
#![expect(clippy::needless_range_loop, reason = "the loops run over many arrays at one index")]

use multiversion::multiversion;

use retrograde::author::Square;

/// The most rows and columns of a board.
pub(super) const MAX_SIDE: usize = 10;
/// From one row of a board to the next: the column 10 stays empty, so that a step off one side does not come back on the other.
pub(super) const STRIDE: usize = MAX_SIDE + 1;
/// Places of a board.
pub(super) const PLACES: usize = MAX_SIDE * STRIDE;
/// Words that are worked at once, so that no loop has a remainder.
const CHUNK: usize = 16;
/// The array has room for steps off the board, rounded up to whole chunks, on all sides.
pub(super) const WIDTH: usize = STRIDE + PLACES.next_multiple_of(CHUNK) + STRIDE;
/// A board is two words: rows 1 to 5, and rows 6 to 10.
pub(super) const HALVES: usize = 2;
pub(super) const HALF: usize = PLACES / HALVES;
/// The places, by half, whose row and column have an even sum.
pub(super) const EVEN: [u64; HALVES] = [0x5555_5555_5555_5555, 0xaaaa_aaaa_aaaa_aaaa];

/// A square's bit.
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

    /// Where its row, or its word in a row, stands in the array.
    pub(super) const fn padded(self) -> usize {
        self.index + STRIDE
    }

    /// Its index among the squares of both words, each rounded up to whole bytes.
    pub(super) const fn lane(self) -> usize {
        self.half * HALF.next_multiple_of(8) + self.index % HALF
    }

    /// Whether it is on row 1, where a pawn has won.
    pub(super) const fn is_goal(self) -> bool {
        self.index < STRIDE
    }
}

/// One king's place, by the other's.
type PairRow = [u64; WIDTH];
/// The pawn's squares for all pairs, by half.
pub(super) type Plane = [Vec<PairRow>; HALVES];

/// A plane without any square.
pub(super) fn plane() -> Plane {
    [vec![[0; WIDTH]; WIDTH], vec![[0; WIDTH]; WIDTH]]
}

/// What one depth decides in a row.
pub(super) type News = [PairRow; HALVES];

/// Decides one depth in one row: given both planes, the row, and the squares of Red's turn, writes the news and says whether
/// there are any.
pub(super) type Kernel = fn(&Plane, &Plane, usize, &News, &mut News) -> bool;

/// The pawn's squares on which Red is to move: by the parity of the class and one king's place, by half, by the other king's place.
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

/// The squares from which a pawn's step, up, left or right, leads into those of a half, and of the half above.
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

/// Black to move is lost if no pawn's step leads to where Red, to move, does not win.
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

/// Adds the news to a row.
#[multiversion(targets = "simd")]
pub(super) fn absorb(plane: &mut Plane, row: usize, news: &News) {
    let count = chunks(row).count() * CHUNK;
    for (half, news) in plane.iter_mut().zip(news) {
        for (word, new) in half[row][STRIDE..][..count].iter_mut().zip(&news[STRIDE..]) {
            *word |= new;
        }
    }
}

/// Adds the news of a row to their mirror images, as far as steps read those, and notes which rows change.
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

/// The first words of the chunks of a row that count.
#[inline]
fn chunks(row: usize) -> impl Iterator<Item = usize> {
    // A board has so many places: the compiler need not check that words exist.
    let count = (row - STRIDE).div_ceil(CHUNK).min(PLACES.div_ceil(CHUNK));
    (0..count).map(|chunk| STRIDE + chunk * CHUNK)
}

/// The rows that a step of one king leads to, and those between, with the row itself in the middle.
#[inline]
fn rows_around(plane: &[PairRow], row: usize) -> &[PairRow; 2 * STRIDE + 1] {
    plane[row - STRIDE..].first_chunk().expect("a row of floor has a board's row on either side")
}
