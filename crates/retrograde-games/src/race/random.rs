//! Generates random boards.

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
use retrograde::rules::random::Draw;

/// The default number of rows and columns.
const USUAL: u32 = 6;

/// The default percentage of walls.
const USUAL_WALLS: u32 = 25;

/// The number of boards that are tried before the function returns an error.
const TRIES: u32 = 100;

/// Returns a random start. Each square is a wall with the probability that `spec` gives. The homes are two random floor
/// squares with a path between them.
///
/// # Errors
/// Returns an error if no board can have the requested size. Also returns an error if there are so many walls that no
/// tried board has a path between the homes.
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

/// Returns a random board; `None` if no path connects its homes.
fn board(rng: &mut Rng, rows: u32, columns: u32, walls: u32) -> Option<Race> {
    let mut grid = Grid::new(columns as usize);
    for _ in 0..rows {
        grid.push_row((0..columns).map(|_| rng.u32(0..100) < walls));
    }
    let floor: Vec<Square> = grid.floor().collect();
    let mut homes = rng.pick_several(floor, 2);
    rng.mix(&mut homes);
    let homes = BySide(homes.try_into().ok()?);
    layers::is_joined(&grid, homes).then(|| Race::new(grid, homes))?
}
