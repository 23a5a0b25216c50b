//! Tests a program. A test compares the program's answers with our answers on one input. If the program fails the test,
//! the input is reduced.

use std::io::Cursor;
use std::time::{Duration, Instant};

use retrograde::Options;
use retrograde::author::{AnyGame, Contest, Method, Starts};
use retrograde_service::names::{self, NameError};
use retrograde_service::registry::Registry;
use serde::Serialize;

use crate::compare::first_difference;
use crate::failure::{Failure, Place, Stop, Thing};
use crate::input::Input;
use crate::interrupt::Interrupt;
use crate::lang::{Lang, fill};
use crate::messages::{Hint, Note, Wrong};
use crate::meter::{Allowed, Excess, RunCost};
use crate::program::{End, Program, Run};
use crate::room::Names;
use crate::verdict::{Defect, Verdict};
use crate::vocabulary::DefectWord;
use crate::word::grouped;
use retrograde::rules::message::Message;

/// The program under test, and the contest whose inputs it answers.
pub(crate) struct Trial<'t> {
    pub(crate) contest: &'t dyn Contest,
    pub(crate) program: Program<'t>,
    pub(crate) options: Options<'t>,
    pub(crate) interrupt: Interrupt,
}

/// The reason why a program fails on an input.
pub(crate) struct Failing {
    pub(crate) defect: Defect,
    /// Details of the failure, such as the exit code or the time limit.
    pub(crate) detail: Option<Message>,
    /// The number of the first case with a wrong answer, from 1; `None` if no case is wrong.
    pub(crate) case: Option<u64>,
    pub(crate) expected: Option<String>,
    pub(crate) found: Option<String>,
    /// The last bytes of the program's standard error.
    pub(crate) errors: Vec<u8>,
}

impl Failing {
    fn of(defect: Defect, detail: Option<Message>, run: Run) -> Self {
        Self { defect, detail, case: None, expected: None, found: None, errors: run.errors }
    }

    /// Returns at most ten lines from the end of the program's standard error, without blank lines.
    pub(crate) fn last_errors(&self) -> Option<Vec<String>> {
        const MOST_LINES: usize = 10;
        let text = String::from_utf8_lossy(&self.errors);
        let mut lines: Vec<_> = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
        lines.drain(..lines.len().saturating_sub(MOST_LINES));
        (!lines.is_empty()).then(|| lines.into_iter().map(str::to_owned).collect())
    }

    /// Describes the failure in one sentence, such as `wrong answer: case 3: expected ...`.
    pub(crate) fn sentence(&self, lang: Lang) -> String {
        let (words, what) = (lang.words(), self.what(lang));
        let defect = words.text(DefectWord::from(self.defect));
        match self.case {
            Some(case) => fill(words.fault_case, &[("fault", &defect), ("case", &case), ("what", &what)]),
            None => fill(words.fault, &[("fault", &defect), ("what", &what)]),
        }
    }

    /// Like `sentence`, but without the number of the failing case, which the caller prints elsewhere.
    pub(crate) fn sentence_without_case(&self, lang: Lang) -> String {
        let words = lang.words();
        fill(words.fault, &[("fault", &words.text(DefectWord::from(self.defect))), ("what", &self.what(lang))])
    }

    fn what(&self, lang: Lang) -> String {
        let words = lang.words();
        let quoted = |text: &Option<String>| match text {
            Some(text) => fill(words.quoted, &[("text", text)]),
            None => words.end_of_the_output.to_owned(),
        };
        match &self.detail {
            Some(detail) => lang.text(detail),
            None => fill(words.difference, &[("expected", &quoted(&self.expected)), ("found", &quoted(&self.found))]),
        }
    }
}

/// The result of a test on one input.
pub(crate) enum TrialResult {
    /// The program's answers are equal to ours. The value is the cost of the run.
    Agrees(RunCost),
    Fails(Failing),
    Interrupted,
}

/// The number of failures of a flaky program. A flaky program fails in some runs on an input, and passes in other runs
/// on the same input.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Flaky {
    pub(crate) failed: u32,
    pub(crate) runs: u32,
}

