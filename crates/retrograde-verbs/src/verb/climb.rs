//! The command `retrograde gen --winner` searches for boards with long games by hill climbing.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use retrograde::author::{AnyGame, BestFound, Climbed, Climber, SearchSpec};
use retrograde::rules::{memory, message::Message};
use retrograde_service::forms::Recognised;

use crate::argument::form_of_whole;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::{Failure, Fault, Place, Stop, no_threads};
use crate::input::Input;
use crate::interrupt::Interrupt;
use crate::messages::{Hint, Note, Unit, Wrong, counted};
use crate::reading::each_position;
use crate::save::save;
use crate::size;

/// The options of a search for long games by hill climbing.
#[derive(Args)]
#[command(next_help_heading = "Climbing, with --winner")]
pub(crate) struct Climb {
    /// Climb towards long games that this side wins; Ctrl-C prints the best games so far
    #[arg(long, value_name = "SIDE", conflicts_with_all = ["value", "max_depth", "turn", "walls", "tries"])]
    pub(crate) winner: Option<String>,
    /// Stop after a time, such as 90s, 10m or 1h [default: 60s, unless there are --steps]
    #[arg(long, value_name = "TIME", value_parser = size::duration, requires = "winner")]
    time: Option<Duration>,
    /// Stop after N boards
    #[arg(long, value_name = "N", requires = "winner")]
    steps: Option<u64>,
    /// Start with the boards of a position, or of a file of positions (`-`: standard input); gen detects the file's format. If a value is
    /// given, choose positions of these boards
    #[arg(id = "origin", long = "from", value_name = "TOKEN|FILE")]
    from: Vec<String>,
    /// Store the best positions so far in a file, for --from to continue
    #[arg(long, value_name = "FILE", requires = "winner")]
    save: Option<PathBuf>,
}

/// The time limit of a search for long games if the user sets no limit.
const TIME: Duration = Duration::from_mins(1);
/// The time between two updates of the progress display.
const INTERVAL: Duration = Duration::from_millis(100);

impl Climb {
    /// Returns the boards from which the search starts, as tokens.
    pub(crate) fn origins(&self, ctx: &Context<'_>) -> Result<Vec<String>, Stop> {
        let mut origins = Vec::new();
        for item in &self.from {
            if item == "-" || Path::new(item).is_file() {
                read_origins(ctx, Input::open(Some(Path::new(item)))?, &mut origins)?;
            } else {
                origins.push(ctx.whole_token(item, Place::default())?);
            }
        }
        Ok(origins)
    }

