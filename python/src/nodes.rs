//! Graphs whose nodes are Python objects.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyIterator, PyList};
use rustc_hash::FxBuildHasher;

use crate::explored::Stop;

/// The nodes of a graph, which are different hashable objects, with their numbers.
///
/// To find a number, a Python dict reads four memory locations: its index, its entry, the node and the number. With
/// 10^6 moves between 200,000 nodes, these reads take most of the time. The map by hashes reads only two locations.
pub(crate) struct Nodes<'py> {
    objects: Vec<Bound<'py, PyAny>>,
    /// Whether each node `i` is the integer `i`. If so, the map is empty.
    are_numbers: bool,
    /// The first node with each hash.
    by_hash: HashMap<isize, u32, FxBuildHasher>,
    /// The number of each node. The module makes the dict when `by_hash` cannot find a node.
    numbers: OnceCell<Bound<'py, PyDict>>,
}

impl<'py> Nodes<'py> {
    pub(crate) fn of(list: &Bound<'py, PyList>) -> PyResult<Self> {
        let objects: Vec<_> = list.iter().collect();
        let is_number = |(index, node): (usize, &Bound<'py, PyAny>)| {
            node.is_exact_instance_of::<PyInt>() && node.extract::<usize>().is_ok_and(|number| number == index)
        };
        let are_numbers = objects.iter().enumerate().all(is_number);
        let mut by_hash = HashMap::default();
        if !are_numbers {
            by_hash.reserve(objects.len());
            for (number, node) in (0..).zip(&objects) {
                if let Entry::Vacant(entry) = by_hash.entry(node.hash()?) {
                    entry.insert(number);
                }
            }
        }
        Ok(Self { objects, are_numbers, by_hash, numbers: OnceCell::new() })
    }

    /// Puts the numbers of the nodes that an object yields into the empty list `numbers`.
    pub(crate) fn numbers_of(&self, row: &Bound<'py, PyAny>, numbers: &mut Vec<u32>) -> PyResult<()> {
        for node in row.try_iter()? {
            numbers.push(self.number(&node?)?);
        }
        Ok(())
    }

    fn number(&self, node: &Bound<'py, PyAny>) -> PyResult<u32> {
        if self.are_numbers {
            if let Ok(number) = node.extract::<u32>()
                && (number as usize) < self.objects.len()
            {
                return Ok(number);
            }
        } else if let Some(&number) = self.by_hash.get(&node.hash()?) {
            let known = &self.objects[number as usize];
            if known.is(node) || known.eq(node)? {
                return Ok(number);
            }
        }
        // Another node with the same hash, or a number that is written in another way, such as 1.0.
        self.all(node.py())?.as_any().get_item(node)?.extract()
    }

    fn all(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyDict>> {
        if let Some(numbers) = self.numbers.get() {
            return Ok(numbers);
        }
        let numbers = PyDict::new(py);
        for (number, node) in (0_u32..).zip(&self.objects) {
            numbers.set_item(node, number)?;
        }
        Ok(self.numbers.get_or_init(|| numbers))
    }
}

/// The children of the nodes of a graph, row by row.
pub(crate) struct Rows<'py> {
    nodes: Nodes<'py>,
    iterator: Bound<'py, PyIterator>,
    numbers: Vec<u32>,
}

impl<'py> Rows<'py> {
    /// Creates the rows of a graph. For each node in the order of the list, `rows` yields an object that yields the
    /// node's children.
    pub(crate) fn of(nodes: &Bound<'py, PyList>, rows: &Bound<'py, PyAny>) -> PyResult<Self> {
        Ok(Self { nodes: Nodes::of(nodes)?, iterator: rows.try_iter()?, numbers: Vec::new() })
    }

    /// The numbers of the children of the next node; `None` if there are no more rows.
    pub(crate) fn next(&mut self) -> Result<Option<&[u32]>, Stop> {
        let Some(row) = self.iterator.next() else { return Ok(None) };
        self.numbers.clear();
        self.nodes.numbers_of(&row?, &mut self.numbers)?;
        Ok(Some(&self.numbers))
    }
}
