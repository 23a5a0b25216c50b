//! Answers about positions and tables, as data: the one JSON shape of the command line and the page.
//!
//! Depths are plies, never signed; unknown or missing data is `null`. A value is for the player to move in the position
//! beside it; `winner` is absolute. `moves[0]` is the first move of `line`.

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
    /// The id.
    pub game: &'g str,
    /// One line.
    pub title: &'g str,
    /// The names of the sides; the one that usually begins is first.
    pub sides: [&'g str; 2],
    /// How it is solved: [`Way::word`](retrograde::author::Way::word).
    pub way: &'g str,
    /// Whether it has a shortcut.
    pub shortcut: bool,
    /// Its contest formats.
    pub formats: Vec<FormatReport<'g>>,
    /// Example tokens; the first is the usual start.
    pub examples: &'g [String],
    /// The rules.
    pub rules: &'g str,
    /// The title in Chinese, or in English if there is none.
    pub title_zh: &'g str,
    /// The rules in Chinese, or in English if there are none.
    pub rules_zh: &'g str,
    /// The pieces, ground and sizes of its boards.
    pub looks: KitReport<'g>,
}

/// A contest format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FormatReport<'g> {
    /// Its id.
    pub format: &'g str,
    /// One line.
    pub title: &'g str,
}

impl<'g> GameReport<'g> {
    /// The report of a game of the registry.
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

/// A side of a game; it prints and serializes as its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Player {
    /// The side.
    pub side: Side,
    /// Its name.
    pub name: Term,
}

impl Player {
    /// A side of a game.
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

/// A rule that ends a game; it serializes as its word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule(Term);

impl Rule {
    /// The rule of an ending.
    pub(crate) fn of(about: &About, ending: Ending) -> Self {
        Self::named(about, ending.rule)
    }

    /// The rule with that word.
    pub(crate) fn named(about: &About, word: &'static str) -> Self {
        Self(about.ending(word))
    }

    /// Its word in reports.
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
    /// The version of the shapes: raised when a field changes its meaning.
    pub schema: u32,
    /// The token.
    pub pos: String,
    /// The game's id.
    pub game: &'static str,
    /// The side to move, by its name.
    pub turn: Player,
    /// `win`, `loss`, `tie`, `draw`, for the side to move.
    pub value: Kind,
    /// The side that wins, by its name.
    pub winner: Option<Player>,
    /// Plies to the end; `null` for a draw, or when only the class is known.
    pub depth: Option<u32>,
    /// False if a shortcut gave the class without the depth.
    pub depth_known: bool,
    /// The unit of depths.
    pub unit: &'static str,
    /// The rule that ended the game, if it is over.
    pub over: Option<Rule>,
}

impl Head {
    /// The head of an answer about a position, whose depth may be unknown.
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

/// The value of a position and of its moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProbeReport {
    /// The value.
    #[serde(flatten)]
    pub head: Head,
    /// Every legal move, best first; equally good moves are sorted by their text. `null` if only the value is known.
    pub moves: Option<Vec<MoveReport>>,
    /// Best play, up to the requested length.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<String>>,
    /// The table that gave the value; `null` for the answer of a shortcut.
    pub table: Option<String>,
}

/// One move, rated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveReport {
    /// The move, in the game's notation.
    #[serde(rename = "move")]
    pub action: String,
    /// The token of the position it leads to.
    pub pos: String,
    /// The value there, for the side to move there.
    pub value: Kind,
    /// The same, for the side that makes the move.
    pub for_mover: Kind,
    /// The side that wins.
    pub winner: Option<Player>,
    /// Plies to the end after the move.
    pub depth: Option<u32>,
    /// Plies lost against the best move; `null` if the class drops or if depths are unknown.
    pub waste: Option<u32>,
    /// The class that the move drops to; `null` if it keeps the class.
    pub drop: Option<Kind>,
    /// The rule that ends the game with this move.
    pub over: Option<Rule>,
}

impl MoveReport {
    /// The two fields of [`Waste`].
    pub(crate) const fn waste(waste: Waste) -> (Option<u32>, Option<Kind>) {
        match waste {
            Waste::Plies(plies) => (Some(plies), None),
            Waste::Drop(kind) => (None, Some(kind)),
        }
    }
}

/// Best play from a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LineReport {
    /// The position it starts from.
    #[serde(flatten)]
    pub head: Head,
    /// The moves in order.
    pub line: Vec<MoveReport>,
    /// The rule that ends the game after the last move.
    pub end: Option<Rule>,
    /// If the last move repeats a position: the index in `line` of the first move of the loop.
    pub loop_from: Option<usize>,
    /// Whether the line was cut at the requested length.
    pub cut: bool,
}

/// Why a position has its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WhyReport {
    /// The position.
    #[serde(flatten)]
    pub head: Head,
    /// The moves that prove the value, best first: the winning moves; all moves of a lost position; the tying moves; or
    /// the moves that keep the draw.
    pub moves: Vec<AnsweredReport>,
    /// The moves that give something away, best first.
    pub others: Vec<MoveReport>,
    /// For a draw: endless play, and where its loop begins.
    #[serde(rename = "loop")]
    pub cycle: Option<LoopReport>,
}

