//! Shows the progress of a solve on standard error.

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use retrograde::rules::memory;
use retrograde::{Progress, Stage};
use retrograde_service::ask::{Ask, Asked};
use retrograde_service::session::AskError;

use crate::lang::Lang;
use crate::messages::{Note, Unit, Work, counted};
use crate::word::grouped;

/// The style of the progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Style {
    /// A bar on a terminal, otherwise a line every ten seconds in a long solve
    #[default]
    Auto,
    /// A bar, if standard error is a terminal
    Bar,
    /// A line a second
    Plain,
    /// Nothing
    None,
}

impl Style {
    /// Returns the reporter for this run; `None` if the run shows no progress.
    pub(crate) fn reporter(self, quiet: bool) -> Option<Reporter> {
        if self == Self::Auto && !quiet && !io::stderr().is_terminal() {
            return Some(Reporter::Piped { born: Instant::now(), last: Mutex::new(None) });
        }
        self.shown(quiet, BAR)
    }

    /// Returns the reporter for work whose total is unknown (see [`Reporter::say`]).
    pub(crate) fn ticker(self, quiet: bool) -> Option<Reporter> {
        self.shown(quiet, TICKER)
    }

    fn shown(self, quiet: bool, template: &str) -> Option<Reporter> {
        match self {
            _ if quiet => None,
            Self::Plain => Some(Reporter::Plain { last: Mutex::new(Instant::now()) }),
            Self::Auto | Self::Bar if io::stderr().is_terminal() => Some(Reporter::bar(template)),
            _ => None,
        }
    }
}

/// Shows the progress of long work (see [`Context::watch`](crate::context::Context::watch)).
pub(crate) struct Watch {
    pub(crate) style: Style,
    pub(crate) quiet: bool,
    pub(crate) lang: Lang,
    pub(crate) what: Work,
    /// The time before the first line of progress, and the interval between two lines.
    pub(crate) pace: Duration,
}

impl Watch {
    /// Returns a watch that prints a line every ten seconds if standard error is not a terminal.
    pub(crate) fn piped(self) -> Self {
        let is_piped = self.style == Style::Auto && !io::stderr().is_terminal();
        if is_piped { Self { style: Style::Plain, pace: PIPED_INTERVAL, ..self } } else { self }
    }

    /// Returns a query that shows its progress. If the query takes long, the program shows the seconds since the start
    /// of the query.
    pub(crate) const fn over<Q>(&self, question: Q) -> Watched<'_, Q> {
        Watched { watch: self, question }
    }

    /// Does the work. If the work takes long, the program shows the seconds since the start of the work.
    pub(crate) fn work<T>(&self, work: impl FnOnce() -> T) -> T {
        self.tick(|seconds| Note::Takes { work: self.what, seconds }, work)
    }

    /// Like `work`, but for work on `total` slots. The counter `done` contains the number of finished slots. The
    /// program also estimates the remaining seconds.
    pub(crate) fn work_through<T>(&self, total: u64, done: &AtomicU64, work: impl FnOnce() -> T) -> T {
        let note = |seconds| {
            let (work, done, all) = (self.what, done.load(Ordering::Relaxed), total);
            let left = u128::from(seconds) * u128::from(all.saturating_sub(done));
            let (done_text, total) = (grouped(done), grouped(all));
            match left.checked_div(u128::from(done)) {
                Some(left) if done >= all / TELLING_PART => {
                    Note::Left { work, done: done_text, total, seconds, left: left as u64 }
                }
                _ => Note::Through { work, done: done_text, total, seconds },
            }
        };
        self.tick(note, work)
    }

    /// Like `work`, for work on at most `most` starts, of which `done` are finished.
    pub(crate) fn work_through_starts<T>(&self, most: u64, done: &AtomicU64, work: impl FnOnce() -> T) -> T {
        let note = |seconds| {
            let (done, most) = (grouped(done.load(Ordering::Relaxed)), counted(most, Unit::Start));
            Note::ThroughStarts { work: self.what, done, most, seconds }
        };
        self.tick(note, work)
    }

    fn tick<T>(&self, note: impl Fn(u64) -> Note + Sync, work: impl FnOnce() -> T) -> T {
        let Some(ticker) = self.style.ticker(self.quiet) else { return work() };
        let begun = Instant::now();
        let text = || self.lang.text(&note(begun.elapsed().as_secs()).into());
        thread::scope(|scope| {
            let ((_done, waiting), pace) = (mpsc::channel::<()>(), self.pace);
            let watch = move || {
                while waiting.recv_timeout(pace) == Err(RecvTimeoutError::Timeout) {
                    ticker.say(text);
                }
            };
            // If there is no memory for a second thread, the work runs without progress.
            if memory::threads(2, 0) > 1 {
                let _ = thread::Builder::new().spawn_scoped(scope, watch);
            }
            work()
        })
    }
}

