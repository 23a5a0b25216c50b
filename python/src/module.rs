//! The functions of the module.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use pyo3::prelude::*;
use retrograde::Options;
use retrograde::author::{AnswerError, Method, Spec};
use retrograde::rules::message::Language;
use retrograde_service::failure::{Failure, FailureTexts, Fault, Instead, Place, Thing};
use retrograde_service::listing::{Scope, TableHeader};
use retrograde_service::report::json;
use retrograde_service::storage::Storage;
use retrograde_service::tables::Folders;
use serde::Serialize;

use crate::failure::raised;
use crate::home::Home;
use crate::messages::{Hint, Refused};
use crate::position::Position;
use crate::table::{Codes, Table};
use crate::value::Value;
use crate::work::{Cancel, Watcher};

/// Returns the language with the given tag. Without a tag, returns the language of the locale.
pub(crate) fn language(py: Python<'_>, tag: Option<&str>) -> PyResult<Language> {
    let language = match tag {
        None => Some(retrograde_cli::language_of_locale()),
        Some(tag) => [Language::English, Language::Chinese].into_iter().find(|language| language.tag() == tag),
    };
    language.ok_or_else(|| {
        let text = tag.unwrap_or_default().to_owned();
        raised(py, &Failure::usage(Refused::Language { text }).hint(Hint::Languages), Language::English)
    })
}

/// The language of the locale.
#[pyfunction]
fn locale() -> &'static str {
    retrograde_cli::language_of_locale().tag()
}

/// Opens a token of a built-in game.
#[pyfunction]
fn open(py: Python<'_>, token: &str, tag: &str) -> PyResult<Position> {
    let (home, language) = (Home::builtin().clone(), language(py, Some(tag))?);
    let position = home.open(token).map_err(|failure| raised(py, &failure, language))?;
    Ok(Position { home, position, language })
}

/// Opens a game file, and returns the usual start.
#[pyfunction]
fn open_file(py: Python<'_>, file: PathBuf, tag: &str) -> PyResult<Position> {
    let language = language(py, Some(tag))?;
    let name = file.display().to_string();
    let opened = move || {
        let text = std::fs::read_to_string(&file).map_err(|error| Failure::reading(name.clone(), &error))?;
        let mut registry = retrograde_cli::builtin();
        let id = registry.add_file(&text).map_err(|error| Failure::input(&name, error))?;
        let home = Home::new(registry, Some(file));
        let position = home.open(id)?;
        Ok(Position { home: Arc::new(home), position, language })
    };
    opened().map_err(|failure| raised(py, &failure, language))
}

/// The ids of the built-in games, each with the tokens of its examples.
#[pyfunction]
fn games() -> Vec<(&'static str, Vec<String>)> {
    Home::builtin().registry.games().map(|game| (game.about().id, game.about().examples.clone())).collect()
}

/// The answers to a contest's input, in the judge's format.
#[pyfunction]
fn answer(py: Python<'_>, contest: String, input: String, threads: usize, tag: &str) -> PyResult<String> {
    let language = language(py, Some(tag))?;
    Watcher::default().run(py, language, move |watched| {
        let registry = &Home::builtin().registry;
        let contest = registry.find_contest(&contest);
        let contest = contest.map_err(|error| Failure::name("unknown-format", Thing::Format, error))?;
        let options = Options { threads, cancel: Some(&watched.flag), ..Options::DEFAULT };
        let mut output = Vec::new();
        let answered = contest.answer(&mut input.as_bytes(), Method::Auto, &options, &mut output);
        answered.map_err(unanswered)?;
        Ok(String::from_utf8_lossy(&output).into_owned())
    })
}

/// The name of a contest's input in the place of a failure.
const INPUT: &str = "input";

fn unanswered(error: AnswerError) -> Failure {
    match error {
        AnswerError::Input(error) => Failure::input(INPUT, error),
        AnswerError::Solve { case, token, source } => {
            let place = Place { file: Some(INPUT.to_owned()), case: Some(case), ..Place::default() };
            Failure::solve(&source, Instead::Nothing).at(place.within(&token, 0..token.len()))
        }
        error => Failure::new(Fault::Internal, "contest", error.to_string()),
    }
}

