//! The handlers of questions (requests to a table or to the rules), one for each question. A handler reads the query,
//! asks the table, and reports the answer. The file `questions.rs` has the path and the handler of each question, and
//! the schema of its answer. The file `openapi.paths.json` has the parameters of each question, and an example.

use retrograde_service::ask::{AtSlot, BestLine, Count, Probe, Probed, Reply, Slice, SlotOf, Trickiness, WhyIsIt};
use retrograde_service::look::{self, SeenReport};
use retrograde_service::lookahead::{self, Lookahead};
use retrograde_service::position;
use std::pin::Pin;
use std::sync::Arc;

use http::StatusCode;
use retrograde::author::AnyPosition;
use retrograde_service::diagnosis::guarded;
use retrograde_service::failure::{Failure, Fault, Place, Thing};
use retrograde_service::loaded::LoadedTable;
use retrograde_service::memory::Room;
use retrograde_service::opponent::{Opponent, PERFECT};
use retrograde_service::registry::Registry;
use retrograde_service::report::{GameReport, MoveReport, MovesReport, PieceReport, SCHEMA, SearchedReport};
use serde::{Deserialize, Serialize};

use crate::answers::{Ahead, Answer, Refusal, Stream, cacheable, line_of, streamed, uncacheable};
use crate::app::App;
use crate::host::{Queue, Turn, Weight};
use crate::messages::{Expected, Hint, Refused, Wrong};
use crate::parts::Parts;
use crate::request::{ApiRequest, json};
use crate::route::{Route, asking, get};
use crate::subject::{Subject, game_of, is_short};
use crate::texts::Texts;
use retrograde::rules::message::Language;

/// Returns the questions with their paths.
pub(crate) fn routes() -> Vec<Route> {
    vec![
        get("/games", asking!(games)),
        get("/games/{id}", asking!(game)),
        get("/probe", asking!(probe)).post(asking!(probe_all)),
        get("/moves", asking!(moves)),
        get("/slice", asking!(slice)),
        get("/position", asking!(position)),
        get("/play", asking!(play)),
        get("/line", asking!(line)),
        get("/why", asking!(why)),
        get("/trickiness", asking!(trickiness)),
        get("/layers", asking!(layers)),
        get("/stats", asking!(stats)),
        get("/tables", asking!(tables)),
    ]
}

/// Generates the schemas of the answers to questions.
#[cfg(feature = "schema")]
pub(crate) fn shapes(generator: &mut schemars::SchemaGenerator) {
    use retrograde_service::ask::TrickinessReport;
    use retrograde_service::report::{
        LayersReport, LineReport, SliceReport, StatsReport, StrategyLine, StrategyWhy, WhyReport,
    };

    fn name<T: schemars::JsonSchema>(generator: &mut schemars::SchemaGenerator) {
        generator.subschema_for::<T>();
    }
    for name in [name::<Games<'_>>, name::<GameReport<'_>>] {
        name(generator);
    }
    for name in [name::<Probed>, name::<LineReport>, name::<StrategyLine>, name::<WhyReport>, name::<StrategyWhy>] {
        name(generator);
    }
    for name in [name::<Ruled>, name::<SliceReport>, name::<PositionReport>, name::<Played>, name::<Searched>] {
        name(generator);
    }
    name::<StatsReport>(generator);
    name::<TrickinessReport>(generator);
    name::<LayersReport>(generator);
    name::<TablesReport>(generator);
}

/// All games of the server.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Games<'g> {
    schema: u32,
    games: Vec<GameReport<'g>>,
}

pub(crate) async fn games(ApiRequest { app, query, .. }: ApiRequest) -> Answer {
    query.only(&[])?;
    cacheable(&app.memory, &Games { schema: SCHEMA, games: app.registry.games().map(GameReport::of).collect() }, None)
}

pub(crate) async fn game(ApiRequest { app, query, name: id, .. }: ApiRequest) -> Answer {
    query.only(&[])?;
    let unknown = |error| Refusal::new(StatusCode::NOT_FOUND, Failure::name("unknown-game", Thing::Game, error));
    cacheable(&app.memory, &GameReport::of(app.registry.find_game(&id).map_err(unknown)?), None)
}

/// The maximum length of a line of play in an answer, in plies. No position has a greater depth.
const LONGEST: usize = 20_000;
/// The default length of a line of play in an answer, in plies.
const LINE: usize = 1000;

pub(crate) async fn probe(ApiRequest { app, query, .. }: ApiRequest) -> Answer {
    let query = query.only(&["pos", "moves", "line", "why"])?;
    let question = Probe {
        moves: query.flag("moves", true)?,
        line: query.number("line", 0, LONGEST)?,
        why: query.flag("why", false)?,
    };
    let (probed, room) = probed(&app, Subject::from(query.pos()?), question).await?;
    cacheable(&app.memory, &probed, room)
}

