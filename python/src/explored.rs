//! Games written in Python. This module calls the methods of a game once for each state, breadth first. It stores the
//! results as lists. The solver uses these lists without Python.

use std::sync::Arc;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyString, PyTuple};
use retrograde::derive::Node;
use retrograde::rules::message::Language;
use retrograde::{About, Ending, ListBuilder, ListError, NoMove, Options, Side, SolveError, word};
use retrograde_service::failure::{Failure, Fault, Instead};

use crate::failure::raised;
use crate::home::Home;
use crate::position::Position;

/// The number of states between two checks for signals.
const LOOK: usize = 1 << 10;

/// The names of a game and its sides, and the result of a side without a move.
pub(crate) struct Names {
    id: String,
    title: String,
    sides: [String; 2],
    no_move: NoMove,
}

impl Names {
    fn of(game: &Bound<'_, PyAny>) -> PyResult<Self> {
        let class = game.get_type().name()?.to_string();
        let plain: String = class.chars().filter(char::is_ascii_alphanumeric).collect();
        let id = if plain.is_empty() { "game".to_owned() } else { plain.to_ascii_lowercase() };
        let sides = match game.getattr_opt("sides")? {
            Some(sides) => sides.extract::<(String, String)>().map(<[String; 2]>::from)?,
            None => ["first".to_owned(), "second".to_owned()],
        };
        let no_move = match game.getattr_opt("no_move")?.map(|word| word.extract::<String>()).transpose()?.as_deref() {
            None => NoMove::Unsaid,
            Some("loses") => NoMove::Loses,
            Some("ties") => NoMove::Ties,
            Some("wins") => NoMove::Wins,
            Some(other) => {
                return Err(PyTypeError::new_err(format!(
                    "no_move is `{other}`; it must be \"loses\", \"ties\" or \"wins\""
                )));
            }
        };
        Ok(Self { id, title: class, sides, no_move })
    }

    /// The names of a game that is given as arrays.
    pub(crate) fn of_graph((first, second): (String, String)) -> Self {
        Self { id: "graph".to_owned(), title: "Graph".to_owned(), sides: [first, second], no_move: NoMove::Unsaid }
    }

    /// Returns the side that a Python object names. The object is 0 or 1, or the name of a side.
    fn side(&self, given: &Bound<'_, PyAny>) -> Option<Side> {
        if let Ok(text) = given.cast::<PyString>() {
            let text = text.to_str().ok()?;
            return Side::BOTH.into_iter().find(|side| self.sides[side.index()] == text);
        }
        if given.is_instance_of::<PyBool>() {
            return None;
        }
        match given.extract::<i64>().ok()? {
            0 => Some(Side::First),
            1 => Some(Side::Second),
            _ => None,
        }
    }

    fn turn(&self, given: &Bound<'_, PyAny>) -> PyResult<Side> {
        self.side(given).ok_or_else(|| {
            let [first, second] = &self.sides;
            wrong(format!("turn() returned {given:?}, expected 0, 1, \"{first}\" or \"{second}\""))
        })
    }

    /// Returns the ending that a Python object names. The object is the side that has won, or `"tie"`, or a pair of one
    /// of these and a word for the rule.
    fn ending(&self, given: &Bound<'_, PyAny>) -> PyResult<Option<Ending>> {
        if given.is_none() {
            return Ok(None);
        }
        let (result, rule) = match given.cast::<PyTuple>() {
            Ok(pair) if pair.len() == 2 => (pair.get_item(0)?, Some(pair.get_item(1)?.extract::<String>()?)),
            _ => (given.clone(), None),
        };
        let rule = |usual: &str| word(rule.as_deref().unwrap_or(usual));
        if result.cast::<PyString>().is_ok_and(|text| text == "tie") {
            return Ok(Some(Ending::level(rule("level"))));
        }
        let [first, second] = &self.sides;
        let expected = || {
            wrong(format!(
                "ending() returned {given:?}, expected None, 0, 1, \"{first}\", \"{second}\", \"tie\", or a pair of one of \
                 these and a word for the rule"
            ))
        };
        let winner = self.side(&result).ok_or_else(expected)?;
        Ok(Some(Ending::won(winner, rule("won"))))
    }

    pub(crate) fn about(&self, first: &str) -> About {
        let [one, other] = &self.sides;
        let rules = "The rules are given in Python.";
        About::new(&self.id, [one, other], self.title.clone(), rules.to_owned(), [first])
    }
}

fn wrong(text: String) -> PyErr {
    PyTypeError::new_err(text)
}

/// The methods of a game, bound once.
struct Methods<'py> {
    turn: Bound<'py, PyAny>,
    ending: Bound<'py, PyAny>,
    moves: Bound<'py, PyAny>,
    name: Option<Bound<'py, PyAny>>,
    names: Names,
}

/// The states in the order of discovery, with their numbers.
struct Found<'py> {
    states: Bound<'py, PyList>,
    numbers: Bound<'py, PyDict>,
}

impl<'py> Found<'py> {
    /// Returns the number of a state. A new state gets a new number.
    fn number(&self, state: &Bound<'py, PyAny>) -> PyResult<u32> {
        if let Some(known) = self.numbers.get_item(state)? {
            return known.extract();
        }
        let number = self.states.len() as u32;
        self.numbers.set_item(state, number)?;
        self.states.append(state)?;
        Ok(number)
    }
}

