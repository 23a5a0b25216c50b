//! Generates random starts.

use fastrand::Rng;

use super::judge::{COLUMNS, ROWS};
use super::messages::Sizes;
use super::notation::MAX_SIDE;
use super::rules::{Pawn, Position, RED};
use crate::grid::Grid;
use crate::messages::Size;
use retrograde::author::{Spec, Square};
use retrograde::rules::message::Message;
use retrograde::rules::random::Draw;

/// The default percentage of walls.
const WALLS: u32 = 20;

/// Returns a random start. The function puts the pieces on three random squares, but not the pawn on row 1. After that,
/// some of the other squares become walls.
///
/// If `spec` gives no size, the size is random among the sizes that the judge allows and that have at least three
/// squares.
///
/// # Errors
/// Returns an error if the board has fewer than three squares or two rows, or is larger than the rules allow.
pub fn random(rng: &mut Rng, spec: &Spec) -> Result<(Pawn, Position), Message> {
    let (rows, columns) = match spec.size {
        Some((rows, columns)) => (rows as usize, columns as usize),
        None => random_size(rng),
    };
    if !(2..=MAX_SIDE).contains(&rows) || !(1..=MAX_SIDE).contains(&columns) || rows * columns < 3 {
        return Err(Sizes::Board { most: MAX_SIDE, size: Size::board(rows as u64, columns as u64) }.into());
    }
    let [a, b, pawn] = random_pieces(rng, rows, columns);
    let grid = random_walls(rng, (rows, columns), spec.walls.unwrap_or(WALLS), &[a, b, pawn]);
    Pawn::set_up(grid, &[a, b], &[pawn], RED).map_err(Message::all)
}

fn random_size(rng: &mut Rng) -> (usize, usize) {
    loop {
        let (rows, columns) = (rng.u64(ROWS) as usize, rng.u64(COLUMNS) as usize);
        if rows * columns >= 3 {
            return (rows, columns);
        }
    }
}

/// Returns three different squares; the third is not on row 1.
fn random_pieces(rng: &mut Rng, rows: usize, columns: usize) -> [Square; 3] {
    let mut squares: Vec<Square> = Grid::open(rows, columns).squares().collect();
    let pawn = squares.swap_remove(rng.index(columns..squares.len()));
    rng.mix(&mut squares);
    [squares[0], squares[1], pawn]
}

fn random_walls(rng: &mut Rng, (rows, columns): (usize, usize), percent: u32, pieces: &[Square]) -> Grid {
    let mut grid = Grid::new(columns);
    for row in 0..rows {
        let squares = (0..columns).map(|column| Square::new(row as u16, column as u16));
        grid.push_row(squares.map(|square| rng.u32(0..100) < percent && !pieces.contains(&square)));
    }
    grid
}
