//! Domineering: one player lays vertical dominoes, the other horizontal ones; a player who cannot move loses.

use retrograde::{Ending, Game, Notation, NotationError, Side};

/// The number of columns and the number of rows.
pub struct Domineering(u8, u8);

impl Domineering {
    fn dominoes(&self, (taken, turn): (u32, Side)) -> impl Iterator<Item = (u8, u32)> {
        let (width, height) = (self.0, self.1);
        let (right, up) = if turn == Side::First { (0, 1) } else { (1, 0) };
        let squares = (0..height - up).flat_map(move |row| (0..width - right).map(move |column| row * width + column));
        let domino = move |square: u8| (square, 1 << square | 1 << (square + right + up * width));
        squares.map(domino).filter(move |(_, domino)| taken & domino == 0)
    }
}

impl Game for Domineering {
    /// The covered squares, as bits, and the side to move.
    type Position = (u32, Side);
    type Move = u8;
    const TIES: bool = false;

    fn turn(&self, position: &(u32, Side)) -> Side {
        position.1
    }

    fn ending(&self, &(taken, turn): &(u32, Side)) -> Option<Ending> {
        self.dominoes((taken, turn)).next().is_none().then(|| Ending::won(turn.other(), "no-room"))
    }

    fn each_move(&self, &(taken, turn): &(u32, Side), mut visit: impl FnMut(u8, (u32, Side))) {
        for (square, domino) in self.dominoes((taken, turn)) {
            visit(square, (taken | domino, turn.other()));
        }
    }
}

impl Notation for Domineering {
    const ID: &'static str = "domineering";
    const SIDES: [&'static str; 2] = ["up", "across"];
    const TITLE: &'static str = "Domineering";
    const RULES: &'static str = "Lay a domino, the one upright, the other across. Who has no room loses.";
    const EXAMPLES: &'static [&'static str] = &["4.4.0.0_a"];

    fn parse(text: &str) -> Result<(Self, (u32, Side)), NotationError> {
        match crate::read(text)? {
            (numbers, turn) if numbers.len() == 4 && (1..5).contains(&numbers[0]) && (1..5).contains(&numbers[1]) => {
                let taken = u32::from(numbers[2]) << 8 | u32::from(numbers[3]);
                Ok((Domineering(numbers[0], numbers[1]), (taken, turn)))
            }
            _ => crate::no_such_board(text),
        }
    }

    fn print(&self, &(taken, turn): &(u32, Side)) -> String {
        crate::print(&[self.0, self.1, (taken >> 8) as u8, taken as u8], turn)
    }

    fn identity(&self) -> String {
        format!("{}x{}", self.0, self.1)
    }
}
