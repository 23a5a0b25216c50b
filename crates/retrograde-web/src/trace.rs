//! How a board was solved, and how to prove it: windows of its event log, the whole log as numbers, certificates; and logs of other programs.

use retrograde::entry::AnyPosition;
use retrograde::trace::{MAX_SLOTS, TraceError};
use retrograde_desk::ask::{Certify, Probe, Sea, Window};
use std::sync::Arc;

use axum::extract::State;
use hyper::StatusCode;
use hyper::header::{CONTENT_DISPOSITION, CONTENT_LENGTH, HeaderValue};
use retrograde_desk::failure::Failure;
use retrograde_desk::log_check::{LogCheck, LogEvent, LogLine, LogReport};
use retrograde_desk::session::AskError;
use retrograde_desk::trace::Follow;
use serde::Deserialize;
use tokio::sync::mpsc;

use crate::answers::{Answer, Refusal, cacheable, keep_by, stream, tag, uncacheable};
use crate::app::{App, Weight, game_of};
use crate::guard::Json;
use crate::language::Spoken;
use crate::messages::{Expected, Hint, Refused, Wrong};
use crate::query::{Query, parameter};
use crate::subject::Subject;
use crate::tables::{Reservation, Table};

/// The events of a window, unless another number is asked for.
const EVENTS: usize = 256;
/// The most events of a window: together they take about a megabyte.
const MOST_EVENTS: usize = 4096;
/// The bytes that are sent at a time.
const PART: usize = 64 << 10;

pub(crate) async fn trace(State(app): State<Arc<App>>, query: Query) -> Answer {
    let query = query.only(&["pos", "follow", "from", "n"])?;
    let follow = follow(&query)?;
    let from = query.value("from", Expected::FROM_0)?.unwrap_or(0);
    let pos = query.pos()?;
    let count = App::as_many(query.number("n", EVENTS, MOST_EVENTS)?, &pos) as u64;
    let (subject, own, window) = (loggable(&app, pos).await?, app.clone(), Window { follow, from, count });
    let told = move |table: &Table, position: &dyn AnyPosition| {
        roomy(&own, table, || table.session.ask(position, &window)).map(|told| told.map(|(report, _)| report))
    };
    cacheable(&app.ask_table(subject, Weight::Heavy, told).await??)
}

/// What is made of a log, in the room that is made for it; a failure if there is no room.
fn roomy<T>(
    app: &App,
    table: &Table,
    make: impl FnOnce() -> Result<T, AskError>,
) -> Result<Result<(T, Reservation), Failure>, AskError> {
    match app.room_for_log(table.session.slots()) {
        Ok(room) => Ok(Ok((make()?, room))),
        Err(busy) => Ok(Err(busy)),
    }
}

pub(crate) async fn sea(State(app): State<Arc<App>>, query: Query) -> Answer {
    let query = query.only(&["pos", "follow"])?;
    let (pos, follow) = (query.pos()?, follow(&query)?);
    let subject = loggable(&app, pos).await?;
    whole(&app, "application/octet-stream", subject, move |table, position| {
        table.session.ask(position, &Sea { follow })
    })
    .await
}

/// Refuses a board whose table would be too large for a log, before it is made for nothing.
async fn loggable(app: &Arc<App>, pos: String) -> Result<Subject, Refusal> {
    let own = app.clone();
    let judged = move || {
        let subject = Subject::from(pos);
        let plan = own.plan(&*subject.position(&own.registry)?);
        // That there can be no table at all is told when one is wanted.
        let is_made = plan.bytes.is_some_and(|bytes| bytes <= own.settings.memory);
        if let Some(slots) = plan.slots.filter(|&slots| is_made && slots > MAX_SLOTS) {
            let error = TraceError::TooManySlots { slots, limit: MAX_SLOTS };
            return Err(Failure::ask(subject.token(), error.into()).into());
        }
        Ok(subject)
    };
    app.think(Weight::Light, judged).await
}

/// A file to keep: it proves one value to whoever has the rules.
pub(crate) async fn certificate(State(app): State<Arc<App>>, query: Query) -> Answer {
    let pos = query.only(&["pos"])?.pos()?;
    let name = format!("attachment; filename=\"{}-certificate.jsonl\"", game_of(&pos));
    let lines =
        |table: &Table, position: &dyn AnyPosition| Ok(table.session.ask(position, &Certify)?.to_string().into_bytes());
    let mut response = whole(&app, "application/x-ndjson", Subject::from(pos), lines).await?;
    if let Ok(name) = HeaderValue::from_str(&name) {
        response.headers_mut().insert(CONTENT_DISPOSITION, name);
    }
    Ok(response)
}

