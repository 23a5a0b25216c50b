//! Errors in the arguments. Clap supplies the data, and each language has its own sentences.

use std::error::Error as _;
use std::fmt;
use std::net::AddrParseError;
use std::num::ParseIntError;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Error};
use retrograde::rules::message::{Language, Message, Render};

use crate::cli;
use crate::failure::sentence;
use crate::lang::Lang;
use crate::messages::{BadLine, BadValue, Tip};
use crate::style::ERROR;

/// Writes an error as text. The text has the sentence, the possible values, the tips, then usage and help. The first
/// element of `arguments` is the program's name.
pub(crate) fn text(error: &Error, arguments: &[String], lang: Lang) -> String {
    let words = lang.words();
    let as_text = |tip: Tip| lang.text(&tip.into());
    let mut text = format!("{ERROR}{}{ERROR:#}{}{}\n", words.error, words.place_end, lang.text(&message(error).into()));
    text.extend(choices(error).map(|choices| format!("  {}\n", as_text(choices))));
    let tips = tips(error, arguments);
    text.extend((!tips.is_empty()).then_some("\n"));
    text.extend(tips.into_iter().map(|tip| format!("  {}\n", as_text(tip))));
    text.extend(usage(error).map(|usage| format!("\n{}\n", as_text(Tip::Usage { usage }))));
    text + &format!("\n{}\n", as_text(Tip::Help))
}

/// Writes an error as one English sentence, for JSON.
pub(crate) fn sentence_of(error: &Error) -> String {
    let parts = [message(error).to_string()].into_iter().chain(choices(error).map(|choices| choices.to_string()));
    let text = parts.collect::<Vec<_>>().join(" ");
    text.lines().map(str::trim).collect::<Vec<_>>().join(" ")
}

fn message(error: &Error) -> BadLine {
    known(error).unwrap_or_else(|| BadLine::Other { said: error.kind().to_string() })
}

fn known(error: &Error) -> Option<BadLine> {
    let argument = || text_of(error, ContextKind::InvalidArg);
    let value = || text_of(error, ContextKind::InvalidValue);
    let verb = || text_of(error, ContextKind::InvalidSubcommand);
    Some(match error.kind() {
        ErrorKind::UnknownArgument => BadLine::NoArgument { argument: argument()? },
        ErrorKind::InvalidSubcommand => BadLine::NoVerb { verb: verb()? },
        ErrorKind::MissingSubcommand => BadLine::VerbMissing { program: verb()? },
        ErrorKind::InvalidValue => match value()? {
            value if value.is_empty() => BadLine::Missing { argument: argument()? },
            value => BadLine::NoValue { value, argument: argument()? },
        },
        ErrorKind::ValueValidation => BadLine::Value { value: value()?, argument: argument()?, why: why(error)? },
        ErrorKind::TooManyValues => BadLine::ManyValues { value: value()?, argument: argument()? },
        ErrorKind::ArgumentConflict => conflict(argument()?, &list(error, ContextKind::PriorArg))?,
        ErrorKind::MissingRequiredArgument => {
            BadLine::Arguments { arguments: below(&list(error, ContextKind::InvalidArg)) }
        }
        ErrorKind::InvalidUtf8 => BadLine::NoText,
        _ => return None,
    })
}

fn conflict(argument: String, others: &[String]) -> Option<BadLine> {
    Some(match others {
        [] => return None,
        [other] if *other == argument => BadLine::Twice { argument },
        [other] => BadLine::Conflict { argument, other: other.clone() },
        others => BadLine::Conflicts { argument, others: below(others) },
    })
}

/// Writes the arguments, each on its own line.
fn below(arguments: &[String]) -> String {
    "\n  ".to_owned() + &arguments.join("\n  ")
}

/// Returns the reason why a value is invalid. For known kinds of errors, the reason is a typed message, which can be
/// translated. For other errors, the reason is the English text of the error.
fn why(error: &Error) -> Option<Message> {
    let source = error.source()?;
    let bad = source.downcast_ref::<BadValue>().cloned();
    let bad = bad.or_else(|| source.downcast_ref::<ParseIntError>().map(BadValue::from));
    let bad = bad.or_else(|| source.downcast_ref::<AddrParseError>().map(|_| BadValue::Address));
    Some(match bad {
        Some(bad) => Tame(bad.into()).into(),
        None => sentence(&source.to_string()).into(),
    })
}

/// A message that quotes the user's input. Control characters in the message are replaced.
#[derive(Debug)]
struct Tame(Message);

impl Render for Tame {
    fn render(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&sentence(&self.0.in_language(language).to_string()))
    }
}

