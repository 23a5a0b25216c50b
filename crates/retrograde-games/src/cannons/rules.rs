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
    /// The game on all rows of 1 to `longest` cannons.
    ///
    /// # Panics
    /// If `longest` is not in 1 to [`Row::MAX_LEN`].
    pub const fn new(longest: u32) -> Self {
        assert!(longest >= 1 && longest <= Row::MAX_LEN, "a row has 1 to 56 cannons");
        Self { longest }
    }

    /// The length of the longest rows.
    pub const fn longest(self) -> u32 {
        self.longest
    }
}

/// The passes that the game has just seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Passes {
    /// The last move was a capture, or there was none.
    None,
    /// The last move was a pass: another one ends the game.
    One,
    /// The last two moves were passes, which has ended the game.
    Both,
}

impl Passes {
    const ALL: [Self; 3] = [Self::None, Self::One, Self::Both];
}

/// A row, whose turn it is, and whether the last moves were passes.
///
/// Only a side that could have captured passes, so after a pass somebody can still capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The cannons.
    pub row: Row,
    /// The side to move; in a finished game, the side that would be next.
    pub turn: Side,
    /// The passes just seen.
    pub passes: Passes,
}

impl Position {
    /// The position that a game starts from: `row`, red to move.
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
    /// Captures: `4x6`.
    Capture(Capture),
    /// Does nothing: `pass`.
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

    /// Red moves first, and turns alternate.
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
        // A cannon captures an enemy over exactly one cannon of any colour, and takes its square. No matter how
        // far apart they stand: empty squares close up.
        position.row.each_capture(position.turn, |capture, row| {
            visit(Move::Capture(capture), position.after(row, Passes::None));
        });
        // Or the side does not capture, which offers to end the game, or agrees to.
        let passes = if position.passes == Passes::None { Passes::One } else { Passes::Both };
        visit(Move::Pass, position.after(position.row, passes));
    }
}

/// The end of the game, on a row of any length; `red_to_black` compares the numbers of cannons.
#[inline]
pub(super) fn ending(passes: Passes, can_capture: bool, red_to_black: impl FnOnce() -> Ordering) -> Option<Ending> {
    // The game ends when both sides agree to end it, which two passes in a row say.
    let rule = if passes == Passes::Both {
        "both-passed"
    // Or when nobody can capture.
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

/// Slots by row: six for each [code](Row::code), by the passes and the side to move.
///
/// The slots of codes 0 and 1, which no row has, are holes, and so are passes in a row without a capture.
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

    /// A pass keeps the row's length and a capture does not, so only captures can lead to one position.
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
    /// Visits the rows and passes of the predecessors of `position`. None of them is over: somebody captures or
    /// passes in it, which takes a capture in the row and a game not ended by passes.
    #[inline]
    fn each_parent(self, position: &Position, mut visit: impl FnMut(Row, Passes)) {
        match position.passes {
            Passes::None if position.row.len() < self.longest => {
                // Captures are the same whether or not the enemy has just passed.
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
