//! The move that an opponent plays.

use super::{Ask, Asked};
use crate::opponent::{Opponent, Resistance};
use crate::report::MoveReport;
use crate::session::{AskError, Session};

/// Asks for the move that an opponent would play. The answer is `None` if the game is over.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The opponent, including the state of its random generator before the opponent chooses the move.
    pub opponent: Opponent,
}

/// A move, and the opponent that played it.
#[derive(Clone, Debug)]
pub struct Replied {
    /// The move.
    pub rated: MoveReport,
    /// The opponent, including the state of its random generator after the move. If a caller passes this opponent to
    /// the next question, one seed determines a whole game.
    pub opponent: Opponent,
}

impl Ask for Reply {
    type Report = Option<Replied>;

    fn ask(&self, asked: Asked<'_>) -> Result<Option<Replied>, AskError> {
        let mut opponent = self.opponent.clone();
        let chosen = chosen(asked, &mut opponent)?;
        Ok(chosen.map(|rated| Replied { rated, opponent }))
    }
}

/// Returns the move that an opponent plays.
fn chosen(Asked { session, slot, .. }: Asked<'_>, opponent: &mut Opponent) -> Result<Option<MoveReport>, AskError> {
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
