//! The verb `retrograde help` prints the help of the program, or of a verb.

use std::io::Write;

use clap::{Args, Command};

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Stop;
use crate::help::{Detail, HelpRequest, OPTIONS};
use crate::own::Own;
use crate::verb::man;

/// Print this message or the help of the given subcommand(s)
#[derive(Args)]
pub(crate) struct Help {
    /// The verb; or `options` for the options that every verb has
    verb: Option<String>,
}

impl Help {
    pub(crate) fn run(&self, ctx: &mut Context<'_>, program: Command) -> Result<Exit, Stop> {
        if let Some(verb) = self.verb.as_ref().filter(|verb| *verb != OPTIONS) {
            man::find(&program, verb)?;
        }
        let help = HelpRequest { verb: self.verb.clone(), detail: Detail::Whole };
        write!(ctx.out, "{}", help.render(program, Own::of(ctx.registry), ctx.lang))?;
        Ok(Exit::Done)
    }
}
