//! Functions that find boards which reveal the faults of published programs. The published programs have passed the
//! judge's tests.

use retrograde::{BySide, Side};

use super::layers::Match;
use super::rules::{A, B};
use crate::grid::Grid;
use retrograde::author::Square;

/// Properties of the shortest paths between the homes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    /// The number of steps of a shortest path.
    pub(super) length: usize,
    /// The number of squares in the widest layer. A layer is the set of squares on shortest paths at one distance from
    /// A's home.
    pub(super) widest: usize,
}

/// The function [`Match::is_misjudged`] works only if the layer at half way has at most this number of squares.
const MOST: usize = u128::BITS as usize;

impl Match {
    /// Returns the length of the shortest paths and the width of the widest layer; `None` if no path exists.
    ///
    /// # Complexity
    /// The time is linear in the number of squares of the board.
    pub(super) fn span(&mut self, grid: &Grid, homes: BySide<Square>) -> Option<Span> {
        let length = self.paths.search(grid, homes)?;
        let mut widest = self.paths.width(A);
        for distance in (0..length / 2).rev() {
            self.fork_back(distance);
            widest = Side::BOTH.map(|side| self.paths.width(side)).into_iter().fold(widest, usize::max);
        }
        Some(Span { length, widest })
    }

    /// Returns whether A wins although a certain condition holds. B can win only if the condition holds. The condition
    /// is that shortest paths have an even length, and that any two opposite layers before half way fit together. Two
    /// layers fit together if, for each square a of A's layer, there is a square b of B's layer with the following
    /// property. If a shortest path leads from a to a square at half way, a shortest path also leads from b to this
    /// square. A published program wrongly treats this condition as sufficient. In fact, B must also be able to reach b
    /// in time.
    ///
    /// Returns false if the layer at half way has more than 128 squares.
    pub(super) fn is_misjudged(&mut self, grid: &Grid, homes: BySide<Square>) -> bool {
        self.seems_met(grid, homes) && self.winner(grid, homes) == Some(A)
    }

    /// Returns whether the condition holds. The documentation of [`is_misjudged`](Self::is_misjudged) describes the
    /// condition.
    fn seems_met(&mut self, grid: &Grid, homes: BySide<Square>) -> bool {
        let Some(length) = self.paths.search(grid, homes).filter(|length| length % 2 == 0) else { return false };
        let middle = self.paths.width(A);
        if middle > MOST {
            return false;
        }
        // For each square of a layer, a bit set of squares at half way. The bit set contains the squares to which
        // shortest paths lead from the square of the layer.
        let own = || (0..middle).map(|square| 1_u128 << square).collect::<Vec<_>>();
        let mut ends = BySide([own(), own()]);
        for distance in (0..length / 2).rev() {
            let forks = self.fork_back(distance);
            for side in Side::BOTH {
                let all_of = |next: &[u32; 4]| next.iter().fold(0, |all, &to| all | ends[side][to as usize]);
                let before = forks[side].iter().map(all_of).collect();
                ends[side] = before;
            }
            if !ends[A].iter().all(|a| ends[B].iter().any(|b| a & !b == 0)) {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::starts::{board_of, homes_of};
    use super::*;
    use crate::known;

    /// Returns the boards of a known case.
    fn known_boards(name: &str) -> Vec<(Grid, BySide<Square>)> {
        let known = known::RACE.iter().copied().find(|known| known.name == name).unwrap();
        let starts = crate::drafts::read(&super::super::p4658::P4658, &[known]);
        let board = |token: &String| {
            let board = board_of(token.strip_prefix("race:").unwrap()).unwrap();
            let homes = homes_of(&board).unwrap();
            (board.grid, BySide(homes))
        };
        starts.iter().flatten().map(board).collect()
    }

    #[test]
    fn issue_27_known_boards_are_of_the_kinds_that_their_notes_name() {
        let mut play = Match::default();
        for (name, is_misjudged) in [("race/021", true), ("race/023", true), ("race/005", false), ("race/028", false)] {
            let found = known_boards(name).iter().any(|(grid, homes)| play.is_misjudged(grid, *homes));
            assert_eq!(found, is_misjudged, "{name}");
        }
        for (name, widest) in [("race/031", 792), ("race/041", 840), ("race/043", 840), ("race/037", 300)] {
            let (grid, homes) = known_boards(name).remove(0);
            let Span { widest: found, .. } = play.span(&grid, homes).unwrap();
            assert_eq!(found, widest, "{name}");
        }
        for (grid, homes) in known_boards("race/027") {
            assert!(play.span(&grid, homes).unwrap().length >= 28);
        }
    }
}
