//! The rules of pawn, in the order of the problem statement, with quotations from it.

use std::fmt;

use retrograde::{Ending, Game, Side};

use super::floor::{Floor, Pair, pairs};
use super::messages::{Misplaced, Pieces};
use crate::grid::Grid;
use crate::looks::{Reason, texts};
use retrograde::author::{Direction, Square};
use retrograde::rules::message::Message;

/// The red side. Red has the two kings and moves first: "红方先走，黑方后走，双方轮流走棋" (Red moves first, then
/// Black; the sides take turns).
pub const RED: Side = Side::First;

/// The black side, which has the pawn.
pub const BLACK: Side = Side::Second;

/// The maximum number of floor squares of a board. With this limit, half of every slot number (slot / 2) fits into 32
/// bits: C(2047, 2) · 2047 < 2^32. The largest table then needs 16 GiB.
pub(super) const MAX_FLOOR: usize = 2047;

/// The game pawn on one board.
#[derive(Clone, Debug)]
pub struct Pawn {
    grid: Grid,
    /// The floor squares in reading order. A [`Floor`] is an index into this list.
    squares: Vec<Square>,
    /// The steps from and to each floor square, indexed by [`Floor`].
    paths: Box<[Paths]>,
    /// All pairs of floor squares, see [`pairs`].
    pub(super) pairs: Vec<Pair>,
}

/// A position: the squares of the pieces and the side to move. A position does not distinguish the two kings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The squares of the two kings. The two squares are different, and the lower square is first.
    pub(super) kings: Pair,
    pub(super) pawn: Floor,
    /// The side to move. In a finished game, this is the side that would move next.
    pub(super) turn: Side,
}

impl Position {
    /// Creates a position; the kings may be given in any order.
    #[inline]
    pub(super) fn new([a, b]: Pair, pawn: Floor, turn: Side) -> Self {
        let kings = if a < b { [a, b] } else { [b, a] };
        Self { kings, pawn, turn }
    }

    /// Returns the two kings in both orders, as two pairs. So each king is first in one of the two pairs.
    #[inline]
    pub(super) fn each_king(&self) -> [(Floor, Floor); 2] {
        let [a, b] = self.kings;
        [(a, b), (b, a)]
    }
}

/// A move: one step of one piece. The text of a move is the square that the piece leaves and the square that the piece
/// enters, such as `c5c6`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The square that the piece leaves.
    pub from: Square,
    /// The square that the piece enters.
    pub to: Square,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

/// A list of up to four floor squares.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Steps {
    to: [Floor; 4],
    count: u8,
}

impl Steps {
    fn new(squares: impl Iterator<Item = Floor>) -> Self {
        let mut steps = Self::default();
        for square in squares {
            steps.to[usize::from(steps.count)] = square;
            steps.count += 1;
        }
        steps
    }

    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = Floor> + '_ {
        self.to.iter().copied().take(self.count.into())
    }

    #[inline]
    fn contains(&self, square: Floor) -> bool {
        self.iter().any(|to| to == square)
    }
}

/// The steps from and to one floor square.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Paths {
    /// The squares that a king on this square can step to. A king on any of the listed squares can also step to this
    /// square.
    pub(super) king: Steps,
    /// The squares that the pawn on this square can step to.
    pub(super) pawn: Steps,
    /// The squares from which the pawn can come to this square.
    pub(super) pawn_origins: Steps,
    /// Whether the square is on the first row, the pawn's goal.
    pub(super) is_goal: bool,
}

impl Paths {
    fn of(grid: &Grid, squares: &[Square], from: Square) -> Self {
        let neighbours = |directions: &[Direction], is_wanted: fn(Square) -> bool| {
            let next = directions.iter().filter_map(|&direction| grid.neighbour(from, direction));
            Steps::new(next.filter(|&square| is_wanted(square)).filter_map(|square| floor(squares, square)))
        };
        Self {
            // "那么它可以走到 (i-1,j),(i+1,j),(i,j-1),(i,j+1) 中的一个": a king goes to one of the four squares beside it.
            king: neighbours(&Direction::ALL, |_| true),
            // "那么它可以走到 (i-1,j),(i,j-1),(i,j+1) 这三个格子中的一个": the pawn goes up, left or right.
            pawn: neighbours(&[Direction::Up, Direction::Left, Direction::Right], |_| true),
            // The steps of the pawn in reverse. No step starts on the first row, because the game is over if the pawn
            // is on the first row.
            pawn_origins: neighbours(&[Direction::Down, Direction::Left, Direction::Right], |square| square.row > 0),
            is_goal: from.row == 0,
        }
    }
}

