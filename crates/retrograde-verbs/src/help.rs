//! The help in the user's language. Clap renders the English help from the definition; this module renders the help in other languages
//! in the same layout, from the same definition and the language's texts.

use std::fmt::Write as _;

use clap::builder::PossibleValue;
use clap::{Arg, ArgAction, ArgMatches, Command};
use retrograde::rules::message::Render;
use terminal_size::{Width, terminal_size};

use crate::examples::{Example, Heading};
use crate::exit::Exit;
use crate::exits::{self, Why};
use crate::lang::{Lang, Texts, fill};
use crate::name::named;
use crate::own::Own;
use crate::style::STRONG;
use crate::word::{columns, padded, wrapped_to};

/// The word in `help options`, which asks for the help of the options that every verb has.
pub(crate) const OPTIONS: &str = "options";

/// How detailed the help is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// The help for `-h`, with one or two lines for each item.
    Summary,
    /// The help for `--help`, with the complete texts.
    Whole,
}

/// A request for help.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct HelpRequest {
    /// The verb whose help is requested; `None` for the help of the program itself.
    pub(crate) verb: Option<String>,
    pub(crate) detail: Detail,
}

impl HelpRequest {
    /// Returns the verb and the level of detail of a request for help. The first element of `arguments` is the
    /// program's name. Clap reports only that the user asked for help.
    pub(crate) fn of(program: Command, arguments: impl IntoIterator<Item = std::ffi::OsString>) -> Self {
        const SUMMARY: &str = "summary";
        const WHOLE: &str = "whole";
        let flag = |id: &'static str| Arg::new(id).action(ArgAction::SetTrue);
        let with_flags = |command: Command| command.arg(flag(SUMMARY).short('h')).arg(flag(WHOLE).long("help"));
        let definition = with_flags(program.disable_help_flag(true).ignore_errors(true));
        let Ok(matches) = definition.mut_subcommands(with_flags).try_get_matches_from(arguments) else {
            return Self { verb: None, detail: Detail::Whole };
        };
        // After an error, clap stores no values for the remaining arguments, not even for flags.
        let has = |matches: &ArgMatches, id| matches.get_one::<bool>(id) == Some(&true);
        let is_asked = [SUMMARY, WHOLE].iter().any(|id| has(&matches, id));
        let (verb, matches) = match matches.subcommand().filter(|_| !is_asked) {
            Some((verb, matches)) => (Some(verb.to_owned()), matches),
            None => (None, &matches),
        };
        Self { verb, detail: if has(matches, SUMMARY) { Detail::Summary } else { Detail::Whole } }
    }

    /// Renders the help, with colours.
    pub(crate) fn render(&self, mut program: Command, own: Own<'_>, lang: Lang) -> String {
        program.build();
        let is_verb = |verb: &&str| *verb == OPTIONS || program.find_subcommand(verb).is_some();
        let verb = self.verb.as_deref().filter(is_verb);
        let command = match verb {
            Some(OPTIONS) => options_of(&program),
            Some(verb) => program.find_subcommand_mut(verb).cloned().unwrap_or_default(),
            None => program,
        };
        let command = if verb == Some(OPTIONS) { command } else { command.mut_args(hidden_if_global) };
        match lang.help() {
            None => by_clap(command, self.detail),
            Some(texts) => Page { lang, texts, own, command, verb, detail: self.detail, width: width() }.render(),
        }
    }
}

/// Hides an option that every verb has. Only `help options` shows these options. In the help of a verb, they would make
/// the verb's own options hard to find.
fn hidden_if_global(arg: Arg) -> Arg {
    let is_global = arg.is_global_set();
    arg.hide(is_global)
}

/// Returns a command that has only the options that every verb has.
fn options_of(program: &Command) -> Command {
    let options = program.get_arguments().filter(|arg| arg.is_global_set()).cloned();
    let command = Command::new(OPTIONS).about(Heading::EveryVerb.to_string()).args(options);
    let command = command.disable_help_flag(true).disable_version_flag(true).max_term_width(WIDEST);
    command.styles(program.get_styles().clone()).help_template("{about-with-newline}\n{all-args}")
}

