//! The data and the operations of the sweep (the fast solver of this game). Each operation finds the positions of one
//! depth in one row of pairs of kings.
//!
//! A row contains all pairs of kings in which one king has one fixed index. For each index of the other king, the row
//! stores a set of squares of the pawn, in two words. Loops run over chunks of a fixed length without branches. So
//! compilers emit vector instructions. The functions are compiled for several instruction sets. At run time, the
//! program selects the best instruction set that the machine supports.
#![expect(clippy::needless_range_loop, reason = "the loops run over many arrays at one index")]

use multiversion::multiversion;

use retrograde::author::Square;

/// The maximum number of rows and of columns of a board.
pub(super) const MAX_SIDE: usize = 10;
/// The distance between the indexes of vertical neighbours. Each board row has an additional empty square. So a step
/// beyond one side of the board does not lead to the other side.
pub(super) const STRIDE: usize = MAX_SIDE + 1;
/// The number of square indexes, including the padding column.
pub(super) const PLACES: usize = MAX_SIDE * STRIDE;
/// The number of words in a chunk. Arrays are padded to whole chunks. So loops have no remainder.
const CHUNK: usize = 16;
/// The length of a row of pairs. The row is padded at both ends for steps beyond the board, and the number of squares
/// is rounded up to whole chunks.
pub(super) const WIDTH: usize = STRIDE + PLACES.next_multiple_of(CHUNK) + STRIDE;
/// The number of words that store the squares of a board. The first word is for rows 1 to 5, and the second word is for
/// rows 6 to 10.
pub(super) const HALVES: usize = 2;
pub(super) const HALF: usize = PLACES / HALVES;
/// The squares on which the sum of row and column is even. The array is indexed by the half of the board.
pub(super) const EVEN: [u64; HALVES] = [0x5555_5555_5555_5555, 0xaaaa_aaaa_aaaa_aaaa];

/// The location of a square in bit sets. The location consists of the square's index on a board with one additional
/// column, and of the half of the board that contains the square.
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

    /// Returns the padded index of the square. The padded index selects a row of a [`Plane`], or a word of such a row.
    pub(super) const fn padded(self) -> usize {
        self.index + STRIDE
    }

    /// Returns the square's lane. The lane is the index that the square has if the squares of each word are padded to
    /// whole bytes.
    pub(super) const fn lane(self) -> usize {
        self.half * HALF.next_multiple_of(8) + self.index % HALF
    }

    /// Returns whether the square is on row 1, where a pawn wins.
    pub(super) const fn is_goal(self) -> bool {
        self.index < STRIDE
    }
}

/// One row of pairs. In all pairs of a row, one king has the same index. The row has one word for each pair, indexed by
/// the other king's padded index.
type PairRow = [u64; WIDTH];
/// A set of the pawn's squares for each pair of kings. The plane is indexed by the half of the board, then by the
/// padded indexes of the two kings.
pub(super) type Plane = [Vec<PairRow>; HALVES];

/// Returns a [`Plane`] without any squares.
pub(super) fn plane() -> Plane {
    [vec![[0; WIDTH]; WIDTH], vec![[0; WIDTH]; WIDTH]]
}

/// The pawn's squares in the positions that are newly decided at one depth. The array is for one row of pairs of kings.
/// In all pairs of a row, one king has the same index. There is one set of squares for each index of the other king.
pub(super) type News = [PairRow; HALVES];

/// A function that finds the positions of one depth in one row of pairs of kings. The parameters are a [`Plane`] for
/// Red and a [`Plane`] for Black, the index of the row, and the pawn's squares on which Red is to move ([`TURNS`]). The
/// function writes the newly decided squares into the last parameter, and returns whether there are any.
pub(super) type Kernel = fn(&Plane, &Plane, usize, &News, &mut News) -> bool;

/// The pawn's squares on which Red is to move. The first index is the parity (0 or 1) of the sum of two numbers: the
/// index of the row, and the parity of the group of positions (see [`sweep`](super::sweep)). The second index is the
/// half of the board, and the third is the other king's index.
pub(super) static TURNS: [News; 2] = [reds_turns(0), reds_turns(1)];

const fn reds_turns(parity: usize) -> News {
    let mut turns = [[0; WIDTH]; HALVES];
    let mut b = 0;
    while b < WIDTH {
        let mut half = 0;
        while half < HALVES {
            // Both kings' indexes have the same padding, so the sum of the padded indexes has the same parity as the
            // sum of the kings' coordinates.
            turns[half][b] = if (parity + b).is_multiple_of(2) { EVEN[half] } else { !EVEN[half] };
            half += 1;
        }
        b += 1;
    }
    turns
}

/// Returns the squares in one half of the board from which a pawn's step up, left or right leads to one of the given
/// squares. `squares` contains the given squares in this half, and `above` contains the given squares in the half above
/// this half.
#[inline]
pub(super) const fn pawn_origins(squares: u64, above: u64) -> u64 {
    squares << STRIDE | squares << 1 | squares >> 1 | above >> (HALF - STRIDE)
}

/// Finds the positions with Red to move that Red wins. In such a position, some step of a king leads to a position that
/// is lost for Black.
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

/// Finds the positions with Red to move that Red loses. In such a position, every step of a king leads to a position
/// that is won for Black.
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

/// Finds the positions with Black to move that Black wins. In such a position, some step of the pawn leads to a
/// position that is lost for Red.
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

/// Finds the positions with Black to move that Black loses. In such a position, every step of the pawn leads to a
/// position that is won for Red.
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

/// Adds newly decided squares to one row of a [`Plane`].
#[multiversion(targets = "simd")]
pub(super) fn absorb(plane: &mut Plane, row: usize, news: &News) {
    let count = chunks(row).count() * CHUNK;
    for (half, news) in plane.iter_mut().zip(news) {
        for (word, new) in half[row][STRIDE..][..count].iter_mut().zip(&news[STRIDE..]) {
            *word |= new;
        }
    }
}

/// Copies the newly decided squares of a row to the mirrored pairs. In a mirrored pair, the two kings are exchanged.
/// The function does not copy squares to mirrored pairs that later steps do not read. The function also records in
/// `changing` which rows change.
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

/// Returns the chunks of a row that contain pairs to compute. Each chunk is given by the index of its first word.
#[inline]
fn chunks(row: usize) -> impl Iterator<Item = usize> {
    // The upper bound `PLACES` lets the compiler omit bounds checks.
    let count = (row - STRIDE).div_ceil(CHUNK).min(PLACES.div_ceil(CHUNK));
    (0..count).map(|chunk| STRIDE + chunk * CHUNK)
}

/// Returns all rows whose index differs from `row` by at most `STRIDE`, because a king's step changes an index by at
/// most `STRIDE`. The row with the index `row` is in the middle.
#[inline]
fn rows_around(plane: &[PairRow], row: usize) -> &[PairRow; 2 * STRIDE + 1] {
    plane[row - STRIDE..].first_chunk().expect("the row of a floor square has padding on both sides")
}
