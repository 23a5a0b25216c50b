//! The verb `retrograde gen` prints random positions or random positions of a wanted value, or searches for long games.

use std::ops::RangeInclusive;

use clap::Args;
use fastrand::Rng;
use retrograde::author::{About, AnyGame, Contest, Draft, SearchSpec, Spec};
use retrograde::rules::message::Message;
use retrograde::{Filter, Kind, Side};
use retrograde_service::filter;

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::{Failure, Fault, Place, Stop};
use crate::format::{OfContest, PositionWriter, Target};
use crate::messages::{BadValue, Hint, Unit, Wrong, counted, within};
use crate::search::{BoardSource, Boards, Search, SearchResult, Starts, probe};
use crate::size;
use crate::verb::climb::{self, Climb};

/// Generate random positions, or search boards for positions of a wanted value, or for long games
///
/// The same seed gives the same positions. If a value is given, gen solves random boards. Gen prints the start of a
/// board if the start fits, else a random position of the board that fits. If a game cannot generate boards, gen walks
/// randomly from the usual start; with a wanted value, gen takes the boards of all examples in turn. On these boards
/// and those of --from, a position repeats only if a hundred attempts in a row have found no new one.
///
/// With --subtask, the file contains random cases, cases that are known to defeat wrong programs, and new cases of the
/// same kinds, rotated and mirrored. A start repeats only after all starts have been used. The seed and the subtask
/// together determine the starts.
///
/// With --winner, gen changes boards step by step towards long games, on all threads. With --min-depth it stops after
/// enough long games, otherwise when the time is over. The same seed gives the same result for the same --steps and one
/// thread.
#[derive(Args)]
pub(crate) struct Generate {
    /// The game{game?, such as @}; `retrograde games` lists them
    game: String,
    /// Rows and columns, such as 9x9{cannons?; a row of 12 cannons is 1x12}
    #[arg(long, value_name = "SIZE", value_parser = size::board)]
    size: Option<(u32, u32)>,
    /// The percentage of squares that are walls
    #[arg(long, value_name = "PERCENT", value_parser = percentage)]
    walls: Option<u32>,
    /// The wanted value for the side to move: win, loss, tie or draw
    #[arg(long, value_name = "VALUE", value_parser = kind)]
    value: Option<Kind>,
    /// The minimum depth, in plies
    #[arg(long, value_name = "N", value_parser = within::<u32>(0..=u32::MAX.into()))]
    min_depth: Option<u32>,
    /// The maximum depth, in plies
    #[arg(long, value_name = "N", value_parser = within::<u32>(0..=u32::MAX.into()))]
    max_depth: Option<u32>,
    /// The side to move; for a contest's format the side that begins
    #[arg(long, value_name = "SIDE")]
    turn: Option<String>,
    /// The seed, printed on standard error; random if not given
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,
    /// The number of positions [default: 1; with --subtask the number in one file of the judge, but 1 with --winner]
    #[arg(short = 'n', long, value_name = "N")]
    number: Option<u64>,
    /// The output format: pos, ascii, json or a contest's format; gen prints a note if the contest's judge does not accept the file
    #[arg(long, value_name = "FORMAT")]
    to: Option<String>,
    /// Give up after this many boards in a row without a match
    #[arg(long, value_name = "N", default_value_t = 1000)]
    tries: u64,
    /// Generate a file of a subtask{p9169+p4658+p7387?: 0 to 20 of p9169; 40%, 60% or 100% of p4658; 3, 6, 15, 200, 10^6 or 10^7 of p7387}. The output is in the
    /// contest's format, except with --to or --json. Without --size, the boards reach the subtask's limit
    #[arg(long, value_name = "NAME")]
    subtask: Option<String>,
    #[command(flatten)]
    climb: Climb,
}

fn kind(word: &str) -> Result<Kind, BadValue> {
    let words = Kind::ALL.map(Kind::word).join(", ");
    Kind::from_word(word).ok_or(BadValue::OneOf { words })
}

