//! The verb `retrograde tabulate` lists all small starts and their values.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use clap::Args;
use retrograde::author::{AnyPosition, Census, UpTo};
use retrograde::{Kind, Options};
use retrograde_service::Session;
use retrograde_service::ask::Probe;
use retrograde_service::diagnosis::diagnosed;
use retrograde_service::position;
use retrograde_service::report::{Head, SCHEMA};
use retrograde_service::unanswered::Unanswered;
use serde::Serialize;

use crate::asking::advised;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::{Failure, Fault, Place, Stop};
use crate::lang::{Catalogue, fill};
use crate::messages::{BadValue, Counted, Hint, Note, Unit, Work, Wrong, counted};
use crate::meter::Allowed;
use crate::name;
use crate::opened::Opened;
use crate::program::Program;
use crate::progress::Watch;
use crate::size;
use crate::trial::{Failing, Trial, TrialResult, by_files, subject};
use crate::verdict::Defect;
use crate::word::{columns, grouped, padded};
use retrograde::rules::message::Message;

/// List all small starts of a game with their values, or compare a program's answers with these values
///
/// Such a table helps to guess a theorem: each row has a value for the side to move, the depth in plies, and the
/// position. With a program after `--`, tabulate compares the program's answers with ours instead, and prints the first
/// row that differs. Tabulate kills all child processes after each run, on Linux also the processes that left the
/// process group.
#[derive(Args)]
pub(crate) struct Tabulate {
    /// The game{game?, such as @,} or its contest's format{format?, such as @}
    game: String,
    /// The largest size: rows x columns such as 2x3, or one number: the length of a row, or both sides of a board
    #[arg(long, value_name = "SIZE", value_parser = up_to)]
    upto: UpTo,
    /// The limit of processor time of a run, child processes included, and of the longest sleep; wall time without /proc
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = size::duration)]
    timeout: Duration,
    /// The program to compare and its arguments: it reads a judge's input on standard input and prints its answers
    #[arg(last = true, value_name = "PROGRAM")]
    program: Vec<OsString>,
}

/// The maximum number of starts in a list.
const MOST: u64 = 1_000_000;

fn up_to(text: &str) -> Result<UpTo, BadValue> {
    let side = text.parse().ok().filter(|&side| side > 0).map(UpTo::Side);
    let board = || size::board(text).map(|(rows, columns)| UpTo::Board(rows, columns));
    side.map_or_else(board, Ok).map_err(|_| BadValue::UpTo)
}

impl Tabulate {
    pub(crate) fn run(&self, ctx: &mut Context<'_>) -> Result<Exit, Stop> {
        let (contest, source) = subject(ctx.registry, &self.game)?;
        let Census { most, starts } = source.all(self.upto).map_err(Failure::usage)?;
        let Some(most) = most.filter(|&most| most <= MOST) else {
            let starts = most.map_or(Counted::ManyStarts, |most| counted(most, Unit::Start));
            let message = Wrong::ManyStarts { starts, most: grouped(MOST) };
            return Err(Failure::new(Fault::Refused, "too-large", message).hint(Hint::SmallerUpto).into());
        };
        ctx.note(Note::AtMost { starts: counted(most, Unit::Start) });
        let tokens = starts.map(|start| format!("{}:{start}", contest.game()));
        if self.program.is_empty() {
            let (watch, done) = (watch(ctx, Work::Listing, io::stdout().is_terminal()), AtomicU64::new(0));
            let counts = watch.work_through_starts(most, &done, || list(ctx, tokens, &done))?;
            print_counts(ctx, &counts);
            return Ok(Exit::Done);
        }
        let program = Program::new(&self.program, Allowed { time: self.timeout, memory: None });
        let interrupt = program.interrupt()?;
        let trial = Trial { contest, program, options: ctx.quiet_options(), interrupt };
        let (watch, done) = (watch(ctx, Work::Comparing, false), AtomicU64::new(0));
        let compare = || compare(ctx, &trial, tokens, source.cases(), &done);
        let compared = watch.work_through_starts(most, &done, compare)?;
        compared.print(ctx, &trial, done.into_inner())
    }
}

/// Returns the watch that shows the progress, if the work takes long. While the rows of the list appear on a terminal,
/// the watch shows nothing: its line would be drawn among the rows.
fn watch(ctx: &Context<'_>, work: Work, is_shown: bool) -> Watch {
    let watch = ctx.watch(work).piped();
    Watch { quiet: watch.quiet || is_shown, ..watch }
}

