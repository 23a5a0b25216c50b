//! Reports about positions, with values, lines, reasons, legal moves and slices.

use retrograde::ask::PositionSummary;
use retrograde::author::About;
use retrograde::rules::message::Message;
use retrograde::{Depth, Kind, Waste};
use serde::Serialize;

use super::game::{Player, Rule};
use crate::json::{SCHEMA, in_english, perhaps_in_english};
use crate::look::PathReport;

/// The first fields of every answer about a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Head {
    /// The version of the JSON shapes, which is raised when the meaning of a field changes.
    pub schema: u32,
    /// The token of the position.
    pub pos: String,
    /// The game's id.
    pub game: &'static str,
    /// The name of the side to move.
    pub turn: Player,
    /// The class of the value for the side to move, one of `win`, `loss`, `tie` and `draw`.
    pub value: Kind,
    /// The name of the side that wins; `null` for a tie or a draw.
    pub winner: Option<Player>,
    /// The number of plies to the end of the game; `null` for a draw, or if only the class is known.
    pub depth: Option<u32>,
    /// Whether the depth is known; false if a shortcut gave only the class.
    pub depth_known: bool,
    /// The unit of depths.
    pub unit: &'static str,
    /// The rule that ended the game, if the game is over at this position.
    pub over: Option<Rule>,
}

impl Head {
    /// Returns the first fields of an answer about a position. The depth of the position may be unknown.
    pub(crate) fn of(
        about: &About,
        pos: String,
        PositionSummary { turn, ending }: PositionSummary,
        kind: Kind,
        depth: Option<Depth>,
    ) -> Self {
        let depth = depth.or_else(|| ending.map(|_| Depth::ZERO));
        Self {
            schema: SCHEMA,
            pos,
            game: about.id,
            turn: Player::of(about, turn),
            value: kind,
            winner: kind.winner(turn).map(|side| Player::of(about, side)),
            depth: depth.map(Depth::plies),
            depth_known: depth.is_some() || kind == Kind::Draw,
            unit: "ply",
            over: ending.map(|ending| Rule::of(about, ending)),
        }
    }
}

/// The value of a position and of each move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProbeReport {
    /// The value.
    #[serde(flatten)]
    pub head: Head,
    /// Every legal move, best first; equally good moves are sorted by their text. The field is `null` if only the value
    /// of the position is known.
    pub moves: Option<Vec<MoveReport>>,
    /// Best play of both sides, up to the requested length.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<String>>,
    /// The name of the table that contains the value; `null` if a shortcut gave the value.
    pub table: Option<String>,
}

/// One move with its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveReport {
    /// The move, in the game's notation.
    #[serde(rename = "move")]
    pub action: String,
    /// The token of the position that the move leads to.
    pub pos: String,
    /// The class of the value after the move, for the side to move in the new position.
    pub value: Kind,
    /// The class of the value after the move, for the side that makes the move.
    pub for_mover: Kind,
    /// The side that wins.
    pub winner: Option<Player>,
    /// The number of plies to the end of the game after the move.
    pub depth: Option<u32>,
    /// The number of plies that the move loses compared with the best move; `null` if the class drops or if depths are
    /// unknown.
    pub waste: Option<u32>,
    /// The class that the move drops to; `null` if the move keeps the class.
    pub drop: Option<Kind>,
    /// The rule that ends the game, if the move ends the game.
    pub over: Option<Rule>,
}

impl MoveReport {
    /// Converts a [`Waste`] to the fields `waste` and `drop`.
    pub(crate) const fn waste(waste: Waste) -> (Option<u32>, Option<Kind>) {
        match waste {
            Waste::Plies(plies) => (Some(plies), None),
            Waste::Drop(kind) => (None, Some(kind)),
        }
    }
}

/// A move of an opponent that has no table, and looks ahead by the rules alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SearchedReport {
    /// The move, in the game's notation.
    #[serde(rename = "move")]
    pub action: String,
    /// The token of the position that the move leads to.
    pub pos: String,
    /// The side that wins after the move; `null` if the search has not proved that a side wins.
    pub winner: Option<Player>,
    /// The number of plies to the end of the game after the move; `null` if the search has not proved a value.
    pub depth: Option<u32>,
    /// The rule that ends the game, if the move ends the game.
    pub over: Option<Rule>,
    /// The number of plies that the search has looked ahead completely.
    pub looked: u32,
    /// The number of positions that the search has examined.
    pub examined: u64,
}

/// Best play of both sides from a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LineReport {
    /// The position that the line starts from.
    #[serde(flatten)]
    pub head: Head,
    /// The moves in order.
    pub line: Vec<MoveReport>,
    /// The rule that ends the game, if the last move of the line ends the game.
    pub end: Option<Rule>,
    /// The index in `line` of the first move of the loop, if the last move repeats a position.
    pub loop_from: Option<usize>,
    /// Whether the line was cut at the requested length.
    pub cut: bool,
}

/// The reason for the value of a position, that is, the moves that prove the value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WhyReport {
    /// The position.
    #[serde(flatten)]
    pub head: Head,
    /// The moves that prove the value, best first. For a win the list has the winning moves, for a loss all moves, for
    /// a tie the tying moves, for a draw the moves that keep the draw.
    pub moves: Vec<AnsweredReport>,
    /// The moves that lead to a worse value, best first.
    pub others: Vec<MoveReport>,
    /// For a draw, endless play, and the index where its loop begins.
    #[serde(rename = "loop")]
    pub cycle: Option<LoopReport>,
}

