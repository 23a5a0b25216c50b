//! The tokens of a described game. A token has the rows from the top, the side to move, and the hands that are not
//! empty.
//!
//! An example is `3M/m3/4_w_M2m1`. A letter is a piece, a number is a run of empty squares, and `/` separates rows. A
//! side is written as the first letter of its name. Hands are written as letters with numbers.

use std::sync::Arc;

use retrograde::{NotationError, Side, Tokens};

use crate::description::Description;
use crate::patterns::{EMPTY, side_and_kind};
use crate::rules::{BoardGame, BoardPosition};

retrograde::messages! {
    enum WrongToken {
        Fields: "expected BOARD_TURN or BOARD_TURN_HANDS", "应为 棋盘_轮到 或 棋盘_轮到_手中棋子";
        Rows { found: usize, expected: usize }: "the board has {found} rows, expected {expected}", "棋盘有 {found} 行，应为 {expected}";
        Row { row: usize, found: usize, expected: usize }: "row {row} has {found} squares, expected {expected}", "第 {row} 行有 {found} 格，应为 {expected}";
        Piece { piece: char }: "`{piece}` is not a piece", "`{piece}` 不是棋子";
        Turn { text: String, first: char, second: char }: "`{text}` is not a side to move, expected `{first}` or `{second}`", "`{text}` 不是轮到的一方，应为 `{first}` 或 `{second}`";
        Hand { text: String }: "`{text}` is not a hand, expected letters with numbers such as `M2m1`", "`{text}` 不是手中的棋子，应为字母和数字，例如 `M2m1`";
        Royal { side: String }: "{side} has a royal piece under attack and is not to move", "{side} 的王棋被攻击，却不轮到它走";
        Example { token: String }: "a position looks like `{token}`", "局面形如 `{token}`";
    }
}

/// Reads and prints the positions of a described game.
pub(crate) struct BoardTokens(pub(crate) Arc<Description>);

impl BoardTokens {
    fn letters(&self) -> [char; 2] {
        self.0.sides.each_ref().map(|name| name.chars().next().unwrap_or('?'))
    }

    fn example(&self, game: &BoardGame) -> WrongToken {
        WrongToken::Example { token: self.print(game, &game.start()) }
    }

    /// Reads a position, which play may not be able to reach.
    pub(crate) fn position(&self, game: &BoardGame, text: &str) -> Result<BoardPosition, NotationError> {
        self.read(text).map_err(|error| error.hint(self.example(game)))
    }

    fn read(&self, text: &str) -> Result<BoardPosition, NotationError> {
        let Some((board, rest)) = text.split_once('_') else {
            return Err(NotationError::malformed(0..text.len(), WrongToken::Fields));
        };
        // The text after the second `_` describes the hands, even if this text contains another `_`.
        let (turn, hands) =
            rest.split_once('_').map_or((rest, None), |(turn, hands)| (turn, Some((text.len() - hands.len(), hands))));
        let mut contents = self.board(board)?;
        let turn_at = board.len() + 1;
        let turn_at = turn_at..turn_at + turn.len();
        let turn = self.turn(turn).map_err(|wrong| NotationError::malformed(turn_at, wrong))?;
        contents.resize(contents.len() + 2 * self.0.kinds.len(), 0);
        if let Some((start, hands)) = hands {
            let wrong = || NotationError::malformed(start..text.len(), WrongToken::Hand { text: hands.to_owned() });
            self.hands(hands, &mut contents).ok_or_else(wrong)?;
        }
        Ok(BoardPosition { contents: contents.into(), turn })
    }

    fn board(&self, text: &str) -> Result<Vec<u8>, NotationError> {
        let lengths = self.0.board.row_lengths();
        let found = text.split('/').count();
        if found != lengths.len() {
            return Err(NotationError::malformed(0..text.len(), WrongToken::Rows { found, expected: lengths.len() }));
        }
        let (mut contents, mut start) = (Vec::new(), 0);
        for (number, (row, expected)) in text.split('/').zip(lengths).enumerate() {
            let at = start..start + row.len();
            start = at.end + 1;
            let row = self.row(row, expected).map_err(|wrong| NotationError::malformed(at.clone(), wrong))?;
            if row.len() != expected {
                let wrong = WrongToken::Row { row: number + 1, found: row.len(), expected };
                return Err(NotationError::malformed(at, wrong));
            }
            contents.extend(row);
        }
        Ok(contents)
    }

