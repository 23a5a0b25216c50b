//! The texts of hexapawn and breakthrough. This module reads and writes tokens such as `hexapawn:BBB/3/WWW_w`.

use retrograde::{About, Entry, Game, NotationError, Term, Tokens};

use super::rules::{PawnGame, Pawns, Position};
use crate::grid::Grid;
use crate::looks::text;
use crate::open::OpenBoards;

const SIDES: [&str; 2] = ["white", "black"];

const HEXAPAWN: &str = "\
White has a pawn on every square of the last row, Black on every square of the first. White moves first and turns alternate.

A pawn steps straight ahead onto an empty square, or diagonally ahead onto an enemy pawn, which it captures.

The game ends
  last-row  when a pawn reaches the row farthest from its own: its side wins;
  no-move   when the side to move has no move, or no pawn: it loses.

In tokens `W` and `B` are pawns, and a digit is a run of empty squares; `3x3` alone is the start on such a board. A move is \
written as the squares that the pawn leaves and enters: `b3b2`.";

const HEXAPAWN_ZH: &str = "\
白方的兵占满最后一行，黑方的兵占满第一行。白方先走，双方轮流。

兵直走一格到空格，或斜走一格吃掉敌兵。

对局在下列情况结束：
  到达底线（last-row）：有兵走到离己方最远的一行，该方胜；
  无子可动（no-move）：轮到走的一方没有走法，或没有兵，该方负。

局面中 `W` 和 `B` 是兵，数字是连续的空格数；
只写 `3x3` 就是这样大小的开局。
走法写作兵离开和进入的格子：`b3b2`。";

const BREAKTHROUGH: &str = "\
White has pawns on the last two rows, Black on the first two; on boards of up to four rows, one row each. White moves first and \
turns alternate.

A pawn steps straight ahead onto an empty square, or diagonally ahead onto an empty square or an enemy pawn, which it captures.

The game ends
  last-row  when a pawn reaches the row farthest from its own: its side wins;
  no-move   when the side to move has no move, or no pawn: it loses.

In tokens `W` and `B` are pawns, and a digit is a run of empty squares; `4x3` alone is the start on a board of four rows and three \
columns. A move is written as the squares that the pawn leaves and enters: `b3a2`.";

const BREAKTHROUGH_ZH: &str = "\
白方的兵占满最后两行，黑方的兵占满前两行；
不超过四行的棋盘每方一行。白方先走，双方轮流。

兵直走一格到空格，或斜走一格到空格，或斜走一格吃掉敌兵。

对局在下列情况结束：
  到达底线（last-row）：有兵走到离己方最远的一行，该方胜；
  无子可动（no-move）：轮到走的一方没有走法，或没有兵，该方负。

局面中 `W` 和 `B` 是兵，数字是连续的空格数；
只写 `4x3` 就是四行三列的开局。
走法写作兵离开和进入的格子：`b3a2`。";

impl PawnGame {
    /// Returns the game's entry for a registry.
    pub fn entry(self) -> Entry<Pawns> {
        Entry::rules_as(self.about(), self).tested().looks(self)
    }

    /// Returns the static data of the game.
    fn about(self) -> About {
        let about = match self {
            Self::Hexapawn => About::new(
                "hexapawn",
                SIDES,
                text(
                    "Hexapawn: a row of pawns a side, by M. Gardner, 1962",
                    "六兵棋（Hexapawn）：每方一排兵，M. Gardner，1962",
                ),
                text(HEXAPAWN, HEXAPAWN_ZH),
                ["BBB/3/WWW_w", "BBBB/4/4/WWWW_w", "BB/2/WW_b", "B1B/1W1/W2_b"],
            ),
            Self::Breakthrough => About::new(
                "breakthrough",
                SIDES,
                text(
                    "Breakthrough: pawns that also step diagonally, by D. Troyka, 2000",
                    "突破棋（Breakthrough）：兵也可斜走，D. Troyka，2000",
                ),
                text(BREAKTHROUGH, BREAKTHROUGH_ZH),
                ["BBB/3/3/WWW_w", "BB/2/WW_w", "B1B/1W1/W2_b", "BBB/1B1/W1W/WW1_b"],
            ),
        };
        let endings = vec![Term::new("last-row", "到达底线"), Term::new("no-move", "无子可动")];
        About { sides_zh: ["白方", "黑方"], endings, ties: Pawns::TIES, ..about }
    }

    /// Returns the format in which the game writes its boards, and the sizes that the boards may have.
    pub(super) const fn boards(self) -> OpenBoards {
        let ranks: fn(usize) -> usize = match self {
            Self::Hexapawn => |_| 1,
            Self::Breakthrough => |rows| if rows > 4 { 2 } else { 1 },
        };
        OpenBoards { letters: "WB", sides: SIDES, least: (3, 2), most: (8, 8), usual: (4, 3), ranks }
    }
}

impl Pawns {
    fn grid(&self) -> Grid {
        Grid::open(self.rows.into(), self.columns.into())
    }
}

impl Tokens<Pawns> for PawnGame {
    fn parse(&self, text: &str) -> Result<(Pawns, Position), NotationError> {
        let (board, turn) = self.boards().read(text)?;
        // A board has at most eight rows and columns.
        let game = Pawns { game: *self, rows: board.grid.rows() as u16, columns: board.grid.columns() as u16 };
        Ok((game, Position { pawns: self.boards().pieces(&board), turn }))
    }

    fn print(&self, game: &Pawns, position: &Position) -> String {
        self.boards().print(&game.grid(), position.pawns, position.turn)
    }

    fn identity(&self, game: &Pawns) -> String {
        format!("{}x{}", game.rows, game.columns)
    }

    fn draw(&self, game: &Pawns, position: &Position) -> String {
        self.boards().draw(&game.grid(), position.pawns)
    }
}
