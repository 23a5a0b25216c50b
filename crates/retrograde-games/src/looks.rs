//! Shared code that displays games with floor and walls. This module converts boards to scenes and scenes to boards. A
//! scene is the data that a page draws.

use retrograde::author::{Kit, Problem, Scene, Shape, Square, Stone};
use retrograde::rules::message::Message;
use retrograde::{Side, Text};

use crate::grid::{Grid, TextBoard};

/// For each letter of a token, the kinds of the pieces that the letter stands for.
pub(crate) type Letters = &'static [(char, &'static [usize])];

/// Returns a text in English and in Chinese.
pub(crate) fn text(english: &str, chinese: &str) -> Text {
    Text::new(english).and("zh", chinese)
}

/// Returns a piece set that has floor and walls but no pieces yet.
pub(crate) fn floor_and_wall(name: Text) -> Kit {
    Kit::new(name).terrain("floor", '.', text("Floor", "空地")).terrain("wall", '#', text("Wall", "墙"))
}

/// Returns the shape of a board: the number of its rows and the number of its columns.
pub(crate) fn shape(grid: &Grid) -> Shape {
    Shape::Grid { rows: grid.rows(), columns: grid.columns() }
}

/// Returns a scene with the pieces of a board.
pub(crate) fn pieces(board: &TextBoard, letters: Letters, turn: Side) -> Scene {
    let shape = shape(&board.grid);
    let stones: Vec<_> = board
        .pieces
        .iter()
        .filter_map(|&(letter, square)| Some((shape.number(square)?, kinds(letters, letter))))
        .flat_map(|(square, kinds)| kinds.iter().map(move |&kind| Stone { square, kind }))
        .collect();
    Scene::new(shape, turn).with(stones)
}

fn kinds(letters: Letters, letter: char) -> &'static [usize] {
    letters.iter().find(|(known, _)| *known == letter).map_or(&[], |(_, kinds)| kinds)
}

/// Returns a number for the ground (the background) of each square. The number is 0 for floor, and 1 for a wall.
pub(crate) fn ground(grid: &Grid) -> Vec<u8> {
    grid.wall_rows().flatten().map(|&is_wall| u8::from(is_wall)).collect()
}

/// Returns the board part of the token for a scene.
pub(crate) fn print(scene: &Scene, letters: Letters) -> String {
    let Shape::Grid { rows, columns } = scene.shape else { return String::new() };
    let mut grid = Grid::new(columns);
    for row in 0..rows {
        grid.push_row(
            (0..columns).map(|column| scene.ground.get(row * columns + column).is_some_and(|&kind| kind > 0)),
        );
    }
    let standing = standing(scene, letters);
    grid.print(|square| {
        let number = scene.shape.number(square)?;
        standing.binary_search_by_key(&number, |(square, _)| *square).ok().map(|found| standing[found].1)
    })
}

/// Returns each occupied square with its letter, in reading order. A piece that is only a mark on the background of a
/// square has no letter.
fn standing(scene: &Scene, letters: Letters) -> Vec<(usize, char)> {
    let has_letter = |stone: &&Stone| letters.iter().any(|(_, kinds)| kinds.contains(&stone.kind));
    let stones: Vec<_> = scene.stones.iter().filter(has_letter).collect();
    let letter = |on: &[&Stone]| {
        let kinds: Vec<_> = on.iter().map(|stone| stone.kind).collect();
        let letter = letters.iter().find(|(_, known)| **known == kinds)?;
        Some((on[0].square, letter.0))
    };
    stones.chunk_by(|a, b| a.square == b.square).filter_map(letter).collect()
}

/// A reason why a board is not a position, and the squares that are at fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reason {
    pub(crate) text: Message,
    pub(crate) squares: Vec<Square>,
}

impl Reason {
    pub(crate) fn new(text: impl Into<Message>, squares: impl IntoIterator<Item = Square>) -> Self {
        Self { text: text.into(), squares: squares.into_iter().collect() }
    }

    /// Converts the reason to a problem on a board of shape `shape`.
    pub(crate) fn problem(self, shape: &Shape) -> Problem {
        let squares = self.squares.into_iter().filter_map(|square| shape.number(square)).collect();
        Problem { reason: self.text, squares }
    }
}

/// Returns the texts of the reasons, without squares.
pub(crate) fn texts(reasons: Vec<Reason>) -> Vec<Message> {
    reasons.into_iter().map(|reason| reason.text).collect()
}
