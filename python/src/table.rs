//! A solved board, and its codes as a buffer.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;
use std::thread;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};
use retrograde::author::AnyPosition;
use retrograde::{Cell, Ending, Side, Slot};
use retrograde_service::ask::{Count, Verify};
use retrograde_service::failure::Failure;
use retrograde_service::library::Library;
use retrograde_service::loaded::LoadedTable;
use retrograde_service::report::{Head, json};

use crate::home::asked;
use crate::position::Position;
use crate::value::{Value, index, kind};
use crate::work::Watcher;

mod codes;

pub(crate) use codes::Codes;

/// The table of a board. While the table is in use, it answers every question about the board's positions.
#[pyclass(frozen, module = "retrograde._retrograde")]
pub struct Table {
    /// The position from which the board was solved.
    pub(crate) origin: Position,
    /// The owner of the table's memory.
    pub(crate) _library: Library,
    pub(crate) loaded: Arc<LoadedTable>,
}

/// The minimum number of positions for each additional thread.
const SHARE: usize = 1 << 10;

/// The number of cells in a block that is read in one step.
const BLOCK: usize = 1 << 12;

/// The data that determine the Python object for the value of a position.
type Key = (retrograde::Value, Side, Option<Ending>);

#[pymethods]
impl Table {
    /// The name of the table.
    #[getter]
    fn name(&self) -> &str {
        self.loaded.table()
    }

    /// The number of slots, holes included.
    #[getter]
    fn slots(&self) -> u64 {
        self.loaded.slots()
    }

    /// The memory of the table and its numbering, in bytes.
    #[getter]
    fn bytes(&self) -> u64 {
        self.loaded.bytes()
    }

    /// The position from which the board was solved.
    #[getter]
    fn start(&self) -> Position {
        self.origin.clone()
    }

    /// The slot of a position.
    fn slot(&self, py: Python<'_>, position: &Position) -> PyResult<u64> {
        let slot = self.loaded.slot(&*position.position);
        slot.map(|slot| slot.0).map_err(|error| self.failed(py, &Failure::ask(&position.position.token(), error)))
    }

    /// The token of a slot's position; `None` for a hole.
    fn token(&self, slot: u64) -> Option<String> {
        self.loaded.token(Slot(slot))
    }

    /// The value of a position, by one lookup.
    fn value(&self, py: Python<'_>, position: &Position) -> PyResult<Value> {
        let head = self.worth(&*position.position).map_err(|failure| self.failed(py, &failure))?;
        Ok(Value::of(&head, self.origin.language))
    }

    /// The values of many positions. The arguments are the tokens of the positions.
    fn values<'py>(&self, py: Python<'py>, tokens: Vec<String>) -> PyResult<Bound<'py, PyList>> {
        let (home, table) = (self.origin.home.clone(), self.loaded.clone());
        let found = Watcher::default().run(py, self.origin.language, move |_| {
            let found = spread(&tokens, |token| {
                let position = home.open(token)?;
                let value = table.value(&*position).map_err(|error| Failure::ask(token, error))?;
                let here = position.here();
                Ok((value, here.turn, here.ending))
            })?;
            Ok((tokens, found))
        });
        let (tokens, found) = found?;
        let (values, mut known) = (PyList::empty(py), HashMap::<Key, Py<Value>>::new());
        for (token, key) in tokens.iter().zip(found) {
            let value = match known.entry(key) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(place) => {
                    let position = self.origin.home.open(token).map_err(|failure| self.failed(py, &failure))?;
                    let head = self.worth(&*position).map_err(|failure| self.failed(py, &failure))?;
                    place.insert(Py::new(py, Value::of(&head, self.origin.language))?)
                }
            };
            values.append(value.clone_ref(py))?;
        }
        Ok(values)
    }

    /// Checks every value by the rules alone. The answer is JSON in the form of `retrograde verify --json`.
    fn verify(&self, py: Python<'_>, threads: usize) -> PyResult<String> {
        self.answer(py, move |table, position| Ok(json(&asked(table, position, &Verify { threads })?)))
    }

    /// The counts by value and depth, as JSON.
    fn stats(&self, py: Python<'_>) -> PyResult<String> {
        self.answer(py, |table, position| Ok(json(&asked(table, position, &Count)?)))
    }

    /// The codes of all slots, without a copy; `None` if the table is read from files.
    #[getter]
    fn codes(&self) -> Option<Codes> {
        Codes::of(&self.loaded)
    }

    /// The class and the depth of each code; a code without a position has the class `hole`. `None` if the table is read
    /// from files.
    #[getter]
    fn book(&self) -> Option<Vec<(&'static str, Option<u32>)>> {
        let table = self.loaded.table_values().in_memory()?;
        let cell = |cell: &Cell| match cell.value() {
            Some(value) => (kind(value.kind()), value.depth().map(retrograde::Depth::plies)),
            None => ("hole", None),
        };
        Some(table.codebook().iter().map(cell).collect())
    }

    /// The depths of `count` slots from `first` on, as native `int32`; -1 where there is no depth.
    fn depths<'py>(&self, py: Python<'py>, first: u64, count: usize) -> PyResult<Bound<'py, PyBytes>> {
        self.column(py, first, count, |cell| {
            let depth = cell.value().and_then(retrograde::Value::depth).map(|depth| depth.plies().cast_signed());
            depth.unwrap_or(-1).to_ne_bytes()
        })
    }

    /// The classes of `count` slots from `first` on, as indexes of `KINDS`.
    fn kinds<'py>(&self, py: Python<'py>, first: u64, count: usize) -> PyResult<Bound<'py, PyBytes>> {
        self.column(py, first, count, |cell| [index(cell.value().map(retrograde::Value::kind))])
    }
}

