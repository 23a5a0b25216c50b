//! The shortcut: retrograde analysis in which one bit is one square of the pawn.
//!
//! For each pair of kings, the pawn's squares are the bits of two words, and a depth is a handful of word operations for each pair:
//!
//! ```text
//! Red to move wins       if a king's step leads to a pair where Black, to move, is lost:   OR over the pair's neighbours
//! Red to move is lost    if all neighbours of the pair are won by Black, to move:          AND over the neighbours
//! Black to move wins     if a pawn's step leads to where Red, to move, is lost:            shifts within the pair
//! Black to move is lost  if no pawn's step leads to where Red is not winning:              shifts within the pair
//! ```
//!
//! Every move changes the parity of the sum of all coordinates, so a start belongs to one of two classes in which pieces and
//! parity tell the side to move: half the positions never matter, and one bit serves both sides, Red's turns on one colour of a
//! chessboard, Black's on the other.
//!
//! The pairs lie in a square array, by one king's place and the other's, with each board padded by a column: then the neighbours
//! of all pairs in a row are four rows and four shifts of the row itself, and the work is straight loops over words, which compilers
//! turn into vector instructions. The array is symmetric; working both halves costs less than finding mirror images. Rows whose
//! surroundings did not change at the last depth are passed over.
//!
//! | bit | not decided | Red wins | Black wins | the pawn's square is a wall | the pair is impossible |
//! | --- | --- | --- | --- | --- | --- |
//! | `red` | 0 | 1 | 0 | 1 | 0 |
//! | `black` | 0 | 0 | 1 | 0 | 1 |
//!
//! A wall counts as won by Red, for no pawn escapes there; an impossible pair as won by Black, for no king does.

use multiversion::multiversion;
use retrograde::table::Cell;
use retrograde::{BySide, Depth, Kind, Numbered, Side, Slot, SolveError, Table, Value};

use super::numbering::rank;
use super::rules::{BLACK, Floor, Pawn, Position, RED};
use crate::grid::Square;

/// The most rows and columns of a board.
const MAX_SIDE: usize = 10;
/// From one row of a board to the next: the column 10 stays empty, so that a step off one side does not come back on the other.
pub(super) const STRIDE: usize = MAX_SIDE + 1;
/// Places of a board.
const PLACES: usize = MAX_SIDE * STRIDE;
/// The array has room for steps off the board on all sides.
pub(super) const WIDTH: usize = STRIDE + PLACES + STRIDE;
/// A board is two words: rows 1 to 5, and rows 6 to 10.
const HALVES: usize = 2;
pub(super) const HALF: usize = PLACES / HALVES;
/// The places, by half, whose row and column have an even sum.
const EVEN: [u64; HALVES] = [0x5555_5555_5555_5555, 0xaaaa_aaaa_aaaa_aaaa];

/// One king's place, by the other's.
type Row = [u64; WIDTH];
/// The pawn's squares for all pairs, by half.
type Plane = [Vec<Row>; HALVES];

/// A square's bit.
#[derive(Clone, Copy)]
struct Place {
    index: usize,
    half: usize,
}

impl Place {
    const fn of(square: Square) -> Self {
        let index = square.row as usize * STRIDE + square.column as usize;
        Self { index, half: index / HALF }
    }

    const fn bit(self) -> u64 {
        1 << (self.index % HALF)
    }

    /// Where its row, or its word in a row, stands in the array.
    const fn padded(self) -> usize {
        self.index + STRIDE
    }
}

/// The squares from which a pawn's step, up, left or right, leads into those of a half, and of the half above.
#[inline]
const fn pawn_origins(squares: u64, above: u64) -> u64 {
    squares << STRIDE | squares << 1 | squares >> 1 | above >> (HALF - STRIDE)
}

/// A workspace for boards of at most 10x10, to be used again: half a mebibyte.
pub struct Sweep {
    red: Plane,
    black: Plane,
    /// By winner: the rows that changed at the last depth.
    pub(super) changed: BySide<[bool; WIDTH]>,
    /// The floor squares.
    board: [u64; HALVES],
    /// The places of floor squares, padded.
    floor: Vec<usize>,
    /// The parity of the sum of all coordinates when Red is to move.
    parity: usize,
    pub(super) depth: u32,
}

