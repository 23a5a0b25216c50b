//! The command line of retrograde, for the games that come with it and for games of your own.
//!
//! ```no_run
//! fn main() -> std::process::ExitCode {
//!     // `.with(Entry::<MyGame>::rules())` adds a game to every verb.
//!     retrograde_cli::main_with(retrograde_cli::builtin())
//! }
//! ```
//!
//! A package with such a game depends on `retrograde` (the contracts) and `retrograde-cli`; beside a working copy of the project:
//!
//! ```toml
//! [dependencies]
//! retrograde = { path = "../retrograde/crates/retrograde" }
//! retrograde-cli = { path = "../retrograde/crates/retrograde-cli" }
//! ```
//!
//! With `default-features = false` the program has no verb `serve`, and neither the page nor the libraries behind it: a quarter less to
//! build.

mod cli;
mod compare;
mod context;
mod examples;
mod exit;
mod expect;
mod failure;
mod format;
mod global;
mod help;
mod input;
mod interrupt;
mod lang;
mod messages;
mod name;
mod opened;
mod orphan;
mod positions;
mod program;
mod progress;
mod proof;
mod save;
mod shorthand;
mod size;
mod style;
mod tables;
mod trial;
mod usage;
mod verb;
mod word;

use std::any::Any;
use std::io::Write;
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;
use std::sync::Arc;

use clap::FromArgMatches;
use clap::error::ErrorKind;
pub use retrograde_desk::Registry;
use retrograde_desk::diagnosis::said;

use cli::Cli;
use compare::Verdict;
use context::Context;
use exit::Exit;
use failure::{Failure, Fault, Stop, sentence};
use help::{Detail, Wanted};
use lang::Lang;
use messages::{Hint, Wrong};
use retrograde::message::Language;
use style::ERROR;
use usage::Parts;
use verb::check;

/// The games that retrograde comes with, to which [`Registry::with`] adds others; [`Registry::empty`] has none.
pub fn builtin() -> Registry {
    retrograde_games::builtin().into_iter().collect()
}

/// Runs the command line of this process on the games of `registry`, and returns its exit code.
///
/// Answers go to standard output, everything else to standard error. A panic, in a game's rules for example, is told
/// as an error, too.
pub fn main_with(registry: Registry) -> ExitCode {
    let registry = Arc::new(registry);
    if std::env::var_os("RUST_BACKTRACE").is_none() {
        // The message is told below, once, and in the form of all errors.
        panic::set_hook(Box::new(|_| {}));
    }
    panic::catch_unwind(AssertUnwindSafe(|| run(&registry))).unwrap_or_else(|payload| internal(&*payload))
}

fn run(registry: &Arc<Registry>) -> ExitCode {
    let matches = match cli::command().try_get_matches() {
        Ok(matches) => matches,
        Err(error) => return usage(&error),
    };
    let cli = match Cli::from_arg_matches(&matches) {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    anstream_choice(cli.global.color).write_global();
    let mut ctx = Context::new(registry, &cli.global);
    let outcome = cli.verb.run(&mut ctx);
    // What has been answered stands before the error that follows it. If nobody reads it, the exit code still tells.
    let outcome = match ctx.out.flush().map_err(Stop::from) {
        Err(Stop::ReaderGone) => outcome,
        flushed => flushed.and(outcome),
    };
    match outcome {
        Ok(exit) => exit,
        Err(Stop::ReaderGone) => Exit::Done.into(),
        Err(Stop::NoInput) => short_help(matches.subcommand_name().unwrap_or_default(), ctx.lang),
        Err(Stop::Failed(failure)) => {
            tell(&failure, ctx.lang, cli.global.json);
            Exit::from(failure.fault).into()
        }
    }
}

/// Tells a failure on standard error.
fn tell(failure: &Failure, lang: Lang, json: bool) {
    let mut stderr = anstream::stderr();
    // If nobody listens, the exit code still tells.
    let _ = if json { failure::tell_json(failure, &mut stderr) } else { failure::tell(failure, lang, &mut stderr) };
}

/// Help, the version, or what is wrong with the arguments.
fn usage(error: &clap::Error) -> ExitCode {
    let exit = if error.use_stderr() { Exit::BadInput } else { Exit::Done };
    let lang = Lang::of_arguments(arguments());
    let json = arguments().any(|argument| argument == "--json");
    // If nobody listens, the exit code still tells.
    let _ = match exit {
        Exit::BadInput if json => {
            tell(&json_usage(error), lang, true);
            Ok(())
        }
        Exit::BadInput if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let help = Wanted { verb: None, detail: Detail::Summary };
            write!(anstream::stderr(), "{}", help.render(lang))
        }
        Exit::BadInput => write!(anstream::stderr(), "{}", usage_in(lang, error)),
        _ => return help(error, lang, json),
    };
    if is_check() { no_verdict(lang) } else { exit.into() }
}

