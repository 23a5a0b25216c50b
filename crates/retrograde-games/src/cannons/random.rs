//! Random rows.

use std::iter;

use fastrand::Rng;

use super::row::Row;
use super::{Cannons, Position};
use retrograde::entry::Spec;

/// The length of a row, if none is asked for.
const USUAL: u32 = 12;

/// A random start: a row of fair coins, as long as `spec` has columns.
///
/// # Errors
/// More than one row, walls, or a length that no table has.
pub fn random(rng: &mut Rng, spec: &Spec) -> Result<(Cannons, Position), String> {
    let (rows, length) = spec.size.unwrap_or((1, USUAL));
    if rows != 1 {
        return Err(format!("cannons stand in one row, not in {rows}: ask for the size 1x{length}"));
    }
    if spec.walls.is_some_and(|percent| percent > 0) {
        return Err("a row of cannons has no walls".to_owned());
    }
    let cannons = iter::repeat_with(|| if rng.bool() { '1' } else { '0' });
    // One cannon more than a row can have says as much as any number of them.
    let row: String = cannons.take(length.min(Row::MAX_LEN + 1) as usize).collect();
    let row = Row::from_text(&row).ok_or_else(|| format!("a row has 1 to {} cannons, not {length}", Row::MAX_LEN))?;
    Ok((Cannons::new(length), Position::start(row)))
}
