//! Computes the sets of squares that the tests of moves read in one position.

use super::bits::Set;
use super::moves::SIGHTS;

/// The maximum number of sets that tests read.
pub(super) const MOST_SIGHTS: usize = 16 + SIGHTS;

/// The sets of a position that tests read.
#[inline(always)]
pub(super) fn sights<const C: usize>(all: Set, components: &[Set; C]) -> [Set; MOST_SIGHTS] {
    let mut sights = [0; MOST_SIGHTS];
    sights[..C].copy_from_slice(components);
    let union = |sets: &[Set]| sets.iter().fold(0, |all, set| all | set);
    let (own, opponent) = (union(&components[..C / 2]), union(&components[C / 2..]));
    sights[C] = all & !own & !opponent;
    (sights[C + 1], sights[C + 2], sights[C + 3]) = (own | opponent, own, opponent);
    sights
}
