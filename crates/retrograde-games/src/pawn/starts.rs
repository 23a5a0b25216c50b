//! Generates starts for tests of P9169 programs.

use fastrand::Rng;
use retrograde::{Notation, messages};

use super::judge::{COLUMNS, ROWS};
use super::messages::Sizes;
use super::notation::BOARD;
use super::rules::{Pawn, RED};
use crate::grid::{Grid, TextBoard};
use crate::known;
use crate::messages::Size;
use crate::shape::{Lines, Shape, Walls, all_walls, power_of_two, smaller};
use retrograde::author::{self, Census, Direction, KnownStart, Made, Square, UpTo};
use retrograde::rules::message::Message;

/// Generates the starts that the judge accepts. In every such start, Red is to move, and the pawn is not on row 1.
#[derive(Clone, Copy, Debug, Default)]
pub struct Starts;

/// If the caller gives no size, half of the boards have at most this number of rows and of columns.
const SMALL: u64 = 5;

messages! {
    /// A special property of a board, in addition to the shape of its walls.
    enum Special {
        StuckKings: "stuck kings", "两个红子都不能动的棋盘";
        StuckKing: "a stuck king", "一个红子不能动的棋盘";
        Goal: "the goal next to the pawn", "黑子离终点只有一步的棋盘";
        Capture: "a king next to the pawn", "红子与黑子相邻的棋盘";
    }
}

impl author::Starts for Starts {
    fn cases(&self) -> usize {
        10
    }

    fn known(&self) -> &'static [KnownStart] {
        known::PAWN
    }

    fn make(&self, rng: &mut Rng, size: Option<(u32, u32)>) -> Result<Made, Message> {
        let (rows, columns) = match size {
            Some((rows, columns)) => checked_size(rows, columns)?,
            None => random_size(rng),
        };
        let shape = *rng.choice(&Shape::ALL).unwrap_or(&Shape::Open);
        let walls = shape.walls(rng, rows, columns);
        let mut set_up = SetUp::random(rng, walls);
        let shape = match rng.u32(..8) {
            0 => set_up.shut_kings_in(rng).into(),
            1 => set_up.put_goal_next(rng).into(),
            2 => set_up.put_capture_next(rng).map_or_else(|| shape.into(), Message::from),
            _ => shape.into(),
        };
        Ok(Made { shape, start: set_up.start() })
    }

    fn smaller(&self, start: &str) -> Box<dyn Iterator<Item = String>> {
        match board_of(start) {
            Some(board) => Box::new(smaller(board, Lines::Any).filter_map(|board| start_of(&board))),
            None => Box::new(std::iter::empty()),
        }
    }

    /// Returns every board of at least 2 rows and 3 squares.
    fn all(&self, up_to: UpTo) -> Result<Census, Message> {
        let (rows, columns) = match up_to {
            UpTo::Side(side) => checked_size(side, side)?,
            UpTo::Board(rows, columns) => checked_size(rows, columns)?,
        };
        let sizes = (2..=rows).flat_map(move |rows| (1..=columns).map(move |columns| (rows, columns)));
        let sizes = sizes.filter(|(rows, columns)| rows * columns >= 3);
        let most = sizes.clone().try_fold(0_u64, |sum, (rows, columns)| sum.checked_add(count(rows, columns)?));
        Ok(Census { most, starts: Box::new(sizes.flat_map(|(rows, columns)| all_of_size(rows, columns))) })
    }
}

fn checked_size(rows: u32, columns: u32) -> Result<(usize, usize), Message> {
    let fits = ROWS.contains(&rows.into()) && COLUMNS.contains(&columns.into()) && rows * columns >= 3;
    if fits {
        Ok((rows as usize, columns as usize))
    } else {
        Err(Sizes::Contest { size: Size::board(rows, columns) }.into())
    }
}

fn random_size(rng: &mut Rng) -> (usize, usize) {
    let most = if rng.bool() { SMALL } else { *ROWS.end() };
    loop {
        let (rows, columns) = (rng.u64(*ROWS.start()..=most) as usize, rng.u64(*COLUMNS.start()..=most) as usize);
        if rows * columns >= 3 {
            return (rows, columns);
        }
    }
}

/// A start that the generator is building. The pieces stand on different squares, and the pawn is not on row 1.
struct SetUp {
    walls: Walls,
    kings: [Square; 2],
    pawn: Square,
}

