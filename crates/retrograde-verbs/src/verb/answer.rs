//! `retrograde answer`: a judge's input in, the judge's answers out.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use retrograde::Options;
use retrograde::contest::Known;

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Stop;
use crate::global::Road;
use crate::input::Input;
use crate::known::KnownTables;
use crate::messages::Hint;

/// Answer a contest's input in the judge's own words
///
/// Boards beyond the judge's limits are answered, too{p9169+p4658+p7387?: of p9169 all of at most 2,047 floor squares whose table fits --mem, of p4658
/// up to 5000x5000, of p7387 rows of any length}. Stray blanks and line ends are forgiven; `validate` is strict.
/// The answers before a bad case are printed, then the error.
#[derive(Args)]
pub(crate) struct Answer {
    /// The contest's format{format?, such as @}; `retrograde games` lists them
    format: String,
    /// The input; `-`, or nothing: standard input
    file: Option<PathBuf>,
    /// How to find the answers; auto takes the shortcut where there is one
    #[arg(long, value_name = "HOW", default_value = "auto")]
    method: Road,
}

impl Answer {
    pub(crate) fn run(&self, ctx: &mut Context<'_>) -> Result<Exit, Stop> {
        let contest = ctx.contest(&self.format)?;
        let probe = Hint::ProbeEachCase { format: contest.id() };
        ctx.no_json("answer", probe)?;
        let Input { name, mut reader, .. } = Input::open(self.file.as_deref())?;
        let mut out = Context::exact_output();
        let tables = KnownTables::of(ctx, contest)?;
        let known = tables.as_ref().map(|tables| tables as &dyn Known);
        let answered = ctx.solving(|options| {
            let options = &Options { known, ..*options };
            contest.answer(&mut *reader, self.method.into(), options, &mut *out)
        });
        out.flush()?;
        match (answered, tables) {
            (Ok(()), _) => Ok(Exit::Done),
            (Err(error), Some(tables)) => Err(tables.why(&name, error)),
            (Err(error), None) => Err(Stop::answering(&name, error)),
        }
    }
}
