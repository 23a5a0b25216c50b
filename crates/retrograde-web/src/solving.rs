//! What solving takes, and the jobs that solve.

use std::sync::Arc;

use axum::extract::{Path, State};
use hyper::StatusCode;
use hyper::header::{HeaderValue, LOCATION};
use retrograde::entry::{AnyPosition, Domain};
use retrograde_desk::failure::{Failure, FailureTexts, Fault, printable};
use retrograde_desk::report::SCHEMA;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

use crate::answers::{Answer, Refusal, json_line, stream, uncacheable};
use crate::app::{App, Occasion, Start, Weight, game_of};
use crate::guard::Json;
use crate::jobs::Job;
use crate::language::Spoken;
use crate::messages::{Hint, Refused};
use crate::query::Query;
use crate::router::API;
use crate::subject::Subject;
use retrograde::message::Language;

/// How a position would be solved, and what that takes.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct PlanReport {
    schema: u32,
    pos: String,
    game: String,
    turn: &'static str,
    domain: Domain,
    /// How it is solved.
    reason: &'static str,
    slots: Option<u64>,
    /// Bytes that it is expected to take at its peak.
    bytes: Option<u64>,
    estimated_ms: Option<f64>,
    /// A question solves it by the way.
    automatic: bool,
    /// It is in memory.
    solved: bool,
    /// Why it cannot be solved.
    error: Option<FailureTexts>,
}

impl PlanReport {
    fn of(app: &App, position: &dyn AnyPosition, language: Language) -> Self {
        let plan = app.plan(position);
        let pos = position.token();
        // A table that cannot be read is told of by who asks it.
        let solved = app.table(position).is_ok_and(|table| table.is_some());
        Self {
            schema: SCHEMA,
            game: game_of(&pos),
            pos,
            turn: position.turn(),
            domain: plan.domain,
            reason: plan.way.reason(),
            slots: plan.slots,
            bytes: plan.expected.map(|[_, bytes]| bytes),
            estimated_ms: plan.slots.map(|slots| app.estimated_ms(slots)),
            automatic: plan.bytes.is_none_or(|bytes| bytes <= app.settings.limits.table),
            solved,
            error: app.fits(&plan).err().filter(|_| !solved).map(|error| error.texts(language)),
        }
    }
}

pub(crate) async fn plan(State(app): State<Arc<App>>, Spoken(language): Spoken, query: Query) -> Answer {
    let pos = query.only(&["pos"])?.pos()?;
    let own = app.clone();
    let report = app.think(Weight::Light, move || {
        Ok(PlanReport::of(&own, &*Subject::from(pos).position(&own.registry)?, language))
    });
    uncacheable(StatusCode::OK, &report.await?)
}

/// One position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct One {
    pos: String,
}

pub(crate) async fn solve(
    State(app): State<Arc<App>>,
    Spoken(language): Spoken,
    query: Query,
    Json(asked): Json<One>,
) -> Answer {
    query.only(&[])?;
    let own = app.clone();
    let (Start { position, token, instance }, table) = app
        .think(Weight::Light, move || {
            let start = Start::from(Subject::from(asked.pos).position(&own.registry)?);
            let table = own.table(&*start.position)?;
            if table.is_none() {
                own.fits(&own.plan(&*start.position))?;
            }
            Ok((start, table))
        })
        .await?;
    let job = if let Some(table) = table {
        app.jobs.done(&token, &instance, &table)
    } else {
        let job = app.jobs.name(&token, &instance, |job| app.start(job, position, Occasion::Job));
        job.ok_or_else(|| Refusal::busy(Refused::Boards))?
    };
    let report = job.report(language);
    let mut response = uncacheable(StatusCode::ACCEPTED, &report)?;
    if let Ok(place) = HeaderValue::from_str(&format!("{API}/jobs/{}", report.job)) {
        response.headers_mut().insert(LOCATION, place);
    }
    Ok(response)
}

fn find(app: &App, id: &str) -> Result<Arc<Job>, Refusal> {
    let unknown = || Failure::new(Fault::No, "no-job", Refused::NoJob { id: printable(id) });
    Ok(app.jobs.get(id).ok_or_else(|| unknown().hint(Hint::Start))?)
}

pub(crate) async fn job(State(app): State<Arc<App>>, Spoken(language): Spoken, Path(id): Path<String>) -> Answer {
    uncacheable(StatusCode::OK, &find(&app, &id)?.report(language))
}

pub(crate) async fn cancel(State(app): State<Arc<App>>, Spoken(language): Spoken, Path(id): Path<String>) -> Answer {
    let job = find(&app, &id)?;
    job.cancel();
    uncacheable(StatusCode::OK, &job.report(language))
}

/// Every change of a job, until it ends: server-sent events called `job`.
pub(crate) async fn job_events(
    State(app): State<Arc<App>>,
    Spoken(language): Spoken,
    Path(id): Path<String>,
) -> Answer {
    let job = find(&app, &id)?;
    let place = app.listeners.clone().try_acquire_owned();
    let place = place.map_err(|_| Refusal::busy(Refused::Clients))?;
    let (events, told) = mpsc::channel(1);
    let mut news = job.news();
    tokio::spawn(async move {
        let _place = place;
        loop {
            let has_news = tokio::select! {
                changed = news.changed() => changed.is_ok(),
                // Nobody listens any more.
                () = events.closed() => false,
            };
            if !has_news {
                return;
            }
            let is_end = news.borrow_and_update().is_end();
            let report = json_line(&job.report(language));
            let event = [b"event: job\ndata: ", &*report, b"\n"].concat();
            if events.send(event).await.is_err() || is_end {
                return;
            }
        }
    });
    Ok(stream("text/event-stream", told))
}