impl SetUp {
    /// Places the pieces on random floor squares. If the board has too few floor squares, places the pieces on any
    /// squares and turns these squares into floor.
    fn random(rng: &mut Rng, mut walls: Walls) -> Self {
        let mut squares: Vec<Square> = walls.floor().collect();
        let below = |squares: &[Square]| squares.iter().filter(|square| square.row > 0).count();
        if squares.len() < 3 || below(&squares) == 0 {
            squares = walls.squares().collect();
        }
        let first_below = squares.len() - below(&squares);
        let pawn = squares.remove(rng.usize(first_below..squares.len()));
        rng.shuffle(&mut squares);
        let kings = [squares[0], squares[1]];
        for square in [pawn, kings[0], kings[1]] {
            walls.open_at(square);
        }
        Self { walls, kings, pawn }
    }

    /// Surrounds one king or both kings with walls. If both kings are surrounded, Red may have no move.
    fn shut_kings_in(&mut self, rng: &mut Rng) -> Special {
        let both = rng.bool();
        for king in self.kings.into_iter().take(if both { 2 } else { 1 }) {
            for next in Direction::ALL.into_iter().filter_map(|direction| king.step(direction)) {
                if next != self.pawn && !self.kings.contains(&next) {
                    self.walls.set(next, true);
                }
            }
        }
        if both { Special::StuckKings } else { Special::StuckKing }
    }

    /// Puts the pawn on row 2, one step before its goal.
    fn put_goal_next(&mut self, rng: &mut Rng) -> Special {
        let column = rng.usize(..self.walls.columns()) as u16;
        let to = Square::new(1, column);
        if let Some(king) = self.kings.iter_mut().find(|king| **king == to) {
            *king = self.pawn;
        }
        self.pawn = to;
        self.walls.open_at(to);
        self.walls.open_at(Square::new(0, column));
        Special::Goal
    }

    /// Puts a king next to the pawn. Returns `None` if no square next to the pawn can be used.
    fn put_capture_next(&mut self, rng: &mut Rng) -> Option<Special> {
        let inside = |square: &Square| {
            usize::from(square.row) < self.walls.rows() && usize::from(square.column) < self.walls.columns()
        };
        let beside: Vec<Square> = Direction::ALL
            .into_iter()
            .filter_map(|direction| self.pawn.step(direction))
            .filter(|square| inside(square) && !self.kings.contains(square))
            .collect();
        let to = *rng.choice(&beside)?;
        self.kings[0] = to;
        self.walls.open_at(to);
        Some(Special::Capture)
    }

    fn start(&self) -> String {
        text(self.walls.grid(), self.kings, self.pawn).expect("the pieces stand on different squares of floor")
    }
}

/// Returns the part of the token after `pawn:`; `None` if the arrangement is illegal.
fn text(grid: Grid, kings: [Square; 2], pawn: Square) -> Option<String> {
    let (game, position) = Pawn::set_up(grid, &kings, &[pawn], RED).ok()?;
    Some(game.print(&position))
}

/// Returns the board of a start, with its pieces.
pub(super) fn board_of(start: &str) -> Option<TextBoard> {
    BOARD.read(start.split('_').next().unwrap_or_default(), 0).ok()
}

/// Returns the start on an edited board; `None` if the judge does not accept it.
pub(super) fn start_of(TextBoard { grid, pieces }: &TextBoard) -> Option<String> {
    let standing = |letter| pieces.iter().filter(move |piece| piece.0 == letter).map(|piece| piece.1);
    let kings: Vec<Square> = standing(super::notation::KING).collect();
    let pawn = standing(super::notation::PAWN).next()?;
    let is_start = ROWS.contains(&(grid.rows() as u64)) && pawn.row > 0;
    text(grid.clone(), kings.try_into().ok()?, pawn).filter(|_| is_start)
}

/// Returns the number of starts on boards of a given size; `None` if the number is 2^64 or more.
fn count(rows: usize, columns: usize) -> Option<u64> {
    let squares = rows * columns;
    let places = (squares - columns) * ((squares - 1) * (squares - 2) / 2);
    power_of_two(squares - 3)?.checked_mul(places as u64)
}

fn all_of_size(rows: usize, columns: usize) -> impl Iterator<Item = String> {
    let squares: Vec<Square> = Grid::open(rows, columns).squares().collect();
    let pairs: Vec<[Square; 2]> =
        (0..squares.len()).flat_map(|b| (0..b).map(move |a| [a, b])).map(|pair| pair.map(|at| squares[at])).collect();
    let pawns = squares.into_iter().filter(|square| square.row > 0);
    let standing = pawns.flat_map(move |pawn| pairs.clone().into_iter().map(move |kings| (kings, pawn)));
    standing.filter(|(kings, pawn)| !kings.contains(pawn)).flat_map(move |(kings, pawn)| {
        let grids = all_walls(rows, columns, vec![kings[0], kings[1], pawn]);
        grids.filter_map(move |grid| text(grid, kings, pawn))
    })
}
