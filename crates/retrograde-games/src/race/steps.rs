//! Steps from one square to its neighbours, as indices of a list of squares.

use crate::grid::Grid;
use retrograde::square::{Direction, Square};

/// Up to four indices.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Steps {
    to: [u32; 4],
    len: u32,
}

impl Steps {
    /// The floor squares next to `from` that are among `squares`, by their indices; `squares` is in reading order.
    pub(super) fn between(grid: &Grid, from: Square, squares: &[Square]) -> Self {
        let mut steps = Self::default();
        for next in Direction::ALL.into_iter().filter_map(|direction| grid.neighbour(from, direction)) {
            if let Ok(index) = squares.binary_search(&next) {
                steps.to[steps.len as usize] = index as u32;
                steps.len += 1;
            }
        }
        steps
    }

    /// The indices.
    #[inline]
    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        self.to[..self.len as usize].iter().copied()
    }
}
