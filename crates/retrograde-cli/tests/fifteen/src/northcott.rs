//! Northcott's game: each row has one piece of each side, and the two pieces cannot pass each other. A player who
//! cannot move loses.

use retrograde::{Ending, Game, Notation, NotationError, Side};

/// The number of squares in a row.
pub struct Northcott(u8);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rows {
    /// For each row, the square of the left piece, which the first side owns, and the square of the right piece.
    rows: Vec<[u8; 2]>,
    turn: Side,
}

impl Game for Northcott {
    type Position = Rows;
    type Move = String;
    const TIES: bool = false;

    fn turn(&self, position: &Rows) -> Side {
        position.turn
    }

    fn ending(&self, Rows { rows, turn }: &Rows) -> Option<Ending> {
        let is_stuck = |&[left, right]: &[u8; 2]| left + 1 == right && [left == 0, right + 1 == self.0][turn.index()];
        rows.iter().all(is_stuck).then(|| Ending::won(turn.other(), "stuck"))
    }

    fn each_move(&self, Rows { rows, turn }: &Rows, mut visit: impl FnMut(String, Rows)) {
        for (row, &[left, right]) in rows.iter().enumerate() {
            let free = if *turn == Side::First { 0..right } else { left + 1..self.0 };
            for to in free.filter(|&to| to != [left, right][turn.index()]) {
                let mut after = rows.clone();
                after[row][turn.index()] = to;
                visit(format!("{row}to{to}"), Rows { rows: after, turn: turn.other() });
            }
        }
    }
}

impl Notation for Northcott {
    const ID: &'static str = "northcott";
    const SIDES: [&'static str; 2] = ["left", "right"];
    const TITLE: &'static str = "Northcott's game";
    const RULES: &'static str = "Move the piece of one row along it, but not past the other. Who is stuck loses.";
    const EXAMPLES: &'static [&'static str] = &["6.0.4.1.5_a"];

    fn parse(text: &str) -> Result<(Self, Rows), NotationError> {
        let (numbers, turn) = crate::read(text)?;
        let (rows, rest) = numbers[1..].as_chunks();
        match numbers[0] {
            squares if rest.is_empty() && rows.iter().all(|&[left, right]| left < right && right < squares) => {
                Ok((Northcott(squares), Rows { rows: rows.to_vec(), turn }))
            }
            _ => crate::no_such_board(text),
        }
    }

    fn print(&self, Rows { rows, turn }: &Rows) -> String {
        crate::print(&[&[self.0], rows.as_flattened()].concat(), *turn)
    }

    fn identity(&self) -> String {
        self.0.to_string()
    }
}
