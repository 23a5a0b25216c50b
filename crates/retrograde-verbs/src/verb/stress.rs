//! The verb `retrograde stress` tests a program on many inputs until the program's answers differ from ours.

use std::ffi::OsString;
use std::fmt::Display;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use fastrand::Rng;
use retrograde::Options;
use retrograde::author::{Contest, KnownStart, Made, Starts, Strictness, in_order};
use retrograde::rules::message::{Bytes, Message};
use retrograde_service::report::SCHEMA;
use serde::{Serialize, Serializer};

use crate::context::Context;
use crate::evidence::{Evidence, Folder, Saved};
use crate::exit::Exit;
use crate::failure::{Failure, Stop, sentence};
use crate::lang::{Catalogue, Lang, fill};
use crate::messages::{Hint, Note, Tested, Unit, Wrong, counted};
use crate::meter::{Allowed, Meter, RunCost};
use crate::name;
use crate::opened::Opened;
use crate::plan;
use crate::program::Program;
use crate::room::{self, Names};
use crate::size;
use crate::trial::{Counterexample, Failing, Flaky, Shrinking, Trial, TrialResult, by_files, subject};
use crate::verdict::Defect;
use crate::vocabulary::TestEnd;
use crate::word::grouped;

/// Test a program against our answers, on known hard cases and random starts
///
/// Stress runs the program many times: it writes a judge's input file to the program's standard input and reads the
/// answers from its standard output. The known hard cases come first, the shortest first, and then pairs of hard
/// boards. The known cases are as large as the judge's: raise --timeout for a slow program, or leave the known cases
/// out with --size. Stress reduces the first input on which the program fails to a small one, saves it with our
/// answers, and prints it. A crash, an exit code, a timeout, too much memory, unreadable output, too few answers and
/// too many answers are failures, too. Stress runs a failing input twice more, while nothing else runs. If the program
/// passes in one of these runs, stress reports the program as flaky and does not reduce the input. Without --time or
/// -n, stress runs until a failure, or until Ctrl-C, SIGTERM or SIGHUP. If the program does not fail, stress prints at
/// the end the most time and the most memory of a run, each with the input of the run. Runs are parallel, one per
/// thread (-j 1: one after the other); the first failure is the same for any number of threads. Stress kills all child
/// processes after each run; on Linux also those that left the process group, for example by setsid.
#[derive(Args)]
pub(crate) struct Stress {
    /// The game{game?, such as @,} or its contest's format{format?, such as @}
    #[arg(long, value_name = "GAME|FORMAT")]
    game: String,
    /// The seed of the starts, printed on standard error; random if not given
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,
    /// Stop after this time, such as 60s, 5m or 2h
    #[arg(long, value_name = "TIME", value_parser = size::duration)]
    time: Option<Duration>,
    /// Stop after N random cases
    #[arg(short = 'n', long, value_name = "N")]
    number: Option<u64>,
    /// Rows and columns of every board, such as 9x9{cannons? (a row of 12 cannons is 1x12)}; without it, random boards are small
    #[arg(long, value_name = "SIZE", value_parser = size::board)]
    size: Option<(u32, u32)>,
    /// The limit of processor time of a run, child processes included, and of the longest sleep; 5s if not given. Without
    /// /proc, the limit is wall time
    #[arg(long, value_name = "TIME", value_parser = size::duration)]
    timeout: Option<Duration>,
    /// The limit of memory of a run, such as 64M: the largest resident size of any of its processes, measured every millisecond.
    /// Linux only
    #[arg(long, value_name = "SIZE", value_parser = size::bytes)]
    memory: Option<u64>,
    /// Take --timeout and --memory from the contest's judge where they are not given
    #[arg(long)]
    judge: bool,
    /// Give the program its input in a file of this name, instead of on standard input. Each run starts in a new folder, which is
    /// removed afterwards; stress makes the names of existing files and folders in the command absolute. If a program prints nothing
    /// or times out, stress runs it once more with the contest's file names{p9169?, such as zu.in and zu.out,} and keeps these names
    /// if the program answers
    #[arg(long, value_name = "NAME", value_parser = room::file_name)]
    stdin_file: Option<String>,
    /// Read the program's answers from a file of this name in its folder, instead of from its standard output
    #[arg(long, value_name = "NAME", value_parser = room::file_name)]
    stdout_file: Option<String>,
    /// Save a failing input in this folder, as stress-SEED.in and stress-SEED.out, and the last 64 KiB of the program's standard
    /// error, if any, as stress-SEED.err; the current folder if not given. If such a file exists, the name is stress-SEED-2.in
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The program and its arguments
    #[arg(last = true, required = true, value_name = "PROGRAM")]
    program: Vec<OsString>,
}

