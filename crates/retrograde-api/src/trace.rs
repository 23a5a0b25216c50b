//! The handlers that show how a board is solved (windows of the event log, and the whole log as numbers), that prove a
//! value (certificates), and that check the logs of other programs.

use std::sync::Arc;

use http::StatusCode;
use retrograde::ask::{BYTES_A_CLAIM, Index, MAX_POSITIONS, MAX_SLOTS, TraceError};
use retrograde::author::AnyPosition;
use retrograde::{Cell, Slot, Trace};
use retrograde_service::ask::{Probe, StateMap, Window};
use retrograde_service::certificate::MAX_CLAIMS;
use retrograde_service::failure::Failure;
use retrograde_service::loaded::LoadedTable;
use retrograde_service::log_check::{LogCheck, LogEvent, LogLine, LogReport};
use retrograde_service::memory::Memory;
use retrograde_service::session::AskError;
use retrograde_service::trace::Follow;
use serde::Deserialize;

use crate::answers::{Answer, AnswerContent, Cache, Refusal, Response, cacheable, tag, typed, uncacheable};
use crate::app::App;
use crate::host::{Queue, Weight};
use crate::messages::{Expected, Hint, Refused, Wrong};
use crate::parts::{Parts, PartsWriter};
use crate::query::{Query, parameter};
use crate::request::{ApiRequest, json};
use crate::subject::{Subject, game_of};

/// The default number of events in a window (a contiguous piece of the event log).
const EVENTS: usize = 256;
/// The maximum number of events in a window. A window of this length needs about a megabyte.
const MOST_EVENTS: usize = 4096;

pub(crate) async fn trace(ApiRequest { app, query, .. }: ApiRequest) -> Answer {
    let query = query.only(&["pos", "follow", "from", "n"])?;
    let follow = follow(&query)?;
    let from = query.value("from", Expected::FROM_0)?.unwrap_or(0);
    let pos = query.pos()?;
    let count = App::as_many(query.number("n", EVENTS, MOST_EVENTS)?, &pos);
    let (subject, own, window) =
        (loggable(&app, pos.clone(), follow).await?, app.clone(), Window { follow, from, count: count as u64 });
    let window_of = move |table: &LoadedTable, position: &dyn AnyPosition| {
        let token = &pos;
        let slot = table.slot(position)?;
        let log = match log(&own.memory, table, slot, follow)? {
            Ok(log) => log,
            Err(busy) => return Ok(Err(busy)),
        };
        match own.room_for(count + 1, token) {
            Ok(room) => Ok(Ok((window.of(table, slot, &log)?, room))),
            Err(busy) => Ok(Err(busy)),
        }
    };
    let (window, room) = app.ask_table(subject, Weight::Heavy, window_of).await??;
    cacheable(&app.memory, &window, room)
}

/// The answer of a table. The inner result is a failure if no memory could be reserved for the answer.
type InRoom<T> = Result<Result<T, Failure>, AskError>;

/// The number of positions for which memory is reserved at first. The reservation is for a log that covers only the
/// positions that decide the value.
const FEW: usize = 1 << 12;

/// The maximum number of depths of a log that a state map can show. The server does not count the depths of a large
/// table, because it would have to read the whole table.
const MOST_DEPTHS: u64 = Cell::MOST_SHORT as u64 + 1;

/// Returns the requested log of a table. If the table's cache does not contain the log, the function makes the log, and
/// the reserved memory then belongs to the table. With [`Follow::Answer`], the log covers only the positions that
/// decide the value. The number of these positions is unknown before the log is made. The function therefore first
/// reserves memory for a few positions, and reserves more if the memory is not enough.
fn log(memory: &Arc<Memory>, table: &LoadedTable, slot: Slot, follow: Follow) -> InRoom<Arc<Trace>> {
    let slots = table.slots();
    let depths = if slots <= MAX_SLOTS { table.depths()? } else { MOST_DEPTHS };
    let mut most = FEW;
    loop {
        let bytes = match follow {
            Follow::All => Index::most_bytes(slots, depths),
            Follow::Answer => Trace::most_bytes(slots.min(most as u64), depths),
        };
        let mut room = match memory.reserve(bytes) {
            Ok(room) => room,
            Err(busy) => return Ok(Err(busy)),
        };
        match table.log(slot, follow, most) {
            Err(AskError::Trace(TraceError::TooManyPositions { .. })) if most < MAX_POSITIONS => most *= 4,
            log => {
                let log = log?;
                table.count(&mut room);
                return Ok(Ok(log));
            }
        }
    }
}

pub(crate) async fn state_map(ApiRequest { app, query, .. }: ApiRequest) -> Answer {
    let query = query.only(&["pos", "follow"])?;
    let (pos, follow) = (query.pos()?, follow(&query)?);
    let (subject, memory) = (loggable(&app, pos, follow).await?, app.memory.clone());
    whole(&app, "application/octet-stream", subject, move |table, position| {
        let slot = table.slot(position)?;
        let log = match log(&memory, table, slot, follow)? {
            Ok(log) => log,
            Err(busy) => return Ok(Err(busy)),
        };
        let room = match memory.reserve(log.state_map_bytes(table.slots())) {
            Ok(room) => room,
            Err(busy) => return Ok(Err(busy)),
        };
        Ok(Ok(Parts::cut(StateMap::of(table, &log)?, room)))
    })
    .await
}

