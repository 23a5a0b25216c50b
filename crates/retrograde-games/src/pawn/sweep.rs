//! The shortcut: retrograde analysis in which one word holds all squares of the pawn.
//!
//! For each pair of kings the set of pawn squares is a [`Squares`], a word of 128 bits, and a depth is a handful of word
//! operations for each pair that something happens to:
//!
//! ```text
//! Red to move wins      if a king's step leads to a pair where Black, to move, is lost:   OR over the pair's neighbours
//! Black to move wins    if a pawn's step leads to where Red, to move, is lost:            shifts of the same word
//! Black to move is lost if no pawn's step leads to where Red is not winning:              shifts of the same word
//! Red to move is lost   if all neighbours of the pair are won by Black, to move:          AND over the neighbours
//! ```
//!
//! Every move changes the parity of the sum of all coordinates, so a start belongs to one of two classes in which pieces and
//! parity tell the side to move: half the positions never matter, and one word serves both sides, Red's turns on one colour of a
//! chessboard, Black's on the other.

use retrograde::table::Cell;
use retrograde::{BySide, Depth, Game, Kind, Numbered, Side, Slot, SolveError, Table, Value};

use super::numbering::rank;
use super::rules::{BLACK, Floor, Pawn, Position, RED};
use crate::grid::Square;

/// A set of squares: bit 11 · row + column. The column 10 stays empty, so that a step off one side does not come back on the other.
type Squares = u128;

/// Bits from one row to the next.
const ROW: u32 = 11;
/// The most rows and columns of a board that fits a word.
const MAX_SIDE: usize = 10;
/// The squares whose row and column have an even sum.
const EVEN: Squares = even_squares();

const fn even_squares() -> Squares {
    let (mut row, mut squares) = (0, 0);
    while row < MAX_SIDE as u32 {
        // Columns of the row's own parity.
        squares |= (0b101_0101_0101 << (row % 2) & 0b11_1111_1111) << (row * ROW);
        row += 1;
    }
    squares
}

const fn bit(square: Square) -> u32 {
    square.row as u32 * ROW + square.column as u32
}

/// The squares from which a pawn's step leads into `squares`.
#[inline]
const fn pawn_origins(squares: Squares) -> Squares {
    squares << ROW | squares << 1 | squares >> 1
}

/// One class of positions, solved up to some depth.
struct Sweep<'g> {
    game: &'g Pawn,
    /// The parity of the sum of all coordinates when Red is to move.
    parity: u32,
    floor: Squares,
    neighbours: Vec<Neighbours>,
    /// By pair of kings: the pawn's squares that are not decided yet, whoever is to move.
    open: Vec<Squares>,
    /// By winner and pair of kings: the pawn's squares that are decided.
    won: BySide<Vec<Squares>>,
    /// By winner: what was decided at the present depth.
    frontier: BySide<Frontier>,
    next: BySide<Frontier>,
    depth: u32,
}

/// The pairs that a king's step leads to.
#[derive(Clone, Copy, Default)]
struct Neighbours {
    pairs: [u16; 8],
    count: u8,
}

impl Neighbours {
    #[inline]
    fn iter(self) -> impl Iterator<Item = usize> {
        self.pairs.into_iter().take(self.count.into()).map(usize::from)
    }
}

/// Pawn squares by pair of kings, with a list of the pairs that have some.
#[derive(Default)]
struct Frontier {
    squares: Vec<Squares>,
    pairs: Vec<u16>,
}

impl Frontier {
    fn new(pairs: usize) -> Self {
        Self { squares: vec![0; pairs], pairs: Vec::with_capacity(pairs) }
    }

    #[inline]
    fn add(&mut self, pair: usize, squares: Squares) {
        if squares == 0 {
            return;
        }
        if self.squares[pair] == 0 {
            self.pairs.push(pair as u16);
        }
        self.squares[pair] |= squares;
    }

    fn iter(&self) -> impl Iterator<Item = (usize, Squares)> {
        self.pairs.iter().map(|&pair| (usize::from(pair), self.squares[usize::from(pair)]))
    }

