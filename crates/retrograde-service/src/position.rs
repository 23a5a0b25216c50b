//! Answers about a position that need no table. The answers of this module come from the rules or from the game's own
//! proof.

use retrograde::ask::PositionSummary;
use retrograde::author::{About, AnyPosition, Layers, Piece, Proved, Square, StrategyProof, TooManyMoves};
use retrograde::rules::message::Message;
use retrograde::{Ending, NotationError, Side};
use thiserror::Error;

use crate::report::{
    AnsweredReport, Head, LayersReport, LegalMoveReport, MoveReport, MovesReport, PieceReport, Player, ProbeReport,
    RoundReport, Rule, SCHEMA, StateReport, StepReport, StrategyLine, StrategyWhy, WhyReport,
};

/// The reason why a piece cannot be put on a square.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PutError {
    /// The position has no piece with this name.
    #[error(transparent)]
    Piece(#[from] NoPiece),
    /// The text does not name a square.
    #[error(transparent)]
    Square(#[from] NotationError),
    /// The piece may not stand on this square.
    #[error("{0}")]
    Illegal(Message),
}

/// The position has no piece with this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{game} has no piece called {piece:?}{}", there_are(known))]
pub struct NoPiece {
    /// The game's id.
    pub game: &'static str,
    /// The unknown name.
    pub piece: String,
    /// The names of the position's pieces.
    pub known: Vec<&'static str>,
}

fn there_are(known: &[&str]) -> String {
    if known.is_empty() {
        ", nor any that a slice can move".to_owned()
    } else {
        format!(", there are {}", known.join(", "))
    }
}

/// Returns the legal moves of a position, and whether the game is over there.
///
/// # Errors
/// There are too many moves to list.
pub fn moves(position: &dyn AnyPosition) -> Result<MovesReport, TooManyMoves> {
    let about = position.about();
    let moves = position.moves()?.into_iter();
    let report = |moved: retrograde::author::LegalMove| LegalMoveReport {
        action: moved.action,
        path: moved.path.into(),
        child: state(about, moved.token, moved.there),
    };
    let mut moves: Vec<_> = moves.map(report).collect();
    moves.sort_by(|a, b| a.action.cmp(&b.action));
    Ok(MovesReport { schema: SCHEMA, game: about.id, state: state(about, position.token(), position.here()), moves })
}

/// Returns a report about a position. The report contains the token, the side to move and the ending. The rules alone
/// give these data.
fn state(about: &About, pos: String, PositionSummary { turn, ending }: PositionSummary) -> StateReport {
    let winner = ending.and_then(Ending::winner).map(|side| Player::of(about, side));
    StateReport { pos, turn: Player::of(about, turn), over: ending.map(|ending| Rule::of(about, ending)), winner }
}

/// Returns the pieces of a position that a slice (the values for one piece on each square) can move.
pub fn pieces(position: &dyn AnyPosition) -> Vec<PieceReport> {
    position.pieces().iter().map(|piece| piece_report(position.about(), piece)).collect()
}

pub(crate) fn piece_report(about: &About, piece: &Piece) -> PieceReport {
    let &Piece { id, side, letter, square } = piece;
    PieceReport { piece: id, side: Player::of(about, side), letter, square: square.to_string() }
}

/// Returns the piece with the name `id`, and its index.
pub(crate) fn find_piece(position: &dyn AnyPosition, id: &str) -> Result<(usize, Piece), NoPiece> {
    let pieces = position.pieces();
    let found = pieces.iter().position(|piece| piece.id == id);
    let known = || pieces.iter().map(|piece| piece.id).collect();
    let index = found.ok_or_else(|| NoPiece { game: position.about().id, piece: id.to_owned(), known: known() })?;
    Ok((index, pieces[index]))
}

/// Returns a copy of the position in which the piece with the name `piece` stands on another square.
///
/// # Errors
/// The position has no piece with this name, the text names no square, or the piece may not stand on the square.
pub fn placed(position: &dyn AnyPosition, piece: &str, square: &str) -> Result<Box<dyn AnyPosition>, PutError> {
    let (index, _) = find_piece(position, piece)?;
    position.placed(index, Square::read(square, 0)?).map_err(PutError::Illegal)
}

/// Returns the answer of the game's shortcut (a method that needs no table); `None` if the game has no shortcut for
/// this position.
pub fn shortcut(position: &dyn AnyPosition) -> Option<ProbeReport> {
    let value = position.shortcut()?;
    let head = Head::of(position.about(), position.token(), position.here(), value.kind, value.depth);
    Some(ProbeReport { head, moves: None, line: None, table: None })
}

/// Returns the value of a finished position; `None` if the game is not over. The rules alone give this value.
pub fn finished(position: &dyn AnyPosition) -> Option<ProbeReport> {
    let here = position.here();
    let value = here.ending?.value_for(here.turn);
    let head = Head::of(position.about(), position.token(), here, value.kind(), value.depth());
    Some(ProbeReport { head, moves: Some(Vec::new()), line: None, table: None })
}

/// Returns a line of at most `max` plies that follows the game's strategy proof; the line shows why the shortcut's
/// answer is right. Returns `None` if the game has no strategy proof for this position.
pub fn strategy_line(position: &dyn AnyPosition, max: usize) -> Option<StrategyLine> {
    let strategy_proof = position.strategy_proof()?;
    let played = strategy_proof.line(max);
    let line = played.moves.into_iter().map(|action| StepReport { action }).collect();
    Some(StrategyLine {
        head: head(position, &*strategy_proof),
        theory: strategy_proof.theory(),
        line,
        end: played.end.map(|rule| Rule::named(position.about(), rule)),
        cut: played.end.is_none(),
    })
}

/// Like [`strategy_line`], but returns the moves that prove the value of this position, each with one reply.
pub fn strategy_why(position: &dyn AnyPosition) -> Option<StrategyWhy> {
    let strategy_proof = position.strategy_proof()?;
    let (about, side, listed) = (position.about(), position.here().turn, strategy_proof.moves());
    let moves = listed.moves.into_iter().map(|proved| answered(about, side, proved)).collect();
    let why = WhyReport { head: head(position, &*strategy_proof), moves, others: Vec::new(), cycle: None };
    Some(StrategyWhy { why, theory: strategy_proof.theory(), more: listed.more })
}

/// Returns the layers and the pairs of squares with which the game's own proof decides the board of this position.
/// Returns `None` if the game has no proof with layers for this position.
pub fn layers(position: &dyn AnyPosition) -> Option<LayersReport> {
    let strategy_proof = position.strategy_proof()?;
    let Layers { length, size, layers, rounds } = strategy_proof.layers()?;
    let names = |squares: Vec<Square>| squares.iter().map(Square::to_string).collect();
    let all = |lists: Vec<Vec<Square>>| lists.into_iter().map(names).collect();
    let rounds = rounds.into_iter().map(|round| RoundReport { layer: round.layer, partners: all(round.partners) });
    Some(LayersReport {
        head: head(position, &*strategy_proof),
        length,
        size,
        rounds: rounds.collect(),
        layers: all(layers),
    })
}

fn head(position: &dyn AnyPosition, strategy_proof: &dyn StrategyProof) -> Head {
    Head::of(position.about(), position.token(), position.here(), strategy_proof.kind(), None)
}

/// Returns the report of a move by `mover` that the strategy proof contains.
fn answered(about: &About, mover: Side, Proved { action, token, there, kind, reply }: Proved) -> AnsweredReport {
    let for_mover = if mover == there.turn { kind } else { kind.for_opponent() };
    let rated = MoveReport {
        action,
        pos: token,
        value: kind,
        for_mover,
        winner: kind.winner(there.turn).map(|side| Player::of(about, side)),
        depth: None,
        waste: None,
        drop: None,
        over: there.ending.map(|ending| Rule::of(about, ending)),
    };
    AnsweredReport { rated, reply }
}
