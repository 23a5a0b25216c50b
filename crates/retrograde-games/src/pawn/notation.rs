//! Reads and writes positions as tokens, such as `pawn:3HO/1H2H/HOH2/1H2X_r`. `O` is a king, `X` is the pawn, and `C`
//! is a king and the pawn on one square.

use retrograde::rules::message::Message;
use retrograde::{Notation, NotationError, Side};

use super::rules::{MAX_FLOOR, Pawn, Position, misplaced};
use crate::grid::{self, BoardFormat, Grid, Ground, TextBoard};
use crate::looks::texts;
use crate::messages::Token;
use crate::token::{Field, fields, no_more_fields, read_turn};
use retrograde::author::Square;

/// The letter of a red king, as in the contest's files.
pub(super) const KING: char = 'O';
/// The letter of the black pawn, as in the contest's files.
pub(super) const PAWN: char = 'X';
/// The letter of a square on which a king has captured the pawn. The king and the pawn both stand on this square.
const CAPTURE: char = 'C';

/// The maximum number of rows and of columns. A larger board would be mostly walls.
pub(super) const MAX_SIDE: usize = MAX_FLOOR;

pub(super) const BOARD: BoardFormat =
    BoardFormat { letters: "OXC", ground: Ground::FloorAndWall, rows: MAX_SIDE, columns: MAX_SIDE };

/// The parts of a token. The position need not be legal.
pub(super) struct Parts {
    pub(super) grid: Grid,
    pub(super) kings: Vec<Square>,
    pub(super) pawns: Vec<Square>,
    pub(super) turn: Side,
}

impl Parts {
    /// Splits the part of a token after `pawn:` into the board, the pieces and the side to move.
    pub(super) fn read(text: &str) -> Result<Self, NotationError> {
        grid::no_size(Field { text, start: 0 }, Token::Generate { game: Pawn::ID })?;
        let mut fields = fields(text);
        let board = fields.next().unwrap_or(Field { text: "", start: 0 });
        let TextBoard { grid, pieces } = BOARD.read(board.text, board.start)?;
        let turn = read_turn(fields.next(), text.len(), Pawn::players())?;
        no_more_fields(fields.next())?;
        let standing = |letter| -> Vec<Square> {
            pieces
                .iter()
                .filter(|&&(piece, _)| piece == letter || piece == CAPTURE)
                .map(|&(_, square)| square)
                .collect()
        };
        Ok(Self { kings: standing(KING), pawns: standing(PAWN), grid, turn })
    }
}

/// The pieces of a legal position.
#[derive(Clone, Copy)]
pub(super) struct Standing {
    pub(super) kings: [Square; 2],
    pub(super) pawn: Square,
}

impl Standing {
    /// Returns the letter of the pieces on a square; `None` for an empty square.
    pub(super) fn letter(&self, square: Square) -> Option<char> {
        match (self.kings.contains(&square), self.pawn == square) {
            (true, true) => Some(CAPTURE),
            (true, false) => Some(KING),
            (false, true) => Some(PAWN),
            (false, false) => None,
        }
    }

    /// Returns the part of a token after `pawn:`.
    fn print(&self, grid: &Grid, turn: Side) -> String {
        format!("{}_{}", grid.print(|square| self.letter(square)), &Pawn::SIDES[turn.index()][..1])
    }
}

/// A legal position on a board that may be too large for any table.
pub(super) struct Placed {
    pub(super) grid: Grid,
    pub(super) standing: Standing,
    pub(super) turn: Side,
}

impl Placed {
    /// Places the pieces on the given squares.
    ///
    /// # Errors
    /// Returns all reasons why the arrangement is illegal.
    pub(super) fn new(grid: Grid, kings: &[Square], pawns: &[Square], turn: Side) -> Result<Self, Vec<Message>> {
        let reasons = texts(misplaced(&grid, kings, pawns));
        match (kings, pawns) {
            (&[a, b], &[pawn]) if reasons.is_empty() => {
                Ok(Self { grid, standing: Standing { kings: [a, b], pawn }, turn })
            }
            _ => Err(reasons),
        }
    }