/// A long query whose progress is shown.
pub(crate) struct Watched<'w, Q> {
    watch: &'w Watch,
    question: Q,
}

impl<Q: Ask> Ask for Watched<'_, Q> {
    type Report = Q::Report;

    fn ask(&self, asked: Asked<'_>) -> Result<Q::Report, AskError> {
        self.watch.work(|| self.question.ask(asked))
    }
}

/// The time before the program shows progress. A shorter solve shows no progress, because a bar that only flashes is
/// useless.
pub(crate) const PATIENCE: Duration = Duration::from_millis(300);
/// The program estimates the remaining time only after it has done the fraction 1 / `TELLING_PART` of the work.
const TELLING_PART: u64 = 20;
const PLAIN_INTERVAL: Duration = Duration::from_secs(1);
/// A solve that takes longer than this time shows its progress even if standard error is not a terminal.
const LONG: Duration = Duration::from_secs(2);
/// The interval between two lines of progress in a file or a pipe, if the user did not ask for progress.
const PIPED_INTERVAL: Duration = Duration::from_secs(10);

/// The template of the progress bar, for work with a known total.
const BAR: &str = "{msg:>24} {bar:30} {human_pos}/{human_len}";
/// The template of the progress line, for work with an unknown total.
const TICKER: &str = "{spinner} {msg}";

pub(crate) enum Reporter {
    Bar {
        bar: ProgressBar,
        born: Instant,
    },
    Plain {
        last: Mutex<Instant>,
    },
    /// Prints lines to a standard error that is a file or a pipe. If the solve is long, the plan comes first, then the
    /// progress at long intervals.
    Piped {
        born: Instant,
        last: Mutex<Option<Duration>>,
    },
}

impl Reporter {
    fn bar(template: &str) -> Self {
        let bar = ProgressBar::with_draw_target(Some(1), ProgressDrawTarget::stderr());
        set_template(&bar, template);
        Self::Bar { bar, born: Instant::now() }
    }

    /// Shows the progress of a solve. The solver calls this function about twenty times a second; `plan` returns the
    /// plan of the solve.
    pub(crate) fn report(&self, progress: Progress, plan: impl FnOnce() -> Option<String>, json: bool) {
        match self {
            Self::Piped { born, last } => {
                let Ok(mut last) = last.try_lock() else { return };
                for (what, line) in piped(born.elapsed(), &mut last, progress, plan) {
                    print_line(what, &line, json);
                }
            }
            Self::Bar { born, .. } if born.elapsed() < PATIENCE => {}
            Self::Bar { bar, .. } => {
                let (template, message) = shape(progress);
                set_template(bar, template);
                bar.set_message(message);
                bar.set_length(progress.total.unwrap_or(0).max(1));
                bar.set_position(progress.done);
            }
            Self::Plain { last } => say_plainly(last, || plain(progress)),
        }
    }

    /// Replaces the text that is shown to the user.
    pub(crate) fn say(&self, text: impl FnOnce() -> String) {
        match self {
            Self::Bar { bar, .. } => {
                bar.set_message(text());
                bar.tick();
            }
            Self::Plain { last } => say_plainly(last, text),
            Self::Piped { .. } => {}
        }
    }
}

