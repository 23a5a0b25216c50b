//! Euclid: a move subtracts a multiple of the smaller number from the larger; the player who makes a zero wins.

use retrograde::{Ending, Game, Notation, NotationError, Side};

pub struct Euclid;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair {
    small: u8,
    large: u8,
    turn: Side,
}

impl Pair {
    fn of(one: u8, other: u8, turn: Side) -> Self {
        Self { small: one.min(other), large: one.max(other), turn }
    }
}

impl Game for Euclid {
    type Position = Pair;
    type Move = u8;
    const TIES: bool = false;

    fn turn(&self, pair: &Pair) -> Side {
        pair.turn
    }

    fn ending(&self, pair: &Pair) -> Option<Ending> {
        (pair.small == 0).then(|| Ending::won(pair.turn.other(), "zero"))
    }

    fn each_move(&self, &Pair { small, large, turn }: &Pair, mut visit: impl FnMut(u8, Pair)) {
        for times in 1..=large.checked_div(small).unwrap_or(0) {
            visit(times, Pair::of(small, large - times * small, turn.other()));
        }
    }
}

impl Notation for Euclid {
    const ID: &'static str = "euclid";
    const SIDES: [&'static str; 2] = ["ann", "bob"];
    const TITLE: &'static str = "Euclid's game";
    const RULES: &'static str = "Take a multiple of the smaller number from the larger. Who makes zero wins.";
    const EXAMPLES: &'static [&'static str] = &["31.50_a"];

    fn parse(text: &str) -> Result<(Self, Pair), NotationError> {
        match crate::read(text)? {
            (numbers, turn) if numbers.len() == 2 => Ok((Euclid, Pair::of(numbers[0], numbers[1], turn))),
            _ => crate::no_such_board(text),
        }
    }

    fn print(&self, pair: &Pair) -> String {
        crate::print(&[pair.small, pair.large], pair.turn)
    }
}