fn percentage(word: &str) -> Result<u32, BadValue> {
    within(0..=100)(word).map_err(|error| if error == BadValue::Digits { BadValue::Percentage } else { error })
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
            return self.climb(ctx, game, filter::side(winner, game.about())?, target, subtask);
        }
        let wanted = self.wanted(game.about(), target)?;
        let boards = self.boards(ctx, game, wanted.as_ref())?;
        let seed = self.printed_seed(ctx);
        let spec = Spec { size: self.size, walls: self.walls };
        let usual = || subtask.and(game.starts()).map_or(1, |starts| starts.cases() as u64);
        let number = self.number.unwrap_or_else(usual);
        let source = match subtask {
            Some(OfContest { subtasks, subtask }) => {
                let draft = Draft { size: self.size, walls: self.walls, cases: number };
                BoardSource::Subtask(Starts::new(subtasks, subtask, seed, draft))
            }
            None => BoardSource::Boards(boards),
        };
        let rng = subtask.map_or_else(|| Rng::with_seed(seed), |of| of.subtask.rng(seed));
        let mut search = Search::new(game, source, spec, wanted, target, rng);
        let mut writer = target.writer_of(subtask);
        let found = self.find(ctx, &mut search, &mut writer, number);
        writer.finish(ctx)?;
        found.map(|()| Exit::Done)
    }

    /// Returns the subtask that `--subtask` names, and its contest. The option `--to` selects the contest. Without
    /// `--to`, the contest is the contest of the game.
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

    /// Returns the boards to search. The search uses the boards of `--from`, or the boards of the game's examples if
    /// the game cannot generate boards.
    fn boards(&self, ctx: &Context<'_>, game: &dyn AnyGame, wanted: Option<&Filter>) -> Result<Boards, Stop> {
        let given = self.climb.origins(ctx)?;
        if given.is_empty() {
            return Ok(Boards::of(game.about().examples.clone()));
        }
        if self.subtask.is_some() {
            return Err(Failure::usage(Wrong::FromOfSubtask).hint(Hint::NoFrom).into());
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
        Ok(Boards::named(given))
    }

    /// Searches for long games by hill climbing, instead of trying random boards.
    fn climb(
        &self,
        ctx: &mut Context<'_>,
        game: &dyn AnyGame,
        winner: Side,
        target: Target<'_>,
        subtask: Option<OfContest<'_>>,
    ) -> Result<Exit, Stop> {
        let from = self.climb.origins(ctx)?;
        let seed = self.printed_seed(ctx);
        let seed = subtask.map_or(seed, |of| of.subtask.rng(seed).u64(..));
        let search_spec = SearchSpec { size: self.size, winner, enough: self.min_depth, from, seed };
        let make = |search_spec: &SearchSpec| match subtask {
            Some(OfContest { subtasks, subtask }) => subtasks.climber(subtask, search_spec),
            None => game.climber(search_spec),
        };
        let climbers = climb::climbers(game, &make, &search_spec, ctx)?;
        let mut writer = target.writer_of(subtask);
        let climbed = self.climb.run(ctx, climbers, self.min_depth, self.number.unwrap_or(1), |ctx, best_found| {
            let position = ctx.open(&best_found.token, Place::default())?;
            let report = match target {
                Target::Json => Some(probe(ctx, &*position)?),
                _ => None,
            };
            SearchResult::Position { position, report }.write(ctx, target, &mut writer)
        });
        writer.finish(ctx)?;
        climbed
    }

    /// Prints the random seed, and returns it.
    fn printed_seed(&self, ctx: &Context<'_>) -> u64 {
        let seed = self.seed.unwrap_or_else(|| fastrand::u64(..1 << 32));
        ctx.print_seed(seed);
        seed
    }

    fn find(
        &self,
        ctx: &mut Context<'_>,
        search: &mut Search<'_>,
        writer: &mut PositionWriter<'_>,
        number: u64,
    ) -> Result<(), Stop> {
        for found in 0..number {
            match self.find_one(ctx, search)? {
                Some(found) => found.write(ctx, search.target, writer)?,
                None => return Err(self.given_up(found, number, search)),
            }
        }
        Ok(())
    }

    fn find_one(&self, ctx: &mut Context<'_>, search: &mut Search<'_>) -> Result<Option<SearchResult>, Stop> {
        let mut repeated = None;
        let mut repeats = 0;
        for _ in 0..self.tries {
            match search.attempt(ctx)? {
                Some(found) if search.is_new(&found) => return Ok(Some(found)),
                Some(found) => {
                    repeated = Some(found);
                    repeats += 1;
                    if repeats > REPEATS {
                        break;
                    }
                }
                None if search.is_exhausted() => return Ok(None),
                None => {}
            }
        }
        repeated.map(|found| search.after_repeats(ctx, found)).transpose()
    }

    /// The error after too many boards without a match, or after all positions of the only boards. If only the depths
    /// were too small, the error names the deepest position. If the format could not express a matching position, the
    /// error names the reason.
    fn given_up(&self, found: u64, number: u64, search: &mut Search<'_>) -> Stop {
        let [tries, wanted] = [counted(self.tries, Unit::RandomBoard), counted(number, Unit::Position)];
        let found = found.to_string();
        let (none, hint) = if search.has_no_match() {
            (Wrong::NoMatch { found, wanted }, Hint::OtherConditions)
        } else {
            (Wrong::FoundNone { found, wanted, tries }, Hint::MoreTries)
        };
        let deepest = search.deepest.take();
        let deepest = deepest.map(|(depth, pos)| Wrong::Deepest { plies: counted(depth.into(), Unit::Ply), pos });
        let others = deepest.map(Message::from).into_iter().chain(search.refused.take());
        let message = Message::all(std::iter::once(none.into()).chain(others));
        Failure::new(Fault::No, "not-found", message).hint(hint).into()
    }

    fn wanted(&self, about: &About, target: Target<'_>) -> Result<Option<Filter>, Stop> {
        let depth = self.depth();
        let given = self.turn.as_ref().map(|name| filter::side(name, about)).transpose()?;
        if self.value.is_none() && depth.is_none() && given.is_none() {
            return Ok(None);
        }
        let is_start = matches!(target, Target::Contest(_)) || self.subtask.is_some();
        if is_start && given == Some(Side::Second) {
            let message = Wrong::BeginsOther { side: about.side(Side::First).to_owned() };
            return Err(Failure::usage(message).hint(Hint::NoTurn).into());
        }
        let turn = given.or(is_start.then_some(Side::First));
        let wanted = Filter { turn, kind: self.value, depth };
        filter::can_be(about, &wanted)?;
        Ok(Some(wanted))
    }

    fn depth(&self) -> Option<RangeInclusive<u32>> {
        match (self.min_depth, self.max_depth) {
            (None, None) => None,
            (least, most) => Some(least.unwrap_or(0)..=most.unwrap_or(u32::MAX)),
        }
    }
}

/// The number of repeated positions in a row after which `gen` assumes that few new positions are left. After this
/// number, `gen` lists the remaining positions, or allows repetitions.
const REPEATS: u64 = 100;
