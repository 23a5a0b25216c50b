//! Handlers that return the view of a position, or the board after an edit. The handlers need no table, and accept
//! illegal boards.

use std::io::Write;
use std::sync::Arc;

use http::StatusCode;
use retrograde_service::ask::{Probe, Probed};
use retrograde_service::diagnosis::guarded;
use retrograde_service::failure::{Failure, Place};
use retrograde_service::look::{self, EditByName, LookReport};
use retrograde_service::report::write_json;
use serde::{Deserialize, Serialize};

use crate::answers::{Answer, AnswerContent, Refusal, cacheable, typed, uncacheable};
use crate::app::App;
use crate::host::{Queue, Weight};
use crate::messages::Refused;
use crate::parts::PartsWriter;
use crate::questions::{Positions, Ruled};
use crate::request::{ApiRequest, json};
use crate::subject::Subject;
use retrograde::rules::message::Language;

/// The maximum number of positions in one request.
const MOST: usize = 1000;

pub(crate) async fn look(ApiRequest { app, language, query, .. }: ApiRequest) -> Answer {
    let pos = query.only(&["pos"])?.pos()?;
    let room = app.room_for(1, &pos)?;
    cacheable(&app.memory, &looked(&app, pos, language).await?, room)
}

async fn looked(app: &Arc<App>, pos: String, language: Language) -> Result<LookReport, Refusal> {
    let (own, weight) = (app.clone(), Weight::of(&pos));
    let look = move || {
        let _room = own.room_to_read(&pos)?;
        let look = look::look(&own.registry, &pos);
        Ok(render(look.map_err(|error| Failure::token(&pos, error, Place::default()))?, language))
    };
    app.think(weight, look).await
}

/// Translates the texts of the problems in the view of a board. A problem is a reason why the board is illegal.
fn render(mut look: LookReport, language: Language) -> LookReport {
    look.seen
        .problems
        .iter_mut()
        .for_each(|problem| problem.message = problem.message.in_language(language).to_string().into());
    look
}

pub(crate) async fn look_all(ApiRequest { app, language, query, body, .. }: ApiRequest) -> Answer {
    let (asked, _room) = json::<Positions>(&app, body).await?;
    query.only(&[])?;
    let positions = asked.pos.within(MOST)?;
    let _turn = app.host.free_turn(Queue::Bodies).ok_or_else(|| Refusal::busy(Refused::Lists))?;
    let mut lines = PartsWriter::new(&app.memory, None);
    for pos in positions {
        let written = match looked(&app, pos, language).await {
            Ok(look) => write_json(&mut lines, &look),
            Err(refusal) => write_json(&mut lines, &refusal.into_failure().report(language, app.settings.program)),
        };
        if written.and_then(|()| lines.write_all(b"\n")).is_err() {
            break;
        }
    }
    // All lines are sent in one body. The views of similar boards are so similar that compression makes this body
    // thirty times smaller.
    Ok(typed(StatusCode::OK, "application/jsonl", AnswerContent::Parts(lines.finish()?)))
}

/// The body of a request to edit a board. The body consists of a position and the edit.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EditRequest {
    pub(crate) pos: String,
    pub(crate) edit: EditByName,
}

/// The board after an edit.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Edited {
    #[serde(flatten)]
    look: LookReport,
    /// The answers to the two requests that a client usually sends next, if a known table has these answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    known: Option<Known>,
}

/// The answers of `/moves` and `/probe` about a position.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Known {
    moves: Ruled,
    probe: Probed,
}

pub(crate) async fn edit(ApiRequest { app, language, query, body, .. }: ApiRequest) -> Answer {
    let (EditRequest { pos, edit }, _room) = json::<EditRequest>(&app, body).await?;
    query.only(&[])?;
    let (own, weight) = (app.clone(), Weight::of(&pos));
    let edited = move || {
        let _room = own.room_to_read(&pos)?;
        let look = look::edited(&own.registry, &pos, &edit).map_err(|error| Failure::edit(&pos, error))?;
        let known = if look.seen.problems.is_empty() { known(&own, &look.pos.clone().into()) } else { None };
        Ok(Edited { look: render(look, language), known })
    };
    uncacheable(&app.memory, StatusCode::OK, &app.think(weight, edited).await?)
}

/// Returns the legal moves of a position, and its value from a table in memory or in files. Returns `None` if there is
/// no table. The function also returns `None` after an error, because the client's next request reports the error.
fn known(app: &App, subject: &Subject) -> Option<Known> {
    if !subject.is_short() {
        return None;
    }
    let probe = app.known(subject, &Probe::MOVES)?;
    let position = app.position(subject).ok()?;
    let moves = guarded(&*position, || Ruled::of(&app.registry, subject.token(), &*position)).ok()?.ok()?;
    Some(Known { moves, probe })
}
