//! What is seen of one position: squares, what is on them, and whose turn it is.

use std::sync::Arc;

use super::kit::{Kit, Layer};
use crate::author::square::Square;
use crate::rules::game::Ending;
use crate::rules::side::Side;

/// A board as it is seen, legal or not. Squares are called by their numbers in reading order, kinds by theirs in the [`Kit`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// Its squares.
    pub shape: Shape,
    /// The kind of ground of every square; empty if the game has only one.
    pub ground: Vec<u8>,
    /// What stands or lies on squares, by square, on one square by kind.
    pub stones: Vec<Stone>,
    /// The side to move.
    pub turn: Side,
    /// Squares that somebody wants to reach.
    pub goals: Vec<Goal>,
    /// What else the text says, as the game writes it: of passes, for example.
    pub note: String,
}

/// A piece, or a mark on the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stone {
    /// The square.
    pub square: usize,
    /// The kind.
    pub kind: usize,
}

/// Squares that a side wants to reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The side.
    pub side: Side,
    /// The squares.
    pub squares: Vec<usize>,
}

/// How squares lie to each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// There is nothing to draw.
    None,
    /// A rectangle, with squares called as by [`Square`].
    Grid {
        /// From the top.
        rows: usize,
        /// From the left.
        columns: usize,
    },
    /// A rectangle, with squares called as in chess: rows are counted from below.
    Chessboard {
        /// From the top.
        rows: usize,
        /// From the left.
        columns: usize,
    },
    /// A row, with squares called 1, 2, 3...
    Row {
        /// Its squares.
        length: usize,
    },
    /// Nodes, called by their names.
    Graph(Arc<Diagram>),
}

/// A graph that is drawn: a node for a position, an edge for a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagram {
    /// The nodes.
    pub nodes: Vec<DiagramNode>,
    /// From which node to which.
    pub edges: Vec<[usize; 2]>,
}

impl Diagram {
    /// The most nodes that are worth drawing.
    pub const MOST: usize = 400;
}

/// A node that is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiagramNode {
    /// Its name.
    pub name: String,
    /// The side to move there.
    pub turn: Side,
    /// Whether the game is over there.
    pub ending: Option<Ending>,
}

impl Shape {
    /// The number of squares.
    pub fn squares(&self) -> usize {
        match self {
            Self::None => 0,
            Self::Grid { rows, columns } | Self::Chessboard { rows, columns } => rows * columns,
            Self::Row { length } => *length,
            Self::Graph(diagram) => diagram.nodes.len(),
        }
    }

    /// Rows and columns; those of a row are one and its length.
    pub(super) fn sides(&self) -> (usize, usize) {
        match self {
            Self::Grid { rows, columns } | Self::Chessboard { rows, columns } => (*rows, *columns),
            other => (1, other.squares()),
        }
    }

    /// The same shape with other sides.
    pub(super) fn of_sides(&self, rows: usize, columns: usize) -> Self {
        match self {
            Self::Row { .. } => Self::Row { length: columns },
            Self::Chessboard { .. } => Self::Chessboard { rows, columns },
            _ => Self::Grid { rows, columns },
        }
    }

    /// A square of a rectangle as it is called: its row counted from the other edge, where that is the custom. Twice is the square again.
    fn called(&self, square: Square) -> Option<Square> {
        match self {
            Self::Grid { .. } => Some(square),
            Self::Chessboard { rows, .. } => {
                Some(Square { row: rows.checked_sub(1 + usize::from(square.row))? as u16, ..square })
            }
            _ => None,
        }
    }

    /// The name of the square of that number.
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

    /// The number of the square of that name.
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

    /// The number of a square of a rectangle.
    pub fn number(&self, square: Square) -> Option<usize> {
        let (Self::Grid { rows, columns } | Self::Chessboard { rows, columns }) = self else { return None };
        let (row, column) = (usize::from(square.row), usize::from(square.column));
        (row < *rows && column < *columns).then_some(row * columns + column)
    }

    /// The square of a rectangle with that number.
    pub fn square(&self, number: usize) -> Option<Square> {
        let (Self::Grid { rows, columns } | Self::Chessboard { rows, columns }) = self else { return None };
        (number < rows * columns).then(|| Square::new((number / columns) as u16, (number % columns) as u16))
    }
}

impl Scene {
    /// An empty board of usual ground.
    pub fn new(shape: Shape, turn: Side) -> Self {
        Self { shape, ground: Vec::new(), stones: Vec::new(), turn, goals: Vec::new(), note: String::new() }
    }

    /// With these stones, in any order.
    #[must_use]
    pub fn with(mut self, stones: impl IntoIterator<Item = Stone>) -> Self {
        self.stones.extend(stones);
        self.stones.sort_unstable();
        self
    }

    /// The squares that hold one of a kind, in reading order.
    pub fn where_is(&self, kind: usize) -> impl Iterator<Item = usize> + '_ {
        self.stones.iter().filter(move |stone| stone.kind == kind).map(|stone| stone.square)
    }

    /// The kinds on a square.
    pub fn on(&self, square: usize) -> impl Iterator<Item = usize> + '_ {
        let first = self.stones.partition_point(|stone| stone.square < square);
        self.stones[first..].iter().take_while(move |stone| stone.square == square).map(|stone| stone.kind)
    }

    /// The squares on which several pieces stand.
    pub fn shared(&self, kit: &Kit) -> Vec<usize> {
        let is_piece = |stone: &&Stone| kit.kinds.get(stone.kind).is_some_and(|kind| kind.layer == Layer::Piece);
        let standing: Vec<_> = self.stones.iter().filter(is_piece).map(|stone| stone.square).collect();
        let mut shared: Vec<_> = standing.windows(2).filter(|two| two[0] == two[1]).map(|two| two[0]).collect();
        shared.dedup();
        shared
    }

    /// The ground, a line of text a row, rows split by `/`: a number for a run of the usual kind, else its letter. `None` if there is
    /// only one kind.
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
