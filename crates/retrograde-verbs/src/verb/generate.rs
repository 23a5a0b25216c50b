//! `retrograde gen`: random positions, random positions of a wanted value, or climbs to long games.

use std::collections::HashSet;
use std::io;
use std::ops::RangeInclusive;

use clap::Args;
use retrograde::about::About;
use retrograde::climb::Quest;
use retrograde::contest::Draft;
use retrograde::contest::{AnswerError, Contest};
use retrograde::entry::{AnyGame, AnyPosition, Spec};
use retrograde::message::Message;
use retrograde::shortcut::ShortcutValue;
use retrograde::{Kind, Side, Wanted};
use retrograde_desk::ask::{self, Drawn, Random};
use retrograde_desk::report::ProbeReport;
use retrograde_desk::wish;

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::{Failure, Fault, Place, Stop};
use crate::format::{OfContest, PositionWriter, Target};
use crate::messages::{BadValue, Hint, Unit, Wrong, counted, within};
use crate::proof::is_too_large;
use crate::size;
use crate::tables::{NoTable, Tables};
use crate::verb::climb::Climb;

/// Make random positions, or search boards for positions of a wanted value, or for long games
///
/// The same seed makes the same positions. With a wanted value, random boards are solved; of a board the start is taken
/// if it fits, else a random position that does. A game that makes no boards of its own has random walks from its usual start, and with a
/// wanted value the boards of all its examples, one after the other; no position comes twice before they run out.
///
/// With --winner, boards are changed bit by bit towards long games, on all threads: with a --min-depth until there are
/// enough, else as long as time allows. The same seed climbs the same way for the same --steps and one thread.
#[derive(Args)]
pub(crate) struct Generate {
    /// The game, such as pawn; `retrograde games` lists them
    game: String,
    /// Rows and columns, such as 9x9; a row of 12 cannons is 1x12
    #[arg(long, value_name = "SIZE", value_parser = size::board)]
    size: Option<(u32, u32)>,
    /// The share of squares that are walls
    #[arg(long, value_name = "PERCENT", value_parser = within::<u32>(0..=100))]
    walls: Option<u32>,
    /// The value wanted for the side to move: win, loss, tie or draw
    #[arg(long, value_name = "VALUE", value_parser = kind)]
    value: Option<Kind>,
    /// The least depth wanted, in plies
    #[arg(long, value_name = "N", value_parser = within::<u32>(0..=u32::MAX.into()))]
    min_depth: Option<u32>,
    /// The greatest depth wanted, in plies
    #[arg(long, value_name = "N", value_parser = within::<u32>(0..=u32::MAX.into()))]
    max_depth: Option<u32>,
    /// The side to move; for a contest's format the side that begins
    #[arg(long, value_name = "SIDE")]
    turn: Option<String>,
    /// The seed, which is printed on standard error; without one it is random
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,
    /// How many positions
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1)]
    number: u64,
    /// The form to write: pos, ascii, json or a contest's format; a note tells if its judge would not take the file
    #[arg(long, value_name = "FORMAT")]
    to: Option<String>,
    /// Give up after so many boards in a row without a hit
    #[arg(long, value_name = "N", default_value_t = 1000)]
    tries: u64,
    /// Make starts of a subtask: 0 to 20 of p9169; 40% or 60% of p4658; 3, 6, 15, 200, 10^6 or 10^7 of p7387. Written in the
    /// contest's format, unless --to or --json says otherwise
    #[arg(long, value_name = "NAME", conflicts_with = "winner")]
    subtask: Option<String>,
    #[command(flatten)]
    climb: Climb,
}

fn kind(word: &str) -> Result<Kind, BadValue> {
    let words = Kind::ALL.map(Kind::word).join(", ");
    Kind::from_word(word).ok_or(BadValue::OneOf { words })
}

impl Generate {
    pub(crate) fn run(&self, ctx: &mut Context<'_>) -> Result<Exit, Stop> {
        let game = ctx.game(&self.game)?;
        let subtask = self.subtask.as_deref().map(|name| self.subtask_of(ctx, game, name)).transpose()?;
        let target = match subtask {
            Some((contest, _)) if self.to.is_none() && !ctx.global.json => Target::Contest(contest),
            _ => Target::wanted(self.to.as_deref(), ctx)?,
        };
        let subtask = subtask.map(|(_, subtask)| subtask);
        if let Target::Contest(contest) = target
            && contest.game() != game.about().id
        {
            let message = Wrong::OtherFormat { format: contest.id(), of: contest.game(), game: game.about().id };
            return Err(Failure::usage(message).hint(Hint::NoTo).into());
        }
        if let Some(winner) = &self.climb.winner {
            return self.climb(ctx, game, wish::side(winner, game.about())?, target);
        }
        let wanted = self.wanted(game.about(), target)?;
        let boards = self.boards(ctx, game, wanted.as_ref())?;
        let seed = self.seed_told(ctx);
        let spec = Spec { size: self.size, walls: self.walls };
        let rng = fastrand::Rng::with_seed(seed);
        let cases = self.number;
        let mut search = Search {
            game,
            subtask,
            spec,
            cases,
            wanted,
            target,
            rng,
            tables: Tables::quick(),
            refused: None,
            boards,
            is_of_few_boards: false,
            met: HashSet::new(),
        };
        let mut writer = target.writer_of(subtask);
        let found = self.find(ctx, &mut search, &mut writer);
        writer.finish(ctx)?;
        found.map(|()| Exit::Done)
    }

