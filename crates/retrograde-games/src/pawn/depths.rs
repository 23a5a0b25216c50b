//! Solves whole tables with the sweep (the fast solver of this game). A solve computes the value of every position.
//!
//! Writing a million table cells one by one would need more time than the analysis. So the sweep records depths in bit
//! planes. Each position has a number, and each bit plane stores one binary digit of the numbers of all positions.
//! After the sweep, this module decodes the planes in the order of the table. The module handles one pair of kings
//! after the other, and decodes the numbers for eight squares of the pawn in one step.

use multiversion::multiversion;
use retrograde::author::OwnTable;
use retrograde::table::Cell;
use retrograde::{Depth, Numbered, Side, SolveError, Table, Value};

use super::rows::{HALF, HALVES, News, PLACES, STRIDE, SquareBit};
use super::rules::{BLACK, Pawn, RED};
use super::sweep::{Sweep, fits};

/// Returns the values of all positions as a table. The table equals the table that the kernel computes. Returns `None`
/// if the board is larger than 10x10.
///
/// # Errors
/// Returns [`SolveError::TooDeep`] if a depth does not fit into a table cell. The longest known game has 357 plies.
pub fn table(game: &Pawn) -> Option<Result<Table, SolveError>> {
    fits(game.grid()).then(|| all_values(game))
}

impl OwnTable for Pawn {
    fn own_table(&self) -> Option<Result<Table, SolveError>> {
        table(self)
    }
}

/// Returns the values of all positions, for a board that is not too large for the sweep.
fn all_values(game: &Pawn) -> Result<Table, SolveError> {
    let mut numbers = Numbers::default();
    let mut sweep = Sweep::new();
    for parity in [0, 1] {
        sweep.seed(game, parity);
        numbers.add_seeds(&sweep);
        while !sweep.is_done() {
            let depth = sweep.depth + 1;
            sweep.step(|winner, row, news| {
                let mover = if is_lost(depth) { winner.other() } else { winner };
                numbers.add(row, news, mover, depth);
            });
        }
    }
    numbers.table(game)
}

/// Returns whether positions of this depth are lost for the side to move. Turns alternate, so the side to move loses at
/// an even depth and wins at an odd depth.
const fn is_lost(depth: u32) -> bool {
    depth.is_multiple_of(2)
}

/// One number for each position. The number is 0 for a draw, and otherwise one more than the depth in plies. Each
/// element of `digits` is one binary digit of all numbers, the lowest digit first.
#[derive(Default)]
struct Numbers {
    digits: Vec<Digit>,
    deepest: u32,
}

/// One binary digit of the numbers of all positions. The bits are sorted by the side to move, the half of the board,
/// the higher king's index, the lower king's index, and the pawn's square.
struct Digit(Vec<u64>);

/// The number of pairs of two different king indexes.
const PAIRS: usize = PLACES * (PLACES - 1) / 2;

impl Digit {
    fn zeros() -> Self {
        Self(vec![0; Side::BOTH.len() * HALVES * PAIRS])
    }

    /// Returns the index of the first word for the pairs whose higher king has the padded index `row`. A padded index
    /// counts the squares of a board with additional squares around it.
    const fn index(mover: Side, half: usize, row: usize) -> usize {
        let place = row - STRIDE;
        (mover.index() * HALVES + half) * PAIRS + place * place.saturating_sub(1) / 2
    }

    fn add(&mut self, mover: Side, row: usize, news: &News) {
        for (half, news) in news.iter().enumerate() {
            let words = &mut self.0[Self::index(mover, half, row)..][..row - STRIDE];
            for (word, new) in words.iter_mut().zip(&news[STRIDE..]) {
                *word |= new;
            }
        }
    }
}

impl Numbers {
    fn add(&mut self, row: usize, news: &News, mover: Side, depth: u32) {
        self.deepest = self.deepest.max(depth);
        let number = depth + 1;
        let count = (u32::BITS - number.leading_zeros()) as usize;
        if self.digits.len() < count {
            self.digits.resize_with(count, Digit::zeros);
        }
        let ones = self.digits.iter_mut().enumerate().filter(|(digit, _)| number >> digit & 1 != 0);
        ones.for_each(|(_, digit)| digit.add(mover, row, news));
    }