/// If the starts of an input have at least this total size in bytes, no further start is added to the input.
const MOST_BYTES: usize = 4 << 20;

/// The report of the test.
#[derive(Serialize)]
struct StressReport<'r> {
    schema: u32,
    ok: bool,
    seed: u64,
    /// The number of runs of the program, not counting the runs that reduced the counterexample.
    runs: u64,
    cases: u64,
    interrupted: bool,
    /// The names of the contest's files, if the program uses these files.
    #[serde(skip_serializing_if = "Option::is_none")]
    files: Option<&'r Names>,
    /// What the runs have used, if the program's answers were equal to ours in all runs.
    #[serde(flatten)]
    used: Used,
    #[serde(flatten)]
    found: Option<FoundReport<'r>>,
}

/// The runs that have used the most time and the most memory. A value is `None` if the system does not report it.
#[derive(Default, Serialize)]
struct Used {
    #[serde(skip_serializing_if = "Option::is_none")]
    slowest: Option<Slowest>,
    #[serde(skip_serializing_if = "Option::is_none")]
    largest: Option<Largest>,
}

/// The run that has used the most time.
#[derive(Serialize)]
struct Slowest {
    #[serde(rename = "ms", serialize_with = "milliseconds")]
    time: Duration,
    input: Tested,
}

/// The run with the largest process.
#[derive(Serialize)]
struct Largest {
    bytes: u64,
    input: Tested,
}

/// Writes a processor time. The system counts it in steps of 10 or 16 ms, so a shorter time is not known exactly.
fn processor_time(time: Duration) -> String {
    if time.is_zero() { "< 16 ms".to_owned() } else { plan::time(time.as_secs_f64() * 1e3) }
}

fn milliseconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}

impl Serialize for Tested {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Used {
    /// Adds a run. If two runs have used the same, the first run is stored, so that the input is the simpler one.
    fn add(&mut self, cost: RunCost, input: &Tested) {
        if self.slowest.as_ref().is_none_or(|slowest| cost.time > slowest.time) {
            self.slowest = Some(Slowest { time: cost.time, input: input.clone() });
        }
        if let Some(bytes) = cost.memory
            && self.largest.as_ref().is_none_or(|largest| bytes > largest.bytes)
        {
            self.largest = Some(Largest { bytes, input: input.clone() });
        }
    }

    /// Returns the sentence with the most time and the most memory; `None` if there was no run.
    fn note(&self) -> Option<Note> {
        let Slowest { time, input: slowest } = self.slowest.as_ref()?;
        let (time, slowest) = (processor_time(*time), slowest.clone());
        Some(match &self.largest {
            Some(Largest { bytes, input }) => {
                Note::MostUsed { time, slowest, memory: Bytes(*bytes), largest: input.clone() }
            }
            None => Note::MostTime { time, slowest },
        })
    }
}

/// The first failure of the program, with the reduced input.
#[derive(Serialize)]
struct FoundReport<'r> {
    fault: Defect,
    detail: Option<String>,
    shape: &'r str,
    case: Option<u64>,
    expected: Option<&'r str>,
    found: Option<&'r str>,
    stderr: Option<String>,
    pos: &'r [String],
    input: String,
    output: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    stderr_file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    flaky: Option<Flaky>,
}

