//! Generates random rows.

use std::iter;

use fastrand::Rng;

use super::messages::Sizes;
use super::row::Row;
use super::rules::{Cannons, Position};
use retrograde::author::Spec;
use retrograde::rules::message::Message;

/// The default length of a random row.
const USUAL: u32 = 12;

/// Returns a random start. Each cannon has either colour with equal probability. The row has as many cannons as `spec`
/// has columns.
///
/// # Errors
/// Returns an error if `spec` has more than one row, has walls, or has a length outside 1 to [`Row::MAX_LEN`].
pub fn random(rng: &mut Rng, spec: &Spec) -> Result<(Cannons, Position), Message> {
    let (rows, length) = spec.size.unwrap_or((1, USUAL));
    if rows != 1 {
        return Err(Sizes::AskForTheSize { rows, length }.into());
    }
    if spec.walls.is_some_and(|percent| percent > 0) {
        return Err(Sizes::NoWalls.into());
    }
    let cannons = iter::repeat_with(|| if rng.bool() { '1' } else { '0' });
    // A row that is one cannon too long causes the same error as any longer row.
    let row: String = cannons.take(length.min(Row::MAX_LEN + 1) as usize).collect();
    let row = Row::from_text(&row).ok_or(Sizes::Row { most: Row::MAX_LEN, length })?;
    Ok((Cannons::new(length), Position::start(row)))
}
