//! Games in which each move adds a piece to a square. Connect four is an example.
//!
//! The occupied squares determine the squares to which a move can add a piece. The occupied squares also determine the
//! rows that may be full and the rows that may lack one piece. The engine finds these squares and rows once for all
//! slots with the same occupied squares.

use super::bits::Set;
use super::instances::{Instance, Sight};
use super::numbering::{NO_PLACE, Numbering};
use crate::description::Description;

/// A game in which each move adds a piece, and whose winning rows are elided.
#[derive(Debug)]
pub(super) struct Fills {
    /// The family of rows.
    pub(super) family: usize,
    rows: Vec<Set>,
    /// The squares that a move can fill, for each record. A record belongs to a set of occupied squares.
    open: Vec<Set>,
    /// The index of the first record of a set of occupied squares.
    start: usize,
}

/// A row in which one square is empty and all other squares are occupied.
#[derive(Clone, Copy, Debug)]
pub(super) struct Threat {
    /// The occupied squares. If one side's pieces stand on all occupied squares of the row, this side threatens to
    /// complete the row.
    pub(super) rest: Set,
    /// The empty square.
    pub(super) square: Set,
}

/// The square that a move fills, the squares that must be empty before the move, and the squares that must be occupied
/// before the move. `None` if the move has other conditions or other effects.
fn filled(instance: &Instance) -> Option<(Set, Set, Set)> {
    let (mut empty, mut occupied) = (0, 0);
    for &(sight, set) in &instance.before {
        match sight {
            Sight::Empty => empty |= set,
            Sight::Occupied => occupied |= set,
            _ => return None,
        }
    }
    let [(0, square)] = instance.flips[..] else { return None };
    (square.is_power_of_two() && empty & square != 0).then_some((square, empty, occupied))
}

impl Fills {
    /// Tabulates the moves of a game. The game must have one kind of pieces, and its slots must be sorted by the
    /// occupied squares. Returns `None` if some move has other conditions or other effects, or if two moves can fill
    /// the same square.
    pub(super) fn new<const C: usize>(
        description: &Description,
        family: usize,
        rows: &[Set],
        instances: &[Instance],
        numbering: &Numbering<C>,
    ) -> Option<Self> {
        let moves: Vec<(Set, Set, Set)> = instances.iter().map(filled).collect::<Option<_>>()?;
        let has_no_tests =
            |rule: usize| description.moves[rule].when.is_empty() && description.moves[rule].hands.is_empty();
        if !instances.iter().all(|instance| has_no_tests(instance.rule)) {
            return None;
        }
        let open = |set: Set| {
            let fitting = moves.iter().filter(|(_, empty, occupied)| set & empty == 0 && set & occupied == *occupied);
            fitting
                .map(|(square, ..)| *square)
                .try_fold(0, |all: Set, square| (all & square == 0).then_some(all | square))
        };
        let (start, shapes) = numbering.shapes()?;
        let rows = rows.to_vec();
        Some(Self { family, rows, open: shapes.map(open).collect::<Option<_>>()?, start })
    }

    /// The memory in bytes.
    pub(super) fn bytes(&self) -> u64 {
        8 * self.open.len() as u64
    }

    /// The squares that a move can fill. `place` is the index of the record for the occupied squares.
    pub(super) fn open(&self, place: u32) -> Set {
        if place == NO_PLACE { 0 } else { self.open[place as usize - self.start] }
    }

    pub(super) fn has_row(&self, set: Set) -> bool {
        self.rows.iter().any(|row| set & row == *row)
    }

    /// The rows whose squares are all occupied.
    pub(super) fn full(&self, occupied: Set) -> impl Iterator<Item = Set> + '_ {
        self.rows.iter().copied().filter(move |row| row & !occupied == 0)
    }

    /// The rows of which at most one square is empty.
    pub(super) fn nearly_full(&self, occupied: Set) -> impl Iterator<Item = Set> + '_ {
        self.rows.iter().copied().filter(move |row| (row & !occupied).count_ones() < 2)
    }

    /// The rows that a piece on an empty square of the set `squares` completes.
    pub(super) fn threats(&self, occupied: Set, squares: Set) -> impl Iterator<Item = Threat> + '_ {
        self.rows.iter().filter_map(move |&row| Threat::of(row, occupied, squares))
    }
}

impl Threat {
    /// The [`Threat`] that belongs to a row, if a piece on an empty square of the set `squares` completes the row.
    #[inline(always)]
    pub(super) fn of(row: Set, occupied: Set, squares: Set) -> Option<Self> {
        let square = row & !occupied;
        (square.is_power_of_two() && square & squares != 0).then_some(Self { rest: row & occupied, square })
    }
}
