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

/// The game on one board: its walls and the two homes, where the tokens start.
#[derive(Clone, Debug)]
pub struct Race {
    pub(super) grid: Grid,
    /// The floor squares in reading order; a [`Floor`] is an index into them.
    pub(super) squares: Vec<Square>,
    /// The floor squares next to each floor square.
    pub(super) steps: Vec<Steps>,
    pub(super) homes: BySide<Floor>,
    /// Initialized by the first un-move.
    pub(super) retreats: OnceLock<Vec<Retreats>>,
}

/// The tokens' squares and the side to move.
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

    /// Returns the position after the mover's token has gone to `to`.
    #[inline]
    const fn after(self, to: Floor) -> Self {
        let mut tokens = self.tokens;
        tokens[self.turn.index()] = to;
        Self { tokens, turn: self.turn.other() }
    }
}

/// One move; its text is the path of the token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// One step, which also ends a game by touching the opponent's home: `b2c2`.
    Step(Square, Square),
    /// A step onto the opponent and one more step: `b2b3c3`.
    Jump(Square, Square, Square),
    /// A pass, for a token surrounded by walls: `pass`.
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

/// The bytes per square that the rules take during construction; half of them remain afterwards.
const SQUARE: u64 = 56;

impl Race {
    /// Refuses a board whose [rules](Self::new) need more memory than the system has.
    pub(super) fn admit(grid: &Grid) -> Result<(), NoMemory> {
        memory::admit(SQUARE * (grid.rows() * grid.columns()) as u64)
    }

    /// Returns the game on a board; `None` unless the homes are two different floor squares.
    pub fn new(grid: Grid, homes: BySide<Square>) -> Option<Self> {
        let squares: Vec<Square> = grid.floor().collect();
        let steps = Steps::on(&grid, &squares);
        let homes = BySide([floor(&squares, homes[A])?, floor(&squares, homes[B])?]);
        (homes[A] != homes[B]).then_some(Self { grid, squares, steps, homes, retreats: OnceLock::new() })
    }

    /// Returns the number of slots of a board with that many floor squares: two for each pair.
    pub const fn slots_for(floor: usize) -> u64 {
        let floor = floor as u64;
        floor * floor * 2
    }

    /// Returns the board.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Returns the squares where the tokens start.
    pub fn homes(&self) -> BySide<Square> {
        BySide([self.square(self.homes[A]), self.square(self.homes[B])])
    }

    /// Returns the start of the game: both tokens at home, A to move.
    pub fn start(&self) -> Position {
        Position { tokens: self.homes.0, turn: A }
    }

    /// Returns the square of a side's token.
    pub fn token_square(&self, position: &Position, side: Side) -> Square {
        self.square(position.token(side))
    }

    fn square(&self, floor: Floor) -> Square {
        self.squares[floor.index()]
    }

    /// Returns the position with the tokens on these squares; `None` if it is impossible.
    pub fn place(&self, tokens: BySide<Square>, turn: Side) -> Option<Position> {
        let [a, b] = tokens.0.map(|square| floor(&self.squares, square));
        let position = Position { tokens: [a?, b?], turn };
        self.is_possible(&position).then_some(position)
    }

    /// Returns the floor squares next to `from`.
    #[inline]
    pub(super) fn steps(&self, from: Floor) -> impl ExactSizeIterator<Item = Floor> + '_ {
        self.steps[from.index()].iter().map(Floor)
    }

    /// Returns the square that `side` must reach: the opponent's home.
    #[inline]
    pub(super) fn goal(&self, side: Side) -> Floor {
        self.homes[side.other()]
    }

    #[inline]
    pub(super) fn has_arrived(&self, position: &Position, side: Side) -> bool {
        position.token(side) == self.goal(side)
    }

    /// Returns whether the position is possible. At most one token has arrived. The tokens share a square only if one
    /// has just stepped onto the other at the other's home, which ended the game.
    #[inline]
    pub(super) fn is_possible(&self, position: &Position) -> bool {
        let [a, b] = position.tokens;
        let arrived = [self.has_arrived(position, A), self.has_arrived(position, B)];
        arrived != [true, true] && (a != b || arrived != [false, false])
    }
}

/// Returns the number of a square among the floor squares. A board has less than 2^32 squares, so the number fits.
fn floor(squares: &[Square], square: Square) -> Option<Floor> {
    squares.binary_search(&square).ok().map(|index| Floor(index as u32))
}

impl Game for Race {
    type Position = Position;
    type Move = Move;
    const TIES: bool = false;
    const ALTERNATES: bool = true;

    /// A moves first, then the players take turns.
    #[inline]
    fn turn(&self, position: &Position) -> Side {
        position.turn
    }

    /// The first player whose token reaches the opponent's start wins.
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
        // The problem promises a path between the tokens. Without one, a walled-in player passes.
        if self.steps(from).len() == 0 {
            visit(Move::Pass, position.after(from));
        }
        // In a turn the token goes one square up, down, left or right, onto a white square.
        for to in self.steps(from) {
            if to != opponent || to == self.goal(mover) {
                // A token that touches the opponent's start during its turn wins, so it does not jump over an opponent
                // at home.
                visit(Move::Step(here, self.square(to)), position.after(to));
            } else {
                // A token that lands on the opponent goes one more step, in any direction, even back. (If it were
                // allowed to stay, which this reading excludes, every start would have the same winner: see
                // `layers.rs`.)
                for land in self.steps(to) {
                    visit(Move::Jump(here, self.square(to), self.square(land)), position.after(land));
                }
            }
        }
    }
}