/// The help or the version, which was asked for like any answer: a reader who has enough is no failure, a full disk is.
fn help(error: &clap::Error, lang: Lang, json: bool) -> ExitCode {
    let text = match error.kind() {
        ErrorKind::DisplayHelp => Wanted::of(std::env::args_os()).render(lang),
        _ => error.to_string(),
    };
    let mut out = anstream::stdout();
    match write!(out, "{text}").and_then(|()| out.flush()).map_err(Stop::from) {
        Err(Stop::Failed(failure)) => {
            tell(&failure, lang, json);
            Exit::from(failure.fault).into()
        }
        _ => Exit::Done.into(),
    }
}

/// Whether the arguments are meant for `check`, wrong as they are.
fn is_check() -> bool {
    let matches = cli::command().ignore_errors(true).try_get_matches();
    matches.is_ok_and(|matches| matches.subcommand_name() == Some("check"))
}

/// Bad usage of a checker, which says by another exit code that the contestant is at fault.
fn no_verdict(lang: Lang) -> ExitCode {
    let given = |names: &[&str]| arguments().any(|argument| names.contains(&argument.as_str()));
    if !given(&["-q", "--quiet"]) {
        let _ = check::print_fail(&mut anstream::stdout(), lang, given(&["--json"]));
    }
    Verdict::Fail.into()
}

/// The arguments as they were given, whatever bytes they are.
fn arguments() -> impl Iterator<Item = String> {
    std::env::args_os().map(|argument| argument.to_string_lossy().into_owned())
}

/// What is wrong with the arguments, in a language; what only clap can tell is in English.
fn usage_in(lang: Lang, error: &clap::Error) -> String {
    match (lang.language(), Parts::of(error)) {
        (Language::Chinese, Some(parts)) => usage_by_parts(lang, &parts),
        _ => usage_in_english(lang, &error.to_string()),
    }
}

fn usage_by_parts(lang: Lang, parts: &Parts) -> String {
    let words = lang.words();
    let mut text = format!("{ERROR}{}{ERROR:#}{}{}\n", words.error, words.place_end, lang.told(&parts.message));
    text.extend(parts.values.iter().map(|values| format!("  {}\n", lang.told(values))));
    if !parts.tips.is_empty() {
        text.push('\n');
        text.extend(parts.tips.iter().map(|tip| format!("  {}\n", lang.told(tip))));
    }
    text.extend(parts.usage.iter().map(|usage| format!("\n{}\n", lang.told(usage))));
    text + &format!("\n{}\n", lang.told(&parts.help))
}

/// Clap's own message. It quotes arguments as they are, and they may be anything.
fn usage_in_english(lang: Lang, english: &str) -> String {
    /// Arguments may have lines, too; no message of clap has so many.
    const MOST_LINES: usize = 40;
    let line = |line: &str| {
        let text = line.trim_start();
        let indent = &line[..line.len() - text.len()];
        match text.strip_prefix("error: ") {
            Some(message) => {
                let (words, message) = (lang.words(), sentence(message));
                format!("{indent}{ERROR}{}{ERROR:#}{}{message}\n", words.error, words.place_end)
            }
            None => format!("{indent}{}\n", sentence(text)),
        }
    };
    english.lines().take(MOST_LINES).map(line).collect()
}

/// The first sentence of clap's message.
fn json_usage(error: &clap::Error) -> Failure {
    let text = error.to_string();
    // What is missing stands on lines of its own, in front of the first empty one.
    let message: Vec<_> = text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    let message = message.join(" ");
    Failure::usage(message.strip_prefix("error: ").unwrap_or(&message).to_owned()).hint("see `retrograde --help`")
}

/// A verb needs input, and nobody gave any: its short help tells what to give.
fn short_help(verb: &str, lang: Lang) -> ExitCode {
    let help = Wanted { verb: Some(verb.to_owned()), detail: Detail::Summary };
    // If nobody listens, the exit code still tells.
    let _ = write!(anstream::stderr(), "{}", help.render(lang));
    Exit::BadInput.into()
}

fn internal(payload: &(dyn Any + Send)) -> ExitCode {
    let failure = Failure::new(Fault::Internal, "internal", Wrong::Internal { said: said(payload).to_owned() })
        .hint(Hint::Report);
    let lang = Lang::of_arguments(arguments());
    tell(&failure, lang, arguments().any(|argument| argument == "--json"));
    Exit::Internal.into()
}

fn anstream_choice(choice: clap::ColorChoice) -> anstream::ColorChoice {
    match choice {
        clap::ColorChoice::Auto => anstream::ColorChoice::Auto,
        clap::ColorChoice::Always => anstream::ColorChoice::Always,
        clap::ColorChoice::Never => anstream::ColorChoice::Never,
    }
}