    /// The subtask of that name, and its contest: that of --to, or else the game's.
    fn subtask_of<'r>(
        &self,
        ctx: &Context<'r>,
        game: &'r dyn AnyGame,
        name: &str,
    ) -> Result<(&'r dyn Contest, OfContest<'r>), Stop> {
        let own = || game.contests().first().map(AsRef::as_ref);
        let target = self.to.as_deref().map(|name| Target::wanted(Some(name), ctx)).transpose()?;
        let contest = if let Some(Target::Contest(contest)) = target { Some(contest) } else { own() };
        let none = || Failure::usage(Wrong::NoSubtasks { what: game.about().id }).hint(Hint::NoSubtask);
        let contest = contest.ok_or_else(none)?;
        Ok((contest, OfContest::named(contest, name)?))
    }

    /// The boards whose positions are looked at: those of --from, else those of the examples if the game makes none of its own.
    fn boards(&self, ctx: &Context<'_>, game: &dyn AnyGame, wanted: Option<&Wanted>) -> Result<Boards, Stop> {
        let given = self.climb.origins(ctx)?;
        if given.is_empty() {
            return Ok(Boards { tokens: game.about().examples.clone(), ..Boards::default() });
        }
        if wanted.is_none() {
            return Err(Failure::usage(Wrong::FromWhat).hint(Hint::FromWhat).into());
        }
        for token in &given {
            let position = ctx.open(token, Place::default())?;
            if position.about().id != game.about().id {
                let message = Wrong::OtherGame { token: token.clone(), game: game.about().id };
                return Err(Failure::usage(message).hint(Hint::NoFrom).into());
            }
        }
        Ok(Boards { tokens: given, are_given: true, ..Boards::default() })
    }

    /// Climbs to long games, instead of trying random boards.
    fn climb(&self, ctx: &mut Context<'_>, game: &dyn AnyGame, winner: Side, target: Target<'_>) -> Result<Exit, Stop> {
        let from = self.climb.origins(ctx)?;
        let seed = self.seed_told(ctx);
        let quest = Quest { size: self.size, winner, enough: self.min_depth, from, seed };
        let mut writer = target.writer();
        let mut tables = Tables::quick();
        let climbed = self.climb.run(ctx, game, &quest, self.number, |ctx, summit| {
            let position = ctx.open(&summit.token, Place::default())?;
            let report = match target {
                Target::Json => Some(probe(ctx, &mut tables, &*position)?),
                _ => None,
            };
            Found::Position { position, report }.write(ctx, target, &mut writer)
        });
        writer.finish(ctx)?;
        climbed
    }

    /// The seed, which is told whatever comes.
    fn seed_told(&self, ctx: &Context<'_>) -> u64 {
        let seed = self.seed.unwrap_or_else(|| fastrand::u64(..1 << 32));
        ctx.tell_seed(seed);
        seed
    }

    fn find(
        &self,
        ctx: &mut Context<'_>,
        search: &mut Search<'_>,
        writer: &mut PositionWriter<'_>,
    ) -> Result<(), Stop> {
        for number in 0..self.number {
            match self.find_one(ctx, search)? {
                Some(found) => found.write(ctx, search.target, writer)?,
                None => return Err(self.given_up(number, search.refused.take())),
            }
        }
        Ok(())
    }

    fn find_one(&self, ctx: &mut Context<'_>, search: &mut Search<'_>) -> Result<Option<Found>, Stop> {
        let mut repeats = 0;
        for _ in 0..self.tries {
            match search.attempt(ctx)? {
                Some(found) if search.is_new(&found) => return Ok(Some(found)),
                Some(found) if repeats == REPEATS => {
                    search.begin_anew(&found);
                    return Ok(Some(found));
                }
                Some(_) => repeats += 1,
                None if search.boards.are_exhausted() => return Ok(None),
                None => {}
            }
        }
        Ok(None)
    }

    /// With the reason for which the format had no place for a position that would do, if there was one.
    fn given_up(&self, number: u64, refused: Option<Message>) -> Stop {
        let [tries, wanted] = [counted(self.tries, Unit::RandomBoard), counted(self.number, Unit::Position)];
        let found = Wrong::FoundNone { found: number.to_string(), wanted, tries };
        let message = Message::all(std::iter::once(found.into()).chain(refused));
        Failure::new(Fault::No, "not-found", message).hint(Hint::MoreTries).into()
    }

    fn wanted(&self, about: &About, target: Target<'_>) -> Result<Option<Wanted>, Stop> {
        let depth = self.depth();
        let given = self.turn.as_ref().map(|name| wish::side(name, about)).transpose()?;
        if self.value.is_none() && depth.is_none() && given.is_none() {
            return Ok(None);
        }
        let is_start = matches!(target, Target::Contest(_)) || self.subtask.is_some();
        let turn = given.or(is_start.then_some(Side::First));
        let wanted = Wanted { turn, kind: self.value, depth };
        wish::can_be(about, &wanted)?;
        Ok(Some(wanted))
    }

    fn depth(&self) -> Option<RangeInclusive<u32>> {
        match (self.min_depth, self.max_depth) {
            (None, None) => None,
            (least, most) => Some(least.unwrap_or(0)..=most.unwrap_or(u32::MAX)),
        }
    }
}