/// What one depth decides in a row.
pub(super) type News = [Row; HALVES];

impl Default for Sweep {
    fn default() -> Self {
        Self::new()
    }
}

impl Sweep {
    /// A workspace.
    pub fn new() -> Self {
        let plane = || [vec![[0; WIDTH]; WIDTH], vec![[0; WIDTH]; WIDTH]];
        let changed = BySide([[false; WIDTH]; 2]);
        Self { red: plane(), black: plane(), changed, board: [0; HALVES], floor: Vec::new(), parity: 0, depth: 0 }
    }

    /// The value of a position for the side to move, with its depth: the sweep stops as soon as it is decided.
    /// `None` if the board is larger than 10x10.
    ///
    /// # Complexity
    /// For each depth, at most 110 x 110 x 2 words, with some twenty operations each.
    pub fn answer(&mut self, game: &Pawn, position: &Position) -> Option<Value> {
        if !fits(game) {
            return None;
        }
        let [a, b] = position.kings.map(|king| Place::of(game.square(king)));
        let pawn = Place::of(game.square(position.pawn));
        self.seed(game, (a.index + b.index + pawn.index + position.turn.index()) % 2);
        let decided = |plane: &Plane| plane[pawn.half][a.padded()][b.padded()] & pawn.bit() != 0;
        while !decided(&self.red) && !decided(&self.black) {
            if self.is_done() {
                return Some(Value::Draw);
            }
            self.step(|_, _, _| ());
        }
        let winner = if decided(&self.red) { RED } else { BLACK };
        let depth = Depth::new(self.depth);
        Some(if winner == position.turn { Value::Win(depth) } else { Value::Loss(depth) })
    }
}

impl Sweep {
    /// Lays out the class with that parity, its finished positions decided in the order of the rules.
    pub(super) fn seed(&mut self, game: &Pawn, parity: usize) {
        let places: Vec<Place> = game.grid().floor().map(Place::of).collect();
        (self.parity, self.depth) = (parity, 0);
        self.board = union(&places);
        self.floor.clear();
        self.floor.extend(places.iter().map(|place| place.padded()));
        self.changed = BySide([[false; WIDTH]; 2]);
        for half in 0..HALVES {
            self.red[half].fill([0; WIDTH]);
            self.black[half].fill([!0; WIDTH]);
            self.seed_half(&places, half);
        }
        self.seed_walled_in();
        for &row in &self.floor {
            self.changed[RED][row] = true;
            self.changed[BLACK][row] = true;
        }
    }

    fn seed_half(&mut self, places: &[Place], half: usize) {
        let goal = union(places.iter().filter(|place| place.index < STRIDE))[half];
        let has_step = pawn_origins(self.board[half], if half == 0 { 0 } else { self.board[half - 1] });
        let stuck = self.board[half] & !has_step;
        let in_half = |place: Place| if place.half == half { place.bit() } else { 0 };
        for &a in places {
            for &b in places.iter().filter(|b| b.index != a.index) {
                let (row, word) = (a.padded(), b.padded());
                let kings = in_half(a) | in_half(b);
                let reds_turn = self.turns(row)[half][word];
                // The pawn on row 1 has won. On a king, the side has won that has just moved. Black may be stuck.
                let black = goal | (kings & reds_turn);
                let red = (kings | stuck) & !goal & !reds_turn;
                self.black[half][row][word] = black;
                self.red[half][row][word] = !self.board[half] | red;
            }
        }
    }

