//! The rules of tic-tac-toe.

use retrograde::author::Square;
use retrograde::{Ending, Game, Side};

use crate::grid::Grid;

/// The game tic-tac-toe. Only one board exists, so this type has no fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TicTacToe;

/// A position: the marks on the nine squares, row by row, and the side to move. X moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    pub(super) squares: [Option<Side>; 9],
    pub(super) turn: Side,
}

pub(super) const LETTERS: [char; 2] = ['X', 'O'];

const LINES: [[usize; 3]; 8] = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

impl Position {
    pub(super) fn has_line(&self, side: Side) -> bool {
        self.full_lines(side).next().is_some()
    }

    fn full_lines(&self, side: Side) -> impl Iterator<Item = &[usize; 3]> + '_ {
        LINES.iter().filter(move |line| line.iter().all(|&square| self.squares[square] == Some(side)))
    }

    /// Returns the squares of a side's three in a row.
    pub(super) fn lines(&self, side: Side) -> impl Iterator<Item = Square> + '_ {
        self.full_lines(side).flatten().map(|&square| Square::new((square / 3) as u16, (square % 3) as u16))
    }

    pub(super) fn count(&self, side: Side) -> usize {
        self.squares.iter().filter(|&&square| square == Some(side)).count()
    }

    pub(super) fn letter(&self, square: Square) -> Option<char> {
        let side = self.squares[usize::from(square.row) * 3 + usize::from(square.column)]?;
        Some(LETTERS[side.index()])
    }
}

impl Game for TicTacToe {
    type Position = Position;
    type Move = Square;

    fn turn(&self, position: &Position) -> Side {
        position.turn
    }

    fn ending(&self, position: &Position) -> Option<Ending> {
        let winner = Side::BOTH.into_iter().find(|&side| position.has_line(side));
        match winner {
            Some(side) => Some(Ending::won(side, "three-in-a-row")),
            None => position.squares.iter().all(Option::is_some).then_some(Ending::level("full-board")),
        }
    }

    fn each_move(&self, position: &Position, mut visit: impl FnMut(Square, Position)) {
        if self.ending(position).is_some() {
            return;
        }
        for (index, square) in Grid::open(3, 3).squares().enumerate() {
            if position.squares[index].is_none() {
                let mut squares = position.squares;
                squares[index] = Some(position.turn);
                visit(square, Position { squares, turn: position.turn.other() });
            }
        }
    }
}
