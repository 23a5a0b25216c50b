//! The command `retrograde trace --check` compares the event log of another program with the tables.

use std::io::Write;
use std::path::Path;

use retrograde::Kind;
use retrograde::rules::message::Message;
use retrograde_service::ask::Probe;
use retrograde_service::log_check::{LogCheck, LogEvent, LogFault, LogFaultKind, LogLine, MOST_FAULTS, StatedValue};

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::{Failure, Fault, Place, Stop, sentence};
use crate::input::{Input, InputLine};
use crate::lang::fill;
use crate::messages::{Hint, Note, Unit, Worth, Wrong, WrongEvent, counted};
use crate::source::named;
use crate::vocabulary::KindWord;

/// Checks an event log until the log ends, until the first line that is not an event, or until [`MOST_FAULTS`] faults.
/// Prints each fault as soon as it is detected.
pub(crate) fn run(ctx: &mut Context<'_>, log: &Path) -> Result<Exit, Stop> {
    let input = Input::open(Some(log))?;
    let (name, mut lines) = (input.name.clone(), input.lines());
    let (mut check, mut no_event) = (LogCheck::default(), None);
    while !check.is_cut() {
        let Some(InputLine { text, place }) = lines.next()? else { break };
        let number = place.line.unwrap_or_default();
        match LogLine::read(number, text) {
            LogLine::Ignored => {}
            LogLine::NoEvent => {
                check.end_at(number);
                no_event = Some(Failure::content(Wrong::NoEvent).at(place).hint(Hint::FormOfLogs));
                break;
            }
            LogLine::Checked(event) => {
                if let Some(fault) = judged(ctx, &mut check, &event, place)? {
                    print(ctx, &name, fault)?;
                }
            }
        }
    }
    let report = check.report();
    let (is_printed, is_empty) = (!ctx.global.quiet, no_event.is_none() && report.events == 0);
    match (is_printed && !is_empty, ctx.global.json) {
        (true, true) => ctx.json(&report)?,
        (true, false) if report.ok => {
            let (words, log) = (ctx.words(), named(&name));
            let events = words.text(counted(report.events, Unit::Event));
            writeln!(ctx.out, "{}", fill(words.log_right, &[("log", &words.text(log)), ("events", &events)]))?;
        }
        _ if report.cut => ctx.note(Note::ManyFaults { most: MOST_FAULTS }),
        _ => {}
    }
    match no_event {
        Some(failure) => Err(failure.into()),
        None if is_empty => Err(Failure::content(Wrong::NoEvents { log: named(&name) }).hint(Hint::FormOfLogs).into()),
        None => Ok(if report.ok { Exit::Done } else { Exit::No }),
    }
}

/// Returns the fault of an event, if the event has one. An unreadable position is a fault of the log. If a table cannot
/// be solved, the function returns an error that ends the run.
fn judged<'c>(
    ctx: &mut Context<'_>,
    check: &'c mut LogCheck,
    event: &LogEvent,
    place: Place,
) -> Result<Option<&'c LogFault>, Stop> {
    let position = match ctx.open(&event.pos, place) {
        Err(Stop::Failed(failure)) if failure.fault == Fault::Input => {
            return Ok(Some(check.unread(event, failure.message)));
        }
        opened => opened?,
    };
    let probed = ctx.ask(&*position, &Probe::MOVES)?;
    Ok(check.next(event, &probed.report))
}

/// Prints a fault with its line number. With `--json`, the function prints nothing, because the report of the whole
/// check lists all faults.
fn print(ctx: &mut Context<'_>, name: &str, fault: &LogFault) -> Result<(), Stop> {
    if ctx.global.quiet || ctx.global.json {
        return Ok(());
    }
    let words = ctx.words();
    let (log, wrong) = (words.text(named(name)), words.text(wrong(fault)));
    let text = fill(words.log_wrong, &[("log", &log), ("line", &fault.line), ("fault", &wrong)]);
    Ok(writeln!(ctx.out, "{}", sentence(&text))?)
}

fn wrong(fault: &LogFault) -> WrongEvent {
    let pos = fault.pos.clone();
    let step = || (fault.action.clone().unwrap_or_default(), fault.to.clone().unwrap_or_default());
    match fault.fault {
        LogFaultKind::Unread => {
            let reason = fault.message.clone().unwrap_or_else(|| String::new().into());
            WrongEvent::Unread { pos, reason }
        }
        LogFaultKind::NotOver => WrongEvent::NotOver { pos },
        LogFaultKind::Popped => WrongEvent::Popped { pos },
        LogFaultKind::Value | LogFaultKind::Depth => {
            let expected = fault.expected.map_or(Worth::None, |table| worth(table.value, table.depth));
            WrongEvent::Value { pos, found: stated(&fault.found).into(), expected: expected.into() }
        }
        LogFaultKind::Early => {
            let (action, to) = step();
            WrongEvent::Early { pos, action, to }
        }
        LogFaultKind::EarlyLoss => {
            let (action, to) = step();
            WrongEvent::EarlyLoss { pos, action, to }
        }
    }
}

fn worth(value: Kind, depth: Option<u32>) -> Worth {
    let value: Message = KindWord::from(value).into();
    match depth {
        Some(0) => Worth::Over { value },
        Some(depth) => Worth::In { value, plies: counted(depth.into(), Unit::Ply) },
        None => Worth::Plain { value },
    }
}

/// Returns a message with the value that a log states for a position. The log may state no value.
fn stated(StatedValue { value, depth }: &StatedValue) -> Worth {
    let Some(word) = value else { return Worth::None };
    let Some(kind) = Kind::from_word(word) else { return Worth::Other { word: word.clone() } };
    match depth {
        None => worth(kind, None),
        Some(depth) => match depth.as_u64().and_then(|plies| u32::try_from(plies).ok()) {
            Some(plies) => worth(kind, Some(plies)),
            None => Worth::InOther { value: KindWord::from(kind).into(), depth: depth.to_string() },
        },
    }
}
