//! Reports: the answers about positions and tables as data. The command line and the page use the same JSON shapes.
//!
//! Depths are in plies and never negative; unknown or missing data are `null`. A value is for the player to move in the
//! position next to it; `winner` names a side. `moves[0]` is the first move of `line`.

use std::fmt;

use retrograde::ask::PositionSummary;
use retrograde::author::check::{Broken, Checked};
use retrograde::author::{About, Contest};
use retrograde::author::{AnyGame, Domain};
use retrograde::rules::message::{Language, Message, Render};
use retrograde::{Counts, Depth, Ending, Kind, Side, Term, Waste};
use serde::{Serialize, Serializer};

use crate::json::{in_english, perhaps_in_english};
use crate::look::{KitReport, PathReport};

pub use crate::json::{SCHEMA, json, write_json};

/// A description of a game, independent of any position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameReport<'g> {
    /// The id of the game.
    pub game: &'g str,
    /// The title, one line.
    pub title: &'g str,
    /// The names of the sides; the side that usually begins is first.
    pub sides: [&'g str; 2],
    /// The way in which the game is solved: [`Way::word`](retrograde::author::Way::word).
    pub way: &'g str,
    /// Whether the game has a shortcut, a method that needs no table.
    pub shortcut: bool,
    /// The contest formats of the game.
    pub formats: Vec<FormatReport<'g>>,
    /// Example tokens; the first is the usual start.
    pub examples: &'g [String],
    /// The rules of the game, as text.
    pub rules: &'g str,
    /// The title in Chinese, or in English if there is none.
    pub title_zh: &'g str,
    /// The rules in Chinese, or in English if there are none.
    pub rules_zh: &'g str,
    /// The pieces, the ground and the sizes of the game's boards.
    pub looks: KitReport<'g>,
}

/// A contest format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FormatReport<'g> {
    /// The id of the format.
    pub format: &'g str,
    /// The title, one line.
    pub title: &'g str,
}

impl<'g> GameReport<'g> {
    /// Returns the report of a game in the registry.
    pub fn of(game: &'g dyn AnyGame) -> Self {
        let about = game.about();
        let format = |contest: &'g dyn Contest| FormatReport { format: contest.id(), title: contest.title() };
        Self {
            game: about.id,
            title: about.title.in_language("en"),
            sides: about.sides,
            way: about.way.word(),
            shortcut: about.shortcut,
            formats: game.contests().iter().map(|contest| format(&**contest)).collect(),
            examples: &about.examples,
            rules: about.rules.in_language("en"),
            title_zh: about.title.in_language("zh"),
            rules_zh: about.rules.in_language("zh"),
            looks: KitReport::of(about),
        }
    }
}

/// A side of a game; it is printed and serialized as its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Player {
    /// The side.
    pub side: Side,
    /// The name of the side.
    pub name: Term,
}

impl Player {
    /// Returns a side of a game, with its name.
    pub const fn of(about: &About, side: Side) -> Self {
        Self { side, name: about.player(side) }
    }
}

impl Render for Player {
    fn render(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.name.render(language, f)
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.name, f)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Player {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Player".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "description": "A side, by its name." })
    }
}

impl Serialize for Player {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name.word())
    }
}

/// A rule that ends a game; it is serialized as one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule(Term);

impl Rule {
    /// Returns the rule of an ending.
    pub(crate) fn of(about: &About, ending: Ending) -> Self {
        Self::named(about, ending.rule)
    }

    /// Returns the rule with this word.
    pub(crate) fn named(about: &About, word: &'static str) -> Self {
        Self(about.ending(word))
    }

    /// Returns the word for the rule in reports.
    pub const fn word(self) -> &'static str {
        self.0.word()
    }
}

impl Render for Rule {
    fn render(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.render(language, f)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Rule {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Rule".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string" })
    }
}

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