/// A random start of a game.
#[pyfunction]
fn generate(
    py: Python<'_>,
    game: &str,
    size: Option<(u32, u32)>,
    walls: Option<u32>,
    seed: u64,
    tag: &str,
) -> PyResult<Position> {
    let (home, language) = (Home::builtin().clone(), language(py, Some(tag))?);
    let made = || {
        let game = home.registry.find_game(game);
        let game = game.map_err(|error| Failure::name("unknown-game", Thing::Game, error))?;
        let made = game.generate(&mut fastrand::Rng::with_seed(seed), &Spec { size, walls });
        let none = || Failure::new(Fault::No, "no-generator", Refused::NoGenerator { game: game.about().id });
        made.ok_or_else(none)?.map_err(Failure::usage)
    };
    let position = made().map_err(|failure| raised(py, &failure, language))?;
    Ok(Position { home: home.clone(), position: position.into(), language })
}

/// A random position of a game in which the game is not over, from a random walk. `None` if the game is over at its start.
#[pyfunction]
fn wander(py: Python<'_>, game: &str, seed: u64, tag: &str) -> PyResult<Option<Position>> {
    let (home, language) = (Home::builtin().clone(), language(py, Some(tag))?);
    let found = home.registry.find_game(game);
    let found = found.map_err(|error| raised(py, &Failure::name("unknown-game", Thing::Game, error), language))?;
    let position = found.wander(&mut fastrand::Rng::with_seed(seed));
    Ok(position.map(|position| Position { home: home.clone(), position: position.into(), language }))
}

/// A stored table.
#[derive(Serialize)]
struct StoredTable {
    table: String,
    files: Vec<PathBuf>,
    /// The size of the files in bytes.
    bytes: u64,
    /// The header; `null` if it cannot be read.
    said: Option<TableHeader>,
    /// The reason why the header cannot be read.
    error: Option<FailureTexts>,
}

/// The tables in a folder, as a JSON list.
#[pyfunction]
fn tables(py: Python<'_>, folder: PathBuf, tag: &str) -> PyResult<String> {
    let language = language(py, Some(tag))?;
    Watcher::default().run(py, language, move |_| {
        let folders = Folders::open(vec![folder])?;
        let Some(listings) = folders.listings() else { return Ok(json(&[(); 0])) };
        let stored = listings.each(Scope::Tables).map(|listing| {
            let (said, error) = match listings.open(&listing) {
                Ok(table) => (Some(table.header()), None),
                Err(failure) => (None, Some(failure.texts(language))),
            };
            StoredTable { bytes: listings.bytes(&listing), table: listing.table, files: listing.files, said, error }
        });
        Ok(json(&stored.collect::<Vec<_>>()))
    })
}

/// The colours and the pixel art of boards, as JSON. The page has the same file.
#[pyfunction]
fn art() -> &'static str {
    let file = include_str!("../../crates/retrograde-web/page/js/base/art.js");
    let object = file.split_once("export const ART = ").map_or("", |(_, object)| object);
    object.trim_end().trim_end_matches(';')
}

/// Runs the command with these arguments, the name of the program included, and returns its exit code.
#[pyfunction]
fn run(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| retrograde_cli::run_command(retrograde_cli::builtin(), arguments))
}

/// The native part of the package `retrograde`.
#[pymodule]
pub fn _retrograde(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Cancel>()?;
    module.add_class::<Codes>()?;
    module.add_class::<Position>()?;
    module.add_class::<Table>()?;
    module.add_class::<Value>()?;
    for function in [
        wrap_pyfunction!(answer, module)?,
        wrap_pyfunction!(art, module)?,
        wrap_pyfunction!(crate::explored::explore, module)?,
        wrap_pyfunction!(crate::graph::from_csr, module)?,
        wrap_pyfunction!(crate::graph::from_nodes, module)?,
        wrap_pyfunction!(games, module)?,
        wrap_pyfunction!(generate, module)?,
        wrap_pyfunction!(locale, module)?,
        wrap_pyfunction!(open, module)?,
        wrap_pyfunction!(open_file, module)?,
        wrap_pyfunction!(run, module)?,
        wrap_pyfunction!(tables, module)?,
        wrap_pyfunction!(wander, module)?,
    ] {
        module.add_function(function)?;
    }
    module.add("VERSION", env!("CARGO_PKG_VERSION"))
}
