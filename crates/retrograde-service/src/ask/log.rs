//! The event log of a table, which shows how the board was solved. Questions ask for a part of the log (a window), or
//! for the whole log in a compact binary form.

use retrograde::ask::{DepthSummary, Event, KeyFrame, MAX_POSITIONS, Tally};
use retrograde::{Depth, Slot, Trace, Value};

use super::{Ask, Asked};
use crate::report::SCHEMA;
use crate::report::{Player, Rule};
use crate::session::{ALL_CORES, AskError, Session};
use crate::trace::{EventReport, Follow, HereReport, TraceReport, ValueReport};

/// Asks for the events `from` to `from + count - 1` of the log, or up to the last event if the log ends earlier. The
/// answer also contains the state of the analysis before the first of these events.
///
/// The first request for a window of a log builds an index of the whole log, and caches the index. With
/// [`Follow::Answer`] the index covers only the events that decide the value of the position in the question. A later
/// request for a window only takes time for the events of the window.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// Selects the positions that the log covers.
    pub follow: Follow,
    /// The index of the first event in the log, from 0.
    pub from: u64,
    /// The maximum number of events.
    pub count: u64,
}

impl Ask for Window {
    type Report = TraceReport;

    fn ask(&self, Asked { session, slot: root, .. }: Asked<'_>) -> Result<TraceReport, AskError> {
        self.of(session, root, &*session.log(root, self.follow, MAX_POSITIONS)?)
    }
}

impl Window {
    /// Returns this window of the log `trace`. The session must have [returned](Session::log) this log for the slot
    /// `root`.
    ///
    /// # Errors
    /// The table cannot be read.
    pub fn of(&self, session: &Session, root: Slot, trace: &Trace) -> Result<TraceReport, AskError> {
        let (total, from) = (trace.total(), self.from.min(trace.total()));
        let steps = from..from.saturating_add(self.count);
        let events = session.answer(session.questions().events(trace, steps.clone()))?;
        let events = steps.zip(events).map(|(step, traced)| event(session, step, traced, root));
        Ok(TraceReport {
            schema: SCHEMA,
            game: session.about.id,
            pos: session.print(root)?,
            table: session.table.clone(),
            follow: self.follow,
            total,
            from,
            keyframe: session.answer::<KeyFrame>(session.questions().state(trace, from))?.into(),
            events: events.collect::<Result<_, _>>()?,
        })
    }
}

/// Asks for the whole log in the binary form of [`Questions::state_map`](retrograde::Questions::state_map).
#[derive(Clone, Copy, Debug)]
pub struct StateMap {
    /// Selects the positions that the log covers.
    pub follow: Follow,
}

impl Ask for StateMap {
    type Report = Vec<u8>;

    fn ask(&self, Asked { session, slot, .. }: Asked<'_>) -> Result<Vec<u8>, AskError> {
        Self::of(session, &*session.log(slot, self.follow, MAX_POSITIONS)?)
    }
}

impl StateMap {
    /// Returns the binary form of the log `trace`. The session must have [returned](Session::log) this log.
    ///
    /// # Errors
    /// The table cannot be read, or is too large or too deep for the binary form.
    pub fn of(session: &Session, trace: &Trace) -> Result<Vec<u8>, AskError> {
        session.answer(session.questions().state_map(trace, ALL_CORES))
    }
}

/// Returns the report of an event.
fn event(session: &Session, step: u64, event: Event, root: Slot) -> Result<EventReport, AskError> {
    Ok(match event {
        Event::Seed { slot, value } => {
            let (here, value) = here_and_value(session, slot, value)?;
            EventReport::Seed {
                step,
                here,
                value,
                over: session.here(slot)?.ending.map(|ending| Rule::of(&session.about, ending)),
            }
        }
        Event::Pop { slot, value } => {
            let (here, value) = here_and_value(session, slot, value)?;
            EventReport::Pop { step, here, value }
        }
        Event::Relax { slot, from, open, of } => {
            let (here, _) = here_and_value(session, slot, Value::Draw)?;
            EventReport::Relax { step, here, from: from.0, action: move_to(session, slot, from), open, of }
        }
        Event::Mark { slot, from, value } => {
            let (here, value) = here_and_value(session, slot, value)?;
            EventReport::Mark { step, here, from: from.0, action: move_to(session, slot, from), value }
        }
        Event::Layer(DepthSummary { depth, popped: Tally { win, loss, tie }, queue }) => {
            EventReport::Layer { step, depth: depth.plies(), win, loss, tie, queue }
        }
        Event::Rest { draws } => EventReport::Rest { step, draw: draws },
        Event::Done => {
            let (here, value) = here_and_value(session, root, session.answer(session.questions().value(root))?)?;
            EventReport::Done { step, here, value }
        }
    })
}

fn here_and_value(session: &Session, slot: Slot, value: Value) -> Result<(HereReport, ValueReport), AskError> {
    let turn = session.here(slot)?.turn;
    let here = HereReport { slot: slot.0, pos: session.print(slot)?, turn: Player::of(&session.about, turn) };
    let winner = value.winner(turn).map(|side| Player::of(&session.about, side));
    let value = ValueReport { value: value.kind(), winner, depth: value.depth().map(Depth::plies) };
    Ok((here, value))
}

/// Returns the text of the move from one slot to another. If several moves lead to the same slot, returns the
/// alphabetically first text.
fn move_to(session: &Session, from: Slot, to: Slot) -> Option<String> {
    let steps = session.board.steps(from).into_iter().filter(|step| step.child == Some(to));
    steps.map(|step| step.action.to_string()).min()
}