/// The first fields of every answer about a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Head {
    /// The version of the JSON shapes; it is raised when the meaning of a field changes.
    pub schema: u32,
    /// The token of the position.
    pub pos: String,
    /// The game's id.
    pub game: &'static str,
    /// The name of the side to move.
    pub turn: Player,
    /// The class of the value for the side to move: `win`, `loss`, `tie` or `draw`.
    pub value: Kind,
    /// The name of the side that wins; `null` for a tie or a draw.
    pub winner: Option<Player>,
    /// The number of plies to the end; `null` for a draw, or if only the class is known.
    pub depth: Option<u32>,
    /// Whether the depth is known; false if a shortcut gave only the class.
    pub depth_known: bool,
    /// The unit of depths.
    pub unit: &'static str,
    /// The rule that ended the game, if the game is over.
    pub over: Option<Rule>,
}

impl Head {
    /// Returns the first fields of an answer about a position, whose depth may be unknown.
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
    /// Every legal move, best first; equally good moves are sorted by their text. `null` if only the value of the
    /// position is known.
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
    /// The class of the value after the move, for the side to move then.
    pub value: Kind,
    /// The class of the value after the move, for the side that makes the move.
    pub for_mover: Kind,
    /// The side that wins.
    pub winner: Option<Player>,
    /// The number of plies to the end after the move.
    pub depth: Option<u32>,
    /// The number of plies lost compared with the best move; `null` if the class drops or if depths are unknown.
    pub waste: Option<u32>,
    /// The class that the move drops to; `null` if it keeps the class.
    pub drop: Option<Kind>,
    /// The rule that ends the game, if the move ends it.
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

/// Best play of both sides from a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LineReport {
    /// The position that the line starts from.
    #[serde(flatten)]
    pub head: Head,
    /// The moves in order.
    pub line: Vec<MoveReport>,
    /// The rule that ends the game, if the last move ends it.
    pub end: Option<Rule>,
    /// The index in `line` of the first move of the loop, if the last move repeats a position.
    pub loop_from: Option<usize>,
    /// Whether the line ends because of the requested length.
    pub cut: bool,
}

/// The reason for the value of a position: the moves that prove it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WhyReport {
    /// The position.
    #[serde(flatten)]
    pub head: Head,
    /// The moves that prove the value, best first. For a win these are the winning moves, for a loss all moves, for a
    /// tie the tying moves, for a draw the moves that keep the draw.
    pub moves: Vec<AnsweredReport>,
    /// The moves that lead to a worse value, best first.
    pub others: Vec<MoveReport>,
    /// For a draw: moves that play for ever, and the index where their loop begins.
    #[serde(rename = "loop")]
    pub cycle: Option<LoopReport>,
}

/// Play that follows a game's own strategy proof, for boards that are too large for a table. The class is known, but
/// not the number of plies. Unlike a [`LineReport`], a move is given only by its text, because tokens and lines of such
/// boards are long.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "WitnessLine"))]
pub struct StrategyLine {
    /// The position that the line starts from.
    #[serde(flatten)]
    pub head: Head,
    /// The reason for the value: one sentence in English, without a full stop.
    #[serde(serialize_with = "in_english")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub theory: Message,
    /// The moves in order.
    pub line: Vec<StepReport>,
    /// The rule that ends the game, if the last move ends it.
    pub end: Option<Rule>,
    /// Whether the line ends because of the requested length.
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

/// The reason for the value of a position, by a game's own strategy proof. Depths and lost plies (`waste`) are `null`.
/// In a won position, `moves` contains the moves that win according to the proof; in a tied position, the moves that
/// keep the tie according to the proof. `others` is empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "WitnessWhy"))]
pub struct StrategyWhy {
    /// The moves that prove the value.
    #[serde(flatten)]
    pub why: WhyReport,
    /// The reason for the value: one sentence in English, without a full stop.
    #[serde(serialize_with = "in_english")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub theory: Message,
    /// The number of further proving moves that are not listed; a long row has very many.
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

/// Endless play: a sequence of moves that ends in a loop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LoopReport {
    /// The moves, starting from the position.
    pub moves: Vec<String>,
    /// The index in `moves` of the first move of the loop.
    pub from: usize,
}

/// The legal moves of a position; they follow from the rules alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MovesReport {
    /// The version of the JSON shapes; it is raised when the meaning of a field changes.
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
    /// The name of the side to move; in a finished game, of the side that would be next.
    pub turn: Player,
    /// The rule that ended the game, if the game is over.
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

/// The values of a position when one piece stands on each square in turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SliceReport {
    /// The version of the JSON shapes; it is raised when the meaning of a field changes.
    pub schema: u32,
    /// The game's id.
    pub game: &'static str,
    /// The position.
    pub pos: String,
    /// The side to move in all these positions.
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
    /// The position with the piece on this square; `null` if the table has no such position.
    pub pos: Option<String>,
    /// The class of that position's value, for the side to move.
    pub value: Option<Kind>,
    /// The side that wins.
    pub winner: Option<Player>,
    /// The number of plies to the end.
    pub depth: Option<u32>,
    /// The rule that has ended the game in that position.
    pub over: Option<Rule>,
    /// The reason why there is no such position.
    #[serde(serialize_with = "perhaps_in_english")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub reason: Option<Message>,
}