/// Play by a game's own strategy proof, for boards that no table can hold. The value is known, but not the number of
/// plies. Like a [`LineReport`], but moves have only their texts, because the positions and lines of such boards are
/// long.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "WitnessLine"))]
pub struct StrategyLine {
    /// The position it starts from.
    #[serde(flatten)]
    pub head: Head,
    /// Why it has that value: one sentence in English, without a full stop.
    #[serde(serialize_with = "in_english")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub theory: Message,
    /// The moves in order.
    pub line: Vec<StepReport>,
    /// The rule that ends the game after the last move.
    pub end: Option<Rule>,
    /// Whether the line was cut at the requested length.
    pub cut: bool,
}

/// One move of a line, not rated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StepReport {
    /// The move, in the game's notation.
    #[serde(rename = "move")]
    pub action: String,
}

/// Why a position has its value, by a game's own strategy proof. Depths and wastes are `null`. In a won position,
/// `moves` has the moves that the proof knows to win; in a tied one, those that it knows to keep the tie. `others` is
/// empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "WitnessWhy"))]
pub struct StrategyWhy {
    /// The moves that prove the value.
    #[serde(flatten)]
    pub why: WhyReport,
    /// Why it has that value: one sentence in English, without a full stop.
    #[serde(serialize_with = "in_english")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub theory: Message,
    /// The number of further such moves, which are not listed; a long row has very many.
    pub more: usize,
}

/// A move and the best reply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnsweredReport {
    /// The move.
    #[serde(flatten)]
    pub rated: MoveReport,
    /// The best reply; `null` if the move ends the game, or if replies do not matter.
    pub reply: Option<String>,
}

/// Endless play: moves that lead into a loop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LoopReport {
    /// The moves from the position on.
    pub moves: Vec<String>,
    /// The index of the first move of the loop.
    pub from: usize,
}

/// The legal moves of a position, by the rules alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MovesReport {
    /// The version of the shapes: raised when a field changes its meaning.
    pub schema: u32,
    /// The game's id.
    pub game: &'static str,
    /// The position.
    #[serde(flatten)]
    pub state: StateReport,
    /// Every legal move, sorted by its text.
    pub moves: Vec<LegalMoveReport>,
}

/// A position as the rules see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StateReport {
    /// The token.
    pub pos: String,
    /// The side to move, by its name; in a finished game, the side that would be next.
    pub turn: Player,
    /// The rule that ended the game, if it is over.
    pub over: Option<Rule>,
    /// The side that has won, if the game is over and not level.
    pub winner: Option<Player>,
}

/// A legal move, not rated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LegalMoveReport {
    /// The move, in the game's notation.
    #[serde(rename = "move")]
    pub action: String,
    /// The squares that it touches.
    #[serde(flatten)]
    pub path: PathReport,
    /// The position it leads to.
    #[serde(flatten)]
    pub child: StateReport,
}

/// A piece that a slice can move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PieceReport {
    /// Its name, one word.
    pub piece: &'static str,
    /// The side that owns it.
    pub side: Player,
    /// Its letter in tokens.
    pub letter: char,
    /// Where it stands.
    pub square: String,
}

/// The values of a position when one piece stands on each square in turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SliceReport {
    /// The version of the shapes: raised when a field changes its meaning.
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
    /// The position with the piece there; `null` if the table has no such position.
    pub pos: Option<String>,
    /// Its value for the side to move.
    pub value: Option<Kind>,
    /// The side that wins.
    pub winner: Option<Player>,
    /// Plies to the end.
    pub depth: Option<u32>,
    /// The rule that has ended the game there.
    pub over: Option<Rule>,
    /// Why there is no such position.
    #[serde(serialize_with = "perhaps_in_english")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub reason: Option<Message>,
}

/// Numbers of positions by class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CountsReport {
    /// Wins for the side to move.
    pub win: u64,
    /// Losses for the side to move.
    pub loss: u64,
    /// Games that end level.
    pub tie: u64,
    /// Games that never end.
    pub draw: u64,
}

impl From<Counts> for CountsReport {
    fn from(counts: Counts) -> Self {
        Self { win: counts.win, loss: counts.loss, tie: counts.tie, draw: counts.draw }
    }
}

/// How a position would be solved, and at what cost.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlanReport {
    /// The version of the shapes: raised when a field changes its meaning.
    pub schema: u32,
    /// The position.
    pub pos: String,
    /// The game's id.
    pub game: &'static str,
    /// Which positions the table would hold.
    pub domain: Domain,
    /// How it is solved: [`Way::word`](retrograde::author::Way::word).
    pub way: &'static str,
    /// Slots, holes included; `null` if only exploring can count them.
    pub slots: Option<u64>,
    /// The peak memory in bytes, at one byte a slot; `null` if only exploring can count the slots.
    pub least_bytes: Option<u64>,
    /// The same at the expected number of bytes a slot: one if the game promises that this is enough, else two.
    pub bytes: Option<u64>,
    /// The estimated number of moves to take back or to store; `null` if unknown.
    pub moves: Option<u64>,
    /// The estimated processor time, in milliseconds; `null` if only exploring can count the slots.
    pub cpu_ms: Option<f64>,
    /// The estimated time on idle cores, in milliseconds; `null` if only exploring can count the slots.
    pub estimated_ms: Option<f64>,
}

