//! The rules of cannons, in the order of the problem statement, and the numbering of the positions.

use std::cmp::Ordering;
use std::fmt;

use retrograde::{Ending, Game, Numbered, Outcome, Reversible, Side, Slot};

use super::row::{Capture, Row};

/// The red side, which moves first; a red cannon is 1 in a row.
pub const RED: Side = Side::First;
/// The black side; a black cannon is 0 in a row.
pub const BLACK: Side = Side::Second;

/// The game of cannons on all rows up to a maximum length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cannons {
    pub(super) longest: u32,
}

impl Cannons {
    /// Returns the game on all rows with 1 to `longest` cannons.
    ///
    /// # Panics
    /// Panics if `longest` is not in 1 to [`Row::MAX_LEN`].
    pub const fn new(longest: u32) -> Self {
        assert!(longest >= 1 && longest <= Row::MAX_LEN, "a row has 1 to 56 cannons");
        Self { longest }
    }

    /// Returns the length of the longest rows of this game.
    pub const fn longest(self) -> u32 {
        self.longest
    }
}

/// The number of passes since the last capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Passes {
    /// The last move was a capture, or no move has been made yet.
    None,
    /// The last move was a pass; another pass ends the game.
    One,
    /// The last two moves were passes, so the game is over.
    Both,
}

impl Passes {
    const ALL: [Self; 3] = [Self::None, Self::One, Self::Both];
}

/// A position: a row, the side to move, and the number of passes since the last capture.
///
/// A side can pass only before the game is over, so a capture is possible in every position after a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The cannons of both sides.
    pub row: Row,
    /// The side to move. In a finished game, this is the side that would move next.
    pub turn: Side,
    /// The number of passes since the last capture.
    pub passes: Passes,
}

impl Position {
    /// Returns the start position of a game: `row` with red to move.
    pub const fn start(row: Row) -> Self {
        Self { row, turn: RED, passes: Passes::None }
    }

    const fn after(self, row: Row, passes: Passes) -> Self {
        Self { row, turn: self.turn.other(), passes }
    }
}

/// A move: a capture or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// A capture, written as `4x6`.
    Capture(Capture),
    /// A pass, written as `pass`.
    Pass,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Capture(capture) => capture.fmt(f),
            Self::Pass => f.write_str("pass"),
        }
    }
}

impl Game for Cannons {
    type Position = Position;
    type Move = Move;

    /// Returns the side to move. Red moves first, and the turns alternate.
    #[inline]
    fn turn(&self, position: &Position) -> Side {
        position.turn
    }

    #[inline]
    fn ending(&self, position: &Position) -> Option<Ending> {
        let Position { row, passes, .. } = position;
        ending(*passes, row.can_capture(), || row.count(RED).cmp(&row.count(BLACK)))
    }

    fn each_move(&self, position: &Position, mut visit: impl FnMut(Move, Position)) {
        if self.ending(position).is_some() {
            return;
        }
        // A cannon captures an enemy over exactly one cannon of any colour, and moves to the enemy's square. The
        // distances do not matter, because the cannons close up after a capture.
        position.row.each_capture(position.turn, |capture, row| {
            visit(Move::Capture(capture), position.after(row, Passes::None));
        });
        // A side may also pass. A pass offers to end the game, or accepts the other side's offer.
        let passes = if position.passes == Passes::None { Passes::One } else { Passes::Both };
        visit(Move::Pass, position.after(position.row, passes));
    }
}

/// Returns how the game on a row of any length has ended; `None` if the game is not over. `red_to_black` compares the
/// number of red cannons with the number of black cannons.
#[inline]
pub(super) fn ending(passes: Passes, can_capture: bool, red_to_black: impl FnOnce() -> Ordering) -> Option<Ending> {
    // The game ends when both sides agree, by two consecutive passes.
    let rule = if passes == Passes::Both {
        "both-passed"
    // The game also ends when no capture is possible.
    } else if !can_capture {
        "no-capture"
    } else {
        return None;
    };
    // The side with more cannons wins. If the numbers are equal, the game is a tie.
    let outcome = match red_to_black() {
        Ordering::Greater => Outcome::Won(RED),
        Ordering::Less => Outcome::Won(BLACK),
        Ordering::Equal => Outcome::Level,
    };
    Some(Ending { outcome, rule })
}

/// Each [code](Row::code) of a row has six slots. There is one slot for each combination of the number of passes (none,
/// one or two) and the side to move.
///
/// No row has the code 0 or 1, so the slots of the codes 0 and 1 are holes. If a row has no capture, its slots after
/// one or two passes are also holes.
impl Numbered for Cannons {
    #[inline]
    fn slots(&self) -> u64 {
        6 << (self.longest + 1)
    }

    #[inline]
    fn slot(&self, position: &Position) -> Slot {
        slot(position.row, position.passes, position.turn)
    }

    #[inline]
    fn position(&self, slot: Slot) -> Option<Position> {
        let Slot(number) = slot;
        let row = Row::from_code(number / 6)?;
        let rest = number % 6;
        let passes = Passes::ALL[(rest / 2) as usize];
        let possible = passes == Passes::None || row.can_capture();
        possible.then(|| Position { row, turn: Side::from_parity(rest), passes })
    }

    /// Returns the number of different rows after a capture, plus 1 for the pass. The position after a pass differs
    /// from the position after any capture, because only a capture shortens the row.
    #[inline]
    fn open_moves(&self, position: &Position) -> u32 {
        position.row.count_after(position.turn) + 1
    }
}

#[inline]
fn slot(row: Row, passes: Passes, turn: Side) -> Slot {
    Slot(row.code() * 6 + passes as u64 * 2 + turn.index() as u64)
}

impl Reversible for Cannons {
    fn each_unmove(&self, position: &Position, mut visit: impl FnMut(Position)) {
        let turn = position.turn.other();
        self.each_parent(position, |row, passes| visit(Position { row, turn, passes }));
    }

    #[inline]
    fn each_predecessor(&self, from: Slot, mut visit: impl FnMut(Slot, bool)) {
        let Some(position) = self.position(from) else { return };
        let mover = position.turn.other();
        self.each_parent(&position, |row, passes| visit(slot(row, passes, mover), false));
    }
}

impl Cannons {
    /// Visits the row and the passes of each predecessor of `position`. In a predecessor, the game is not over. So a
    /// capture is possible in the predecessor's row, and the last two moves before the predecessor were not both
    /// passes.
    #[inline]
    fn each_parent(self, position: &Position, mut visit: impl FnMut(Row, Passes)) {
        match position.passes {
            Passes::None if position.row.len() < self.longest => {
                // Before a capture, at most one pass was made.
                position.row.each_before(position.turn.other(), |row| {
                    visit(row, Passes::None);
                    visit(row, Passes::One);
                });
            }
            Passes::None => {}
            Passes::One => visit(position.row, Passes::None),
            Passes::Both => visit(position.row, Passes::One),
        }
    }
}
