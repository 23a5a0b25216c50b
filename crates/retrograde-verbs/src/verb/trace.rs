//! The verb `retrograde trace` prints, event by event, how the solver finds a position's value.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use retrograde::ask::{MAX_SLOTS, TraceError};
use retrograde::author::AnyPosition;
use retrograde_service::ask;
use retrograde_service::trace::Follow;

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::{Failure, Place, Stop};
use crate::log_check;
use crate::messages::Note;

/// Print how the solver finds a position's value, event by event, as JSON Lines
///
/// The events are the steps of retrograde analysis in the order of depths: seed (a finished position), pop (a decided position leaves the
/// queue), relax (a predecessor has one open move fewer), mark (a predecessor is decided), layer (a depth is done), rest (the
/// remaining positions are draws), done (the value of the given position).
#[derive(Args)]
pub(crate) struct Trace {
    /// The position: a token, or FILE#NODE for a node of an edge list
    #[arg(value_name = "TOKEN", required_unless_present = "check")]
    token: Option<String>,
    /// Follow only the events that decide the position (a winner keeps one move, the loser all moves), or the whole table
    #[arg(long, value_name = "WHAT", default_value = "answer", value_parser = follow_parser())]
    follow: Follow,
    /// Start with event E, counted from 0
    #[arg(id = "first", long = "from", value_name = "E", default_value_t = 0)]
    from: u64,
    /// Print at most N events
    #[arg(short = 'n', long = "count", value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    count: u64,
    /// Check a log of another program instead, in this format with one event a line; `-`: standard input
    ///
    /// The check compares each `seed`, `mark` and `pop` with the table of its position. An event is wrong if the table has another value or depth, or if it
    /// comes before an event that it depends on. The check ignores other events and other fields. Exits with 1 if an event is wrong.
    #[arg(long, value_name = "LOG", conflicts_with_all = ["token", "follow", "first", "count"])]
    check: Option<PathBuf>,
}

/// The number of events that the program computes in one step.
const WINDOW: u64 = 4096;

impl Trace {
    pub(crate) fn run(&self, ctx: &mut Context<'_>) -> Result<Exit, Stop> {
        if let Some(log) = &self.check {
            return log_check::run(ctx, log);
        }
        let position = ctx.open(self.token.as_deref().unwrap_or_default(), Place::default())?;
        if self.follow == Follow::All {
            refuse_a_large_table(ctx, &*position)?;
        }
        let end = self.from.saturating_add(self.count);
        let mut next = self.from;
        while next < end {
            let count = WINDOW.min(end - next);
            let window = ctx.ask(&*position, &ask::Window { follow: self.follow, from: next, count })?;
            window.events.iter().try_for_each(|event| ctx.json(event))?;
            next = next.saturating_add(count);
            if next >= window.total {
                note_an_empty_window(ctx, self.from, window.total);
                break;
            }
        }
        Ok(Exit::Done)
    }
}

/// Prints a note if the requested range of events is empty, although the log has events.
fn note_an_empty_window(ctx: &Context<'_>, from: u64, total: u64) {
    if from >= total {
        ctx.note(Note::NoEvent { event: from, last: total - 1 });
    }
}

/// Returns an error, before the solve, if the event log would be too large.
fn refuse_a_large_table(ctx: &Context<'_>, position: &dyn AnyPosition) -> Result<(), Stop> {
    let slots = position.plan(ctx.global.domain, ctx.global.threads).slots;
    match slots.filter(|&slots| slots > MAX_SLOTS) {
        Some(slots) => {
            let error = TraceError::TooManySlots { slots, limit: MAX_SLOTS };
            Err(Failure::ask(&position.token(), error.into()).into())
        }
        None => Ok(()),
    }
}

fn follow_parser() -> impl TypedValueParser<Value = Follow> {
    PossibleValuesParser::new(Follow::BOTH.map(Follow::word)).map(|word| Follow::from_word(&word).unwrap_or_default())
}
