//! Trickiness: the share of the moves along best play that keep the value.

use std::iter;

use retrograde::ask::Action;
use retrograde::{Line, LineEnd, Slot};
use serde::Serialize;

use super::{Ask, Asked};
use crate::report::Head;
use crate::session::{AskError, Session};

/// The trickiness of a position, by best play of at most `max` plies.
#[derive(Clone, Copy, Debug)]
pub struct Trickiness {
    /// The maximum number of plies.
    pub max: usize,
}

/// The legal moves of the positions along best play, and how many of them keep the value. The smaller the share, the
/// more easily a player errs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TrickinessReport {
    /// The position that best play starts from.
    #[serde(flatten)]
    pub head: Head,
    /// The legal moves of all positions of the line. The line starts with the position asked about; a position that
    /// recurs counts once.
    pub moves: u64,
    /// Those moves that keep the value of their position for the side that moves there, depth included: they waste no
    /// ply.
    pub keeping: u64,
    /// `keeping` divided by `moves`, from 0 to 1; `null` if there are no moves, because the game is over.
    pub share: Option<f64>,
    /// Whether the line was cut at the requested length. Its last position counts, too.
    pub cut: bool,
}

impl Ask for Trickiness {
    type Report = TrickinessReport;

    fn ask(&self, Asked { session, slot, .. }: Asked<'_>) -> Result<TrickinessReport, AskError> {
        let line = session.followed(slot, self.max)?;
        let (moves, keeping) = count(session, positions(slot, &line))?;
        Ok(TrickinessReport {
            head: session.head(slot, line.value)?,
            moves,
            keeping,
            share: (moves > 0).then(|| keeping as f64 / moves as f64),
            cut: line.end == LineEnd::Cut,
        })
    }
}

/// The slots of a line from a slot, each once. The last move of a loop returns to one of them.
fn positions(start: Slot, line: &Line<Action, Slot>) -> impl Iterator<Item = Slot> {
    let returns = usize::from(matches!(line.end, LineEnd::Loop { .. }));
    let children = line.plies.iter().map(|rated| rated.child);
    iter::once(start).chain(children.take(line.plies.len() - returns))
}

/// The number of legal moves in some positions, and of those that keep the value of their position for its mover.
///
/// # Complexity
/// Every move of these positions is made again; the line has already made those of all but the last.
fn count(session: &Session, slots: impl Iterator<Item = Slot>) -> Result<(u64, u64), AskError> {
    let (mut moves, mut keeping) = (0, 0);
    for slot in slots {
        let probe = session.probed(slot)?;
        moves += probe.moves.len() as u64;
        keeping += probe.moves.iter().filter(|rated| rated.waste.is_none()).count() as u64;
    }
    Ok((moves, keeping))
}