/// Returns the lines to print about a long solve, each with its kind. The first lines of a solve also contain the plan.
/// Later lines contain only the progress.
fn piped(
    elapsed: Duration,
    last: &mut Option<Duration>,
    progress: Progress,
    plan: impl FnOnce() -> Option<String>,
) -> Vec<(&'static str, String)> {
    if elapsed < last.map_or(LONG, |last| last + PIPED_INTERVAL) {
        return Vec::new();
    }
    let plan = if last.replace(elapsed).is_none() { plan() } else { None };
    plan.map(|plan| ("plan", plan)).into_iter().chain([("progress", plain(progress))]).collect()
}

/// Prints a line about a solve as text; if `json` is set, as a JSON object with the key `what`.
fn print_line(what: &str, line: &str, json: bool) {
    let line = if json { serde_json::json!({ what: line }).to_string() } else { line.to_owned() };
    // If standard error is closed, the work continues.
    let _ = writeln!(io::stderr(), "{line}");
}

impl Drop for Reporter {
    fn drop(&mut self) {
        if let Self::Bar { bar, .. } = self {
            bar.finish_and_clear();
        }
    }
}

/// Prints a line of progress if at least [`PLAIN_INTERVAL`] has passed since the last line.
fn say_plainly(last: &Mutex<Instant>, text: impl FnOnce() -> String) {
    let Ok(mut last) = last.try_lock() else { return };
    if last.elapsed() >= PLAIN_INTERVAL {
        *last = Instant::now();
        // If standard error is closed, the work continues.
        let _ = writeln!(io::stderr(), "{}", text());
    }
}

/// Returns the template and the text of the progress on a terminal. If the total amount of work is unknown, a rate is
/// shown instead of a bar.
fn shape(progress: Progress) -> (&'static str, String) {
    if progress.total.is_some() { (BAR, stage(progress)) } else { (TICKER, plain(progress)) }
}

fn set_template(bar: &ProgressBar, template: &str) {
    // Every template is a valid constant, so there is no error.
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
}

fn plain(progress: Progress) -> String {
    let total = progress.total.map(|total| format!(" of {}", grouped(total))).unwrap_or_default();
    format!("{}: {}{total}, {:.0} a second", stage(progress), grouped(progress.done), progress.rate())
}

fn stage(progress: Progress) -> String {
    match progress.stage {
        Stage::Exploring => "exploring".to_owned(),
        Stage::Linking => "storing predecessors".to_owned(),
        Stage::Seeding => "seeding".to_owned(),
        Stage::Sweeping => format!("sweeping, depth {}", progress.depth),
        Stage::Tying => format!("pushing ties, depth {}", progress.depth),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn issue_27_a_long_solve_tells_its_plan_and_how_far_it_is() {
        let progress =
            Progress { stage: Stage::Seeding, done: 5, total: None, depth: 0, elapsed: Duration::from_secs(1) };
        let (mut last, mut printed) = (None, Vec::new());
        for tenths in 0..300 {
            let lines = piped(Duration::from_millis(100 * tenths), &mut last, progress, || Some("a plan".to_owned()));
            printed.extend(lines.into_iter().map(|(what, _)| (tenths, what)));
        }
        assert_eq!(printed, [(20, "plan"), (20, "progress"), (120, "progress"), (220, "progress")]);
    }

    #[test]
    fn exploring_tells_a_rate_where_the_end_is_not_known() {
        let progress = |stage, total| Progress { stage, done: 4000, total, depth: 0, elapsed: Duration::from_secs(2) };
        let exploring = shape(progress(Stage::Exploring, None));
        assert_eq!(exploring, (TICKER, "exploring: 4,000, 2000 a second".to_owned()));
        assert_eq!(shape(progress(Stage::Linking, Some(9000))), (BAR, "storing predecessors".to_owned()));
        assert!([BAR, TICKER].iter().all(|template| ProgressStyle::with_template(template).is_ok()));
    }
}
