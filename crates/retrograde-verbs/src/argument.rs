//! The kinds of arguments that name positions. An argument names a token, a file, a part of a file, or a game.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::Path;

use retrograde::author::AnyPosition;
use retrograde_service::forms::{Form, Recognised, is_token};
use retrograde_service::registry::Registry;

use crate::failure::{Failure, Fault, Place, Stop, admit_token};
use crate::input::{Input, Whole};
use crate::messages::{Hint, Unit, Wrong, counted};
use crate::reading::each_position;
use crate::source::named;

/// An argument that names positions.
pub(crate) enum Argument<'t> {
    /// A text that begins with the name of a known game and a colon.
    Token,
    /// An existing file.
    File,
    /// A part of a file. The part is the name of a node of a graph, or the index of a position. Indexes begin at 1.
    Part { file: &'t str, part: &'t str },
    /// The name of a game, or an unknown word.
    Name,
}

impl<'t> Argument<'t> {
    pub(crate) fn of(registry: &Registry, text: &'t str) -> Self {
        if is_token(registry, text) {
            return Self::Token;
        }
        if Path::new(text).is_file() {
            return Self::File;
        }
        match text.rsplit_once('#') {
            Some((file, part)) if !file.is_empty() && !file.contains(':') || Path::new(file).is_file() => {
                Self::Part { file, part }
            }
            _ => Self::Name,
        }
    }
}

/// Detects the format of a file from the file's beginning. The function is for a run in which no option sets the
/// format.
pub(crate) fn form_of<'r>(registry: &'r Registry, file: &str) -> Result<Recognised<'r>, Stop> {
    let (beginning, is_cut) = Input::beginning(Path::new(file))?;
    admit_token(beginning.len(), &Place { file: Some(file.to_owned()), ..Place::default() })?;
    recognised(registry, file, &beginning, is_cut, |names| match names {
        FormNames::Fitting(form) => Hint::From { form, file: file.to_owned() },
        FormNames::All(names) => Hint::Forms { names },
    })
}

/// Detects the format of standard input, for a run in which no option sets the format. Returns the format and the
/// complete input.
///
/// If the first line resembles a token or JSON, the function reads no further line, because another program may still
/// compute the next positions. Text in no known format counts as tokens, so that the error names a line.
pub(crate) fn form_of_standard(registry: &Registry, input: Input) -> Result<(Recognised<'_>, Input), Stop> {
    let (first, input) = input.first_line()?;
    if first.starts_with('{') {
        return Ok((Form::Json.into(), input));
    }
    if first.is_empty() || first.contains(':') {
        return Ok((Form::Tokens.into(), input));
    }
    let (beginning, is_cut, input) = input.begun()?;
    if beginning.lines().any(|line| is_token(registry, line.trim())) {
        return Ok((Form::Tokens.into(), input));
    }
    let form = found(registry, &input.name, &beginning, is_cut, &|names| match names {
        FormNames::Fitting(form) => Hint::From { form, file: "-".to_owned() },
        FormNames::All(names) => Hint::Forms { names },
    })?;
    Ok((form.unwrap_or_else(|| Form::Tokens.into()), input))
}

/// Detects the format of an input that was read completely, for a run in which no option sets the format.
pub(crate) fn form_of_whole<'r>(registry: &'r Registry, whole: &Whole) -> Result<Recognised<'r>, Stop> {
    let (beginning, is_cut) = whole.beginning();
    recognised(registry, &whole.name, &beginning, is_cut, |names| match names {
        FormNames::Fitting(form) => Hint::Convert { form, file: whole.name.clone() },
        FormNames::All(names) => Hint::KnownForms { names },
    })
}

/// The names of formats, for a hint.
enum FormNames {
    /// The name of a format that matches the input. Several formats match the input.
    Fitting(&'static str),
    /// The names of all formats, as a list.
    All(String),
}

/// Returns the error for a text in no known format of positions.
fn no_form(name: &str, hint: Hint) -> Failure {
    Failure::content(Wrong::NoForm { file: named(name) }).hint(hint)
}

/// Detects the format of an input from its beginning. Returns `None` if the text is in no known format.
fn found<'r>(
    registry: &'r Registry,
    name: &str,
    beginning: &str,
    is_cut: bool,
    hint: &impl Fn(FormNames) -> Hint,
) -> Result<Option<Recognised<'r>>, Stop> {
    // The first key of a game file. The drawing of a board in a game file may look like a contest's input.
    if beginning.lines().any(|line| line.starts_with("id = \"")) {
        return Err(no_form(name, Hint::NameOfGameFile).into());
    }
    let several = |names: Vec<_>| {
        let message = Wrong::Forms { file: named(name), names: names.join(", ") };
        let first = names.first().copied().unwrap_or_default();
        Failure::new(Fault::Input, "ambiguous-format", message).hint(hint(FormNames::Fitting(first)))
    };
    let recognised = Form::recognised(registry, beginning, is_cut).map_err(|found| several(found.0))?;
    // The first megabyte of a large graph file may name a node whose successors are listed after the first megabyte.
    let of_instances = || registry.contests().map(Form::Contest).find(|form| form.is_of_instances(registry));
    Ok(recognised.or_else(|| of_instances().filter(|_| is_cut).map(Recognised::from)))
}