/// For an invalid value, returns a tip with the possible values. For an unknown verb, returns a tip with the verbs. For
/// an error of another kind, returns `None`.
fn choices(error: &Error) -> Option<Tip> {
    let joined = |kind| Some(list(error, kind).join(", ")).filter(|choices| !choices.is_empty());
    let verbs = || joined(ContextKind::ValidSubcommand).map(|verbs| Tip::Verbs { verbs });
    joined(ContextKind::ValidValue).map(|values| Tip::Values { values }).or_else(verbs)
}

fn tips(error: &Error, arguments: &[String]) -> Vec<Tip> {
    let similar = |kind| list(error, kind).into_iter();
    let verbs = similar_verbs(list(error, ContextKind::SuggestedSubcommand)).into_iter();
    let options = similar(ContextKind::SuggestedArg).map(|argument| Tip::Similar { argument });
    let values = similar(ContextKind::SuggestedValue).map(|value| Tip::SimilarValue { value });
    verbs.chain(options).chain(values).chain(elsewhere(error, arguments)).collect()
}

fn similar_verbs(mut verbs: Vec<String>) -> Option<Tip> {
    match verbs.len() {
        0 | 1 => verbs.pop().map(|verb| Tip::SimilarVerb { verb }),
        _ => {
            let verbs = verbs.iter().map(|verb| format!("'{verb}'")).collect::<Vec<_>>().join(", ");
            Some(Tip::SimilarVerbs { verbs })
        }
    }
}

/// Finds the place in the command line at which an argument would be valid. Clap reports only that a valid place
/// exists.
fn elsewhere(error: &Error, arguments: &[String]) -> Option<Tip> {
    match error.get(ContextKind::Suggested)? {
        ContextValue::StyledStrs(tips) if !tips.is_empty() => {}
        _ => return None,
    }
    let argument = text_of(error, ContextKind::InvalidArg)?;
    let program = cli::definition();
    if program.find_subcommand(&argument).is_some() {
        return Some(Tip::NoDashes { verb: argument });
    }
    if let Some(verb) = cli::verb_of(arguments) {
        return Some(match option_of(&verb, &argument, arguments) {
            // If a value is a negative number, the tip does not help, because no option takes negative numbers.
            Some(_) if argument[1..].starts_with(|next: char| next.is_ascii_digit()) => return None,
            Some(option) => Tip::AsOptionValue { option, argument },
            None => Tip::AsValue { argument },
        });
    }
    // Here the argument stands before the verb. If a similar argument is valid after the verb, the tip says so.
    let mut verbs = arguments.iter().skip(1).filter(|verb| program.find_subcommand(verb).is_some());
    let of_verb = |verb: &String| Some(Tip::OfVerb { argument: like(&argument, verb)?, verb: verb.clone() });
    verbs.find_map(of_verb)
}

/// Returns the option before an argument, if that option takes a value.
fn option_of(verb: &str, argument: &str, arguments: &[String]) -> Option<String> {
    let at = arguments.iter().position(|one| one == argument)?;
    let option = arguments.get(at.checked_sub(1)?)?;
    let is_called = |known: &Arg| match option.strip_prefix("--") {
        Some(long) => known.get_long() == Some(long),
        None => known.get_short().is_some_and(|short| *option == format!("-{short}")),
    };
    let program = cli::definition();
    let mut known = program.get_arguments().chain(program.find_subcommand(verb)?.get_arguments());
    known.any(|known| is_called(known) && known.get_action().takes_values()).then(|| option.clone())
}

/// Returns the argument of `verb` with this name, or with a similar name.
fn like(argument: &str, verb: &str) -> Option<String> {
    let mut program = cli::definition();
    let known = program.find_subcommand_mut(verb)?;
    if known.get_arguments().any(|known| known.get_long() == argument.strip_prefix("--")) {
        return Some(argument.to_owned());
    }
    let error = program.try_get_matches_from([cli::definition().get_name(), verb, argument]).err()?;
    text_of(&error, ContextKind::SuggestedArg)
}

/// Returns clap's usage line, without its heading.
fn usage(error: &Error) -> Option<String> {
    match error.get(ContextKind::Usage)? {
        ContextValue::StyledStr(usage) => {
            let usage = usage.to_string();
            Some(usage.strip_prefix("Usage: ").unwrap_or(&usage).to_owned())
        }
        _ => None,
    }
}

fn text_of(error: &Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(sentence(text)),
        _ => None,
    }
}