/// Returns the answer to a probe, with the memory that is reserved for the answer. If the table would be too large, the
/// answer has only the value. The game's shortcut (its own method for one position) gives this value.
async fn probed(app: &Arc<App>, subject: Subject, question: Probe) -> Result<(Probed, Option<Room>), Refusal> {
    /// The number of moves in a line of play that need as much memory as the report of one position.
    const MOVES: usize = 16;
    let positions = app.tellable(&subject, question.line / MOVES).await?;
    app.ask_or_prove(subject, positions, question).await
}

/// Returns the answer to a probe as one line of text. The line of a graph position is as long as the graph. So another
/// thread writes the line, because the line would delay the other connections of this thread.
async fn probed_line(app: &Arc<App>, subject: Subject, question: Probe) -> Result<Parts, Refusal> {
    let weight = Weight::of(subject.token());
    let (probed, room) = probed(app, subject, question).await?;
    if weight == Weight::Light {
        return Ok(line_of(&app.memory, &probed, room)?);
    }
    let memory = app.memory.clone();
    app.think(weight, move || Ok(line_of(&memory, &probed, room)?)).await
}

/// The body of a request with a list of positions.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Positions {
    pub(crate) pos: Texts,
}

pub(crate) async fn probe_all(ApiRequest { app, language, query, body, .. }: ApiRequest) -> Answer {
    let (asked, room) = json::<Positions>(&app, body).await?;
    let query = query.only(&["moves", "line"])?;
    let question = Probe { moves: query.flag("moves", true)?, line: query.number("line", 0, LONGEST)?, why: false };
    let positions = asked.pos.within(app.settings.limits.positions)?;
    let turn = app.host.free_turn(Queue::Bodies).ok_or_else(|| Refusal::busy(Refused::Lists))?;
    let positions = positions.into_iter();
    Ok(streamed("application/jsonl", ProbedLines { app, language, question, positions, _held: (turn, room) }))
}

/// The answers to a list of probes. Each answer is one line.
struct ProbedLines {
    app: Arc<App>,
    language: Language,
    question: Probe,
    positions: std::vec::IntoIter<String>,
    _held: (Turn, Option<Room>),
}

impl Stream for ProbedLines {
    /// A long line waits until all lines before it have been sent, so that at most one long line is in memory.
    fn ahead(&self) -> Option<Ahead> {
        self.positions.as_slice().first().map(|pos| if is_short(pos) { Ahead::Several } else { Ahead::None })
    }

    fn next(&mut self) -> Pin<Box<dyn Future<Output = Option<Parts>> + Send + '_>> {
        Box::pin(async {
            let subject = Subject::from(self.positions.next()?);
            let (app, language) = (&self.app, self.language);
            let refused = |refusal: Refusal| Parts::short(&app.memory, refusal.body(language, app.settings.program));
            Some(probed_line(app, subject, self.question).await.unwrap_or_else(refused))
        })
    }
}

pub(crate) async fn line(ApiRequest { app, query, .. }: ApiRequest) -> Answer {
    let query = query.only(&["pos", "max"])?;
    let pos = query.pos()?;
    let max = App::as_many(query.number("max", LINE, LONGEST)?, &pos);
    let (line, room) = app.ask_or_prove(Subject::from(pos), max + 1, BestLine { max }).await?;
    cacheable(&app.memory, &line, room)
}

pub(crate) async fn why(ApiRequest { app, query, .. }: ApiRequest) -> Answer {
    let pos = query.only(&["pos"])?.pos()?;
    let subject = Subject::from(pos);
    let positions = app.tellable(&subject, 0).await?;
    let (why, room) = app.ask_or_prove(subject, positions, WhyIsIt).await?;
    cacheable(&app.memory, &why, room)
}

/// Answers with the number of moves in the positions along best play, and the number of these moves that keep the
/// value. The answer has only one token, even if best play is long.
pub(crate) async fn trickiness(ApiRequest { app, query, .. }: ApiRequest) -> Answer {
    let query = query.only(&["pos", "max"])?;
    let question = Trickiness { max: query.number("max", LINE, LONGEST)? };
    cacheable(&app.memory, &app.ask(query.pos()?, Weight::Light, question).await?, None)
}

/// Answers with the layers of squares and the pairs by which a game's own proof decides a board. The answer needs no
/// table.
pub(crate) async fn layers(ApiRequest { app, query, .. }: ApiRequest) -> Answer {
    let subject = Subject::from(query.only(&["pos"])?.pos()?);
    let own = app.clone();
    let layered = app.think(Weight::Heavy, move || {
        let position = own.position(&subject)?;
        let none = || Failure::new(Fault::No, "no-layers", Refused::NoLayers { game: position.about().id });
        Ok(guarded(&*position, || position::layers(&*position))?.ok_or_else(none)?)
    });
    cacheable(&app.memory, &layered.await?, None)
}

