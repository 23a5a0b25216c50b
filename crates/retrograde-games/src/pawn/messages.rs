//! The messages of pawn and of its contest format.

use retrograde::author::Square;
use retrograde::messages;
use retrograde::rules::message::Message;

use crate::messages::Size;

messages! {
    /// Reasons why an arrangement of pieces is illegal.
    pub(super) enum Misplaced {
        Floor { floor: usize, most: usize }: "the board has {floor} floor squares, at most {most}", "棋盘有 {floor} 格空地，最多 {most} 格";
        Number { number: Pieces, expected: usize }: "{number}, expected {expected}", "{number}，应为 {expected} 个";
        KingInWall { square: Square }: "the red king on {square} is not on floor", "{square} 的红子不在空地上";
        PawnInWall { square: Square }: "the black pawn on {square} is not on floor", "{square} 的黑子不在空地上";
        OneSquare { square: Square }: "both red kings are on {square}", "两个红子都在 {square}";
        Arrived { square: Square }: "the black pawn on {square} is on row 1 already", "{square} 的黑子已在第一行";
        NotFloor { square: Square }: "{square} is not floor", "{square} 不是空地";
        WouldMeet { square: Square }: "both red kings would be on {square}", "两个红子会同在 {square}";
    }
}

messages! {
    /// A number of pieces.
    pub(super) enum Pieces {
        King: "1 red king", "有 1 个红子";
        Kings { number: usize }: "{number} red kings", "有 {number} 个红子";
        Pawn: "1 black pawn", "有 1 个黑子";
        Pawns { number: usize }: "{number} black pawns", "有 {number} 个黑子";
    }
}

impl Pieces {
    pub(super) const fn kings(number: usize) -> Self {
        if number == 1 { Self::King } else { Self::Kings { number } }
    }

    pub(super) const fn pawns(number: usize) -> Self {
        if number == 1 { Self::Pawn } else { Self::Pawns { number } }
    }
}

messages! {
    /// Messages on the layout of the contest's input, with advice.
    pub(super) enum Contest {
        Layout:
            "the input is the test's number and the number of boards, then for each board its rows n and columns m, and n rows of m \
squares: `.` floor, `#` wall, two red kings `O`, one black pawn `X`, not on row 1",
            "输入为测试点编号和棋盘数；每张棋盘先给出行数 n 和列数 m，再给出 n 行，每行 m 格：`.` 空地，`#` 障碍，两个红子 `O`，\
一个黑子 `X`（不在第一行）";
        Answer:
            "the answer is a line for each board: `Red t` or `Black t` if this side wins after t plies, or `Tie` if neither side can win",
            "答案为每张棋盘一行：`Red t` 或 `Black t`，即该方在 t 步后获胜；双方都不能取胜则为 `Tie`";
        Over:
            "the game is over before it begins, and Black has won; start the pawn on row 2 or below",
            "对局尚未开始就已结束，黑方胜；请把黑子放在第二行或以下";
        Pieces:
            "a board has two red kings `O` and one black pawn `X`, which is not on row 1",
            "棋盘上有两个红子 `O` 和一个黑子 `X`，黑子不在第一行";
        NoBoard { test: u64, breach: Message }: "this is no board of test {test}: {breach}", "这不是测试点 {test} 的棋盘：{breach}";
        OtherTest:
            "correct the board, or give the test another number in the first line: 0 is a sample, 14 to 20 have only the problem's limits",
            "请改正棋盘，或在第一行换一个测试点编号：0 是样例，14 到 20 没有特殊性质";
        NoTest { test: u64, last: u64 }:
            "test {test} is unknown: the judge's tests are 1 to {last}", "测试点 {test} 没有特殊性质：评测只有 1 到 {last}";
        NoShortcut: "pawn has no shortcut for this position", "pawn 对这个局面没有专用算法";
        Not { conditions: Conditions }: "a board of p9169 {conditions}", "p9169 的棋盘{conditions}";
    }
}

/// A list of conditions that every board of the contest format meets.
#[derive(Debug)]
pub(super) struct Conditions(pub(super) Vec<Condition>);

