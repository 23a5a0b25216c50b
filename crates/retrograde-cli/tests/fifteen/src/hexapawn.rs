//! Hexapawn on three columns: pawns move and capture as in chess. A player wins by reaching the other end, or by
//! leaving the opponent without a move.

use retrograde::{Ending, Game, Notation, NotationError, Side};

/// The number of rows of the board.
pub struct Hexapawn(u8);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pawns {
    /// The squares of each side's pawns, one bit per square.
    of: [u32; 2],
    turn: Side,
}

impl Hexapawn {
    fn moves(&self, pawns: &Pawns) -> Vec<(u8, u8)> {
        let [mine, theirs] = [pawns.turn, pawns.turn.other()].map(|side| pawns.of[side.index()]);
        let forth = |at: u8, right: i8| {
            let column = (at % 3).checked_add_signed(right).filter(|&column| column < 3)?;
            let row = (at / 3).checked_add_signed([1, -1][pawns.turn.index()]).filter(|&row| row < self.0)?;
            let to = row * 3 + column;
            let is_free = if right == 0 { (mine | theirs) >> to & 1 == 0 } else { theirs >> to & 1 == 1 };
            (mine >> at & 1 == 1 && is_free).then_some((at, to))
        };
        (0..3 * self.0).flat_map(|at| [-1, 0, 1].into_iter().filter_map(move |right| forth(at, right))).collect()
    }
}

impl Game for Hexapawn {
    type Position = Pawns;
    type Move = String;
    const TIES: bool = false;

    fn turn(&self, pawns: &Pawns) -> Side {
        pawns.turn
    }

    fn ending(&self, pawns: &Pawns) -> Option<Ending> {
        let arrived = pawns.of[0] >> (3 * (self.0 - 1)) != 0 || pawns.of[1] & 7 != 0;
        let blocked = || self.moves(pawns).is_empty().then(|| Ending::won(pawns.turn.other(), "blocked"));
        if arrived { Some(Ending::won(pawns.turn.other(), "arrived")) } else { blocked() }
    }

    fn each_move(&self, pawns: &Pawns, mut visit: impl FnMut(String, Pawns)) {
        let is_over = self.ending(pawns).is_some();
        for (from, to) in self.moves(pawns).into_iter().filter(|_| !is_over) {
            let mut of = pawns.of.map(|squares| squares & !(1 << to));
            of[pawns.turn.index()] = pawns.of[pawns.turn.index()] & !(1 << from) | 1 << to;
            visit(format!("{from}.{to}"), Pawns { of, turn: pawns.turn.other() });
        }
    }
}

impl Notation for Hexapawn {
    const ID: &'static str = "hexapawn";
    const SIDES: [&'static str; 2] = ["white", "black"];
    const TITLE: &'static str = "Hexapawn";
    const RULES: &'static str = "Pawns step forth or take aslant. Who has arrived wins, and who is blocked loses.";
    const EXAMPLES: &'static [&'static str] = &["7.0.0.0.56_a"];

    /// Parses one number for each row. The number is the first side's bits plus eight times the second side's bits.
    fn parse(text: &str) -> Result<(Self, Pawns), NotationError> {
        let (rows, turn) = crate::read(text)?;
        if !(3..=5).contains(&rows.len()) || rows.iter().any(|&row| row > 63) {
            return crate::no_such_board(text);
        }
        let of = [1, 8].map(|unit| rows.iter().rev().fold(0, |bits, row| bits << 3 | u32::from(row / unit % 8)));
        Ok((Hexapawn(rows.len() as u8), Pawns { of, turn }))
    }

    fn print(&self, pawns: &Pawns) -> String {
        let row = |row: u8| (pawns.of[0] >> (3 * row) & 7) as u8 + 8 * (pawns.of[1] >> (3 * row) & 7) as u8;
        crate::print(&(0..self.0).map(row).collect::<Vec<_>>(), pawns.turn)
    }

    fn identity(&self) -> String {
        self.0.to_string()
    }
}