/// Returns an error if the table of a board would be too large for a log of the whole table. The error avoids a useless
/// solve. For the log of an answer, only the number of followed positions is limited.
async fn loggable(app: &Arc<App>, pos: String, follow: Follow) -> Result<Subject, Refusal> {
    if follow == Follow::Answer {
        return Ok(Subject::from(pos));
    }
    let own = app.clone();
    let judged = move || {
        let subject = Subject::from(pos);
        let plan = own.plan(&*own.position(&subject)?);
        // If the table would be too large for the memory, this function returns no error: the question that needs the
        // table reports it.
        let is_made = plan.bytes.is_some_and(|bytes| bytes <= own.settings.memory);
        if let Some(slots) = plan.slots.filter(|&slots| is_made && slots > MAX_SLOTS) {
            let error = TraceError::TooManySlots { slots, limit: MAX_SLOTS };
            return Err(Failure::ask(subject.token(), error.into()).into());
        }
        Ok(subject)
    };
    app.think(Weight::Light, judged).await
}

/// The maximum number of claims about one slot in a certificate: one for each kind of claim and each side.
const CLAIMS_A_SLOT: u64 = 6;

/// Answers with a certificate, which is a file that proves one value. The rules alone suffice to check the certificate.
pub(crate) async fn certificate(ApiRequest { app, query, .. }: ApiRequest) -> Answer {
    let pos = query.only(&["pos"])?.pos()?;
    let file_name = Some(format!("{}-certificate.jsonl", game_of(&pos)));
    let memory = app.memory.clone();
    let lines = move |table: &LoadedTable, position: &dyn AnyPosition| {
        let slot = table.slot(position)?;
        let most = (MAX_CLAIMS as u64).min(table.slots().saturating_mul(CLAIMS_A_SLOT));
        let mut room = match memory.reserve(most * BYTES_A_CLAIM) {
            Ok(room) => room,
            Err(busy) => return Ok(Err(busy)),
        };
        let certificate = table.certificate(slot)?;
        room.shrink(certificate.claims.len() as u64 * BYTES_A_CLAIM);
        let mut lines = PartsWriter::new(&memory, None);
        // If writing fails because no memory is left, `finish` returns the failure.
        let _ = table.write_certificate(slot, &certificate, &mut lines);
        Ok(lines.finish())
    };
    Ok(Response { file_name, ..whole(&app, "application/x-ndjson", Subject::from(pos), lines).await? })
}

/// Answers with a long content about a position, such as a log or a certificate. The function `question` makes the
/// content from the table. The server makes and sends only a few of these answers at the same time.
async fn whole(
    app: &Arc<App>,
    content_type: &'static str,
    subject: Subject,
    question: impl Fn(&LoadedTable, &dyn AnyPosition) -> InRoom<Parts> + Send + Sync + 'static,
) -> Answer {
    let turn = app.turn(Queue::Wholes).await?;
    let tagged = move |table: &LoadedTable, position: &dyn AnyPosition| {
        let made = question(table, position)?;
        Ok(made.map(|parts| (tag(parts.content()), parts)))
    };
    let (tag, parts) = app.ask_table(subject, Weight::Heavy, tagged).await??;
    let content = AnswerContent::Parts(parts.in_turn(turn));
    Ok(Response { cache: Cache::Tag(tag), ..typed(StatusCode::OK, content_type, content) })
}

/// Reads the parameter `follow`, which says which positions the log covers.
fn follow(query: &Query) -> Result<Follow, Failure> {
    let Some(word) = query.text("follow") else { return Ok(Follow::default()) };
    let wrong = || Failure::usage(parameter("follow", word, Expected::Follow));
    Follow::from_word(word).ok_or_else(wrong)
}

/// The body of a request to check the log of another program. Each line of the log is a JSON object with an event.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Log {
    log: String,
}

/// Checks a log. The function compares each event with the table that contains the event's position. The server ends
/// the check of a log when the client leaves.
pub(crate) async fn check(ApiRequest { app, language, query, body, .. }: ApiRequest) -> Answer {
    let (Log { log }, _room) = json::<Log>(&app, body).await?;
    query.only(&[])?;
    let _turn = app.host.free_turn(Queue::Bodies).ok_or_else(|| Refusal::busy(Refused::Lists))?;
    let mut report = checked(&app, &log).await?;
    let reasons = report.faults.iter_mut().filter_map(|fault| fault.message.as_mut());
    reasons.for_each(|reason| *reason = reason.in_language(language).to_string().into());
    uncacheable(&app.memory, StatusCode::OK, &report)
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

/// Compares an event with the table that contains the event's position. If the position cannot be read, the report
/// contains a fault of the log. If the table cannot be made, the request fails.
async fn compare(app: &Arc<App>, check: &mut LogCheck, event: &LogEvent) -> Result<(), Refusal> {
    let asked = async {
        let subject = Subject::from(event.pos.clone());
        let _room = app.room_for(app.tellable(&subject, 0).await?, subject.token())?;
        app.ask(subject, Weight::Light, Probe::MOVES).await
    };
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
