//! The command line, defined once: help, completions and the man page come from here.

use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{Arg, Args, ColorChoice, Command, CommandFactory, Parser, Subcommand, ValueEnum};
use retrograde::contest::{Contest, Method};
use retrograde::entry::Domain;
use retrograde_desk::registry::Registry;

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Stop;
use crate::format::{Source, Target};
use crate::lang::Lang;
use crate::messages::BadValue;
use crate::name::{self, named, typed};
use crate::progress;
use crate::size;
#[cfg(feature = "serve")]
use crate::verb::serve;
use crate::verb::{answer, check, completions, convert, games, generate, laws, line, man, play, probe, rules, stats};
use crate::verb::{stress, tabulate, trace, validate, verify, why};

/// The examples at the head of the help: what they do, and the command.
pub(crate) const EXAMPLES: [(&str, &str); 3] = [
    ("answer a judge's input file", "retrograde answer p9169 < zu.in > zu.out"),
    ("tell who wins a position, how fast, and how", "retrograde probe pawn:3HO/1H2H/HOH2/1H2X_r"),
    ("make 10 boards that Red wins in 41 plies or more", "retrograde gen pawn --value win --min-depth 41 -n 10"),
];

/// Solves two-player games exactly, cycles included, and shows why
#[derive(Parser)]
#[command(name = "retrograde", version, before_help = examples(), after_help = exit_codes(), max_term_width = 100)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

/// Options of every verb.
#[derive(Args)]
#[command(next_help_heading = "Global options")]
pub(crate) struct Global {
    /// Print one JSON object a line, and errors as JSON, too
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// When to use colours; the variable `NO_COLOR` is honoured
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: ColorChoice,
    /// How to show progress on standard error
    #[arg(long, global = true, value_name = "HOW", default_value = "auto")]
    pub(crate) progress: progress::Style,
    /// Print no notes; with --expect, check, validate, verify and laws no verdict either: the exit code tells
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Tell on standard error how positions are solved, and how long it takes
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,
    /// Speak this language, but for JSON and this help [default: by the locale]
    #[arg(long, global = true, value_name = "LANG")]
    pub(crate) lang: Option<Lang>,
    /// Use N threads; 0: one for each core
    #[arg(short = 'j', long, global = true, value_name = "N", default_value = "0", value_parser = threads)]
    pub(crate) threads: usize,
    /// Take at most so much memory for a table, such as 512M
    #[arg(long, global = true, value_name = "SIZE", default_value = "4G", value_parser = size::bytes)]
    pub(crate) mem: u64,
    /// Which positions to solve: all of the board, or those reachable from the position
    #[arg(long, global = true, value_name = "WHICH", default_value = "all", value_parser = domain_parser())]
    pub(crate) domain: Domain,
}

/// By which road values are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Road {
    /// Whatever serves best
    #[default]
    Auto,
    /// The general solver: every position of the board
    Table,
    /// The game's own method, if it has one
    Shortcut,
}

impl From<Road> for Method {
    fn from(road: Road) -> Self {
        match road {
            Road::Auto => Self::Auto,
            Road::Table => Self::Table,
            Road::Shortcut => Self::Shortcut,
        }
    }
}

/// What to do.
#[derive(Subcommand)]
pub(crate) enum Verb {
    Answer(answer::Answer),
    Probe(probe::Probe),
    Line(line::Line),
    Why(why::Why),
    Trace(trace::Trace),
    Stats(stats::Stats),
    Verify(verify::Verify),
    #[command(name = "gen")]
    Generate(generate::Generate),
    Play(play::Play),
    #[cfg(feature = "serve")]
    Serve(serve::Serve),
    Stress(stress::Stress),
    Tabulate(tabulate::Tabulate),
    Check(check::Check),
    Validate(validate::Validate),
    Convert(convert::Convert),
    Games(games::Games),
    Rules(rules::Rules),
    Laws(laws::Laws),
    Completions(completions::Completions),
    Man(man::Man),
}

