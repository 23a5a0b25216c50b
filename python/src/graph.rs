//! Games given as arrays. The arrays are compressed sparse rows in the form of `SciPy`.

use std::ops::Range;
use std::sync::Arc;

use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use retrograde::derive::Node;
use retrograde::rules::message::Language;
use retrograde::{Ending, ListBuilder, Options, Side};
use retrograde_service::failure::Failure;

use crate::explored::{Names, Stop};
use crate::failure::raised;
use crate::home::Home;
use crate::messages::Wrong;
use crate::nodes::Rows;
use crate::position::Position;

/// The number of positions between two checks for signals.
const LOOK: usize = 1 << 16;

/// An array of integers of one of the usual types. The numbers are copied, because other threads may change the array
/// of a Python buffer.
enum Integers {
    I8(Vec<i8>),
    U8(Vec<u8>),
    I32(Vec<i32>),
    U32(Vec<u32>),
    I64(Vec<i64>),
    U64(Vec<u64>),
}

/// Evaluates an expression with the list of numbers of an array of any type.
macro_rules! with_list {
    ($array:expr, $list:ident => $work:expr) => {
        match $array {
            Integers::I8($list) => $work,
            Integers::U8($list) => $work,
            Integers::I32($list) => $work,
            Integers::U32($list) => $work,
            Integers::I64($list) => $work,
            Integers::U64($list) => $work,
        }
    };
}

impl Integers {
    fn of(array: &Bound<'_, PyAny>, what: &str) -> PyResult<Self> {
        let typed = copied(array).map(Self::I8);
        let typed = typed.or_else(|| copied(array).map(Self::U8));
        let typed = typed.or_else(|| copied(array).map(Self::I32));
        let typed = typed.or_else(|| copied(array).map(Self::U32));
        let typed = typed.or_else(|| copied(array).map(Self::I64));
        let typed = typed.or_else(|| copied(array).map(Self::U64));
        let wrong = || format!("{what} is not an array of integers of 8, 32 or 64 bits in one dimension");
        typed.ok_or_else(|| PyTypeError::new_err(wrong()))
    }

    fn len(&self) -> usize {
        with_list!(self, list => list.len())
    }

    /// Returns the number at an index; `None` if the index is beyond the array, or if the number is negative or too
    /// large.
    fn get(&self, index: usize) -> Option<usize> {
        with_list!(self, list => list.get(index).and_then(|&number| within(number)))
    }
}

/// The children of all positions.
struct Children {
    numbers: Vec<u32>,
    /// The first index whose number cannot be a position.
    wrong: usize,
}

impl Children {
    /// Converts the numbers in place if they have 32 bits.
    fn of(array: Integers) -> Self {
        with_list!(array, list => {
            let wrong = list.iter().position(|&number| within::<_, u32>(number).is_none()).unwrap_or(usize::MAX);
            let numbers = list.into_iter().map(|number| within(number).unwrap_or(u32::MAX)).collect();
            Self { numbers, wrong }
        })
    }

    /// Returns a range of the numbers; `None` if the range is beyond the array, or if a number cannot be a position.
    fn range(&self, range: Range<usize>) -> Option<&[u32]> {
        if range.contains(&self.wrong) { None } else { self.numbers.get(range) }
    }
}

/// Converts a number to another type; returns `None` if the other type cannot represent the number.
fn within<T, U: TryFrom<T>>(number: T) -> Option<U> {
    U::try_from(number).ok()
}

/// Returns the numbers of an array of this type; `None` if the array has another type, or more than one dimension.
fn copied<T: Element>(array: &Bound<'_, PyAny>) -> Option<Vec<T>> {
    let buffer = PyBuffer::<T>::get(array).ok()?;
    if buffer.dimensions() == 1 { buffer.to_vec(array.py()).ok() } else { None }
}

/// The side to move and the outcome of each position.
struct States {
    turn: Integers,
    outcome: Integers,
}

impl States {
    fn of(turn: &Bound<'_, PyAny>, outcome: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self { turn: Integers::of(turn, "turn")?, outcome: Integers::of(outcome, "outcome")? })
    }

