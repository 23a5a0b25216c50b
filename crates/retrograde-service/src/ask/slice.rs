//! A question for a slice of the table. A slice puts one piece of a position on each square of the board in turn. The
//! slice contains the value of each resulting position.

use retrograde::author::{AnyPosition, Square};
use retrograde::rules::message::Message;

use super::{Ask, Asked};
use crate::messages::Wrong;
use crate::position;
use crate::report::Player;
use crate::report::{Head, SCHEMA, SliceReport, SquareReport};
use crate::session::{AskError, Session};

/// Puts one piece of a position on each square in turn, and asks for the value of each resulting position.
#[derive(Clone, Debug)]
pub struct Slice {
    /// The name of the piece.
    pub piece: String,
}

impl Ask for Slice {
    type Report = SliceReport;

    fn ask(&self, Asked { session, position, slot }: Asked<'_>) -> Result<SliceReport, AskError> {
        let (index, piece) = position::find_piece(position, &self.piece)?;
        let square = |square: Square| with_piece(session, position.placed(index, square), square.to_string());
        Ok(SliceReport {
            schema: SCHEMA,
            game: session.about.id,
            pos: session.print(slot)?,
            turn: Player::of(&session.about, session.here(slot)?.turn),
            piece: position::piece_report(&session.about, &piece),
            squares: position.squares().into_iter().map(square).collect::<Result<_, _>>()?,
        })
    }
}

/// Returns the report of one square. The report has the value of the position with the piece on that square, or the
/// reason why the table does not contain this position.
fn with_piece(
    session: &Session,
    placed: Result<Box<dyn AnyPosition>, Message>,
    square: String,
) -> Result<SquareReport, AskError> {
    let because = |reason| Ok(SquareReport { square: square.clone(), reason: Some(reason), ..SquareReport::default() });
    let slot = match placed.map(|position| session.slot(&*position)) {
        Ok(Ok(slot)) => slot,
        Ok(Err(AskError::NotReached { .. })) => return because(Wrong::NotHeld.into()),
        Ok(Err(error)) => return Err(error),
        Err(reason) => return because(reason),
    };
    let value = session.answer(session.questions().value(slot))?;
    let Head { pos, value, winner, depth, over, .. } = session.head(slot, value)?;
    Ok(SquareReport { square, pos: Some(pos), value: Some(value), winner, depth, over, reason: None })
}