/// Renders the English help. Below the help, a sentence names the command that prints the help of the global options.
/// Global options are the options that every verb has.
fn by_clap(mut command: Command, detail: Detail) -> String {
    if command.get_name() != OPTIONS {
        let more = named(&Heading::MoreOptions.to_string());
        let own = match detail {
            Detail::Summary => command.get_after_help(),
            Detail::Whole => command.get_after_long_help().or(command.get_after_help()),
        };
        let after = own.map_or(String::new(), |own| format!("{}\n\n", own.ansi().to_string().trim_end())) + &more;
        command = command.after_help(after.clone()).after_long_help(after);
    }
    let text = match detail {
        Detail::Summary => command.render_help(),
        Detail::Whole => command.render_long_help(),
    };
    text.ansi().to_string()
}

/// The maximum width of the help in columns.
pub(crate) const WIDEST: usize = 100;

/// Returns the width of the terminal in columns, at most `WIDEST`.
fn width() -> usize {
    let said = || std::env::var("COLUMNS").ok()?.parse().ok();
    let width = terminal_size().map(|(Width(columns), _)| columns.into()).or_else(said);
    width.map_or(WIDEST, |width: usize| width.clamp(40, WIDEST))
}

/// A page of help in a language other than English.
struct Page<'p> {
    lang: Lang,
    texts: &'static Texts,
    own: Own<'p>,
    command: Command,
    verb: Option<&'p str>,
    detail: Detail,
    width: usize,
}

/// An entry of the help, with the name of a command or an argument and its text.
struct Entry {
    name: String,
    text: String,
}

/// The number of columns before the name of an entry, and between the name and the text.
const GAP: usize = 2;
/// The indentation of a text that stands below the name of its entry, in columns.
const BELOW: usize = 10;