/// Prints the list of starts, and counts the printed starts in `done`. Returns the number of starts with each value.
fn list(
    ctx: &mut Context<'_>,
    tokens: impl Iterator<Item = String>,
    done: &AtomicU64,
) -> Result<Vec<(Kind, u64)>, Stop> {
    let mut values = Values { options: ctx.quiet_options(), held: None };
    let mut counts: Vec<(Kind, u64)> = Vec::new();
    let words = ctx.words();
    let classes = Kind::ALL.map(|kind| columns(&words.kind(kind)));
    let width = classes.into_iter().fold(columns(words.tabulate_value), usize::max);
    let blanks = |depth: &str| " ".repeat(5_usize.saturating_sub(columns(depth)));
    if !ctx.global.json {
        let (value, depth) = (padded(words.tabulate_value, width), words.tabulate_depth);
        writeln!(ctx.out, "{value}  {}{depth}  {}", blanks(depth), words.tabulate_position)?;
    }
    for token in tokens {
        let position = ctx.open(&token, Place::default())?;
        let head = values.of(ctx, &*position)?;
        match counts.iter_mut().find(|(value, _)| *value == head.value) {
            Some((_, count)) => *count += 1,
            None => counts.push((head.value, 1)),
        }
        if ctx.global.json {
            ctx.json(&head)?;
        } else {
            let depth = head.depth.map(|depth| depth.to_string()).unwrap_or_default();
            let value = padded(&words.kind(head.value), width);
            writeln!(ctx.out, "{value}  {}{depth}  {}", blanks(&depth), head.pos)?;
        }
        done.fetch_add(1, Ordering::Relaxed);
    }
    counts.sort_unstable_by_key(|(kind, _)| kind.word());
    Ok(counts)
}

/// Prints the number of starts with each value.
fn print_counts(ctx: &Context<'_>, counts: &[(Kind, u64)]) {
    let words = ctx.words();
    let starts = words.text(counted(counts.iter().map(|(_, count)| count).sum(), Unit::Start));
    let value = |&(value, count): &(Kind, u64)| {
        fill(words.value_count, &[("number", &grouped(count)), ("value", &words.kind(value))])
    };
    let values = counts.iter().map(value).collect::<Vec<_>>().join(words.list_gap);
    ctx.note(fill(words.starts_counted, &[("starts", &starts), ("values", &values)]));
}

/// The size of a small table, in slots. Solving a table of at most this size is faster than starting a thread or
/// preparing a shortcut.
const SMALL: u64 = 1 << 13;

/// Finds the values of many small positions. The most recent table stays in memory, because the next position may be on
/// the same board.
struct Values {
    options: Options<'static>,
    held: Option<(String, Session)>,
}

impl Values {
    /// Returns the value of a position. For a large board, the value comes from the shortcut if the shortcut gives the
    /// depth. If the shortcut does not give the depth, the value comes from a table.
    fn of(&mut self, ctx: &Context<'_>, position: &dyn AnyPosition) -> Result<Head, Stop> {
        let (instance, domain) = (position.instance(), ctx.global.domain);
        let is_small = position.plan(domain, 1).slots.is_some_and(|slots| slots <= SMALL);
        if !is_small
            && let Some(report) = position::shortcut(position)
            && report.head.depth_known
        {
            return Ok(report.head);
        }
        let session = match self.held.take() {
            Some((held, session)) if held == instance => session,
            _ => {
                let threads = if is_small { 1 } else { self.options.threads };
                let options = Options { threads, ..self.options };
                match ctx.stored(position)? {
                    Some(stored) => stored.session(position, domain),
                    None => Session::solve(position, domain, &options)
                        .map_err(|error| ctx.stop(Unanswered::Refused(error), position))?,
                }
            }
        };
        let probed = session.ask(position, &Probe::MOVES);
        let untold = |error| {
            let failure = diagnosed(Failure::ask(&position.token(), error), position);
            advised(failure)
        };
        let head = probed.map_err(untold)?.report.head;
        self.held = Some((instance, session));
        Ok(head)
    }
}

/// The report on a comparison of a program's answers with ours.
#[derive(Serialize)]
struct CompareReport<'r> {
    schema: u32,
    ok: bool,
    /// The number of starts before the first difference; for these starts, the program's answers are equal to ours.
    agree: u64,
    /// The number of the first row with a difference, from 1.
    row: Option<u64>,
    fault: Option<Defect>,
    detail: Option<String>,
    expected: Option<&'r str>,
    found: Option<&'r str>,
    pos: Option<&'r str>,
}

