//! Rows that are longer than any that a table holds: the theorem answers for them, and the kernel never.

use retrograde::solve::estimate;
use retrograde::{NotationError, Options, SolveError};

use super::Passes;
use super::notation::{Parts, drawing, passed_too_late};
use super::proof::Standing;
use super::row::Row;
use crate::grid::Square;
use crate::registry::{AnyPosition, AnySolution, Domain, NoPiece, PlaceError, Plan, TooManyMoves, Way};
use crate::report::{
    Head, LegalMoveReport, MovesReport, PieceReport, ProbeReport, SCHEMA, StateReport, WitnessLine, WitnessWhy,
};
use crate::witness::Witness;

/// A position on a row of more than [`Row::MAX_LEN`] cannons.
struct LongRow(Standing);

/// The characters that the positions after all moves may take.
const ROOM: usize = 16_000_000;

/// Reads the part of a token after `cannons:`, if its row is longer than any that a table holds; `None` for all others, and for texts
/// that are no row.
pub fn open(text: &str) -> Option<Result<Box<dyn AnyPosition>, NotationError>> {
    let parts = Parts::read(text).ok().filter(|parts| parts.row.len() > Row::MAX_LEN as usize)?;
    let standing = Standing::new(&parts);
    if parts.passes != Passes::None && !standing.can_capture() {
        return Some(Err(passed_too_late()));
    }
    Some(Ok(Box::new(LongRow(standing))))
}

impl LongRow {
    /// The slots of a table, were there one: at most `u64::MAX`.
    fn slots(&self) -> u64 {
        let rows = u32::try_from(self.0.len() + 1).ok().and_then(|length| 1_u64.checked_shl(length));
        rows.map_or(u64::MAX, |rows| rows.saturating_mul(6))
    }

    fn state(standing: &Standing) -> StateReport {
        let Head { pos, turn, over, winner, .. } = standing.head();
        StateReport { pos, turn, over, winner: winner.filter(|_| over.is_some()) }
    }
}

impl AnyPosition for LongRow {
    fn token(&self) -> String {
        self.0.token()
    }

    fn draw(&self) -> String {
        drawing(self.0.row(), self.0.len())
    }

    fn turn(&self) -> &'static str {
        self.0.side()
    }

    fn instance(&self) -> String {
        format!("cannons/long/{}", self.0.len())
    }

    fn moves(&self) -> Result<MovesReport, TooManyMoves> {
        let moves = self.breadth();
        if moves.saturating_mul(self.0.len()) > ROOM {
            return Err(TooManyMoves { moves });
        }
        let report =
            |action| LegalMoveReport { action: format!("{action}"), child: Self::state(&self.0.after(action)) };
        let mut moves: Vec<_> = self.0.moves().map(report).collect();
        moves.sort_by(|a, b| a.action.cmp(&b.action));
        let state = Self::state(&self.0);
        Ok(MovesReport { schema: SCHEMA, game: Standing::GAME, state, moves })
    }

    fn breadth(&self) -> usize {
        self.0.moves().count()
    }

    fn squares(&self) -> Vec<Square> {
        Vec::new()
    }

    fn pieces(&self) -> Vec<PieceReport> {
        Vec::new()
    }

    fn placed(&self, piece: &str, _square: &str) -> Result<String, PlaceError> {
        Err(NoPiece { game: Standing::GAME, piece: piece.to_owned(), known: Vec::new() }.into())
    }

    fn plan(&self, domain: Domain, threads: usize) -> Plan {
        let slots = self.slots();
        Plan { reason: Way::Reversible.reason(), domain, slots: Some(slots), bytes: Some(estimate(slots, threads)) }
    }

    fn shortcut(&self) -> Option<ProbeReport> {
        Some(ProbeReport { head: self.0.head(), moves: None, line: None, table: None })
    }

    fn witness_line(&self, max: usize) -> Option<WitnessLine> {
        Some(self.0.line(max))
    }

    fn witness_why(&self) -> Option<WitnessWhy> {
        Some(self.0.why())
    }

    fn solve(&self, _domain: Domain, options: &Options<'_>) -> Result<Box<dyn AnySolution>, SolveError> {
        let slots = self.slots();
        Err(SolveError::TooLarge { slots, needed: estimate(slots, options.threads), limit: options.memory })
    }

    fn solve_quickly(&self, domain: Domain, options: &Options<'_>) -> Result<Box<dyn AnySolution>, SolveError> {
        self.solve(domain, options)
    }
}