    fn clear(&mut self) {
        for pair in self.pairs.drain(..) {
            self.squares[usize::from(pair)] = 0;
        }
    }
}

impl<'g> Sweep<'g> {
    /// The class with that parity, its finished positions decided.
    fn new(game: &'g Pawn, parity: u32) -> Self {
        let pairs = game.pairs.len();
        let frontier = || BySide([Frontier::new(pairs), Frontier::new(pairs)]);
        let mut sweep = Self {
            game,
            parity,
            floor: game.grid().floor().fold(0, |floor, square| floor | 1 << bit(square)),
            neighbours: game.pairs.iter().map(|&pair| neighbours(game, pair)).collect(),
            open: Vec::new(),
            won: BySide([vec![0; pairs], vec![0; pairs]]),
            frontier: frontier(),
            next: frontier(),
            depth: 0,
        };
        sweep.seed();
        sweep
    }

    /// Decides what is over, in the order of the rules. Who is to move on a square follows from the parity; on row 1, and on a king,
    /// the side that is to move is the one that did not move there.
    fn seed(&mut self) {
        let first_row = self.floor & ((1 << ROW) - 1);
        let has_step = pawn_origins(self.floor) & self.floor;
        self.open = vec![self.floor & !first_row; self.game.pairs.len()];
        for pair in 0..self.game.pairs.len() {
            let kings = self.kings(pair);
            let reds_turn = self.reds_turn(pair);
            let stuck = if self.neighbours[pair].count == 0 { reds_turn & !kings } else { 0 };
            self.open[pair] &= !kings;
            let black = first_row & reds_turn | (kings & !first_row & reds_turn) | (self.open[pair] & stuck);
            let red = (kings & !first_row & !reds_turn) | (self.open[pair] & !reds_turn & !has_step);
            self.won[RED][pair] = red;
            self.won[BLACK][pair] = black;
            self.open[pair] &= !(red | black);
            self.frontier[RED].add(pair, red);
            self.frontier[BLACK].add(pair, black);
        }
    }

    fn kings(&self, pair: usize) -> Squares {
        self.game.pairs[pair].iter().fold(0, |squares, &king| squares | 1 << bit(self.game.square(king)))
    }

    /// The pawn's squares on which Red is to move.
    #[inline]
    fn reds_turn(&self, pair: usize) -> Squares {
        let [a, b] = self.game.pairs[pair].map(|king| self.game.square(king));
        let kings = u32::from(a.row + a.column + b.row + b.column);
        if (kings + self.parity).is_multiple_of(2) { EVEN } else { !EVEN }
    }

    fn is_done(&self) -> bool {
        Side::BOTH.iter().all(|&side| self.frontier[side].pairs.is_empty())
    }

    /// Decides one depth more, which then is the frontier.
    ///
    /// At an even depth the side to move is lost, at an odd one it wins: play alternates.
    fn step(&mut self) {
        let mut frontier = std::mem::take(&mut self.frontier);
        let BySide([red, black]) = &frontier;
        if self.depth.is_multiple_of(2) {
            self.red_steps_to_lost(red);
            self.black_steps_to_lost(black);
        } else {
            self.black_cannot_escape(red);
            self.red_cannot_escape(black);
        }
        frontier.0.iter_mut().for_each(Frontier::clear);
        self.frontier = std::mem::replace(&mut self.next, frontier);
        self.depth += 1;
    }

    /// Red to move wins if a king's step leads to a pair where Black, to move, is lost.
    fn red_steps_to_lost(&mut self, lost: &Frontier) {
        for (pair, lost) in lost.iter() {
            for from in self.neighbours[pair].iter() {
                self.decide(RED, from, lost & self.open[from]);
            }
        }
    }

    /// Black to move wins if a pawn's step leads to where Red, to move, is lost.
    fn black_steps_to_lost(&mut self, lost: &Frontier) {
        for (pair, lost) in lost.iter() {
            self.decide(BLACK, pair, pawn_origins(lost) & self.open[pair]);
        }
    }

