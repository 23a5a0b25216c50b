//! The move that an opponent plays.

use super::{Ask, Asked};
use crate::opponent::{Opponent, Resistance};
use crate::report::MoveReport;
use crate::session::{AskError, Session};

/// The move that an opponent would play; `None` if the game is over.
#[derive(Clone, Copy, Debug)]
pub struct Reply {
    /// From 0 (any move) to [`PERFECT`](crate::opponent::PERFECT).
    pub strength: u8,
    /// By which it chooses.
    pub seed: u64,
}

impl Ask for Reply {
    type Report = Option<MoveReport>;

    fn ask(&self, asked: Asked<'_>) -> Result<Option<MoveReport>, AskError> {
        chosen(asked, &mut Opponent::new(self.strength, self.seed))
    }
}

/// The move that this opponent plays.
pub(crate) fn chosen(
    Asked { session, slot, .. }: Asked<'_>,
    opponent: &mut Opponent,
) -> Result<Option<MoveReport>, AskError> {
    let probe = session.probed(slot)?;
    let turn = session.here(slot)?.turn;
    let mut moves = session.rated(&probe.moves)?;
    if moves.is_empty() {
        return Ok(None);
    }
    let left = |session: &Session, rated: &MoveReport| {
        let child =
            probe.moves.iter().find(|known| known.action.text() == rated.action).map_or(slot, |known| known.child);
        Ok::<_, AskError>(Resistance::of(&session.probe(child, 0)?, turn))
    };
    let index = opponent.choose(&moves, |rated| left(session, rated))?;
    Ok(Some(moves.swap_remove(index)))
}
