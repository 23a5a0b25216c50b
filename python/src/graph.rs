//! Games given as arrays: compressed sparse rows, as `SciPy` has them.

use std::sync::Arc;

use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use retrograde::derive::Node;
use retrograde::{Ending, ListBuilder, Options, Side};
use retrograde_service::failure::Failure;

use crate::explored::{Names, Stop};
use crate::failure::raised;
use crate::home::Home;
use crate::messages::Wrong;
use crate::position::Position;

/// The number of positions between two looks at the signals.
const LOOK: usize = 1 << 16;

/// An array of integers of one of the usual types. It is copied, because other threads may change the array that a Python
/// buffer belongs to.
enum Integers {
    I8(Vec<i8>),
    U8(Vec<u8>),
    I32(Vec<i32>),
    U32(Vec<u32>),
    I64(Vec<i64>),
    U64(Vec<u64>),
}

/// Evaluates an expression with the list of an array of any type.
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

    /// The number at an index; `None` if it is beyond the array, negative or too large.
    fn get(&self, index: usize) -> Option<usize> {
        with_list!(self, list => list.get(index).and_then(|&number| within(number)))
    }

    /// Visits a range of numbers as positions. Returns `None` if the range is beyond the array, or a number is no position.
    fn each<E>(
        &self,
        range: std::ops::Range<usize>,
        mut visit: impl FnMut(u32) -> Result<(), E>,
    ) -> Option<Result<(), E>> {
        with_list!(self, list => {
            for &number in list.get(range)? {
                if let Err(error) = visit(within(number)?) {
                    return Some(Err(error));
                }
            }
            Some(Ok(()))
        })
    }
}

/// A number as another type; `None` if that type does not have it.
fn within<T, U: TryFrom<T>>(number: T) -> Option<U> {
    U::try_from(number).ok()
}

/// The numbers of an array of this type; `None` if it has another type, or more than one dimension.
fn copied<T: Element>(array: &Bound<'_, PyAny>) -> Option<Vec<T>> {
    let buffer = PyBuffer::<T>::get(array).ok()?;
    if buffer.dimensions() == 1 { buffer.to_vec(array.py()).ok() } else { None }
}

/// The arrays of a game.
struct Arrays {
    indptr: Integers,
    indices: Integers,
    turn: Integers,
    outcome: Integers,
}

impl Arrays {
    fn add(&self, node: usize, lists: &mut ListBuilder) -> Result<(), Stop> {
        let wrong = |what| Stop::Failed(Failure::usage(Wrong::Array { what, node }));
        let turn = match self.turn.get(node) {
            Some(0) => Side::First,
            Some(1) => Side::Second,
            _ => return Err(wrong("turn")),
        };
        let ending = match self.outcome.get(node) {
            // -1 is not a `usize`.
            None if node < self.outcome.len() => None,
            Some(0) => Some(Ending::won(Side::First, "won")),
            Some(1) => Some(Ending::won(Side::Second, "won")),
            Some(2) => Some(Ending::level("level")),
            _ => return Err(wrong("outcome")),
        };
        let [begin, end] = [node, node + 1].map(|index| self.indptr.get(index));
        let (Some(begin), Some(end)) = (begin, end) else { return Err(wrong("indptr")) };
        lists.position(turn, ending)?;
        let added = self.indices.each(begin..end, |child| lists.child(child));
        Ok(added.ok_or_else(|| wrong("indices"))??)
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
    let arrays = Arrays {
        indptr: Integers::of(indptr, "indptr")?,
        indices: Integers::of(indices, "indices")?,
        turn: Integers::of(turn, "turn")?,
        outcome: Integers::of(outcome, "outcome")?,
    };
    let options = Options { memory, ..Options::DEFAULT };
    let mut lists = ListBuilder::new(&options);
    let made = || {
        for node in 0..arrays.turn.len() {
            if node.is_multiple_of(LOOK) {
                py.check_signals()?;
            }
            arrays.add(node, &mut lists)?;
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
