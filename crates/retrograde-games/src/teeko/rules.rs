//! The rules of teeko.

use std::fmt;

use retrograde::author::Square;
use retrograde::{Ending, Game, Side};

use super::board::{MEN, Mask, NEIGHBOURS, SIDE, SQUARES, pattern, squares};

/// The game teeko. Only one board exists, so this type has no fields.
#[derive(Clone, Copy, Debug, Default)]
pub struct Teeko;

/// A position: the squares of the pieces and the side to move.
///
/// The following rules are for positions in which not all pieces are on the board. If Black is to move, both sides have
/// equal numbers of pieces. If Red is to move, Black has one more piece than Red. Every arrangement with such numbers
/// of pieces is a position, even if play cannot reach the arrangement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The squares of Black's pieces, then the squares of Red's pieces.
    pub(super) men: [Mask; 2],
    /// The side to move. In a finished game, this is the side that would move next.
    pub(super) turn: Side,
}

/// A move. In a move, a piece is put on a square (`c3`), or a piece moves to a neighbouring square (`c3c4`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The piece's square before the move; `None` if the piece was not on the board.
    pub from: Option<Square>,
    /// The piece's square after the move.
    pub to: Square,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.from.map_or(Ok(()), |from| write!(f, "{from}"))?;
        write!(f, "{}", self.to)
    }
}

impl Position {
    /// The empty board with Black to move.
    pub const START: Self = Self { men: [0; 2], turn: Side::First };

    pub(super) const fn men(self, side: Side) -> Mask {
        self.men[side.index()]
    }

    pub(super) const fn taken(self) -> Mask {
        self.men[0] | self.men[1]
    }

    const fn empty(self) -> Mask {
        !self.taken() & ((1 << SQUARES) - 1)
    }

    /// Returns whether all eight pieces are on the board.
    pub const fn is_set(self) -> bool {
        self.taken().count_ones() as usize == 2 * MEN
    }

    /// Returns a position in which the pieces of `side` stand on `men`, with `turn` to move.
    pub(super) const fn with(self, side: Side, men: Mask, turn: Side) -> Self {
        let mut all = self.men;
        all[side.index()] = men;
        Self { men: all, turn }
    }
}

fn square(number: usize) -> Square {
    Square::new((number / SIDE) as u16, (number % SIDE) as u16)
}

impl Game for Teeko {
    type Position = Position;
    type Move = Move;
    const TIES: bool = false;
    const ALTERNATES: bool = true;

    fn turn(&self, position: &Position) -> Side {
        position.turn
    }

    /// Returns how the game has ended. In play, only the side that has just moved can have a pattern.
    fn ending(&self, position: &Position) -> Option<Ending> {
        [position.turn.other(), position.turn]
            .into_iter()
            .find(|&side| pattern(position.men(side)).is_some())
            .map(|winner| Ending::won(winner, "pattern"))
    }

    fn each_move(&self, position: &Position, mut visit: impl FnMut(Move, Position)) {
        if self.ending(position).is_some() {
            return;
        }
        let (mover, empty) = (position.turn, position.empty());
        let men = position.men(mover);
        let mut go = |from: Option<usize>, to: usize| {
            let left = from.map_or(men, |from| men & !(1 << from));
            visit(Move { from: from.map(square), to: square(to) }, position.with(mover, left | 1 << to, mover.other()));
        };
        if position.is_set() {
            for from in squares(men) {
                squares(NEIGHBOURS[from] & empty).for_each(|to| go(Some(from), to));
            }
        } else {
            squares(empty).for_each(|to| go(None, to));
        }
    }
}
