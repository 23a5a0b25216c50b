//! One run of the command line, from the arguments to the exit code.

use std::any::Any;
use std::ffi::OsString;
use std::io::Write;
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;
use std::sync::Arc;

use clap::FromArgMatches;
use clap::error::ErrorKind;
use retrograde_service::diagnosis::panic_text;
use retrograde_service::registry::Registry;

use crate::cli::{self, Cli};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::{Failure, Fault, Stop, print};
use crate::help::{Detail, HelpRequest};
use crate::lang::Lang;
use crate::messages::{Hint, Note, Wrong};
use crate::own::Own;
use crate::verb::check;
use crate::verdict::Verdict;
use crate::{game_files, invocation, places, usage, version};

/// Runs the command line of this process on the games of `registry`, and returns its exit code.
///
/// The program prints answers on standard output, and everything else on standard error. The program reports a panic,
/// for example in a game's rules, as an error.
pub fn main_with(registry: Registry) -> ExitCode {
    run_command(registry, std::env::args_os().collect()).into()
}

/// Like [`main_with`], with the arguments `given` instead of the arguments of the process. The first argument is the
/// name of the program. A program in another language that contains the command calls this function. A process can run
/// the command only once, because the command changes settings of the whole process, such as the report of panics.
pub fn run_command(mut registry: Registry, given: Vec<OsString>) -> u8 {
    invocation::set(given);
    places::connect_stores();
    if std::env::var_os("RUST_BACKTRACE").is_none() {
        // `internal` prints the message of the panic once, in the format of all errors.
        panic::set_hook(Box::new(|_| {}));
    }
    let run = || match game_files::load(&mut registry, invocation::arguments()) {
        Ok(given) => run(&Arc::new(registry), given),
        Err(stop) => ended(stop, &registry, "", Lang::of_arguments(words()), words().any(|given| given == "--json")),
    };
    panic::catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|payload| internal(&*payload))
}

fn run(registry: &Arc<Registry>, given: Vec<OsString>) -> u8 {
    let matches = match cli::definition().try_get_matches_from(given) {
        Ok(matches) => matches,
        Err(error) => return usage(&error, registry),
    };
    let cli = match Cli::from_arg_matches(&matches) {
        Ok(cli) => cli,
        Err(error) => return usage(&error, registry),
    };
    anstream_choice(cli.global.color).write_global();
    if let Some(clash) = registry.clash() {
        let clash = Wrong::Clash { clash: clash.to_string() };
        let (failure, exit) = if cli.global.game_files.is_empty() {
            (Failure::new(Fault::Internal, "two-games", clash).hint(Hint::OtherId), Exit::Internal)
        } else {
            (Failure::new(Fault::Input, "two-games", clash).hint(Hint::OtherName), Exit::BadInput)
        };
        print(&failure, Lang::of_arguments(words()), cli.global.json);
        return exit.into();
    }
    let mut ctx = Context::new(registry, &cli.global);
    for id in registry.replaced() {
        ctx.detail(|| ctx.lang.text(&Note::Replaced { id }.into()));
    }
    let outcome = cli.verb.run(&mut ctx, &cli::DEFINITION);
    // Writes the answers so far, before the error is printed. If the output is closed, the exit code still shows the
    // result.
    let outcome = match ctx.out.flush().map_err(Stop::from) {
        Err(Stop::ReaderGone) => outcome,
        flushed => flushed.and(outcome),
    };
    let verb = matches.subcommand_name().unwrap_or_default();
    outcome.unwrap_or_else(|stop| ended(stop, registry, verb, ctx.lang, cli.global.json))
}

/// Prints the reason why a run has stopped before its end, and returns the exit code.
fn ended(stop: Stop, registry: &Registry, verb: &str, lang: Lang, json: bool) -> u8 {
    match stop {
        Stop::ReaderGone => Exit::Done.into(),
        Stop::NoInput => short_help(verb, registry, lang),
        Stop::Code(code) => code,
        Stop::Failed(failure) => {
            print(&failure, lang, json);
            Exit::from(failure.fault).into()
        }
    }
}