impl Trial<'_> {
    /// Writes the positions in `tokens` in the format of the judge's input, and returns the bytes.
    pub(crate) fn input(&self, tokens: &[String]) -> Result<Vec<u8>, Stop> {
        let mut input = Vec::new();
        let written = self.contest.write(tokens, &mut input);
        written.map_err(|error| Stop::writing(self.contest, "", error, Place::default()))?;
        Ok(input)
    }

    /// Returns our answers to an input.
    pub(crate) fn output(&self, input: &[u8]) -> Result<Vec<u8>, Stop> {
        let mut output = Vec::new();
        let answered = self.contest.answer(&mut &*input, Method::Auto, &self.options, &mut output);
        answered.map_err(|error| Stop::answering("the input that was made", error))?;
        Ok(output)
    }

    /// Tests the program on one input that consists of the positions in `tokens`.
    pub(crate) fn of(&self, tokens: &[String]) -> Result<TrialResult, Stop> {
        let input = self.input(tokens)?;
        let ours = self.output(&input)?;
        let run = self.run(&input)?;
        let failing = match run.end {
            End::Done => return self.compare(&ours, run),
            End::Interrupted => return Ok(TrialResult::Interrupted),
            End::Exit(code) => Failing::of(Defect::ExitCode, Some(code.to_string().into()), run),
            End::Crash(Some(signal)) => Failing::of(Defect::Crash, Some(Note::Signal { signal }.into()), run),
            End::Crash(None) => Failing::of(Defect::Crash, Some(Note::Killed.into()), run),
            End::Exceeded(excess) => {
                let (defect, detail) = self.exceeded(excess);
                Failing::of(defect, Some(detail.into()), run)
            }
            End::TooMuch => Failing::of(Defect::TooMuch, Some(Note::TooMuch.into()), run),
        };
        Ok(TrialResult::Fails(failing))
    }

    /// Runs the program. A program that prints nothing or takes too long may expect the contest's files. If it is not
    /// known yet whether the program uses files, the function runs the program a second time with the contest's files.
    fn run(&self, input: &[u8]) -> Result<Run, Stop> {
        // `is_settled` is computed before the run, because another thread may set the file names during the run.
        let is_settled = self.program.settled().is_some();
        let run = self.program.run(input, &self.interrupt)?;
        let is_mute = match run.end {
            End::Interrupted | End::TooMuch | End::Exceeded(Excess::Memory) => false,
            End::Exceeded(_) => true,
            End::Done | End::Exit(_) | End::Crash(_) => run.output.is_empty(),
        };
        let Some(files) = self.contest.files().filter(|_| is_mute && !is_settled) else {
            return Ok(run);
        };
        let (input_name, output_name) = (Some(files.input.to_owned()), Some(files.output.to_owned()));
        let names = Names { input: input_name.clone(), output: output_name };
        let mut again = self.program.run_by(&names, input, &self.interrupt)?;
        if again.end == End::Interrupted {
            return Ok(again);
        }
        if again.has_file {
            // The program has created the output file, so it uses files. The file may be empty, because the program may
            // fail on this input.
            self.program.settle(names);
        } else if !again.beside.is_empty() {
            // The program reads the input file, but writes its answers to standard output.
            self.program.settle(Names { input: input_name, output: None });
            again.output = std::mem::take(&mut again.beside);
        } else {
            self.program.settle(Names::default());
            return Ok(run);
        }
        Ok(again)
    }

    /// Returns the names of the program's input and output files, if it uses files.
    pub(crate) fn files(&self) -> Option<&Names> {
        self.program.settled().filter(|names| names.has_some())
    }

    /// Runs the program twice more on positions on which it has failed. If the program fails in both runs, or if an
    /// interrupt ends a run, returns `None`. If the program passes in one of the runs, returns the number of failures
    /// in the three runs. The caller must ensure that no other thread runs the program at the same time.
    pub(crate) fn again(&self, tokens: &[String]) -> Result<Option<Flaky>, Stop> {
        let mut flaky = Flaky { failed: 1, runs: 1 };
        for _ in 0..2 {
            flaky.runs += 1;
            match self.of(tokens)? {
                TrialResult::Agrees(_) => {}
                TrialResult::Fails(_) => flaky.failed += 1,
                TrialResult::Interrupted => return Ok(None),
            }
        }
        Ok((flaky.failed < flaky.runs).then_some(flaky))
    }

    fn exceeded(&self, excess: Excess) -> (Defect, Note) {
        let Allowed { time, memory } = self.program.allowed();
        let limit = format!("{time:?}");
        match excess {
            Excess::Processor => (Defect::Timeout, Note::MuchProcessor { limit }),
            Excess::Sleep => (Defect::Timeout, Note::Slept { limit }),
            Excess::Wall => (Defect::Timeout, Note::TimedOut { limit }),
            Excess::Memory => (Defect::Memory, Note::MuchMemory { limit: grouped(memory.unwrap_or_default()) }),
        }
    }

    fn compare(&self, ours: &[u8], mut run: Run) -> Result<TrialResult, Stop> {
        let ours: Vec<String> = String::from_utf8_lossy(ours).lines().map(str::to_owned).collect();
        let theirs = Cursor::new(std::mem::take(&mut run.output));
        let theirs = Input::new("the program's output".to_owned(), theirs);
        let difference = first_difference(self.contest, &ours, theirs)?;
        Ok(difference.map_or(TrialResult::Agrees(run.cost), |found| {
            let defect = match (found.verdict, found.case) {
                (Verdict::PresentationError, None) => Defect::TooMany,
                (Verdict::PresentationError, Some(_)) => Defect::Garbage,
                (Verdict::UnexpectedEnd, _) => Defect::TooFew,
                _ => Defect::WrongAnswer,
            };
            let failing = Failing::of(defect, None, run);
            TrialResult::Fails(Failing { case: found.case, expected: found.expected, found: found.found, ..failing })
        }))
    }
}

/// Returns the note for a program that uses the contest's files.
pub(crate) fn by_files(names: &Names) -> Note {
    let input = names.input.clone().unwrap_or_default();
    match names.output.clone() {
        Some(output) => Note::ByFiles { input, output },
        None => Note::ByFile { input },
    }
}

