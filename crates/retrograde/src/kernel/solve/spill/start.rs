//! The start of a solve on scratch: from the beginning, or from a checkpoint.

use super::super::checkpoint::Meanings;
use super::super::checkpoint::StoredState;
use super::super::codebook::Codebook;
use super::super::segments::Source;
use super::super::worker::expanded;
use super::super::writer::Writer;
use super::column::ScratchColumn;
use crate::kernel::options::SolveError;
use crate::kernel::state::{Left, Point, Seeds, Sweep, SweepLaw};
use crate::rules::value::{Depth, Value};
use crate::table::cell::Cell;
use crate::table::column::Width;
use std::time::Duration;

/// The data that all workers share at the start.
pub(super) struct Start {
    pub(super) point: Point,
    pub(super) codebook: Codebook,
    pub(super) has_ties: bool,
    /// The time that the stage has taken so far.
    pub(super) spent: Duration,
    /// The codes that the column may contain, if it contains any.
    pub(super) meanings: Option<Meanings>,
    /// The treatment of the slots of a code, by the code's index in the codebook.
    pub(super) fates: Vec<Fate>,
    /// The laws and depths at which positions must be expanded.
    pub(super) sweeps: Vec<(SweepLaw, Depth)>,
}

/// The treatment of the slots of a code when a worker initializes them.
#[derive(Clone, Copy, Default)]
pub(super) struct Fate {
    /// If these positions must be expanded: the index in [`Start::sweeps`], and whether they are won.
    pub(super) sweep: Option<(usize, bool)>,
    /// The code that replaces theirs, if they were unexpanded positions with a code of their own.
    pub(super) becomes: Option<u32>,
}

impl Start {
    /// A start without a checkpoint.
    pub(super) fn anew(game: &dyn Writer, width: Width) -> Self {
        let point = Point::Seeding(Seeds::default());
        Self::with(game, point, Codebook::new(width, Left::CODES))
    }

    /// A start from a checkpoint, whose codes are copied to the column.
    pub(super) fn restored(
        game: &dyn Writer,
        stored_state: &StoredState<'_>,
        column: &ScratchColumn<'_>,
    ) -> Result<Self, SolveError> {
        let StoredState { checkpoint_sink, state } = stored_state;
        state.copy(*checkpoint_sink, |at, codes| column.write_bytes(state.width(), at, codes))?;
        let start = Self::with(game, state.point, Codebook::restored(state));
        Ok(Self { has_ties: state.has_ties, spent: state.spent, meanings: Some(Meanings::of(state)), ..start })
    }

    fn with(game: &dyn Writer, point: Point, codebook: Codebook) -> Self {
        let mut sweeps = Vec::new();
        let mut ahead = |value: Value, point| {
            let (law, depth, won) = sweep_from(game, value).filter(|&(law, depth, _)| is_ahead(point, law, depth))?;
            let at = sweeps.iter().position(|&other| other == (law, depth));
            let at = at.unwrap_or_else(|| {
                sweeps.push((law, depth));
                sweeps.len() - 1
            });
            Some((at, won))
        };
        let of_place = |cell: Option<Cell>| {
            let sweep = cell.and_then(Cell::value).and_then(|value| ahead(value, point));
            Fate { sweep, becomes: None }
        };
        let mut fates: Vec<Fate> = codebook.cells().into_iter().map(of_place).collect();
        if let Point::Sweeping(sweep) = point {
            // For unexpanded positions, the depth has not begun.
            let whole = Point::Sweeping(Sweep { begun: None, ..sweep });
            let left = codebook.left_places().0.into_iter().zip(sweep.law.values(sweep.depth));
            for (place, value) in left.filter_map(|(place, value)| Some((place?, value))) {
                fates[place as usize] = Fate { sweep: ahead(value, whole), becomes: codebook.find(value) };
            }
        }
        Self { point, codebook, has_ties: false, spent: Duration::ZERO, meanings: None, fates, sweeps }
    }
}

/// The law and the depth at which a position with this value must be expanded, and whether it is won; `None` if it need
/// not be expanded.
fn sweep_from(game: &dyn Writer, value: Value) -> Option<(SweepLaw, Depth, bool)> {
    let depth = value.depth()?;
    let law = if matches!(value, Value::Tie(_)) { SweepLaw::Ties } else { SweepLaw::WinsAndLosses };
    let won = !matches!(value, Value::Loss(_));
    let Source { win, loss } = expanded(game, law, depth, BOTH);
    (if won { win } else { loss }).map(|_| (law, depth, won))
}

/// Codes for wins and losses, to ask which of the two must be expanded.
pub(super) const BOTH: Source = Source { win: Some(0), loss: Some(0) };

/// Whether the positions of a depth are not expanded yet.
fn is_ahead(point: Point, law: SweepLaw, depth: Depth) -> bool {
    match point {
        Point::Seeding(_) => true,
        Point::Sweeping(sweep) if law == sweep.law => {
            depth > sweep.depth || depth == sweep.depth && sweep.begun.is_none()
        }
        Point::Sweeping(_) => law == SweepLaw::Ties,
        Point::Finishing => false,
    }
}
