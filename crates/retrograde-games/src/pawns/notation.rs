//! Reads and writes tokens of hexapawn and breakthrough, such as `hexapawn:BBB/3/WWW_w`.

use std::marker::PhantomData;

use retrograde::{Notation, NotationError};

use super::rules::{Breakthrough, Hexapawn, March, Pawns, Position};
use crate::grid::Grid;
use crate::open::OpenBoards;

const SIDES: [&str; 2] = ["white", "black"];
const SIDES_ZH: [&str; 2] = ["白方", "黑方"];
const ENDINGS_ZH: &[(&str, &str)] = &[("last-row", "到达底线"), ("no-move", "无子可动")];

/// Returns the format in which a game writes its boards, and the sizes that they may have.
pub(super) const fn boards<M: March>() -> OpenBoards {
    OpenBoards { letters: "WB", sides: SIDES, least: (3, 2), most: (8, 8), usual: (4, 3), ranks: M::ranks }
}

impl<M: March> Pawns<M> {
    fn read(text: &str) -> Result<(Self, Position), NotationError> {
        let (board, turn) = boards::<M>().read(text)?;
        // A board has at most eight rows and columns.
        let game = Self { rows: board.grid.rows() as u16, columns: board.grid.columns() as u16, march: PhantomData };
        Ok((game, Position { pawns: boards::<M>().pieces(&board), turn }))
    }

    fn grid(&self) -> Grid {
        Grid::open(self.rows.into(), self.columns.into())
    }

    fn text(&self, position: &Position) -> String {
        boards::<M>().print(&self.grid(), position.pawns, position.turn)
    }

    fn size(&self) -> String {
        format!("{}x{}", self.rows, self.columns)
    }

    fn drawing(&self, position: &Position) -> String {
        boards::<M>().draw(&self.grid(), position.pawns)
    }
}

impl Notation for Pawns<Hexapawn> {
    const ID: &'static str = "hexapawn";
    const SIDES: [&'static str; 2] = SIDES;
    const SIDES_ZH: [&'static str; 2] = SIDES_ZH;
    const ENDINGS_ZH: &'static [(&'static str, &'static str)] = ENDINGS_ZH;
    const TITLE: &'static str = "Hexapawn: a row of pawns a side, by M. Gardner, 1962";
    const RULES: &'static str = "\
White has a pawn on every square of the last row, Black on every square of the first. White moves first and turns alternate.

A pawn steps straight ahead onto an empty square, or diagonally ahead onto an enemy pawn, which it captures.

The game ends
  last-row  when a pawn reaches the row farthest from its own: its side wins;
  no-move   when the side to move has no move, or no pawn: it loses.

In tokens `W` and `B` are pawns, and a digit is a run of empty squares; `3x3` alone is the start on such a board. A move is \
written as the squares that the pawn leaves and enters: `b3b2`.";
    const TITLE_ZH: &'static str = "六兵棋（Hexapawn）：每方一排兵，M. Gardner，1962";
    const RULES_ZH: &'static str = "\
白方的兵占满最后一行，黑方的兵占满第一行。白方先走，双方轮流。

兵直走一格到空格，或斜走一格吃掉敌兵。

对局在下列情况结束：
  到达底线（last-row）：有兵走到离己方最远的一行，该方胜；
  无子可动（no-move）：轮到走的一方没有走法，或没有兵，该方负。

局面中 `W` 和 `B` 是兵，数字是连续的空格数；
只写 `3x3` 就是这样大小的开局。
走法写作兵离开和进入的格子：`b3b2`。";
    const EXAMPLES: &'static [&'static str] = &["BBB/3/WWW_w", "BBBB/4/4/WWWW_w", "BB/2/WW_b", "B1B/1W1/W2_b"];

    fn parse(text: &str) -> Result<(Self, Position), NotationError> {
        Self::read(text)
    }

    fn print(&self, position: &Position) -> String {
        self.text(position)
    }

    fn identity(&self) -> String {
        self.size()
    }

    fn draw(&self, position: &Position) -> String {
        self.drawing(position)
    }
}

impl Notation for Pawns<Breakthrough> {
    const ID: &'static str = "breakthrough";
    const SIDES: [&'static str; 2] = SIDES;
    const SIDES_ZH: [&'static str; 2] = SIDES_ZH;
    const ENDINGS_ZH: &'static [(&'static str, &'static str)] = ENDINGS_ZH;
    const TITLE: &'static str = "Breakthrough: pawns that also step diagonally, by D. Troyka, 2000";
    const RULES: &'static str = "\
White has pawns on the last two rows, Black on the first two; on boards of up to four rows, one row each. White moves first and \
turns alternate.

A pawn steps straight ahead onto an empty square, or diagonally ahead onto an empty square or an enemy pawn, which it captures.

The game ends
  last-row  when a pawn reaches the row farthest from its own: its side wins;
  no-move   when the side to move has no move, or no pawn: it loses.

In tokens `W` and `B` are pawns, and a digit is a run of empty squares; `4x3` alone is the start on a board of four rows and three \
columns. A move is written as the squares that the pawn leaves and enters: `b3a2`.";
    const TITLE_ZH: &'static str = "突破棋（Breakthrough）：兵也可斜走，D. Troyka，2000";
    const RULES_ZH: &'static str = "\
白方的兵占满最后两行，黑方的兵占满前两行；
不超过四行的棋盘每方一行。白方先走，双方轮流。

兵直走一格到空格，或斜走一格到空格，或斜走一格吃掉敌兵。

对局在下列情况结束：
  到达底线（last-row）：有兵走到离己方最远的一行，该方胜；
  无子可动（no-move）：轮到走的一方没有走法，或没有兵，该方负。

局面中 `W` 和 `B` 是兵，数字是连续的空格数；
只写 `4x3` 就是四行三列的开局。
走法写作兵离开和进入的格子：`b3a2`。";
    const EXAMPLES: &'static [&'static str] = &["BBB/3/3/WWW_w", "BB/2/WW_w", "B1B/1W1/W2_b", "BBB/1B1/W1W/WW1_b"];

    fn parse(text: &str) -> Result<(Self, Position), NotationError> {
        Self::read(text)
    }

    fn print(&self, position: &Position) -> String {
        self.text(position)
    }

    fn identity(&self) -> String {
        self.size()
    }

    fn draw(&self, position: &Position) -> String {
        self.drawing(position)
    }
}
