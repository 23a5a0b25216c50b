//! The rules, in the order of the problem statement, their un-moves, and a numbering by pairs of floor squares.

use std::fmt;
use std::ops::Range;
use std::sync::OnceLock;

use retrograde::author::square::Square;
use retrograde::rules::memory::{self, NoMemory};
use retrograde::{BySide, Ending, Game, Numbered, Reversible, Seed, Side, Slot};

use super::retreats::Retreats;
use super::steps::Steps;
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
    steps: Vec<Steps>,
    homes: BySide<Floor>,
    /// Made when moves are first taken back.
    retreats: OnceLock<Vec<Retreats>>,
}

/// A floor square's number, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Floor(pub(super) u32);

impl Floor {
    #[inline]
    const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where the tokens stand, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// A's token, then B's.
    tokens: [Floor; 2],
    /// The side to move; in a finished game, the side that would be next.
    pub(super) turn: Side,
}

impl Position {
    #[inline]
    const fn token(self, side: Side) -> Floor {
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
    fn steps(&self, from: Floor) -> impl ExactSizeIterator<Item = Floor> + '_ {
        self.steps[from.index()].iter().map(Floor)
    }

    /// The square that `side` must reach: the opponent's home.
    #[inline]
    fn goal(&self, side: Side) -> Floor {
        self.homes[side.other()]
    }

    #[inline]
    fn has_arrived(&self, position: &Position, side: Side) -> bool {
        position.token(side) == self.goal(side)
    }

