//! The handler of random positions. A request may restrict the position's value, depth and side to move.

use retrograde_service::Session;
use retrograde_service::ask::Random;
use retrograde_service::filter;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fastrand::Rng;
use http::StatusCode;
use retrograde::author::{About, AnyGame, AnyPosition, Spec, Way};
use retrograde::{Filter, Options, SolveError};
use retrograde_service::failure::{Failure, Fault, Instead, Thing};
use retrograde_service::report::{Head, SCHEMA};
use serde::Serialize;

use crate::answers::{Answer, Refusal, cacheable, uncacheable};
use crate::app::App;
use crate::host::Weight;
use crate::messages::{Expected, Hint, Refused, Wrong};
use crate::query::Query;
use crate::request::ApiRequest;
use crate::subject::game_of;

/// The maximum number of random boards on which the server searches for a position that fits the request.
const TRIES: usize = 200;

/// A random position, and the seed with which the server draws the same position again.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Drawn {
    schema: u32,
    seed: u64,
    pos: String,
    game: String,
    turn: &'static str,
}

impl Drawn {
    fn new(seed: u64, Found { pos, turn }: Found) -> Self {
        Self { schema: SCHEMA, seed, game: game_of(&pos), pos, turn }
    }
}

/// The data about a random position for a report.
struct Found {
    pos: String,
    turn: &'static str,
}

impl From<Box<dyn AnyPosition>> for Found {
    fn from(position: Box<dyn AnyPosition>) -> Self {
        Self { pos: position.token(), turn: position.turn() }
    }
}

impl From<Head> for Found {
    fn from(Head { pos, turn, .. }: Head) -> Self {
        Self { pos, turn: turn.name.word() }
    }
}

pub(crate) async fn random(ApiRequest { app, query, .. }: ApiRequest) -> Answer {
    let query = query.only(&["game", "pos", "size", "walls", "value", "turn", "min_depth", "max_depth", "seed"])?;
    let given: Option<u64> = query.value("seed", Expected::FROM_0)?;
    // The seed has only 32 bits, so that every programming language can represent it as a number.
    let seed = given.unwrap_or_else(|| fastrand::u64(..1 << 32));
    let drawn = match (query.text("pos"), query.text("game")) {
        (Some(_), None) => on_board(&app, &query, seed).await?,
        (None, Some(game)) => of_game(&app, game, &query, seed).await?,
        _ => return Err(Failure::usage(Wrong::GameOrPos).into()),
    };
    if given.is_some() {
        cacheable(&app.memory, &drawn, None)
    } else {
        uncacheable(&app.memory, StatusCode::OK, &drawn)
    }
}

/// Draws a random position from the table of a board. The query names the board by one of its positions.
async fn on_board(app: &Arc<App>, query: &Query, seed: u64) -> Result<Drawn, Refusal> {
    let pos = query.pos()?;
    let wanted = wanted(app, &game_of(&pos), query)?;
    from_table(app, pos, wanted, seed, seed).await
}

/// Draws a random position from the table of a board with the seed `draw`. The report contains the seed of the request,
/// `seed`.
async fn from_table(app: &Arc<App>, pos: String, wanted: Filter, seed: u64, draw: u64) -> Result<Drawn, Refusal> {
    let question = Random { wanted, seed: draw };
    let drawn = app.ask(pos, Weight::Heavy, question).await?.drawn.ok_or_else(|| not_found(Refused::NoneOnBoard))?;
    Ok(Drawn::new(seed, drawn.head.into()))
}

/// Draws a random start position, or a position of a random board. If the game generates no random boards, draws a
/// position of the game's usual board.
async fn of_game(app: &Arc<App>, game: &str, query: &Query, seed: u64) -> Result<Drawn, Refusal> {
    let about = find_game(app, game)?.about();
    let spec = Spec { size: size(query)?, walls: walls(query)? };
    let mut search = Search { game: about.id, spec, wanted: wanted(app, game, query)?, rng: Rng::with_seed(seed) };
    for _ in 0..TRIES {
        // Before each board, the search goes to the end of the queue. So other requests are answered during a long
        // search, and the search ends when its client leaves.
        let own = app.clone();
        let step = move |has_left: &AtomicBool| search.attempt(&own, has_left).map(|attempt| (attempt, search));
        let attempt;
        (attempt, search) = app.think_while_asked(Weight::Heavy, step).await?;
        match attempt {
            Attempt::Hit(found) => return Ok(Drawn::new(seed, found)),
            Attempt::Miss => {}
            Attempt::NoBoards => return on_usual(app, about, search, seed).await,
        }
    }
    Err(not_found(Refused::NoneOnBoards { tries: TRIES }).into())
}

