//! Generates starts for tests of P4658 programs.

use fastrand::Rng;
use retrograde::{BySide, Notation, messages};

use super::layers;
use super::messages::Sizes;
use super::notation::MAX_SIDE;
use super::rules::Race;
use crate::grid::{BoardFormat, Grid, Ground, TextBoard};
use crate::known;
use crate::messages::Size;
use crate::shape::{Lines, Shape, Walls, all_walls, power_of_two, smaller};
use retrograde::author::{self, Census, Direction, KnownStart, Made, Square, UpTo};
use retrograde::rules::message::Message;

/// Generates the starts that the judge accepts. In such a start, the board is square, the tokens are on their homes,
/// and a path connects the homes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Starts;

/// If the caller gives no size, half of the boards have at most this number of rows and columns.
const SMALL: usize = 6;
/// If the caller gives no size, no board has more than this number of rows and columns.
const LARGE: usize = 24;

impl author::Starts for Starts {
    fn cases(&self) -> usize {
        10
    }

    fn known(&self) -> &'static [KnownStart] {
        known::RACE
    }

    fn make(&self, rng: &mut Rng, size: Option<(u32, u32)>) -> Result<Made, Message> {
        let length = match size {
            Some((rows, columns)) => checked_side(rows, columns)?,
            None => random_side(rng),
        };
        Ok(Form::random(rng).make(rng, length).unwrap_or_else(|| corners(length)))
    }

    fn smaller(&self, start: &str) -> Box<dyn Iterator<Item = String>> {
        match board_of(start) {
            Some(board) => Box::new(smaller(board, Lines::Both).filter_map(|board| start_of(&board))),
            None => Box::new(std::iter::empty()),
        }
    }

    /// Returns every square board with a path between the homes.
    fn all(&self, up_to: UpTo) -> Result<Census, Message> {
        let side = match up_to {
            UpTo::Side(side) => checked_side(side, side)?,
            UpTo::Board(rows, columns) => checked_side(rows, columns)?,
        };
        let most = (2..=side).try_fold(0_u64, |sum, side| sum.checked_add(count(side)?));
        Ok(Census { most, starts: Box::new((2..=side).flat_map(all_of_side)) })
    }
}

fn checked_side(rows: u32, columns: u32) -> Result<usize, Message> {
    if rows != columns {
        return Err(Sizes::NotSquare { size: Size::board(rows, columns) }.into());
    }
    let side = rows as usize;
    let refused = || Sizes::Contest { most: MAX_SIDE, size: Size::board(rows, columns) }.into();
    (2..=MAX_SIDE).contains(&side).then_some(side).ok_or_else(refused)
}

fn random_side(rng: &mut Rng) -> usize {
    let most = if rng.bool() { SMALL } else { LARGE };
    rng.usize(2..=most)
}

/// The special form of a board.
#[derive(Clone, Copy)]
enum Form {
    /// A board with walls of the given shape, and with homes on random squares.
    Shape(Shape),
    /// A board with walls of the given shape, and with homes on the first and the last floor square.
    Far(Shape),
    /// A board with walls of the given shape, and with adjacent homes.
    Adjacent(Shape),
    /// A rhombus of floor with some walls. The layers between the homes become wider and then narrower.
    Lens,
}

messages! {
    /// A special property of a board, in addition to the shape of its walls.
    enum Special {
        Adjacent: "homes side by side", "起点相邻的棋盘";
        Lens: "a lens", "透镜形棋盘";
    }
}

impl Form {
    fn random(rng: &mut Rng) -> Self {
        let shape = *rng.choice(&Shape::ALL).unwrap_or(&Shape::Open);
        match rng.u32(..8) {
            0 => Self::Adjacent(shape),
            1 => Self::Lens,
            2 | 3 => Self::Far(shape),
            _ => Self::Shape(shape),
        }
    }

    fn shape(self) -> Message {
        match self {
            Self::Shape(shape) | Self::Far(shape) => shape.into(),
            Self::Adjacent(_) => Special::Adjacent.into(),
            Self::Lens => Special::Lens.into(),
        }
    }