/// The legal moves of a position, the pieces that a slice can move, and the view of the board. A slice moves one piece
/// to each square of the board, and lists the value of each resulting position.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Ruled {
    #[serde(flatten)]
    moves: MovesReport,
    pieces: Vec<PieceReport>,
    look: SeenReport,
}

/// Answers with the legal moves, the pieces and the view of the board. The answer needs only the rules, and no table.
pub(crate) async fn moves(ApiRequest { app, query, .. }: ApiRequest) -> Answer {
    let pos = query.only(&["pos"])?.pos()?;
    let subject = Subject::from(pos);
    let room = app.room_for(app.tellable(&subject, 0).await?, subject.token())?;
    let own = app.clone();
    let weight = Weight::of(subject.token());
    let ruled = app.think(weight, move || {
        let position = own.position(&subject)?;
        Ok(guarded(&*position, || Ruled::of(&own.registry, subject.token(), &*position))??)
    });
    cacheable(&app.memory, &ruled.await?, room)
}

impl Ruled {
    pub(crate) fn of(registry: &Registry, pos: &str, position: &dyn AnyPosition) -> Result<Self, Failure> {
        let moves = position::moves(position).map_err(|error| Failure::moves(&error))?;
        let look = look::look(registry, pos).map_err(|error| Failure::token(pos, error, Place::default()))?;
        Ok(Self { moves, pieces: position::pieces(position), look: look.seen })
    }
}

/// Answers with a slice. For each square of the board, a slice has the value of the position in which a given piece
/// stands on this square.
pub(crate) async fn slice(ApiRequest { app, language, query, .. }: ApiRequest) -> Answer {
    let query = query.only(&["pos", "piece"])?;
    let missing = || Failure::usage(Wrong::Missing { name: "piece" }).hint(Hint::Pieces);
    let piece = query.text("piece").ok_or_else(missing)?.to_owned();
    let mut slice = app.ask(query.pos()?, Weight::Light, Slice { piece }).await?;
    let reasons = slice.squares.iter_mut().filter_map(|square| square.reason.as_mut());
    reasons.for_each(|reason| *reason = reason.in_language(language).to_string().into());
    cacheable(&app.memory, &slice, None)
}

/// A position and its slot in the table.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct PositionReport {
    schema: u32,
    /// The position; `null` if the slot is a hole.
    pos: Option<String>,
    /// The slot; `null` if the request needed no table, or if the table does not contain the position.
    slot: Option<u64>,
}

/// Answers a request for the position of a slot, for the slot of a position, or for the position after one piece has
/// been moved to a given square.
pub(crate) async fn position(ApiRequest { app, query, .. }: ApiRequest) -> Answer {
    let query = query.only(&["pos", "slot", "of", "piece", "square"])?;
    let pos = query.pos()?;
    let slot: Option<u64> = query.value("slot", Expected::FROM_0)?;
    let place = query.text("piece").zip(query.text("square"));
    let of = query.text("of").map(str::to_owned);
    let (found, slot) = match (slot, of, place) {
        (Some(slot), None, None) => (app.ask(pos, Weight::Light, AtSlot { slot }).await?, Some(slot)),
        (None, Some(of), None) => {
            let own = app.clone();
            let read = move || {
                let other = own.position(&Subject::from(of))?;
                Ok((other.token(), other))
            };
            let (token, other) = app.think(Weight::Light, read).await?;
            let slot = app.ask(pos, Weight::Light, SlotOf { other }).await?;
            (slot.map(|_| token), slot)
        }
        (None, None, Some((piece, square))) => {
            let (own, piece, square) = (app.clone(), piece.to_owned(), square.to_owned());
            let placed = app.think(Weight::Light, move || {
                let placed = position::placed(&*own.position(&Subject::from(pos))?, &piece, &square);
                Ok(placed.map_err(|error| Failure::place(&square, error))?.token())
            });
            (Some(placed.await?), None)
        }
        _ => return Err(Failure::usage(Wrong::Place).into()),
    };
    cacheable(&app.memory, &PositionReport { schema: SCHEMA, pos: found, slot }, None)
}

/// The move that an opponent plays.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Played {
    schema: u32,
    seed: u64,
    strength: u8,
    #[serde(flatten)]
    rated: MoveReport,
}

/// The move that an opponent plays on a board without a table.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Searched {
    schema: u32,
    seed: u64,
    strength: u8,
    #[serde(flatten)]
    choice: SearchedReport,
}

