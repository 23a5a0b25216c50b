//! Where a solve on scratch begins: at its beginning, or with what was kept of it.

use super::super::book::Book;
use super::super::checkpoint::Kept;
use super::super::checkpoint::Meanings;
use super::super::segments::Source;
use super::super::worker::expanded;
use super::super::writer::Writer;
use super::column::Column;
use crate::kernel::options::SolveError;
use crate::kernel::state::{Law, Left, Point, Seeds, Sweep};
use crate::rules::value::{Depth, Value};
use crate::table::cell::Cell;
use crate::table::column::Width;
use std::time::Duration;

/// What all workers know when they begin.
pub(super) struct Start {
    pub(super) point: Point,
    pub(super) book: Book,
    pub(super) has_ties: bool,
    /// How long the stage goes on already.
    pub(super) spent: Duration,
    /// Which codes the column may hold, if it holds any.
    pub(super) meanings: Option<Meanings>,
    /// What becomes of the slots of a code, by its place in the book.
    pub(super) fates: Vec<Fate>,
    /// The laws and depths that predecessors are told at.
    pub(super) told: Vec<(Law, Depth)>,
}

/// What becomes of the slots of a code when they are taken up.
#[derive(Clone, Copy, Default)]
pub(super) struct Fate {
    /// Their predecessors will be told: by which law and at which depth of [`Start::told`], and whether as won.
    pub(super) told: Option<(usize, bool)>,
    /// Another code for them: they were set apart.
    pub(super) becomes: Option<u32>,
}

impl Start {
    /// With nothing.
    pub(super) fn anew(game: &dyn Writer, width: Width) -> Self {
        let point = Point::Seeding(Seeds::default());
        Self::with(game, point, Book::new(width, Left::CODES))
    }

    /// With what was kept, whose codes are copied to the column.
    pub(super) fn kept(game: &dyn Writer, kept: &Kept<'_>, column: &Column<'_>) -> Result<Self, SolveError> {
        let Kept { keeper, state } = kept;
        state.copy(*keeper, |at, codes| column.write_bytes(state.width(), at, codes))?;
        let start = Self::with(game, state.point, Book::restored(state));
        Ok(Self { has_ties: state.has_ties, spent: state.spent, meanings: Some(Meanings::of(state)), ..start })
    }

    fn with(game: &dyn Writer, point: Point, book: Book) -> Self {
        let mut told = Vec::new();
        let mut ahead = |value: Value, point| {
            let (law, depth, won) = is_told(game, value).filter(|&(law, depth, _)| is_ahead(point, law, depth))?;
            let at = told.iter().position(|&other| other == (law, depth));
            let at = at.unwrap_or_else(|| {
                told.push((law, depth));
                told.len() - 1
            });
            Some((at, won))
        };
        let of_place = |cell: Option<Cell>| {
            let told = cell.and_then(Cell::value).and_then(|value| ahead(value, point));
            Fate { told, becomes: None }
        };
        let mut fates: Vec<Fate> = book.cells().into_iter().map(of_place).collect();
        if let Point::Sweeping(sweep) = point {
            // What is left is as if the depth had not begun.
            let whole = Point::Sweeping(Sweep { begun: None, ..sweep });
            let left = book.left_places().0.into_iter().zip(sweep.law.values(sweep.depth));
            for (place, value) in left.filter_map(|(place, value)| Some((place?, value))) {
                fates[place as usize] = Fate { told: ahead(value, whole), becomes: book.find(value) };
            }
        }
        Self { point, book, has_ties: false, spent: Duration::ZERO, meanings: None, fates, told }
    }
}

/// By which law, at which depth, and whether as won, the predecessors of a position with a value are told, if they are.
fn is_told(game: &dyn Writer, value: Value) -> Option<(Law, Depth, bool)> {
    let depth = value.depth()?;
    let law = if matches!(value, Value::Tie(_)) { Law::Ties } else { Law::WinsAndLosses };
    let won = !matches!(value, Value::Loss(_));
    let Source { win, loss } = expanded(game, law, depth, BOTH);
    (if won { win } else { loss }).map(|_| (law, depth, won))
}

/// Asks of wins and losses both whether their predecessors are told.
pub(super) const BOTH: Source = Source { win: Some(0), loss: Some(0) };

/// Whether the positions of a depth are still to be expanded.
fn is_ahead(point: Point, law: Law, depth: Depth) -> bool {
    match point {
        Point::Seeding(_) => true,
        Point::Sweeping(sweep) if law == sweep.law => {
            depth > sweep.depth || depth == sweep.depth && sweep.begun.is_none()
        }
        Point::Sweeping(_) => law == Law::Ties,
        Point::Finishing => false,
    }
}
