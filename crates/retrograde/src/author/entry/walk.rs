//! Chooses a random position of a game by a random walk from the start.

use super::any::AnyPosition;
use crate::rules::random::Draw;

/// The maximum length of a random walk, in plies. A limit is needed because a game may have cycles.
const LONGEST_WALK: usize = 200;

/// Chooses a position from a random walk that begins at `start`. All positions of the walk in which the game is not
/// over are equally likely.
pub(super) fn walk(start: Box<dyn AnyPosition>, rng: &mut fastrand::Rng) -> Option<Box<dyn AnyPosition>> {
    let (mut chosen, mut now) = (None, start);
    for met in 1..=LONGEST_WALK {
        if now.here().ending.is_some() {
            break;
        }
        let is_chosen = rng.index(..met) == 0;
        let moves = now.breadth();
        let next = if moves == 0 { None } else { now.after(rng.index(..moves)) };
        if is_chosen {
            chosen = Some(now);
        }
        now = match next {
            Some(next) => next,
            None => break,
        };
    }
    chosen
}
