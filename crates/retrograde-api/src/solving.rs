//! The handlers of plans (how a board would be solved, and at what cost), and of jobs that solve boards.

use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;

use http::StatusCode;
use retrograde::author::{AnyPosition, Domain, Plan, table_name};
use retrograde::rules::printable;
use retrograde_service::failure::{Failure, FailureTexts, Fault};
use retrograde_service::listing::{Listings, Space};
use retrograde_service::memory::Room;
use retrograde_service::report::SCHEMA;
use retrograde_service::smaller::largest_that_fits;
use serde::{Deserialize, Serialize};

use crate::answers::{Ahead, Answer, Refusal, Response, Stream, event_of, streamed, uncacheable};
use crate::app::{App, Occasion, Start};
use crate::host::{Queue, Turn, Weight};
use crate::job::{Job, Task};
use crate::jobs::JobSpec;
use crate::manual::API;
use crate::messages::{Hint, Refused};
use crate::parts::Parts;
use crate::request::{ApiRequest, json};
use crate::subject::{Subject, game_of};
use retrograde::rules::message::Language;

/// How the board of a position would be solved, and at what cost.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct PlanReport {
    schema: u32,
    pos: String,
    game: String,
    turn: &'static str,
    domain: Domain,
    /// How the board would be solved, as a text.
    reason: &'static str,
    slots: Option<u64>,
    /// The expected peak memory, in bytes.
    bytes: Option<u64>,
    estimated_ms: Option<f64>,
    /// Whether the server solves the board automatically when a question needs its table.
    automatic: bool,
    /// Whether a table of the board exists, in memory or in files.
    solved: bool,
    /// What is needed to store the table in files; `null` if this server does not store the table.
    keep: Option<KeepReport>,
    /// The reason why the board cannot be solved; `null` if it can.
    error: Option<FailureTexts>,
    /// If the board cannot be solved, the largest board of the game that can, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    fits: Option<String>,
}

/// What is needed to store a table in files.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct KeepReport {
    /// The folder in which the table would be stored.
    folder: String,
    /// The disk space that the table may need, in bytes.
    bytes: u64,
    /// The free disk space in the folder, in bytes; `null` if the system does not report it.
    free_bytes: Option<u64>,
    /// The reason why the table cannot be stored; `null` if it can.
    error: Option<FailureTexts>,
}

impl KeepReport {
    fn of(app: &App, position: &dyn AnyPosition, plan: &Plan, language: Language) -> Option<Self> {
        let space = app.place(position).ok()?.space(plan.slots?)?;
        let error = space.refuse_crowding().err().map(|error| error.texts(language));
        let Space { folder, needed, free } = space;
        Some(Self { folder: folder.display().to_string(), bytes: needed, free_bytes: free, error })
    }
}

impl App {
    /// Returns the table store that would store the table of a position. Returns an error if the table cannot be
    /// stored.
    fn place(&self, position: &dyn AnyPosition) -> Result<&dyn Listings, Refusal> {
        self.refuse_writing()?;
        let listings = self.listings().ok_or_else(|| Refusal::busy(Refused::NoFolder))?;
        listings.refuse_unnumbered(position, self.settings.domain)?;
        Ok(listings)
    }

    /// Returns the folder for the table of a position. If the table cannot be stored, returns an error. The error
    /// avoids a useless solve.
    fn place_of(&self, start: &Start) -> Result<PathBuf, Refusal> {
        let (listings, plan) = (self.place(&*start.position)?, self.plan(&*start.position));
        self.fits(&plan)?;
        let space = listings.space(plan.slots.unwrap_or(0)).ok_or_else(|| Refusal::busy(Refused::NoFolder))?;
        space.refuse_crowding()?;
        Ok(space.folder)
    }
}

impl PlanReport {
    fn of(app: &App, position: &dyn AnyPosition, language: Language) -> Self {
        let plan = app.plan(position);
        let pos = position.token();
        // An unreadable table counts as missing here; the question that needs the table reports the error.
        let solved = app.table(position).is_ok_and(|table| table.is_some());
        let error = app.fits(&plan).err().filter(|_| !solved);
        let fits = |other: &dyn AnyPosition| app.plan(other).bytes.is_some_and(|bytes| bytes <= app.settings.memory);
        Self {
            fits: error.as_ref().and_then(|_| largest_that_fits(&app.registry, &pos, fits)),
            schema: SCHEMA,
            game: game_of(&pos),
            pos,
            turn: position.turn(),
            domain: plan.domain,
            reason: plan.way.reason(),
            slots: plan.slots,
            bytes: plan.expected.map(|[_, bytes]| bytes),
            estimated_ms: app.estimated_ms(position, &plan, !solved && error.is_none()),
            automatic: plan.bytes.is_none_or(|bytes| bytes <= app.settings.limits.table),
            solved,
            keep: KeepReport::of(app, position, &plan, language),
            error: error.map(|error| error.texts(language)),
        }
    }
}

pub(crate) async fn plan(ApiRequest { app, language, query, .. }: ApiRequest) -> Answer {
    let pos = query.only(&["pos"])?.pos()?;
    let own = app.clone();
    let report = app.think(Weight::of(&pos), move || {
        let subject = Subject::from(pos);
        Ok(PlanReport::of(&own, &*own.position(&subject)?, language))
    });
    uncacheable(&app.memory, StatusCode::OK, &report.await?)
}