/// The reason why a game cannot be made. The reason is a Python exception, lists that are not a game, or another
/// failure.
pub(crate) enum Stop {
    Raised(PyErr),
    Lists(ListError),
    Failed(Failure),
}

impl Stop {
    pub(crate) fn raised(self, py: Python<'_>, language: Language) -> PyErr {
        match self {
            Self::Raised(error) => error,
            Self::Lists(error) => raised(py, &failure(error), language),
            Self::Failed(failure) => raised(py, &failure, language),
        }
    }
}

impl From<PyErr> for Stop {
    fn from(error: PyErr) -> Self {
        Self::Raised(error)
    }
}

impl From<ListError> for Stop {
    fn from(error: ListError) -> Self {
        Self::Lists(error)
    }
}

impl<'py> Methods<'py> {
    fn of(game: &Bound<'py, PyAny>) -> PyResult<Self> {
        let method = |name| game.getattr(name);
        Ok(Self {
            turn: method("turn")?,
            ending: method("ending")?,
            moves: method("moves")?,
            name: game.getattr_opt("name")?,
            names: Names::of(game)?,
        })
    }

    /// Adds the position of a state.
    fn add(&self, state: &Bound<'py, PyAny>, found: &Found<'py>, lists: &mut ListBuilder) -> Result<(), Stop> {
        let turn = self.names.turn(&self.turn.call1((state,))?)?;
        let ending = self.names.ending(&self.ending.call1((state,))?)?;
        let moves = match ending {
            Some(_) => None,
            None => Some(sized(self.moves.call1((state,))?)?),
        };
        let none = moves.as_ref().map_or(Ok(false), PyAnyMethods::is_empty)?;
        let ending = if none { self.names.no_move.ending(turn) } else { ending };
        lists.position(turn, ending)?;
        if let Some(name) = &self.name {
            lists.name(&name.call1((state,))?.extract::<String>()?)?;
        }
        match moves {
            Some(moves) => add_moves(&moves, found, lists),
            None => Ok(()),
        }
    }
}

/// Converts moves from a generator to a list. Returns other moves unchanged.
fn sized(moves: Bound<'_, PyAny>) -> PyResult<Bound<'_, PyAny>> {
    if moves.cast::<PyDict>().is_ok() || moves.cast::<PyList>().is_ok() || moves.len().is_ok() {
        return Ok(moves);
    }
    moves.py().get_type::<PyList>().call1((moves,))
}

/// Adds the moves of a position. The moves are a dict from texts to states, or a list of states.
fn add_moves<'py>(moves: &Bound<'py, PyAny>, found: &Found<'py>, lists: &mut ListBuilder) -> Result<(), Stop> {
    if let Ok(moves) = moves.cast::<PyDict>() {
        for (text, child) in moves.iter() {
            let child = found.number(&child)?;
            let text = text.str()?;
            lists.child_by(text.to_str()?, child)?;
        }
        return Ok(());
    }
    for child in moves.try_iter()? {
        lists.child(found.number(&child?)?)?;
    }
    Ok(())
}

/// Explores a game from its start. Returns the first position, the states in the order of their numbers, and the number of
/// each state.
#[pyfunction]
#[pyo3(signature = (game, memory, draw, language))]
pub(crate) fn explore<'py>(
    game: &Bound<'py, PyAny>,
    memory: u64,
    draw: Option<Py<PyAny>>,
    language: &str,
) -> PyResult<(Position, Bound<'py, PyList>, Bound<'py, PyDict>)> {
    let py = game.py();
    let language = crate::module::language(py, Some(language))?;
    let methods = Methods::of(game)?;
    let found = Found { states: PyList::empty(py), numbers: PyDict::new(py) };
    let options = Options { memory, ..Options::DEFAULT };
    let mut lists = ListBuilder::new(&options);
    let explored = found.number(&game.getattr("start")?).map_err(Stop::from).and_then(|_| {
        let mut number = 0;
        while number < found.states.len() {
            if number.is_multiple_of(LOOK) {
                py.check_signals()?;
            }
            methods.add(&found.states.get_item(number)?, &found, &mut lists)?;
            number += 1;
        }
        lists.finish().map_err(Stop::from)
    });
    let listed = explored.map_err(|stop| stop.raised(py, language))?;
    let about = methods.names.about(&listed.name(Node(0)));
    let draw = draw.map(drawing);
    let first = about.examples.first().cloned().unwrap_or_default();
    let home = Home::listed(about, listed, draw);
    let position = home.open(&first).map_err(|failure| raised(py, &failure, language))?;
    Ok((Position { home: Arc::new(home), position, language }, found.states, found.numbers))
}

/// Returns a function that draws a position by a Python function of the position's number.
fn drawing(draw: Py<PyAny>) -> retrograde::author::DrawNode {
    Arc::new(move |Node(number)| {
        Python::attach(|py| draw.call1(py, (number,)).and_then(|text| text.extract::<String>(py)))
            .unwrap_or_else(|error| error.to_string())
    })
}

/// Returns the failure for lists that are not a game.
fn failure(error: ListError) -> Failure {
    match error {
        ListError::Memory(error @ (SolveError::TooMany { .. } | SolveError::TooLarge { .. })) => {
            Failure { hint: None, ..Failure::solve(&error, Instead::Nothing) }
        }
        ListError::Memory(error) => Failure::solve(&error, Instead::Nothing),
        error => Failure::new(Fault::Input, "broken-game", error),
    }
}
