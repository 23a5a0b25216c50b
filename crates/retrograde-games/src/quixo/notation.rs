//! Reads and writes tokens of quixo, such as `quixo:1X2/4/4/3O_x`, or `quixo:4x4` for a start.

use retrograde::{Notation, NotationError};

use super::pushes::MAX_SIDE;
use super::rules::{Position, Quixo};
use crate::grid::Grid;
use crate::open::OpenBoards;

pub(super) const BOARDS: OpenBoards = OpenBoards {
    letters: "XO",
    sides: Quixo::SIDES,
    least: (2, 2),
    most: (MAX_SIDE, MAX_SIDE),
    usual: (3, 3),
    ranks: |_| 0,
};

impl Notation for Quixo {
    const ID: &'static str = "quixo";
    const SIDES: [&'static str; 2] = ["x", "o"];
    const SIDES_ZH: [&'static str; 2] = ["X方", "O方"];
    const ENDINGS_ZH: &'static [(&'static str, &'static str)] = &[("line", "连成一线")];
    const TITLE: &'static str = "Quixo: cubes pushed along rows and columns, by T. Chapman, 1995";
    const RULES: &'static str = "\
On a board of cubes, X and O take turns; X begins and all cubes are blank. The player takes a cube on the border that is blank \
or bears the own mark, turns the own mark up, and pushes it in again at the other end of its row or column, or, if it came from \
between two ends, at either of them. The cubes between move up by one. A cube cannot go back where it was.

The game ends
  line  when a side has its mark on all cubes of a row, of a column or, on a square board, of a diagonal: it wins. If a push \
makes lines of both marks, the player who pushed loses.

In tokens `X` and `O` are marks, and a digit is a run of blank cubes; `4x4` alone is a blank board with X to move. A move is \
written as the cube's square and the square where it is pushed in: `a1a4`.";
    const TITLE_ZH: &'static str = "推方块（Quixo）：沿行列推动方块，T. Chapman，1995";
    const RULES_ZH: &'static str = "\
棋盘上摆满方块，X 与 O 轮流走，X 先走，开始时方块都是空白的。
每回合取出边上一个空白或己方记号的方块，把己方记号转到上面，
再从同一行或同一列的另一端推入；若取自两端之间，两端任选一端。
其间的方块依次移动一格。方块不能放回原处。

对局在下列情况结束：
  成线（line）：一方的记号占满一行、一列，
  或正方形棋盘的一条对角线，该方胜。
  若一推使双方都成线，推的一方负。

局面中 `X` 和 `O` 是记号，数字是连续的空白方块数；
只写 `4x4` 就是轮到 X 走的空白棋盘。
走法写作方块所在的格子和推入的格子：`a1a4`。";
    const EXAMPLES: &'static [&'static str] =
        &["3/3/3_x", "4/4/4/4_x", "X1O/1X1/2O_o", "2/2_x", "3/1XO_x", "XX1O/4/1O2/X3_x"];

    fn parse(text: &str) -> Result<(Self, Position), NotationError> {
        let (board, turn) = BOARDS.read(text)?;
        let game = Self::new(board.grid.rows(), board.grid.columns()).expect("the reader accepts no other size");
        // A board has at most 25 cubes.
        let marks = BOARDS.pieces(&board).map(|marks| marks as u32);
        Ok((game, Position { marks, turn }))
    }

    fn print(&self, position: &Position) -> String {
        BOARDS.print(&self.grid(), position.marks.map(u64::from), position.turn)
    }

    fn identity(&self) -> String {
        format!("{}x{}", self.size.rows, self.size.columns)
    }

    fn draw(&self, position: &Position) -> String {
        BOARDS.draw(&self.grid(), position.marks.map(u64::from))
    }
}

impl Quixo {
    fn grid(&self) -> Grid {
        Grid::open(self.size.rows, self.size.columns)
    }
}
