//! Measures how tricky a position is. The measure counts the legal moves along best play, and the moves among them that
//! keep the value.

use std::iter;

use retrograde::ask::Action;
use retrograde::{Line, LineEnd, Slot};
use serde::Serialize;

use super::{Ask, Asked};
use crate::report::Head;
use crate::session::{AskError, Session};

/// Asks how tricky a position is. The count covers at most `max` plies of best play.
#[derive(Clone, Copy, Debug)]
pub struct Trickiness {
    /// The maximum number of plies.
    pub max: usize,
}

/// The number of legal moves in the positions along best play, and how many of these moves keep the value. The smaller
/// the share of such moves is, the more easily a player errs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TrickinessReport {
    /// The position that best play starts from.
    #[serde(flatten)]
    pub head: Head,
    /// The number of legal moves in all positions of the line of best play. The line starts with the position asked
    /// about; a position that recurs counts once.
    pub moves: u64,
    /// The number of those legal moves that keep the value of their position for the side to move, and also the depth,
    /// so that no ply is wasted.
    pub keeping: u64,
    /// `keeping` divided by `moves`, from 0 to 1; `null` if there are no moves, because the game is over.
    pub share: Option<f64>,
    /// Whether the line was cut at the requested length. The last position of a cut line counts, too.
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

/// Returns the slots of the positions of a line that starts at slot `start`, each slot once. The last move of a loop
/// returns to one of these slots.
fn positions(start: Slot, line: &Line<Action, Slot>) -> impl Iterator<Item = Slot> {
    let returns = usize::from(matches!(line.end, LineEnd::Loop { .. }));
    let children = line.plies.iter().map(|rated| rated.child);
    iter::once(start).chain(children.take(line.plies.len() - returns))
}

/// Returns the number of legal moves in the positions of `slots`, and the number of these moves that keep the value for
/// the side to move.
///
/// # Complexity
/// Makes every move of every position. The computation of the line has already made all these moves, except the moves
/// in the last position of the line.
fn count(session: &Session, slots: impl Iterator<Item = Slot>) -> Result<(u64, u64), AskError> {
    let (mut moves, mut keeping) = (0, 0);
    for slot in slots {
        let probe = session.probed(slot)?;
        moves += probe.moves.len() as u64;
        keeping += probe.moves.iter().filter(|rated| rated.waste.is_none()).count() as u64;
    }
    Ok((moves, keeping))
}
