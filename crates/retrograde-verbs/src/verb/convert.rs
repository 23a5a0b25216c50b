//! `retrograde convert`: from one form of positions to another.

use std::path::PathBuf;

use clap::Args;

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Stop;
use crate::format::{Source, Target};
use crate::input::Input;

/// Convert positions between contest files, tokens, drawings and JSON
///
/// A contest's file is written whole; a note tells if the judge would not take it, as with too many cases.
#[derive(Args)]
pub(crate) struct Convert {
    /// The form to read: a contest's format, or pos (one token a line)
    #[arg(long, value_name = "FORMAT")]
    from: String,
    /// The form to write: a contest's format, pos, ascii (drawings) or json; pos, unless with --json
    #[arg(long, value_name = "FORMAT")]
    to: Option<String>,
    /// The input; `-`, or nothing: standard input
    file: Option<PathBuf>,
}

impl Convert {
    pub(crate) fn run(&self, ctx: &mut Context<'_>) -> Result<Exit, Stop> {
        let source = Source::named(&self.from, ctx.registry)?;
        let mut writer = Target::wanted(self.to.as_deref(), ctx)?.writer();
        source.each(Input::open(self.file.as_deref())?, |token, place| writer.put(ctx, token, place))?;
        writer.require_cases()?;
        writer.finish(ctx)?;
        Ok(Exit::Done)
    }
}