    /// Returns a start; `None` if no tried board has two homes with a path between them.
    fn make(self, rng: &mut Rng, side: usize) -> Option<Made> {
        const TRIES: usize = 20;
        (0..TRIES).find_map(|_| {
            let walls = match self {
                Self::Shape(shape) | Self::Far(shape) | Self::Adjacent(shape) => shape.walls(rng, side, side),
                Self::Lens => lens(rng, side),
            };
            let homes = self.homes(rng, &walls)?;
            let start = text(walls.grid(), homes)?;
            Some(Made { shape: self.shape(), start })
        })
    }

    fn homes(self, rng: &mut Rng, walls: &Walls) -> Option<[Square; 2]> {
        let floor: Vec<Square> = walls.floor().collect();
        let middle = (walls.rows() / 2) as u16;
        let mut homes = match self {
            Self::Shape(_) => {
                let [a, b] = rng.choose_multiple(floor, 2)[..] else { return None };
                [a, b]
            }
            Self::Far(_) => [*floor.first()?, *floor.last()?],
            Self::Adjacent(_) => {
                let home = *rng.choice(&floor)?;
                let beside = Direction::ALL.into_iter().filter_map(|way| home.step(way));
                let beside: Vec<Square> = beside.filter(|square| floor.binary_search(square).is_ok()).collect();
                [home, *rng.choice(&beside)?]
            }
            Self::Lens => [Square::new(middle, 0), Square::new(middle, walls.columns() as u16 - 1)],
        };
        rng.shuffle(&mut homes);
        Some(homes)
    }
}

/// Returns a board with a rhombus of floor and with some random walls in the rhombus. The corners of the rhombus are
/// the midpoints of the sides of the board.
fn lens(rng: &mut Rng, side: usize) -> Walls {
    let percent = rng.u32(..10);
    let middle = side / 2;
    Walls::from_fn(side, side, |row, column| {
        let from_end = column.min(side - 1 - column);
        row.abs_diff(middle) > from_end || from_end > 0 && rng.u32(..100) < percent
    })
}

/// Returns a board without walls, with the homes in two opposite corners.
fn corners(side: usize) -> Made {
    let last = side as u16 - 1;
    let homes = [Square::new(0, 0), Square::new(last, last)];
    let start = text(Grid::open(side, side), homes).expect("a board without walls has a path between any squares");
    Made { shape: Shape::Open.into(), start }
}

/// Returns the part of the token after `race:`; `None` if no path connects the homes.
fn text(grid: Grid, homes: [Square; 2]) -> Option<String> {
    let homes = BySide(homes);
    if !layers::is_joined(&grid, homes) {
        return None;
    }
    let race = Race::new(grid, homes)?;
    Some(race.print(&race.start()))
}

/// Returns the board of a start, with the homes as pieces `A` and `B`.
pub(super) fn board_of(start: &str) -> Option<TextBoard> {
    let format = BoardFormat { letters: "AB", ground: Ground::FloorAndWall, rows: MAX_SIDE, columns: MAX_SIDE };
    format.read(start.split('_').next().unwrap_or_default(), 0).ok()
}

/// Returns the homes on a board; `None` if one is missing.
pub(super) fn homes_of(board: &TextBoard) -> Option<[Square; 2]> {
    let home = |letter| board.pieces.iter().find(|piece| piece.0 == letter).map(|piece| piece.1);
    Some([home('A')?, home('B')?])
}

/// Returns the start on an edited board; `None` if the judge does not accept it.
pub(super) fn start_of(board: &TextBoard) -> Option<String> {
    let homes = homes_of(board)?;
    (board.grid.rows() >= 2).then(|| text(board.grid.clone(), homes))?
}

/// Returns the number of boards of a size, including boards without a path between the homes; `None` if the number is
/// 2^64 or more.
fn count(side: usize) -> Option<u64> {
    let squares = side * side;
    power_of_two(squares - 2)?.checked_mul((squares * (squares - 1)) as u64)
}

fn all_of_side(side: usize) -> impl Iterator<Item = String> {
    let squares: Vec<Square> = Grid::open(side, side).squares().collect();
    let firsts = squares.clone();
    let homes = firsts.into_iter().flat_map(move |a| squares.clone().into_iter().map(move |b| [a, b]));
    homes
        .filter(|[a, b]| a != b)
        .flat_map(move |homes| all_walls(side, side, homes.to_vec()).filter_map(move |grid| text(grid, homes)))
}
