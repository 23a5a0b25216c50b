//! The sets of occupied squares that play reaches.
//!
//! In some games, such as connect four, play reaches only few sets of occupied squares. If slots are sorted by the set
//! of occupied squares, unreachable sets have no slots. The search for reachable sets follows all moves and all
//! symmetries, and ignores which pieces stand on the squares. So the search may find too many sets, but never too few.

use rustc_hash::FxHashSet;

use super::bits::Set;
use super::instances::{Instance, Sight};
use super::symmetry::Permutation;

/// The maximum number of steps of the search. If the search reaches this limit, slots are sorted by a component. Then
/// the table is larger, but still correct.
const MOST_STEPS: usize = 1 << 22;

/// The squares that a move needs to be occupied or empty, and the squares that it changes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Change {
    occupied: Set,
    empty: Set,
    flips: Set,
}

impl Change {
    fn of(instance: &Instance) -> Self {
        let mut change = Self { occupied: 0, empty: 0, flips: 0 };
        for &(sight, set) in &instance.before {
            match sight {
                Sight::Empty => change.empty |= set,
                Sight::Condition(..) => {}
                Sight::Component(_) | Sight::Occupied | Sight::Own | Sight::Opponent => change.occupied |= set,
            }
        }
        instance.flips.iter().for_each(|&(_, set)| change.flips ^= set);
        change
    }
}

/// The sets that the moves of both sides reach from the set `start`, by size. The sets of each size are in ascending
/// order. The result contains only sets of the sizes `sizes`. The result is `None` if the search takes too long.
pub(super) fn shapes(
    start: Set,
    moves: &[Instance],
    images: &[&Permutation],
    sizes: &FxHashSet<u32>,
) -> Option<Vec<Vec<Set>>> {
    let mut changes: Vec<Change> = moves.iter().map(Change::of).filter(|change| change.flips != 0).collect();
    changes.sort_unstable();
    changes.dedup();
    let (mut found, mut left, mut steps) = (FxHashSet::from_iter([start]), vec![start], 0);
    while let Some(set) = left.pop() {
        steps += changes.len() + images.len();
        if steps > MOST_STEPS {
            return None;
        }
        let fits = |change: &&Change| set & change.occupied == change.occupied && set & change.empty == 0;
        let after = changes.iter().filter(fits).map(|change| set ^ change.flips);
        let turned = images.iter().map(|image| image.of(set));
        left.extend(after.chain(turned).filter(|next| sizes.contains(&next.count_ones()) && found.insert(*next)));
    }
    let most = sizes.iter().copied().max().unwrap_or(0) as usize;
    let mut shapes = vec![Vec::new(); most + 1];
    for set in found {
        shapes[set.count_ones() as usize].push(set);
    }
    for sets in &mut shapes {
        sets.sort_unstable();
    }
    Some(shapes)
}
