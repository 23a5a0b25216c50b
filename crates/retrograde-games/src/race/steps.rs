//! Stores the steps from a square to its neighbours, as indexes into a list of squares.

use crate::grid::Grid;
use retrograde::author::{Direction, Square};

/// The number of a floor square, counted row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Floor(pub(super) u32);

impl Floor {
    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A list of at most four indexes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Steps {
    /// The indexes. The entries after the last index are `NOWHERE`.
    to: [u32; 4],
    len: u32,
}

/// A number that is not the index of a square.
const NOWHERE: u32 = u32::MAX;

impl Steps {
    /// The empty list.
    pub(super) const NONE: Self = Self { to: [NOWHERE; 4], len: 0 };

    /// Returns the floor squares next to `from` that are in `squares`, as indexes into `squares`. The list `squares`
    /// must be in reading order.
    pub(super) fn between(grid: &Grid, from: Square, squares: &[Square]) -> Self {
        Self::from(grid, from, |next| squares.binary_search(&next).ok().map(|index| index as u32))
    }

    /// Returns the neighbours of each floor square as indexes into `floor`, in time linear in the number of squares.
    pub(super) fn on(grid: &Grid, floor: &[Square]) -> Vec<Self> {
        let mut next = 0..;
        let number = |is_wall: &bool| if *is_wall { None } else { next.next() };
        let numbers: Vec<Option<u32>> = grid.wall_rows().flatten().map(number).collect();
        floor.iter().map(|&from| Self::from(grid, from, |square| numbers[grid.index(square)?])).collect()
    }

    fn from(grid: &Grid, from: Square, index: impl Fn(Square) -> Option<u32>) -> Self {
        let mut steps = Self::NONE;
        let next = Direction::ALL.into_iter().filter_map(|direction| grid.neighbour(from, direction));
        for index in next.filter_map(index) {
            steps.to[steps.len as usize] = index;
            steps.len += 1;
        }
        steps
    }

    /// Returns whether the list contains an index.
    #[inline]
    #[expect(clippy::needless_bitwise_bool, reason = "four comparisons at once are cheaper than a branch")]
    pub(super) fn contains(&self, index: u32) -> bool {
        self.to.iter().fold(false, |any, &to| any | (to == index))
    }

    /// Returns the number of indexes in the list.
    #[inline]
    pub(super) const fn len(&self) -> usize {
        self.len as usize
    }

    /// Returns the indexes in the list.
    #[inline]
    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        self.to[..self.len()].iter().copied()
    }
}
