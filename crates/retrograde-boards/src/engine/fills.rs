//! Games in which each move adds a piece to a square, such as connect four.
//!
//! Where a piece may be added depends only on the occupied squares, so it is known for all slots with the same occupied
//! squares. The rows are found at all places at once: rows of the same form differ only by a shift.

use std::collections::BTreeMap;

use super::bits::{Set, squares};
use super::instances::{Instance, Sight};
use super::numbering::{NO_PLACE, Numbering};
use crate::description::Description;

/// A game of this form whose winning rows are elided.
#[derive(Debug)]
pub(super) struct Fills {
    /// The family of rows.
    pub(super) family: usize,
    forms: Vec<RowForm>,
    /// For each record of a set of occupied squares: the squares that a move can fill.
    open: Vec<Set>,
    /// The place of the first of these records.
    start: usize,
}

/// The maximum number of squares of a row.
const MOST_LENGTH: usize = 8;

/// All rows of one form.
#[derive(Debug)]
struct RowForm {
    /// The distances from the first square of a row to its squares.
    offsets: [u8; MOST_LENGTH],
    length: usize,
    /// The first squares of the rows.
    starts: Set,
}

impl RowForm {
    fn offsets(&self) -> &[u8] {
        &self.offsets[..self.length]
    }
}

/// The forms of some rows; `None` if a row is too long.
fn forms(rows: &[Set]) -> Option<Vec<RowForm>> {
    let mut forms = BTreeMap::<Set, Set>::new();
    for row in rows.iter().filter(|row| **row != 0) {
        *forms.entry(row >> row.trailing_zeros()).or_default() |= row & row.wrapping_neg();
    }
    let form = |(form, starts)| {
        let (mut offsets, mut length) = ([0; MOST_LENGTH], 0);
        for square in squares(form) {
            *offsets.get_mut(length)? = square as u8;
            length += 1;
        }
        Some(RowForm { offsets, length, starts })
    };
    forms.into_iter().map(form).collect()
}

/// The square that a move fills, and the squares that must be empty and occupied before it; `None` if the move depends
/// on more, or changes more.
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
    /// Tabulates the moves of a game with one kind of pieces whose slots are sorted by the occupied squares. Returns
    /// `None` if some move does not have the form, or if two moves can fill the same square.
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
        Some(Self { family, forms: forms(rows)?, open: shapes.map(open).collect::<Option<_>>()?, start })
    }

    /// The memory in bytes.
    pub(super) fn bytes(&self) -> u64 {
        8 * self.open.len() as u64
    }

    /// The squares that a move can fill, by the place of the record of the occupied squares.
    pub(super) fn open(&self, place: u32) -> Set {
        if place == NO_PLACE { 0 } else { self.open[place as usize - self.start] }
    }

    #[inline(always)]
    pub(super) fn has_row(&self, set: Set) -> bool {
        let mut any = 0;
        for form in &self.forms {
            let mut starts = form.starts;
            for offset in form.offsets() {
                starts &= set >> offset;
            }
            any |= starts;
        }
        any != 0
    }

    /// The squares that one more piece must fill to complete a row; all squares, if the set has a row.
    #[inline(always)]
    pub(super) fn completing(&self, set: Set) -> Set {
        let (mut all, mut any) = (0, 0);
        for form in &self.forms {
            // The first squares of the rows of which the set has all squares so far, and all but one.
            let (mut full, mut but_one) = (form.starts, 0);
            for offset in form.offsets() {
                let here = set >> offset;
                but_one = but_one & here | full & !here;
                full &= here;
            }
            for offset in form.offsets() {
                all |= (but_one & !(set >> offset)) << offset;
            }
            any |= full;
        }
        if any == 0 { all } else { Set::MAX }
    }
}