impl Page<'_> {
    fn render(&self) -> String {
        if self.verb == Some(OPTIONS) {
            let about = wrapped_to(self.width, &self.words(&Heading::EveryVerb));
            return [about].into_iter().chain(self.sections()).collect::<Vec<_>>().join("\n\n") + "\n";
        }
        let about = self.verb.map_or(Some(self.texts.program), |verb| self.texts.verb(verb)).unwrap_or_default();
        let about = wrapped_to(self.width, &self.own.text(self.part(about)));
        let (examples, is_whole) = (self.examples(), self.detail == Detail::Whole);
        let (before, after) = match self.verb {
            None => (examples, vec![self.exit_codes()]),
            Some(verb) => (None, examples.into_iter().chain(is_whole.then(|| self.exit_codes_of(verb))).collect()),
        };
        let more = wrapped_to(self.width, &named(&self.words(&Heading::MoreOptions)));
        let parts = before.into_iter().chain([about, self.usage()]).chain(self.sections()).chain(after).chain([more]);
        parts.collect::<Vec<_>>().join("\n\n") + "\n"
    }

    fn examples(&self) -> Option<String> {
        let examples = self.own.examples(self.verb);
        let lines = examples.iter().map(|Example { does, command }| format!("\n  # {}\n  {command}", self.words(does)));
        (!examples.is_empty()).then(|| format!("{}：{}", self.words(&Heading::Examples), lines.collect::<String>()))
    }

    /// Writes the exit codes of the program.
    fn exit_codes(&self) -> String {
        let code = |exit: &Exit| Entry { name: format!("{:>3}", exit.code()), text: self.words(&exit.meaning()) };
        let codes: Vec<_> = Exit::ALL.iter().map(code).collect();
        format!("{}：{}", self.words(&Heading::ExitCodes), self.side_by_side(&codes))
    }

    /// Writes the exit codes of a verb.
    fn exit_codes_of(&self, verb: &str) -> String {
        let code = |&(code, ref why): &(u8, Why)| Entry { name: format!("{code:>3}"), text: named(&self.words(why)) };
        let codes: Vec<_> = exits::of_verb(verb).iter().map(code).collect();
        format!("{}：{}", self.words(&Heading::ExitCodesOfVerb), self.side_by_side(&codes))
    }

    fn words(&self, message: &impl Render) -> String {
        message.in_language(self.lang.language()).to_string()
    }

    /// Returns the part of a help text that the requested level of detail shows.
    fn part<'t>(&self, text: &'t str) -> &'t str {
        match self.detail {
            Detail::Summary => summary(text),
            Detail::Whole => text,
        }
    }

    fn usage(&self) -> String {
        let usage = self.command.clone().help_template("{usage}").render_help();
        format!("{}{}", self.heading(self.texts.usage), usage.ansi().to_string().trim_end())
    }

    fn heading(&self, text: &str) -> String {
        let style = self.command.get_styles().get_header();
        format!("{style}{text}{style:#}：")
    }

    fn sections(&self) -> Vec<String> {
        let is_shown = |arg: &&Arg| !arg.is_hide_set();
        let arguments: Vec<_> = self.command.get_arguments().filter(is_shown).collect();
        let of = |heading: Option<&str>, is_positional: Option<bool>| -> Vec<&Arg> {
            let is_meant = |arg: &&&Arg| is_positional.is_none_or(|wanted| arg.is_positional() == wanted);
            arguments.iter().filter(|arg| arg.get_help_heading() == heading).filter(is_meant).copied().collect()
        };
        let mut headings: Vec<_> = arguments.iter().filter_map(|arg| arg.get_help_heading()).collect();
        headings.dedup();
        let plain = [(self.texts.arguments_heading, of(None, Some(true))), (self.texts.options, of(None, Some(false)))];
        let headed = headings
            .into_iter()
            .map(|english| (self.texts.heading(english).unwrap_or(english), of(Some(english), None)));
        let sections = plain.into_iter().chain(headed).filter(|(_, arguments)| !arguments.is_empty());
        let sections = sections.map(|(heading, arguments)| self.section(heading, &arguments));
        self.commands().into_iter().chain(sections).collect()
    }

    fn commands(&self) -> Option<String> {
        let entry = |verb: &Command| Entry {
            name: verb.get_name().to_owned(),
            text: self.own.text(summary(self.texts.verb(verb.get_name()).unwrap_or_default())),
        };
        let entries: Vec<_> = self.command.get_subcommands().filter(|verb| !verb.is_hide_set()).map(entry).collect();
        (!entries.is_empty()).then(|| self.heading(self.texts.commands) + &self.side_by_side(&entries))
    }

    fn section(&self, heading: &str, arguments: &[&Arg]) -> String {
        let entry = |arg: &&Arg| Entry { name: name(arg), text: self.text(arg) };
        let entries: Vec<_> = arguments.iter().map(entry).collect();
        let listed = match self.detail {
            Detail::Summary => self.side_by_side(&entries),
            Detail::Whole => self.below(&entries),
        };
        self.heading(heading) + &listed
    }

    /// Writes the entries, with the names on the left and the texts on the right.
    fn side_by_side(&self, entries: &[Entry]) -> String {
        let longest = entries.iter().map(|entry| columns(&entry.name)).max().unwrap_or(0);
        let left = GAP + longest + GAP;
        entries.iter().fold(String::new(), |mut listed, Entry { name, text }| {
            let text = indented(left, &wrapped_to(self.width.saturating_sub(left), text));
            let blanks = " ".repeat(longest - columns(name));
            let _ = write!(listed, "\n  {STRONG}{name}{STRONG:#}{blanks}  {}", text.trim_start());
            listed
        })
    }

    /// Writes the entries, with each text below its name.
    fn below(&self, entries: &[Entry]) -> String {
        let entry = |Entry { name, text }: &Entry| {
            let text = indented(BELOW, &wrapped_to(self.width - BELOW, text));
            format!("\n  {STRONG}{name}{STRONG:#}\n{text}")
        };
        entries.iter().map(entry).collect::<Vec<_>>().join("\n")
    }

    /// Returns the text of an argument, with its default and its possible values.
    fn text(&self, arg: &Arg) -> String {
        let own = self.texts.argument(self.verb, arg.get_id().as_str());
        let own =
            own.map_or_else(|| arg.get_help().map(ToString::to_string).unwrap_or_default(), |text| self.own.text(text));
        let values: Vec<_> = arg.get_possible_values().into_iter().filter(|value| !value.is_hide_set()).collect();
        let values = if arg.is_hide_possible_values_set() { Vec::new() } else { values };
        let (is_explained, between) = match self.detail {
            Detail::Summary => (false, " "),
            Detail::Whole => (values.iter().any(|value| value.get_help().is_some()), "\n"),
        };
        let explained = is_explained.then(|| self.explained(arg, &values));
        let listed = (!is_explained && !values.is_empty()).then(|| names(&values));
        let specs = default(arg).map(|values| fill(self.texts.default, &[("values", &values)])).into_iter();
        let specs: Vec<_> =
            specs.chain(listed.map(|values| fill(self.texts.choices, &[("values", &values)]))).collect();
        let specs = (!specs.is_empty()).then(|| specs.join(between));
        let parts = [Some(self.part(&own).to_owned()), explained, specs].into_iter().flatten().collect::<Vec<_>>();
        parts.join(if self.detail == Detail::Summary { " " } else { "\n\n" })
    }

    /// Lists the possible values of an argument, one per line, each with its explanation.
    fn explained(&self, arg: &Arg, values: &[PossibleValue]) -> String {
        let line = |value: &PossibleValue| {
            let what = self.texts.value(arg.get_id().as_str(), value.get_name()).unwrap_or_default();
            "\n".to_owned() + &fill(self.texts.choice, &[("value", &value.get_name()), ("what", &what)])
        };
        self.texts.choices_heading.to_owned() + &values.iter().map(line).collect::<String>()
    }
}

