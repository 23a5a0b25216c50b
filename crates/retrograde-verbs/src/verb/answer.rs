//! The verb `retrograde answer` reads a judge's input and prints the answers.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use retrograde::Options;
use retrograde::author::Method;
use retrograde::kernel::Known;
use retrograde_service::known::KnownTables;
use retrograde_service::library::{Control, SearchStep};

use crate::asking::{advised, print_table_found};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Stop;
use crate::global::MethodChoice;
use crate::input::Input;
use crate::messages::Hint;

/// Answer a contest's input in the judge's format
///
/// Answer also accepts boards beyond the judge's limits{p9169+p4658+p7387?: for p9169, boards of at most 2,047 floor
/// squares whose table fits --mem; for p4658, boards up to 5000x5000; for p7387, rows of any length}. The verb ignores
/// extra blanks and line ends; `validate` is strict. If a case is wrong, answer prints the answers before that case,
/// then the error.
#[derive(Args)]
pub(crate) struct Answer {
    /// The contest's format{format?, such as @}; `retrograde games` lists them
    format: String,
    /// The input; `-`, or nothing: standard input
    file: Option<PathBuf>,
    /// How to find the answers; auto takes the shortcut if there is one
    #[arg(long, value_name = "HOW", default_value = "auto")]
    method: MethodChoice,
}

impl Answer {
    pub(crate) fn run(&self, ctx: &mut Context<'_>) -> Result<Exit, Stop> {
        let contest = ctx.contest(&self.format)?;
        let probe = Hint::ProbeEachCase { format: contest.id() };
        ctx.no_json("answer", probe)?;
        let Input { name, mut reader, .. } = Input::open(self.file.as_deref())?;
        let mut out = Context::exact_output();
        let library = ctx.library()?;
        let steps = |step: SearchStep<'_>| {
            if let SearchStep::Found(report) = step {
                print_table_found(ctx.global, report);
            }
        };
        let control = Control { steps: Some(&steps), ..Control::default() };
        let stored = library.stores_some_of(contest.game());
        let tables = stored.then(|| KnownTables::new(ctx.registry, library, ctx.policy(Method::Table), control));
        let known = tables.as_ref().map(|tables| tables as &dyn Known);
        let answered = ctx.solving(|options| {
            let options = &Options { known, ..*options };
            contest.answer(&mut *reader, self.method.into(), options, &mut *out)
        });
        out.flush()?;
        answered.map(|()| Exit::Done).map_err(|error| match tables.and_then(KnownTables::failed) {
            // If a table did not fit the memory, the error of the table is more helpful than the contest's error.
            Some(failure) => advised(failure).into(),
            None => Stop::answering(&name, error),
        })
    }
}