/// The bytes that a table has for a position, sent in parts as they are taken. They can be many: only a few such answers are in memory
/// at a time.
async fn whole(
    app: &Arc<App>,
    content_type: &'static str,
    subject: Subject,
    question: impl Fn(&Table, &dyn AnyPosition) -> Result<Vec<u8>, AskError> + Send + Sync + 'static,
) -> Answer {
    let turn = app.wholes.clone().acquire_owned().await.map_err(|_| Refusal::busy(Refused::Stopping))?;
    let own = app.clone();
    let tagged = move |table: &Table, position: &dyn AnyPosition| {
        let made = roomy(&own, table, || question(table, position))?;
        Ok(made.map(|(bytes, mut room)| {
            room.shrink(bytes.len() as u64);
            (tag(&bytes), bytes, room)
        }))
    };
    let (tag, bytes, room) = app.ask_table(subject, Weight::Heavy, tagged).await??;
    let size = bytes.len();
    let (parts, taken) = mpsc::channel(1);
    tokio::spawn(async move {
        let (_turn, _room) = (turn, room);
        for part in bytes.chunks(PART) {
            // Nobody reads any more.
            if parts.send(part.to_vec()).await.is_err() {
                return;
            }
        }
    });
    let mut response = stream(content_type, taken);
    response.headers_mut().insert(CONTENT_LENGTH, HeaderValue::from(size));
    keep_by(response.headers_mut(), &tag);
    Ok(response)
}

/// What the log tells of.
fn follow(query: &Query) -> Result<Follow, Failure> {
    let Some(word) = query.text("follow") else { return Ok(Follow::default()) };
    let wrong = || Failure::usage(parameter("follow", word, Expected::Follow));
    Follow::from_word(word).ok_or_else(wrong)
}

/// The log of another program: a JSON object with an event on each line.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Log {
    log: String,
}

/// What is wrong with a log: each event is compared with the table of its position. The check ends when its client leaves.
pub(crate) async fn check(
    State(app): State<Arc<App>>,
    Spoken(language): Spoken,
    query: Query,
    Json(Log { log }, _room): Json<Log>,
) -> Answer {
    query.only(&[])?;
    let turn = app.bodies.clone().try_acquire_owned();
    let _turn = turn.map_err(|_| Refusal::busy(Refused::Lists))?;
    let mut report = checked(&app, &log).await?;
    let reasons = report.faults.iter_mut().filter_map(|fault| fault.message.as_mut());
    reasons.for_each(|reason| *reason = reason.told(language).to_string().into());
    uncacheable(StatusCode::OK, &report)
}

async fn checked(app: &Arc<App>, log: &str) -> Result<LogReport, Refusal> {
    let most = app.settings.limits.positions;
    let (mut check, mut number) = (LogCheck::default(), 0);
    for (line, text) in (1..).zip(log.lines()).filter(|(_, text)| !text.trim().is_empty()) {
        match LogLine::read(line, text) {
            LogLine::Ignored => {}
            LogLine::NoEvent => {
                check.end_at(line);
                break;
            }
            LogLine::Checked(event) => {
                number += 1;
                if number > most {
                    let failure = Failure::usage(Wrong::LongLog { most });
                    return Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, failure.hint(Hint::CheckHere)));
                }
                compare(app, &mut check, &event).await?;
            }
        }
        if check.is_cut() {
            break;
        }
    }
    Ok(check.report())
}

/// A position that cannot be read is the log's fault; a table that cannot be made is not.
async fn compare(app: &Arc<App>, check: &mut LogCheck, event: &LogEvent) -> Result<(), Refusal> {
    let asked = async { app.ask(app.tellable(event.pos.clone()).await?, Weight::Light, Probe::MOVES).await };
    match asked.await {
        Ok(probed) => {
            check.next(event, &probed.report);
        }
        Err(refusal) if refusal.is_of_input() => {
            check.unread(event, refusal.into_failure().message);
        }
        Err(refusal) => return Err(refusal),
    }
    Ok(())
}
