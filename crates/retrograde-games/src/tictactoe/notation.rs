//! Reads and writes tokens of tic-tac-toe, such as `tictactoe:X2/1O1/2X_o`.

use retrograde::{Notation, NotationError, Side};

use super::rules::{LETTERS, Position, TicTacToe};
use crate::grid::{BoardFormat, Grid, Ground, TextBoard, size};
use crate::looks::{Reason, texts};
use crate::token::{Field, fields, no_more_fields, read_turn};

retrograde::messages! {
    enum Wrong {
        Board: "the board is not three by three open squares", "棋盘不是 3x3 的空格";
        Empty: "an empty board is `3/3/3_x`", "空棋盘写作 `3/3/3_x`";
        Marks { crosses: usize, noughts: usize, due: usize, turn: &'static str }:
            "{crosses} X and {noughts} O, expected {due} X with {turn} to move",
            "有 {crosses} 个 X 和 {noughts} 个 O；轮到 {turn} 走时应有 {due} 个 X";
        Line { letter: char }: "{letter} has three in a row, but is to move", "{letter} 已三子连线，却轮到它走";
    }
}

impl Notation for TicTacToe {
    const ID: &'static str = "tictactoe";
    const SIDES: [&'static str; 2] = ["x", "o"];
    const SIDES_ZH: [&'static str; 2] = ["X方", "O方"];
    const ENDINGS_ZH: &'static [(&'static str, &'static str)] =
        &[("three-in-a-row", "三子连线"), ("full-board", "棋盘已满")];
    const TITLE: &'static str = "Tic-tac-toe, the smallest example";
    const RULES: &'static str = "\
On a board of three by three squares, X and O take turns to mark an empty square; X begins.

The game ends
  three-in-a-row  when a side has three marks in a row, column or diagonal: it wins;
  full-board      when all squares are marked and nobody has: the game ends level.

In tokens `X` and `O` are marks, and a digit is a run of empty squares. A move is the square marked: `b2` is the middle.";
    const TITLE_ZH: &'static str = "井字棋，最小的例子";
    const RULES_ZH: &'static str = "\
三行三列的棋盘，X 与 O 轮流在空格上画自己的记号，X 先画。

对局在下列情况结束：
  三子连线（three-in-a-row）：一方在一行、一列或一条对角线上有三个记号，该方胜；
  棋盘已满（full-board）：所有格子都有记号而无人连线，平局。

局面中 `X` 和 `O` 是记号，数字是连续的空格数。走法写作所画的格子：`b2` 是正中。";
    const EXAMPLES: &'static [&'static str] = &["3/3/3_x", "X2/1O1/2X_o"];

    fn parse(text: &str) -> Result<(Self, Position), NotationError> {
        let (board, turn) = read(text)?;
        let position = placed(board, turn);
        let reasons = texts(reasons(&position));
        if reasons.is_empty() { Ok((Self, position)) } else { Err(NotationError::Illegal { reasons }) }
    }

    fn print(&self, position: &Position) -> String {
        let board = Grid::open(3, 3).print(|square| position.letter(square));
        format!("{board}_{}", Self::SIDES[position.turn.index()])
    }

    fn draw(&self, position: &Position) -> String {
        Grid::open(3, 3).draw(|square| position.letter(square))
    }
}

/// Reads the board and the side to move from the part of a token after `tictactoe:`. The position need not be legal.
/// The text `3x3` stands for the empty board.
pub(super) fn read(text: &str) -> Result<(TextBoard, Side), NotationError> {
    match size(text) {
        Some((3, 3)) => return read("3/3/3_x"),
        Some(_) => return Err(NotationError::malformed(0..text.len(), Wrong::Board).hint(Wrong::Empty)),
        None => {}
    }
    let mut fields = fields(text);
    let field = fields.next().unwrap_or(Field { text: "", start: 0 });
    let format = BoardFormat { letters: "XO", ground: Ground::Floor, rows: 3, columns: 3 };
    let board = format.read(field.text, field.start)?;
    let turn = read_turn(fields.next(), text.len(), TicTacToe::players())?;
    no_more_fields(fields.next())?;
    if board.grid != Grid::open(3, 3) {
        return Err(NotationError::malformed(field.at(), Wrong::Board).hint(Wrong::Empty));
    }
    Ok((board, turn))
}

/// Returns the position on a board of three by three squares without walls.
pub(super) fn placed(TextBoard { pieces, .. }: TextBoard, turn: Side) -> Position {
    let mut squares = [None; 9];
    for (letter, square) in pieces {
        let side = if letter == LETTERS[0] { Side::First } else { Side::Second };
        squares[usize::from(square.row) * 3 + usize::from(square.column)] = Some(side);
    }
    Position { squares, turn }
}

/// Returns all reasons why play from the empty board cannot reach the position.
pub(super) fn reasons(position: &Position) -> Vec<Reason> {
    let [crosses, noughts] = Side::BOTH.map(|side| position.count(side));
    let due = if position.turn == Side::First { noughts } else { noughts + 1 };
    let mut reasons = Vec::new();
    if crosses != due {
        let turn = TicTacToe::SIDES[position.turn.index()];
        reasons.push(Reason::new(Wrong::Marks { crosses, noughts, due, turn }, []));
    }
    if position.has_line(position.turn) {
        let line = Wrong::Line { letter: LETTERS[position.turn.index()] };
        reasons.push(Reason::new(line, position.lines(position.turn)));
    }
    reasons
}

#[cfg(test)]
mod tests {
    use retrograde::Notation;

    use super::*;

    #[test]
    fn impossible_boards_are_refused_with_all_reasons() {
        let cases = [
            ("XXX/3/3_x", "3 X and 0 O, expected 0 X with x to move; X has three in a row, but is to move"),
            ("3/3/3_o", "0 X and 0 O, expected 1 X with o to move"),
            ("4/4/4_x", "row 1 has more than 3 squares"),
            ("3/3_x", "the board is not three by three open squares"),
            ("4x4", "the board is not three by three open squares"),
            ("H2/3/3_x", "the board is not three by three open squares"),
        ];
        for (text, message) in cases {
            assert_eq!(TicTacToe::parse(text).unwrap_err().to_string(), message, "{text}");
        }
    }
}