/// Prints the help, the version, or an error in the arguments.
fn usage(error: &clap::Error, registry: &Registry) -> u8 {
    let exit = if error.use_stderr() { Exit::BadInput } else { Exit::Done };
    let lang = Lang::of_arguments(words());
    let json = words().any(|argument| argument == "--json");
    // If standard error is closed, the exit code still shows the result.
    let _ = match exit {
        Exit::BadInput if json => {
            let message = usage::sentence_of(error);
            print(&Failure::usage(message).hint("see `retrograde --help`"), lang, true);
            Ok(())
        }
        Exit::BadInput if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let help = HelpRequest { verb: None, detail: Detail::Summary };
            write!(anstream::stderr(), "{}", rendered(&help, registry, lang))
        }
        Exit::BadInput => {
            let given: Vec<_> = words().collect();
            write!(anstream::stderr(), "{}", usage::text(error, &given, lang))
        }
        _ => return help(error, registry, lang, json),
    };
    if is_check() { no_verdict(lang) } else { exit.into() }
}

/// Prints the help or the version in the same way as any answer. If the output is closed, the function returns no
/// failure. If the disk is full, the function returns a failure.
fn help(error: &clap::Error, registry: &Registry, lang: Lang, json: bool) -> u8 {
    let text = match error.kind() {
        ErrorKind::DisplayVersion => cli::command(registry).render_version() + &version_details(),
        _ => rendered(&HelpRequest::of(cli::definition(), invocation::arguments()), registry, lang),
    };
    let mut out = anstream::stdout();
    match write!(out, "{text}").and_then(|()| out.flush()).map_err(Stop::from) {
        Err(Stop::Failed(failure)) => {
            print(&failure, lang, json);
            Exit::from(failure.fault).into()
        }
        _ => Exit::Done.into(),
    }
}

/// Returns the details of the version, if the user asked for them; clap stops at `--version` and reads no other option.
fn version_details() -> String {
    let is_verbose = |word: &str| {
        word == "--verbose"
            || word.strip_prefix('-').is_some_and(|flags| !flags.starts_with('-') && flags.contains('v'))
    };
    if words().skip(1).any(|word| is_verbose(&word)) { version::details() } else { String::new() }
}

/// Returns the requested help as text.
fn rendered(help: &HelpRequest, registry: &Registry, lang: Lang) -> String {
    help.render(cli::command(registry), Own::of(registry), lang)
}

/// Whether a command line with an error is for the verb `check`.
fn is_check() -> bool {
    cli::verb_of(&words().collect::<Vec<_>>()).is_some_and(|verb| verb == check::NAME)
}

/// Reports wrong arguments of `check`. The exit code for wrong arguments differs from the exit codes for a contestant's
/// wrong output.
fn no_verdict(lang: Lang) -> u8 {
    let given = |names: &[&str]| words().any(|argument| names.contains(&argument.as_str()));
    if !given(&["-q", "--quiet"]) {
        let _ = check::print_fail(&mut anstream::stdout(), lang, given(&["--json"]));
    }
    Verdict::Fail.into()
}

/// Returns the arguments as text. The function replaces bytes that are not UTF-8.
fn words() -> impl Iterator<Item = String> {
    invocation::arguments().map(|argument| argument.to_string_lossy().into_owned())
}

/// Prints the short help of a verb that has got no input.
fn short_help(verb: &str, registry: &Registry, lang: Lang) -> u8 {
    let help = HelpRequest { verb: Some(verb.to_owned()), detail: Detail::Summary };
    // If standard error is closed, the exit code still shows the result.
    let _ = write!(anstream::stderr(), "{}", rendered(&help, registry, lang));
    Exit::BadInput.into()
}

fn internal(payload: &(dyn Any + Send)) -> u8 {
    let failure = Failure::new(Fault::Internal, "internal", Wrong::Internal { said: panic_text(payload).to_owned() })
        .hint(Hint::Report);
    let lang = Lang::of_arguments(words());
    print(&failure, lang, words().any(|argument| argument == "--json"));
    Exit::Internal.into()
}

fn anstream_choice(choice: clap::ColorChoice) -> anstream::ColorChoice {
    match choice {
        clap::ColorChoice::Auto => anstream::ColorChoice::Auto,
        clap::ColorChoice::Always => anstream::ColorChoice::Always,
        clap::ColorChoice::Never => anstream::ColorChoice::Never,
    }
}
