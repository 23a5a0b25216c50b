//! Searches for boards with long games by hill climbing. Each step changes a few squares of a board and solves the new
//! board with the [sweep](super::sweep). The search continues from the new board if its longest game is at least as
//! long as the longest game of the old board. If the longest game of the new board is a little shorter, the search
//! continues from the new board with some probability.

use fastrand::Rng;
use retrograde::{Notation, Side};

use super::messages::Sizes;
use super::rows::{HALF, News, STRIDE, WIDTH};
use super::rules::{Pawn, Position, RED};
use super::sweep::{Sweep, fits};
use crate::grid::Grid;
use crate::messages::Size;
use retrograde::author::{BestFound, Climbed, Climber, SearchSpec, Square};
use retrograde::rules::message::Message;

/// The maximum number of rows and of columns of a board.
const MAX_SIDE: usize = 10;
/// A climb stops after this number of consecutive boards that are not better than its best board.
pub(super) const PATIENCE: u32 = 20_000;
/// If the longest game of a new board is shorter by this number of plies, a climb accepts the board with probability
/// 1/e.
const TEMPERATURE: f64 = 2.0;

/// The start of the longest game on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// The length of the game in plies.
    pub depth: u32,
    /// The kings' squares.
    pub kings: [Square; 2],
    /// The pawn's square.
    pub pawn: Square,
}

/// Returns the start, with Red to move, of the longest game that `winner` wins. Returns `None` if no start is a win for
/// `winner`, or if the board is larger than 10x10.
///
/// # Complexity
/// For each of the two groups of positions and each depth, the sweep processes at most 110 x 110 x 2 words. The sweep
/// finds only the positions that `winner` wins. The positions that `winner` wins are enough, because the wins of one
/// side do not depend on the wins of the other side.
pub fn deepest(sweep: &mut Sweep, game: &Pawn, winner: Side) -> Option<Start> {
    let mut deepest: Option<Start> = None;
    if !fits(game.grid()) {
        return None;
    }
    for parity in [0, 1] {
        sweep.seed(game, parity);
        sweep.changed[winner.other()] = [false; WIDTH];
        while !sweep.is_done() {
            let depth = sweep.depth + 1;
            // With Red to move, Red wins in an odd number of plies and loses in an even number.
            let is_reds_turn = depth.is_multiple_of(2) != (winner == RED);
            sweep.step(|_, row, news| {
                if is_reds_turn && deepest.is_none_or(|start| start.depth < depth) {
                    deepest = start(depth, row, news).or(deepest);
                }
            });
        }
    }
    deepest
}

/// Returns one of the newly decided positions in `news`; `row` is the index of one king. `news` contains no finished
/// positions, so the pawn is neither on row 1 nor on a king. Therefore the position is a start.
fn start(depth: u32, row: usize, news: &News) -> Option<Start> {
    let square = |place: usize| Square::new((place / STRIDE) as u16, (place % STRIDE) as u16);
    news.iter().enumerate().find_map(|(half, words)| {
        let other = words[..row].iter().position(|&squares| squares != 0)?;
        let pawn = half * HALF + words[other].trailing_zeros() as usize;
        Some(Start { depth, kings: [row, other].map(|king| square(king - STRIDE)), pawn: square(pawn) })
    })
}

/// Tries boards that differ from `grid` in some squares, and searches each of these boards for a start that `winner`
/// wins in `least` plies or more. Returns the start as the part of a token after `pawn:`. Returns `None` if no tried
/// board has a start that `winner` wins in `least` plies or more.
pub(super) fn near(sweep: &mut Sweep, grid: &Grid, winner: Side, least: u32, rng: &mut Rng) -> Option<String> {
    const TRIES: u32 = 20;
    if !fits(grid) {
        return None;
    }
    let mut hill = Hill { walls: Walls::of(grid), start: None };
    for _ in 0..TRIES {
        let walls = hill.walls.changed(rng);
        let start = deepest(sweep, &Pawn::new(walls.grid()), winner);
        if start.is_some_and(|start| start.depth >= least) {
            hill = Hill { walls, start };
        }
    }
    let (game, start) = hill.set_up()?;
    Some(game.print(&start))
}

