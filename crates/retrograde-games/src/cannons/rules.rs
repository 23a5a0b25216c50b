//! The rules, in the order of the problem statement, and their numbering.

use std::cmp::Ordering;
use std::fmt;

use retrograde::{Ending, Game, Numbered, Outcome, Reversible, Side, Slot};

use super::row::{Capture, Row};

/// Red, which is 1 in a row and moves first.
pub const RED: Side = Side::First;
/// Black, which is 0 in a row.
pub const BLACK: Side = Side::Second;

/// The game on all rows up to a length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cannons {
    pub(super) longest: u32,
}

impl Cannons {
    /// Returns the game on all rows of 1 to `longest` cannons.
    ///
    /// # Panics
    /// If `longest` is not in 1 to [`Row::MAX_LEN`].
    pub const fn new(longest: u32) -> Self {
        assert!(longest >= 1 && longest <= Row::MAX_LEN, "a row has 1 to 56 cannons");
        Self { longest }
    }

    /// Returns the length of the longest rows.
    pub const fn longest(self) -> u32 {
        self.longest
    }
}

/// The passes since the last capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Passes {
    /// The last move was a capture, or the game has just begun.
    None,
    /// The last move was a pass; another pass ends the game.
    One,
    /// The last two moves were passes, so the game is over.
    Both,
}

impl Passes {
    const ALL: [Self; 3] = [Self::None, Self::One, Self::Both];
}

/// A row, the side to move, and the passes since the last capture.
///
/// A side passes only while the game goes on, so after a pass a capture is still possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The cannons.
    pub row: Row,
    /// The side to move; in a finished game, the side that would be next.
    pub turn: Side,
    /// The passes since the last capture.
    pub passes: Passes,
}

impl Position {
    /// Returns the position at which a game starts: `row`, with red to move.
    pub const fn start(row: Row) -> Self {
        Self { row, turn: RED, passes: Passes::None }
    }

    const fn after(self, row: Row, passes: Passes) -> Self {
        Self { row, turn: self.turn.other(), passes }
    }
}

/// One turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// A capture: `4x6`.
    Capture(Capture),
    /// A pass: `pass`.
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

    /// Red moves first, then the sides take turns.
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
        // A cannon captures an enemy over exactly one cannon of any colour, and takes its square. The distances do not
        // matter, because empty squares close up.
        position.row.each_capture(position.turn, |capture, row| {
            visit(Move::Capture(capture), position.after(row, Passes::None));
        });
        // A side may also pass, which offers to end the game or accepts the offer.
        let passes = if position.passes == Passes::None { Passes::One } else { Passes::Both };
        visit(Move::Pass, position.after(position.row, passes));
    }
}

/// Returns the ending, on a row of any length; `red_to_black` compares the numbers of cannons.
#[inline]
pub(super) fn ending(passes: Passes, can_capture: bool, red_to_black: impl FnOnce() -> Ordering) -> Option<Ending> {
    // The game ends when both sides agree, by two passes in a row.
    let rule = if passes == Passes::Both {
        "both-passed"
    // It also ends when no capture is possible.
    } else if !can_capture {
        "no-capture"
    } else {
        return None;
    };
    // The side with more cannons wins; equal numbers are a tie.
    let outcome = match red_to_black() {
        Ordering::Greater => Outcome::Won(RED),
        Ordering::Less => Outcome::Won(BLACK),
        Ordering::Equal => Outcome::Level,
    };
    Some(Ending { outcome, rule })
}

/// Six slots for each [code](Row::code), by the passes and the side to move.
///
/// Codes 0 and 1 belong to no row, so their slots are holes. Positions with a pass but no capture are holes as well.
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

    /// A pass keeps the row's length and a capture does not. So only two captures can lead to the same position.
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
    /// Visits the rows and passes of the predecessors of `position`. The game is not over in a predecessor: its row has
    /// a capture, and it has not seen two passes.
    #[inline]
    fn each_parent(self, position: &Position, mut visit: impl FnMut(Row, Passes)) {
        match position.passes {
            Passes::None if position.row.len() < self.longest => {
                // The same captures exist whether or not the enemy has just passed.
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