impl Verb {
    pub(crate) fn run(&self, ctx: &mut Context<'_>) -> Result<ExitCode, Stop> {
        let exit = match self {
            Self::Answer(verb) => verb.run(ctx),
            Self::Probe(verb) => verb.run(ctx),
            Self::Line(verb) => verb.run(ctx),
            Self::Why(verb) => verb.run(ctx),
            Self::Trace(verb) => verb.run(ctx),
            Self::Stats(verb) => verb.run(ctx),
            Self::Verify(verb) => verb.run(ctx),
            Self::Generate(verb) => verb.run(ctx),
            Self::Play(verb) => verb.run(ctx),
            #[cfg(feature = "serve")]
            Self::Serve(verb) => verb.run(ctx),
            Self::Stress(verb) => verb.run(ctx),
            Self::Tabulate(verb) => verb.run(ctx),
            // A checker's exit codes are those of testlib.
            Self::Check(verb) => return verb.run(ctx).map(ExitCode::from),
            Self::Validate(verb) => verb.run(ctx),
            Self::Convert(verb) => verb.run(ctx),
            Self::Games(verb) => verb.run(ctx),
            Self::Rules(verb) => verb.run(ctx),
            Self::Laws(verb) => verb.run(ctx),
            Self::Completions(verb) => verb.run(ctx),
            Self::Man(verb) => verb.run(ctx),
        };
        exit.map(ExitCode::from)
    }
}

/// The definition with the registry's names for the words that are looked up there: for completions and manuals.
pub(crate) fn command_with_names(registry: &Registry) -> Command {
    let games: Vec<_> = registry.games().map(|game| game.about().id).collect();
    let contests: Vec<_> = registry.contests().map(Contest::id).collect();
    let (sources, targets) = (Source::names(registry), Target::names(registry));
    let with_names = |arg: Arg| match arg.get_id().as_str() {
        "game" => arg.value_parser(PossibleValuesParser::new(games.clone())),
        "format" => arg.value_parser(PossibleValuesParser::new(contests.clone())),
        "from" => arg.value_parser(PossibleValuesParser::new(sources.clone())),
        "to" => arg.value_parser(PossibleValuesParser::new(targets.clone())),
        _ => arg,
    };
    command().name(name::own()).mut_subcommands(|verb| verb.mut_args(with_names))
}

/// The definition; where it quotes commands, they are this program's.
pub(crate) fn command() -> Command {
    if name::own() == Cli::command().get_name() {
        return Cli::command();
    }
    let with_name = |arg: Arg| match arg.get_help().map(ToString::to_string) {
        Some(help) if help.contains('`') => arg.help(named(&help)),
        _ => arg,
    };
    Cli::command().mut_subcommands(|verb| verb.mut_args(with_name))
}

fn examples() -> String {
    let lines = EXAMPLES.iter().map(|(what, command)| format!("  # {what}\n  {}\n", typed(command)));
    format!("Examples:\n{}", lines.collect::<String>())
}

fn exit_codes() -> String {
    let lines = Exit::ALL.iter().map(|exit| format!("\n  {:>3}  {}", exit.code(), exit.meaning()));
    format!("Exit codes (check has its own, those of testlib: see its help):{}", lines.collect::<String>())
}

fn threads(text: &str) -> Result<usize, BadValue> {
    const MOST: usize = 1024;
    text.parse().ok().filter(|&n| n <= MOST).ok_or(BadValue::Threads { most: MOST })
}

fn domain_parser() -> impl clap::builder::TypedValueParser<Value = Domain> {
    use clap::builder::TypedValueParser;
    let words = [Domain::All, Domain::Reachable].map(Domain::word);
    PossibleValuesParser::new(words)
        .map(|word| if word == Domain::Reachable.word() { Domain::Reachable } else { Domain::All })
}