/// Returns a climber, which searches for boards with long games.
///
/// # Errors
/// Returns an error if the board size is too large or too small, or if an initial board is not a pawn board or has
/// another size.
pub fn climber(search_spec: &SearchSpec) -> Result<Box<dyn Climber>, Message> {
    Ok(Box::new(Search::new(search_spec)?))
}

/// The walls of a board as a bit set of squares, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Walls {
    rows: usize,
    columns: usize,
    bits: u128,
}

impl Walls {
    fn of(grid: &Grid) -> Self {
        let is_wall = |(index, square): (usize, Square)| u128::from(!grid.is_floor(square)) << index;
        let bits = grid.squares().enumerate().map(is_wall).sum();
        Self { rows: grid.rows(), columns: grid.columns(), bits }
    }

    fn grid(&self) -> Grid {
        let mut grid = Grid::new(self.columns);
        for row in 0..self.rows {
            grid.push_row((0..self.columns).map(|column| self.is_wall(row, column)));
        }
        grid
    }

    const fn size(&self) -> usize {
        self.rows * self.columns
    }

    const fn is_wall(&self, row: usize, column: usize) -> bool {
        self.bits >> (row * self.columns + column) & 1 != 0
    }

    fn set(&mut self, row: usize, column: usize, is_wall: bool) {
        let bit = 1 << (row * self.columns + column);
        self.bits = if is_wall { self.bits | bit } else { self.bits & !bit };
    }

    /// Exchanges the contents of two squares.
    fn swap(&mut self, a: (usize, usize), b: (usize, usize)) {
        let (at_a, at_b) = (self.is_wall(a.0, a.1), self.is_wall(b.0, b.1));
        self.set(a.0, a.1, at_b);
        self.set(b.0, b.1, at_a);
    }

    fn random_square(&self, rng: &mut Rng) -> (usize, usize) {
        (rng.usize(0..self.rows), rng.usize(0..self.columns))
    }

    /// Changes one to `most` squares from wall to floor or from floor to wall; small numbers are more likely.
    fn flip(&mut self, rng: &mut Rng, most: usize) {
        for _ in 0..most {
            self.bits ^= 1 << rng.usize(0..self.size());
            if rng.bool() {
                return;
            }
        }
    }

    /// Exchanges the contents of two neighbouring squares. Such an exchange can move a wall by one square.
    fn slide(&mut self, rng: &mut Rng) {
        let (row, column) = self.random_square(rng);
        if rng.bool() {
            self.swap((row, column), ((row + 1) % self.rows, column));
        } else {
            self.swap((row, column), (row, (column + 1) % self.columns));
        }
    }

    /// Rotates all squares of a row or of a column by one square.
    fn shift(&mut self, rng: &mut Rng) {
        let (row, column) = self.random_square(rng);
        if rng.bool() {
            (1..self.columns).for_each(|next| self.swap((row, next - 1), (row, next)));
        } else {
            (1..self.rows).for_each(|next| self.swap((next - 1, column), (next, column)));
        }
    }

    /// Mirrors some consecutive rows.
    fn mirror(&mut self, rng: &mut Rng) {
        let (first, last) = (rng.usize(0..self.rows), rng.usize(0..self.rows));
        for row in first..=last {
            (0..self.columns / 2).for_each(|column| self.swap((row, column), (row, self.columns - 1 - column)));
        }
    }

    fn changed(mut self, rng: &mut Rng) -> Self {
        match rng.u32(0..100) {
            0..70 => self.flip(rng, 4),
            70..95 => self.slide(rng),
            95..99 => self.shift(rng),
            _ => self.mirror(rng),
        }
        self
    }

