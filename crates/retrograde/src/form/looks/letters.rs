//! Draws boards as grids of letters. The letters come from the tokens of positions. Programs use this module for a game
//! without [`Looks`](super::Looks), if `/` separates the rows of the board in the game's tokens.

use super::kit::{Kit, PieceKind};
use super::scene::{Scene, Shape, Stone};
use crate::rules::side::Side;

/// How to read the rows of the board in a game's tokens. The rows end at the first `_`. A dot is an empty square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Letters {
    /// A number is the length of a run of empty squares. Any other character stands for one square. An example is
    /// `X2/1O1/3`.
    Runs,
    /// Every character stands for one square, as in `X../.O./...`.
    Squares,
}

/// The maximum number of squares of a drawn board.
const MOST_SQUARES: usize = 10_000;

/// The character of an empty square.
const EMPTY: char = '.';

/// Returns the characters that a square may contain, in the order of the kinds of pieces in the [kit](Letters::kit).
fn letters() -> impl Iterator<Item = char> {
    ('A'..='Z').chain('a'..='z').chain('0'..='9')
}

impl Letters {
    /// Chooses how to read a game's tokens, so that every example has several rows of equal width. Returns `None` if
    /// this is not possible.
    pub(crate) fn of(examples: &[&str]) -> Option<Self> {
        let reads_all =
            |letters: &Self| !examples.is_empty() && examples.iter().all(|text| letters.rows(text).is_some());
        [Self::Runs, Self::Squares].into_iter().find(reads_all)
    }

    /// Adds a kind of pieces for each letter to a piece set. An editor cannot place these pieces, because only the game
    /// knows what the letters stand for.
    pub(crate) fn kit(kit: Kit) -> Kit {
        let kind =
            |letter: char| PieceKind::new(&letter.to_string(), letter, letter.to_string()).role("letter").fixed();
        letters().map(kind).fold(kit, Kit::piece)
    }

    /// Returns the view of a text. Returns `None` if the text does not have several rows of equal width.
    pub(crate) fn scene(self, text: &str, turn: Side) -> Option<Scene> {
        let rows = self.rows(text)?;
        let shape = Shape::Grid { rows: rows.len(), columns: rows[0].len() };
        let squares = rows.into_iter().flatten().enumerate();
        let stones = squares.filter_map(|(square, found)| {
            let kind = letters().position(|letter| letter == found)?;
            Some(Stone { square, kind })
        });
        Some(Scene::new(shape, turn).with(stones))
    }

    /// Returns the board as lines for a terminal, followed by the rest of the text. The result omits the side to move,
    /// whose name is `turn`.
    pub(crate) fn drawn(self, text: &str, turn: &str) -> Option<String> {
        let line = |row: Vec<char>| row.into_iter().map(String::from).collect::<Vec<_>>().join(" ");
        let is_turn =
            |part: &&str| *part == turn || turn.strip_prefix(*part).is_some_and(|_| part.chars().count() == 1);
        let rest: Vec<_> = text.split('_').skip(1).filter(|part| !part.is_empty() && !is_turn(part)).collect();
        let rest = (!rest.is_empty()).then(|| rest.join(" "));
        Some(self.rows(text)?.into_iter().map(line).chain(rest).collect::<Vec<_>>().join("\n"))
    }

    /// Splits a text into the squares of at least two rows of equal width. Returns `None` if the text does not have
    /// this form.
    fn rows(self, text: &str) -> Option<Vec<Vec<char>>> {
        let board = text.split('_').next().unwrap_or_default();
        let mut rows: Vec<Vec<char>> = Vec::new();
        for row in board.split('/') {
            let row = self.row(row)?;
            let is_alike = rows.first().is_none_or(|first| first.len() == row.len());
            if row.is_empty() || !is_alike || (rows.len() + 1) * row.len() > MOST_SQUARES {
                return None;
            }
            rows.push(row);
        }
        (rows.len() > 1).then_some(rows)
    }

    fn row(self, text: &str) -> Option<Vec<char>> {
        if !text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == EMPTY) {
            return None;
        }
        if self == Self::Squares {
            return Some(text.chars().collect());
        }
        let mut row = Vec::new();
        let is_of_run = |letter: &char| letter.is_ascii_digit();
        let mut rest = text.chars().peekable();
        while let Some(letter) = rest.next() {
            if !is_of_run(&letter) {
                row.push(letter);
                continue;
            }
            let mut run = String::from(letter);
            while let Some(digit) = rest.next_if(is_of_run) {
                run.push(digit);
            }
            // The length of a run of empty squares must not be 0 and must not have leading zeros. Otherwise the row
            // cannot be read as runs.
            let length = run.parse().ok().filter(|&length: &usize| letter != '0' && length <= MOST_SQUARES)?;
            row.resize(row.len() + length, EMPTY);
        }
        Some(row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(example: &str) -> Option<String> {
        Letters::of(&[example])?.drawn(example, "red")
    }

    #[test]
    fn issue_27_rows_of_a_token_are_a_grid_of_letters() {
        for (text, grid) in [
            ("X2/1O1/3_r", "X . .\n. O .\n. . ."),
            ("3/3_red", ". . .\n. . ."),
            ("1X10/12_r", ". X . . . . . . . . . .\n. . . . . . . . . . . ."),
            ("X../.O._r", "X . .\n. O ."),
            ("01/10", "0 1\n1 0"),
            ("aB/Cd_r_pp_3", "a B\nC d\npp 3"),
            ("X/O", "X\nO"),
        ] {
            assert_eq!(drawn(text).as_deref(), Some(grid), "{text}");
        }
        for text in ["", "_r", "X", "XO_r", "XO/X_r", "/", "X//O", "X-/OO", "99999999999999999999/9", "é/é"] {
            assert_eq!(drawn(text), None, "{text}");
        }
        // The reader stops at the maximum size, so that it never builds a huge row.
        for (text, is_drawn) in [("5000/5000", true), ("5001/5001", false), ("99999999999999999999/9", false)] {
            assert_eq!(Letters::Runs.rows(text).is_some(), is_drawn, "{text}");
        }
    }

    #[test]
    fn one_reading_is_that_of_all_examples() {
        assert_eq!(Letters::of(&["11/11", "01/10"]), Some(Letters::Squares));
        assert_eq!(Letters::of(&["11/11", "X10/11"]), Some(Letters::Runs));
        assert_eq!(Letters::of(&["X1/2", "XO"]), None);
        assert_eq!(Letters::of(&[]), None);
    }

    #[test]
    fn every_letter_has_a_kind() {
        let (kit, scene) = (Letters::kit(Kit::new("")), Letters::Squares.scene("aZ/.7_r", Side::Second).unwrap());
        let ids: Vec<_> = scene.stones.iter().map(|stone| (stone.square, kit.kinds[stone.kind].id)).collect();
        assert_eq!(ids, [(0, "a"), (1, "Z"), (3, "7")]);
        assert_eq!((scene.turn, scene.shape), (Side::Second, Shape::Grid { rows: 2, columns: 2 }));
        assert_eq!(kit.tools().count(), 0);
    }
}
