//! Strip: one token moves one square back or two squares forward. A move to the last square wins; a move to the first
//! square loses.

use retrograde::{Ending, Game, Notation, NotationError, Side};

/// The number of the last square.
pub struct Strip(u8);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    square: u8,
    turn: Side,
}

impl Game for Strip {
    type Position = Place;
    type Move = u8;

    fn turn(&self, place: &Place) -> Side {
        place.turn
    }

    fn ending(&self, place: &Place) -> Option<Ending> {
        let fell = (place.square == 0).then_some(Ending::won(place.turn, "fell"));
        fell.or((place.square == self.0).then_some(Ending::won(place.turn.other(), "arrived")))
    }

    fn each_move(&self, place: &Place, mut visit: impl FnMut(u8, Place)) {
        if self.ending(place).is_none() {
            for square in [place.square - 1, place.square + 2].into_iter().filter(|&square| square <= self.0) {
                visit(square, Place { square, turn: place.turn.other() });
            }
        }
    }
}

impl Notation for Strip {
    const ID: &'static str = "strip";
    const SIDES: [&'static str; 2] = ["ann", "bob"];
    const TITLE: &'static str = "A token on a strip";
    const RULES: &'static str =
        "One square back or two forth. The last square wins (arrived), and square 0 loses (fell).";
    const EXAMPLES: &'static [&'static str] = &["90.41_a"];

    fn parse(text: &str) -> Result<(Self, Place), NotationError> {
        match crate::read(text)? {
            (numbers, turn) if numbers.len() == 2 && numbers[1] <= numbers[0] && numbers[0] < 200 => {
                Ok((Strip(numbers[0]), Place { square: numbers[1], turn }))
            }
            _ => crate::no_such_board(text),
        }
    }

    fn print(&self, place: &Place) -> String {
        crate::print(&[self.0, place.square], place.turn)
    }

    fn identity(&self) -> String {
        self.0.to_string()
    }
}
