//! Checks an event log that another program wrote in the format of `trace`: compares each event with the table of its
//! position.
//!
//! An event is wrong if the table has another value or depth, or if the event comes before an event from which it
//! follows. The other program may choose the order of positions of one depth, their numbers, and events without a
//! position.

use std::collections::HashSet;

use retrograde::Kind;
use retrograde::rules::message::Message;
use serde::Serialize;
use serde_json::{Number, Value};

use crate::json::perhaps_in_english;
use crate::report::{Head, MoveReport, ProbeReport, SCHEMA};

/// The number of faults after which a check stops; one wrong rule in a program makes thousands.
pub const MOST_FAULTS: usize = 100;

/// A log event about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEvent {
    /// Its line, counted from 1.
    pub line: u64,
    /// The position, as written in the log.
    pub pos: String,
    act: Act,
    value: Option<Value>,
    depth: Option<Value>,
}

/// What an event states about its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Act {
    /// The game is over, with this value.
    Seed,
    /// It gets this value.
    Mark,
    /// It is taken from the queue; the value is optional.
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
    /// An event without a position, such as the end of a layer, or an event that follows from others, such as `relax`.
    Ignored,
    /// The line is not a JSON object with a string `event`, or a seed, mark or pop has no string `pos`.
    NoEvent,
}

impl LogLine {
    /// Reads a line with that number.
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
    /// Whether the event must have a value and a depth.
    fn decides(&self) -> bool {
        self.act != Act::Pop
    }

    fn has_value(&self, value: Kind) -> bool {
        match &self.value {
            None => !self.decides(),
            Some(stated) => stated.as_str() == Some(value.word()),
        }
    }

    /// Compares the depth. A missing depth is 0, and so is the depth of a draw.
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

/// What is wrong with an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(rename_all = "snake_case")]
pub enum LogFaultKind {
    /// Its position cannot be read.
    Unread,
    /// The game is not over at the position of a seed.
    NotOver,
    /// The position of a pop has no value yet.
    Popped,
    /// The table has another value.
    Value,
    /// The table has another depth.
    Depth,
    /// A mark comes too early: no move that gives this value leads to a position with a value.
    Early,
    /// A mark of a loss comes too early: some move leads to a position without a value.
    EarlyLoss,
}

/// A wrong event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LogFault {
    /// Its number among the checked events, from 1.
    pub event: u64,
    /// Its line, from 1.
    pub line: u64,
    /// Its position, as written in the log.
    pub pos: String,
    /// What is wrong.
    pub fault: LogFaultKind,
    /// The value in the table; `null` if the position cannot be read.
    pub expected: Option<TableValue>,
    /// The value in the log.
    pub found: StatedValue,
    /// If the event comes too early, a move to a position without a value.
    #[serde(rename = "move")]
    pub action: Option<String>,
    /// The position that it leads to.
    pub to: Option<String>,
    /// Why the position cannot be read.
    #[serde(serialize_with = "perhaps_in_english")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub message: Option<Message>,
}

/// A value by the table, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableValue {
    /// The class.
    pub value: Kind,
    /// Plies to the end; `null` for a draw.
    pub depth: Option<u32>,
}

/// A value as a log states it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StatedValue {
    /// The word for the class; `null` if there is none.
    pub value: Option<String>,
    /// The depth; `null` if there is none.
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    pub depth: Option<Number>,
}

/// The result of checking a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LogReport {
    /// The version of the shapes: raised when a field changes its meaning.
    pub schema: u32,
    /// Whether every line is a correct event.
    pub ok: bool,
    /// The number of checked events: `seed`, `mark` and `pop`.
    pub events: u64,
    /// The wrong events in order, at most a hundred.
    pub faults: Vec<LogFault>,
    /// The first line that is not an event, from 1; the check stops there.
    pub bad_line: Option<u64>,
    /// Whether the check stopped after too many faults.
    pub cut: bool,
}

/// A check in progress; it takes the events of a log in order.
#[derive(Debug, Default)]
pub struct LogCheck {
    /// Positions whose value an event has stated, correctly or not. A wrong value does not make the events that follow
    /// from it wrong.
    decided: HashSet<String>,
    events: u64,
    faults: Vec<LogFault>,
    bad_line: Option<u64>,
}

impl LogCheck {
    /// Compares the next event with the table's answer for its position, which has all moves. Returns the fault, if
    /// there is one.
    ///
    /// Takes time for each move of the position, and memory for the position's token.
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

    /// Adds a fault for an event whose position cannot be read, with the reason.
    pub fn unread(&mut self, event: &LogEvent, reason: Message) -> &LogFault {
        self.events += 1;
        self.add(LogFault { message: Some(reason), ..self.fault(event, LogFaultKind::Unread) })
    }

    /// Ends the check at a line that is not an event.
    pub const fn end_at(&mut self, line: u64) {
        self.bad_line = Some(line);
    }

    /// Whether the check stops because of too many faults.
    pub fn is_cut(&self) -> bool {
        self.faults.len() >= MOST_FAULTS
    }

    /// The result of the check.
    pub fn report(self) -> LogReport {
        let (ok, cut) = (self.faults.is_empty() && self.bad_line.is_none(), self.is_cut());
        let Self { events, faults, bad_line, .. } = self;
        LogReport { schema: SCHEMA, ok, events, faults, bad_line, cut }
    }

    /// The fault of an event, and the move that shows it.
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

    /// The move that shows that a mark comes too early; its position has no value yet. A loss needs the values of all
    /// moves, so this is any move without one. Another value needs one best move with a value; if there is no such move,
    /// this is the first best move.
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
