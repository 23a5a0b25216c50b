//! The definition of the command line. The help, the completions and the manual pages are generated from the
//! definition. The texts of the definition fit any set of games (see [`own`](crate::own)).

use std::sync::LazyLock;

use clap::builder::PossibleValuesParser;
use clap::{Command, CommandFactory, Parser, ValueHint};
use retrograde::author::Contest;
use retrograde_service::forms::Form;
use retrograde_service::registry::Registry;

use crate::examples::Heading;
use crate::exit::Exit;
use crate::format::Target;
use crate::global::Global;
use crate::help::{OPTIONS, WIDEST};
use crate::own::Own;
use crate::verb::{Definition, Verb};

/// Solves two-player games exactly, cycles included, and shows why
#[derive(Parser)]
#[command(name = "retrograde", version, after_help = exit_codes(), max_term_width = WIDEST)]
#[command(disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

/// The definition of the command line, for the verbs that print it.
pub(crate) const DEFINITION: Definition = Definition { plain: command, with_names: command_with_names };

/// The names of the verbs.
static VERBS: LazyLock<Vec<String>> =
    LazyLock::new(|| definition().get_subcommands().map(|verb| verb.get_name().to_owned()).collect());

/// Returns the definition of the command line for completions and manuals. In this definition, an argument for the name
/// of a game, a format or a verb lists all known names as its possible values. A shell completes other arguments as
/// file names.
fn command_with_names(registry: &Registry) -> Command {
    let games: Vec<_> = registry.games().map(|game| game.about().id).collect();
    let contests: Vec<_> = registry.contests().map(Contest::id).collect();
    let (sources, targets) = (Form::ids(registry), Target::names(registry));
    let both: Vec<_> = games.iter().chain(&contests).copied().collect();
    let verbs = || VERBS.iter().map(String::as_str).chain([OPTIONS]);
    command(registry).mut_subcommands(|verb| {
        let takes_formats = ["stress", "tabulate"].contains(&verb.get_name());
        verb.mut_args(|arg| match arg.get_id().as_str() {
            "game" if takes_formats => arg.value_parser(PossibleValuesParser::new(both.clone())),
            "game" => arg.value_parser(PossibleValuesParser::new(games.clone())),
            "format" => arg.value_parser(PossibleValuesParser::new(contests.clone())),
            "from" => arg.value_parser(PossibleValuesParser::new(sources.clone())),
            "to" => arg.value_parser(PossibleValuesParser::new(targets.clone())),
            "verb" => arg.value_parser(PossibleValuesParser::new(verbs())).hide_possible_values(true),
            "items" | "token" | "named" => arg.value_hint(ValueHint::AnyPath),
            _ => arg,
        })
    })
}

/// Returns the definition of the command line for the parser of arguments. The texts of this definition fit any set of
/// games.
pub(crate) fn definition() -> Command {
    Cli::command()
}

/// Returns the definition of the command line for output. The texts of this definition name games of `registry`.
pub(crate) fn command(registry: &Registry) -> Command {
    Own::of(registry).command(definition())
}

/// Returns the verb of a command line, even if there are errors after the verb. The first element of `arguments` is the
/// name of the program.
pub(crate) fn verb_of(arguments: &[String]) -> Option<String> {
    let matches = definition().ignore_errors(true).try_get_matches_from(arguments).ok()?;
    matches.subcommand_name().map(str::to_owned)
}

fn exit_codes() -> String {
    let lines = Exit::ALL.iter().map(|exit| format!("\n  {:>3}  {}", exit.code(), exit.meaning()));
    format!("{}:{}", Heading::ExitCodes, lines.collect::<String>())
}