    /// Returns a maze. The maze connects the squares in every second row and column by a random spanning tree, which is
    /// the floor of the maze.
    fn maze(rows: usize, columns: usize, rng: &mut Rng) -> Self {
        let mut walls = Self { rows, columns, bits: u128::MAX >> (128 - rows * columns) };
        let mut path = vec![(rng.usize(0..rows), rng.usize(0..columns))];
        walls.set(path[0].0, path[0].1, false);
        while let Some(&(row, column)) = path.last() {
            let mut ways = [(-1, 0), (1, 0), (0, -1), (0, 1)];
            rng.shuffle(&mut ways);
            let next = ways.iter().find_map(|&(down, right)| {
                let between = walls.beside(row, column, down, right)?;
                let (row, column) = walls.beside(row, column, 2 * down, 2 * right)?;
                walls.is_wall(row, column).then_some((between, (row, column)))
            });
            match next {
                None => drop(path.pop()),
                Some((between, room)) => {
                    walls.set(between.0, between.1, false);
                    walls.set(room.0, room.1, false);
                    path.push(room);
                }
            }
        }
        walls
    }

    /// Returns a zigzag path. Rows of floor alternate with rows of wall. Each row of wall has one hole, alternately at
    /// the left and the right end.
    fn serpentine(rows: usize, columns: usize, rng: &mut Rng) -> Self {
        let mut walls = Self { rows, columns, bits: 0 };
        let first = rng.usize(0..2);
        for row in (first..rows).step_by(2) {
            let hole = if row / 2 % 2 == 0 { 0 } else { columns - 1 };
            (0..columns).for_each(|column| walls.set(row, column, column != hole));
        }
        walls
    }

    fn beside(&self, row: usize, column: usize, down: isize, right: isize) -> Option<(usize, usize)> {
        let (row, column) = (row.checked_add_signed(down)?, column.checked_add_signed(right)?);
        (row < self.rows && column < self.columns).then_some((row, column))
    }
}

/// A board, and the start of its longest game.
#[derive(Clone, Copy)]
struct Hill {
    walls: Walls,
    start: Option<Start>,
}

impl Hill {
    /// Returns the length of the longest game in plies; 0 if the side wins from no start.
    fn height(&self) -> u32 {
        self.start.map_or(0, |start| start.depth)
    }

    fn set_up(&self) -> Option<(Pawn, Position)> {
        let Start { kings, pawn, .. } = self.start?;
        Pawn::set_up(self.walls.grid(), &kings, &[pawn], RED).ok()
    }
}

/// The state of one climb, with its current board and its best board.
#[derive(Clone, Copy)]
struct Climb {
    here: Hill,
    highest: Hill,
    /// The number of boards that were tried since the best board was found.
    idle: u32,
}

/// A sequence of climbs; each climb starts at a new board.
struct Search {
    rows: usize,
    columns: usize,
    winner: Side,
    /// A climb stops when it has found a game of this depth, in plies.
    enough: u32,
    /// The boards at which climbs start. If the list is empty, climbs start at mazes and zigzag paths.
    origins: Vec<Walls>,
    sweep: Sweep,
    rng: Rng,
    /// The current climb, which may have just ended; `None` before the first climb.
    climb: Option<Climb>,
}

impl Search {
    fn new(search_spec: &SearchSpec) -> Result<Self, Message> {
        let origins = search_spec.from.iter().map(|token| origin(token)).collect::<Result<Vec<_>, _>>()?;
        let usual = origins.first().map_or((MAX_SIDE, MAX_SIDE), |walls| (walls.rows, walls.columns));
        let (rows, columns) = search_spec.size.map_or(usual, |(rows, columns)| (rows as usize, columns as usize));
        if !(2..=MAX_SIDE).contains(&rows) || !(1..=MAX_SIDE).contains(&columns) || rows * columns < 3 {
            return Err(Sizes::Climb { most: MAX_SIDE, size: Size::board(rows as u64, columns as u64) }.into());
        }
        if let Some(other) = origins.iter().find(|walls| (walls.rows, walls.columns) != (rows, columns)) {
            let [size, origin] = [(rows, columns), (other.rows, other.columns)]
                .map(|(rows, columns)| Size::board(rows as u64, columns as u64));
            return Err(Sizes::Origin { size, origin }.into());
        }
        let (winner, enough) = (search_spec.winner, search_spec.enough.unwrap_or(u32::MAX));
        let (sweep, rng) = (Sweep::new(), Rng::with_seed(search_spec.seed));
        Ok(Self { rows, columns, winner, enough, origins, sweep, rng, climb: None })
    }

