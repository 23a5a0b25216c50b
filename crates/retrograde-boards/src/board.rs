//! The board of a description: squares, directions, rows and zones.

use serde::{Deserialize, Serialize};

/// A set of squares: bit `s` stands for square `s`.
pub type SquareSet = u128;

/// The maximum number of squares of a board.
pub(crate) const MOST_SQUARES: usize = 90;

/// A board: its squares, and the named groups of squares that the rules refer to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct SquareBoard {
    /// The names of the squares, at most 90. A square's number in the other fields is its index in this list.
    pub squares: Vec<String>,
    /// The row and the column of each square in drawings and tokens, both counted from 0 at the top left. The squares
    /// are sorted by row, then by column.
    pub places: Vec<(u8, u8)>,
    /// The families of directions, such as `orthogonal`.
    pub families: Vec<Family>,
    /// The families of rows. For example, all mills form a family.
    pub rows: Vec<Rows>,
    /// The zones. For example, the last rank is a zone.
    pub zones: Vec<Zone>,
}

/// The families of directions that every grid has. Each direction repeats one step. A step is a change of row and a
/// change of column.
const FAMILIES: [(&str, &[[isize; 2]]); 3] = [
    ("orthogonal", &[[-1, 0], [0, 1], [1, 0], [0, -1]]),
    ("diagonal", &[[-1, 1], [1, 1], [1, -1], [-1, -1]]),
    ("every", &[[-1, 0], [-1, 1], [0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1]]),
];

impl SquareBoard {
    /// A grid of at most 90 squares, without rows and zones. The squares of the grid are `a1`, `b1`, … from the top
    /// left, and its families of directions are `orthogonal`, `diagonal` and `every`, in this order.
    pub fn grid(rows: usize, columns: usize) -> Self {
        let places: Vec<(u8, u8)> =
            (0..rows).flat_map(|row| (0..columns).map(move |column| (row as u8, column as u8))).collect();
        let name = |&(row, column): &(u8, u8)| format!("{}{}", retrograde::author::column_name(column.into()), row + 1);
        let next = |square: usize, [down, right]: [isize; 2]| {
            let row = (square / columns).checked_add_signed(down).filter(|row| *row < rows)?;
            let column = (square % columns).checked_add_signed(right).filter(|column| *column < columns)?;
            Some((row * columns + column) as u8)
        };
        let direction = |&step: &[isize; 2]| DirectionMap {
            steps: vec![(0..places.len()).map(|square| next(square, step)).collect()],
        };
        let family = |(name, steps): (&str, &[[isize; 2]])| {
            let directions: Vec<DirectionMap> = steps.iter().map(direction).collect();
            Family { name: name.to_owned(), directions: [directions.clone(), directions] }
        };
        Self {
            squares: places.iter().map(name).collect(),
            families: FAMILIES.map(family).into(),
            rows: Vec::new(),
            zones: Vec::new(),
            places,
        }
    }

    /// The number of squares of each row of the drawing. Empty rows are left out.
    pub(crate) fn row_lengths(&self) -> Vec<usize> {
        self.places.chunk_by(|one, next| one.0 == next.0).map(<[_]>::len).collect()
    }
}

/// A named family of directions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Family {
    /// The name that patterns refer to.
    pub name: String,
    /// The directions for the first side, then the directions for the second side. In most families, both sides have
    /// the same directions.
    pub directions: [Vec<DirectionMap>; 2],
}

/// A direction. Each step of a path maps a square to the next square of the path. If a path has more steps than the
/// direction, the path repeats the last step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct DirectionMap {
    /// The steps, at least one. A step is a list with an element for each square. The element is the next square, or
    /// `None` at the edge of the board.
    pub steps: Vec<Vec<Option<u8>>>,
}

impl DirectionMap {
    /// The square after `square` on a path. The path has made `before` steps when it is at `square`.
    pub(crate) fn next(&self, before: usize, square: u8) -> Option<u8> {
        self.steps[before.min(self.steps.len() - 1)][usize::from(square)]
    }
}

/// A set of squares that forms a row. For example, three squares in a line form a row.
pub type RowSquares = SquareSet;

/// A named family of rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Rows {
    /// The name that conditions and endings refer to.
    pub name: String,
    /// The rows, sorted and distinct.
    pub rows: Vec<RowSquares>,
}

/// A named set of squares for each side. For example, each side has its own last rank.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Zone {
    /// The name that patterns and endings refer to.
    pub name: String,
    /// The squares of the zone for the first and for the second side.
    pub squares: [SquareSet; 2],
}

/// The squares of a set, in ascending order.
pub(crate) fn squares(mut set: SquareSet) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(square)
    })
}