    /// Black to move is lost if every pawn's step leads to where Red, to move, wins.
    fn black_cannot_escape(&mut self, won: &Frontier) {
        for (pair, won) in won.iter() {
            let escapes = pawn_origins(self.floor & !self.won[RED][pair]);
            self.decide(RED, pair, pawn_origins(won) & self.open[pair] & !escapes);
        }
    }

    /// Red to move is lost if every king's step leads to a pair where Black, to move, wins. What becomes lost at this depth has
    /// a neighbour that was won at the last.
    fn red_cannot_escape(&mut self, won: &Frontier) {
        for (pair, won) in won.iter() {
            for from in self.neighbours[pair].iter() {
                let near = won & self.open[from];
                if near != 0 {
                    let steps = self.neighbours[from].iter();
                    let lost = steps.fold(near, |lost, to| lost & self.won[BLACK][to]);
                    self.decide(BLACK, from, lost);
                }
            }
        }
    }

    #[inline]
    fn decide(&mut self, winner: Side, pair: usize, squares: Squares) {
        self.open[pair] ^= squares;
        self.won[winner][pair] |= squares;
        self.next[winner].add(pair, squares);
    }
}

fn neighbours(game: &Pawn, [a, b]: [Floor; 2]) -> Neighbours {
    let mut neighbours = Neighbours::default();
    for (king, other) in [(a, b), (b, a)] {
        for to in game.paths(king).king.iter().filter(|&to| to != other) {
            let pair = if to < other { [to, other] } else { [other, to] };
            neighbours.pairs[usize::from(neighbours.count)] = rank(pair) as u16;
            neighbours.count += 1;
        }
    }
    neighbours
}

/// Whether boards of this size have the shortcut.
fn fits(game: &Pawn) -> bool {
    game.grid().rows().max(game.grid().columns()) <= MAX_SIDE
}

/// The value of a position for the side to move, with its depth: the sweep stops as soon as it is decided.
/// `None` if the board is larger than 10 by 10.
///
/// # Complexity
/// At most 4950 pairs of kings on a 10x10 board; each costs up to 8 word operations for each depth at which something happens
/// to it.
pub fn answer(game: &Pawn, position: &Position) -> Option<Value> {
    if !fits(game) {
        return None;
    }
    if let Some(ending) = game.ending(position) {
        return Some(ending.value_for(position.turn));
    }
    let [a, b] = position.kings.map(|king| game.square(king));
    let pawn = game.square(position.pawn);
    let sum = u32::from(a.row + a.column + b.row + b.column + pawn.row + pawn.column);
    let mut sweep = Sweep::new(game, (sum + position.turn.index() as u32) % 2);
    let (pair, here) = (rank(position.kings) as usize, 1 << bit(pawn));
    while sweep.open[pair] & here != 0 {
        if sweep.is_done() {
            return Some(Value::Draw);
        }
        sweep.step();
    }
    let depth = Depth::new(sweep.depth);
    let mover_wins = sweep.won[position.turn][pair] & here != 0;
    Some(if mover_wins { Value::Win(depth) } else { Value::Loss(depth) })
}

/// The values of all positions: the same table as the kernel's. `None` if the board is larger than 10 by 10.
///
/// # Errors
/// [`SolveError::TooDeep`], if a depth does not fit a cell. The longest game known takes 311 plies.
pub fn table(game: &Pawn) -> Option<Result<Table, SolveError>> {
    if !fits(game) {
        return None;
    }
    Some(all_values(game))
}

fn all_values(game: &Pawn) -> Result<Table, SolveError> {
    let mut table = Table::drawn(game.slots());
    mark_unreachable_endings(game, &mut table);
    let numbers = numbers(game);
    for parity in [0, 1] {
        let mut sweep = Sweep::new(game, parity);
        while !sweep.is_done() {
            mark_frontier(&sweep, &numbers, &mut table)?;
            sweep.step();
        }
    }
    Ok(table)
}