/// An input on which a program fails, and the failure of the program.
pub(crate) struct Counterexample {
    pub(crate) tokens: Vec<String>,
    pub(crate) failing: Failing,
}

/// A search for the smallest input on which the program has the same defect.
pub(crate) struct Shrinking<'s> {
    pub(crate) trial: &'s Trial<'s>,
    pub(crate) starts: &'s dyn Starts,
    runs: u32,
    until: Instant,
}

/// The maximum number of runs in a search for a smaller input.
const MOST_RUNS: u32 = 3000;
/// The time limit of a search for a smaller input. Only a search with a slow program reaches this limit.
const MOST_TIME: Duration = Duration::from_secs(30);

impl<'s> Shrinking<'s> {
    pub(crate) fn new(trial: &'s Trial<'s>, starts: &'s dyn Starts) -> Self {
        Self { trial, starts, runs: 0, until: Instant::now() + MOST_TIME }
    }

    /// Reduces the number of cases, then the size of each case. The search stops at an input that cannot be reduced, at
    /// its limits of runs and time, or at an interrupt. Also returns whether the search stopped early.
    pub(crate) fn shrink(mut self, mut found: Counterexample) -> Result<(Counterexample, bool), Stop> {
        self.drop_cases(&mut found)?;
        while self.shrink_a_case(&mut found)? {}
        let is_over = self.is_over();
        Ok((found, is_over))
    }

    /// Tries the failing case alone, and then tries to leave out blocks of cases.
    fn drop_cases(&mut self, found: &mut Counterexample) -> Result<(), Stop> {
        if let Some(case) = found.failing.case {
            let guilty = found.tokens[case as usize - 1].clone();
            self.accept(found, vec![guilty])?;
        }
        let mut size = found.tokens.len() / 2;
        while size > 0 {
            let mut start = 0;
            while start < found.tokens.len() && found.tokens.len() > 1 {
                let end = found.tokens.len().min(start + size);
                let rest = [&found.tokens[..start], &found.tokens[end..]].concat();
                if rest.is_empty() || !self.accept(found, rest)? {
                    start = end;
                }
            }
            size /= 2;
        }
        Ok(())
    }

    /// Replaces one case by a smaller case on which the program has the same defect. Returns false if the search finds
    /// no smaller case with the same defect within its limits.
    fn shrink_a_case(&mut self, found: &mut Counterexample) -> Result<bool, Stop> {
        for case in 0..found.tokens.len() {
            let Some((game, start)) = found.tokens[case].split_once(':') else { continue };
            let game = game.to_owned();
            for smaller in self.starts.smaller(start) {
                if self.is_over() {
                    return Ok(false);
                }
                let mut tokens = found.tokens.clone();
                tokens[case] = format!("{game}:{smaller}");
                if self.accept(found, tokens)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Accepts the cases in `tokens` as the new counterexample if the program has the same defect on them.
    fn accept(&mut self, found: &mut Counterexample, tokens: Vec<String>) -> Result<bool, Stop> {
        if self.is_over() || tokens.len() == found.tokens.len() && tokens == found.tokens {
            return Ok(false);
        }
        self.runs += 1;
        match self.trial.of(&tokens)? {
            TrialResult::Fails(failing) if failing.defect == found.failing.defect => {
                *found = Counterexample { tokens, failing };
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    fn is_over(&self) -> bool {
        self.runs >= MOST_RUNS || Instant::now() > self.until || self.trial.interrupt.is_pressed()
    }
}

/// Returns the contest and the starts that a test of a program uses. `name` is the id of a game or of a contest.
pub(crate) fn subject<'r>(registry: &'r Registry, name: &str) -> Result<(&'r dyn Contest, &'r dyn Starts), Stop> {
    let able = |game: &&dyn AnyGame| game.starts().is_some() && !game.contests().is_empty();
    let game = registry.find_game(name).map_err(|error| match error {
        NameError::Unknown { name, .. } => {
            // Suggests only games that can be tested.
            let near = match names::find(&name, registry.named_games().filter(|named| able(&named.thing))) {
                Err(NameError::Unknown { near, .. }) => near,
                _ => None,
            };
            NameError::Unknown { name, near, known: registry.games().filter(able).flat_map(ids_of).collect() }
        }
        error => error,
    });
    let game = game.map_err(|error| Failure::name("unknown-game", Thing::GameOrFormat, error))?;
    let contest = registry.contest(name).or_else(|| game.contests().first().map(AsRef::as_ref));
    contest.zip(game.starts()).ok_or_else(|| {
        let able: Vec<_> = registry.games().filter(able).map(|game| game.about().id).collect();
        let message = Wrong::NoStarts { game: game.about().id };
        Failure::usage(message).hint(Hint::Able { games: able.join(", ") }).into()
    })
}

fn ids_of(game: &dyn AnyGame) -> Vec<&'static str> {
    std::iter::once(game.about().id).chain(game.contests().iter().map(|contest| contest.id())).collect()
}