/// Returns the text or the texts that clap's error holds for `kind`.
fn list(error: &Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::Strings(texts)) => texts.iter().map(|text| sentence(text)).collect(),
        Some(ContextValue::String(text)) => vec![sentence(text)],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(arguments: &[&str]) -> Option<(Error, Vec<String>)> {
        let arguments: Vec<_> = [&["retrograde"], arguments].concat().into_iter().map(str::to_owned).collect();
        Some((cli::definition().try_get_matches_from(&arguments).err()?, arguments))
    }

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    /// Literal words, which are the same in every language.
    const TYPED: [&str; 7] = ["UTF", "win", "loss", "tie", "draw", "Mbit", "Gbit"];

    /// Returns the English words of a text, except quotes, brackets, the usage line and literal words.
    fn english(text: &str) -> Vec<&str> {
        let lines =
            text.lines().filter(|line| !line.starts_with("用法：") && !line.trim_start().starts_with(['<', '[', '-']));
        let unquoted = lines.flat_map(|line| line.split(['\'', '`']).step_by(2));
        let words = unquoted.flat_map(|text| text.split(|c: char| !c.is_ascii_alphabetic()));
        words.filter(|word| word.len() > 2 && !TYPED.contains(word)).collect()
    }

    /// The reasons why a text is not a number: the sentence of the standard library, and our sentence.
    const NUMBERS: [(&str, &str); 4] = [
        ("invalid digit found in string", "expected a whole number, such as 5"),
        ("cannot parse integer from empty string", "expected a whole number, but the text is empty"),
        ("number too large to fit in target type", "the number is too large"),
        ("number too small to fit in target type", "the number is too small"),
    ];

    /// Asserts that our English text for an error is clap's text, except for the sentences in `NUMBERS`. Also asserts
    /// that the Chinese text has no English words.
    fn assert_is_told(arguments: &[&str]) {
        let (error, arguments) = error(arguments).unwrap_or_else(|| panic!("no error: {arguments:?}"));
        let expected = NUMBERS.iter().fold(error.to_string(), |text, (theirs, ours)| text.replace(theirs, ours));
        assert_eq!(plain(&text(&error, &arguments, Lang::En)), expected, "{arguments:?}");
        let chinese = plain(&text(&error, &arguments, Lang::Zh));
        assert_eq!(english(&chinese), [""; 0], "{arguments:?}: {chinese}");
        assert!(!chinese.contains("有误"), "{arguments:?}: {chinese}");
    }

    #[test]
    fn every_kind_of_error_is_told_in_both_languages() {
        for arguments in [
            &["probee"][..],
            &["ver"],
            &["--json"],
            &["--moves", "probe", "x"],
            &["--movse", "probe", "x"],
            &["--", "probe"],
            &["-x"],
            &["answer"],
            &["games", "extra"],
            &["probe", "--form", "pos"],
            &["probe", "--zzz", "x"],
            &["probe", "-q", "-v", "x"],
            &["probe", "--json=5", "x"],
            &["--color", "never", "--color", "auto", "games"],
            &["--color", "purple", "games"],
            &["--color", "alway", "games"],
            &["games", "--color"],
            &["gen", "pawn", "--winner", "red", "--value", "win", "--turn", "red"],
            &["gen", "pawn", "--time", "5s"],
            &["serve", "--bind", "here"],
            &["serve", "--port", "99999"],
            &["stress", "x"],
            &["stress", "--game", "pawn"],
        ] {
            assert_is_told(arguments);
        }
    }

    #[test]
    fn every_bad_value_is_told_in_both_languages() {
        let mut program = cli::definition();
        program.build();
        let mut printed = 0;
        for verb in program.get_subcommands() {
            // The global options are tried only with the verb `probe`, because they are the same for every verb.
            let is_new = |argument: &&Arg| verb.get_name() == "probe" || !argument.is_global_set();
            for argument in verb.get_arguments().filter(is_new).filter_map(Arg::get_long) {
                for bad in ["?", "", "-1", "4294967296", "99999999999999999999999"] {
                    let value = format!("--{argument}={bad}");
                    let arguments = [verb.get_name(), &value, "pawn", "x", "x"];
                    let is_of_value = |error: &Error| error.kind() == ErrorKind::ValueValidation;
                    if error(&arguments).is_some_and(|(error, _)| is_of_value(&error)) {
                        assert_is_told(&arguments);
                        printed += 1;
                    }
                }
            }
        }
        assert!(printed > 50, "{printed}");
    }

    #[test]
    fn bytes_that_are_no_text_are_told() {
        #[cfg(unix)]
        {
            use std::ffi::OsStr;
            use std::os::unix::ffi::OsStrExt as _;
            let bad = [OsStr::new("retrograde"), OsStr::new("games"), OsStr::new("--lang"), OsStr::from_bytes(b"\xff")];
            let error = cli::definition().try_get_matches_from(bad).unwrap_err();
            assert_eq!(plain(&text(&error, &["retrograde".into()], Lang::En)), error.to_string());
        }
    }
}