    /// Reads the part of a token after `pawn:`.
    pub(super) fn read(text: &str) -> Result<Self, NotationError> {
        let Parts { grid, kings, pawns, turn } = Parts::read(text)?;
        Self::new(grid, &kings, &pawns, turn).map_err(|reasons| NotationError::Illegal { reasons })
    }

    /// Returns the game on this board, and the position.
    ///
    /// # Errors
    /// Returns an error if the board has too many floor squares.
    pub(super) fn set_up(&self) -> Result<(Pawn, Position), Vec<Message>> {
        let Standing { kings, pawn } = self.standing;
        Pawn::set_up(self.grid.clone(), &kings, &[pawn], self.turn)
    }

    /// Returns the part of a token after `pawn:`.
    pub(super) fn print(&self) -> String {
        self.standing.print(&self.grid, self.turn)
    }

    /// Returns the whole token.
    pub(super) fn token(&self) -> String {
        format!("{}:{}", Pawn::ID, self.print())
    }
}

impl Notation for Pawn {
    const ID: &'static str = "pawn";
    const SIDES: [&'static str; 2] = ["red", "black"];
    const SIDES_ZH: [&'static str; 2] = ["红方", "黑方"];
    const ENDINGS_ZH: &'static [(&'static str, &'static str)] =
        &[("reached-goal", "到达终点"), ("captured", "吃子"), ("no-move", "无子可动")];
    const TITLE: &'static str = "two red kings stop a black pawn (NOI provincial selection 2023, Luogu P9169)";
    const RULES: &'static str = "\
Red has two kings, Black has a pawn. Red moves first, then the sides take turns; nobody may pass.
Red moves one king one step up, down, left or right, not onto a wall and not onto the other king.
Black moves the pawn one step up (towards row 1), left or right, not onto a wall.
Both may step onto an enemy.
Before each move the game ends in the first of these cases that holds:
  reached-goal: the pawn is on row 1; Black wins.
  captured: the pawn shares a square with a king; the side that has just moved wins.
  no-move: the side to move has no legal move; the other side wins.
A game that never ends is a draw.";
    const TITLE_ZH: &'static str = "过河卒：两个红子拦一个黑子（2023 年联合省选，洛谷 P9169）";
    const RULES_ZH: &'static str = "\
红方有两个子，黑方有一个子。红方先走，双方轮流走子，不能停着。
红方每次把一个子向上、下、左、右走一格，不能走到障碍上，也不能走到另一个红子上。
黑方把黑子向上（朝第一行）、左或右走一格，不能走到障碍上。
双方都可以走到对方的子所在的格子。
每次走子之前，依次检查下列情况，符合一条则对局结束：
  到达终点（reached-goal）：黑子在第一行，黑方胜。
  吃子（captured）：黑子与某个红子同格，刚走完的一方胜。
  无子可动（no-move）：轮到的一方没有合法走法，对方胜。
对局可能不终局：永远下不完，题面称之为“平局”。";
    const EXAMPLES: &'static [&'static str] = &[
        "3HHHHHH/1H7/1HHHHHHH1/1H1H5/1HOH1HHHH/1H1H5/1HHHHHHH1/1HX6/1O7_r",
        "5/5/2O2/H2H1/OH1X1_r",
        "1OO7/10/10/10/10/10/10/10/10/4X5_r",
        "3HO/1H2H/HOH2/1H2X_r",
    ];

    fn parse(text: &str) -> Result<(Self, Position), NotationError> {
        let Parts { grid, kings, pawns, turn } = Parts::read(text)?;
        Self::set_up(grid, &kings, &pawns, turn).map_err(|reasons| NotationError::Illegal { reasons })
    }

    fn print(&self, position: &Position) -> String {
        self.standing(position).print(self.grid(), position.turn)
    }

    fn identity(&self) -> String {
        self.grid().print(|_| None)
    }

    fn draw(&self, position: &Position) -> String {
        let standing = self.standing(position);
        self.grid().draw(|square| standing.letter(square))
    }
}

impl Pawn {
    fn standing(&self, position: &Position) -> Standing {
        Standing { kings: self.kings(position), pawn: self.pawn(position) }
    }
}