impl retrograde::rules::message::Render for Conditions {
    fn render(
        &self,
        language: retrograde::rules::message::Language,
        f: &mut std::fmt::Formatter<'_>,
    ) -> std::fmt::Result {
        use retrograde::rules::message::Language;
        let between = match language {
            Language::English => ", and ",
            Language::Chinese => "，",
        };
        let all: Vec<_> = self.0.iter().map(|condition| condition.in_language(language).to_string()).collect();
        f.write_str(&all.join(between))
    }
}

messages! {
    /// A condition that every board of the contest format meets.
    #[derive(Clone, Copy)]
    pub(super) enum Condition {
        Rows: "has two rows or more", "至少应有两行";
        Turn: "has Red to move", "应轮到红方";
        Pawn: "does not have the pawn on row 1", "黑子不应在第一行";
        Apart: "does not have the pawn on a king's square", "黑子不应与红子同格";
    }
}

messages! {
    /// Reasons why a start breaks the promise of its test. A promise is a property that all boards of the test have.
    pub(super) enum Breach {
        TieOrStuck { value: String }:
            "the test allows only ties and boards where Red cannot move at the start, but this is {value}",
            "应为平局，或红方开局就无法移动，但这张是 {value}";
        TieOrSoon { soon: u32, value: String }:
            "the test allows only ties and games that end within {soon} plies, but this is {value}", "应为平局，或在 {soon} 步内结束，但这张是 {value}";
        Columns { columns: usize }: "the test's boards have one column, but this one has {columns}", "应只有一列，但这张有 {columns} 列";
        Rows { rows: usize }: "the test's boards have at least 4 rows, but this one has {rows}", "应至少有 4 行，但这张有 {rows} 行";
        Gap { wall: u16, square: Square }:
            "row {wall} must be all wall, but {square} is floor", "第 {wall} 行应全是障碍，但 {square} 是空地";
        OtherWall { wall: u16, square: Square }:
            "only row {wall} may be wall, but {square} is a wall", "只有第 {wall} 行应是障碍，但 {square} 也是障碍";
        PawnBelow { wall: u16, square: Square }:
            "the pawn must be above row {wall}, but it is on {square}", "黑子应在第 {wall} 行之上，但它在 {square}";
        Kings { wall: u16, below: usize }:
            "one king must be above row {wall} and one below it, but {below} are below",
            "第 {wall} 行上下应各有一个红子，但其下有 {below} 个";
        NoOneColumn { columns: u32 }: "the test's boards have one column, not {columns}", "应只有一列，不能是 {columns} 列";
        NoWalls:
            "the test's boards have one row of walls and no other wall, so --walls cannot be used", "这个测试点只有一行障碍，不能用 --walls";
        Size { size: Size }:
            "the test's boards have 4 to 10 rows and 1 to 10 columns, not {size}", "应有 4 到 10 行、1 到 10 列，不能是 {size}";
    }
}

messages! {
    /// Errors for sizes that the game or the contest does not allow.
    pub(super) enum Sizes {
        Board { most: usize, size: Size }:
            "a pawn board has 2 to {most} rows, 1 to {most} columns, and at least 3 squares, not {size}",
            "pawn 的棋盘有 2 到 {most} 行、1 到 {most} 列、至少 3 格，不能是 {size}";
        Contest { size: Size }:
            "a board of p9169 has 2 to 10 rows, 1 to 10 columns, and at least 3 squares, not {size}",
            "p9169 的棋盘应有 2 到 10 行、1 到 10 列，至少 3 格，不能是 {size}";
        Climb { most: usize, size: Size }:
            "a climb needs a pawn board of 2 to {most} rows, 1 to {most} columns, and at least 3 squares, not {size}",
            "爬山只能用 2 到 {most} 行、1 到 {most} 列、至少 3 格的棋盘，不能是 {size}";
        Origin { size: Size, origin: Size }: "a climb on boards of {size} cannot begin at a board of {origin}", "在 {size} 上爬山，不能从 {origin} 的棋盘开始";
        NotPawn { token: String }:
            "a climb starts from pawn positions, not from `{token}`", "爬山只能从 pawn 的局面继续，不能从 `{token}` 开始";
        ClimbMost { size: Size }: "a climb needs boards of at most {size}", "爬山的棋盘最大为 {size}";
    }
}
