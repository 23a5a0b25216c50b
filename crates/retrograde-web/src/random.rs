//! Random positions, of a value if that is wanted.

use std::sync::Arc;

use axum::extract::State;
use hyper::StatusCode;
use retrograde::{Kind, Options, Side, SolveError, Wanted};
use retrograde_games::failure::{Failure, Fault};
use retrograde_games::registry::{About, AnyGame, AnyPosition, AnySolution, Spec};
use retrograde_games::report::{Head, SCHEMA};
use serde::Serialize;

use crate::answers::{Answer, Refusal, lasting, passing};
use crate::app::{App, Weight, game_of};
use crate::query::Query;

/// The boards that are tried for a wanted value.
const TRIES: usize = 200;

/// A position and the seed that gives it again.
#[derive(Serialize)]
struct Drawn {
    schema: u32,
    seed: u64,
    pos: String,
    game: String,
    turn: &'static str,
}

impl Drawn {
    fn new(seed: u64, position: &dyn AnyPosition) -> Self {
        let pos = position.token();
        Self { schema: SCHEMA, seed, game: game_of(&pos), pos, turn: position.turn() }
    }
}

pub(crate) async fn random(State(app): State<Arc<App>>, query: Query) -> Answer {
    let query = query.only(&["game", "pos", "size", "walls", "value", "turn", "min_depth", "max_depth", "seed"])?;
    let given: Option<u64> = query.value("seed", "a number from 0 on")?;
    // Small enough for every language's numbers.
    let seed = given.unwrap_or_else(|| fastrand::u64(..1 << 32));
    let drawn = match (query.text("pos"), query.text("game")) {
        (Some(_), None) => on_board(&app, &query, seed).await?,
        (None, Some(game)) => of_game(&app, game, &query, seed).await?,
        _ => return Err(Failure::usage("give one of `game` and `pos`").into()),
    };
    if given.is_some() { lasting(&drawn) } else { passing(StatusCode::OK, &drawn) }
}

/// A position of the board of another.
async fn on_board(app: &Arc<App>, query: &Query, seed: u64) -> Result<Drawn, Refusal> {
    let pos = query.pos()?;
    let wanted = wanted(app, &game_of(&pos), query)?;
    let drawn = app.ask(pos, Weight::Heavy, move |table, _| Ok(table.solution.random(&wanted, seed))).await?;
    let drawn = drawn.ok_or_else(|| not_found("no position of this board is as wanted"))?;
    Ok(Drawn::new(seed, &*app.open(&drawn.head.pos)?))
}

/// A random start, or a position of a random board.
async fn of_game(app: &Arc<App>, game: &str, query: &Query, seed: u64) -> Result<Drawn, Refusal> {
    let wanted = wanted(app, game, query)?;
    let spec = Spec { size: size(query)?, walls: walls(query)? };
    let (own, game) = (app.clone(), game.to_owned());
    app.think(Weight::Heavy, move || {
        let game = find_game(&own, &game)?;
        let mut rng = fastrand::Rng::with_seed(seed);
        for _ in 0..TRIES {
            let found = match game.generate(&mut rng, &spec) {
                Some(made) => attempt(&own, made.map_err(Failure::usage)?, &wanted, &mut rng)?,
                None => from_usual(&own, game.about(), &spec, &wanted, &mut rng)?,
            };
            if let Some(position) = found {
                return Ok(Drawn::new(seed, &*position));
            }
        }
        Err(not_found(&format!("none of {TRIES} random boards has such a position")).into())
    })
    .await
}

fn not_found(message: &str) -> Failure {
    Failure::new(Fault::No, "not-found", message).hint("ask for less, or try another seed")
}

/// The start if it is as wanted, else a random position of its board.
fn attempt(
    app: &App,
    start: Box<dyn AnyPosition>,
    wanted: &Wanted,
    rng: &mut fastrand::Rng,
) -> Result<Option<Box<dyn AnyPosition>>, Refusal> {
    // Drawn whether or not it is needed, so that what comes later does not depend on it.
    let seed = rng.u64(..);
    if *wanted == Wanted::default() {
        return Ok(Some(start));
    }
    let solution = solved(app, &*start)?;
    let token = start.token();
    let value = solution.probe(&token, 0).map_err(|error| Failure::ask(&token, error))?;
    if fits(&value.head, wanted, app) {
        return Ok(Some(start));
    }
    solution.random(wanted, seed).map(|report| app.open(&report.head.pos)).transpose()
}