    fn origin(&mut self) -> Walls {
        let (rows, columns, rng) = (self.rows, self.columns, &mut self.rng);
        match rng.choice(&self.origins) {
            Some(&walls) => walls,
            None if rng.bool() => Walls::maze(rows, columns, rng),
            None => Walls::serpentine(rows, columns, rng),
        }
    }

    fn hill(&mut self, walls: Walls) -> Hill {
        Hill { walls, start: deepest(&mut self.sweep, &Pawn::new(walls.grid()), self.winner) }
    }

    /// Decides at random whether the climb goes to a new board. The longest game on the new board is `loss` plies
    /// shorter than the longest game on the current board. If `loss` is 0, the climb always goes to the new board.
    fn accepts(&mut self, loss: u32) -> bool {
        loss == 0 || self.rng.f64() < (-f64::from(loss) / TEMPERATURE).exp()
    }

    fn is_over(&self, climb: &Climb) -> bool {
        climb.highest.height() >= self.enough || climb.idle >= PATIENCE
    }

    fn begun(&mut self) -> Climb {
        let walls = self.origin();
        let here = self.hill(walls);
        Climb { here, highest: here, idle: 0 }
    }

    fn continued(&mut self, Climb { here, highest, idle }: Climb) -> Climb {
        let walls = here.walls.changed(&mut self.rng);
        let next = self.hill(walls);
        let here = if self.accepts(here.height().saturating_sub(next.height())) { next } else { here };
        if next.height() > highest.height() {
            Climb { here, highest: next, idle: 0 }
        } else {
            Climb { here, highest, idle: idle + 1 }
        }
    }
}

impl Climber for Search {
    fn step(&mut self) -> Climbed {
        let climb = match self.climb.take() {
            Some(climb) if !self.is_over(&climb) => self.continued(climb),
            _ => self.begun(),
        };
        self.climb = Some(climb);
        match climb.idle {
            _ if self.is_over(&climb) => Climbed::Over,
            0 => Climbed::Higher,
            _ => Climbed::Level,
        }
    }

    fn highest(&self) -> Option<BestFound> {
        let highest = self.climb?.highest;
        let (game, start) = highest.set_up()?;
        Some(BestFound { depth: highest.height(), token: game.token(&start) })
    }
}

/// Returns the walls of a token's board.
fn origin(token: &str) -> Result<Walls, Message> {
    let text = token.strip_prefix(Pawn::ID).and_then(|rest| rest.strip_prefix(':'));
    let text = text.ok_or_else(|| Sizes::NotPawn { token: token.to_owned() })?;
    let (game, _) = Pawn::parse(text)?;
    if !fits(game.grid()) {
        return Err(Sizes::ClimbMost { size: Size::board(MAX_SIDE as u64, MAX_SIDE as u64) }.into());
    }
    Ok(Walls::of(game.grid()))
}

#[cfg(test)]
mod tests {
    use retrograde::{Depth, Game, Numbered, Slot, Table, Value};

    use super::super::depths::table;
    use super::super::rules::BLACK;
    use super::*;
    use crate::pawn::random;
    use retrograde::author::Spec;

    /// Returns the depth of the longest game that `winner` wins, over all starts in the table with Red to move.
    fn longest(game: &Pawn, table: &Table, winner: Side) -> Option<u32> {
        let depth = |slot| {
            let position = game.position(slot)?;
            let is_start = game.turn(&position) == RED && game.ending(&position).is_none();
            match table.value(slot)? {
                Value::Win(depth) if winner == RED => Some(depth),
                Value::Loss(depth) if winner == BLACK => Some(depth),
                _ => None,
            }
            .filter(|_| is_start)
        };
        (0..game.slots()).map(Slot).filter_map(depth).max().map(Depth::plies)
    }

