//! Random boards.

use fastrand::Rng;
use retrograde::BySide;

use super::layers;
use super::messages::Sizes;
use super::notation::MAX_SIDE;
use super::rules::{Position, Race};
use crate::grid::Grid;
use crate::messages::Size;
use retrograde::author::{Spec, Square};
use retrograde::rules::message::Message;

/// The rows and columns, if none are asked for.
const USUAL: u32 = 6;

/// The walls in percent, if none are asked for.
const USUAL_WALLS: u32 = 25;

/// Boards tried before the request is called hopeless.
const TRIES: u32 = 100;

/// A random start: each square is a wall with the chance that `spec` asks for, the homes are any two squares of
/// floor with a path between them.
///
/// # Errors
/// A size that no board has, or so many walls that no path was found.
pub fn random(rng: &mut Rng, spec: &Spec) -> Result<(Race, Position), Message> {
    let (rows, columns) = spec.size.unwrap_or((USUAL, USUAL));
    let (size, sizes) = (Size::board(rows, columns), 1..=MAX_SIDE as u32);
    if !sizes.contains(&rows) || !sizes.contains(&columns) || rows * columns < 2 {
        return Err(Sizes::Board { size, most: MAX_SIDE }.into());
    }
    let walls = spec.walls.unwrap_or(USUAL_WALLS);
    let found = (0..TRIES).find_map(|_| board(rng, rows, columns, walls));
    let race = found.ok_or(Sizes::NoPath { tries: TRIES, size, walls })?;
    let start = race.start();
    Ok((race, start))
}

/// A random board; `None` if it has no path.
fn board(rng: &mut Rng, rows: u32, columns: u32, walls: u32) -> Option<Race> {
    let mut grid = Grid::new(columns as usize);
    for _ in 0..rows {
        grid.push_row((0..columns).map(|_| rng.u32(0..100) < walls));
    }
    let floor: Vec<Square> = grid.floor().collect();
    let mut homes = rng.choose_multiple(floor, 2);
    rng.shuffle(&mut homes);
    let homes = BySide(homes.try_into().ok()?);
    layers::is_joined(&grid, homes).then(|| Race::new(grid, homes))?
}
