//! Numbers of floor squares and of pairs of floor squares.

/// A floor square's number, row by row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Floor(pub(super) u16);

/// Two different floor squares, the lower one first.
pub(super) type Pair = [Floor; 2];

/// All pairs of floor squares by their [`rank`].
pub(super) fn pairs(floor_count: usize) -> Vec<Pair> {
    // A board has at most `MAX_FLOOR` floor squares.
    let floor = || (0..floor_count).map(|number| Floor(number as u16));
    floor().flat_map(|high| floor().take_while(move |&low| low < high).map(move |low| [low, high])).collect()
}

/// Returns the index of a pair in the order of its higher square, then of its lower.
#[inline]
pub(super) fn rank([low, high]: Pair) -> u32 {
    let (low, high) = (u32::from(low.0), u32::from(high.0));
    high * high.saturating_sub(1) / 2 + low
}
