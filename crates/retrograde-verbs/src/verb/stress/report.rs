//! The reports of `retrograde stress`: the cost of the runs, and the first failure of the program.

use std::fmt::Display;
use std::io::Write;
use std::time::Duration;

use retrograde::rules::message::{Bytes, Message};
use serde::{Serialize, Serializer};

use super::source::Origin;
use crate::context::Context;
use crate::evidence::Saved;
use crate::failure::{Stop, sentence};
use crate::lang::{Catalogue, Lang, fill};
use crate::messages::{Note, Tested, Unit, counted};
use crate::meter::RunCost;
use crate::name;
use crate::opened::Opened;
use crate::plan;
use crate::room::Names;
use crate::trial::{Failing, Flaky};
use crate::verdict::Defect;
use crate::vocabulary::TestEnd;

/// The report of the test.
#[derive(Serialize)]
pub(super) struct StressReport<'r> {
    pub(super) schema: u32,
    pub(super) ok: bool,
    pub(super) seed: u64,
    /// The number of runs of the program, not counting the runs that reduced the counterexample.
    pub(super) runs: u64,
    pub(super) cases: u64,
    pub(super) interrupted: bool,
    /// The names of the contest's files, if the program uses these files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) files: Option<&'r Names>,
    /// What the runs have used, if the program's answers were equal to ours in all runs.
    #[serde(flatten)]
    pub(super) used: Used,
    #[serde(flatten)]
    pub(super) found: Option<FoundReport<'r>>,
}

/// The runs that have used the most time and the most memory. A value is `None` if the system does not report it.
#[derive(Default, Serialize)]
pub(super) struct Used {
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
    pub(super) fn add(&mut self, cost: RunCost, input: &Tested) {
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
pub(super) struct FoundReport<'r> {
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
pub(super) struct FirstFailure {
    pub(super) origin: Origin,
    pub(super) flaky: Option<Flaky>,
    pub(super) tokens: Vec<String>,
    pub(super) failing: Failing,
    pub(super) saved: Saved,
}

pub(super) fn print_agreement(ctx: &mut Context<'_>, report: &StressReport<'_>) -> Result<(), Stop> {
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
pub(super) fn agree(words: &Catalogue, report: &StressReport<'_>) -> String {
    let (cases, runs) = (counted(report.cases, Unit::Case), counted(report.runs, Unit::Run));
    let (cases, runs) = (words.text(cases), words.text(runs));
    fill(words.runs_agree, &[("cases", &cases), ("runs", &runs)])
}

pub(super) fn print_failure(
    ctx: &mut Context<'_>,
    report: &StressReport<'_>,
    found: &FirstFailure,
) -> Result<(), Stop> {
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
