//! What is wrong with the arguments, by the values that clap gives, in another language than its own.

use std::error::Error as _;
use std::fmt;

use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use retrograde::message::{Language, Message, Tell};

use crate::failure::sentence;
use crate::messages::{BadLine, BadValue};

/// The parts of an error: the sentence with the values there are, tips, then usage and help. `None` for what clap alone can tell.
pub(crate) struct Parts {
    pub(crate) message: Message,
    pub(crate) values: Option<Message>,
    pub(crate) tips: Vec<Message>,
    pub(crate) usage: Option<Message>,
    pub(crate) help: Message,
}

impl Parts {
    pub(crate) fn of(error: &Error) -> Option<Self> {
        Some(Self {
            message: message(error)?.into(),
            values: list(error, ContextKind::ValidValue)
                .filter(|values| !values.is_empty())
                .map(|values| BadLine::Values { values: values.join(", ") }.into()),
            tips: tips(error),
            usage: usage(error).map(|usage| BadLine::Usage { usage }.into()),
            help: BadLine::Help.into(),
        })
    }
}

fn message(error: &Error) -> Option<BadLine> {
    let argument = || text(error, ContextKind::InvalidArg);
    let value = || text(error, ContextKind::InvalidValue);
    Some(match error.kind() {
        ErrorKind::UnknownArgument => BadLine::NoArgument { argument: argument()? },
        ErrorKind::InvalidSubcommand => BadLine::NoVerb { verb: text(error, ContextKind::InvalidSubcommand)? },
        ErrorKind::InvalidValue => match value()? {
            value if value.is_empty() => BadLine::Missing { argument: argument()? },
            value => BadLine::NoValue { value, argument: argument()? },
        },
        ErrorKind::ValueValidation => BadLine::Value { value: value()?, argument: argument()?, why: why(error)? },
        ErrorKind::ArgumentConflict => match (argument()?, text(error, ContextKind::PriorArg)?) {
            (argument, other) if argument == other => BadLine::Twice { argument },
            (argument, other) => BadLine::Conflict { argument, other },
        },
        ErrorKind::MissingRequiredArgument => {
            let missing = list(error, ContextKind::InvalidArg)?;
            BadLine::Arguments { arguments: "\n  ".to_owned() + &missing.join("\n  ") }
        }
        _ => return None,
    })
}

/// Why a value is refused, as a value if it is one of ours.
fn why(error: &Error) -> Option<Message> {
    let source = error.source()?;
    Some(match source.downcast_ref::<BadValue>() {
        Some(bad) => Tame(bad.clone().into()).into(),
        None => sentence(&source.to_string()).into(),
    })
}

/// A message that quotes what was typed, fit for a terminal.
#[derive(Debug)]
struct Tame(Message);

impl Tell for Tame {
    fn tell(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&sentence(&self.0.told(language).to_string()))
    }
}

fn tips(error: &Error) -> Vec<Message> {
    let similar = |kind| list(error, kind).or_else(|| text(error, kind).map(|one| vec![one])).unwrap_or_default();
    let verbs = similar(ContextKind::SuggestedSubcommand).into_iter().map(|verb| BadLine::SimilarVerb { verb }.into());
    let arguments = similar(ContextKind::SuggestedArg).into_iter().map(|argument| BadLine::Similar { argument }.into());
    let values = similar(ContextKind::SuggestedValue).into_iter().map(|value| BadLine::SimilarValue { value }.into());
    let others = match error.get(ContextKind::Suggested) {
        Some(ContextValue::StyledStrs(tips)) => {
            tips.iter().map(|tip| sentence(&format!("tip: {tip}")).into()).collect()
        }
        _ => Vec::new(),
    };
    verbs.chain(arguments).chain(values).chain(others).collect()
}

fn usage(error: &Error) -> Option<String> {
    match error.get(ContextKind::Usage)? {
        ContextValue::StyledStr(usage) => {
            let usage = usage.to_string();
            Some(usage.split_once(": ").map_or(usage.clone(), |(_, usage)| usage.to_owned()))
        }
        _ => None,
    }
}

fn text(error: &Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(sentence(text)),
        _ => None,
    }
}

fn list(error: &Error, kind: ContextKind) -> Option<Vec<String>> {
    match error.get(kind)? {
        ContextValue::Strings(texts) => Some(texts.iter().map(|text| sentence(text)).collect()),
        _ => None,
    }
}