    /// Red, to move, may be stuck: neither king has a step, but perhaps onto the other.
    fn seed_walled_in(&mut self) {
        let steps = |from: usize| [from - STRIDE, from - 1, from + 1, from + STRIDE].map(|to| (from, to));
        let has_step = |from: usize, other: usize| {
            steps(from).iter().any(|&(_, to)| to != other && self.floor.binary_search(&to).is_ok())
        };
        // Such a king has at most one floor square beside it.
        let is_confined = |&king: &usize| steps(king).iter().any(|&(_, other)| !has_step(king, other));
        let kings: Vec<usize> = self.floor.iter().copied().filter(is_confined).collect();
        let pairs = kings.iter().flat_map(|&a| kings.iter().map(move |&b| (a, b)));
        let stuck: Vec<_> = pairs.filter(|&(a, b)| a != b && !has_step(a, b) && !has_step(b, a)).collect();
        for (row, word) in stuck {
            for half in 0..HALVES {
                let open = !(self.red[half][row][word] | self.black[half][row][word]);
                self.black[half][row][word] |= open & self.turns(row)[half][word];
            }
        }
    }

    /// The pawn's squares on which Red is to move, for the pairs of a row.
    fn turns(&self, row: usize) -> &'static News {
        &TURNS[(row + self.parity) % 2]
    }

    pub(super) fn is_done(&self) -> bool {
        self.changed.0.iter().all(|rows| !rows.contains(&true))
    }

    /// Decides one depth more: at an even depth the side to move is lost, at an odd one it wins, for play alternates.
    /// `record` is given the news of a winner and a row.
    ///
    /// News go into the rows at once: they are on squares of the other side's turn than those that the rest of the depth reads.
    pub(super) fn step(&mut self, mut record: impl FnMut(Side, usize, &News)) {
        // Each kernel with the side for which it looks for changes, and for which it decides.
        let ((of_kings, kings), (of_pawn, pawn)): ((Side, Kernel), (Side, Kernel)) = if self.depth.is_multiple_of(2) {
            ((RED, red_wins), (BLACK, black_wins))
        } else {
            ((BLACK, red_loses), (RED, black_loses))
        };
        let mut changing = BySide([[false; WIDTH]; 2]);
        let mut news = [[0; WIDTH]; HALVES];
        for index in 0..self.floor.len() {
            let row = self.floor[index];
            let [near, here] = [self.changed_around(of_kings, row), self.changed[of_pawn][row]];
            for (looks, side, kernel) in [(near, of_kings, kings), (here, of_pawn, pawn)] {
                if looks && kernel(&self.red, &self.black, row, self.turns(row), &mut news) {
                    absorb(if side == RED { &mut self.red } else { &mut self.black }, row, &news);
                    changing[side][row] = true;
                    record(side, row, &news);
                }
            }
        }
        self.changed = changing;
        self.depth += 1;
    }

    /// Whether something changed for `side` in a row, or in one that a king's step leads to.
    fn changed_around(&self, side: Side, row: usize) -> bool {
        let changed = &self.changed[side];
        [row, row - STRIDE, row - 1, row + 1, row + STRIDE].iter().any(|&near| changed[near])
    }
}

/// Decides one depth in one row: given both planes, the row, and the squares of Red's turn, writes the news and says whether
/// there are any.
type Kernel = fn(&Plane, &Plane, usize, &News, &mut News) -> bool;

fn union<'p>(places: impl IntoIterator<Item = &'p Place>) -> [u64; HALVES] {
    let mut squares = [0; HALVES];
    for place in places {
        squares[place.half] |= place.bit();
    }
    squares
}

/// The pawn's squares on which Red is to move: by the parity of the class and one king's place, by half, by the other king's place.
static TURNS: [News; 2] = [reds_turns(0), reds_turns(1)];

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

/// Red to move wins if a king's step leads to a pair where Black, to move, is lost.
#[multiversion(targets = "simd")]
fn red_wins(red: &Plane, black: &Plane, row: usize, turns: &News, news: &mut News) -> bool {
    let mut any = 0;
    for half in 0..HALVES {
        let [up, left, own, right, down] = rows_around(&red[half], row);
        let (black, turns, news) = (&black[half][row], &turns[half], &mut news[half]);
        for b in STRIDE..STRIDE + PLACES {
            let lost = up[b] | left[b] | right[b] | down[b];
            let lost = lost | own[b - STRIDE] | own[b - 1] | own[b + 1] | own[b + STRIDE];
            news[b] = lost & turns[b] & !(own[b] | black[b]);
            any |= news[b];
        }
    }
    any != 0
}

