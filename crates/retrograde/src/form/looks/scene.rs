//! The view of one position. A view contains the squares, the pieces on the squares, and the side to move.

use std::sync::Arc;

use super::kit::{Kit, Layer};
use crate::form::square::Square;
use crate::rules::game::Ending;
use crate::rules::side::Side;

/// The view of a board, which may be illegal. Squares are numbered in reading order. A kind of ground or of pieces is
/// an index into a list of the [`Kit`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// The arrangement of the squares.
    pub shape: Shape,
    /// The kind of ground of every square; empty if the game has only one kind.
    pub ground: Vec<u8>,
    /// The pieces and marks, sorted by square and then by kind.
    pub stones: Vec<Stone>,
    /// The side to move.
    pub turn: Side,
    /// The squares that the sides want to reach.
    pub goals: Vec<Goal>,
    /// Further information from the text, such as the number of passes. The information is stored as the game prints
    /// it.
    pub note: String,
}

/// A piece, or a mark on the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stone {
    /// The number of the square.
    pub square: usize,
    /// The index of the kind in [`Kit::kinds`].
    pub kind: usize,
}

/// Squares that a side wants to reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The side that wants to reach the squares.
    pub side: Side,
    /// The numbers of the squares.
    pub squares: Vec<usize>,
}

/// The arrangement of squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// The game has no drawing.
    None,
    /// A rectangle with rows counted from the top. The names of its squares are those that [`Square`] prints.
    Grid {
        /// The number of rows, counted from the top.
        rows: usize,
        /// The number of columns, counted from the left.
        columns: usize,
    },
    /// A rectangle with rows counted from the bottom. The names of its squares are those of chess.
    Chessboard {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
    /// A row whose squares are named 1, 2, 3...
    Row {
        /// The number of squares.
        length: usize,
    },
    /// The nodes of a graph, with their names.
    Graph(Arc<Diagram>),
}

/// A graph to draw, with a node for each position and an edge for each move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagram {
    /// The nodes.
    pub nodes: Vec<DiagramNode>,
    /// The edges of the graph, given by the indices of the start node and the target node.
    pub edges: Vec<[usize; 2]>,
}

impl Diagram {
    /// The maximum number of nodes of a drawing. The drawing of a larger graph would not be readable.
    pub const MOST: usize = 400;
}

/// A node of the drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiagramNode {
    /// The name of the node.
    pub name: String,
    /// The side to move at this node.
    pub turn: Side,
    /// The ending, if the game is over at this node.
    pub ending: Option<Ending>,
}

impl Shape {
    /// Returns the number of squares.
    pub fn squares(&self) -> usize {
        match self {
            Self::None => 0,
            Self::Grid { rows, columns } | Self::Chessboard { rows, columns } => rows * columns,
            Self::Row { length } => *length,
            Self::Graph(diagram) => diagram.nodes.len(),
        }
    }

    /// Returns the number of rows and the number of columns. If the board is a single line of squares, the number of
    /// rows is 1, and the number of columns is the length of the line.
    pub(super) fn sides(&self) -> (usize, usize) {
        match self {
            Self::Grid { rows, columns } | Self::Chessboard { rows, columns } => (*rows, *columns),
            other => (1, other.squares()),
        }
    }

    /// Returns a shape of the same kind with `rows` rows and `columns` columns.
    pub(super) fn of_sides(&self, rows: usize, columns: usize) -> Self {
        match self {
            Self::Row { .. } => Self::Row { length: columns },
            Self::Chessboard { .. } => Self::Chessboard { rows, columns },
            _ => Self::Grid { rows, columns },
        }
    }

    /// Converts a square of this shape to the [`Square`] whose printed form is the name of the given square. On a
    /// chessboard the two squares differ, because the names of a chessboard count rows from the bottom. A second call
    /// returns the original square, so the function converts in both directions.
    fn called(&self, square: Square) -> Option<Square> {
        match self {
            Self::Grid { .. } => Some(square),
            Self::Chessboard { rows, .. } => {
                Some(Square { row: rows.checked_sub(1 + usize::from(square.row))? as u16, ..square })
            }
            _ => None,
        }
    }

    /// Returns the name of the square with the number `number`.
    pub fn name(&self, number: usize) -> String {
        match self {
            Self::Grid { .. } | Self::Chessboard { .. } => self
                .square(number)
                .and_then(|square| self.called(square))
                .map_or_else(String::new, |square| square.to_string()),
            Self::Graph(diagram) => diagram.nodes.get(number).map_or_else(String::new, |node| node.name.clone()),
            Self::None | Self::Row { .. } => (number + 1).to_string(),
        }
    }

