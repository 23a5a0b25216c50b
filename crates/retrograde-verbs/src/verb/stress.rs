//! The verb `retrograde stress` tests a program on many inputs until the program's answers differ from ours.

mod report;
mod source;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use fastrand::Rng;
use retrograde::Options;
use retrograde::author::{Contest, in_order};
use retrograde_service::report::SCHEMA;

use self::report::{FirstFailure, StressReport, Used, agree, print_agreement, print_failure};
use self::source::{Origin, Source, Test};
use crate::context::Context;
use crate::evidence::{Evidence, Folder};
use crate::exit::Exit;
use crate::failure::{Failure, Stop};
use crate::messages::{Hint, Note, Wrong};
use crate::meter::{Allowed, Meter};
use crate::program::Program;
use crate::room::{self, Names};
use crate::size;
use crate::trial::{Counterexample, Shrinking, Trial, TrialResult, by_files, subject};
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
