//! Three in a row, on a single row of squares. Each player may set either mark. The player who completes three equal
//! marks wins; a full row is a tie.

use retrograde::{Ending, Game, Notation, NotationError, Side};

pub struct Row;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Marks {
    /// The marks on the squares; 0 is an empty square.
    marks: Vec<u8>,
    turn: Side,
}

impl Game for Row {
    type Position = Marks;
    type Move = String;

    fn turn(&self, row: &Marks) -> Side {
        row.turn
    }

    fn ending(&self, Marks { marks, turn }: &Marks) -> Option<Ending> {
        let is_three = |three: &[u8]| three[0] != 0 && three.iter().all(|&mark| mark == three[0]);
        let won = marks.windows(3).any(is_three).then(|| Ending::won(turn.other(), "three"));
        won.or((!marks.contains(&0)).then(|| Ending::level("full")))
    }

    fn each_move(&self, row: &Marks, mut visit: impl FnMut(String, Marks)) {
        let is_over = self.ending(row).is_some();
        for square in (0..row.marks.len()).filter(|&square| !is_over && row.marks[square] == 0) {
            for mark in [1, 2] {
                let mut marks = row.marks.clone();
                marks[square] = mark;
                visit(format!("{square}.{mark}"), Marks { marks, turn: row.turn.other() });
            }
        }
    }
}

impl Notation for Row {
    const ID: &'static str = "row";
    const SIDES: [&'static str; 2] = ["ann", "bob"];
    const TITLE: &'static str = "Three in one row";
    const RULES: &'static str = "Write either mark. Who makes three of one side by side wins; a full row is a tie.";
    const EXAMPLES: &'static [&'static str] = &["0.0.0.0.0.0.0_a"];

    fn parse(text: &str) -> Result<(Self, Marks), NotationError> {
        match crate::read(text)? {
            (marks, turn) if marks.len() < 11 && marks.iter().all(|&mark| mark < 3) => Ok((Row, Marks { marks, turn })),
            _ => crate::no_such_board(text),
        }
    }

    fn print(&self, row: &Marks) -> String {
        crate::print(&row.marks, row.turn)
    }
}
