//! How a board was solved: windows of its event log, and the whole log as numbers.

use std::sync::Arc;

use axum::extract::State;
use retrograde_games::failure::{Failure, printable};
use retrograde_games::trace::Follow;
use tokio::sync::mpsc;

use crate::answers::{Answer, Refusal, keep_by, lasting, tag};
use crate::app::{App, Weight};
use crate::query::Query;
use crate::questions::stream;
use crate::tables::Table;

/// The events of a window, unless another number is asked for.
const EVENTS: usize = 256;
/// The most events of a window: together they take about a megabyte.
const MOST_EVENTS: usize = 4096;
/// The bytes of a sea that are sent at a time.
const PART: usize = 64 << 10;

pub(crate) async fn trace(State(app): State<Arc<App>>, query: Query) -> Answer {
    let query = query.only(&["pos", "follow", "from", "n"])?;
    let follow = follow(&query)?;
    let from = query.value("from", "a number from 0 on")?.unwrap_or(0);
    let count = query.number("n", EVENTS, MOST_EVENTS)? as u64;
    let window = move |table: &Table, token: &str| table.solution.trace(token, follow, from, count);
    lasting(&app.ask(query.pos()?, Weight::Heavy, window).await?)
}

/// Sent in parts, as they are taken: a sea is the largest of all answers, so that only a few are in memory at a time.
pub(crate) async fn sea(State(app): State<Arc<App>>, query: Query) -> Answer {
    let query = query.only(&["pos", "follow"])?;
    let (pos, follow) = (query.pos()?, follow(&query)?);
    let turn = app.seas.clone().acquire_owned().await.map_err(|_| Refusal::busy("the server is stopping"))?;
    let sea = app.ask(pos, Weight::Heavy, move |table, token| table.solution.sea(token, follow)).await?;
    let tag = tag(&sea);
    let (parts, taken) = mpsc::channel(1);
    tokio::spawn(async move {
        let _turn = turn;
        for part in sea.chunks(PART) {
            // Nobody reads any more.
            if parts.send(part.to_vec()).await.is_err() {
                return;
            }
        }
    });
    let mut response = stream("application/octet-stream", taken);
    keep_by(response.headers_mut(), &tag);
    Ok(response)
}

/// What the log tells of.
fn follow(query: &Query) -> Result<Follow, Failure> {
    let Some(word) = query.text("follow") else { return Ok(Follow::default()) };
    let wrong = || Failure::usage(format!("`follow` is `{}`, expected answer or all", printable(word)));
    Follow::from_word(word).ok_or_else(wrong)
}