/// The result of a comparison.
enum Comparison {
    Agrees,
    Interrupted,
    /// The program fails on a file with these starts.
    Differs(Vec<String>, Failing),
}

/// Compares the program's answers with ours until the first difference. Each file has `cases` starts. Counts the starts
/// with equal answers in `agree`.
fn compare(
    ctx: &Context<'_>,
    trial: &Trial<'_>,
    tokens: impl Iterator<Item = String>,
    cases: usize,
    agree: &AtomicU64,
) -> Result<Comparison, Stop> {
    let (mut tokens, mut has_files) = (tokens.peekable(), false);
    while tokens.peek().is_some() {
        let file: Vec<String> = tokens.by_ref().take(cases).collect();
        let outcome = trial.of(&file)?;
        if let (false, Some(names)) = (has_files, trial.files()) {
            ctx.note(by_files(names));
            has_files = true;
        }
        match outcome {
            TrialResult::Agrees(_) => {
                agree.fetch_add(file.len() as u64, Ordering::Relaxed);
            }
            TrialResult::Interrupted => return Ok(Comparison::Interrupted),
            TrialResult::Fails(failing) => return Ok(Comparison::Differs(file, failing)),
        }
        if trial.interrupt.is_pressed() {
            return Ok(Comparison::Interrupted);
        }
    }
    Ok(Comparison::Agrees)
}

impl Comparison {
    /// Prints the result; `agree` is the number of starts before the first difference.
    fn print(self, ctx: &mut Context<'_>, trial: &Trial<'_>, agree: u64) -> Result<Exit, Stop> {
        match self {
            Self::Agrees => print_agreement(ctx, agree),
            Self::Interrupted => Ok(Exit::Interrupted),
            Self::Differs(file, failing) => {
                let (index, failing) = guilty(trial, &file, failing)?;
                print_difference(ctx, agree + index as u64, &file[index], &failing)?;
                Ok(Exit::No)
            }
        }
    }
}

fn print_agreement(ctx: &mut Context<'_>, agree: u64) -> Result<Exit, Stop> {
    let none = CompareReport {
        schema: SCHEMA,
        ok: true,
        agree,
        row: None,
        fault: None,
        detail: None,
        expected: None,
        found: None,
        pos: None,
    };
    if ctx.global.json {
        ctx.json(&none)?;
    } else {
        let words = ctx.words();
        writeln!(ctx.out, "{}", fill(words.ok, &[("count", &starts_agree(words, agree))]))?;
    }
    Ok(Exit::Done)
}

fn starts_agree(words: &Catalogue, agree: u64) -> String {
    fill(words.starts_agree, &[("starts", &words.text(counted(agree, Unit::Start)))])
}

/// Finds the case on which the program fails, and returns its index in `file`. If `failing` does not name the case,
/// runs each case alone, and returns the first case that fails. If no case fails alone, returns the first case of the
/// file.
fn guilty(trial: &Trial<'_>, file: &[String], failing: Failing) -> Result<(usize, Failing), Stop> {
    if let Some(case) = failing.case {
        return Ok((case as usize - 1, failing));
    }
    for (index, token) in file.iter().enumerate() {
        if let TrialResult::Fails(failing) = trial.of(std::slice::from_ref(token))? {
            return Ok((index, failing));
        }
    }
    Ok((0, failing))
}

fn print_difference(ctx: &mut Context<'_>, agree: u64, token: &str, failing: &Failing) -> Result<(), Stop> {
    let row = agree + 1;
    if ctx.global.json {
        return ctx.json(&CompareReport {
            schema: SCHEMA,
            ok: false,
            agree,
            row: Some(row),
            fault: Some(failing.defect),
            detail: failing.detail.as_ref().map(Message::to_string),
            expected: failing.expected.as_deref(),
            found: failing.found.as_deref(),
            pos: Some(token),
        });
    }
    let (row, sentence) = (grouped(row), failing.sentence_without_case(ctx.lang));
    writeln!(ctx.out, "{}", fill(ctx.words().row, &[("row", &row), ("sentence", &sentence)]))?;
    if let Some(opened) = Opened::new(ctx, token)? {
        opened.write(ctx)?;
    }
    Ok(writeln!(ctx.out, "{} probe {token}", name::own())?)
}