    /// Returns the number of the square with the name `name`.
    pub fn find(&self, name: &str) -> Option<usize> {
        match self {
            Self::None => None,
            Self::Grid { .. } | Self::Chessboard { .. } => self.number(self.called(name.parse().ok()?)?),
            Self::Row { length } => {
                name.parse().ok().filter(|number| (1..=*length).contains(number)).map(|n: usize| n - 1)
            }
            Self::Graph(diagram) => diagram.nodes.iter().position(|node| node.name == name),
        }
    }

    /// Returns the number of a square of a rectangle.
    pub fn number(&self, square: Square) -> Option<usize> {
        let (Self::Grid { rows, columns } | Self::Chessboard { rows, columns }) = self else { return None };
        let (row, column) = (usize::from(square.row), usize::from(square.column));
        (row < *rows && column < *columns).then_some(row * columns + column)
    }

    /// Returns the square of a rectangle with the number `number`.
    pub fn square(&self, number: usize) -> Option<Square> {
        let (Self::Grid { rows, columns } | Self::Chessboard { rows, columns }) = self else { return None };
        (number < rows * columns).then(|| Square::new((number / columns) as u16, (number % columns) as u16))
    }
}

impl Scene {
    /// Creates an empty board with the usual ground.
    pub fn new(shape: Shape, turn: Side) -> Self {
        Self { shape, ground: Vec::new(), stones: Vec::new(), turn, goals: Vec::new(), note: String::new() }
    }

    /// Adds pieces and marks, given in any order.
    #[must_use]
    pub fn with(mut self, stones: impl IntoIterator<Item = Stone>) -> Self {
        self.stones.extend(stones);
        self.stones.sort_unstable();
        self
    }

    /// Returns the squares with a piece or mark of the given kind, in reading order.
    pub fn where_is(&self, kind: usize) -> impl Iterator<Item = usize> + '_ {
        self.stones.iter().filter(move |stone| stone.kind == kind).map(|stone| stone.square)
    }

    /// Returns the kinds of the pieces and marks on a square.
    pub fn on(&self, square: usize) -> impl Iterator<Item = usize> + '_ {
        let first = self.stones.partition_point(|stone| stone.square < square);
        self.stones[first..].iter().take_while(move |stone| stone.square == square).map(|stone| stone.kind)
    }

    /// Returns the squares on which several pieces stand.
    pub fn shared(&self, kit: &Kit) -> Vec<usize> {
        let is_piece = |stone: &&Stone| kit.kinds.get(stone.kind).is_some_and(|kind| kind.layer == Layer::Piece);
        let standing: Vec<_> = self.stones.iter().filter(is_piece).map(|stone| stone.square).collect();
        let mut shared: Vec<_> = standing.windows(2).filter(|two| two[0] == two[1]).map(|two| two[0]).collect();
        shared.dedup();
        shared
    }

    /// Returns the ground as text, with rows separated by `/`. A number is the length of a run of squares with the
    /// usual ground. A letter is one square with another ground. Returns `None` if the game has only one kind of
    /// ground.
    pub fn ground_text(&self, kit: &Kit) -> Option<String> {
        let (_, columns) = self.shape.sides();
        if self.ground.is_empty() || columns == 0 {
            return None;
        }
        let rows: Vec<_> = self.ground.chunks(columns).map(|row| line(row, kit)).collect();
        Some(rows.join("/"))
    }
}

fn line(row: &[u8], kit: &Kit) -> String {
    let mut text = String::new();
    for run in row.chunk_by(|a, b| a == b) {
        match (run[0], kit.terrain.get(usize::from(run[0]))) {
            (1.., Some(terrain)) => run.iter().for_each(|_| text.push(terrain.letter)),
            _ => text += &run.len().to_string(),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_of_a_chessboard_are_called_from_below() {
        let (grid, board) = (Shape::Grid { rows: 3, columns: 2 }, Shape::Chessboard { rows: 3, columns: 2 });
        let names = |shape: &Shape| (0..shape.squares()).map(|number| shape.name(number)).collect::<Vec<_>>();
        assert_eq!(names(&grid), ["a1", "b1", "a2", "b2", "a3", "b3"]);
        assert_eq!(names(&board), ["a3", "b3", "a2", "b2", "a1", "b1"]);
        for shape in [grid, board] {
            for number in 0..6 {
                assert_eq!(shape.find(&shape.name(number)), Some(number), "{shape:?}");
            }
            assert_eq!((shape.find("a4"), shape.find("c1"), shape.name(6)), (None, None, String::new()));
        }
    }
}
