//! The value of a position, as a Python object.

use std::cmp::Ordering;
use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use retrograde::Kind;
use retrograde::rules::message::Language;
use retrograde_service::report::Head;

/// The value of a position. Prints as a sentence, such as `Red wins in 75 plies`.
///
/// Values are ordered as the side to move prefers them: a long loss is more than a short loss, and a short win is the
/// greatest value.
#[pyclass(frozen, module = "retrograde")]
pub struct Value {
    /// `win`, `loss`, `tie` or `draw`, for the side to move.
    #[pyo3(get)]
    kind: String,
    /// The number of plies to the end of the game; `None` for a draw, or if only the class is known.
    #[pyo3(get)]
    depth: Option<u32>,
    /// The name of the side that wins; `None` for a tie or a draw.
    #[pyo3(get)]
    winner: Option<String>,
    text: String,
}

impl Value {
    pub(crate) fn of(head: &Head, language: Language) -> Self {
        Self {
            kind: kind(head.value).to_owned(),
            depth: head.depth,
            winner: head.winner.map(|winner| winner.to_string()),
            text: retrograde_cli::verdict_text(head, language),
        }
    }

    /// Returns the data that distinguish values. The sentence is not a part of these data, because it depends on the
    /// language.
    fn key(&self) -> (&str, Option<u32>, Option<&str>) {
        (&self.kind, self.depth, self.winner.as_deref())
    }

    /// The rank of a value for the side to move.
    fn rank(&self) -> (i8, i64) {
        let depth = self.depth.map_or(0, i64::from);
        match &*self.kind {
            "win" => (3, -depth),
            "tie" => (2, 0),
            "draw" => (1, 0),
            _ => (0, depth),
        }
    }
}

/// The word for a class of values.
pub(crate) const fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Win => "win",
        Kind::Loss => "loss",
        Kind::Tie => "tie",
        Kind::Draw => "draw",
    }
}

/// Returns the index of a class in `KINDS`. The argument `None` means a hole.
pub(crate) const fn index(kind: Option<Kind>) -> u8 {
    match kind {
        Some(Kind::Win) => 0,
        Some(Kind::Loss) => 1,
        Some(Kind::Tie) => 2,
        Some(Kind::Draw) => 3,
        None => 4,
    }
}

#[pymethods]
impl Value {
    #[new]
    fn new(kind: String, depth: Option<u32>, winner: Option<String>, text: String) -> Self {
        Self { kind, depth, winner, text }
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Value: {}>", self.text)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| self.key() == other.get().key())
    }

    fn __lt__(&self, other: &Self) -> bool {
        self.rank().cmp(&other.rank()) == Ordering::Less
    }

    fn __le__(&self, other: &Self) -> bool {
        self.rank() <= other.rank()
    }

    fn __gt__(&self, other: &Self) -> bool {
        self.rank() > other.rank()
    }

    fn __ge__(&self, other: &Self) -> bool {
        self.rank() >= other.rank()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.key().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let Self { kind, depth, winner, text } = slf.get();
        let arguments = (kind, depth, winner, text).into_pyobject(slf.py())?;
        (slf.get_type(), arguments).into_pyobject(slf.py())
    }
}
