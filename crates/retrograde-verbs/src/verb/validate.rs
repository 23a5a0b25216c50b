//! The verb `retrograde validate` checks whether a judge accepts an input.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use retrograde::author::Valid;
use retrograde_service::report::SCHEMA;
use serde::Serialize;

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::{Failure, Stop};
use crate::format::OfContest;
use crate::input::Input;
use crate::lang::fill;
use crate::messages::{Unit, counted};

/// Check an input against the judge's limits and layout, to the byte
///
/// Exits with 2 and the place of the first error if the input is invalid.{p9169? The first line of a file of p9169 has
/// the number of a test, and each board must keep the promise of this test. Tests 1 to 4: a tie, or Red cannot move at
/// the start. Tests 5 and 6: at least 4 rows; the last row but one has only walls; no other row has a wall; the last
/// row has only a king. Tests 7 to 9: one column. Tests 10 to 13: a tie, or an end within 9 plies.}
#[derive(Args)]
pub(crate) struct Validate {
    /// The contest's format{format?, such as @}; `retrograde games` lists them
    format: String,
    /// The input; `-`, or nothing: standard input
    file: Option<PathBuf>,
    /// Check the input against a subtask{p9169+p4658+p7387?: 0 to 20 of p9169; 40%, 60% or 100% of p4658; 3, 6, 15, 200, 10^6 or 10^7 of p7387}
    #[arg(long, value_name = "NAME")]
    subtask: Option<String>,
}

#[derive(Serialize)]
struct ValidReport {
    schema: u32,
    ok: bool,
    cases: u64,
    /// A subtask. All cases of the input have the property that this subtask promises.
    #[serde(skip_serializing_if = "Option::is_none")]
    subtask: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

impl Validate {
    pub(crate) fn run(&self, ctx: &mut Context<'_>) -> Result<Exit, Stop> {
        let contest = ctx.contest(&self.format)?;
        let named = self.subtask.as_deref().map(|name| OfContest::named(contest, name)).transpose()?;
        let Input { name, mut reader, .. } = Input::open(self.file.as_deref())?;
        let valid = contest.validate(&mut *reader, named.map(|of| of.subtask));
        let Valid { cases, subtask, note } = valid.map_err(|error| Failure::input(&name, error))?;
        if let Some(note) = &note {
            ctx.note(note.clone());
        }
        match (ctx.global.quiet, ctx.global.json) {
            (true, _) => {}
            (false, true) => ctx.json(&ValidReport {
                schema: SCHEMA,
                ok: true,
                cases,
                subtask,
                note: note.map(|note| note.to_string()),
            })?,
            (false, false) => {
                let words = ctx.words();
                writeln!(ctx.out, "{}", fill(words.ok, &[("count", &words.text(counted(cases, Unit::Case)))]))?;
            }
        }
        Ok(Exit::Done)
    }
}