/// Draws a random position for a game that generates no random boards. The position is reachable from the usual start.
async fn on_usual(app: &Arc<App>, about: &About, mut search: Search, seed: u64) -> Result<Drawn, Refusal> {
    let none = || Failure::usage(Wrong::NoRandomBoards { game: about.id }).hint(Hint::LeaveOut);
    if search.spec.size.is_some() || search.spec.walls.is_some() {
        return Err(none().into());
    }
    if search.wanted == Filter::default() {
        let walked = find_game(app, about.id)?.wander(&mut search.rng).ok_or_else(none)?;
        return Ok(Drawn::new(seed, walked.into()));
    }
    let start = about.examples.first().ok_or_else(none)?.clone();
    from_table(app, start, search.wanted, seed, search.rng.u64(..)).await
}

fn not_found(message: Refused) -> Failure {
    Failure::new(Fault::No, "not-found", message).hint(Hint::AskForLess)
}

/// A search for a position on random boards.
struct Search {
    game: &'static str,
    spec: Spec,
    wanted: Filter,
    rng: Rng,
}

/// The result of the search on one random board.
enum Attempt {
    /// A position that fits the request.
    Hit(Found),
    /// No position of the board fits the request.
    Miss,
    /// The game generates no random boards.
    NoBoards,
}

impl Search {
    /// Generates a random board. If the board's start position fits the request, returns the start position. If the
    /// start position does not fit, returns a random position of the board that fits.
    fn attempt(&mut self, app: &App, has_left: &AtomicBool) -> Result<Attempt, Refusal> {
        let Some(made) = find_game(app, self.game)?.generate(&mut self.rng, &self.spec) else {
            return Ok(Attempt::NoBoards);
        };
        let start = made.map_err(Failure::usage)?;
        // This seed is drawn even if it is not used, so that the next random numbers are the same in both cases.
        let seed = self.rng.u64(..);
        if self.wanted == Filter::default() {
            return Ok(Attempt::Hit(start.into()));
        }
        let most = app.most_by_the_way();
        // The reservation suffices even if the board has more different values than expected, so that the board never
        // has to be solved again with more memory.
        let planned = app.plan(&*start).most.filter(|_| start.about().way == Way::Reversible);
        let room = app.memory.reserve(planned.map_or(most, |bytes| bytes.min(most)))?;
        let options = Options {
            threads: app.settings.threads,
            memory: room.bytes(),
            cancel: Some(has_left),
            ..Options::default()
        };
        let session =
            Session::solve_quickly(&*start, app.settings.domain, &options).map_err(|error| too_large(&error))?;
        let token = start.token();
        let question = Random { wanted: self.wanted.clone(), seed };
        let answer = session.ask(&*start, &question).map_err(|error| Failure::ask(&token, error))?;
        if answer.is_wanted {
            return Ok(Attempt::Hit(start.into()));
        }
        Ok(answer.drawn.map_or(Attempt::Miss, |report| Attempt::Hit(report.head.into())))
    }
}

fn too_large(error: &SolveError) -> Failure {
    Failure { hint: Some(Hint::SmallerBoards.into()), ..Failure::solve(error, Instead::Nothing) }
}

fn find_game<'a>(app: &'a App, name: &str) -> Result<&'a dyn AnyGame, Failure> {
    app.registry.find_game(name).map_err(|error| Failure::name("unknown-game", Thing::Game, error))
}

fn wanted(app: &App, game: &str, query: &Query) -> Result<Filter, Failure> {
    let about = find_game(app, game)?.about();
    let turn = query.text("turn").map(|name| filter::side(name, about)).transpose()?;
    let kind = query.text("value").map(filter::kind).transpose()?;
    let what = Expected::Plies;
    let (least, most): (Option<u32>, _) = (query.value("min_depth", what)?, query.value("max_depth", what)?);
    let depth = (least.is_some() || most.is_some()).then(|| least.unwrap_or(0)..=most.unwrap_or(u32::MAX));
    let wanted = Filter { turn, kind, depth };
    filter::can_be(about, &wanted)?;
    Ok(wanted)
}

/// Returns the number of rows and the number of columns from the parameter `size`, such as `9x9`.
fn size(query: &Query) -> Result<Option<(u32, u32)>, Failure> {
    let Some(text) = query.text("size") else { return Ok(None) };
    let number = |text: &str| text.parse().ok().filter(|&n: &u32| n > 0);
    let sides = text.split_once('x').and_then(|(rows, columns)| number(rows).zip(number(columns)));
    let wrong = || Failure::usage(Wrong::Size);
    sides.map(Some).ok_or_else(wrong)
}

fn walls(query: &Query) -> Result<Option<u32>, Failure> {
    let walls: Option<u32> = query.value("walls", Expected::PERCENT)?;
    match walls.filter(|&percent| percent > 100) {
        Some(_) => Err(Failure::usage(Wrong::Walls)),
        None => Ok(walls),
    }
}
