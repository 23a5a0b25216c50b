//! `FILE#NODE`: a node of a graph that stands in a file. The command's shorthand, not a token: the graph is read once, and called by its
//! file from then on.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::Path;

use retrograde::entry::AnyPosition;
use retrograde_desk::names::NameError;
use retrograde_desk::registry::Registry;

use crate::failure::{Failure, Fault, Place, Stop};
use crate::input::Input;
use crate::messages::{Hint, Wrong};

/// The graphs of files that this run has read, each by some position of it.
#[derive(Default)]
pub(crate) struct Files {
    read: RefCell<HashMap<String, Box<dyn AnyPosition>>>,
}

/// A text that means a file, and a node of it.
struct Shorthand<'t> {
    file: &'t str,
    node: &'t str,
}

/// Whether a text begins with a game that is known, and a colon: then it is a token, whatever files there are.
pub(crate) fn is_token(registry: &Registry, text: &str) -> bool {
    text.split_once(':').is_some_and(|(game, _)| !matches!(registry.find_game(game), Err(NameError::Unknown { .. })))
}

impl<'t> Shorthand<'t> {
    /// `None` for what is a token, or meant to be one.
    fn of(text: &'t str, registry: &Registry) -> Option<Self> {
        let (file, node) = text.rsplit_once('#').filter(|_| !is_token(registry, text))?;
        let is_meant = !file.is_empty() && !file.contains(':') || Path::new(file).is_file();
        is_meant.then_some(Self { file, node })
    }
}

impl Files {
    /// The position of a text such as `g.txt#n1`; `None` if it is no such text.
    pub(crate) fn node(
        &self,
        registry: &Registry,
        text: &str,
        memory: u64,
    ) -> Option<Result<Box<dyn AnyPosition>, Stop>> {
        let Shorthand { file, node } = Shorthand::of(text, registry)?;
        let unknown = || {
            Failure::new(Fault::Input, "unknown-node", Wrong::NoNode { file: file.to_owned(), node: node.to_owned() })
                .at(Place::default().within(text, file.len() + 1..text.len()))
                .hint(Hint::FirstWord)
        };
        let find = || {
            if !self.read.borrow().contains_key(file) {
                self.first(registry, file, Input::open(Some(Path::new(file)))?, memory)?;
            }
            let read = self.read.borrow();
            Ok(read.get(file).and_then(|graph| graph.sibling(text)).ok_or_else(unknown)?)
        };
        Some(find())
    }

    /// Whether a text means a node of a file.
    pub(crate) fn is_node(registry: &Registry, text: &str) -> bool {
        Shorthand::of(text, registry).is_some()
    }

    /// Whether a text means a file, whole: it is one, and no token.
    pub(crate) fn is_file(registry: &Registry, text: &str) -> bool {
        !is_token(registry, text) && Path::new(text).is_file()
    }

    /// The first position of the graph that an input holds.
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

fn read(registry: &Registry, file: &str, input: Input, memory: u64) -> Result<Box<dyn AnyPosition>, Stop> {
    let Input { name, mut reader } = input;
    let graph = registry.games().find_map(|game| game.read_file(file, &mut *reader, memory));
    Ok(graph.ok_or_else(|| unreadable(file))?.map_err(|error| Failure::input(&name, error))?)
}

/// No game of this program reads files.
fn unreadable(file: &str) -> Failure {
    Failure::usage(Wrong::Unreadable { file: file.to_owned() })
}