/// Play that follows a game's own strategy proof, for boards that are too large for a table. The class of the value is
/// known, but not the number of plies. Unlike in a [`LineReport`], each move is given only by its text, because the
/// tokens and lines of such boards are long.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "WitnessLine"))]
pub struct StrategyLine {
    /// The position that the line starts from.
    #[serde(flatten)]
    pub head: Head,
    /// The reason for the value, as one sentence in English without a full stop.
    #[serde(serialize_with = "in_english")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub theory: Message,
    /// The moves in order.
    pub line: Vec<StepReport>,
    /// The rule that ends the game, if the last move of the line ends the game.
    pub end: Option<Rule>,
    /// Whether the line was cut at the requested length.
    pub cut: bool,
}

/// One move of a line, without its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StepReport {
    /// The move, in the game's notation.
    #[serde(rename = "move")]
    pub action: String,
}

/// The layers of squares and the pairs of squares by which a game's own proof decides a board. The squares of all
/// shortest paths between two ends form layers. A pair has a square of one layer, and a square of the layer that is as
/// far from the other end. Each round decides all pairs of two opposite layers from the pairs of the round before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LayersReport {
    /// The position, with the value that the proof gives it.
    #[serde(flatten)]
    pub head: Head,
    /// The number of steps on a shortest path between the ends.
    pub length: usize,
    /// The number of squares in all layers, and of pairs in all rounds.
    pub size: usize,
    /// The squares of each layer, beginning at the first end; empty if `size` is too large for an answer.
    pub layers: Vec<Vec<String>>,
    /// The rounds in the order in which they are computed, from the middle outwards; empty if `length` alone decides, or if
    /// `size` is too large for an answer.
    pub rounds: Vec<RoundReport>,
}

/// The pairs of one round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RoundReport {
    /// The index in `layers` of the first layer; the opposite layer has the same index from the end.
    pub layer: usize,
    /// For each square of the first layer, in its order: the squares of the opposite layer with which it forms a pair that
    /// holds.
    pub partners: Vec<Vec<String>>,
}

/// The reason for the value of a position, by a game's own strategy proof. Depths and lost plies (`waste`) are `null`.
/// In a won position, `moves` has the moves that win according to the proof; in a tied position, it has the moves that
/// keep the tie according to the proof. `others` is empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "WitnessWhy"))]
pub struct StrategyWhy {
    /// The moves that prove the value.
    #[serde(flatten)]
    pub why: WhyReport,
    /// The reason for the value, as one sentence in English without a full stop.
    #[serde(serialize_with = "in_english")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub theory: Message,
    /// The number of further moves that prove the value and are not listed. On a long row of cannons, for example, very
    /// many moves may prove the value.
    pub more: usize,
}

/// A move and the best reply to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnsweredReport {
    /// The move.
    #[serde(flatten)]
    pub rated: MoveReport,
    /// The best reply; `null` if the move ends the game, or if any reply gives the same value.
    pub reply: Option<String>,
}

/// Endless play, as a sequence of moves that ends in a loop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LoopReport {
    /// The moves of the endless play, starting from the position.
    pub moves: Vec<String>,
    /// The index in `moves` of the first move of the loop.
    pub from: usize,
}

/// The legal moves of a position, found by the rules alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MovesReport {
    /// The version of the JSON shapes, which is raised when the meaning of a field changes.
    pub schema: u32,
    /// The game's id.
    pub game: &'static str,
    /// The position.
    #[serde(flatten)]
    pub state: StateReport,
    /// Every legal move, sorted by its text.
    pub moves: Vec<LegalMoveReport>,
}

/// A position by the rules alone, without its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StateReport {
    /// The token of the position.
    pub pos: String,
    /// The name of the side to move; in a finished game, the name of the side that would move next.
    pub turn: Player,
    /// The rule that ended the game, if the game is over at this position.
    pub over: Option<Rule>,
    /// The side that has won, if the game is over and is not a tie.
    pub winner: Option<Player>,
}

/// A legal move, without its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LegalMoveReport {
    /// The move, in the game's notation.
    #[serde(rename = "move")]
    pub action: String,
    /// The squares that the move touches.
    #[serde(flatten)]
    pub path: PathReport,
    /// The position that the move leads to.
    #[serde(flatten)]
    pub child: StateReport,
}

/// A piece that a slice can move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PieceReport {
    /// The name of the piece, one word.
    pub piece: &'static str,
    /// The side that owns the piece.
    pub side: Player,
    /// The letter of the piece in tokens.
    pub letter: char,
    /// The square on which the piece stands.
    pub square: String,
}

/// A slice has the values of a position when one piece stands on each square in turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SliceReport {
    /// The version of the JSON shapes, which is raised when the meaning of a field changes.
    pub schema: u32,
    /// The game's id.
    pub game: &'static str,
    /// The position.
    pub pos: String,
    /// The side to move in all positions of the slice.
    pub turn: Player,
    /// The piece that is moved.
    pub piece: PieceReport,
    /// Every floor square, in reading order.
    pub squares: Vec<SquareReport>,
}

/// One square of a slice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SquareReport {
    /// The square.
    pub square: String,
    /// The token of the position with the piece on this square; `null` if the table has no such position.
    pub pos: Option<String>,
    /// The class of the value of the position with the piece on this square, for the side to move.
    pub value: Option<Kind>,
    /// The side that wins.
    pub winner: Option<Player>,
    /// The number of plies to the end of the game.
    pub depth: Option<u32>,
    /// The rule that has ended the game in the position with the piece on this square.
    pub over: Option<Rule>,
    /// The reason why the table has no position with the piece on this square.
    #[serde(serialize_with = "perhaps_in_english")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub reason: Option<Message>,
}