/// Like `found`, but text in no known format is an error.
fn recognised<'r>(
    registry: &'r Registry,
    name: &str,
    beginning: &str,
    is_cut: bool,
    hint: impl Fn(FormNames) -> Hint,
) -> Result<Recognised<'r>, Stop> {
    Ok(found(registry, name, beginning, is_cut, &hint)?.ok_or_else(|| {
        if beginning.trim().is_empty() {
            return Failure::content(Wrong::EmptyFile { file: named(name) });
        }
        let is_table = Path::new(name).extension().is_some_and(|extension| extension == "rgt");
        let all_forms = || hint(FormNames::All(Form::ids(registry).join(", ")));
        no_form(name, if is_table { Hint::StoredTable { file: name.to_owned() } } else { all_forms() })
    })?)
}

/// The graphs that the program has read from files in this run. For each graph, the map contains one position of the
/// graph.
#[derive(Default)]
pub(crate) struct Files {
    read: RefCell<HashMap<String, Box<dyn AnyPosition>>>,
}

impl Files {
    /// Opens a node of a graph file. `text` names the file and the node; `place` is the place of `text` in the input.
    pub(crate) fn node(
        &self,
        registry: &Registry,
        text: &str,
        file: &str,
        memory: u64,
        place: Place,
    ) -> Result<Box<dyn AnyPosition>, Stop> {
        if !self.read.borrow().contains_key(file) {
            self.first(registry, file, Input::open(Some(Path::new(file)))?, memory)?;
        }
        let node = &text[file.len() + 1..];
        let unknown = || {
            Failure::new(Fault::Input, "unknown-node", Wrong::NoNode { file: file.to_owned(), node: node.to_owned() })
                .at(place.within(text, file.len() + 1..text.len()))
                .hint(Hint::FirstWord)
        };
        let read = self.read.borrow();
        Ok(read.get(file).and_then(|graph| graph.sibling(text)).ok_or_else(unknown)?)
    }

    /// Whether this run has already read the graph in a file.
    pub(crate) fn has(&self, file: &str) -> bool {
        self.read.borrow().contains_key(file)
    }

    /// Returns the first position of an input's graph.
    pub(crate) fn first(
        &self,
        registry: &Registry,
        file: &str,
        input: Input,
        memory: u64,
    ) -> Result<Box<dyn AnyPosition>, Stop> {
        let graph = read(registry, file, input, memory)?;
        let first = graph.sibling(&graph.token()).ok_or_else(|| unreadable(file))?;
        self.read.borrow_mut().insert(file.to_owned(), graph);
        Ok(first)
    }
}

/// Returns the token and the place of a position in a file. `part` is the index of the position, counted from 1.
pub(crate) fn nth(form: &Recognised<'_>, text: &str, file: &str, part: &str) -> Result<(String, Place), Stop> {
    let place = || Place::default().within(text, file.len() + 1..text.len());
    let wanted = part.parse::<u64>().ok().filter(|&wanted| wanted > 0);
    let wanted = wanted.ok_or_else(|| Failure::usage(Wrong::NoNumber { part: part.to_owned() }).at(place()))?;
    let (mut number, mut found) = (0, None);
    let input = Input::open(Some(Path::new(file)))?.headed(form.head.clone());
    let read = each_position(form.form, input, |token, place| {
        number += 1;
        if number < wanted {
            return Ok(());
        }
        found = Some((token?.to_owned(), place));
        // The position was found, so the reader stops here.
        Err(Stop::ReaderGone)
    });
    match (found, read) {
        (Some(found), _) => Ok(found),
        (None, Err(stop)) => Err(stop),
        (None, Ok(())) => {
            let few = Wrong::FewPositions { file: file.to_owned(), number: counted(number, Unit::Position) };
            Err(Failure::usage(few).at(place()).into())
        }
    }
}

fn read(registry: &Registry, file: &str, input: Input, memory: u64) -> Result<Box<dyn AnyPosition>, Stop> {
    let Input { name, mut reader, .. } = input;
    let graph = registry.games().find_map(|game| game.read_file(file, &mut *reader, memory));
    Ok(graph.ok_or_else(|| unreadable(file))?.map_err(|error| Failure::input(&name, error))?)
}

/// The error for a graph file in a program that has no game for graph files.
fn unreadable(file: &str) -> Failure {
    Failure::usage(Wrong::Unreadable { file: file.to_owned() })
}
