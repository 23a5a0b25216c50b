//! The event log as data: one line of JSON an event, the same for the command line and the page.

use retrograde::Kind;
use retrograde::ask::KeyFrame;
use serde::Serialize;

use crate::report::{Player, Rule};

/// Which positions a log covers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Follow {
    /// Only what decides the position asked about: the winner keeps one move, the loser all moves.
    #[default]
    Answer,
    /// The whole table.
    All,
}

impl Follow {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::Answer, Self::All];

    /// The word: `answer`, `all`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Answer => "answer",
            Self::All => "all",
        }
    }

    /// The choice with that word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::BOTH.into_iter().find(|follow| follow.word() == word)
    }
}

/// A window of a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TraceReport {
    /// The version of the shapes: raised when a field changes its meaning.
    pub schema: u32,
    /// The game's id.
    pub game: &'static str,
    /// The position asked about.
    pub pos: String,
    /// The table.
    pub table: String,
    /// `answer` or `all`.
    pub follow: Follow,
    /// The events of the whole log.
    pub total: u64,
    /// The step of the window's first event; the end of the log if the window lies beyond it.
    pub from: u64,
    /// The state before that event.
    pub keyframe: KeyframeReport,
    /// The events, in order.
    pub events: Vec<EventReport>,
}

/// The state of the analysis after some events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KeyframeReport {
    /// The number of events.
    pub step: u64,
    /// The depth of the current sweep.
    pub depth: u32,
    /// Positions waiting in the queue.
    pub queue: u64,
    /// Positions popped.
    pub popped: u64,
    /// Positions decided as wins for the side to move.
    pub win: u64,
    /// Positions decided as losses.
    pub loss: u64,
    /// Positions decided as ties.
    pub tie: u64,
    /// Positions not decided.
    pub undecided: u64,
}

impl From<KeyFrame> for KeyframeReport {
    fn from(state: KeyFrame) -> Self {
        let decided = state.decided;
        Self {
            step: state.step,
            depth: state.depth.plies(),
            queue: state.queue(),
            popped: state.popped,
            win: decided.win,
            loss: decided.loss,
            tie: decided.tie,
            undecided: state.undecided,
        }
    }
}

/// An event, with its number from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum EventReport {
    /// A finished position gets its ending's value.
    Seed {
        /// Its number.
        step: u64,
        /// The position.
        #[serde(flatten)]
        here: HereReport,
        /// Its value.
        #[serde(flatten)]
        value: ValueReport,
        /// The rule that ended the game.
        over: Option<Rule>,
    },
    /// A decided position leaves the queue.
    Pop {
        /// Its number.
        step: u64,
        /// The position.
        #[serde(flatten)]
        here: HereReport,
        /// Its value.
        #[serde(flatten)]
        value: ValueReport,
    },
    /// A predecessor of the popped position has lost an open move.
    Relax {
        /// Its number.
        step: u64,
        /// The predecessor.
        #[serde(flatten)]
        here: HereReport,
        /// The popped slot.
        from: u64,
        /// The move from the predecessor to the popped position; of several moves, the first by its text.
        #[serde(rename = "move")]
        action: Option<String>,
        /// The number of its open moves after this event.
        open: u32,
        /// The number of different positions to which its moves lead.
        of: u32,
    },
    /// A predecessor of the popped position is decided.
    Mark {
        /// Its number.
        step: u64,
        /// The predecessor.
        #[serde(flatten)]
        here: HereReport,
        /// The popped slot.
        from: u64,
        /// The move from the predecessor to the popped position.
        #[serde(rename = "move")]
        action: Option<String>,
        /// Its value.
        #[serde(flatten)]
        value: ValueReport,
    },
    /// All positions of a depth have been popped.
    Layer {
        /// Its number.
        step: u64,
        /// The depth.
        depth: u32,
        /// The wins popped.
        win: u64,
        /// The losses.
        loss: u64,
        /// The ties.
        tie: u64,
        /// The positions waiting in the queue.
        queue: u64,
    },
    /// The remaining positions are draws.
    Rest {
        /// Its number.
        step: u64,
        /// The number of these positions.
        draw: u64,
    },
    /// The log is complete.
    Done {
        /// Its number.
        step: u64,
        /// The position asked about.
        #[serde(flatten)]
        here: HereReport,
        /// Its value.
        #[serde(flatten)]
        value: ValueReport,
    },
}

/// A position of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HereReport {
    /// Its slot.
    pub slot: u64,
    /// Its token.
    pub pos: String,
    /// The side to move.
    pub turn: Player,
}

/// A value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ValueReport {
    /// For the side to move.
    pub value: Kind,
    /// The side that wins.
    pub winner: Option<Player>,
    /// Plies to the end.
    pub depth: Option<u32>,
}