/// The numbers of positions by class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CountsReport {
    /// The number of wins for the side to move.
    pub win: u64,
    /// The number of losses for the side to move.
    pub loss: u64,
    /// The number of ties: games that end without a winner.
    pub tie: u64,
    /// The number of draws: games that never end.
    pub draw: u64,
}

impl From<Counts> for CountsReport {
    fn from(counts: Counts) -> Self {
        Self { win: counts.win, loss: counts.loss, tie: counts.tie, draw: counts.draw }
    }
}

/// How a position would be solved, and the cost of this solve.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlanReport {
    /// The version of the JSON shapes; it is raised when the meaning of a field changes.
    pub schema: u32,
    /// The position.
    pub pos: String,
    /// The game's id.
    pub game: &'static str,
    /// Which positions the table would contain.
    pub domain: Domain,
    /// The way in which the position would be solved: [`Way::word`](retrograde::author::Way::word).
    pub way: &'static str,
    /// The number of slots, holes included; `null` if the slots can be counted only by exploring.
    pub slots: Option<u64>,
    /// The peak memory in bytes if a slot needs one byte; `null` if the slots can be counted only by exploring.
    pub least_bytes: Option<u64>,
    /// The peak memory in bytes with the expected number of bytes per slot. A slot has one byte if the game promises
    /// that one byte is enough, otherwise two.
    pub bytes: Option<u64>,
    /// The estimated number of moves that the solve takes back or stores; `null` if unknown.
    pub moves: Option<u64>,
    /// The estimated processor time in milliseconds; `null` if the slots can be counted only by exploring.
    pub cpu_ms: Option<f64>,
    /// The estimated time on idle cores in milliseconds; `null` if the slots can be counted only by exploring.
    pub estimated_ms: Option<f64>,
}

/// Counts of positions by value and depth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CountedReport {
    /// The number of positions.
    pub positions: u64,
    /// Counts for the side to move.
    #[serde(flatten)]
    pub counts: CountsReport,
    /// The counts by depth, from 0 plies on.
    pub by_depth: Vec<DepthReport>,
}

/// The result of solving a whole board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SolveReport {
    /// The position that was asked about, and its value.
    #[serde(flatten)]
    pub head: Head,
    /// The name of the table.
    pub table: String,
    /// Which positions the table contains: `all` of the instance (board), or those `reachable` from the position that
    /// was asked about.
    pub domain: Domain,
    /// The number of slots, holes included.
    pub slots: u64,
    /// The counts of slots: positions that share a slot count as one.
    #[serde(flatten)]
    pub counted: CountedReport,
    /// The counts of all positions that are reachable from the given position; `null` if not requested.
    pub reachable: Option<CountedReport>,
    /// The counts of the slots of these reachable positions; `null` if not requested.
    pub reachable_slots: Option<CountedReport>,
}

/// The counts of a whole table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StatsReport {
    /// The version of the JSON shapes; it is raised when the meaning of a field changes.
    pub schema: u32,
    /// The game's id.
    pub game: &'static str,
    /// The name of the table.
    pub table: String,
    /// Which positions the table contains: `all` of the instance (board), or those `reachable` from the position that
    /// was asked about.
    pub domain: Domain,
    /// The number of slots, holes included.
    pub slots: u64,
    /// The number of positions. On large boards, positions that share a slot count as one.
    pub positions: u64,
    /// The counts by side to move, in the order of the game's sides. The list is empty if positions that share a slot
    /// count as one.
    pub turns: Vec<TurnReport>,
    /// The counts of each tier that contains positions (in chess, of each set of men); absent if there are fewer than
    /// two.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tiers: Vec<TierReport>,
    /// The counts by depth, from 0 plies on.
    pub by_depth: Vec<DepthReport>,
    /// For each side and class, the position with the greatest depth.
    pub deepest: Vec<DeepestReport>,
}

