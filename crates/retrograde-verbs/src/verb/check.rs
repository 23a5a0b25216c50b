//! The verb `retrograde check` judges a contestant's output, with testlib's exit codes.

use std::fmt::Display;
use std::io::{Cursor, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;
use retrograde::author::{Contest, Method, Strictness};
use retrograde::rules::memory::{self, Output};
use retrograde_service::report::{LineReport, Rule, SCHEMA};
use serde::Serialize;

use crate::compare::{Difference, first_difference};
use crate::context::Context;
use crate::failure::{Failure, Instead, Stop};
use crate::input::{Input, Whole};
use crate::lang::{Catalogue, Lang, fill};
use crate::messages::{Hint, Unit, Wrong, counted};
use crate::name;
use crate::opened::{Opened, SHOWN};
use crate::verdict::Verdict;
use crate::vocabulary::VerdictWord;

/// The name of this verb. The program needs the name because `check` has its own exit codes.
pub(crate) const NAME: &str = "check";

/// Judge a contestant's output for an input, as a testlib checker does
///
/// Our own answers decide the verdict; if ANS, the jury's answers, disagrees with them, the verdict is fail. Arguments
/// and exit codes are those of testlib's checkers, and of `oj t --judge-command "{program} check{format? @}"`. Exits
/// with 0 (ok), 1 (wrong answer), 2 (presentation error), 3 (fail, no verdict: an error in the arguments, the input,
/// ANS or this program) or 8 (unexpected end of the output). Check prints the first case that differs, ready for
/// `probe`, with the board, the best line and the deciding rule. Check reads each file only once, so that pipes and
/// `<(COMMAND)` also work.
#[derive(Args)]
pub(crate) struct Check {
    /// The contest's format{format?, such as @}; `retrograde games` lists them
    format: String,
    /// The input; `-`: standard input, for one of the files
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// The contestant's output
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// The jury's answers; if they differ from ours, there is no verdict; an empty file is ignored
    #[arg(value_name = "ANS")]
    answers: Option<PathBuf>,
}

/// The report of `check`, with the verdict and the first case that differs.
#[derive(Serialize)]
struct CheckReport {
    schema: u32,
    ok: bool,
    verdict: Verdict,
    /// The number of our answers; there is one answer per case.
    answers: u64,
    /// The file that differs from our answers. The word is `output` for the contestant's file, and `answers` for the
    /// jury's file.
    differs: Option<&'static str>,
    case: Option<u64>,
    pos: Option<String>,
    expected: Option<String>,
    found: Option<String>,
    /// The first moves of the best line from the position of the case.
    line: Option<Vec<String>>,
    /// The length of the best line, in plies.
    plies: Option<usize>,
    /// The rule that ends the game after the best line.
    end: Option<&'static str>,
    /// The index of the move from which the best line repeats, if the game does not end.
    loop_from: Option<usize>,
}

impl CheckReport {
    const OUTPUT: &'static str = "output";
    const ANSWERS: &'static str = "answers";

    fn new(verdict: Verdict) -> Self {
        Self {
            schema: SCHEMA,
            ok: verdict == Verdict::Ok,
            verdict,
            answers: 0,
            differs: None,
            case: None,
            pos: None,
            expected: None,
            found: None,
            line: None,
            plies: None,
            end: None,
            loop_from: None,
        }
    }

    /// Adds the best line from the case's position to the report.
    fn with_line(self, line: Option<&LineReport>) -> Self {
        let first = |report: &LineReport| report.line.iter().take(SHOWN).map(|ply| ply.action.clone()).collect();
        Self {
            line: line.map(first),
            plies: line.map(|report| report.line.len()),
            end: line.and_then(|report| report.end).map(Rule::word),
            loop_from: line.and_then(|report| report.loop_from),
            ..self
        }
    }
}

impl Check {
    /// Judges the contestant's output. As in testlib, the verdict is `fail` if an error prevents the judgment.
    pub(crate) fn run(&self, ctx: &mut Context<'_>) -> Result<Verdict, Stop> {
        let judged = self.judge(ctx).and_then(|(verdict, report)| {
            if !ctx.global.quiet {
                if_read(print(ctx, report))?;
            }
            Ok(verdict)
        });
        match judged {
            Err(Stop::Failed(failure)) => {
                crate::failure::print(&failure, ctx.lang, ctx.global.json);
                if !ctx.global.quiet {
                    if_read(print_fail(&mut ctx.out, ctx.lang, ctx.global.json))?;
                }
                Ok(Verdict::Fail)
            }
            judged => judged,
        }
    }

    fn judge(&self, ctx: &Context<'_>) -> Result<(Verdict, CheckReport), Stop> {
        let contest = ctx.contest(&self.format)?;
        self.forbid_two_standard_inputs()?;
        let input = Input::open(Some(&self.input))?.whole()?;
        let ours = answers(ctx, contest, &input)?;
        // The files are read in the order of the arguments, because one writer may fill several pipes in this order.
        let output = first_difference(contest, &ours, Input::open(Some(&self.output))?)?;
        let of_jury = match &self.answers {
            Some(file) => jury_differs(contest, &ours, file)?,
            None => None,
        };
        let (verdict, differs, difference) = match (of_jury, output) {
            (Some(difference), _) => (Verdict::Fail, Some(CheckReport::ANSWERS), Some(difference)),
            (None, Some(difference)) => (difference.verdict, Some(CheckReport::OUTPUT), Some(difference)),
            (None, None) => (Verdict::Ok, None, None),
        };
        let report = CheckReport { answers: ours.len() as u64, differs, ..CheckReport::new(verdict) };
        let Some(Difference { case, expected, found, .. }) = difference else { return Ok((verdict, report)) };
        let pos = case.map(|case| token(contest, &input, case)).transpose()?.flatten();
        Ok((verdict, CheckReport { case, pos, expected, found, ..report }))
    }

    fn forbid_two_standard_inputs(&self) -> Result<(), Stop> {
        let files = [Some(&self.input), Some(&self.output), self.answers.as_ref()];
        if files.into_iter().flatten().filter(|file| file.as_os_str() == "-").count() > 1 {
            let failure = Failure::usage(Wrong::OneStandardInput);
            return Err(failure.hint(Hint::NameOthers).into());
        }
        Ok(())
    }
}

/// The memory in bytes that an answer needs in addition to its text.
const ANSWER: u64 = 64;

/// Returns our answers to an input, one per case.
fn answers(ctx: &Context<'_>, contest: &dyn Contest, input: &Whole) -> Result<Vec<String>, Stop> {
    let mut output = Output::default();
    let mut reader = input.bytes.as_slice();
    let answered = ctx.solving(|options| contest.answer(&mut reader, Method::Auto, options, &mut output));
    answered.map_err(|error| Stop::answering(&input.name, error))?;
    let Output(output) = output;
    let count = output.split(|&byte| byte == b'\n').count();
    let admitted = memory::admit(ANSWER * count as u64 + output.len() as u64);
    admitted.map_err(|error| Failure::solve(&error.into(), Instead::Nothing))?;
    Ok(String::from_utf8_lossy(&output).lines().map(str::to_owned).collect())
}

/// Returns the first difference between the jury's answers and ours.
fn jury_differs(contest: &dyn Contest, ours: &[String], file: &Path) -> Result<Option<Difference>, Stop> {
    let Whole { name, bytes } = Input::open(Some(file))?.whole()?;
    if bytes.trim_ascii().is_empty() {
        return Ok(None);
    }
    first_difference(contest, ours, Input::new(name, Cursor::new(bytes)))
}

/// Returns the token of a case of the input; `case` is the number of the case, counted from 1.
fn token(contest: &dyn Contest, input: &Whole, case: u64) -> Result<Option<String>, Stop> {
    let (mut number, mut found) = (0, None);
    let mut visit = |token| {
        number += 1;
        if number < case {
            return ControlFlow::Continue(());
        }
        found = Some(token);
        ControlFlow::Break(())
    };
    let read = contest.read(&mut input.bytes.as_slice(), Strictness::Relaxed, &mut visit);
    read.map_err(|error| Failure::input(&input.name, error))?;
    Ok(found)
}

/// Ignores a closed output, because the exit code shows the verdict.
fn if_read(printed: Result<(), Stop>) -> Result<(), Stop> {
    match printed {
        Err(Stop::ReaderGone) => Ok(()),
        printed => printed,
    }
}

/// Prints the verdict `fail`. The caller prints the reason on standard error.
pub(crate) fn print_fail(out: &mut dyn Write, lang: Lang, json: bool) -> Result<(), Stop> {
    if json {
        serde_json::to_writer(&mut *out, &CheckReport::new(Verdict::Fail)).map_err(std::io::Error::from)?;
        return Ok(writeln!(out)?);
    }
    Ok(writeln!(out, "{}", lang.words().text(VerdictWord::from(Verdict::Fail)))?)
}

/// The maximum length in bytes of a token that the program prints.
const LONGEST_TOKEN: usize = 4000;

fn print(ctx: &mut Context<'_>, report: CheckReport) -> Result<(), Stop> {
    let opened = report.pos.as_deref().map(|pos| Opened::new(ctx, pos)).transpose()?.flatten();
    if ctx.global.json {
        let line = opened.and_then(|opened| opened.line);
        return ctx.json(&report.with_line(line.as_ref()));
    }
    writeln!(ctx.out, "{}", verdict(ctx.words(), &report))?;
    if let Some(opened) = opened {
        opened.write(ctx)?;
    }
    match &report.pos {
        Some(pos) if pos.len() <= LONGEST_TOKEN => Ok(writeln!(ctx.out, "{} probe {pos}", name::own())?),
        Some(pos) => Ok(writeln!(ctx.out, "{}", fill(ctx.words().long_position, &[("count", &pos.len())]))?),
        None => Ok(()),
    }
}

/// Writes the verdict and its reason in one line.
fn verdict(words: &Catalogue, report: &CheckReport) -> String {
    let quoted = |text: &Option<String>| {
        let text = text.as_ref().map(|text| fill(words.quoted, &[("text", text)]));
        text.unwrap_or_else(|| words.end_of_output.to_owned())
    };
    let word = words.text(VerdictWord::from(report.verdict));
    let verdict = match report.differs {
        Some(CheckReport::ANSWERS) => fill(words.jury_differs, &[("verdict", &word)]),
        _ => word,
    };
    let (expected, found) = (quoted(&report.expected), quoted(&report.found));
    let values: [(&str, &dyn Display); 3] = [("verdict", &verdict), ("expected", &expected), ("found", &found)];
    match report.case {
        _ if report.ok => fill(words.ok, &[("count", &words.text(counted(report.answers, Unit::Answer)))]),
        Some(case) => fill(words.verdict_case, &[&values[..], &[("case", &case)]].concat()),
        None => fill(words.verdict_end, &values),
    }
}