/// Returns the number of a floor square; `None` for a wall or a square outside the board.
pub(super) fn floor(squares: &[Square], square: Square) -> Option<Floor> {
    // A board has at most `MAX_FLOOR` floor squares.
    squares.binary_search(&square).ok().map(|index| Floor(index as u16))
}

impl Pawn {
    /// Returns the game on a board, and the position with the kings and the pawn on the given squares.
    ///
    /// # Errors
    /// Returns all reasons why the arrangement is illegal: the board has more than 2,047 floor squares;
    /// "保证黑棋恰好有一个，红棋恰好有两个" (there is exactly one black piece, and there are exactly two red ones); a piece is not on
    /// floor; the kings share a square.
    pub fn set_up(
        grid: Grid,
        kings: &[Square],
        pawns: &[Square],
        turn: Side,
    ) -> Result<(Self, Position), Vec<Message>> {
        let reasons = texts(illegal(&grid, kings, pawns));
        match (kings, pawns) {
            (&[a, b], &[pawn]) if reasons.is_empty() => {
                let game = Self::new(grid);
                let on = |square| floor(&game.squares, square).unwrap_or_default();
                let position = Position::new([on(a), on(b)], on(pawn), turn);
                Ok((game, position))
            }
            _ => Err(reasons),
        }
    }

    /// Returns the game on a board of at most [`MAX_FLOOR`] floor squares.
    pub(super) fn new(grid: Grid) -> Self {
        let squares: Vec<Square> = grid.floor().collect();
        let paths = squares.iter().map(|&square| Paths::of(&grid, &squares, square)).collect();
        let pairs = pairs(squares.len());
        Self { grid, squares, paths, pairs }
    }

    /// Returns the number of slots for a board with `floor` floor squares.
    pub const fn slots_for(floor: usize) -> u64 {
        let floor = floor as u64;
        (floor * floor.saturating_sub(1) / 2).saturating_mul(floor * 2)
    }

    /// Returns the board.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Returns the floor squares, in reading order.
    pub(super) fn floor_squares(&self) -> &[Square] {
        &self.squares
    }

    /// Returns the kings' squares, in reading order.
    pub fn kings(&self, position: &Position) -> [Square; 2] {
        position.kings.map(|king| self.square(king))
    }

    /// Returns the pawn's square.
    pub fn pawn(&self, position: &Position) -> Square {
        self.square(position.pawn)
    }

    /// Returns the number of floor squares.
    #[inline]
    pub(super) fn floor_count(&self) -> u32 {
        self.squares.len() as u32
    }

    #[inline]
    pub(super) fn square(&self, floor: Floor) -> Square {
        self.squares[usize::from(floor.0)]
    }

    #[inline]
    pub(super) fn paths(&self, from: Floor) -> &Paths {
        &self.paths[usize::from(from.0)]
    }

