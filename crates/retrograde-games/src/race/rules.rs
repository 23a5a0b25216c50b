//! The rules of race, in the order of the problem statement.

use std::fmt;
use std::sync::OnceLock;

use retrograde::author::Square;
use retrograde::rules::memory::{self, NoMemory};
use retrograde::{BySide, Ending, Game, Side};

use super::retreats::Retreats;
use super::steps::{Floor, Steps};
use crate::grid::Grid;

/// The side whose token starts on square `A`. This side moves first.
pub const A: Side = Side::First;
/// The side whose token starts on square `B`.
pub const B: Side = Side::Second;

/// Race on one board. The board has walls and two homes, where the tokens start.
#[derive(Clone, Debug)]
pub struct Race {
    pub(super) grid: Grid,
    /// The floor squares in reading order. A [`Floor`] is an index into this list.
    pub(super) squares: Vec<Square>,
    /// The floor squares next to each floor square.
    pub(super) steps: Vec<Steps>,
    pub(super) homes: BySide<Floor>,
    /// The retreats (the reversed steps). The retreats are initialized when an un-move is first needed.
    pub(super) retreats: OnceLock<Vec<Retreats>>,
}

/// A position: the squares of the tokens and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The square of A's token, then the square of B's token.
    pub(super) tokens: [Floor; 2],
    /// The side to move. In a finished game, this is the side that would move next.
    pub(super) turn: Side,
}

impl Position {
    #[inline]
    pub(super) const fn token(self, side: Side) -> Floor {
        self.tokens[side.index()]
    }

    /// Returns the position after the mover's token has moved to `to`.
    #[inline]
    const fn after(self, to: Floor) -> Self {
        let mut tokens = self.tokens;
        tokens[self.turn.index()] = to;
        Self { tokens, turn: self.turn.other() }
    }
}

/// A move. The text of a move is the path of the token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// One step, such as `b2c2`. A step onto the opponent's home ends the game.
    Step(Square, Square),
    /// A step onto the opponent's square and one more step, such as `b2b3c3`.
    Jump(Square, Square, Square),
    /// A pass, written as `pass`. Only a token with walls all around it passes.
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

/// The memory that the construction of a game needs, in bytes per square. After the construction, half of this memory
/// is still used.
const SQUARE: u64 = 56;

impl Race {
    /// Returns an error if the [construction](Self::new) of the game needs more memory than the system has.
    pub(super) fn admit(grid: &Grid) -> Result<(), NoMemory> {
        memory::admit(SQUARE * (grid.rows() * grid.columns()) as u64)
    }

    /// Returns the game on a board. Returns `None` if the homes are not two different floor squares.
    pub fn new(grid: Grid, homes: BySide<Square>) -> Option<Self> {
        let squares: Vec<Square> = grid.floor().collect();
        let steps = Steps::on(&grid, &squares);
        let homes = BySide([floor(&squares, homes[A])?, floor(&squares, homes[B])?]);
        (homes[A] != homes[B]).then_some(Self { grid, squares, steps, homes, retreats: OnceLock::new() })
    }

    /// Returns the number of slots for a board with `floor` floor squares. There are two slots for each pair of
    /// squares.
    pub const fn slots_for(floor: usize) -> u64 {
        let floor = floor as u64;
        floor * floor * 2
    }

    /// Returns the board.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Returns the two homes, where the tokens start.
    pub fn homes(&self) -> BySide<Square> {
        BySide([self.square(self.homes[A]), self.square(self.homes[B])])
    }

    /// Returns the start. In the start, both tokens are on their homes, and A is to move.
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

    /// Returns the position with the tokens on the given squares; `None` if the position is impossible.
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

    /// Returns whether the position is possible. Two conditions must hold. At most one token has arrived. The two
    /// tokens share a square only if one of them has just stepped onto the other token at the other token's home. Such
    /// a step ends the game.
    #[inline]
    pub(super) fn is_possible(&self, position: &Position) -> bool {
        let [a, b] = position.tokens;
        let arrived = [self.has_arrived(position, A), self.has_arrived(position, B)];
        arrived != [true, true] && (a != b || arrived != [false, false])
    }
}

/// Returns the number of a floor square; `None` for other squares. A board has less than 2^32 squares, so the number
/// fits into 32 bits.
fn floor(squares: &[Square], square: Square) -> Option<Floor> {
    squares.binary_search(&square).ok().map(|index| Floor(index as u32))
}

impl Game for Race {
    type Position = Position;
    type Move = Move;
    const TIES: bool = false;
    const ALTERNATES: bool = true;

    /// Returns the side to move. A moves first, and the turns alternate.
    #[inline]
    fn turn(&self, position: &Position) -> Side {
        position.turn
    }

    /// Returns how the game has ended. The first side whose token reaches the opponent's home wins.
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
        // The problem promises a path between the tokens. On a board without a path, a token with walls all around it
        // passes.
        if self.steps(from).len() == 0 {
            visit(Move::Pass, position.after(from));
        }
        // In a turn, the token moves one square up, down, left or right, onto a floor square.
        for to in self.steps(from) {
            if to != opponent || to == self.goal(mover) {
                // A token that touches the opponent's home during its turn wins. So a token does not jump over an
                // opponent that stands on its home.
                visit(Move::Step(here, self.square(to)), position.after(to));
            } else {
                // A token that lands on the opponent's square makes one more step, in any direction, even back. (If the
                // problem allowed the token to stay on the opponent's square, every start would have the same winner as
                // now. The proof in `layers.rs` shows this.)
                for land in self.steps(to) {
                    visit(Move::Jump(here, self.square(to), self.square(land)), position.after(land));
                }
            }
        }
    }
}
