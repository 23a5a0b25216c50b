//! The faults of programs that were taken for right, and the boards that uncover them.

use retrograde::{BySide, Side};

use super::layers::Match;
use super::rules::{A, B};
use crate::grid::Grid;
use retrograde::author::Square;

/// The shortest paths between the homes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    /// Their number of steps.
    pub(super) length: usize,
    /// The squares in their widest layer.
    pub(super) widest: usize,
}

/// The most squares half way of a board on which [`Match::is_misjudged`] is asked.
const MOST: usize = u128::BITS as usize;

impl Match {
    /// The shortest paths; `None` if there are none.
    ///
    /// # Complexity
    /// O(squares).
    pub(super) fn span(&mut self, grid: &Grid, homes: BySide<Square>) -> Option<Span> {
        let length = self.paths.search(grid, homes)?;
        let mut widest = self.paths.width(A);
        for distance in (0..length / 2).rev() {
            self.fork_back(distance);
            widest = Side::BOTH.map(|side| self.paths.width(side)).into_iter().fold(widest, usize::max);
        }
        Some(Span { length, widest })
    }

    /// Whether A wins, though at each step all squares half way that a square of A leads to are among those that some square of B's
    /// layer leads to. A published program takes that for enough for B to win; but B must also be able to go to that square.
    ///
    /// False where the number of squares half way is above 128.
    pub(super) fn is_misjudged(&mut self, grid: &Grid, homes: BySide<Square>) -> bool {
        self.seems_met(grid, homes) && self.winner(grid, homes) == Some(A)
    }

    /// The criterion of that program.
    fn seems_met(&mut self, grid: &Grid, homes: BySide<Square>) -> bool {
        let Some(length) = self.paths.search(grid, homes).filter(|length| length % 2 == 0) else { return false };
        let middle = self.paths.width(A);
        if middle > MOST {
            return false;
        }
        // For each square of a layer the squares half way that it leads to, a bit each.
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

    /// The boards of a known case.
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
