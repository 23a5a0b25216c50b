//! Histograms, which count the positions of each class and depth.

use crate::rules::value::{Depth, Kind, Value};

/// The numbers of positions that are won, lost, tied and drawn for the player to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The number of positions that the player to move wins.
    pub win: u64,
    /// The number of positions that the player to move loses.
    pub loss: u64,
    /// The number of ties.
    pub tie: u64,
    /// The number of draws.
    pub draw: u64,
}

impl Counts {
    /// Returns the number of positions whose value has the class `kind`.
    pub const fn of(&self, kind: Kind) -> u64 {
        match kind {
            Kind::Win => self.win,
            Kind::Loss => self.loss,
            Kind::Tie => self.tie,
            Kind::Draw => self.draw,
        }
    }

    /// Returns the number of positions of all classes.
    pub const fn total(&self) -> u64 {
        self.win + self.loss + self.tie + self.draw
    }

    /// Counts one more position of a class.
    pub const fn add(&mut self, kind: Kind) {
        self.add_many(kind, 1);
    }

    fn merge(&mut self, other: Self) {
        for kind in Kind::ALL {
            self.add_many(kind, other.of(kind));
        }
    }

    const fn add_many(&mut self, kind: Kind, more: u64) {
        let count = match kind {
            Kind::Win => &mut self.win,
            Kind::Loss => &mut self.loss,
            Kind::Tie => &mut self.tie,
            Kind::Draw => &mut self.draw,
        };
        *count += more;
    }
}

/// The number of positions of each class and depth. Positions of both sides to move are counted together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    /// The number of positions of each class.
    pub totals: Counts,
    /// The number of positions of each class at each depth, from 0 plies to the greatest depth. The list contains no
    /// draws. A draw has no depth.
    pub by_depth: Vec<Counts>,
}

impl Histogram {
    /// Adds `positions` to the number of positions with this value.
    pub fn add(&mut self, value: Value, positions: u64) {
        self.totals.add_many(value.kind(), positions);
        if let Some(depth) = value.depth().filter(|_| positions > 0) {
            row(&mut self.by_depth, depth).add_many(value.kind(), positions);
        }
    }

    /// Adds the counts of another histogram.
    pub fn merge(&mut self, other: &Self) {
        self.totals.merge(other.totals);
        if self.by_depth.len() < other.by_depth.len() {
            self.by_depth.resize(other.by_depth.len(), Counts::default());
        }
        self.by_depth.iter_mut().zip(&other.by_depth).for_each(|(own, &more)| own.merge(more));
    }
}

/// Returns the counts of a depth. If the list is too short, the function extends it with zeros.
pub(crate) fn row(by_depth: &mut Vec<Counts>, depth: Depth) -> &mut Counts {
    let row = depth.plies() as usize;
    if by_depth.len() <= row {
        by_depth.resize(row + 1, Counts::default());
    }
    &mut by_depth[row]
}
