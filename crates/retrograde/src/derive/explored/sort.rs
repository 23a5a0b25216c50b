//! Sorts positions, so that their numbers do not depend on the order in which they were found.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

use super::chunks::Chunks;
use crate::kernel::solve::{Options, SolveError, Unsound, filled, share, unsound, with_room};
use crate::rules::game::Slot;

/// Returns the positions of all lists in ascending order. Also returns the new index of each position, indexed by its
/// former index across all lists.
///
/// Each list is first sorted separately, in the processor's cache. After that, all lists are merged. So at most two
/// copies of the positions exist at the same time, not three.
pub(super) fn sorted<P: Ord + Send>(
    mut lists: Vec<Chunks<P>>,
    options: &Options<'_>,
) -> Result<(Vec<P>, Vec<u32>), SolveError> {
    let mut places = vec![Vec::new(); lists.len()];
    share(options.workers(), lists.iter_mut().zip(&mut places).collect(), |(list, places)| {
        options.heed()?;
        *places = list.sort()?;
        Ok(())
    })?;
    merged(lists, &places, options)
}

/// Returns, for each list, the number of positions in all lists before this list.
pub(super) fn firsts<P>(lists: &[Chunks<P>]) -> Vec<u32> {
    let mut next = 0;
    let first = |list: &Chunks<P>| {
        let first = next;
        next += list.len() as u32;
        first
    };
    lists.iter().map(first).collect()
}

/// The next position of a list, its former index in the list, and the index of the list.
struct ListHead<P> {
    position: P,
    place: u32,
    list: usize,
}

/// Merges sorted lists. `places` contains, for each list, the former index of each position.
fn merged<P: Ord>(
    lists: Vec<Chunks<P>>,
    places: &[Vec<u32>],
    options: &Options<'_>,
) -> Result<(Vec<P>, Vec<u32>), SolveError> {
    let firsts = firsts(&lists);
    let count = lists.iter().map(Chunks::len).sum();
    let (mut positions, mut slots): (Vec<P>, _) = (with_room(count)?, filled(count as u64, 0)?);
    let mut lists: Vec<_> = lists.into_iter().zip(places).map(|(list, places)| list.into_iter().zip(places)).collect();
    let mut next = |list: usize| lists[list].next().map(|(position, &place)| ListHead { position, place, list });
    let mut heads: BinaryHeap<_> = (0..firsts.len()).filter_map(&mut next).collect();
    while let Some(mut first) = heads.peek_mut() {
        let list = first.list;
        let head = match next(list) {
            Some(following) => std::mem::replace(&mut *first, following),
            None => PeekMut::pop(first),
        };
        let slot = positions.len();
        if slot.is_multiple_of(1 << 16) {
            options.heed()?;
        }
        if positions.last().is_some_and(|last| *last >= head.position) {
            return Err(unsound(Slot(slot as u64 - 1), Unsound::OnePlace));
        }
        slots[(firsts[list] + head.place) as usize] = slot as u32;
        positions.push(head.position);
    }
    Ok((positions, slots))
}

/// The order is reversed, so that the greatest element of the heap has the smallest position.
impl<P: Ord> Ord for ListHead<P> {
    fn cmp(&self, other: &Self) -> Ordering {
        other.position.cmp(&self.position)
    }
}

impl<P: Ord> PartialOrd for ListHead<P> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<P: Ord> PartialEq for ListHead<P> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<P: Ord> Eq for ListHead<P> {}