/// The data of the program's first failure. The verb makes the report from these data.
struct FirstFailure {
    origin: Origin,
    flaky: Option<Flaky>,
    tokens: Vec<String>,
    failing: Failing,
    saved: Saved,
}

impl Stress {
    pub(crate) fn run(&self, ctx: &mut Context<'_>) -> Result<Exit, Stop> {
        let (contest, starts) = subject(ctx.registry, &self.game)?;
        let (allowed, names) = (self.allowed(contest)?, self.names()?);
        if let (true, Allowed { time, memory: Some(memory) }) = (self.judge, allowed) {
            ctx.note(Note::Allowed { time: format!("{time:?}"), memory: grouped(memory) });
        }
        let seed = self.seed.unwrap_or_else(|| fastrand::u64(..1 << 32));
        let mut source = Source { contest, starts, size: self.size, rng: Rng::with_seed(seed) };
        // If the size is impossible, the error comes before the seed is printed.
        source.clone().make()?;
        ctx.print_seed(seed);
        let folder = Folder::open(self.out.as_deref())?;
        let program = Program::new(&self.program, allowed);
        if let Some(names) = names {
            program.settle(names);
        }
        let interrupt = program.interrupt()?;
        // Several runs are parallel, so only one thread computes our answers for each run.
        let options = Options { threads: 1, ..ctx.quiet_options() };
        let trial = Trial { contest, program, options, interrupt };
        let mut report = StressReport {
            schema: SCHEMA,
            ok: true,
            seed,
            runs: 0,
            cases: 0,
            interrupted: false,
            files: None,
            used: Used::default(),
            found: None,
        };
        let Some((first, origin)) = self.until_it_fails(ctx, &trial, &mut source, &mut report)? else {
            let exit = if report.interrupted { Exit::Interrupted } else { Exit::Done };
            print_agreement(ctx, &report)?;
            return Ok(exit);
        };
        let flaky = trial.again(&first.tokens)?;
        let Counterexample { tokens, failing } = if flaky.is_some() {
            first
        } else {
            ctx.note(Note::Shrinking { failing: first.failing.sentence(ctx.lang) });
            let (smallest, is_over) = Shrinking::new(&trial, starts).shrink(first)?;
            if is_over {
                report.interrupted = trial.interrupt.is_pressed();
                ctx.note(Note::NotSmallest);
            }
            smallest
        };
        let input = trial.input(&tokens)?;
        let evidence = Evidence { output: trial.output(&input)?, input, errors: failing.errors.clone() };
        let saved = folder.save(&format!("stress-{seed}"), &evidence)?;
        report.ok = false;
        print_failure(ctx, &report, &FirstFailure { origin, flaky, tokens, failing, saved })?;
        Ok(Exit::No)
    }

    /// Returns the names of the input and output files that the options give.
    fn names(&self) -> Result<Option<Names>, Failure> {
        let names = Names { input: self.stdin_file.clone(), output: self.stdout_file.clone() };
        match &names {
            Names { input: Some(input), output } if output.as_ref() == Some(input) => {
                Err(Failure::usage(Wrong::OneFile { name: input.clone() }).hint(Hint::TwoNames))
            }
            _ => Ok(names.has_some().then_some(names)),
        }
    }

    /// Returns the limits of time and memory for a run.
    fn allowed(&self, contest: &dyn Contest) -> Result<Allowed, Failure> {
        /// The default limit of time for one run.
        const TIME: Duration = Duration::from_secs(5);
        let no_limits = || Failure::usage(Wrong::NoLimits { format: contest.id() }).hint(Hint::NameLimits);
        let judge = if self.judge { Some(contest.limits().ok_or_else(no_limits)?) } else { None };
        let time = self.timeout.or(judge.map(|judge| judge.time)).unwrap_or(TIME);
        let memory = self.memory.or(judge.map(|judge| judge.memory));
        if memory.is_some() && !Meter::knows_memory() {
            return Err(Failure::usage(Wrong::NoMemory).hint(Hint::TimeoutAlone));
        }
        Ok(Allowed { time, memory })
    }

