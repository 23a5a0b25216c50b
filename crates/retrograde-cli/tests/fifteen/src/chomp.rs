//! Chomp: a move eats a square with all squares above and to the right of it; the player who eats the poisoned corner loses.

use retrograde::{Ending, Game, Notation, NotationError, Side};

/// The number of squares in each row.
pub struct Chomp(u8);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bar {
    rows: Vec<u8>,
    turn: Side,
}

impl Game for Chomp {
    type Position = Bar;
    type Move = String;
    const TIES: bool = false;

    fn turn(&self, bar: &Bar) -> Side {
        bar.turn
    }

    fn ending(&self, bar: &Bar) -> Option<Ending> {
        (bar.rows[0] == 0).then(|| Ending::won(bar.turn, "poisoned"))
    }

    fn each_move(&self, bar: &Bar, mut visit: impl FnMut(String, Bar)) {
        for (row, &length) in bar.rows.iter().enumerate() {
            for column in 0..length {
                let shorter = |(at, &old): (usize, &u8)| if at < row { old } else { old.min(column) };
                let rows = bar.rows.iter().enumerate().map(shorter).collect();
                visit(format!("{row}.{column}"), Bar { rows, turn: bar.turn.other() });
            }
        }
    }
}

impl Notation for Chomp {
    const ID: &'static str = "chomp";
    const SIDES: [&'static str; 2] = ["ann", "bob"];
    const TITLE: &'static str = "Chomp";
    const RULES: &'static str = "Eat a square and all beyond it. Who eats the first square is poisoned.";
    const EXAMPLES: &'static [&'static str] = &["5.5.5.5_a"];

    fn parse(text: &str) -> Result<(Self, Bar), NotationError> {
        let (rows, turn) = crate::read(text)?;
        Ok((Chomp(rows.len() as u8), Bar { rows, turn }))
    }

    fn print(&self, bar: &Bar) -> String {
        crate::print(&bar.rows, bar.turn)
    }

    fn identity(&self) -> String {
        self.0.to_string()
    }
}
