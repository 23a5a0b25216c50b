//! `retrograde check`: judges a contestant's output, with testlib's exit codes.

use std::fmt::Display;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;
use retrograde_games::contest::{Contest, Method, Strictness};
use retrograde_games::report::{LineReport, SCHEMA};
use serde::Serialize;

use crate::compare::{Verdict, first_difference};
use crate::context::Context;
use crate::failure::{Failure, Stop};
use crate::input::Input;
use crate::lang::{Catalogue, fill};
use crate::opened::{Opened, SHOWN};

/// Judge a contestant's output for an input, as a testlib checker does
///
/// Exits with 0 (ok), 1 (wrong answer), 2 (presentation error), 3 (no verdict: the input or this program is at fault) or
/// 8 (unexpected end of the output). The first case that differs is printed, ready for `probe`, with the board, best play and
/// the rule that decides it.
#[derive(Args)]
pub(crate) struct Check {
    /// The contest's format, such as p9169; `retrograde games` lists them
    format: String,
    /// The input
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// The contestant's output; `-`: standard input
    #[arg(value_name = "OUT")]
    output: PathBuf,
}

/// The verdict, and the first case that decides it.
#[derive(Serialize)]
struct CheckReport {
    schema: u32,
    ok: bool,
    verdict: &'static str,
    answers: u64,
    case: Option<u64>,
    pos: Option<String>,
    expected: Option<String>,
    found: Option<String>,
    /// The first moves of best play of the case.
    line: Option<Vec<String>>,
    /// How many there are.
    plies: Option<usize>,
    /// The rule that ends the game after them.
    end: Option<&'static str>,
    /// If the game does not end: the index of the move from which on they are repeated.
    loop_from: Option<usize>,
}

impl Check {
    /// An output that is no text is the contestant's fault. Whatever else keeps this program from a verdict is its own
    /// failure, as testlib has it.
    pub(crate) fn run(&self, ctx: &mut Context<'_>) -> Result<Verdict, Stop> {
        match self.judge(ctx) {
            Err(Stop::Failed(failure)) => {
                crate::tell(&failure, ctx.lang, ctx.global.json);
                Ok(Verdict::Fail)
            }
            judged => judged,
        }
    }

    fn judge(&self, ctx: &mut Context<'_>) -> Result<Verdict, Stop> {
        let contest = ctx.contest(&self.format)?;
        if self.input.as_os_str() == "-" {
            let hint = "give a file; the output may be standard input";
            return Err(Failure::usage("check reads the input twice, which standard input cannot be")
                .hint(hint)
                .into());
        }
        let answers = self.answers(ctx, contest)?;
        let difference = match first_difference(contest, &answers, Input::open(Some(&self.output))?) {
            Err(Stop::Failed(failure)) if failure.is_of_content() => {
                crate::tell(&failure, ctx.lang, ctx.global.json);
                return Ok(Verdict::PresentationError);
            }
            compared => compared?,
        };
        let verdict = difference.as_ref().map_or(Verdict::Ok, |difference| difference.verdict);
        if !ctx.global.quiet {
            let case = difference.as_ref().and_then(|difference| difference.case);
            let pos = case.map(|case| self.token(contest, case)).transpose()?.flatten();
            let (expected, found) = difference.map_or((None, None), |it| (it.expected, it.found));
            let (ok, answers) = (verdict == Verdict::Ok, answers.len() as u64);
            let opened = pos.as_deref().map(|pos| Opened::new(ctx, pos)).transpose()?.flatten();
            let ours = opened.as_ref().and_then(|opened| opened.line.as_ref());
            let first = |report: &LineReport| report.line.iter().take(SHOWN).map(|ply| ply.action.clone()).collect();
            let report = CheckReport {
                schema: SCHEMA,
                ok,
                verdict: verdict.words(),
                answers,
                case,
                pos,
                expected,
                found,
                line: ours.map(first),
                plies: ours.map(|report| report.line.len()),
                end: ours.and_then(|report| report.end),
                loop_from: ours.and_then(|report| report.loop_from),
            };
            print(ctx, &report, opened.as_ref())?;
        }
        Ok(verdict)
    }

    /// Our answers, one a case.
    fn answers(&self, ctx: &Context<'_>, contest: &dyn Contest) -> Result<Vec<String>, Stop> {
        let Input { name, mut reader } = Input::open(Some(&self.input))?;
        let mut output = Vec::new();
        let answered = ctx.solving(|options| contest.answer(&mut *reader, Method::Auto, options, &mut output));
        answered.map_err(|error| Stop::answering(&name, error))?;
        Ok(String::from_utf8_lossy(&output).lines().map(str::to_owned).collect())
    }

    /// The position of a case, counted from 1.
    fn token(&self, contest: &dyn Contest, case: u64) -> Result<Option<String>, Stop> {
        let Input { name, mut reader } = Input::open(Some(&self.input))?;
        let (mut number, mut found) = (0, None);
        let mut visit = |token| {
            number += 1;
            if number < case {
                return ControlFlow::Continue(());
            }
            found = Some(token);
            ControlFlow::Break(())
        };
        let read = contest.read(&mut *reader, Strictness::Relaxed, &mut visit);
        read.map_err(|error| Failure::input(&name, error))?;
        Ok(found)
    }
}

/// The longest token that people are shown.
const LONGEST_TOKEN: usize = 4000;

fn print(ctx: &mut Context<'_>, report: &CheckReport, opened: Option<&Opened>) -> Result<(), Stop> {
    if ctx.global.json {
        return ctx.json(report);
    }
    writeln!(ctx.out, "{}", verdict(ctx.words(), report))?;
    if let Some(opened) = opened {
        opened.write(ctx)?;
    }
    match &report.pos {
        Some(pos) if pos.len() <= LONGEST_TOKEN => Ok(writeln!(ctx.out, "retrograde probe {pos}")?),
        Some(pos) => Ok(writeln!(ctx.out, "{}", fill(ctx.words().long_position, &[("count", &pos.len())]))?),
        None => Ok(()),
    }
}

/// The verdict with its reason, in one line.
fn verdict(words: &Catalogue, report: &CheckReport) -> String {
    let quoted = |text: &Option<String>| {
        let text = text.as_ref().map(|text| fill(words.quoted, &[("text", text)]));
        text.unwrap_or_else(|| words.end_of_output.to_owned())
    };
    let (verdict, expected, found) = (words.term(report.verdict), quoted(&report.expected), quoted(&report.found));
    let values: [(&str, &dyn Display); 3] = [("verdict", &verdict), ("expected", &expected), ("found", &found)];
    match report.case {
        _ if report.ok => fill(words.ok, &[("count", &words.counted(report.answers, "answer"))]),
        Some(case) => fill(words.verdict_case, &[&values[..], &[("case", &case)]].concat()),
        None => fill(words.verdict_end, &values),
    }
}