    #[test]
    fn the_deepest_start_is_that_of_the_table() {
        let mut sweep = Sweep::new();
        for seed in 0..500 {
            let mut rng = Rng::with_seed(seed);
            let spec = Spec { walls: Some(rng.u32(0..60)), ..Spec::default() };
            let (game, _) = random(&mut rng, &spec).unwrap();
            let table = table(&game).unwrap().unwrap();
            for winner in Side::BOTH {
                let found = deepest(&mut sweep, &game, winner);
                let plies = found.map(|start| start.depth);
                assert_eq!(plies, longest(&game, &table, winner), "seed {seed}, {winner} wins");
                let Some(Start { depth, kings, pawn }) = found else { continue };
                let (game, start) = Pawn::set_up(game.grid().clone(), &kings, &[pawn], RED).unwrap();
                let value = table.value(game.slot(&start)).unwrap();
                assert_eq!(value.depth().unwrap().plies(), depth, "seed {seed}, {winner} wins");
            }
        }
    }

    fn search_spec(seed: u64) -> SearchSpec {
        SearchSpec { size: Some((6, 6)), winner: RED, enough: None, from: Vec::new(), seed }
    }

    #[test]
    fn the_same_seed_climbs_the_same_hills() {
        assert_same_hills(0..2);
    }

    #[test]
    #[ignore = "slow: more seeds of the same test"]
    fn more_seeds_climb_the_same_hills() {
        assert_same_hills(2..5);
    }

    fn assert_same_hills(seeds: std::ops::Range<u64>) {
        let climb = |seed| {
            let mut climber = climber(&search_spec(seed)).unwrap();
            let steps: Vec<_> = (0..500).map(|_| climber.step()).collect();
            (steps, climber.highest())
        };
        for seed in seeds {
            let (steps, highest) = climb(seed);
            assert_eq!((&steps, &highest), (&climb(seed).0, &climb(seed).1), "seed {seed}");
            assert!(highest.unwrap().depth > 20, "seed {seed}");
        }
    }

    #[test]
    fn a_climb_is_over_where_it_is_high_enough_and_goes_on_from_there() {
        let mut first = climber(&SearchSpec { enough: Some(25), ..search_spec(1) }).unwrap();
        while first.step() != Climbed::Over {}
        let best_found = first.highest().unwrap();
        assert!(best_found.depth >= 25, "{best_found:?}");
        let mut second =
            climber(&SearchSpec { from: vec![best_found.token.clone()], size: None, ..search_spec(2) }).unwrap();
        assert_eq!(second.step(), Climbed::Higher);
        assert_eq!(second.highest().unwrap().depth, best_found.depth);
    }

    #[test]
    fn mazes_and_changes_stay_on_the_board() {
        let mut rng = Rng::with_seed(3);
        for (rows, columns) in [(2, 2), (3, 1), (10, 10), (7, 4)] {
            let board = u128::MAX >> (128 - rows * columns);
            for _ in 0..500 {
                for walls in [Walls::maze(rows, columns, &mut rng), Walls::serpentine(rows, columns, &mut rng)] {
                    assert_eq!(Walls::of(&walls.grid()), walls);
                    assert_eq!(walls.changed(&mut rng).bits & !board, 0);
                }
            }
        }
    }

    #[test]
    fn what_cannot_be_climbed_is_refused() {
        let refused = |search_spec: SearchSpec| climber(&search_spec).err().unwrap().to_string();
        assert!(refused(SearchSpec { size: Some((11, 10)), ..search_spec(0) }).contains("not 11x10"));
        assert!(refused(SearchSpec { size: Some((1, 10)), ..search_spec(0) }).contains("not 1x10"));
        assert!(
            refused(SearchSpec { from: vec!["race:A1/1B_a".to_owned()], ..search_spec(0) })
                .contains("from pawn positions")
        );
        assert!(
            refused(SearchSpec { from: vec!["pawn:OO/1X_r".to_owned()], ..search_spec(0) })
                .contains("cannot begin at a board of 2x2")
        );
    }
}
