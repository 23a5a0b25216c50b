//! Messages that all games share. These messages are about judges' inputs, boards and tokens.

use std::fmt;

use retrograde::messages;
use retrograde::rules::Term;
use retrograde::rules::message::{Language, Message, Render};

messages! {
    /// Errors in a judge's input.
    pub(crate) enum Input {
        Expected { expected: Message, found: FoundByte }: "expected {expected}, found {found}", "应为{expected}，实为{found}";
        Digits { what: &'static dyn Render, most: u32 }: "{what} has more than {most} digits", "{what}超过 {most} 位数字";
        LeadingZero { what: &'static dyn Render }: "{what} has a leading zero", "{what}有前导零";
        OutOfRange { what: &'static dyn Render, value: u64, range: Range }:
            "{what} is {value}, expected {range}", "{what}为 {value}，应为 {range}";
        RowTooLong { row: RowName, most: Counted }: "{row} has more than {most}", "{row}超过 {most}";
        RowTooShort { row: RowName, has: Counted, expected: usize }: "{row} has {has}, expected {expected}", "{row}有 {has}，应为 {expected}";
        Blanks { most: u32 }: "more than {most} consecutive blanks", "连续的空白超过 {most} 个";
        CarriageReturn:
            "the line ends with a carriage return, expected a line feed alone", "行末有回车符，只应有换行符";
        TrailingBlanks: "blanks at the end of the line", "行末有多余空格";
        NoLineFeed: "the last line does not end with a line feed", "最后一行末尾没有换行符";
        Unreadable: "cannot read the input", "无法读取输入";
    }
}

messages! {
    /// The items that the reader of an input can expect at the location of an error.
    pub(crate) enum Expected {
        AfterNumber { what: &'static dyn Render }: "a blank or a line end after {what}", "{what}之后的空格或换行";
        OneBlank: "one blank", "一个空格";
        EndOfLine: "the end of the line", "行末";
        End: "end of input after the last case", "最后一组之后输入结束";
        OneOf { letters: String, row: RowName }: "one of {letters} in {row}", " {letters} 之一（{row}）";
    }
}

messages! {
    /// Advice on how to correct an input.
    pub(crate) enum Remedy {
        Dos2unix: "convert the line ends, for example with `dos2unix`", "请转换换行符，例如用 `dos2unix`";
        Remove: "remove them", "请删去";
        AddLineFeed: "add a line feed at the end of the file", "请在文件末尾加一个换行符";
        PlainAscii:
            "save the input as plain ASCII text, without a byte order mark", "请把输入保存为纯 ASCII 文本，不带 BOM";
        CorrectCases:
            "correct the number of cases in the first line, or remove what follows", "请改正第一行的组数，或删去多余的内容";
        UseTable: "use --method table, which works for every game", "请用 --method table，它适用于所有游戏";
    }
}

messages! {
    /// Numbers in judges' inputs.
    #[derive(Clone, Copy)]
    pub enum Number {
        Test: "the number of the test", "测试点编号";
        Boards: "the number of boards", "棋盘数";
        Cases: "the number of cases", "数据组数";
        Rows: "the number of rows", "行数";
        Columns: "the number of columns", "列数";
        Cannons: "the number of cannons", "炮的个数";
        Size: "the size of the board", "棋盘大小";
    }
}

messages! {
    /// The name of a row.
    #[derive(Clone, Copy)]
    pub enum RowName {
        Numbered { row: u64 }: "row {row}", "第 {row} 行";
        /// A row that is counted from the bottom of the board.
        Rank { rank: u64 }: "rank {rank}", "第 {rank} 横线";
        Only: "the row", "这一行";
    }
}

/// The kinds of things that a message can count.
#[derive(Clone, Copy, Debug)]
pub enum Unit {
    /// Squares of a board.
    Square,
    /// Cannons in a row.
    Cannon,
    /// Rows of a board.
    Row,
    /// Letters of a text.
    Letter,
    /// Steps of a path.
    Step,
}

/// Returns a count with its unit, such as `3 squares`.
pub(crate) fn counted(count: usize, unit: Unit) -> Counted {
    match (count, unit) {
        (1, Unit::Square) => Counted::Square,
        (_, Unit::Square) => Counted::Squares { count },
        (1, Unit::Cannon) => Counted::Cannon,
        (_, Unit::Cannon) => Counted::Cannons { count },
        (1, Unit::Row) => Counted::Row,
        (_, Unit::Row) => Counted::Rows { count },
        (1, Unit::Letter) => Counted::Letter,
        (_, Unit::Letter) => Counted::Letters { count },
        (1, Unit::Step) => Counted::Step,
        (_, Unit::Step) => Counted::Steps { count },
    }
}

messages! {
    /// A number with its unit.
    #[derive(Clone, Copy)]
    pub(crate) enum Counted {
        Square: "1 square", "1 格";
        Squares { count: usize }: "{count} squares", "{count} 格";
        Cannon: "1 cannon", "1 个炮";
        Cannons { count: usize }: "{count} cannons", "{count} 个炮";
        Row: "1 row", "1 行";
        Rows { count: usize }: "{count} rows", "{count} 行";
        Letter: "1 letter", "1 个字符";
        Letters { count: usize }: "{count} letters", "{count} 个字符";
        Step: "1 step", "1 步";
        Steps { count: usize }: "{count} steps", "{count} 步";
    }
}

messages! {
    /// The numbers that an input may contain.
    #[derive(Clone, Copy)]
    pub(crate) enum Range {
        From { least: u64 }: "at least {least}", "至少 {least}";
        Only { only: u64 }: "{only}", "{only}";
        Between { least: u64, most: u64 }: "{least} to {most}", "{least} 到 {most}";
    }
}

messages! {
    /// The visible form of a byte.
    #[derive(Clone, Copy)]
    pub(crate) enum FoundByte {
        EndOfInput: "end of input", "输入结束";
        EndOfLine: "end of line", "行末";
        CarriageReturn: "a carriage return", "回车符";
        Blank: "a blank", "空格";
        Tab: "a tab", "制表符";
        Letter { letter: Sign }: "`{letter}`", "`{letter}`";
        Byte { byte: Hex }: "byte {byte}", "字节 {byte}";
    }
}

impl From<Option<u8>> for FoundByte {
    fn from(byte: Option<u8>) -> Self {
        match byte {
            None => Self::EndOfInput,
            Some(b'\n') => Self::EndOfLine,
            Some(b'\r') => Self::CarriageReturn,
            Some(b' ') => Self::Blank,
            Some(b'\t') => Self::Tab,
            Some(byte) if byte.is_ascii_graphic() => Self::Letter { letter: Sign(byte.into()) },
            Some(byte) => Self::Byte { byte: Hex(byte) },
        }
    }
}

/// The visible form of a character. Invisible characters are shown as numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sign(pub(crate) char);

impl fmt::Display for Sign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_quote = matches!(self.0, '"' | '\'' | '\\');
        if is_quote || self.0.escape_debug().len() == 1 {
            write!(f, "{}", self.0)
        } else {
            write!(f, "{}", self.0.escape_unicode())
        }
    }
}

impl Render for Sign {
    fn render(&self, _: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A byte, shown as a hexadecimal number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hex(u8);

impl Render for Hex {
    fn render(&self, _: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "0x{:02x}", self.0)
    }
}

messages! {
    /// Errors in a token or its board.
    pub(crate) enum Token {
        MoreRows { most: Counted }: "more than {most}", "超过 {most}";
        Rows { has: Counted, expected: usize }: "the board has {has}, expected {expected}", "棋盘有 {has}，应为 {expected} 行";
        Width { row: RowName, has: Counted, expected: usize }: "{row} has {has}, expected {expected}", "{row}有 {has}，应为 {expected}";
        TooWide { row: RowName, most: Counted }: "{row} has more than {most}", "{row}超过 {most}";
        EmptyBoard: "the board is empty", "棋盘是空的";
        EmptyRow { row: RowName }: "{row} is empty", "{row}是空的";
        EmptyRun { row: RowName }: "a run of 0 squares in {row}", "{row}有长度为 0 的一段";
        InRow { found: Sign, row: RowName }: "unexpected `{found}` in {row}", "{row}中不应有 `{found}`";
        OpenLetters { letters: String }:
            "a row has numbers for runs of empty squares, and {letters}", "一行由数字（连续空格）和 {letters} 组成";
        Letters { letters: String }:
            "a row has numbers for runs of floor, `H` for a wall, and {letters}",
            "一行由数字（连续空地）、`H`（墙）和 {letters} 组成";
        NoTurn { expected: Turns }: "the side to move is missing, expected {expected}", "没有写轮到谁走，应为 {expected}";
        BadTurn { found: String, expected: Turns }:
            "`{found}` is not a side to move, expected {expected}", "`{found}` 不能表示轮到谁走，应为 {expected}";
        AtEnd { found: String }: "unexpected `{found}` at the end of the token", "局面串末尾不应有 `{found}`";
        SizeAlone: "a size alone is no position of this game", "这个游戏的局面不能只写棋盘大小";
        Generate { game: &'static str }:
            "`retrograde gen {game} --size 9x9` generates positions on boards of a given size", "`retrograde gen {game} --size 9x9` 生成指定大小的局面";
        UsualStart { game: &'static str }:
            "write the board row by row; `{game}` alone is the usual start", "请逐行写出棋盘；只写 `{game}` 就是通常的开局";
    }
}

messages! {
    /// Errors in the board of a game without walls.
    pub(crate) enum Open {
        Small { size: Size, least: Size }:
            "a board of {size} is too small, expected at least {least}", "{size} 的棋盘太小，至少 {least}";
        Sizes { least: Size, most: Size }:
            "this game has boards of {least} to {most}, rows first", "这个游戏的棋盘为 {least} 到 {most}，先写行数";
        OneSize { only: Size }: "this game has only boards of {only}", "这个游戏只有 {only} 的棋盘";
        Usual { usual: Size }: "use a size that this game has, such as `{usual}`", "请写它有的大小，例如 `{usual}`";
        Alone { usual: Size }:
            "a size such as `{usual}` is the start; nothing may follow it", "`{usual}` 这样的大小就是开局，后面不写别的";
        Walls: "this game has no walls", "这个游戏没有墙";
    }
}

messages! {
    /// The ways in which tokens write the side to move.
    pub(crate) enum Turns {
        Either { first: &'static str, one: Term, second: &'static str, other: Term }:
            "`_{first}` ({one}) or `_{second}` ({other})", "`_{first}`（{one}）或 `_{second}`（{other}）";
    }
}

messages! {
    /// The text for a subtask without a special promise, and the error for a start whose size the subtask does not
    /// allow.
    pub(crate) enum Drafted {
        NoPromise: "only the problem's limits", "只有题目的限制";
        NotPromised { promise: &'static dyn Render, size: Size }: "the subtask allows {promise}, not {size}", "应是{promise}，不能是 {size}";
    }
}

messages! {
    /// The size of a board or of a row.
    #[derive(Clone, Copy)]
    pub(crate) enum Size {
        Board { rows: u64, columns: u64 }: "{rows}x{columns}", "{rows}x{columns}";
        Length { length: u64 }: "{length}", "{length}";
    }
}

impl Size {
    /// Returns the size of a board with `rows` rows and `columns` columns.
    pub(crate) fn board(rows: impl Into<u64>, columns: impl Into<u64>) -> Self {
        Self::Board { rows: rows.into(), columns: columns.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An earlier version showed the visible characters `×` and `过` as `\u{d7}` and `\u{8fc7}` in messages.
    #[test]
    fn characters_that_can_be_seen_are_shown() {
        for sign in ['×', '过', 'é', '"', '\'', '\\', 'x'] {
            assert_eq!(Sign(sign).to_string(), sign.to_string());
        }
        for (sign, escaped) in [('\0', "\\u{0}"), ('\u{1b}', "\\u{1b}"), ('\u{202e}', "\\u{202e}")] {
            assert_eq!(Sign(sign).to_string(), escaped);
        }
    }
}
