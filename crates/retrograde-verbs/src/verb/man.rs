//! The verb `retrograde man` prints the manual page, which is generated from the definition of the command line.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::process::{self, Stdio};

use clap::{Args, Command};
use clap_mangen::roff::{Roff, bold, roman};

use crate::context::Context;
use crate::examples::Example;
use crate::exit::Exit;
use crate::exits;
use crate::failure::{Failure, Stop, Thing};
use crate::messages::Hint;
use crate::name::named;
use crate::own::Own;

/// Print the manual page of the program, or of one of its verbs
///
/// On a terminal, the page opens in the pager of the program `man`, if the system has this program.
#[derive(Args)]
pub(crate) struct Man {
    /// The verb
    verb: Option<String>,
}

impl Man {
    pub(crate) fn run(&self, ctx: &mut Context<'_>, mut program: Command) -> Result<Exit, Stop> {
        ctx.no_json("man", Hint::NoJson)?;
        program.build();
        let mut text = Vec::new();
        match &self.verb {
            None => {
                page(&program, &examples(Own::of(ctx.registry), None), &mut text)?;
                exit_status(Exit::ALL.map(|exit| (exit.code(), exit.meaning()))).to_writer(&mut text)?;
            }
            Some(verb) => {
                page(find(&program, verb)?, &examples(Own::of(ctx.registry), Some(verb)), &mut text)?;
                exit_status(exits::of_verb(verb)).to_writer(&mut text)?;
            }
        }
        if !(io::stdout().is_terminal() && is_shown(&text)) {
            ctx.out.write_all(&text)?;
        }
        Ok(Exit::Done)
    }
}

/// Shows a manual page in the pager of the system's program `man`; returns whether this was possible.
fn is_shown(page: &[u8]) -> bool {
    let shown = || -> io::Result<bool> {
        let mut man = process::Command::new("man").args(["--local-file", "-"]).stdin(Stdio::piped()).spawn()?;
        // If the user leaves the pager early, the rest of the page is not needed.
        let _ = man.stdin.take().map(|mut input| input.write_all(page));
        Ok(man.wait()?.success())
    };
    shown().unwrap_or(false)
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

fn examples(own: Own<'_>, verb: Option<&str>) -> Roff {
    let mut roff = Roff::new();
    for (number, Example { does, command }) in own.examples(verb).into_iter().enumerate() {
        if number == 0 {
            roff.control("SH", ["EXAMPLES"]);
        }
        roff.control("TP", []).text([roman(does.to_string())]).text([bold(command)]);
    }
    roff
}

fn exit_status(codes: impl IntoIterator<Item = (u8, impl Display)>) -> Roff {
    let mut roff = Roff::new();
    roff.control("SH", ["EXIT STATUS"]);
    for (code, meaning) in codes {
        roff.control("TP", []).text([bold(code.to_string())]).text([roman(named(&meaning.to_string()))]);
    }
    roff
}
