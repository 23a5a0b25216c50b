//! `retrograde validate`: whether a judge would take an input.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;
use retrograde_games::contest::Strictness;
use retrograde_games::report::SCHEMA;
use serde::Serialize;

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::{Failure, Stop};
use crate::input::Input;
use crate::lang::fill;

/// Check an input against the judge's limits and layout, to the byte
///
/// Exits with 2 and the place of the first error if the input breaks them.
#[derive(Args)]
pub(crate) struct Validate {
    /// The contest's format, such as p9169; `retrograde games` lists them
    format: String,
    /// The input; `-`, or nothing: standard input
    file: Option<PathBuf>,
}

#[derive(Serialize)]
struct ValidReport {
    schema: u32,
    ok: bool,
    cases: u64,
}

impl Validate {
    pub(crate) fn run(&self, ctx: &mut Context<'_>) -> Result<Exit, Stop> {
        let contest = ctx.contest(&self.format)?;
        let Input { name, mut reader } = Input::open(self.file.as_deref())?;
        let mut cases = 0;
        let mut count = |_| {
            cases += 1;
            ControlFlow::Continue(())
        };
        let read = contest.read(&mut *reader, Strictness::Judge, &mut count);
        read.map_err(|error| Failure::input(&name, error))?;
        match (ctx.global.quiet, ctx.global.json) {
            (true, _) => {}
            (false, true) => ctx.json(&ValidReport { schema: SCHEMA, ok: true, cases })?,
            (false, false) => {
                let words = ctx.words();
                writeln!(ctx.out, "{}", fill(words.ok, &[("count", &words.counted(cases, "case"))]))?;
            }
        }
        Ok(Exit::Done)
    }
}