/// The number of each floor square, by bit.
fn numbers(game: &Pawn) -> [u8; 128] {
    let mut numbers = [0; 128];
    for floor in 0..game.floor_count() as u8 {
        numbers[bit(game.square(Floor(floor))) as usize] = floor;
    }
    numbers
}

/// With Black to move and the pawn on row 1 the game is over, and Black, who should not be to move, has won: no play leads there,
/// so the sweep passes them by, but they have numbers.
fn mark_unreachable_endings(game: &Pawn, table: &mut Table) {
    let won = Cell::of(Value::Win(Depth::ZERO)).expect("depth 0 fits a cell");
    let goals = (0..game.floor_count()).filter(|&floor| game.square(Floor(floor as u8)).row == 0);
    for pawn in goals {
        for pair in 0..game.pairs.len() {
            table.set(slot(game, pair, pawn, BLACK), won);
        }
    }
}

fn mark_frontier(sweep: &Sweep<'_>, numbers: &[u8; 128], table: &mut Table) -> Result<(), SolveError> {
    let depth = Depth::new(sweep.depth);
    let value = if sweep.depth.is_multiple_of(2) { Value::Loss(depth) } else { Value::Win(depth) };
    let cell = Cell::of(value).ok_or(SolveError::TooDeep { slot: Slot(0) })?;
    for winner in Side::BOTH {
        let mover = if value.kind() == Kind::Win { winner } else { winner.other() };
        let frontier = &sweep.frontier[winner];
        for (pair, squares) in frontier.iter() {
            for pawn in bits(squares) {
                table.set(slot(sweep.game, pair, numbers[pawn as usize].into(), mover), cell);
            }
        }
    }
    Ok(())
}

/// The slot of a position, as [`Numbered::slot`] has it.
#[inline]
fn slot(game: &Pawn, pair: usize, pawn: u32, turn: Side) -> Slot {
    let board = pair as u64 * u64::from(game.floor_count()) + u64::from(pawn);
    Slot(board << 1 | turn.index() as u64)
}

fn bits(mut squares: Squares) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = squares.trailing_zeros();
        squares &= squares.wrapping_sub(1);
        (bit < Squares::BITS).then_some(bit)
    })
}

#[cfg(test)]
mod tests {
    use retrograde::{Notation, Options, solve::solve};

    use super::*;
    use crate::pawn::random;
    use crate::registry::Spec;

    /// Random boards of every size the judge allows, from open to nearly walled up.
    #[test]
    fn sweep_equals_kernel_on_random_boards() {
        let options = Options { threads: 1, ..Options::default() };
        for seed in 0..2000 {
            let mut rng = fastrand::Rng::with_seed(seed);
            let spec = Spec { walls: Some(rng.u32(0..70)), ..Spec::default() };
            let (game, start) = random(&mut rng, &spec).unwrap();
            let truth = solve(&game, &options).unwrap();
            let (fast, token) = (table(&game).unwrap().unwrap(), game.token(&start));
            if let Some(slot) = (0..game.slots()).map(Slot).find(|&slot| fast.value(slot) != truth.value(slot)) {
                let position = game.token(&game.position(slot).unwrap());
                panic!("seed {seed}: {position}: {:?}, expected {:?}", fast.value(slot), truth.value(slot));
            }
            for turn in Side::BOTH {
                let start = Position { turn, ..start };
                assert_eq!(
                    answer(&game, &start),
                    truth.value(game.slot(&start)),
                    "seed {seed}, {token}, {turn} to move"
                );
            }
        }
    }

    #[test]
    fn even_squares_are_those_of_an_open_board_whose_coordinates_have_an_even_sum() {
        for row in 0..10_u16 {
            for column in 0..10_u16 {
                let even = EVEN >> bit(Square::new(row, column)) & 1 == 1;
                assert_eq!(even, (row + column).is_multiple_of(2), "{row}, {column}");
            }
        }
    }

    #[test]
    fn larger_boards_have_no_sweep() {
        let (game, start) = Pawn::parse("OO9/11/10X_r").unwrap();
        assert!(answer(&game, &start).is_none());
        assert!(table(&game).is_none());
    }
}