/// A search through random boards.
struct Search<'g> {
    game: &'g dyn AnyGame,
    subtask: Option<OfContest<'g>>,
    spec: Spec,
    /// Positions to be found.
    cases: u64,
    /// `None`: any random start will do, unsolved.
    wanted: Option<Wanted>,
    target: Target<'g>,
    rng: fastrand::Rng,
    tables: Tables,
    /// Why the format had no place for the last position that would do, since the last that it took.
    refused: Option<Message>,
    /// The boards that positions are chosen of, unless the game makes boards.
    boards: Boards,
    /// Whether all positions are of these.
    is_of_few_boards: bool,
    /// The positions that were found, of a game that makes no boards of its own.
    met: HashSet<String>,
}

/// Boards whose positions are chosen, one board after the other: the next when the last one has no position that fits.
#[derive(Default)]
struct Boards {
    /// A position of each.
    tokens: Vec<String>,
    /// Whether these were asked for by --from, whatever boards the game makes.
    are_given: bool,
    /// The one whose turn it is.
    at: usize,
    /// Boards in a row without a position that fits.
    barren: usize,
}

impl Boards {
    fn token(&self) -> Option<&String> {
        self.tokens.get(self.at)
    }

    /// Goes on to the next board.
    fn pass(&mut self) {
        self.barren += 1;
        self.at = (self.at + 1) % self.tokens.len().max(1);
    }

    /// Whether no board has a position that fits.
    const fn are_exhausted(&self) -> bool {
        self.barren > 0 && self.barren >= self.tokens.len()
    }
}

/// Positions in a row that came before: then all that there are have come.
const REPEATS: u64 = 100;

/// What was looked for.
enum Found {
    /// A position, with its value if that was wanted.
    Position { position: Box<dyn AnyPosition>, report: Option<Box<ProbeReport>> },
    /// The token of a start that may be too long for a position.
    Start(String),
}

impl Found {
    fn write(self, ctx: &mut Context<'_>, target: Target<'_>, writer: &mut PositionWriter<'_>) -> Result<(), Stop> {
        match (self, target) {
            (Self::Position { report: Some(report), .. }, Target::Json) => ctx.json(&report),
            (Self::Position { position, .. }, _) => writer.put_position(ctx, &*position),
            (Self::Start(token), _) => writer.put(ctx, &token, Place::default()),
        }
    }
}

fn probe(ctx: &mut Context<'_>, tables: &mut Tables, position: &dyn AnyPosition) -> Result<Box<ProbeReport>, Stop> {
    let probed = tables.ask(ctx, position, &ask::Probe::MOVES).map(|probed| Box::new(probed.report));
    probed.map_err(|none| none.stop(position, ctx.global.domain))
}