    /// Whether the tokens can stand so: both have not arrived, and they share a square only when one has just
    /// jumped on the other at the other's home, which ended the game.
    #[inline]
    fn is_possible(&self, position: &Position) -> bool {
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

/// Slots by A's square, B's square and the side to move.
///
/// Two tokens on one square are a hole, unless the game has just ended there; so are two tokens that have
/// both arrived.
impl Numbered for Race {
    #[inline]
    fn slots(&self) -> u64 {
        Self::slots_for(self.squares.len())
    }

    #[inline]
    fn slot(&self, position: &Position) -> Slot {
        let [a, b] = position.tokens.map(|token| u64::from(token.0));
        Slot((a * self.squares.len() as u64 + b) * 2 + position.turn.index() as u64)
    }

    #[inline]
    fn position(&self, slot: Slot) -> Option<Position> {
        let floor = self.squares.len() as u64;
        let pair = slot.0 / 2;
        let (a, b) = (pair / floor, pair % floor);
        // Both are below `floor`, which a `u32` holds.
        let position = Position { tokens: [Floor(a as u32), Floor(b as u32)], turn: Side::from_parity(slot.0) };
        self.is_possible(&position).then_some(position)
    }

    /// Moves lead to different positions: steps go to different squares, and so do second steps of a jump.
    /// Colour the squares as on a chessboard: a step changes the token's colour and a jump keeps it.
    #[inline]
    fn open_moves(&self, position: &Position) -> u32 {
        let mover = position.turn;
        let (from, opponent) = (position.token(mover), position.token(mover.other()));
        let steps = self.steps(from).len() as u32;
        if steps == 0 {
            1
        } else if opponent != self.goal(mover) && self.steps(from).any(|to| to == opponent) {
            steps - 1 + self.steps(opponent).len() as u32
        } else {
            steps
        }
    }

    /// On open boards no value is deeper than twice the way to the farthest square, and wins and losses take turns.
    fn fits_bytes(&self) -> bool {
        self.is_within(120, self.homes[A])
    }

    /// Row by row of pairs with one square of A: in all but a few of a row a token has as many moves as its square has steps.
    #[inline]
    fn each_seed(&self, slots: Range<u64>, mut visit: impl FnMut(Seed)) {
        let row = 2 * self.squares.len() as u64;
        let mut from = slots.start;
        while from < slots.end {
            let a = from / row;
            let to = slots.end.min((a + 1) * row);
            self.seed_row(Floor(a as u32), from - a * row..to - a * row, &mut visit);
            from = to;
        }
    }
}

impl Race {
    /// Whether all squares that can be reached from one are at most so many steps away.
    fn is_within(&self, steps: usize, from: Floor) -> bool {
        let (mut seen, mut border) = (vec![false; self.squares.len()], vec![from]);
        seen[from.index()] = true;
        for _ in 0..=steps {
            let mut next = Vec::new();
            for to in border.into_iter().flat_map(|from| self.steps(from)) {
                if !std::mem::replace(&mut seen[to.index()], true) {
                    next.push(to);
                }
            }
            border = next;
        }
        border.is_empty()
    }

    /// The seeds of some positions with A's token on `a`: two for each square of B's.
    #[inline]
    fn seed_row(&self, a: Floor, slots: Range<u64>, visit: &mut impl FnMut(Seed)) {
        let row = 2 * self.squares.len() as u64 * u64::from(a.0);
        let of_a = self.steps(a).len().max(1) as u32;
        // Where a token has arrived, both are on one square, or they can jump.
        let all = || (0..self.squares.len() as u32).map(Floor).collect();
        let some = || self.steps(a).chain([a, self.homes[A], self.homes[B]]).collect();
        let mut specials: Vec<Floor> = if a == self.goal(A) { all() } else { some() };
        specials.sort_unstable();
        let mut next = specials.partition_point(|b| u64::from(b.0) < slots.start / 2);
        for slot in slots {
            let b = Floor((slot / 2) as u32);
            while specials.get(next).is_some_and(|&special| special < b) {
                next += 1;
            }
            visit(if specials.get(next) == Some(&b) {
                self.seed(Slot(row + slot))
            } else if slot % 2 == A.index() as u64 {
                Seed::Open(of_a)
            } else {
                Seed::Open(self.steps(b).len().max(1) as u32)
            });
        }
    }
}

impl Reversible for Race {
    fn each_unmove(&self, position: &Position, mut visit: impl FnMut(Position)) {
        let mover = position.turn.other();
        self.each_origin(position, |from| {
            let mut tokens = position.tokens;
            tokens[mover.index()] = from;
            visit(Position { tokens, turn: mover });
        });
    }

    #[inline]
    fn each_predecessor(&self, slot: Slot, mut visit: impl FnMut(Slot, bool)) {
        if let Some(position) = self.position(slot) {
            self.each_before(slot, &position, |before| visit(before, false));
        }
    }

    /// As a rule a step led to a position, from any square beside: it is taken back by known differences of slots. Where a goal or the
    /// opponent is near, the rules are asked.
    #[inline]
    fn each_predecessor_of(&self, slots: &[Slot], mut visit: impl FnMut(usize, Slot, bool)) {
        let (floor, goals) = (self.squares.len() as u64, Side::BOTH.map(|side| self.goal(side).0));
        let (retreats, mut by_rules) = (self.retreats(), Vec::new());
        for (index, &slot) in slots.iter().enumerate() {
            let (a, b) = (slot.0 / 2 / floor, slot.0 / 2 % floor);
            let turn = Side::from_parity(slot.0);
            let (moved, opponent) = if turn == A { (b, a as u32) } else { (floor + a, b as u32) };
            let shifts = retreats[moved as usize].shifts(opponent);
            let is_over = opponent == goals[turn.index()];
            if is_over || shifts.is_empty() {
                self.ask_rules(slot, &mut by_rules);
                for &before in &by_rules {
                    visit(index, before, false);
                }
            } else {
                for &shift in shifts {
                    visit(index, Slot(slot.0.wrapping_add_signed(shift.into())), false);
                }
            }
        }
    }
}

impl Race {
    /// Those of B's token, then those of A's.
    #[inline]
    fn retreats(&self) -> &[Retreats] {
        self.retreats.get_or_init(|| Retreats::of_both(&self.steps, self.homes))
    }

    /// The predecessors of a slot, by the rules. Rare, and kept out of the loop around it.
    #[inline(never)]
    fn ask_rules(&self, slot: Slot, before: &mut Vec<Slot>) {
        before.clear();
        self.each_predecessor(slot, |slot, _| before.push(slot));
    }

    /// The predecessors of a slot: only the mover's token and the turn differ from one to the next.
    #[inline]
    fn each_before(&self, slot: Slot, position: &Position, mut visit: impl FnMut(Slot)) {
        let mover = position.turn.other();
        let stride = if mover == A { 2 * self.squares.len() as u64 } else { 2 };
        let rest = slot.0 - u64::from(position.token(mover).0) * stride - position.turn.index() as u64;
        let first = rest + mover.index() as u64;
        self.each_origin(position, |from| visit(Slot(first + u64::from(from.0) * stride)));
    }
}

impl Race {
    /// Visits every square that the token of the side that has just moved can have come from, each once.
    #[inline]
    fn each_origin(&self, position: &Position, mut visit: impl FnMut(Floor)) {
        let mover = position.turn.other();
        let (to, opponent) = (position.token(mover), position.token(position.turn));
        let goal = self.goal(mover);
        if self.has_arrived(position, position.turn) {
            return;
        }
        // A walled-in token has not come from anywhere. It passed, unless the game was over.
        if self.steps(to).len() == 0 && to != goal {
            visit(to);
        }
        // A step, or a first step that ended the game: it came from a square that was neither the goal nor taken.
        let mut is_beside = false;
        for from in self.steps(to) {
            if from == opponent {
                is_beside = true;
            } else if from != goal {
                visit(from);
            }
        }
        // A jump: the opponent stands between, and not at home. Two steps, so none of the squares above.
        if is_beside && opponent != goal {
            for from in self.steps(opponent) {
                if from != goal {
                    visit(from);
                }
            }
        }
    }
}