/// Red to move is lost if every king's step leads to a pair where Black, to move, wins.
#[multiversion(targets = "simd")]
fn red_loses(red: &Plane, black: &Plane, row: usize, turns: &News, news: &mut News) -> bool {
    let mut any = 0;
    for half in 0..HALVES {
        let [up, left, own, right, down] = rows_around(&black[half], row);
        let (red, turns, news) = (&red[half][row], &turns[half], &mut news[half]);
        for b in STRIDE..STRIDE + PLACES {
            let won = up[b] & left[b] & right[b] & down[b];
            let won = won & own[b - STRIDE] & own[b - 1] & own[b + 1] & own[b + STRIDE];
            news[b] = won & turns[b] & !(own[b] | red[b]);
            any |= news[b];
        }
    }
    any != 0
}

/// Black to move wins if a pawn's step leads to where Red, to move, is lost.
#[multiversion(targets = "simd")]
fn black_wins(red: &Plane, black: &Plane, row: usize, turns: &News, news: &mut News) -> bool {
    let [[red_top, red_bottom], [top, bottom]] = [red, black].map(|plane| [&plane[0][row], &plane[1][row]]);
    let [news_top, news_bottom] = news;
    let mut any = 0;
    for b in STRIDE..STRIDE + PLACES {
        let (lost_top, lost_bottom) = (pawn_origins(top[b], 0), pawn_origins(bottom[b], top[b]));
        news_top[b] = lost_top & !(turns[0][b] | red_top[b] | top[b]);
        news_bottom[b] = lost_bottom & !(turns[1][b] | red_bottom[b] | bottom[b]);
        any |= news_top[b] | news_bottom[b];
    }
    any != 0
}

/// Black to move is lost if no pawn's step leads to where Red, to move, does not win.
#[multiversion(targets = "simd")]
fn black_loses(red: &Plane, black: &Plane, row: usize, turns: &News, news: &mut News) -> bool {
    let [[top, bottom], [black_top, black_bottom]] = [red, black].map(|plane| [&plane[0][row], &plane[1][row]]);
    let [news_top, news_bottom] = news;
    let mut any = 0;
    for b in STRIDE..STRIDE + PLACES {
        let (escapes_top, escapes_bottom) = (pawn_origins(!top[b], 0), pawn_origins(!bottom[b], !top[b]));
        news_top[b] = !(escapes_top | turns[0][b] | black_top[b] | top[b]);
        news_bottom[b] = !(escapes_bottom | turns[1][b] | black_bottom[b] | bottom[b]);
        any |= news_top[b] | news_bottom[b];
    }
    any != 0
}

/// Adds the news to a row.
#[multiversion(targets = "simd")]
fn absorb(plane: &mut Plane, row: usize, news: &News) {
    for (half, news) in plane.iter_mut().zip(news) {
        for (word, new) in half[row].iter_mut().zip(news) {
            *word |= new;
        }
    }
}

/// The rows that a step of one king leads to, with the row itself in the middle.
#[inline]
fn rows_around(plane: &[Row], row: usize) -> [&Row; 5] {
    [row - STRIDE, row - 1, row, row + 1, row + STRIDE].map(|near| &plane[near])
}

/// Whether boards of this size have the shortcut.
pub(super) fn fits(game: &Pawn) -> bool {
    game.grid().rows().max(game.grid().columns()) <= MAX_SIDE
}

/// The values of all positions: the same table as the kernel's. `None` if the board is larger than 10x10.
///
/// # Errors
/// [`SolveError::TooDeep`], if a depth does not fit a cell. The longest game known takes 357 plies.
pub fn table(game: &Pawn) -> Option<Result<Table, SolveError>> {
    fits(game).then(|| all_values(game))
}

fn all_values(game: &Pawn) -> Result<Table, SolveError> {
    let mut writer = Writer::new(game);
    let mut sweep = Sweep::new();
    for parity in [0, 1] {
        sweep.seed(game, parity);
        writer.seeds(&sweep);
        while !sweep.is_done() {
            let depth = Depth::new(sweep.depth + 1);
            let value = if sweep.depth.is_multiple_of(2) { Value::Win(depth) } else { Value::Loss(depth) };
            let cell = Cell::of(value).ok_or(SolveError::TooDeep { slot: Slot(0) })?;
            sweep.step(|winner, row, news| {
                let mover = if value.kind() == Kind::Win { winner } else { winner.other() };
                writer.write(row, news, mover, cell);
            });
        }
    }
    Ok(writer.table)
}

