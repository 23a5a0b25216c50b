//! The start of a solve in scratch storage, from the beginning or from a checkpoint.

use super::super::checkpoint::Meanings;
use super::super::checkpoint::StoredState;
use super::super::codebook::{Codebook, is_in};
use super::super::segments::Source;
use super::super::worker::expanded;
use super::column::ScratchColumn;
use crate::kernel::options::SolveError;
use crate::kernel::state::{Left, Point, Seeds, Sweep, SweepLaw};
use crate::rules::value::{Depth, Value};
use crate::table::cell::Cell;
use crate::table::column::Width;
use std::time::Duration;

/// The data with which all workers of a solve in scratch storage start.
pub(super) struct Start {
    pub(super) point: Point,
    pub(super) codebook: Codebook,
    pub(super) has_ties: bool,
    /// The time that the current stage had already taken when the checkpoint was stored.
    pub(super) spent: Duration,
    /// The codes that are valid in the column, if the column was copied from a checkpoint.
    pub(super) meanings: Option<Meanings>,
    /// For each code, the way in which a worker initializes the slots that have this code. The list is indexed by the
    /// code's index in the codebook.
    pub(super) fates: Vec<Fate>,
    /// The depths at which positions must be expanded, each with the kind of values that the sweep propagates.
    pub(super) sweeps: Vec<(SweepLaw, Depth)>,
}

/// Defines how a worker initializes the slots with a given code.
#[derive(Clone, Copy, Default)]
pub(super) struct Fate {
    /// This field is `Some` if the positions with this code must be expanded. It then contains the index of these
    /// positions' entry in [`Start::sweeps`], and says whether the side to move has won the positions.
    pub(super) sweep: Option<(usize, bool)>,
    /// If this code marks unexpanded positions, this field is the code of their value. The worker then replaces the
    /// mark by the code in this field.
    pub(super) becomes: Option<u32>,
}

impl Start {
    /// Starts a solve from the beginning.
    pub(super) fn anew(width: Width) -> Self {
        let point = Point::Seeding(Seeds::default());
        Self::with(point, Codebook::new(width, Left::CODES))
    }

    /// Starts a solve from a checkpoint and copies the codes of the checkpoint to the column.
    pub(super) fn restored(stored_state: &StoredState<'_>, column: &ScratchColumn<'_>) -> Result<Self, SolveError> {
        let StoredState { checkpoint_sink, state } = stored_state;
        state.copy(*checkpoint_sink, |at, codes| column.write_bytes(state.width(), at, codes))?;
        let start = Self::with(state.point, Codebook::restored(state));
        Ok(Self { has_ties: state.has_ties, spent: state.spent, meanings: Some(Meanings::of(state)), ..start })
    }

    fn with(point: Point, codebook: Codebook) -> Self {
        let mut sweeps = Vec::new();
        let mut ahead = |value: Value, point| {
            let (law, depth, won) = sweep_from(value).filter(|&(law, depth, _)| is_ahead(point, law, depth))?;
            let at = sweeps.iter().position(|&other| other == (law, depth));
            let at = at.unwrap_or_else(|| {
                sweeps.push((law, depth));
                sweeps.len() - 1
            });
            Some((at, won))
        };
        let elided = codebook.elided_places();
        let of_place = |(place, cell): (usize, Option<Cell>)| {
            let value = cell.and_then(Cell::value).filter(|_| !is_in(elided, place));
            Fate { sweep: value.and_then(|value| ahead(value, point)), becomes: None }
        };
        let mut fates: Vec<Fate> = codebook.cells().into_iter().enumerate().map(of_place).collect();
        if let Point::Sweeping(sweep) = point {
            // The unexpanded positions are treated as if their depth had not begun.
            let whole = Point::Sweeping(Sweep { begun: None, ..sweep });
            let left = codebook.left_places().0.into_iter().zip(sweep.law.values(sweep.depth));
            for (place, value) in left.filter_map(|(place, value)| Some((place?, value))) {
                fates[place as usize] = Fate { sweep: ahead(value, whole), becomes: codebook.find(value) };
            }
        }
        Self { point, codebook, has_ties: false, spent: Duration::ZERO, meanings: None, fates, sweeps }
    }
}

/// Returns the sweep in which a position with this value must be expanded. The sweep is given by its kind of values and
/// its depth. The flag says whether the side to move has won the position. Returns `None` if the position need not be
/// expanded.
fn sweep_from(value: Value) -> Option<(SweepLaw, Depth, bool)> {
    let depth = value.depth()?;
    let law = if matches!(value, Value::Tie(_)) { SweepLaw::Ties } else { SweepLaw::WinsAndLosses };
    let won = !matches!(value, Value::Loss(_));
    let Source { win, loss } = expanded(law, BOTH);
    (if won { win } else { loss }).map(|_| (law, depth, won))
}

/// Placeholder codes for a win and a loss. A caller passes these codes to [`expanded`]. The function [`expanded`]
/// returns only the codes whose positions must be expanded.
pub(super) const BOTH: Source = Source { win: Some(0), loss: Some(0) };

/// Returns whether, at this point of the solve, the positions of a depth are not expanded yet.
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