/// The counts of the positions with one side to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TurnReport {
    /// The side to move.
    pub turn: Player,
    /// The counts.
    #[serde(flatten)]
    pub counts: CountsReport,
}

/// The counts of one tier.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TierReport {
    /// The name of the tier; in chess its men, such as `KkR`.
    pub tier: String,
    /// The number of positions in the tier.
    pub positions: u64,
    /// The counts by side to move, in the order of the game's sides.
    pub turns: Vec<TurnReport>,
}

/// The counts at one depth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DepthReport {
    /// The number of plies to the end.
    pub depth: u32,
    /// The number of wins for the side to move.
    pub win: u64,
    /// The number of losses for the side to move.
    pub loss: u64,
    /// The number of ties: games that end without a winner.
    pub tie: u64,
}

/// A position with the greatest depth of its class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DeepestReport {
    /// The side to move.
    pub turn: Player,
    /// The class of the value, for that side.
    pub value: Kind,
    /// The number of plies to the end.
    pub depth: u32,
    /// The position of that depth with the lowest slot.
    pub pos: String,
}

/// The result of a verification.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VerifyReport {
    /// The version of the JSON shapes; it is raised when the meaning of a field changes.
    pub schema: u32,
    /// The game's id.
    pub game: &'static str,
    /// The name of the table.
    pub table: String,
    /// Whether every value is correct.
    pub ok: bool,
    /// The number of checked positions; `null` if a value is wrong.
    pub positions: Option<u64>,
    /// The number of moves made for the check; `null` if a value is wrong.
    pub moves: Option<u64>,
    /// The wrong value with the lowest slot; `null` if every value is correct.
    pub violation: Option<ViolationReport>,
}

/// A wrong value in a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ViolationReport {
    /// The slot of the wrong value.
    pub slot: u64,
    /// The position of the slot; `null` if the slot should be a hole.
    pub pos: Option<String>,
    /// The broken law: a condition that a correct table satisfies.
    #[serde(serialize_with = "in_english")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub law: Message,
    /// The value that the table contains.
    pub found: String,
    /// The value that the rules require.
    pub expected: String,
}

/// The result of checking a game's laws, the properties that the solver relies on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LawsReport {
    /// The version of the JSON shapes; it is raised when the meaning of a field changes.
    pub schema: u32,
    /// The game's id.
    pub game: &'static str,
    /// Whether the game satisfies all laws that were checked.
    pub ok: bool,
    /// The number of positions that were checked; `null` if a law is broken.
    pub positions: Option<u64>,
    /// The number of moves in the checked positions; `null` if a law is broken.
    pub moves: Option<u64>,
    /// The number of checked slots, if the game numbers its positions.
    pub slots: Option<u64>,
    /// Whether the check covered all positions that are reachable from the examples.
    pub complete: Option<bool>,
    /// The first law that was found broken.
    pub broken: Option<BrokenReport>,
}

/// A broken law: a property of a game that the check found violated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BrokenReport {
    /// The law that is broken.
    #[serde(serialize_with = "in_english")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub law: Message,
    /// The token of the position at which the law is broken.
    pub pos: String,
    /// The details of the violation.
    #[serde(serialize_with = "in_english")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub detail: Message,
}

impl LawsReport {
    /// Returns the report of a game's check.
    pub fn of(game: &'static str, verdict: Result<Checked, Broken>) -> Self {
        let broken = |Broken { law, position, detail }| BrokenReport { law: law.into(), pos: position, detail };
        let checked = verdict.as_ref().ok().copied();
        Self {
            schema: SCHEMA,
            game,
            ok: checked.is_some(),
            positions: checked.map(|checked| checked.positions),
            moves: checked.map(|checked| checked.moves),
            slots: checked.map(|checked| checked.slots),
            complete: checked.map(|checked| checked.complete),
            broken: verdict.err().map(broken),
        }
    }
}
