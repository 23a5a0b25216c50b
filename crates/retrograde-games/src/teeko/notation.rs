//! Reads and writes tokens of teeko, such as `teeko:5/5/2B2/5/5_r`.

use retrograde::{Notation, NotationError};

use super::board::{MEN, Mask, SIDE};
use super::rules::{Position, Teeko};
use crate::grid::Grid;
use crate::looks::{Reason, texts};
use crate::open::OpenBoards;

pub(super) const BOARDS: OpenBoards = OpenBoards {
    letters: "BR",
    sides: Teeko::SIDES,
    least: (SIDE, SIDE),
    most: (SIDE, SIDE),
    usual: (SIDE, SIDE),
    ranks: |_| 0,
};

retrograde::messages! {
    enum Wrong {
        Many { black: u32, red: u32 }: "{black} black pieces and {red} red ones, expected at most 4 each", "有 {black} 个黑子和 {red} 个红子，每方最多 4 个";
        Put { black: u32, red: u32, turn: &'static str }:
            "{black} black pieces and {red} red ones with {turn} to move, but Black puts a piece first and the sides take turns",
            "有 {black} 个黑子和 {red} 个红子，轮到 {turn} 走；但黑方先放子，双方轮流";
    }
}

/// Returns the reasons why an arrangement of pieces is illegal.
pub(super) fn reasons(position: &Position) -> Vec<Reason> {
    let [black, red] = position.men.map(Mask::count_ones);
    let most = MEN as u32;
    let reason = if black > most || red > most {
        Wrong::Many { black, red }
    } else if !position.is_set() && black != red + position.turn.index() as u32 {
        Wrong::Put { black, red, turn: Teeko::SIDES[position.turn.index()] }
    } else {
        return Vec::new();
    };
    vec![Reason::new(reason, [])]
}

/// Reads an arrangement of pieces. The arrangement need not be legal.
pub(super) fn read(text: &str) -> Result<Position, NotationError> {
    let (board, turn) = BOARDS.read(text)?;
    // The board has 25 squares, so a set of squares fits into a `Mask`.
    Ok(Position { men: BOARDS.pieces(&board).map(|men| men as Mask), turn })
}

impl Notation for Teeko {
    const ID: &'static str = "teeko";
    const SIDES: [&'static str; 2] = ["black", "red"];
    const SIDES_ZH: [&'static str; 2] = ["黑方", "红方"];
    const ENDINGS_ZH: &'static [(&'static str, &'static str)] = &[("pattern", "成形")];
    const TITLE: &'static str = "Teeko: four pieces a side, in a row or a square, by J. Scarne, 1937";
    const RULES: &'static str = "\
On a board of five by five squares, Black and Red take turns to put a piece each on an empty square, until both have four; Black \
begins. From then on a turn moves one own piece to an empty neighbouring square, in any of the eight directions.

The game ends
  pattern  when a side's four pieces stand side by side in a row, column or diagonal, or on the squares of a two by two square: \
it wins.

In tokens `B` and `R` are pieces, and a digit is a run of empty squares. A move is the square where a piece is put (c3), or the \
squares between which it moves (c3d4).";
    const TITLE_ZH: &'static str = "四子连方（Teeko）：每方四子成线或成方，J. Scarne，1937";
    const RULES_ZH: &'static str = "\
五行五列的棋盘，黑方与红方轮流在空格上放一个棋子，黑方先放，
直到双方各有四子。此后每回合把己方一子移到相邻的空格，八个方向均可。

对局在下列情况结束：
  成形（pattern）：一方四子在行、列或斜线上相连，
  或占满一个二乘二的方块，该方胜。

局面中 `B` 和 `R` 是棋子，数字是连续的空格数。
走法写作放子的格子（c3），或移动前后的格子（c3d4）。";
    const EXAMPLES: &'static [&'static str] =
        &["5/5/5/5/5_b", "5/1BR2/1RB2/1BR2/5_b", "5/1BR2/1RB2/1BR2/B3R_r", "BBB2/RRR2/5/5/5_b", "BBB2/RRR2/5/2B2/R4_r"];

    fn parse(text: &str) -> Result<(Self, Position), NotationError> {
        let position = read(text)?;
        let reasons = texts(reasons(&position));
        if reasons.is_empty() { Ok((Self, position)) } else { Err(NotationError::Illegal { reasons }) }
    }

    fn print(&self, position: &Position) -> String {
        BOARDS.print(&Grid::open(SIDE, SIDE), position.men.map(u64::from), position.turn)
    }

    fn draw(&self, position: &Position) -> String {
        BOARDS.draw(&Grid::open(SIDE, SIDE), position.men.map(u64::from))
    }
}

#[cfg(test)]
mod tests {
    use retrograde::Side;

    use super::*;

    #[test]
    fn impossible_boards_are_refused() {
        for (text, message) in [
            ("BBBBB/5/5/5/RRRR1_b", "5 black pieces and 4 red ones, expected at most 4 each"),
            (
                "B4/5/5/5/5_b",
                "1 black pieces and 0 red ones with black to move, but Black puts a piece first and the sides take turns",
            ),
            ("4/4/4/4/4_b", "a board of 5x4 is too small, expected at least 5x5"),
        ] {
            assert_eq!(Teeko::parse(text).unwrap_err().to_string(), message, "{text}");
        }
        assert!(Teeko::parse("5x5").is_ok());
    }

    #[test]
    fn every_side_to_move_is_read_once_all_pieces_stand() {
        for turn in Side::BOTH {
            let text = format!("BBB2/RRR2/5/2B2/R4_{}", BOARDS.turn(turn));
            let (game, position) = Teeko::parse(&text).unwrap();
            assert_eq!((position.turn, game.print(&position)), (turn, text));
        }
    }
}