    /// Runs the program once for each input. Several runs are in progress at the same time. Returns the first failing
    /// input and its origin; `None` if the test ends without a failure.
    fn until_it_fails<'t>(
        &self,
        ctx: &Context<'_>,
        trial: &'t Trial<'_>,
        source: &mut Source<'_>,
        report: &mut StressReport<'t>,
    ) -> Result<Option<(Counterexample, Origin)>, Stop> {
        let (begun, is_named) = (Instant::now(), self.stdin_file.is_some() || self.stdout_file.is_some());
        let ticker = ctx.global.progress.ticker(ctx.global.quiet);
        let (mut found, mut random_cases) = (None, 0);
        let has_time = || self.time.is_none_or(|time| begun.elapsed() < time);
        let read = |test: &mut dyn FnMut(Test) -> Result<(), Halt>| {
            for known in source.known()?.into_iter().take_while(|_| has_time()) {
                test(known)?;
            }
            let mut left = self.number.unwrap_or(u64::MAX);
            while left > 0 && has_time() {
                let input = source.input(left)?;
                left -= input.tokens.len() as u64;
                test(input)?;
            }
            Ok(())
        };
        let tester = || {
            |test: Test| {
                let outcome = trial.of(&test.tokens);
                (test, outcome)
            }
        };
        let judge = |(test, outcome): (Test, Result<TrialResult, Stop>)| {
            let outcome = outcome?;
            if trial.interrupt.is_pressed() || matches!(outcome, TrialResult::Interrupted) {
                report.interrupted = true;
                return Err(Halt::Over);
            }
            if report.files.is_none() && !is_named {
                report.files = trial.files();
                if let Some(names) = report.files {
                    ctx.note(by_files(names));
                }
            }
            report.runs += 1;
            let Test { tokens, origins } = test;
            match outcome {
                TrialResult::Fails(failing) => {
                    let origin = origins.of(&failing);
                    found = Some((Counterexample { tokens, failing }, origin));
                    return Err(Halt::Over);
                }
                TrialResult::Agrees(cost) => report.used.add(cost, &origins.tested(&mut random_cases, report.seed)),
                TrialResult::Interrupted => {}
            }
            report.cases += tokens.len() as u64;
            if let Some(ticker) = &ticker {
                ticker.say(|| agree(ctx.words(), report));
            }
            Ok(())
        };
        match in_order(ctx.global.threads, read, tester, judge) {
            Err(Halt::Stopped(stop)) => Err(stop),
            Ok(()) | Err(Halt::Over) => Ok(found),
        }
    }
}

/// One input of the program under test, as tokens.
struct Test {
    tokens: Vec<String>,
    origins: Origins,
}

/// The origins of the cases of an input. A case is a known hard case or a random start.
enum Origins {
    Known(String),
    /// The shape (the kind of board) of each case.
    Random(Vec<Message>),
}

/// The origin of one case. The case is a known hard case or a random start.
enum Origin {
    /// The name of the known case, such as `race/021`, or the names of a pair of known cases.
    Known(String),
    /// The shape (the kind of board) of the random start.
    Random(Option<Message>),
}

impl Origins {
    /// Returns the origin of the failing case. If the failing case is unknown, returns the origin of the first case.
    fn of(self, failing: &Failing) -> Origin {
        let case = failing.case.map_or(0, |case| case as usize - 1);
        match self {
            Self::Known(name) => Origin::Known(name),
            Self::Random(shapes) => Origin::Random(shapes.into_iter().nth(case)),
        }
    }

    /// Names the input. Random cases have numbers from 1; `random_cases` is the number of random cases so far, and the
    /// function adds the cases of this input.
    fn tested(&self, random_cases: &mut u64, seed: u64) -> Tested {
        match self {
            Self::Known(name) => Tested::Known { name: name.clone() },
            Self::Random(shapes) => {
                let first = *random_cases + 1;
                *random_cases += shapes.len() as u64;
                if shapes.len() == 1 {
                    Tested::One { number: first, seed }
                } else {
                    Tested::Several { first, last: *random_cases, seed }
                }
            }
        }
    }
}