    /// Searches for long games, with one climber per thread. The argument `enough` is the wanted depth. The function
    /// calls `visit` with the best position of each climb that reaches the wanted depth, until it has found `number`
    /// positions. If there is no wanted depth, or if Ctrl-C ends the search before any climb reaches the wanted depth,
    /// the function calls `visit` with the best positions when the search has ended.
    ///
    /// On one thread, the same search spec and the same number of steps give the same results.
    pub(crate) fn run(
        &self,
        ctx: &mut Context<'_>,
        climbers: Vec<Box<dyn Climber>>,
        enough: Option<u32>,
        number: u64,
        mut visit: impl FnMut(&mut Context<'_>, &BestFound) -> Result<(), Stop>,
    ) -> Result<Exit, Stop> {
        let interrupt = Interrupt::listen_to_all(|| ()).map_err(|error| Failure::reading(Wrong::TheSignals, &error))?;
        let time = self.time.or(self.steps.is_none().then_some(TIME));
        let climb_state =
            ClimbState { boards: AtomicU64::new(0), stopped: AtomicBool::new(false), begun: Instant::now(), time };
        let mut log = Log { enough, number, climbs: Vec::new(), found: Vec::new() };
        thread::scope(|scope| {
            let (sender, news) = mpsc::channel();
            let count = climbers.len() as u64;
            for (climber, index) in climbers.into_iter().zip(0..) {
                // If the steps cannot be divided equally among the threads, each of the first threads gets one step
                // more.
                let steps = self.steps.map(|steps| steps / count + u64::from(index < steps % count));
                let (climb_state, sender) = (&climb_state, sender.clone());
                let climb = move || climb_state.climb(climber, index, steps, &sender);
                if let Err(error) = thread::Builder::new().spawn_scoped(scope, climb) {
                    climb_state.stop();
                    return Err(no_threads(count as usize, &error).into());
                }
            }
            drop(sender);
            let watched = self.watch(ctx, &climb_state, &interrupt, &mut log, &news, &mut visit);
            // The climbers stop, even if `visit` has returned an error.
            climb_state.stop();
            watched
        })?;
        ctx.note(climb_state.news(&log));
        let is_interrupted = interrupt.is_pressed() && !log.is_full();
        if log.enough.is_none() || is_interrupted && log.found.is_empty() {
            log.found = log.best();
            log.found.iter().try_for_each(|best_found| visit(ctx, best_found))?;
        }
        match (is_interrupted, log.is_full()) {
            (true, _) => Ok(Exit::Interrupted),
            (false, true) => Ok(Exit::Done),
            (false, false) => Err(self.given_up(&log)),
        }
    }

    /// Receives the results of the threads and shows the progress, until all threads have ended.
    fn watch(
        &self,
        ctx: &mut Context<'_>,
        climb_state: &ClimbState,
        interrupt: &Interrupt,
        log: &mut Log,
        news: &Receiver<News>,
        visit: &mut impl FnMut(&mut Context<'_>, &BestFound) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let reporter = ctx.global.progress.ticker(ctx.global.quiet);
        loop {
            match news.recv_timeout(INTERVAL) {
                // The threads stop only a moment after the flag is set, so late results are ignored.
                Ok(_) if log.is_full() => {}
                Ok(news) => {
                    if let Some(found) = log.take(news) {
                        visit(ctx, &found)?;
                        ctx.out.flush()?;
                    }
                    self.save.as_deref().map_or(Ok(()), |file| log.save(file))?;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            if log.is_full() || interrupt.is_pressed() {
                climb_state.stop();
            }
            if let Some(reporter) = &reporter {
                reporter.say(|| ctx.lang.text(&climb_state.news(log).into()));
            }
        }
    }

    fn given_up(&self, log: &Log) -> Stop {
        let found = Wrong::Found { found: log.found.len().to_string(), wanted: counted(log.number, Unit::Position) };
        // If a minimum depth was wanted, the search found too few games of this depth. Then the error names the longest
        // game.
        let longest = log.longest().filter(|_| log.enough.is_some());
        let longest = longest.map(|depth| Wrong::LongestFound { plies: counted(depth.into(), Unit::Ply) });
        let message = Message::all(std::iter::once(found.into()).chain(longest.map(Message::from)));
        let hint = match (&self.save, log.best().first()) {
            (Some(file), Some(_)) => Hint::GoOn { from: file.display().to_string() },
            (None, Some(BestFound { token, .. })) => Hint::GoOn { from: token.clone() },
            (_, None) => Hint::MoreTime,
        };
        Failure::new(Fault::No, "not-found", message).hint(hint).into()
    }
}

/// Reads positions from an input; detects the input's format.
fn read_origins(ctx: &Context<'_>, input: Input, origins: &mut Vec<String>) -> Result<(), Stop> {
    let whole = input.whole()?;
    let Recognised { form, head } = form_of_whole(ctx.registry, &whole)?;
    each_position(form, whole.input().headed(head), |token, _| {
        origins.push(token?.to_owned());
        Ok(())
    })
}

/// Returns the number of threads for the climb. If the memory does not suffice for several threads, returns one.
fn free_threads(ctx: &Context<'_>) -> usize {
    let threads = threads(ctx);
    if memory::threads(threads + 1, 0) > 1 { threads } else { 1 }
}

fn threads(ctx: &Context<'_>) -> usize {
    match ctx.global.threads {
        0 => thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    }
}

/// Creates a climber, which searches for long games; `None` if the game does not support climbing.
type MakeClimber<'m> = dyn Fn(&SearchSpec) -> Option<Result<Box<dyn Climber>, Message>> + 'm;

/// Creates one climber per thread. The first climber has the seed of the search specification.
pub(crate) fn climbers(
    game: &dyn AnyGame,
    make: &MakeClimber<'_>,
    search_spec: &SearchSpec,
    ctx: &Context<'_>,
) -> Result<Vec<Box<dyn Climber>>, Stop> {
    let mut seeds = fastrand::Rng::with_seed(search_spec.seed);
    let climber = |index| {
        let seed = if index == 0 { search_spec.seed } else { seeds.u64(..) };
        make(&SearchSpec { seed, ..search_spec.clone() })
    };
    let climbers: Option<Result<Vec<_>, Message>> = (0..free_threads(ctx)).map(climber).collect();
    let no_climber = || {
        let failure = Failure::usage(Wrong::NoClimber { game: game.about().id });
        failure.hint(Hint::NoWinner)
    };
    Ok(climbers.ok_or_else(no_climber)?.map_err(Failure::usage)?)
}

/// A message from a climbing thread, with the best position of its climb so far.
struct News {
    climb: ClimbId,
    best_found: BestFound,
    is_over: bool,
}

/// The index of a climbing thread, and the index of a climb on this thread.
type ClimbId = (u64, u64);

/// The data that all climbing threads share.
struct ClimbState {
    boards: AtomicU64,
    stopped: AtomicBool,
    begun: Instant,
    time: Option<Duration>,
}

impl ClimbState {
    fn climb(&self, mut climber: Box<dyn Climber>, thread: u64, steps: Option<u64>, news: &Sender<News>) {
        let mut number = 0;
        for _ in 0..steps.unwrap_or(u64::MAX) {
            if self.is_over() {
                return;
            }
            let step = climber.step();
            self.boards.fetch_add(1, Ordering::Relaxed);
            let is_over = step == Climbed::Over;
            let best_found = if step == Climbed::Level { None } else { climber.highest() };
            if let Some(best_found) = best_found
                && news.send(News { climb: (thread, number), best_found, is_over }).is_err()
            {
                return;
            }
            number += u64::from(is_over);
        }
    }

    fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    fn is_over(&self) -> bool {
        self.stopped.load(Ordering::Relaxed) || self.time.is_some_and(|time| self.begun.elapsed() >= time)
    }

    /// Returns the note on the progress, such as `the longest game so far has 161 plies; 14,343 boards, 712 a second`.
    fn news(&self, log: &Log) -> Note {
        let boards = self.boards.load(Ordering::Relaxed);
        let rate = format!("{:.0}", boards as f64 / self.begun.elapsed().as_secs_f64());
        let boards = counted(boards, Unit::Board);
        match log.longest() {
            Some(depth) => Note::Longest { plies: counted(depth.into(), Unit::Ply), boards, rate },
            None => Note::NoGameYet { boards, rate },
        }
    }
}

/// The positions that all climbs have found.
struct Log {
    enough: Option<u32>,
    number: u64,
    /// The best position of each climb.
    climbs: Vec<(ClimbId, BestFound)>,
    /// The positions that have at least the wanted depth, without duplicates.
    found: Vec<BestFound>,
}

impl Log {
    /// Records a message from a climbing thread. Returns the position of the message if the climb is over, and the
    /// position is new and has at least the wanted depth. Otherwise returns `None`.
    fn take(&mut self, News { climb, best_found, is_over }: News) -> Option<BestFound> {
        match self.climbs.iter_mut().find(|(id, _)| *id == climb) {
            Some((_, known)) => known.clone_from(&best_found),
            None => self.climbs.push((climb, best_found.clone())),
        }
        let is_enough = is_over && self.enough.is_some_and(|enough| best_found.depth >= enough);
        (is_enough && !self.found.contains(&best_found)).then(|| {
            self.found.push(best_found.clone());
            best_found
        })
    }

    fn is_full(&self) -> bool {
        self.found.len() as u64 >= self.number
    }

    /// Returns the depth of the longest game, in plies.
    fn longest(&self) -> Option<u32> {
        self.climbs.iter().map(|(_, best_found)| best_found.depth).max()
    }

    /// Returns the `number` best positions (at least one), the longest game first.
    fn best(&self) -> Vec<BestFound> {
        let mut summits: Vec<_> = self.climbs.iter().map(|(_, best_found)| best_found.clone()).collect();
        summits.sort_by(|a, b| b.depth.cmp(&a.depth).then_with(|| a.token.cmp(&b.token)));
        summits.dedup();
        summits.truncate(self.number.max(1) as usize);
        summits
    }

    /// Writes the best positions of the search to a file atomically.
    fn save(&self, file: &Path) -> Result<(), Stop> {
        let tokens: Vec<_> = self.best().into_iter().map(|best_found| best_found.token + "\n").collect();
        Ok(save(file, tokens.concat().as_bytes())?)
    }
}
