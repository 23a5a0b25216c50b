//! Reads and writes tokens of connect four, such as `connect4:5/5/2X2/2O2_x`.

use retrograde::author::Square;
use retrograde::{Notation, NotationError, Side};

use super::board::{MOST, Size, Stones};
use super::rules::{ConnectFour, Position};
use crate::grid::{Grid, TextBoard};
use crate::looks::{Reason, texts};
use crate::open::{OpenBoards, Pieces};

pub(super) const BOARDS: OpenBoards =
    OpenBoards { letters: "XO", sides: ConnectFour::SIDES, least: (1, 1), most: MOST, usual: (4, 5), ranks: |_| 0 };

retrograde::messages! {
    enum Wrong {
        Stones { crosses: u32, noughts: u32, due: u32, turn: &'static str }:
            "{crosses} X and {noughts} O, expected {due} X with {turn} to move",
            "有 {crosses} 个 X 和 {noughts} 个 O；轮到 {turn} 走时应有 {due} 个 X";
        Floating { square: Square }: "the stone on {square} has nothing below it", "{square} 的棋子下方是空的";
    }
}

/// The stones of a token's board. The position need not be legal.
pub(super) struct Standing {
    size: Size,
    stones: [Stones; 2],
    turn: Side,
}

impl Standing {
    pub(super) fn read(text: &str) -> Result<Self, NotationError> {
        let (board, turn) = BOARDS.read(text)?;
        Ok(Self::of(&board, turn))
    }

    fn of(board: &TextBoard, turn: Side) -> Self {
        let size = Size { rows: board.grid.rows(), columns: board.grid.columns() };
        let mut stones = [0; 2];
        for &(letter, square) in &board.pieces {
            stones[usize::from(letter == 'O')] |= size.square(square.column.into(), square.row.into());
        }
        Self { size, stones, turn }
    }

    pub(super) const fn size(&self) -> Size {
        self.size
    }

    /// Returns all reasons why play cannot reach the position.
    pub(super) fn reasons(&self) -> Vec<Reason> {
        let [crosses, noughts] = self.stones.map(Stones::count_ones);
        let due = noughts + self.turn.index() as u32;
        let turn = ConnectFour::SIDES[self.turn.index()];
        let number = (crosses != due).then(|| Reason::new(Wrong::Stones { crosses, noughts, due, turn }, []));
        let taken = self.stones[0] | self.stones[1];
        let floating = (0..self.size.columns).filter_map(|column| {
            let stones = taken & self.size.column(column);
            let lowest_gap = (stones + self.size.bottom(column)) & !stones;
            let above = stones & !(lowest_gap - 1);
            (above > 0).then(|| self.square(above.trailing_zeros() as usize))
        });
        number.into_iter().chain(floating.map(|square| Reason::new(Wrong::Floating { square }, [square]))).collect()
    }

    fn square(&self, square: usize) -> Square {
        let (column, row) = self.size.place(square);
        Square::new(row as u16, column as u16)
    }
}

impl ConnectFour {
    pub(super) fn grid(&self) -> Grid {
        Grid::open(self.size.rows, self.size.columns)
    }

    /// Returns the stones as bit sets in reading order.
    fn pieces(&self, position: &Position) -> Pieces {
        let grid = self.grid();
        let is_on =
            |stones: Stones, square: &Square| stones & self.size.square(square.column.into(), square.row.into()) > 0;
        let numbers = |stones| grid.squares().enumerate().filter(move |(_, square)| is_on(stones, square));
        position.stones.map(|stones| numbers(stones).map(|(number, _)| 1 << number).sum())
    }
}

impl Notation for ConnectFour {
    const ID: &'static str = "connect4";
    const SIDES: [&'static str; 2] = ["x", "o"];
    const SIDES_ZH: [&'static str; 2] = ["X方", "O方"];
    const ENDINGS_ZH: &'static [(&'static str, &'static str)] =
        &[("four-in-a-row", "四子连线"), ("full-board", "棋盘已满")];
    const TITLE: &'static str = "Connect four on boards of up to six rows and seven columns";
    const RULES: &'static str = "\
X and O take turns to drop a stone into a column that is not full, where it falls onto the stones below it; X begins.

The game ends
  four-in-a-row  when a side has four stones in a row, column or diagonal: it wins;
  full-board     when all squares are taken and nobody has: the game ends level.

In tokens `X` and `O` are stones, and a digit is a run of empty squares; `4x5` alone is an empty board of four rows and five \
columns. A move is the letter of its column: `c`.";
    const TITLE_ZH: &'static str = "四子棋，棋盘最大六行七列";
    const RULES_ZH: &'static str = "\
X 与 O 轮流把棋子投入一个未满的列，棋子落在该列的最上方，X 先走。

对局在下列情况结束：
  四子连线（four-in-a-row）：
  一方有四子在行、列或斜线上相连，该方胜；
  棋盘已满（full-board）：所有格子占满而无人连线，平局。

局面中 `X` 和 `O` 是棋子，数字是连续的空格数；
只写 `4x5` 就是四行五列的空棋盘。
走法写作列的字母：`c`。";
    const EXAMPLES: &'static [&'static str] =
        &["5/5/5/5_x", "4/4/4/4_x", "5/5/2X2/2O2_x", "3/OXO/XXO/XOX/OXO_x", "4/4/X2O/X2O_x", "XOXO/OXOX/OXOX/XOXO_x"];

    fn parse(text: &str) -> Result<(Self, Position), NotationError> {
        let standing = Standing::read(text)?;
        let reasons = texts(standing.reasons());
        let game = Self::new(standing.size.rows, standing.size.columns).expect("the reader accepts no other size");
        let position = Position { stones: standing.stones };
        if reasons.is_empty() { Ok((game, position)) } else { Err(NotationError::Illegal { reasons }) }
    }

    fn print(&self, position: &Position) -> String {
        BOARDS.print(&self.grid(), self.pieces(position), position.turn())
    }

    fn identity(&self) -> String {
        format!("{}x{}", self.size.rows, self.size.columns)
    }

    fn draw(&self, position: &Position) -> String {
        BOARDS.draw(&self.grid(), self.pieces(position))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_boards_are_refused_with_all_reasons() {
        for (text, message) in [
            ("X3/4/4/4_o", "the stone on a1 has nothing below it"),
            ("4/4/X3/4_x", "1 X and 0 O, expected 0 X with x to move; the stone on a3 has nothing below it"),
            ("4/4/4/H3_x", "this game has no walls"),
        ] {
            assert_eq!(ConnectFour::parse(text).unwrap_err().to_string(), message, "{text}");
        }
    }
}