impl Origin {
    fn description(&self, lang: Lang) -> String {
        match self {
            Self::Known(name) => fill(lang.words().known_case, &[("name", name)]),
            Self::Random(shape) => shape.as_ref().map(|shape| lang.text(shape)).unwrap_or_default(),
        }
    }
}

/// The reason why the program is not tested on further inputs.
enum Halt {
    /// The program failed on an input, or an interrupt ended the test.
    Over,
    Stopped(Stop),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// The source of inputs. The source first returns the known hard cases, and then random cases from a seed.
#[derive(Clone)]
struct Source<'s> {
    contest: &'s dyn Contest,
    starts: &'s dyn Starts,
    size: Option<(u32, u32)>,
    rng: Rng,
}

impl Source<'_> {
    /// Returns the inputs with known hard cases, the shortest input first. Inputs with two boards each follow. A
    /// program may keep state from one board to the next, so the list also pairs each single board with the next single
    /// board, in both orders. If the command sets the size of boards, the list is empty.
    fn known(&self) -> Result<Vec<Test>, Stop> {
        if self.size.is_some() {
            return Ok(Vec::new());
        }
        let mut inputs = self.starts.known().to_vec();
        inputs.sort_by_key(|known| known.input.len());
        let tests = inputs.iter().map(|known| self.read(known)).collect::<Result<Vec<_>, _>>()?;
        let alone: Vec<_> = tests.iter().zip(&inputs).filter(|(tokens, _)| tokens.len() == 1).collect();
        let pairs = alone.windows(2).flat_map(|pair| [[pair[0], pair[1]], [pair[1], pair[0]]]);
        let pairs = pairs.map(|pair| Test {
            tokens: pair.iter().flat_map(|(tokens, _)| (*tokens).clone()).collect(),
            origins: Origins::Known(pair.map(|(_, known)| known.name).join(" + ")),
        });
        let pairs: Vec<_> = pairs.collect();
        let single = |(tokens, known): (Vec<String>, KnownStart)| Test {
            tokens,
            origins: Origins::Known(known.name.to_owned()),
        };
        Ok(tests.into_iter().zip(inputs).map(single).chain(pairs).collect())
    }

    fn read(&self, known: &KnownStart) -> Result<Vec<String>, Stop> {
        let mut tokens = Vec::new();
        let mut keep = |token| {
            tokens.push(token);
            ControlFlow::Continue(())
        };
        let read = self.contest.read(&mut known.input.as_bytes(), Strictness::Relaxed, &mut keep);
        read.map_err(|error| Failure::input(known.name, error))?;
        Ok(tokens)
    }

    /// Returns the next random input, with at most `left` cases.
    fn input(&mut self, left: u64) -> Result<Test, Stop> {
        let number = self.rng.usize(1..=self.starts.cases());
        let number = number.min(left.try_into().unwrap_or(usize::MAX));
        let (mut tokens, mut shapes) = (Vec::with_capacity(number), Vec::with_capacity(number));
        let mut bytes = 0;
        while tokens.len() < number && bytes < MOST_BYTES {
            let Made { shape, start } = self.make()?;
            bytes += start.len();
            tokens.push(format!("{}:{start}", self.contest.game()));
            shapes.push(shape);
        }
        Ok(Test { tokens, origins: Origins::Random(shapes) })
    }

    fn make(&mut self) -> Result<Made, Stop> {
        Ok(self.starts.make(&mut self.rng, self.size).map_err(Failure::usage)?)
    }
}

fn print_agreement(ctx: &mut Context<'_>, report: &StressReport<'_>) -> Result<(), Stop> {
    if ctx.global.json {
        return ctx.json(report);
    }
    let words = ctx.words();
    let how = words.text(if report.interrupted { TestEnd::Interrupted } else { TestEnd::Ok });
    let values: [(&str, &dyn Display); 3] = [("how", &how), ("agree", &agree(words, report)), ("seed", &report.seed)];
    writeln!(ctx.out, "{}", fill(words.agreement, &values))?;
    ctx.out.flush()?;
    report.used.note().into_iter().for_each(|note| ctx.note(note));
    Ok(())
}