/// Positions counted by value and depth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CountedReport {
    /// Positions.
    pub positions: u64,
    /// Counts for the side to move.
    #[serde(flatten)]
    pub counts: CountsReport,
    /// Counts by depth, from 0 plies on.
    pub by_depth: Vec<DepthReport>,
}

/// A whole board, solved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SolveReport {
    /// The position asked about, and its value.
    #[serde(flatten)]
    pub head: Head,
    /// The table.
    pub table: String,
    /// `all` positions of the instance, or those `reachable` from the one asked about.
    pub domain: Domain,
    /// Slots, holes included.
    pub slots: u64,
    /// Counts over the slots: positions that share a slot count as one.
    #[serde(flatten)]
    pub counted: CountedReport,
    /// Counts over all positions that play reaches from the given one; `null` if not requested.
    pub reachable: Option<CountedReport>,
    /// Counts over the slots of these positions; `null` if not requested.
    pub reachable_slots: Option<CountedReport>,
}

/// Counts over a whole table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StatsReport {
    /// The version of the shapes: raised when a field changes its meaning.
    pub schema: u32,
    /// The game's id.
    pub game: &'static str,
    /// The table.
    pub table: String,
    /// `all` positions of the instance, or those `reachable` from the one asked about.
    pub domain: Domain,
    /// Slots, holes included.
    pub slots: u64,
    /// The number of positions. On large boards, positions that share a slot count as one.
    pub positions: u64,
    /// Counts by side to move, in the order of the game's sides; empty where positions that share a slot count as one.
    pub turns: Vec<TurnReport>,
    /// The same for each tier that has positions (in chess, each set of men); absent if there are fewer than two.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tiers: Vec<TierReport>,
    /// Counts by depth, from 0 plies on.
    pub by_depth: Vec<DepthReport>,
    /// The deepest positions of each side and class.
    pub deepest: Vec<DeepestReport>,
}

/// Counts with one side to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TurnReport {
    /// The side.
    pub turn: Player,
    /// The counts.
    #[serde(flatten)]
    pub counts: CountsReport,
}

/// Counts in one tier.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TierReport {
    /// The tier's name: in chess its men, `KkR`.
    pub tier: String,
    /// Positions.
    pub positions: u64,
    /// Counts by side to move, in the order of the game's sides.
    pub turns: Vec<TurnReport>,
}

/// Counts at one depth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DepthReport {
    /// Plies to the end.
    pub depth: u32,
    /// Wins for the side to move.
    pub win: u64,
    /// Losses for the side to move.
    pub loss: u64,
    /// Games that end level.
    pub tie: u64,
}

/// A deepest position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DeepestReport {
    /// The side to move.
    pub turn: Player,
    /// The class, for that side.
    pub value: Kind,
    /// Plies to the end.
    pub depth: u32,
    /// A position of that depth: the one with the lowest slot.
    pub pos: String,
}

/// The result of a verification.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VerifyReport {
    /// The version of the shapes: raised when a field changes its meaning.
    pub schema: u32,
    /// The game's id.
    pub game: &'static str,
    /// The table.
    pub table: String,
    /// Whether every value is right.
    pub ok: bool,
    /// Positions checked; `null` if a value is wrong.
    pub positions: Option<u64>,
    /// Moves made to check them.
    pub moves: Option<u64>,
    /// The wrong value of the lowest slot.
    pub violation: Option<ViolationReport>,
}

/// A wrong value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ViolationReport {
    /// Its slot.
    pub slot: u64,
    /// Its position; `null` for a slot that should be empty.
    pub pos: Option<String>,
    /// The broken law.
    #[serde(serialize_with = "in_english")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub law: Message,
    /// The value in the table.
    pub found: String,
    /// The value by the rules.
    pub expected: String,
}

/// The result of checking a game's laws.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LawsReport {
    /// The version of the shapes: raised when a field changes its meaning.
    pub schema: u32,
    /// The game's id.
    pub game: &'static str,
    /// Whether the game keeps all checked laws.
    pub ok: bool,
    /// Positions that play reached and the check covered; `null` if a law is broken.
    pub positions: Option<u64>,
    /// Their moves.
    pub moves: Option<u64>,
    /// Slots of the numbering checked, if the game has one.
    pub slots: Option<u64>,
    /// Whether the check covered all positions that play reaches from the examples.
    pub complete: Option<bool>,
    /// The first broken law.
    pub broken: Option<BrokenReport>,
}

/// A broken law.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BrokenReport {
    /// The law.
    #[serde(serialize_with = "in_english")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub law: Message,
    /// The token of the position that breaks it.
    pub pos: String,
    /// Details.
    #[serde(serialize_with = "in_english")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub detail: Message,
}

impl LawsReport {
    /// The report of a game's check.
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
