//! The rules, in the order of the problem statement.

use std::fmt;
use std::sync::OnceLock;

use retrograde::author::Square;
use retrograde::rules::memory::{self, NoMemory};
use retrograde::{BySide, Ending, Game, Side};

use super::retreats::Retreats;
use super::steps::{Floor, Steps};
use crate::grid::Grid;

/// The player whose token starts on `A`, and who moves first.
pub const A: Side = Side::First;
/// The player whose token starts on `B`.
pub const B: Side = Side::Second;

/// The game on one board: its walls, and the two homes, which are the squares that the tokens start from.
#[derive(Clone, Debug)]
pub struct Race {
    pub(super) grid: Grid,
    /// The floor squares in reading order; a [`Floor`] is an index of it.
    pub(super) squares: Vec<Square>,
    /// The floor squares one step away from each.
    pub(super) steps: Vec<Steps>,
    pub(super) homes: BySide<Floor>,
    /// Made when moves are first taken back.
    pub(super) retreats: OnceLock<Vec<Retreats>>,
}

/// Where the tokens stand, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// A's token, then B's.
    pub(super) tokens: [Floor; 2],
    /// The side to move; in a finished game, the side that would be next.
    pub(super) turn: Side,
}

impl Position {
    #[inline]
    pub(super) const fn token(self, side: Side) -> Floor {
        self.tokens[side.index()]
    }

    /// The position in which the mover's token has gone to `to`, and the turn to the opponent.
    #[inline]
    const fn after(self, to: Floor) -> Self {
        let mut tokens = self.tokens;
        tokens[self.turn.index()] = to;
        Self { tokens, turn: self.turn.other() }
    }
}

/// One turn; prints as the path of the token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// One step, which also ends a game by touching the opponent's home: `b2c2`.
    Step(Square, Square),
    /// A step onto the opponent and one more: `b2b3c3`.
    Jump(Square, Square, Square),
    /// Nothing, as walls are all around: `pass`.
    Pass,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Step(from, to) => write!(f, "{from}{to}"),
            Self::Jump(from, over, to) => write!(f, "{from}{over}{to}"),
            Self::Pass => f.write_str("pass"),
        }
    }
}

/// The bytes that the rules take for each square while they are made; half of them stay.
const SQUARE: u64 = 56;

impl Race {
    /// Refuses a board whose [rules](Self::new) take more memory than the system has.
    pub(super) fn admit(grid: &Grid) -> Result<(), NoMemory> {
        memory::admit(SQUARE * (grid.rows() * grid.columns()) as u64)
    }

    /// The game on a board; `None` unless both homes are floor, and different.
    pub fn new(grid: Grid, homes: BySide<Square>) -> Option<Self> {
        let squares: Vec<Square> = grid.floor().collect();
        let steps = Steps::on(&grid, &squares);
        let homes = BySide([floor(&squares, homes[A])?, floor(&squares, homes[B])?]);
        (homes[A] != homes[B]).then_some(Self { grid, squares, steps, homes, retreats: OnceLock::new() })
    }

    /// The slots that a board with that many floor squares takes: two for each pair.
    pub const fn slots_for(floor: usize) -> u64 {
        let floor = floor as u64;
        floor * floor * 2
    }

    /// The board.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The squares that the tokens start from.
    pub fn homes(&self) -> BySide<Square> {
        BySide([self.square(self.homes[A]), self.square(self.homes[B])])
    }

    /// The position that the game starts from: both tokens at home, A to move.
    pub fn start(&self) -> Position {
        Position { tokens: self.homes.0, turn: A }
    }

    /// The square of a side's token.
    pub fn token_square(&self, position: &Position, side: Side) -> Square {
        self.square(position.token(side))
    }

    fn square(&self, floor: Floor) -> Square {
        self.squares[floor.index()]
    }

    /// The position with the tokens on these squares; `None` if they cannot stand so.
    pub fn place(&self, tokens: BySide<Square>, turn: Side) -> Option<Position> {
        let [a, b] = tokens.0.map(|square| floor(&self.squares, square));
        let position = Position { tokens: [a?, b?], turn };
        self.is_possible(&position).then_some(position)
    }

    /// The floor squares next to `from`.
    #[inline]
    pub(super) fn steps(&self, from: Floor) -> impl ExactSizeIterator<Item = Floor> + '_ {
        self.steps[from.index()].iter().map(Floor)
    }

    /// The square that `side` must reach: the opponent's home.
    #[inline]
    pub(super) fn goal(&self, side: Side) -> Floor {
        self.homes[side.other()]
    }

    #[inline]
    pub(super) fn has_arrived(&self, position: &Position, side: Side) -> bool {
        position.token(side) == self.goal(side)
    }

    /// Whether the tokens can stand so: both have not arrived, and they share a square only when one has just
    /// jumped on the other at the other's home, which ended the game.
    #[inline]
    pub(super) fn is_possible(&self, position: &Position) -> bool {
        let [a, b] = position.tokens;
        let arrived = [self.has_arrived(position, A), self.has_arrived(position, B)];
        arrived != [true, true] && (a != b || arrived != [false, false])
    }
}

/// The number of a square among the floor squares. A board has less than 2^32 squares, so that it fits.
fn floor(squares: &[Square], square: Square) -> Option<Floor> {
    squares.binary_search(&square).ok().map(|index| Floor(index as u32))
}

impl Game for Race {
    type Position = Position;
    type Move = Move;
    const TIES: bool = false;
    const ALTERNATES: bool = true;

    /// A moves first, and turns alternate.
    #[inline]
    fn turn(&self, position: &Position) -> Side {
        position.turn
    }

    /// The player whose token first reaches the square that the opponent's started from wins.
    #[inline]
    fn ending(&self, position: &Position) -> Option<Ending> {
        Side::BOTH
            .into_iter()
            .find(|&side| self.has_arrived(position, side))
            .map(|winner| Ending::won(winner, "reached-goal"))
    }

    fn each_move(&self, position: &Position, mut visit: impl FnMut(Move, Position)) {
        if self.ending(position).is_some() {
            return;
        }
        let mover = position.turn;
        let (from, opponent) = (position.token(mover), position.token(mover.other()));
        let here = self.square(from);
        // The problem promises a path between the tokens. Without one, a player walled in all around passes.
        if self.steps(from).len() == 0 {
            visit(Move::Pass, position.after(from));
        }
        // In a turn the token goes one square up, down, left or right, onto a white one.
        for to in self.steps(from) {
            if to != opponent || to == self.goal(mover) {
                // Touching the opponent's start in the middle of a turn wins: an opponent at home is not jumped over.
                visit(Move::Step(here, self.square(to)), position.after(to));
            } else {
                // A token that lands on the opponent's goes one more step, in any direction, back included. (Were it free
                // to stay, which this reading excludes, no start would have another winner: see `layers.rs`.)
                for land in self.steps(to) {
                    visit(Move::Jump(here, self.square(to), self.square(land)), position.after(land));
                }
            }
        }
    }
}