impl Search<'_> {
    /// Tries one random board.
    fn attempt(&mut self, ctx: &mut Context<'_>) -> Result<Option<Found>, Stop> {
        let start = match self.draft()? {
            Some(token) if self.wanted.is_none() => {
                return Ok(self.keeps_promise(&token).then_some(Found::Start(token)));
            }
            Some(token) => ctx.open(&token, Place::default())?,
            None => self.board(ctx)?,
        };
        // Drawn whether or not it is needed, so that what comes later does not depend on it.
        let seed = self.rng.u64(..);
        let Some(wanted) = &self.wanted else {
            return Ok(self.takes(&*start).then_some(Found::Position { position: start, report: None }));
        };
        // The shortcut is faster than a table, and goes farther.
        let known = start
            .shortcut()
            .filter(|value| value.depth.is_some() || value.kind == Kind::Draw || wanted.depth.is_none());
        let is_met = |value: &ShortcutValue| wish::is_met(wanted, start.here(), value.kind, value.depth);
        if known.as_ref().is_some_and(is_met) && self.takes(&*start) {
            let report = match self.target {
                Target::Json => Some(probe(ctx, &mut self.tables, &*start)?),
                _ => None,
            };
            return Ok(Some(Found::Position { position: start, report }));
        }
        let Some(wanted) = self.wanted.clone() else { return Ok(None) };
        let Drawn { asked, is_wanted, drawn, .. } = match self.tables.ask(ctx, &*start, &Random { wanted, seed }) {
            Ok(answer) => answer,
            // Of a board too large for a table only the start is known, and it will not do.
            Err(NoTable::Refused(error)) if known.is_some() && is_too_large(&error) => return Ok(None),
            // Of several boards, a smaller one may do.
            Err(NoTable::Refused(error))
                if self.is_of_few_boards
                    && is_too_large(&error)
                    && self.boards.barren + 1 < self.boards.tokens.len() =>
            {
                self.boards.pass();
                return Ok(None);
            }
            Err(none) => return Err(none.stop(&*start, ctx.global.domain)),
        };
        if is_wanted || drawn.is_some() {
            self.boards.barren = 0;
        } else if self.is_of_few_boards {
            self.boards.pass();
        }
        if is_wanted && !self.met.contains(&asked.head.pos) && self.takes(&*start) {
            return Ok(Some(Found::Position { position: start, report: Some(Box::new(asked)) }));
        }
        let Some(report) = drawn else { return Ok(None) };
        let position = ctx.open(&report.head.pos, Place::default())?;
        Ok(self.takes(&*position).then_some(Found::Position { position, report: Some(Box::new(report)) }))
    }

    /// A random start of the subtask, as a token, which need not keep its promise; `None` without a subtask.
    fn draft(&mut self) -> Result<Option<String>, Stop> {
        let Some(OfContest { subtasks, subtask }) = self.subtask else { return Ok(None) };
        let draft = Draft { size: self.spec.size, walls: self.spec.walls, cases: self.cases };
        Ok(Some(subtasks.draft(subtask, &mut self.rng, draft).map_err(Failure::usage)?))
    }

    /// Whether the form has a place for the position, and the subtask as well.
    fn takes(&mut self, position: &dyn AnyPosition) -> bool {
        is_expressible(self.target, position, &mut self.refused) && self.keeps_promise(&position.token())
    }

    /// Whether a start keeps the promise of the subtask. If not, the reason is kept.
    fn keeps_promise(&mut self, token: &str) -> bool {
        let Some(OfContest { subtasks, subtask }) = self.subtask else { return true };
        self.refused = subtasks.breach(subtask, token);
        self.refused.is_none()
    }

    /// Whether a position has not come before, as far as the game makes no boards of its own: those may repeat.
    fn is_new(&mut self, found: &Found) -> bool {
        match found {
            Found::Position { position, .. } if self.is_of_few_boards => self.met.insert(position.token()),
            _ => true,
        }
    }

    /// Lets all positions come again but this one.
    fn begin_anew(&mut self, found: &Found) {
        self.met.clear();
        self.is_new(found);
    }

    /// A random start; of a game that makes none, a random walk's end, or the board whose turn it is if positions of its table are wanted.
    fn board(&mut self, ctx: &Context<'_>) -> Result<Box<dyn AnyPosition>, Stop> {
        let about = self.game.about();
        let plain = self.spec.size.is_none() && self.spec.walls.is_none();
        if !self.boards.are_given
            && let Some(made) = self.game.generate(&mut self.rng, &self.spec)
        {
            return Ok(made.map_err(Failure::usage)?);
        }
        self.is_of_few_boards = true;
        let none = || Failure::usage(Wrong::NoRandomBoards { game: about.id });
        if !plain {
            return Err(none().hint(Hint::NoSize).into());
        }
        match self.boards.token() {
            Some(example) if self.wanted.is_some() => ctx.open(example, Place::default()),
            _ => Ok(self.game.wander(&mut self.rng).ok_or_else(none)?),
        }
    }
}

/// Whether the position can be written in the form wanted: a contest knows starts only. If not, the reason is kept.
fn is_expressible(target: Target<'_>, position: &dyn AnyPosition, refused: &mut Option<Message>) -> bool {
    *refused = match target {
        Target::Contest(contest) => match contest.write(&[position.token()], &mut io::sink()) {
            Err(AnswerError::Inexpressible { message, .. }) => Some(message),
            _ => None,
        },
        _ => None,
    };
    refused.is_none()
}
