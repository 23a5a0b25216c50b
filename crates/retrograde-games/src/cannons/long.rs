//! Solves rows that are too long for a table. The [`theorem`](super::theorem) on cannons gives their values without the
//! kernel.

use std::sync::Arc;

use retrograde::ask::PositionSummary;
use retrograde::author::{
    About, AnyBoard, AnyPosition, Domain, LegalMove, Plan, ShortcutValue, Square, StrategyProof, TooManyMoves, Way,
};
use retrograde::kernel::{estimate, expected};
use retrograde::rules::message::Message;
use retrograde::{NotationError, Options, SolveError};

use super::looks::path;
use super::messages::Wrong;
use super::notation::{Parts, drawing, passed_too_late};
use super::proof::Standing;
use super::row::Row;
use super::rules::Passes;

/// A position on a row of more than [`Row::MAX_LEN`] cannons.
struct LongRow {
    about: Arc<About>,
    standing: Standing,
}

/// The maximum total length, in characters, of the list of positions after all moves.
const ROOM: usize = 16_000_000;

/// Reads the part of a token after `cannons:` if its row is too long for a table. Returns `None` for a shorter row, and
/// for a text that is not a row.
pub fn open(about: &Arc<About>, text: &str) -> Option<Result<Box<dyn AnyPosition>, NotationError>> {
    let parts = Parts::read(text).ok().filter(|parts| parts.row.len() > Row::MAX_LEN as usize)?;
    let standing = Standing::new(&parts);
    if parts.passes != Passes::None && !standing.can_capture() {
        return Some(Err(passed_too_late()));
    }
    Some(Ok(Box::new(LongRow { about: about.clone(), standing })))
}

impl LongRow {
    /// Returns the number of slots that a table with this row would have, or `u64::MAX` if the number is larger.
    fn slots(&self) -> u64 {
        let rows = u32::try_from(self.standing.len() + 1).ok().and_then(|length| 1_u64.checked_shl(length));
        rows.map_or(u64::MAX, |rows| rows.saturating_mul(6))
    }
}

impl AnyPosition for LongRow {
    fn about(&self) -> &Arc<About> {
        &self.about
    }

    fn token(&self) -> String {
        self.standing.token()
    }

    fn here(&self) -> PositionSummary {
        self.standing.here()
    }

    fn draw(&self) -> String {
        drawing(self.standing.row(), self.standing.len())
    }

    fn instance(&self) -> String {
        format!("cannons/long/{}", self.standing.len())
    }

    fn moves(&self) -> Result<Vec<LegalMove>, TooManyMoves> {
        let moves = self.breadth();
        if moves.saturating_mul(self.standing.len()) > ROOM {
            return Err(TooManyMoves { moves });
        }
        let legal = |action| {
            let child = self.standing.after(action);
            let path = path(action);
            LegalMove { action: action.to_string(), token: child.token(), there: child.here(), path }
        };
        Ok(self.standing.moves().map(legal).collect())
    }

    fn breadth(&self) -> usize {
        self.standing.moves().count()
    }

    fn after(&self, number: usize) -> Option<Box<dyn AnyPosition>> {
        let action = self.standing.moves().nth(number)?;
        Some(Box::new(Self { about: self.about.clone(), standing: self.standing.after(action) }))
    }

    fn placed(&self, _piece: usize, _square: Square) -> Result<Box<dyn AnyPosition>, Message> {
        Err(Wrong::NoMoving.into())
    }

    fn plan(&self, domain: Domain, threads: usize) -> Plan {
        let slots = self.slots();
        Plan {
            way: Way::Reversible,
            domain,
            slots: Some(slots),
            bytes: Some(estimate(slots, threads)),
            most: Some(estimate(slots, threads)),
            expected: Some(expected(slots, threads)),
            outside: None,
        }
    }

    fn shortcut(&self) -> Option<ShortcutValue> {
        Some(self.standing.value())
    }

    fn strategy_proof(&self) -> Option<Box<dyn StrategyProof + '_>> {
        Some(Box::new(self.standing.clone()))
    }

    fn board(&self, _domain: Domain, options: &Options<'_>) -> Result<Arc<dyn AnyBoard>, SolveError> {
        let slots = self.slots();
        Err(SolveError::TooLarge { slots, needed: estimate(slots, options.threads), limit: options.memory })
    }
}