/// Returns the first paragraph of a text.
fn summary(text: &str) -> &str {
    text.split_once("\n\n").map_or(text, |(first, _)| first)
}

/// Returns an argument as the user types it, such as `-n, --number <N>` or `[FILE]`.
fn name(arg: &Arg) -> String {
    match (arg.get_short(), arg.get_long()) {
        (Some(short), Some(_)) => format!("-{short}, {arg}"),
        (None, Some(_)) => format!("    {arg}"),
        _ => arg.to_string(),
    }
}

/// Returns the default values of an argument, if the help shows them.
fn default(arg: &Arg) -> Option<String> {
    let values = arg.get_default_values();
    let is_shown = arg.get_action().takes_values() && !arg.is_hide_default_value_set() && !values.is_empty();
    is_shown.then(|| values.iter().map(|value| value.to_string_lossy()).collect::<Vec<_>>().join(" "))
}

fn names(values: &[PossibleValue]) -> String {
    values.iter().map(PossibleValue::get_name).collect::<Vec<_>>().join(", ")
}

/// Returns `text` with `by` blanks before every line that is not empty.
fn indented(by: usize, text: &str) -> String {
    let line = |line: &str| if line.is_empty() { String::new() } else { padded("", by) + line };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use retrograde_service::registry::Registry;

    use super::*;
    use crate::cli;

    fn wanted(arguments: &str) -> HelpRequest {
        HelpRequest::of(cli::definition(), arguments.split(' ').map(Into::into))
    }

    #[test]
    fn the_help_is_of_the_verb_in_front_of_which_or_behind_which_it_is_asked_for() {
        for (arguments, verb, detail) in [
            ("r --help", None, Detail::Whole),
            ("r --lang zh -h", None, Detail::Summary),
            ("r -h probe", None, Detail::Summary),
            ("r --help gen --size", None, Detail::Whole),
            ("r probe -qh", Some("probe"), Detail::Summary),
            ("r gen pawn --value win --help", Some("gen"), Detail::Whole),
            ("r stress -h", Some("stress"), Detail::Summary),
            ("r --mem 4X probe -h", Some("probe"), Detail::Summary),
        ] {
            assert_eq!(wanted(arguments), HelpRequest { verb: verb.map(str::to_owned), detail }, "{arguments}");
        }
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        let registry = Registry::empty();
        let (mut program, own) = (cli::command(&registry), Own::of(&registry));
        program.build();
        for detail in [Detail::Summary, Detail::Whole] {
            for verb in program.get_subcommands() {
                let (texts, lang) = (Lang::Zh.help().unwrap(), Lang::Zh);
                let (command, verb) = (verb.clone(), Some(verb.get_name()));
                let page = Page { lang, texts, own, command, verb, detail, width: 60 };
                let text = anstream::adapter::strip_str(&page.render()).to_string();
                // A command is one line, so that the user can copy it.
                let commands: Vec<_> = own.examples(verb).into_iter().map(|example| example.command).collect();
                let is_text =
                    |line: &&str| !line.starts_with("用法") && !commands.iter().any(|command| line.trim() == command);
                for line in text.lines().filter(is_text) {
                    assert!(columns(line) <= 60, "{verb:?}: {line}");
                }
            }
        }
    }
}