    /// Returns the contents of a row. If the row has more than `expected` squares, the result also has more than
    /// `expected` elements. But the result may lack the last elements of the row.
    fn row(&self, text: &str, expected: usize) -> Result<Vec<u8>, WrongToken> {
        let (mut row, mut run) = (Vec::new(), 0_usize);
        for letter in text.chars() {
            if let Some(digit) = letter.to_digit(10) {
                run = run.saturating_mul(10).saturating_add(digit as usize).min(expected + 1);
                continue;
            }
            let (side, kind) =
                crate::letters::piece(&self.0.kinds, letter).ok_or(WrongToken::Piece { piece: letter })?;
            row.extend(std::iter::repeat_n(EMPTY, std::mem::take(&mut run)));
            row.push(1 + 2 * kind + side);
            if row.len() > expected {
                return Ok(row);
            }
        }
        row.extend(std::iter::repeat_n(EMPTY, run));
        Ok(row)
    }

    fn turn(&self, text: &str) -> Result<Side, WrongToken> {
        let [first, second] = self.letters();
        let side = Side::BOTH.into_iter().find(|side| text.chars().eq([[first, second][side.index()]]));
        side.ok_or_else(|| WrongToken::Turn { text: text.to_owned(), first, second })
    }

    /// Reads hands into the contents of a position whose hands are empty; `None` if the text does not describe hands.
    pub(crate) fn hands(&self, text: &str, contents: &mut [u8]) -> Option<()> {
        let kinds = self.0.kinds.len();
        let hands = contents.len() - 2 * kinds;
        let mut rest = text;
        while !rest.is_empty() {
            let end = rest.char_indices().skip(1).find(|(_, letter)| letter.is_ascii_alphabetic());
            let (hand, left) = rest.split_at(end.map_or(rest.len(), |(at, _)| at));
            let (side, kind, number) = crate::letters::hand(hand, &self.0.kinds)?;
            let held = &mut contents[hands + usize::from(side) * kinds + usize::from(kind)];
            if *held > 0 {
                return None;
            }
            *held = number;
            rest = left;
        }
        Some(())
    }
}

impl Tokens<BoardGame> for BoardTokens {
    fn parse(&self, text: &str) -> Result<(BoardGame, BoardPosition), NotationError> {
        let game = BoardGame::new(self.0.clone());
        let position = self.position(&game, text)?;
        if game.is_left_attacked(&position) {
            let side = self.0.sides[position.turn.other().index()].clone();
            return Err(NotationError::Illegal { reasons: vec![WrongToken::Royal { side }.into()] });
        }
        Ok((game, position))
    }

    fn print(&self, _: &BoardGame, position: &BoardPosition) -> String {
        let (mut text, mut rest) = (String::new(), &position.contents[..]);
        for (number, length) in self.0.board.row_lengths().into_iter().enumerate() {
            let (row, left) = rest.split_at(length);
            text += if number > 0 { "/" } else { "" };
            for run in row.chunk_by(|one, next| *one == EMPTY && *next == EMPTY) {
                match side_and_kind(run[0]) {
                    Some((side, kind)) => text.push(self.0.kinds[kind].shown[side.index()]),
                    None => text += &run.len().to_string(),
                }
            }
            rest = left;
        }
        text.push('_');
        text.push(self.letters()[position.turn.index()]);
        let held = rest.iter().enumerate().filter(|(_, number)| **number > 0);
        for (index, (place, number)) in held.enumerate() {
            let (side, kind) = (place / self.0.kinds.len(), place % self.0.kinds.len());
            text += if index == 0 { "_" } else { "" };
            text.push(self.0.kinds[kind].shown[side]);
            text += &number.to_string();
        }
        text
    }

    /// Returns a hash of the rules. With this hash, two files with the same id do not share tables.
    fn identity(&self, game: &BoardGame) -> String {
        game.description().fingerprint()
    }

    fn definition(&self, game: &BoardGame) -> Option<String> {
        Some(game.description().canonical())
    }

    fn draw(&self, game: &BoardGame, position: &BoardPosition) -> String {
        let board = &self.0.board;
        let columns = board.places.iter().map(|place| place.1).max().unwrap_or(0);
        let rows = board.places.iter().map(|place| place.0).max().unwrap_or(0);
        let _ = game;
        let shown = |row: u8, column: u8| {
            let square = board.places.iter().position(|&place| place == (row, column))?;
            Some(
                side_and_kind(position.contents[square])
                    .map_or('.', |(side, kind)| self.0.kinds[kind].shown[side.index()]),
            )
        };
        let line = |row| {
            let squares: Vec<String> =
                (0..=columns).map(|column| shown(row, column).unwrap_or(' ').to_string()).collect();
            squares.join(" ").trim_end().to_owned()
        };
        (0..=rows).map(line).collect::<Vec<_>>().join("\n")
    }
}
