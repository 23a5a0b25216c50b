//! The event log as data. Each event is one line of JSON. The command line and the page use the same format.

use retrograde::Kind;
use retrograde::ask::KeyFrame;
use serde::Serialize;

use crate::report::{Player, Rule};

/// The choice of the positions that an event log covers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Follow {
    /// The log covers only the positions that decide the value of the position that was asked about. In a position
    /// where the winner moves, the log follows one move; in a position where the loser moves, it follows all moves.
    #[default]
    Answer,
    /// The log covers all positions of the table.
    All,
}

impl Follow {
    /// Both choices.
    pub const BOTH: [Self; 2] = [Self::Answer, Self::All];

    /// Returns the word for this choice, `answer` or `all`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Answer => "answer",
            Self::All => "all",
        }
    }

    /// Returns the choice that has the given word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::BOTH.into_iter().find(|follow| follow.word() == word)
    }
}

/// A window is a range of consecutive events of a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TraceReport {
    /// The version of the JSON shapes, which is raised when the meaning of a field changes.
    pub schema: u32,
    /// The game's id.
    pub game: &'static str,
    /// The position that was asked about.
    pub pos: String,
    /// The name of the table.
    pub table: String,
    /// Which positions the log covers, as the word `answer` or `all`.
    pub follow: Follow,
    /// The number of events in the whole log.
    pub total: u64,
    /// The index of the window's first event in the log, from 0; if the window lies beyond the end of the log, the
    /// number of events in the log.
    pub from: u64,
    /// The state of the analysis before the window's first event.
    pub keyframe: KeyframeReport,
    /// The events of the window, in order.
    pub events: Vec<EventReport>,
}

/// The state of the analysis after some events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KeyframeReport {
    /// The number of events before this state.
    pub step: u64,
    /// The depth that the analysis is processing.
    pub depth: u32,
    /// The number of positions that wait in the queue.
    pub queue: u64,
    /// The number of positions that have left the queue.
    pub popped: u64,
    /// The number of positions decided as wins for the side to move.
    pub win: u64,
    /// The number of positions decided as losses for the side to move.
    pub loss: u64,
    /// The number of positions decided as ties.
    pub tie: u64,
    /// The number of positions not decided yet.
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

/// An event of a log; events are numbered from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum EventReport {
    /// A finished position gets the value of its ending.
    Seed {
        /// The index of the event in the log, from 0.
        step: u64,
        /// The position.
        #[serde(flatten)]
        here: HereReport,
        /// The value of the position.
        #[serde(flatten)]
        value: ValueReport,
        /// The rule that ended the game.
        over: Option<Rule>,
    },
    /// A decided position leaves the queue.
    Pop {
        /// The index of the event in the log, from 0.
        step: u64,
        /// The position.
        #[serde(flatten)]
        here: HereReport,
        /// The value of the position.
        #[serde(flatten)]
        value: ValueReport,
    },
    /// A predecessor of the popped position (the position that last left the queue) has one open move less.
    Relax {
        /// The index of the event in the log, from 0.
        step: u64,
        /// The predecessor.
        #[serde(flatten)]
        here: HereReport,
        /// The slot of the popped position.
        from: u64,
        /// The move from the predecessor to the popped position; if there are several such moves, the alphabetically
        /// first.
        #[serde(rename = "move")]
        action: Option<String>,
        /// The number of open moves of the predecessor after this event.
        open: u32,
        /// The number of different positions that the moves of the predecessor lead to.
        of: u32,
    },
    /// A predecessor of the popped position gets a value.
    Mark {
        /// The index of the event in the log, from 0.
        step: u64,
        /// The predecessor.
        #[serde(flatten)]
        here: HereReport,
        /// The slot of the popped position.
        from: u64,
        /// The move from the predecessor to the popped position.
        #[serde(rename = "move")]
        action: Option<String>,
        /// The value of the predecessor.
        #[serde(flatten)]
        value: ValueReport,
    },
    /// All positions of a depth have left the queue.
    Layer {
        /// The index of the event in the log, from 0.
        step: u64,
        /// The depth.
        depth: u32,
        /// The number of wins with this depth that have left the queue.
        win: u64,
        /// The number of losses with this depth that have left the queue.
        loss: u64,
        /// The number of ties with this depth that have left the queue.
        tie: u64,
        /// The number of positions that wait in the queue.
        queue: u64,
    },
    /// The remaining positions are draws.
    Rest {
        /// The index of the event in the log, from 0.
        step: u64,
        /// The number of positions that remain.
        draw: u64,
    },
    /// The log is complete.
    Done {
        /// The index of the event in the log, from 0.
        step: u64,
        /// The position that was asked about.
        #[serde(flatten)]
        here: HereReport,
        /// The value of the position.
        #[serde(flatten)]
        value: ValueReport,
    },
}

/// A position of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HereReport {
    /// The slot of the position.
    pub slot: u64,
    /// The token of the position.
    pub pos: String,
    /// The side to move.
    pub turn: Player,
}

/// The value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ValueReport {
    /// The class of the value for the side to move.
    pub value: Kind,
    /// The side that wins.
    pub winner: Option<Player>,
    /// The number of plies to the end of the game.
    pub depth: Option<u32>,
}