impl Table {
    fn worth(&self, position: &dyn AnyPosition) -> Result<Head, Failure> {
        self.loaded.worth(position).map_err(|error| Failure::ask(&position.token(), error))
    }

    /// The items that `item` makes from the cells of `count` slots from `first` on. The function reads the table in
    /// blocks.
    fn column<'py, const BYTES: usize>(
        &self,
        py: Python<'py>,
        first: u64,
        count: usize,
        item: impl Fn(&Cell) -> [u8; BYTES] + Send + 'static,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let count = count.min(usize::try_from(self.loaded.slots().saturating_sub(first)).unwrap_or(usize::MAX));
        let table = self.loaded.clone();
        let column = Watcher::default().run(py, self.origin.language, move |_| {
            let (mut column, mut cells) = (Vec::with_capacity(count * BYTES), [Cell::HOLE; BLOCK]);
            for begin in (0..count).step_by(BLOCK) {
                let cells = &mut cells[..BLOCK.min(count - begin)];
                let block = table.table_values().block(Slot(first + begin as u64), cells);
                block.map_err(|error| Failure::ask(&table.token(Slot(first)).unwrap_or_default(), error.into()))?;
                column.extend(cells.iter().flat_map(&item));
            }
            Ok(column)
        });
        Ok(PyBytes::new(py, &column?))
    }

    fn failed(&self, py: Python<'_>, failure: &Failure) -> PyErr {
        crate::failure::raised(py, failure, self.origin.language)
    }

    fn answer(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&LoadedTable, &dyn AnyPosition) -> Result<String, Failure> + Send + 'static,
    ) -> PyResult<String> {
        let (table, position) = (self.loaded.clone(), self.origin.position.clone());
        Watcher::default().run(py, self.origin.language, move |_| ask(&table, &*position))
    }
}

/// Calls `find` for each item, on all cores. Returns the results in order, or the first failure.
fn spread<I: Sync, T: Send>(items: &[I], find: impl Fn(&I) -> Result<T, Failure> + Sync) -> Result<Vec<T>, Failure> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let share = items.len().div_ceil(cores).max(SHARE);
    let found: Vec<Result<Vec<T>, Failure>> = thread::scope(|scope| {
        let parts: Vec<_> = items.chunks(share).map(|part| scope.spawn(|| part.iter().map(&find).collect())).collect();
        let panicked = |_| Err(Failure::panicked("a position cannot be read"));
        parts.into_iter().map(|part| part.join().unwrap_or_else(panicked)).collect()
    });
    found.into_iter().try_fold(Vec::new(), |mut all, part| {
        all.extend(part?);
        Ok(all)
    })
}