fn too_large(error: &SolveError) -> Failure {
    Failure { hint: Some("ask for smaller boards".to_owned()), ..Failure::solve(error, "") }
}

fn fits(head: &Head, wanted: &Wanted, app: &App) -> bool {
    let sides = app.registry.game(head.game).map(|game| game.about().sides);
    let turn = |side: Side| sides.is_some_and(|sides| sides[side.index()] == head.turn);
    head.over.is_none()
        && wanted.turn.is_none_or(turn)
        && wanted.kind.is_none_or(|kind| kind.word() == head.value)
        && wanted.depth.as_ref().is_none_or(|range| head.depth.is_some_and(|depth| range.contains(&depth)))
}

/// A random position that can be reached from the usual start, of a game that makes no random boards.
fn from_usual(
    app: &App,
    about: &About,
    spec: &Spec,
    wanted: &Wanted,
    rng: &mut fastrand::Rng,
) -> Result<Option<Box<dyn AnyPosition>>, Refusal> {
    let none = || Failure::usage(format!("{} has no random boards", about.id)).hint("leave out `size` and `walls`");
    if spec.size.is_some() || spec.walls.is_some() {
        return Err(none().into());
    }
    let start = app.open(about.examples.first().ok_or_else(none)?)?;
    let report = solved(app, &*start)?.random(wanted, rng.u64(..));
    report.map(|report| app.open(&report.head.pos)).transpose()
}

fn solved(app: &App, start: &dyn AnyPosition) -> Result<Box<dyn AnySolution>, Failure> {
    let memory = app.settings.limits.table.min(app.settings.memory);
    let options = Options { threads: app.settings.threads, memory, ..Options::default() };
    start.solve_quickly(app.settings.domain, &options).map_err(|error| too_large(&error))
}

fn find_game<'a>(app: &'a App, name: &str) -> Result<&'a dyn AnyGame, Failure> {
    app.registry.find_game(name).map_err(|error| Failure::name("unknown-game", "game", error))
}

fn wanted(app: &App, game: &str, query: &Query) -> Result<Wanted, Failure> {
    let about = find_game(app, game)?.about();
    let turn = query.text("turn").map(|name| side(name, about)).transpose()?;
    let kind = query.text("value").map(kind).transpose()?;
    let what = "a number of plies";
    let (least, most): (Option<u32>, _) = (query.value("min_depth", what)?, query.value("max_depth", what)?);
    let depth = (least.is_some() || most.is_some()).then(|| least.unwrap_or(0)..=most.unwrap_or(u32::MAX));
    if kind == Some(Kind::Draw) && depth.is_some() {
        return Err(Failure::usage("a draw has no depth: the game never ends"));
    }
    Ok(Wanted { turn, kind, depth })
}

fn side(name: &str, about: &About) -> Result<Side, Failure> {
    let found = Side::BOTH.into_iter().find(|side| about.sides[side.index()].eq_ignore_ascii_case(name));
    found.ok_or_else(|| Failure::unknown("unknown-side", "side", name, &about.sides))
}

fn kind(word: &str) -> Result<Kind, Failure> {
    let unknown = || Failure::unknown("unknown-value", "value", word, &Kind::ALL.map(Kind::word));
    Kind::from_word(word).ok_or_else(unknown)
}

/// Rows and columns, `9x9`.
fn size(query: &Query) -> Result<Option<(u32, u32)>, Failure> {
    let Some(text) = query.text("size") else { return Ok(None) };
    let number = |text: &str| text.parse().ok().filter(|&n: &u32| n > 0);
    let sides = text.split_once('x').and_then(|(rows, columns)| number(rows).zip(number(columns)));
    let wrong = || Failure::usage("`size` must be rows x columns, such as 9x9");
    sides.map(Some).ok_or_else(wrong)
}

fn walls(query: &Query) -> Result<Option<u32>, Failure> {
    let walls: Option<u32> = query.value("walls", "a number from 0 to 100")?;
    match walls.filter(|&percent| percent > 100) {
        Some(_) => Err(Failure::usage("`walls` is a share in percent, from 0 to 100")),
        None => Ok(walls),
    }
}
