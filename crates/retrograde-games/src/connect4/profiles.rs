//! Computes profiles. A profile is the heights of all columns. On boards with too many positions for the engine, the
//! slots are sorted by profile.

use super::board::{MOST, Size, Stones};
use crate::colex::binomial;

/// All profiles of a board, and the first slot of each profile. A profile is the heights of all columns.
#[derive(Debug)]
pub(super) struct Profiles {
    size: Size,
    /// The first slot of each profile (the heights of all columns), in ascending order.
    starts: Vec<u64>,
    /// The code of each profile, in the order of `starts`. A code encodes the heights of the columns.
    codes: Vec<u32>,
    /// For each code, the index of its profile in `starts`.
    places: Vec<u32>,
}

/// A profile: the heights of all columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Profile {
    pub(super) heights: [u8; MOST.1],
    pub(super) stones: usize,
    /// The first slot of the profile.
    pub(super) start: u64,
}

impl Profiles {
    pub(super) fn new(size: Size) -> Self {
        let base = size.rows as u32 + 1;
        let count = base.pow(size.columns as u32);
        let stones = |code: u32| -> u32 { (0..size.columns as u32).map(|column| code / base.pow(column) % base).sum() };
        let mut codes: Vec<u32> = (0..count).collect();
        codes.sort_by_key(|&code| stones(code));
        let mut places = vec![0; codes.len()];
        let mut starts = vec![0_u64];
        for (place, &code) in (0..).zip(&codes) {
            places[code as usize] = place;
            let stones = stones(code) as usize;
            starts.push(starts[place as usize].saturating_add(binomial(stones, stones.div_ceil(2))));
        }
        Self { size, starts, codes, places }
    }

    pub(super) fn slots(&self) -> u64 {
        self.starts[self.codes.len()]
    }

    /// Returns the index of the profile that a slot belongs to.
    pub(super) fn place_of(&self, slot: u64) -> usize {
        self.starts.partition_point(|&start| start <= slot) - 1
    }

    pub(super) fn profile(&self, place: usize) -> Profile {
        let (base, mut code) = (self.size.rows as u32 + 1, self.codes[place]);
        let mut heights = [0; MOST.1];
        for height in &mut heights[..self.size.columns] {
            *height = (code % base) as u8;
            code /= base;
        }
        let stones = heights.iter().map(|&height| usize::from(height)).sum();
        Profile { heights, stones, start: self.starts[place] }
    }

    /// Returns the first slot of the profile with these heights.
    pub(super) fn start(&self, heights: &[u8]) -> u64 {
        let base = self.size.rows as u32 + 1;
        let code = heights[..self.size.columns].iter().rev().fold(0, |code, &height| code * base + u32::from(height));
        self.starts[self.places[code as usize] as usize]
    }
}

impl Profile {
    /// Returns the number of stones that belong to X.
    pub(super) const fn crosses(&self) -> usize {
        self.stones.div_ceil(2)
    }

    /// Returns the stones of X. Bit i of `colours` is 1 if the stone with index i belongs to X.
    #[inline]
    pub(super) fn stones(&self, size: Size, mut colours: u64) -> Stones {
        let mut stones = 0;
        for (column, height) in self.heights[..size.columns].iter().enumerate() {
            stones |= size.bottom(column) * (colours & ((1 << height) - 1));
            colours >>= height;
        }
        stones
    }

    /// Returns the stones of both sides.
    pub(super) fn taken(&self, size: Size) -> Stones {
        self.stones(size, u64::MAX)
    }
}