/// The body of a request to solve the board of a position, and perhaps to store the table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct One {
    pub(crate) pos: String,
    /// The part of each value that the server stores in files. If the field is missing, the server does not store the
    /// table.
    keep: Option<Detail>,
}

/// The part of each value that is stored. Only one choice exists, which is the class with its depth.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Detail {
    Depths,
}

/// A valid request to solve a board.
struct SolveRequest {
    /// The subject (the token in the request). The subject contains the reservation of the memory for the position.
    _subject: Subject,
    start: Start,
    /// The name of the table, if the table already exists.
    table: Option<String>,
    /// The folder for the table, if the client wants the table in files.
    folder: Option<PathBuf>,
}

pub(crate) async fn solve(ApiRequest { app, language, query, body, .. }: ApiRequest) -> Answer {
    let (asked, _room) = json::<One>(&app, body).await?;
    query.only(&[])?;
    let own = app.clone();
    let request = app.think(Weight::of(&asked.pos), move || {
        let subject = Subject::from(asked.pos);
        let start = Start::from(own.position(&subject)?);
        if asked.keep.is_some() {
            let folder = Some(own.place_of(&start)?);
            return Ok(SolveRequest { _subject: subject, start, table: None, folder });
        }
        let table = own.table(&*start.position)?;
        if table.is_none() {
            own.fits(&own.plan(&*start.position))?;
        }
        Ok(SolveRequest { _subject: subject, start, table, folder: None })
    });
    let SolveRequest { _subject, start: Start { position, token, instance }, table, folder } = request.await?;
    let spec = JobSpec::solve(&token, &instance);
    let job = match (table, folder) {
        (Some(table), _) => app.jobs.done(&token, &instance, table),
        (None, Some(folder)) => {
            let name = table_name(&*position, app.settings.domain);
            let spec = JobSpec { task: Task::Keep, table: Some(&name), ..spec };
            app.jobs.name(spec, |job| app.start_solving(job, position, Occasion::Keep(folder)))
        }
        (None, None) => app.jobs.name(spec, |job| app.start_solving(job, position, Occasion::Job)),
    };
    accepted(&app, &*job?, language)
}

/// Answers with the current state of a job. The function reserves memory for the answer, because the job's position may
/// be a whole graph.
fn job_reply(app: &App, status: StatusCode, job: &Job, language: Language) -> Answer {
    let _room = app.room_for(1, &job.pos)?;
    uncacheable(&app.memory, status, &job.report(language))
}

/// Answers with the state of a job that was started, and with the path at which a client can follow the job.
pub(crate) fn accepted(app: &App, job: &Job, language: Language) -> Answer {
    let location = Some(format!("{API}/jobs/{}", job.id));
    Ok(Response { location, ..job_reply(app, StatusCode::ACCEPTED, job, language)? })
}

fn find(app: &App, id: &str) -> Result<Arc<Job>, Refusal> {
    let unknown = || Failure::new(Fault::No, "no-job", Refused::NoJob { id: printable(id) });
    Ok(app.jobs.get(id).ok_or_else(|| unknown().hint(Hint::Start))?)
}

pub(crate) async fn job(ApiRequest { app, language, name: id, .. }: ApiRequest) -> Answer {
    job_reply(&app, StatusCode::OK, &*find(&app, &id)?, language)
}

pub(crate) async fn cancel(ApiRequest { app, language, name: id, is_here, .. }: ApiRequest) -> Answer {
    if !is_here {
        let failure = Failure::new(Fault::Input, "read-only", Refused::NoCancel).hint(Hint::CancelHere);
        return Err(Refusal::new(StatusCode::FORBIDDEN, failure));
    }
    let job = find(&app, &id)?;
    job.cancel();
    job_reply(&app, StatusCode::OK, &job, language)
}

/// Sends the state of a job after every change until the job ends, as server-sent events with the name `job`.
pub(crate) async fn job_events(ApiRequest { app, language, name: id, .. }: ApiRequest) -> Answer {
    let job = find(&app, &id)?;
    let turn = app.host.free_turn(Queue::Listeners).ok_or_else(|| Refusal::busy(Refused::Clients))?;
    let room = app.room_for(1, &job.pos)?;
    let events = JobEvents { app, job, language, seen: 0, is_over: false, _held: (turn, room) };
    Ok(streamed("text/event-stream", events))
}

/// The states of a job as events. Each event has one state.
struct JobEvents {
    app: Arc<App>,
    job: Arc<Job>,
    language: Language,
    seen: u64,
    is_over: bool,
    _held: (Turn, Option<Room>),
}

impl Stream for JobEvents {
    /// The server makes an event only after it has sent all earlier events, so that each event reports the newest
    /// state.
    fn ahead(&self) -> Option<Ahead> {
        (!self.is_over).then_some(Ahead::None)
    }

    fn next(&mut self) -> Pin<Box<dyn Future<Output = Option<Parts>> + Send + '_>> {
        Box::pin(async {
            self.job.changed(&mut self.seen).await;
            self.is_over = self.job.has_ended();
            event_of(&self.app.memory, &self.job.report(self.language)).ok()
        })
    }
}
