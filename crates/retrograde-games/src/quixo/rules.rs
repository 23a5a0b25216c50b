//! The rules of quixo.

use std::fmt;

use retrograde::author::Square;
use retrograde::{Ending, Game, Side};

use super::pushes::{Line, MAX_SIDE, Size, pushed};

/// Quixo on a board of one size.
#[derive(Clone, Copy, Debug)]
pub struct Quixo {
    pub(super) size: Size,
}

/// A position: the marks on the cubes and the side to move. Every arrangement of marks is a position, even if play
/// cannot reach the arrangement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Two bit sets in reading order: the cubes with an X, and the cubes with an O.
    pub(super) marks: [u32; 2],
    /// The side to move. In a finished game, this is the side that would move next.
    pub(super) turn: Side,
}

/// A move takes a cube and pushes it in again. A move is written as the square where the cube is taken and the square
/// where the cube is pushed in, such as `a1a4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The square where the cube is taken.
    pub from: Square,
    /// The square where the cube is pushed in.
    pub to: Square,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

impl Move {
    /// Returns the old and the new square of each shifted cube. The new square is one square closer to the square of
    /// the taken cube.
    pub(super) fn carried(self) -> impl Iterator<Item = [Square; 2]> {
        let towards =
            |from: u16, to: u16| from.saturating_add_signed((i32::from(to) - i32::from(from)).signum() as i16);
        let next = move |at: Square| Square::new(towards(at.row, self.from.row), towards(at.column, self.from.column));
        let from_end = std::iter::successors(Some(self.to), move |&at| Some(next(at)));
        from_end.take_while(move |&at| at != self.from).map(move |at| [at, next(at)])
    }
}

impl Quixo {
    /// Returns the game on a board of 2 to 5 rows and 2 to 5 columns; `None` for other sizes.
    pub fn new(rows: usize, columns: usize) -> Option<Self> {
        let is_side = |side| (2..=MAX_SIDE).contains(&side);
        (is_side(rows) && is_side(columns)).then_some(Self { size: Size { rows, columns } })
    }

    /// Returns a board of blank cubes with X to move.
    pub fn start() -> Position {
        Position { marks: [0; 2], turn: Side::First }
    }

    fn square(&self, cube: usize) -> Square {
        Square::new((cube / self.size.columns) as u16, (cube % self.size.columns) as u16)
    }

    /// Returns, as a mask, the first line on which all cubes have the mark of a side.
    pub(super) fn line(&self, position: &Position, side: Side) -> Option<u32> {
        let marks = position.marks[side.index()];
        self.size.masks().find(|line| marks & line == *line)
    }
}

impl Line {
    /// Returns the marks after a push of `mover` along this line.
    fn after(self, marks: [u32; 2], mover: Side, (from, to): (usize, usize)) -> [u32; 2] {
        self.moved(marks, Some(mover), (from, to))
    }

    /// Returns the marks before a push along this line. Before the push, the cube had the mark of `owner`; if `owner`
    /// is `None`, the cube was blank.
    pub(super) fn before(self, marks: [u32; 2], owner: Option<Side>, (from, to): (usize, usize)) -> [u32; 2] {
        self.moved(marks, owner, (to, from))
    }

    /// Returns the marks after the cube at the index `from` of the line has moved to the index `to`. The cube then
    /// shows the mark of `owner`, or is blank if `owner` is `None`. Each cube between the two indexes moves by one
    /// square towards `from`.
    fn moved(self, marks: [u32; 2], owner: Option<Side>, (from, to): (usize, usize)) -> [u32; 2] {
        Side::BOTH.map(|side| {
            let mask = marks[side.index()];
            mask & !self.spread(u32::MAX) | self.spread(pushed(self.bits(mask), from, to, owner == Some(side)))
        })
    }
}

impl Game for Quixo {
    type Position = Position;
    type Move = Move;
    const TIES: bool = false;
    const ALTERNATES: bool = true;

    fn turn(&self, position: &Position) -> Side {
        position.turn
    }

    /// Returns how the game has ended. A side whose marks fill a line wins. If both sides have a line, the side that
    /// has just moved loses, because it completed the opponent's line.
    fn ending(&self, position: &Position) -> Option<Ending> {
        [position.turn, position.turn.other()]
            .into_iter()
            .find(|&side| self.line(position, side).is_some())
            .map(|winner| Ending::won(winner, "line"))
    }

    fn each_move(&self, position: &Position, mut visit: impl FnMut(Move, Position)) {
        if self.ending(position).is_some() {
            return;
        }
        let (mover, next) = (position.turn, position.turn.other());
        let theirs = position.marks[next.index()];
        for line in self.size.lines() {
            for (from, to) in line.pushes().filter(|(from, _)| theirs >> line.cube(*from) & 1 == 0) {
                let action = Move { from: self.square(line.cube(from)), to: self.square(line.cube(to)) };
                visit(action, Position { marks: line.after(position.marks, mover, (from, to)), turn: next });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use retrograde::{Notation, Value};

    use super::*;

    #[test]
    fn the_cubes_between_move_up_by_one() {
        let square = |name: &str| name.parse::<Square>().unwrap();
        let carried = |from, to| {
            let pairs = Move { from: square(from), to: square(to) }.carried();
            pairs.map(|[from, to]| format!("{from}{to}")).collect::<Vec<_>>()
        };
        assert_eq!(carried("a1", "a4"), ["a4a3", "a3a2", "a2a1"]);
        assert_eq!(carried("c2", "a2"), ["a2b2", "b2c2"]);
    }

    /// A push that completes lines of both marks loses for the player who pushed.
    #[test]
    fn who_makes_both_lines_loses() {
        let (game, position) = Quixo::parse("XXX/1O1/OOO_x").unwrap();
        assert_eq!(game.ending(&position).map(|ending| ending.to_string()), Some("first won: line".to_owned()));
        assert_eq!(
            game.ending(&position).map(|ending| ending.value_for(Side::First)),
            Some(Value::Win(retrograde::Depth::ZERO))
        );
    }
}