    /// Begins a position.
    fn add(&self, node: usize, lists: &mut ListBuilder) -> Result<(), Stop> {
        let turn = match self.turn.get(node) {
            Some(0) => Side::First,
            Some(1) => Side::Second,
            _ => return Err(wrong("turn", node)),
        };
        let ending = match self.outcome.get(node) {
            // -1 is not a `usize`.
            None if node < self.outcome.len() => None,
            Some(0) => Some(Ending::won(Side::First, "won")),
            Some(1) => Some(Ending::won(Side::Second, "won")),
            Some(2) => Some(Ending::level("level")),
            _ => return Err(wrong("outcome", node)),
        };
        lists.position(turn, ending)?;
        Ok(())
    }
}

/// Returns the failure for the item of an array that belongs to a position.
fn wrong(what: &'static str, node: usize) -> Stop {
    Stop::Failed(Failure::usage(Wrong::Array { what, node }))
}

/// The limits and the names of a game.
struct About {
    sides: (String, String),
    memory: u64,
    language: Language,
}

impl About {
    /// Makes a game, and returns its position 0. The function `add` adds the positions one by one.
    fn make(
        self,
        py: Python<'_>,
        positions: usize,
        mut add: impl FnMut(usize, &mut ListBuilder) -> Result<(), Stop>,
    ) -> PyResult<Position> {
        let Self { sides, memory, language } = self;
        let mut lists = ListBuilder::new(&Options { memory, ..Options::DEFAULT });
        let made = || {
            for node in 0..positions {
                if node.is_multiple_of(LOOK) {
                    py.check_signals()?;
                }
                add(node, &mut lists)?;
            }
            Ok(lists.finish()?)
        };
        let listed = made().map_err(|stop: Stop| stop.raised(py, language))?;
        let about = Names::of_graph(sides).about(&listed.name(Node(0)));
        let first = about.examples.first().cloned().unwrap_or_default();
        let home = Home::listed(about, listed, None);
        let position = home.open(&first).map_err(|failure| raised(py, &failure, language))?;
        Ok(Position { home: Arc::new(home), position, language })
    }
}

/// Makes a game of arrays, and returns its position 0.
#[pyfunction]
#[pyo3(signature = (indptr, indices, turn, outcome, sides, memory, language))]
pub(crate) fn from_csr(
    indptr: &Bound<'_, PyAny>,
    indices: &Bound<'_, PyAny>,
    turn: &Bound<'_, PyAny>,
    outcome: &Bound<'_, PyAny>,
    sides: (String, String),
    memory: u64,
    language: &str,
) -> PyResult<Position> {
    let py = indptr.py();
    let language = crate::module::language(py, Some(language))?;
    let indptr = Integers::of(indptr, "indptr")?;
    let indices = Children::of(Integers::of(indices, "indices")?);
    let states = States::of(turn, outcome)?;
    About { sides, memory, language }.make(py, states.turn.len(), |node, lists| {
        let [begin, end] = [node, node + 1].map(|index| indptr.get(index));
        let (Some(begin), Some(end)) = (begin, end) else { return Err(wrong("indptr", node)) };
        states.add(node, lists)?;
        let children = indices.range(begin..end).ok_or_else(|| wrong("indices", node))?;
        Ok(lists.children(children)?)
    })
}

/// Makes a game of Python objects. `rows` yields, for each node, an object that yields the node's children. Returns the
/// first position.
#[pyfunction]
#[pyo3(signature = (nodes, rows, turn, outcome, sides, memory, language))]
pub(crate) fn from_nodes(
    nodes: &Bound<'_, PyList>,
    rows: &Bound<'_, PyAny>,
    turn: &Bound<'_, PyAny>,
    outcome: &Bound<'_, PyAny>,
    sides: (String, String),
    memory: u64,
    language: &str,
) -> PyResult<Position> {
    let py = nodes.py();
    let language = crate::module::language(py, Some(language))?;
    let mut rows = Rows::of(nodes, rows)?;
    let states = States::of(turn, outcome)?;
    About { sides, memory, language }.make(py, nodes.len(), |node, lists| {
        states.add(node, lists)?;
        let children = rows.next()?.ok_or_else(|| wrong("rows", node))?;
        Ok(lists.children(children)?)
    })
}
