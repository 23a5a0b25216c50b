//! Numbers floor squares, and pairs of floor squares.

/// The number of a floor square, counted row by row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Floor(pub(super) u16);

/// Two different floor squares; the square with the lower number is first.
pub(super) type Pair = [Floor; 2];

/// Returns all pairs of floor squares in the order of their [`rank`].
pub(super) fn pairs(floor_count: usize) -> Vec<Pair> {
    // A board has at most `MAX_FLOOR` floor squares.
    let floor = || (0..floor_count).map(|number| Floor(number as u16));
    floor().flat_map(|high| floor().take_while(move |&low| low < high).map(move |low| [low, high])).collect()
}

/// Returns the rank of a pair: its index in the list of all pairs. Pairs are sorted by their higher square, then by
/// their lower square.
#[inline]
pub(super) fn rank([low, high]: Pair) -> u32 {
    let (low, high) = (u32::from(low.0), u32::from(high.0));
    high * high.saturating_sub(1) / 2 + low
}