/// Fills a table in.
struct Writer<'g> {
    game: &'g Pawn,
    table: Table,
    /// The padded place of each floor square.
    places: Vec<usize>,
    /// The number of a floor square, by its padded place.
    numbers: [u8; WIDTH],
}

impl<'g> Writer<'g> {
    fn new(game: &'g Pawn) -> Self {
        let places: Vec<_> = game.grid().floor().map(|square| Place::of(square).padded()).collect();
        let mut numbers = [0; WIDTH];
        for (&place, number) in places.iter().zip(0..) {
            numbers[place] = number;
        }
        Self { game, table: Table::drawn(game.slots()), places, numbers }
    }

    /// Writes what is decided at depth 0: lost for the side to move; but a pawn on row 1 has won even with Black to move, to
    /// which no play leads.
    fn seeds(&mut self, sweep: &Sweep) {
        let [lost, won] = [Value::Loss(Depth::ZERO), Value::Win(Depth::ZERO)]
            .map(|value| Cell::of(value).expect("depth 0 fits a cell"));
        for &row in &sweep.floor {
            let turns = sweep.turns(row);
            let squares = |plane: &Plane, on: &dyn Fn(usize, usize) -> u64| -> News {
                [0, 1].map(|half| std::array::from_fn(|b| plane[half][row][b] & sweep.board[half] & on(half, b)))
            };
            let reds = |half: usize, b: usize| turns[half][b];
            let blacks = |half: usize, b: usize| !turns[half][b];
            self.write(row, &squares(&sweep.black, &reds), RED, lost);
            self.write(row, &squares(&sweep.red, &blacks), BLACK, lost);
            self.write(row, &squares(&sweep.black, &blacks), BLACK, won);
        }
    }

    /// Gives `cell` to the pawn's squares in one half of a row: each pair of kings is met twice, and written once.
    fn write(&mut self, row: usize, news: &News, mover: Side, cell: Cell) {
        let high = self.numbers[row];
        for low in 0..high {
            let b = self.places[usize::from(low)];
            for (half, news) in news.iter().enumerate() {
                if news[b] != 0 {
                    self.write_squares([Floor(low), Floor(high)], half, news[b], mover, cell);
                }
            }
        }
    }

    fn write_squares(&mut self, pair: [Floor; 2], half: usize, squares: u64, mover: Side, cell: Cell) {
        let first = u64::from(rank(pair)) * u64::from(self.game.floor_count());
        for bit in bits(squares) {
            let pawn = self.numbers[STRIDE + half * HALF + bit as usize];
            let slot = (first + u64::from(pawn)) << 1 | mover.index() as u64;
            self.table.set(Slot(slot), cell);
        }
    }
}

fn bits(mut squares: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = squares.trailing_zeros();
        squares &= squares.wrapping_sub(1);
        (bit < u64::BITS).then_some(bit)
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
                    Sweep::new().answer(&game, &start),
                    truth.value(game.slot(&start)),
                    "seed {seed}, {token}, {turn} to move"
                );
            }
        }
    }

    #[test]
    fn places_cover_the_largest_board_and_know_their_parity() {
        let mut seen = [0; HALVES];
        for row in 0..10_u16 {
            for column in 0..10_u16 {
                let place = Place::of(Square::new(row, column));
                assert_eq!(seen[place.half] & place.bit(), 0, "{row}, {column}");
                seen[place.half] |= place.bit();
                let even = EVEN[place.half] & place.bit() != 0;
                assert_eq!(even, (row + column).is_multiple_of(2), "{row}, {column}");
            }
        }
    }

    #[test]
    fn larger_boards_have_no_sweep() {
        let (game, start) = Pawn::parse("OO9/11/10X_r").unwrap();
        assert!(Sweep::new().answer(&game, &start).is_none());
        assert!(table(&game).is_none());
    }
}
