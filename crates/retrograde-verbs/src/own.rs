//! The parts of the help and the manuals that depend on the program, such as the program's name and examples from its
//! games.
//!
//! The texts of the help, in every language, fit any program. A part of a text in braces depends on a thing that a
//! program may lack. In the following example, the thing is a game:
//!
//! ```text
//! The game{game?, such as @}; `retrograde games` lists them
//! ```
//!
//! In the braces, a condition stands before the question mark, and a text stands after the question mark. The condition
//! names a thing, such as a game. If the program has this thing, the text stays, and `@` in the text is replaced by the
//! name of the thing. If the program lacks this thing, the whole part is left out. A part without a question mark, such
//! as `{program}`, is replaced by the name of the thing. A condition is `program` (the program's name), `game` (the id
//! of the first game), `side` (the first side of that game), `position` (a position of a game), `saved` (a position
//! whose table can be saved), `format` (the first contest's format), `played` (the game of that contest), `input` and
//! `output` (that contest's file names), or ids of games and formats, joined by `+`.

use clap::builder::{Resettable, StyledStr};
use clap::{Arg, Command};
use retrograde::author::{AnyGame, Contest, Domain};
use retrograde_service::registry::Registry;

use crate::examples::{self, Example, Heading, OF_PROGRAM, Template};
use crate::exits;
use crate::name::{self, named};
use crate::version;

/// The games of a program. The names and examples of the games fill the texts of the help.
#[derive(Clone, Copy)]
pub(crate) struct Own<'r> {
    registry: &'r Registry,
}

impl<'r> Own<'r> {
    /// Creates the value for a program with the games of `registry`.
    pub(crate) const fn of(registry: &'r Registry) -> Self {
        Self { registry }
    }

    /// Returns a text of the help for this program. Only the parts whose conditions hold remain, and the commands have
    /// the program's name.
    pub(crate) fn text(self, text: &str) -> String {
        named(&parts(text, |key| self.thing(key)))
    }

    /// Returns the definition of a command line with the help for this program.
    pub(crate) fn command(self, definition: Command) -> Command {
        let examples = listed(&self.examples(None));
        let command = self.described(definition).mut_subcommands(|verb| self.verb(verb));
        command.name(name::own()).version(version::short()).before_help(Resettable::from(examples.map(StyledStr::from)))
    }

    /// Returns the definition of a verb with its help for this program. Examples and exit codes stand below the options.
    fn verb(self, definition: Command) -> Command {
        let examples = listed(&self.examples(Some(definition.get_name())));
        let codes = exits::of_verb(definition.get_name());
        let lines = codes.iter().map(|(code, why)| format!("\n  {code:>3}  {}", named(&why.to_string())));
        let codes = format!("{}:{}", Heading::ExitCodesOfVerb, lines.collect::<String>());
        let whole: Vec<_> = examples.clone().into_iter().chain([codes]).collect();
        let command = self.described(definition).after_long_help(whole.join("\n"));
        command.after_help(Resettable::from(examples.map(StyledStr::from)))
    }

    fn described(self, command: Command) -> Command {
        let text =
            |text: Option<&StyledStr>| Resettable::from(text.map(|text| self.text(&text.ansi().to_string()).into()));
        let (about, long) = (text(command.get_about()), text(command.get_long_about()));
        let argument = |arg: Arg| {
            let (help, long) = (text(arg.get_help()), text(arg.get_long_help()));
            arg.help(help).long_help(long)
        };
        command.about(about).long_about(long).mut_args(argument)
    }

    /// The examples in the help of a verb, or of the program itself. The list omits an example that needs a missing
    /// thing, such as a contest.
    pub(crate) fn examples(self, verb: Option<&str>) -> Vec<Example> {
        let templates = verb.map_or(OF_PROGRAM, examples::of_verb);
        let example = |&(does, template): &Template| Some(Example { does, command: self.filled(template)? });
        templates.iter().filter_map(example).collect()
    }

    /// Returns the command of a template; `None` if the program lacks a thing that the command needs.
    fn filled(self, template: &str) -> Option<String> {
        let parts_of = template.split('{').skip(1).filter_map(|part| part.split_once('}'));
        let mut needs = parts_of.map(|(need, _)| need).filter(|need| !need.contains('?'));
        needs.all(|need| self.thing(need).is_some()).then(|| parts(template, |key| self.thing(key)))
    }

    fn game(self) -> Option<&'r dyn AnyGame> {
        self.registry.games().next()
    }

    fn contest(self) -> Option<&'r dyn Contest> {
        self.registry.contests().next()
    }

    /// Returns the shortest example of the first game that has examples.
    fn position(self) -> Option<&'r String> {
        self.registry.games().find_map(|game| game.about().examples.iter().min_by_key(|token| token.len()))
    }

    /// Returns the shortest example of the first game whose tables can be saved.
    fn saved(self) -> Option<&'r String> {
        let is_numbered = |token: &String| {
            let position = self.registry.open(token).ok()?;
            position.plan(Domain::All, 1).slots
        };
        let shortest = |game: &'r dyn AnyGame| game.about().examples.iter().min_by_key(|token| token.len());
        self.registry.games().filter_map(shortest).find(|token| is_numbered(token).is_some())
    }

    /// Returns the thing that a condition names, as text; `None` if the program lacks this thing.
    fn thing(self, key: &str) -> Option<String> {
        match key {
            "program" => Some(name::own().to_owned()),
            "game" => Some(self.game()?.about().id.to_owned()),
            "side" => Some(self.game()?.about().sides[0].to_owned()),
            "position" => self.position().cloned(),
            "saved" => self.saved().cloned(),
            "format" => Some(self.contest()?.id().to_owned()),
            "played" => Some(self.contest()?.game().to_owned()),
            "input" => Some(self.contest()?.files()?.input.to_owned()),
            "output" => Some(self.contest()?.files()?.output.to_owned()),
            ids => ids.split('+').all(|id| self.has(id)).then(|| ids.to_owned()),
        }
    }

    /// Whether the program has a game or a contest with this id.
    fn has(self, id: &str) -> bool {
        self.registry.games().any(|game| game.about().id == id)
            || self.registry.contests().any(|contest| contest.id() == id)
    }
}

/// Lists the examples below their heading; `None` if there are no examples.
fn listed(examples: &[Example]) -> Option<String> {
    let lines = examples.iter().map(|Example { does, command }| format!("  # {does}\n  {command}\n"));
    (!examples.is_empty()).then(|| format!("{}:\n{}", Heading::Examples, lines.collect::<String>()))
}

/// Returns a text of the help in which the parts in braces are replaced. The function `thing` returns the thing that a
/// condition names, as text; `None` if the program lacks this thing.
fn parts(text: &str, thing: impl Fn(&str) -> Option<String>) -> String {
    let mut said = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('{') {
        let (part, after) = behind.split_once('}').unwrap_or((behind, ""));
        let (key, words) = part.split_once('?').unwrap_or((part, "@"));
        said += before;
        said.extend(thing(key).map(|thing| words.replace('@', &thing)));
        rest = after;
    }
    said + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_said_only_where_there_is_what_it_needs() {
        let thing = |key: &str| (key == "game").then(|| "chase".to_owned());
        for (text, said) in [
            ("The game{game?, such as @}; see below", "The game, such as chase; see below"),
            ("The format{format?, such as @}{game? of @}", "The format of chase"),
            ("{game}: {race+cannons? both}", "chase: "),
            ("none", "none"),
        ] {
            assert_eq!(parts(text, thing), said, "{text}");
        }
    }
}
