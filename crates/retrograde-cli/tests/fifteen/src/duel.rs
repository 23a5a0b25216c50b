//! Duel: two knights on a board without a middle. A capture wins; the game may never end.

use retrograde::{Ending, Game, Notation, NotationError, Side};

/// The length of a side.
pub struct Duel(i8);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Knights {
    squares: [(i8, i8); 2],
    turn: Side,
}

const JUMPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

impl Game for Duel {
    type Position = Knights;
    type Move = String;

    fn turn(&self, knights: &Knights) -> Side {
        knights.turn
    }

    fn ending(&self, Knights { squares, turn }: &Knights) -> Option<Ending> {
        (squares[0] == squares[1]).then(|| Ending::won(turn.other(), "taken"))
    }

    fn each_move(&self, knights: &Knights, mut visit: impl FnMut(String, Knights)) {
        let (column, row) = knights.squares[knights.turn.index()];
        let targets = JUMPS.map(|(right, up)| (column + right, row + up));
        let is_on_board = |(column, row): &(i8, i8)| (0..self.0).contains(column) && (0..self.0).contains(row);
        for to in targets.into_iter().filter(|to| is_on_board(to) && self.ending(knights).is_none()) {
            let mut squares = knights.squares;
            squares[knights.turn.index()] = to;
            visit(format!("{}.{}", to.0, to.1), Knights { squares, turn: knights.turn.other() });
        }
    }
}

impl Notation for Duel {
    const ID: &'static str = "duel";
    const SIDES: [&'static str; 2] = ["white", "black"];
    const TITLE: &'static str = "Two knights";
    const RULES: &'static str = "Both move as knights do. Who is taken loses.";
    const EXAMPLES: &'static [&'static str] = &["5.0.0.4.3_a"];

    fn parse(text: &str) -> Result<(Self, Knights), NotationError> {
        let (numbers, turn) = crate::read(text)?;
        let numbers: Vec<_> = numbers.iter().map(|&number| number as i8).collect();
        match numbers[..] {
            [side @ 4..=9, a, b, c, d] if [a, b, c, d].iter().all(|at| (0..side).contains(at)) => {
                Ok((Duel(side), Knights { squares: [(a, b), (c, d)], turn }))
            }
            _ => crate::no_such_board(text),
        }
    }

    fn print(&self, Knights { squares: [one, other], turn }: &Knights) -> String {
        crate::print(&[self.0, one.0, one.1, other.0, other.1].map(|number| number as u8), *turn)
    }

    fn identity(&self) -> String {
        self.0.to_string()
    }
}
