//! A position, and the questions about it.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::prelude::*;
use retrograde::author::{AnyPosition, Domain};
use retrograde::derive::Node;
use retrograde::rules::message::Language;
use retrograde::{Numbered, Side};
use retrograde_service::ask::{BestLine, Certify, Count, Probe, Verify, WhyIsIt};
use retrograde_service::failure::{Failure, Fault};
use retrograde_service::listing::Detail;
use retrograde_service::look::{KitReport, ShapeReport, look};
use retrograde_service::report::json;
use retrograde_service::storage::Saving;
use retrograde_service::{position, whole};

use crate::failure::raised;
use crate::home::{Home, Solve};
use crate::messages::{Hint, Refused};
use crate::table::Table;
use crate::value::Value;
use crate::work::{Cancel, Watched, Watcher};

/// The maximum number of moves that the hint for a wrong move names.
const MOST_NAMED: usize = 20;

/// A position of a game.
#[pyclass(frozen, module = "retrograde._retrograde")]
#[derive(Clone)]
pub struct Position {
    pub(crate) home: Arc<Home>,
    #[expect(clippy::struct_field_names, reason = "it is the position; the other fields are its surroundings")]
    pub(crate) position: Arc<dyn AnyPosition>,
    pub(crate) language: Language,
}

impl Position {
    fn beside(&self, position: Arc<dyn AnyPosition>) -> Self {
        Self { home: self.home.clone(), position, language: self.language }
    }

    /// Answers a question on a thread of its own.
    fn answer<T: Send + 'static>(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&Home, &dyn AnyPosition, &Watched) -> Result<T, Failure> + Send + 'static,
    ) -> PyResult<T> {
        let (home, position) = (self.home.clone(), self.position.clone());
        Watcher::default().run(py, self.language, move |watched| ask(&home, &*position, watched))
    }

    fn raised(&self, py: Python<'_>, failure: &Failure) -> PyErr {
        raised(py, failure, self.language)
    }
}

#[pymethods]
impl Position {
    /// The token.
    #[getter]
    fn token(&self) -> String {
        self.position.token()
    }

