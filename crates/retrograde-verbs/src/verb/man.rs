//! The verb `retrograde man` prints the manual page, which is generated from the definition of the command line.

use std::io;

use clap::{Args, Command};
use clap_mangen::roff::{Roff, bold, roman};

use crate::context::Context;
use crate::examples::Example;
use crate::exit::Exit;
use crate::failure::{Failure, Stop, Thing};
use crate::messages::Hint;
use crate::own::Own;

/// Print the manual page of the program, or of one of its verbs
#[derive(Args)]
pub(crate) struct Man {
    /// The verb
    verb: Option<String>,
}

impl Man {
    pub(crate) fn run(&self, ctx: &mut Context<'_>, mut program: Command) -> Result<Exit, Stop> {
        ctx.no_json("man", Hint::NoJson)?;
        program.build();
        let out = &mut *ctx.out;
        match &self.verb {
            None => {
                page(&program, &examples(Own::of(ctx.registry)), out)?;
                exit_codes().to_writer(out)?;
            }
            Some(verb) => page(find(&program, verb)?, &Roff::new(), out)?,
        }
        Ok(Exit::Done)
    }
}

/// Finds the verb with this name.
///
/// # Errors
/// The program has no verb with this name.
pub(crate) fn find<'p>(program: &'p Command, verb: &str) -> Result<&'p Command, Stop> {
    let known: Vec<_> = program.get_subcommands().map(Command::get_name).collect();
    Ok(program.find_subcommand(verb).ok_or_else(|| Failure::unknown("unknown-verb", Thing::Verb, verb, &known))?)
}

fn page(command: &Command, examples: &Roff, out: &mut dyn io::Write) -> io::Result<()> {
    let man = clap_mangen::Man::new(command.clone());
    man.render_title(out)?;
    man.render_name_section(out)?;
    man.render_synopsis_section(out)?;
    man.render_description_section(out)?;
    examples.to_writer(out)?;
    man.render_options_section(out)?;
    if command.has_subcommands() {
        man.render_subcommands_section(out)?;
    }
    Ok(())
}

fn examples(own: Own<'_>) -> Roff {
    let mut roff = Roff::new();
    for (number, Example { does, command }) in own.examples().into_iter().enumerate() {
        if number == 0 {
            roff.control("SH", ["EXAMPLES"]);
        }
        roff.control("TP", []).text([roman(does.to_string())]).text([bold(command)]);
    }
    roff
}

fn exit_codes() -> Roff {
    let mut roff = Roff::new();
    roff.control("SH", ["EXIT STATUS"]);
    for exit in Exit::ALL {
        roff.control("TP", []).text([bold(exit.code().to_string())]).text([roman(exit.meaning().to_string())]);
    }
    roff
}