    /// Adds the positions of depth 0. In a position of depth 0, the side to move has lost.
    fn add_seeds(&mut self, sweep: &Sweep) {
        for &row in sweep.floor() {
            self.add(row, &sweep.decided(RED.other(), row, RED), RED, 0);
            self.add(row, &sweep.decided(RED, row, BLACK), BLACK, 0);
        }
    }

    /// Decodes the numbers of all positions into a table. Slots are sorted by the higher king, then the lower king,
    /// then the pawn's square.
    fn table(&self, game: &Pawn) -> Result<Table, SolveError> {
        let mut cells = self.cells()?;
        // The table also contains positions with the pawn on row 1 and Black to move. Play cannot reach such a
        // position, and Black has won in it.
        let goal = cells.len() as u16;
        cells.push(cell(Value::Win(Depth::ZERO))?);
        let floor: Vec<SquareBit> = game.grid().floor().map(SquareBit::of).collect();
        let pawns: Vec<(usize, bool)> = floor.iter().map(|pawn| (pawn.lane(), pawn.is_goal())).collect();
        let mut of_pair = vec![[goal; 2]; floor.len()];
        Ok(Table::of_codes(game.slots(), cells, |table| {
            let mut places = table.chunks_exact_mut(2 * floor.len());
            for (count, high) in floor.iter().enumerate() {
                for (low, place) in floor[..count].iter().zip(&mut places) {
                    let [reds, blacks] =
                        Side::BOTH.map(|mover| spell(&self.digits, mover, high.padded(), low.padded()));
                    for ([red, black], &(lane, is_goal)) in of_pair.iter_mut().zip(&pawns) {
                        *red = reds[lane];
                        *black = if is_goal { goal } else { blacks[lane] };
                    }
                    place.copy_from_slice(of_pair.as_flattened());
                }
            }
        })?)
    }

    /// Returns the table cell for each number; the table stores the numbers as codes of these cells.
    fn cells(&self) -> Result<Vec<Cell>, SolveError> {
        let decided = (0..=self.deepest).map(|depth| {
            let plies = Depth::new(depth);
            cell(if is_lost(depth) { Value::Loss(plies) } else { Value::Win(plies) })
        });
        std::iter::once(cell(Value::Draw)).chain(decided).collect()
    }
}

fn cell(value: Value) -> Result<Cell, SolveError> {
    Cell::of(value).ok_or(SolveError::TooDeep)
}

const BYTE: usize = u8::BITS as usize;
/// The number of bytes of a word that contain bits of squares.
const BYTES: usize = HALF.div_ceil(BYTE);

/// Returns the numbers of all positions with one pair of kings, indexed by the pawn's [`lane`](SquareBit::lane).
#[multiversion(targets = "simd")]
fn spell(digits: &[Digit], mover: Side, row: usize, word: usize) -> [u16; HALVES * BYTES * BYTE] {
    let mut numbers = [0; HALVES * BYTES * BYTE];
    for half in 0..HALVES {
        let lanes = &mut numbers[half * BYTES * BYTE..][..BYTES * BYTE];
        for (digit, Digit(words)) in digits.iter().enumerate() {
            let squares = words[Digit::index(mover, half, row) + word - STRIDE].to_le_bytes();
            for (eight, byte) in lanes.as_chunks_mut::<BYTE>().0.iter_mut().zip(squares) {
                for (lane, bit) in eight.iter_mut().zip(SPREAD[usize::from(byte)]) {
                    *lane |= bit << digit;
                }
            }
        }
    }
    numbers
}

/// For each byte, its eight bits, the lowest bit first.
static SPREAD: [[u16; BYTE]; 1 << BYTE] = spread();

const fn spread() -> [[u16; BYTE]; 1 << BYTE] {
    let mut bits = [[0; BYTE]; 1 << BYTE];
    let mut byte = 0;
    while byte < bits.len() {
        let mut digit = 0;
        while digit < BYTE {
            bits[byte][digit] = (byte >> digit & 1) as u16;
            digit += 1;
        }
        byte += 1;
    }
    bits
}
