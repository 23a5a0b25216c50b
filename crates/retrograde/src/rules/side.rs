//! The two players.

use std::array;
use std::fmt;
use std::iter::Zip;
use std::ops::{Index, IndexMut};
use std::slice;

/// One of the two players. `First` is the player that the game's rules name first. This player is not necessarily the
/// side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The player named first in the rules.
    First,
    /// The player named second in the rules.
    Second,
}

impl Side {
    /// Both players, in the order of the rules.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// Returns the opponent.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// Returns the index of the player. The index is 0 for the first player and 1 for the second player. Most
    /// numberings use this index as the lowest digit of a slot.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the first side if `digit` is even, and the second side if `digit` is odd.
    #[inline]
    #[must_use]
    pub const fn from_parity(digit: u64) -> Self {
        if digit & 1 == 0 { Self::First } else { Self::Second }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::First => "first",
            Self::Second => "second",
        })
    }
}

/// One `T` for each player.
///
/// ```
/// use retrograde::{BySide, Side};
/// let wins = BySide([3, 5]);
/// assert_eq!(wins[Side::Second], 5);
/// let lines: Vec<_> = wins.iter().map(|(side, count)| format!("{side}: {count}")).collect();
/// assert_eq!(lines, ["first: 3", "second: 5"]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BySide<T>(pub [T; 2]);

impl<T> Index<Side> for BySide<T> {
    type Output = T;
    #[inline]
    fn index(&self, side: Side) -> &T {
        &self.0[side.index()]
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        &mut self.0[side.index()]
    }
}

impl<T> BySide<T> {
    /// Returns each player with its `T`, in the order of the rules.
    pub fn iter(&self) -> Zip<array::IntoIter<Side, 2>, slice::Iter<'_, T>> {
        Side::BOTH.into_iter().zip(&self.0)
    }
}

impl<T> IntoIterator for BySide<T> {
    type Item = (Side, T);
    type IntoIter = Zip<array::IntoIter<Side, 2>, array::IntoIter<T, 2>>;
    fn into_iter(self) -> Self::IntoIter {
        Side::BOTH.into_iter().zip(self.0)
    }
}

impl<'a, T> IntoIterator for &'a BySide<T> {
    type Item = (Side, &'a T);
    type IntoIter = Zip<array::IntoIter<Side, 2>, slice::Iter<'a, T>>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
