//! Checks an event log that another program wrote in the format of `trace`. The check compares each event with the
//! table that contains the event's position.
//!
//! An event is wrong if the table has another value or depth for its position. An event is also wrong if it precedes an
//! event that it depends on. The other program is free to choose the order of positions of equal depth, the numbering
//! of positions, and the events without a position.

use std::collections::HashSet;

use retrograde::Kind;
use retrograde::rules::message::Message;
use serde::Serialize;
use serde_json::{Number, Value};

use crate::json::perhaps_in_english;
use crate::report::{Head, MoveReport, ProbeReport, SCHEMA};

/// The number of faults after which a check stops. A single wrong rule in a program causes thousands of faults.
pub const MOST_FAULTS: usize = 100;

/// An event of the log that is about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEvent {
    /// The number of the event's line, from 1.
    pub line: u64,
    /// The position, as written in the log.
    pub pos: String,
    act: Act,
    value: Option<Value>,
    depth: Option<Value>,
}

/// The kind of an event, which determines what the event states about its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Act {
    /// The game is over at the event's position, with the stated value.
    Seed,
    /// The event's position receives the stated value.
    Mark,
    /// The event's position is taken from the queue; the value may be missing.
    Pop,
}

impl Act {
    fn of(word: &str) -> Option<Self> {
        match word {
            "seed" => Some(Self::Seed),
            "mark" => Some(Self::Mark),
            "pop" => Some(Self::Pop),
            _ => None,
        }
    }
}

/// A line of a log that is not blank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogLine {
    /// An event to check.
    Checked(LogEvent),
    /// An event that is not checked. For example, the end of a depth has no position, and `relax` can be derived from
    /// other events.
    Ignored,
    /// The line is not a JSON object with a string `event`; or it is a seed, a mark or a pop without a string `pos`.
    NoEvent,
}

impl LogLine {
    /// Parses the line `text`, which has the number `line`.
    pub fn read(line: u64, text: &str) -> Self {
        let Ok(mut object) = serde_json::from_str::<Value>(text) else { return Self::NoEvent };
        let Some(word) = object.get("event").and_then(Value::as_str) else { return Self::NoEvent };
        let Some(act) = Act::of(word) else { return Self::Ignored };
        let mut take = |name| object.get_mut(name).map(Value::take);
        match take("pos") {
            Some(Value::String(pos)) => {
                Self::Checked(LogEvent { line, pos, act, value: take("value"), depth: take("depth") })
            }
            _ => Self::NoEvent,
        }
    }
}

impl LogEvent {
    /// Returns whether the event must have a value and a depth.
    fn decides(&self) -> bool {
        self.act != Act::Pop
    }

    fn has_value(&self, value: Kind) -> bool {
        match &self.value {
            None => !self.decides(),
            Some(stated) => stated.as_str() == Some(value.word()),
        }
    }

    /// Returns whether the event has the given depth. A missing depth counts as 0, and the depth of a draw is 0.
    fn has_depth(&self, depth: Option<u32>) -> bool {
        let depth = depth.unwrap_or(0);
        match &self.depth {
            None => !self.decides() || depth == 0,
            Some(Value::Null) => depth == 0,
            Some(stated) => stated.as_f64() == Some(f64::from(depth)),
        }
    }

    fn stated(&self) -> StatedValue {
        let value = self.value.as_ref().filter(|value| !value.is_null());
        let depth = self.depth.as_ref().and_then(Value::as_number).cloned();
        StatedValue { value: value.map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned)), depth }
    }
}

/// The kind of fault that an event has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(rename_all = "snake_case")]
pub enum LogFaultKind {
    /// The position of the event cannot be read.
    Unread,
    /// The game is not over at the position of a seed.
    NotOver,
    /// The position of a pop has no value yet.
    Popped,
    /// The table has another value for the position.
    Value,
    /// The table has another depth for the position.
    Depth,
    /// The event states a value too early, because no move that achieves this value leads to a position that already
    /// has a value.
    Early,
    /// The event states a loss too early, because some move leads to a position that has no value yet.
    EarlyLoss,
}

/// A wrong event in a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LogFault {
    /// The number of the event among the checked events, from 1.
    pub event: u64,
    /// The number of the event's line, from 1.
    pub line: u64,
    /// The event's position, as written in the log.
    pub pos: String,
    /// The kind of the fault.
    pub fault: LogFaultKind,
    /// The value in the table; `null` if the position cannot be read.
    pub expected: Option<TableValue>,
    /// The value in the log.
    pub found: StatedValue,
    /// If the event states its value too early, a move to a position without a value.
    #[serde(rename = "move")]
    pub action: Option<String>,
    /// If the event states its value too early, the position that the move leads to.
    pub to: Option<String>,
    /// The reason why the position cannot be read.
    #[serde(serialize_with = "perhaps_in_english")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub message: Option<Message>,
}

/// The value of a position in the table, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableValue {
    /// The class of the value, one of win, loss, tie and draw.
    pub value: Kind,
    /// The number of plies to the end of the game; `null` for a draw.
    pub depth: Option<u32>,
}

/// A value of a position as a log states it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StatedValue {
    /// The word for the class of the value; `null` if the log has no such word.
    pub value: Option<String>,
    /// The depth; `null` if the log has no depth.
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    pub depth: Option<Number>,
}