/// Writes the number of cases in which the program's answers were equal to ours, and the number of runs, such as `300
/// cases in 60 runs agree`.
fn agree(words: &Catalogue, report: &StressReport<'_>) -> String {
    let (cases, runs) = (counted(report.cases, Unit::Case), counted(report.runs, Unit::Run));
    let (cases, runs) = (words.text(cases), words.text(runs));
    fill(words.runs_agree, &[("cases", &cases), ("runs", &runs)])
}

fn print_failure(ctx: &mut Context<'_>, report: &StressReport<'_>, found: &FirstFailure) -> Result<(), Stop> {
    let FirstFailure { origin, flaky, tokens, failing, saved } = found;
    let (input, output) = (saved.input.display().to_string(), saved.output.display().to_string());
    let stderr_file = saved.errors.as_ref().map(|file| file.display().to_string());
    if ctx.global.json {
        let found = Some(FoundReport {
            fault: failing.defect,
            detail: failing.detail.as_ref().map(Message::to_string),
            shape: &origin.description(Lang::En),
            case: failing.case,
            expected: failing.expected.as_deref(),
            found: failing.found.as_deref(),
            stderr: failing.last_errors().map(|lines| lines.join("\n")),
            pos: tokens,
            input,
            output,
            stderr_file,
            flaky: *flaky,
        });
        return ctx.json(&StressReport { found, used: Used::default(), ..*report });
    }
    let words = ctx.words();
    if let Some(Flaky { failed, runs }) = flaky {
        writeln!(ctx.out, "{}", fill(words.flaky, &[("failed", failed), ("runs", runs)]))?;
    }
    writeln!(ctx.out, "{}", failing.sentence(ctx.lang))?;
    if let Some(lines) = failing.last_errors() {
        writeln!(ctx.out, "{}", words.last_errors)?;
        lines.iter().try_for_each(|line| writeln!(ctx.out, "  {}", sentence(line)))?;
    }
    print_tokens(ctx, tokens, failing)?;
    let (shape, before) = (origin.description(ctx.lang), words.text(counted(report.cases, Unit::Case)));
    let origin: [(&str, &dyn Display); 3] = [("shape", &shape), ("seed", &report.seed), ("cases", &before)];
    writeln!(ctx.out, "{}", fill(words.found_on, &origin))?;
    let size = words.text(counted(tokens.len() as u64, Unit::Case));
    let (input, output) = (sentence(&input), sentence(&output));
    let (errors, template) = match stderr_file {
        Some(errors) => (sentence(&errors), words.saved_with_errors),
        None => (String::new(), words.saved),
    };
    let saved: [(&str, &dyn Display); 4] =
        [("input", &input), ("output", &output), ("errors", &errors), ("cases", &size)];
    Ok(writeln!(ctx.out, "{}", fill(template, &saved))?)
}

/// The maximum length in bytes of a token that the program prints.
const LONGEST_TOKEN: usize = 4000;

/// Prints the token of the failing case in a form that `probe` can read. If the failing case is unknown, prints all
/// tokens, unless there are too many.
fn print_tokens(ctx: &mut Context<'_>, tokens: &[String], failing: &Failing) -> Result<(), Stop> {
    const FEW: usize = 4;
    let shown = match failing.case {
        Some(case) => &tokens[case as usize - 1..case as usize],
        None if tokens.len() <= FEW => tokens,
        None => &[],
    };
    for token in shown {
        if token.len() <= LONGEST_TOKEN {
            if let Some(opened) = Opened::new(ctx, token)? {
                opened.write(ctx)?;
            }
            writeln!(ctx.out, "{} probe {token}", name::own())?;
        } else {
            writeln!(ctx.out, "{}", fill(ctx.words().long_position, &[("count", &token.len())]))?;
        }
    }
    Ok(())
}
