//! The rules of hexapawn and breakthrough.

use std::fmt;

use retrograde::author::Square;
use retrograde::{Ending, Game, NoMove, Side};

use crate::open::Pieces;

/// The game that is played. The two games differ in the moves of the pawns and in the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PawnGame {
    /// Hexapawn. Each side has one row of pawns. A pawn moves diagonally only to capture.
    Hexapawn,
    /// Breakthrough. Each side has two rows of pawns, or one row if the board has at most four rows. A pawn may also
    /// step diagonally onto an empty square.
    Breakthrough,
}

/// Hexapawn or breakthrough on a board of one size.
#[derive(Clone, Copy, Debug)]
pub struct Pawns {
    pub(super) game: PawnGame,
    pub(super) rows: u16,
    pub(super) columns: u16,
}

/// A position: the pawns' squares and the side to move. Every arrangement of pawns is a position, even if play cannot
/// reach the arrangement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// White's pawns, then Black's pawns.
    pub(super) pawns: Pieces,
    pub(super) turn: Side,
}

/// A move of a pawn from one square to another, such as `b3b2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The square that the pawn leaves.
    pub from: Square,
    /// The square that the pawn enters.
    pub to: Square,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

impl Pawns {
    /// Returns all squares, row by row.
    fn squares(&self) -> impl Iterator<Item = Square> {
        (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| Square::new(row, column)))
    }

    fn bit(&self, square: Square) -> u64 {
        1 << (u32::from(square.row) * u32::from(self.columns) + u32::from(square.column))
    }

    /// Returns the row that a side's pawns march to; White's goal is the first row.
    const fn goal(&self, side: Side) -> u16 {
        match side {
            Side::First => 0,
            Side::Second => self.rows - 1,
        }
    }

    /// Returns the squares of a side's pawns that stand on its goal row.
    pub(super) fn arrived(&self, position: &Position, side: Side) -> impl Iterator<Item = Square> {
        let (goal, pawns) = (self.goal(side), position.pawns[side.index()]);
        (0..self.columns)
            .map(move |column| Square::new(goal, column))
            .filter(move |&square| pawns & self.bit(square) > 0)
    }
}

impl Game for Pawns {
    type Position = Position;
    type Move = Move;
    const TIES: bool = false;
    const ALTERNATES: bool = true;
    /// A side without a move loses. A side without pawns has no move.
    const NO_MOVE: NoMove = NoMove::Loses;

    fn turn(&self, position: &Position) -> Side {
        position.turn
    }

    /// Returns how the game has ended. In play, only the side that has just moved can have reached its goal.
    fn ending(&self, position: &Position) -> Option<Ending> {
        [position.turn.other(), position.turn]
            .into_iter()
            .find(|&side| self.arrived(position, side).next().is_some())
            .map(|winner| Ending::won(winner, "last-row"))
    }

    fn each_move(&self, position: &Position, mut visit: impl FnMut(Move, Position)) {
        if self.ending(position).is_some() {
            return;
        }
        let steps_diagonally = self.game == PawnGame::Breakthrough;
        let (mover, other) = (position.turn, position.turn.other());
        let [mine, theirs] = [mover, other].map(|side| position.pawns[side.index()]);
        for from in self.squares().filter(|&from| mine & self.bit(from) > 0) {
            let row = if mover == Side::First { from.row - 1 } else { from.row + 1 };
            let columns = [from.column.checked_sub(1), Some(from.column), from.column.checked_add(1)];
            for column in columns.into_iter().flatten().filter(|&column| column < self.columns) {
                let to = Square::new(row, column);
                let (is_mine, is_theirs) = (mine & self.bit(to) > 0, theirs & self.bit(to) > 0);
                let may = if column == from.column { !is_theirs } else { is_theirs || steps_diagonally };
                if may && !is_mine {
                    let mut pawns = position.pawns;
                    pawns[mover.index()] ^= self.bit(from) | self.bit(to);
                    pawns[other.index()] &= !self.bit(to);
                    visit(Move { from, to }, Position { pawns, turn: other });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use retrograde::Tokens;
    use retrograde::judge::oracle;

    use super::*;

    /// `OpenSpiel` counts positions that differ only in the side to move as one board.
    #[test]
    fn breakthrough_has_the_published_count_of_boards() {
        let (game, start) = PawnGame::Breakthrough.parse("4x3").unwrap();
        let boards: BTreeSet<Pieces> = oracle(&game, [start]).into_keys().map(|position| position.pawns).collect();
        assert_eq!(boards.len(), 9_682);
    }
}
