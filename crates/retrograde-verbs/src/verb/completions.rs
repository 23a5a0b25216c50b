//! The verb `retrograde completions` prints a shell's completion script.

use std::io::Write;

use clap::{Args, Command};
use clap_complete::Shell;

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Stop;
use crate::messages::Hint;
use crate::name;

/// Print the completion script for a shell
#[derive(Args)]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(&self, ctx: &mut Context<'_>, mut program: Command) -> Result<Exit, Stop> {
        ctx.no_json("completions", Hint::NoJson)?;
        // The script is first written to memory, because the generator panics if its output is closed.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program, name::own(), &mut script);
        ctx.out.write_all(&script)?;
        Ok(Exit::Done)
    }
}
