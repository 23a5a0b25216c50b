//! Reports about plans, solves, statistics and verifications of tables, and about checks of a game's laws.

use retrograde::author::Domain;
use retrograde::author::check::{Broken, Checked};
use retrograde::rules::message::Message;
use retrograde::{Counts, Kind};
use serde::Serialize;

use super::game::Player;
use super::position::Head;
use crate::json::{SCHEMA, all_in_english, in_english};

/// The number of positions of each class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CountsReport {
    /// The number of wins for the side to move.
    pub win: u64,
    /// The number of losses for the side to move.
    pub loss: u64,
    /// The number of ties. In a tie the game ends without a winner.
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
    /// The version of the JSON shapes, which is raised when the meaning of a field changes.
    pub schema: u32,
    /// The position.
    pub pos: String,
    /// The game's id.
    pub game: &'static str,
    /// Which positions the table would contain.
    pub domain: Domain,
    /// The way in which the position would be solved, as the word of [`Way::word`](retrograde::author::Way::word).
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
    /// The counts by class, for the side to move.
    #[serde(flatten)]
    pub counts: CountsReport,
    /// The counts by depth, from 0 plies on.
    pub by_depth: Vec<DepthReport>,
}

/// The result of solving a whole board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SolveReport {
    /// The position that was asked about, and the value of this position.
    #[serde(flatten)]
    pub head: Head,
    /// The name of the table.
    pub table: String,
    /// Which positions the table contains. The table contains `all` positions of the instance (board), or those
    /// `reachable` from the position that was asked about.
    pub domain: Domain,
    /// The number of slots, holes included.
    pub slots: u64,
    /// The counts of slots, so that positions that share a slot count as one.
    #[serde(flatten)]
    pub counted: CountedReport,
    /// The counts of all positions that are reachable from the given position; `null` if not requested.
    pub reachable: Option<CountedReport>,
    /// The counts of the slots of all positions that are reachable from the given position; `null` if not requested.
    pub reachable_slots: Option<CountedReport>,
}

/// The counts of a whole table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StatsReport {
    /// The version of the JSON shapes, which is raised when the meaning of a field changes.
    pub schema: u32,
    /// The game's id.
    pub game: &'static str,
    /// The name of the table.
    pub table: String,
    /// Which positions the table contains. The table contains `all` positions of the instance (board), or those
    /// `reachable` from the position that was asked about.
    pub domain: Domain,
    /// The number of slots, holes included.
    pub slots: u64,
    /// The number of positions. On large boards, positions that share a slot count as one.
    pub positions: u64,
    /// The counts by side to move, in the order of the game's sides. The list is empty if positions that share a slot
    /// count as one.
    pub turns: Vec<TurnReport>,
    /// The counts of each tier that contains positions (in chess, of each set of men); absent if fewer than two tiers
    /// contain positions.
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
    /// The number of plies to the end of the game.
    pub depth: u32,
    /// The number of wins for the side to move.
    pub win: u64,
    /// The number of losses for the side to move.
    pub loss: u64,
    /// The number of ties. In a tie the game ends without a winner.
    pub tie: u64,
}

/// A position with the greatest depth among the positions of one side to move and one class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DeepestReport {
    /// The side to move.
    pub turn: Player,
    /// The class of the value, for the side to move.
    pub value: Kind,
    /// The number of plies to the end of the game.
    pub depth: u32,
    /// Among the positions with this side to move, class and depth, the one with the lowest slot.
    pub pos: String,
}

/// The result of a verification.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VerifyReport {
    /// The version of the JSON shapes, which is raised when the meaning of a field changes.
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
    /// The broken law, which is a condition that a correct table satisfies.
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
    /// The version of the JSON shapes, which is raised when the meaning of a field changes.
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
    /// The first law that the check found broken.
    pub broken: Option<BrokenReport>,
    /// Remarks for the game's author, such as a move that never happened. They do not mean that the game is wrong.
    #[serde(serialize_with = "all_in_english")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub remarks: Vec<Message>,
}

/// A broken law, which is a property of a game that the check found violated.
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
    /// Returns the report of a check of a game's laws, without remarks.
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
            remarks: Vec::new(),
        }
    }
}