    /// Returns the number of steps that the side to move can make, even if the game is already over.
    ///
    /// A king cannot step onto the other king's square. If the kings are adjacent, each king has one possible step
    /// less.
    #[expect(
        clippy::inline_always,
        reason = "called once a position; out of line, a whole table takes 6 % more instructions"
    )]
    #[inline(always)]
    pub(super) fn count_steps(&self, position: &Position) -> u32 {
        let [a, b] = position.kings;
        match position.turn {
            RED => {
                let (from_a, from_b) = (&self.paths(a).king, &self.paths(b).king);
                let blocked = if from_a.contains(b) { 2 } else { 0 };
                u32::from(from_a.count) + u32::from(from_b.count) - blocked
            }
            BLACK => self.paths(position.pawn).pawn.count.into(),
        }
    }

    fn each_red_step(&self, position: &Position, mut visit: impl FnMut(Move, Position)) {
        // "只要这个目的地在棋盘内且没有障碍且没有红方的另一个棋子": the king stays on the board, and steps neither onto a wall nor onto the other
        // king.
        for (king, other) in position.each_king() {
            for to in self.paths(king).king.iter().filter(|&to| to != other) {
                visit(self.step(king, to), Position::new([to, other], position.pawn, BLACK));
            }
        }
    }

    fn each_black_step(&self, position: &Position, mut visit: impl FnMut(Move, Position)) {
        // "只要这个目的地在棋盘内且没有障碍": the pawn stays on the board and does not step onto a wall. The pawn can step onto a king.
        for to in self.paths(position.pawn).pawn.iter() {
            visit(self.step(position.pawn, to), Position { pawn: to, turn: RED, ..*position });
        }
    }

    fn step(&self, from: Floor, to: Floor) -> Move {
        Move { from: self.square(from), to: self.square(to) }
    }
}

impl Game for Pawn {
    type Position = Position;
    type Move = Move;
    const TIES: bool = false;

    #[inline]
    fn turn(&self, position: &Position) -> Side {
        position.turn
    }

    /// "在一方行动之前，如果发生以下情况之一，则立即结束游戏，按照如下的规则判断胜负（列在前面的优先）": the game is over if one of three cases holds before a side
    /// moves; the first case that holds decides the winner.
    #[inline]
    fn ending(&self, position: &Position) -> Option<Ending> {
        let (mover, last_mover) = (position.turn, position.turn.other());
        // "黑棋子位于第一行。此时黑方胜。" The black piece is on the first row: Black wins.
        if self.paths(position.pawn).is_goal {
            return Some(Ending::won(BLACK, "reached-goal"));
        }
        // "黑棋子和其中一个红棋子在同一个位置上。此时进行上一步移动的玩家胜。" The black piece shares a square with a red one:
        // the player who has just moved wins.
        if position.kings.contains(&position.pawn) {
            return Some(Ending::won(last_mover, "captured"));
        }
        // "当前玩家不能进行任何合法操作。此时对方胜。" The player to move has no legal move: the other wins.
        if self.count_steps(position) == 0 {
            return Some(Ending::won(mover.other(), "no-move"));
        }
        None
    }

    fn each_move(&self, position: &Position, visit: impl FnMut(Move, Position)) {
        if self.ending(position).is_some() {
            return;
        }
        match position.turn {
            RED => self.each_red_step(position, visit),
            BLACK => self.each_black_step(position, visit),
        }
    }
}

/// Returns all reasons why a board is illegal. A reason about the size comes first, then reasons about the kings, then
/// reasons about the pawn.
pub(super) fn illegal(grid: &Grid, kings: &[Square], pawns: &[Square]) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let floor = grid.floor().count();
    if floor > MAX_FLOOR {
        reasons.push(Reason::new(Misplaced::Floor { floor, most: MAX_FLOOR }, []));
    }
    reasons.extend(misplaced(grid, kings, pawns));
    reasons
}

/// Returns all reasons why an arrangement of pieces is illegal.
pub(super) fn misplaced(grid: &Grid, kings: &[Square], pawns: &[Square]) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let walled =
        |squares: &'_ [Square]| squares.iter().copied().filter(|&square| !grid.is_floor(square)).collect::<Vec<_>>();
    let at = |message: Misplaced, square: Square| Reason::new(message, [square]);
    if kings.len() != 2 {
        let number = Misplaced::Number { number: Pieces::kings(kings.len()), expected: 2 };
        reasons.push(Reason::new(number, kings.iter().copied()));
    }
    reasons.extend(walled(kings).into_iter().map(|square| at(Misplaced::KingInWall { square }, square)));
    if pawns.len() != 1 {
        let number = Misplaced::Number { number: Pieces::pawns(pawns.len()), expected: 1 };
        reasons.push(Reason::new(number, pawns.iter().copied()));
    }
    reasons.extend(walled(pawns).into_iter().map(|square| at(Misplaced::PawnInWall { square }, square)));
    if let &[a, b] = kings
        && a == b
    {
        reasons.push(at(Misplaced::OneSquare { square: a }, a));
    }
    reasons
}