/// Answers with the move that an opponent of a given strength plays. If the solve of a small board takes no longer than
/// a user waits for a move, the server first solves the board. If there is no table, the opponent looks ahead.
pub(crate) async fn play(ApiRequest { app, query, .. }: ApiRequest) -> Answer {
    let query = query.only(&["pos", "strength", "seed"])?;
    let what = Expected::PERCENT;
    let strength = query.value("strength", what)?.unwrap_or(PERFECT);
    if strength > PERFECT {
        return Err(Failure::usage(Wrong::Parameter {
            name: "strength".to_owned(),
            found: strength.to_string(),
            expected: what,
        })
        .into());
    }
    let given: Option<u64> = query.value("seed", Expected::FROM_0)?;
    let seed = given.unwrap_or_else(|| fastrand::u64(..1 << 32));
    let pos = query.pos()?;
    let subject = Subject::from(pos);
    let positions = app.tellable(&subject, 0).await?;
    let room = app.room_for(positions, subject.token())?;
    let replied = if app.is_slow_to_solve(&subject).await? {
        None
    } else {
        let reply = Reply { opponent: Opponent::new(strength, seed) };
        match app.ask(subject.clone(), Weight::Light, reply).await {
            Err(refusal) if refusal.is_of_table() => None,
            replied => Some(replied?),
        }
    };
    let Some(replied) = replied else {
        let choice = search(&app, subject, Lookahead::new(strength, seed)).await?;
        let searched = Searched { schema: SCHEMA, seed, strength, choice };
        return uncacheable(&app.memory, StatusCode::OK, &searched);
    };
    let played = Played { schema: SCHEMA, seed, strength, rated: replied.ok_or_else(game_over)?.rated };
    if given.is_some() {
        cacheable(&app.memory, &played, room)
    } else {
        uncacheable(&app.memory, StatusCode::OK, &played)
    }
}

fn game_over() -> Failure {
    Failure::new(Fault::No, "game-over", Refused::Over)
}

/// Returns the move that an opponent without a table finds. The opponent looks ahead by the rules alone.
async fn search(app: &Arc<App>, subject: Subject, opponent: Lookahead) -> Result<SearchedReport, Refusal> {
    let own = app.clone();
    let searched = move || {
        let _room = own.memory.reserve(lookahead::BYTES)?;
        let position = own.position(&subject)?;
        let played = guarded(&*position, || opponent.play(&*position))?;
        Ok(played.map_err(|error| Failure::moves(&error))?.ok_or_else(game_over)?)
    };
    app.think(Weight::Heavy, searched).await
}

pub(crate) async fn stats(ApiRequest { app, query, .. }: ApiRequest) -> Answer {
    let pos = query.only(&["pos"])?.pos()?;
    // Requests for counts wait here in a queue, so that they do not block other work. The work continues even if the
    // client leaves, because the counts are cached for later requests.
    let turn = app.turn(Queue::Counts).await?;
    let counted = move |table: &LoadedTable, position: &dyn AnyPosition| {
        let _turn = &turn;
        table.ask(position, &Count)
    };
    cacheable(&app.memory, &app.ask_table(pos, Weight::Heavy, counted).await?, None)
}

pub(crate) async fn tables(ApiRequest { app, query, .. }: ApiRequest) -> Answer {
    query.only(&[])?;
    uncacheable(&app.memory, StatusCode::OK, &TablesReport::of(&app))
}

/// The maximum length of a token in the list of tables, in bytes. The token of a graph contains the whole graph and may
/// be longer.
const LONGEST_TOKEN: usize = 200;

/// Returns a short token unchanged. For a long token, returns the beginning of the token.
fn cut(token: &str) -> String {
    const MORE: &str = "…";
    if token.len() <= LONGEST_TOKEN {
        return token.to_owned();
    }
    let end = token.floor_char_boundary(LONGEST_TOKEN - MORE.len());
    token[..end].to_owned() + MORE
}

/// The tables in memory.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct TablesReport {
    schema: u32,
    /// The memory limit, in bytes.
    limit: u64,
    /// The memory of the listed tables with their logs, and of remembered jobs, in bytes.
    held: u64,
    /// The memory, in bytes, of running solves, answers and request bodies, and of tables that were dropped but still
    /// answer a question.
    reserved: u64,
    tables: Vec<TableReport>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct TableReport {
    table: String,
    game: String,
    pos: String,
    bytes: u64,
}

impl TablesReport {
    /// Lists the tables in memory, the most recently used first.
    fn of(app: &App) -> Self {
        let tables = app.library.each_in_memory(|table| TableReport {
            table: table.table().to_owned(),
            game: game_of(table.pos()),
            pos: cut(table.pos()),
            bytes: table.counted(),
        });
        let held = app.jobs.bytes() + tables.iter().map(|table| table.bytes).sum::<u64>();
        let reserved = app.memory.taken().saturating_sub(held);
        Self { schema: SCHEMA, limit: app.memory.limit(), held, reserved, tables }
    }
}