    /// The id of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.position.about().id
    }

    /// The name of the side to move.
    #[getter]
    fn turn(&self) -> &'static str {
        self.position.turn()
    }

    /// The rule that ended the game, if the game is over.
    #[getter]
    fn over(&self) -> Option<&'static str> {
        self.position.here().ending.map(|ending| ending.rule)
    }

    /// The identity of the board. Positions with the same identity share a table.
    #[getter]
    fn instance(&self) -> String {
        self.position.instance()
    }

    /// The game file of the position's game; `None` for a built-in game.
    #[getter]
    fn file(&self) -> Option<PathBuf> {
        self.home.file.clone()
    }

    /// Whether the game exists only in this process.
    #[getter]
    fn is_own(&self) -> bool {
        self.home.listed.is_some()
    }

    /// The number of the position in the lists of its game; `None` if the game is not given as lists.
    #[getter]
    fn number(&self) -> Option<u32> {
        let token = self.position.token();
        let (_, name) = token.split_once(':')?;
        self.home.listed.as_ref()?.named(name).map(|Node(number)| number)
    }

    /// Another position of the same lists, by its number.
    fn numbered(&self, py: Python<'_>, number: u32) -> PyResult<Self> {
        let listed = self.home.listed.as_ref().filter(|listed| u64::from(number) < listed.slots());
        let name = listed.map_or_else(|| number.to_string(), |listed| listed.name(Node(number)));
        self.open(py, &format!("{}:{name}", self.game()))
    }

    /// The tag of the language of texts.
    #[getter]
    fn language(&self) -> &'static str {
        self.language.tag()
    }

    /// Opens another token of the same games.
    fn open(&self, py: Python<'_>, token: &str) -> PyResult<Self> {
        self.home.open(token).map(|position| self.beside(position)).map_err(|failure| self.raised(py, &failure))
    }

    /// Draws the board in a few lines.
    fn draw(&self, py: Python<'_>) -> String {
        py.detach(|| self.position.draw())
    }

    /// The appearance of the position, the appearance of its game's pieces, and the names of the sides, as JSON; `None` if
    /// the game has no pictures.
    fn look(&self) -> Option<String> {
        let look = look(&self.home.registry, &self.position.token()).ok()?;
        let about = self.position.about();
        let seen = (&look, KitReport::of(about), Side::BOTH.map(|side| about.side(side)));
        (look.seen.shape != ShapeReport::None).then(|| json(&seen))
    }

    /// The position after a move.
    fn after(&self, py: Python<'_>, action: &str) -> PyResult<Self> {
        let Some(position) = self.position.after_move(action) else {
            let (text, pos) = (action.to_owned(), self.position.token());
            let failure = Failure::new(Fault::No, "no-move", Refused::NoMove { text, pos });
            return Err(self.raised(py, &failure.hint(self.moves_named())));
        };
        Ok(self.beside(position.into()))
    }

    /// The value.
    fn value(&self, py: Python<'_>) -> PyResult<Value> {
        let probed = self.answer(py, |home, position, watched| home.ask(position, &Probe::default(), watched))?;
        Ok(Value::of(&probed.report.head, self.language))
    }

    /// The answer to a question as JSON, as the command writes it with `--json`. `most` is the maximum number of plies of
    /// the line in the answers to `probe` and `line`, and the number of threads of `verify`.
    fn ask(&self, py: Python<'_>, question: &str, most: usize) -> PyResult<String> {
        match question {
            "probe" => self.answer(py, move |home, position, watched| {
                Ok(json(&home.ask(position, &Probe { line: most, ..Probe::MOVES }, watched)?))
            }),
            "line" => self.answer(py, move |home, position, watched| {
                Ok(json(&home.ask(position, &BestLine { max: most }, watched)?))
            }),
            "why" => self.answer(py, |home, position, watched| Ok(json(&home.ask(position, &WhyIsIt, watched)?))),
            "stats" => self.answer(py, |home, position, watched| Ok(json(&home.ask(position, &Count, watched)?))),
            "verify" => self.answer(py, move |home, position, watched| {
                Ok(json(&home.ask(position, &Verify { threads: most }, watched)?))
            }),
            "certificate" => {
                self.answer(py, |home, position, watched| Ok(home.ask(position, &Certify, watched)?.to_string()))
            }
            "moves" => self.answer(py, |_, position, _| {
                position::moves(position).map(|report| json(&report)).map_err(|error| Failure::moves(&error))
            }),
            _ => Err(pyo3::exceptions::PyValueError::new_err(question.to_owned())),
        }
    }

    /// The histogram of the counts by depth, as SVG.
    fn histogram(&self, py: Python<'_>) -> PyResult<String> {
        let language = self.language;
        self.answer(py, move |home, position, watched| {
            let report = home.ask(position, &Count, watched)?;
            Ok(retrograde_cli::histogram_svg(&position.token(), &report, language))
        })
    }

    /// The plan of a solve, as JSON.
    fn plan(&self, py: Python<'_>, threads: usize, memory: u64) -> PyResult<String> {
        self.answer(py, move |_, position, _| Ok(json(&whole::plan(position, Domain::All, threads, memory))))
    }

    /// Solves the board, or loads its stored table.
    #[pyo3(signature = (threads, memory, reachable, progress, cancel, keep, tables))]
    #[expect(clippy::too_many_arguments, reason = "the keyword arguments of the Python function")]
    fn solve(
        &self,
        py: Python<'_>,
        threads: usize,
        memory: u64,
        reachable: bool,
        progress: Option<Py<PyAny>>,
        cancel: Option<&Cancel>,
        keep: Option<&str>,
        tables: Option<PathBuf>,
    ) -> PyResult<Table> {
        let save = saving(keep, tables.as_ref()).map_err(|failure| self.raised(py, &failure))?;
        let domain = if reachable { Domain::Reachable } else { Domain::All };
        let solve = Solve { threads, memory, domain, tables, save };
        let (home, position) = (self.home.clone(), self.position.clone());
        let work = move |watched: &Watched| home.solve(&*position, solve, watched);
        let (library, table) = Watcher::new(cancel, progress).run(py, self.language, work)?;
        Ok(Table { origin: self.clone(), _library: library, loaded: table })
    }
}

impl Position {
    fn moves_named(&self) -> Hint {
        let moves = self.position.moves().unwrap_or_default();
        let named: Vec<_> = moves.iter().take(MOST_NAMED).map(|legal| legal.action.as_str()).collect();
        let more = if moves.len() > MOST_NAMED { " …" } else { "" };
        Hint::Moves { moves: named.join(" ") + more }
    }
}

/// Returns the settings for storing the table of a solve; `None` if the table is not stored.
fn saving(keep: Option<&str>, tables: Option<&PathBuf>) -> Result<Option<Saving>, Failure> {
    let Some(keep) = keep else { return Ok(None) };
    let detail = match keep {
        "depths" => Detail::Depths,
        "class" => Detail::Class,
        _ => return Err(Failure::usage(Refused::Keep { text: keep.to_owned() }).hint(Hint::Keep)),
    };
    let folder = tables.ok_or_else(|| Failure::usage(Refused::NoFolder).hint(Hint::Folder))?;
    Ok(Some(Saving { folder: folder.clone(), detail, ..Saving::default() }))
}
