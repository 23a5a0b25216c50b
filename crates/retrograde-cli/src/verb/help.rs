//! `retrograde help`: the help of the program, or of a verb.

use std::io::Write;

use clap::Args;

use crate::cli;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Stop;
use crate::help::{Detail, Wanted};
use crate::verb::man;

/// Print this message or the help of the given subcommand(s)
#[derive(Args)]
pub(crate) struct Help {
    /// The verb
    verb: Option<String>,
}

impl Help {
    pub(crate) fn run(&self, ctx: &mut Context<'_>) -> Result<Exit, Stop> {
        if let Some(verb) = &self.verb {
            man::find(&cli::command(), verb)?;
        }
        let help = Wanted { verb: self.verb.clone(), detail: Detail::Whole };
        write!(ctx.out, "{}", help.render(ctx.lang))?;
        Ok(Exit::Done)
    }
}