/// The result of checking a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LogReport {
    /// The version of the JSON shapes, which is raised when the meaning of a field changes.
    pub schema: u32,
    /// Whether every line is a correct event.
    pub ok: bool,
    /// The number of checked events; `seed`, `mark` and `pop` are checked.
    pub events: u64,
    /// The wrong events in order; at most a hundred.
    pub faults: Vec<LogFault>,
    /// The number of the first line that is not an event, from 1; the check stops at that line.
    pub bad_line: Option<u64>,
    /// Whether the check stopped because there were too many faults.
    pub cut: bool,
}

/// A check of a log in progress. The check receives the events of the log in order.
#[derive(Debug, Default)]
pub struct LogCheck {
    /// The positions for which an event has stated a value, correctly or not. If a stated value is wrong, the check
    /// reports the event that states the value, but not the later events that depend on the value.
    decided: HashSet<String>,
    events: u64,
    faults: Vec<LogFault>,
    bad_line: Option<u64>,
}

impl LogCheck {
    /// Compares the next event with the table's answer for the event's position; the answer must contain all moves.
    /// Returns the fault of the event, if the event has a fault.
    ///
    /// The function needs time for each move of the position, and memory for the position's token.
    pub fn next(&mut self, event: &LogEvent, probed: &ProbeReport) -> Option<&LogFault> {
        self.events += 1;
        let found = self.judge(event, probed);
        if event.decides() {
            self.decided.insert(probed.head.pos.clone());
        }
        let (fault, step) = found?;
        let Head { value, depth, .. } = probed.head;
        Some(self.add(LogFault {
            expected: Some(TableValue { value, depth }),
            action: step.map(|step| step.action.clone()),
            to: step.map(|step| step.pos.clone()),
            ..self.fault(event, fault)
        }))
    }

    /// Records that the position of an event cannot be read, with the reason.
    pub fn unread(&mut self, event: &LogEvent, reason: Message) -> &LogFault {
        self.events += 1;
        self.add(LogFault { message: Some(reason), ..self.fault(event, LogFaultKind::Unread) })
    }

    /// Ends the check at a line that is not an event.
    pub const fn end_at(&mut self, line: u64) {
        self.bad_line = Some(line);
    }

    /// Returns whether the check stops because there are too many faults.
    pub fn is_cut(&self) -> bool {
        self.faults.len() >= MOST_FAULTS
    }

    /// Returns the result of the check.
    pub fn report(self) -> LogReport {
        let (ok, cut) = (self.faults.is_empty() && self.bad_line.is_none(), self.is_cut());
        let Self { events, faults, bad_line, .. } = self;
        LogReport { schema: SCHEMA, ok, events, faults, bad_line, cut }
    }

    /// Returns the fault of an event, if the event has one, and the move that shows the fault.
    fn judge<'p>(&self, event: &LogEvent, probed: &'p ProbeReport) -> Option<(LogFaultKind, Option<&'p MoveReport>)> {
        let Head { pos, value, depth, over, .. } = &probed.head;
        let is_over = over.is_some();
        let plain = |fault| Some((fault, None));
        match event.act {
            Act::Seed if !is_over => plain(LogFaultKind::NotOver),
            Act::Pop if !self.decided.contains(pos) => plain(LogFaultKind::Popped),
            _ if !event.has_value(*value) => plain(LogFaultKind::Value),
            _ if !event.has_depth(*depth) => plain(LogFaultKind::Depth),
            Act::Mark if !is_over => self.unfounded(probed).map(|(fault, step)| (fault, Some(step))),
            _ => None,
        }
    }

    /// Returns a move that shows that an event states its value too early, because the move leads to a position without
    /// a value. A loss requires that all moves lead to positions with values, so the result is any move to a position
    /// without a value. Any other value requires that one best move leads to a position with a value. If no best move
    /// leads to a position with a value, the result is the first best move.
    fn unfounded<'p>(&self, probed: &'p ProbeReport) -> Option<(LogFaultKind, &'p MoveReport)> {
        let Head { value, depth, .. } = probed.head;
        let moves = probed.moves.as_deref().unwrap_or_default();
        let is_open = |step: &&MoveReport| !self.decided.contains(&step.pos);
        if value == Kind::Loss {
            return moves.iter().find(is_open).map(|step| (LogFaultKind::EarlyLoss, step));
        }
        let is_best = |step: &&MoveReport| step.for_mover == value && Some(step.depth.unwrap_or(0) + 1) == depth;
        let best = || moves.iter().filter(is_best);
        best().next().filter(|_| best().all(|step| is_open(&step))).map(|step| (LogFaultKind::Early, step))
    }

    fn fault(&self, event: &LogEvent, fault: LogFaultKind) -> LogFault {
        let LogEvent { line, pos, .. } = event;
        let (expected, action, to, message) = (None, None, None, None);
        let (line, pos, found) = (*line, pos.clone(), event.stated());
        LogFault { event: self.events, line, pos, fault, expected, found, action, to, message }
    }

    fn add(&mut self, fault: LogFault) -> &LogFault {
        self.faults.push(fault);
        &self.faults[self.faults.len() - 1]
    }
}
