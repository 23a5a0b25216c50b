//! The reasons why a text is not a valid game file.

use std::ops::Range;

use retrograde::author::InputError;
use retrograde::rules::message::Message;

retrograde::messages! {
    /// An error in a game file.
    pub(super) enum Wrong {
        Toml { reason: String }: "{reason}", "{reason}";
        TopKey { key: String }: "`{key}` belongs to the top of the file: write it above the first line in brackets", "`{key}` 属于文件开头：应写在第一个方括号行之前";
        NearKey { key: String, near: String, known: String }: "there is no key `{key}` here; did you mean `{near}`? known: {known}", "这里没有键 `{key}`；是不是 `{near}`？已有：{known}";
        SingleBrackets { list: &'static str }: "each of the {list} begins with a line `[[{list}]]`, in two pairs of brackets", "{list} 的每一项以一行 `[[{list}]]` 开头，应为两对方括号";
        Repeated { key: String, list: &'static str }: "`{key}` stands twice in one part: each of the {list} begins with a line `[[{list}]]`", "同一部分中有两个 `{key}`：{list} 的每一项以一行 `[[{list}]]` 开头";
        TooLong { most: usize }: "the file is longer than {most} bytes", "文件超过 {most} 字节";
        NoText: "expected a text or a list of texts", "应为文字或文字列表";
        SideTexts: "expected a text, or a table with `first` and `second`", "应为文字，或有 `first` 和 `second` 的表";
        Line { most: usize }: "expected one line of 1 to {most} characters", "应为一行文字，1 至 {most} 个字符";
        Control: "control characters are not allowed in the rules", "规则中不能有控制字符";
        Id { id: String }: "`{id}` is not an id: use at most 20 lower-case letters and digits, first a letter", "`{id}` 不能作为名称：应为小写字母和数字，以字母开头，最多 20 个";
        NoBoard: "the board needs `size` or `layout`, and not both", "棋盘应有 `size` 或 `layout` 之一";
        Size { text: String }: "`{text}` is not a size, expected ROWSxCOLUMNS such as `5x5`, with at most 90 squares", "`{text}` 不是大小，应为 行x列，例如 `5x5`，最多 90 格";
        SquareName { name: String }: "`{name}` is not a name of a square: use lower-case letters, then digits, such as `a1`", "`{name}` 不能作为格子名称：应为小写字母加数字，例如 `a1`";
        Layout { most: usize }: "the layout has more than {most} rows or columns", "布局超过 {most} 行或列";
        BoardLine: "a line needs two squares or more, and visits each once; its end may be its first square", "线至少有两格，每格只经过一次；终点可与起点相同";
        Steps { most: usize }: "the directions have more than {most} steps in all", "方向总共超过 {most} 步";
        Rows { most: usize }: "there are more than {most} rows", "连线超过 {most} 条";
        Squares { count: usize }: "the layout has {count} squares, expected 1 to 90", "布局有 {count} 格，应为 1 至 90";
        Twice { name: String }: "`{name}` is defined twice", "`{name}` 定义了两次";
        Square { name: String }: "the board has no square `{name}`", "棋盘没有格子 `{name}`";
        Commas { text: String }: "`{text}` is not a square: separate squares by blanks, not by commas", "`{text}` 不是格子：格子之间用空格分隔，不用逗号";
        Name { kind: &'static str, name: String, known: String }: "there is no {kind} `{name}`; known: {known}", "没有 {kind} `{name}`；已有：{known}";
        Direction { text: String }: "`{text}` is not a direction: join n, ne, e, se, s, sw, w, nw by `+`, and the steps of a path by `,`", "`{text}` 不是方向：用 `+` 连接 n、ne、e、se、s、sw、w、nw，用 `,` 分隔每一步";
        GridFamily { family: String, words: &'static str }: "a board with `layout` has no family `{family}`: define it before, as `directions.{family} = \"{words}\"`", "有 `layout` 的棋盘没有方向族 `{family}`：请先定义 `directions.{family} = \"{words}\"`";
        RowText { text: String }: "`{text}` is not a family of rows, expected `N along DIRECTIONS`, `block RxC`, `lines`, or squares", "`{text}` 不是连线，应为 `N along 方向`、`block 行x列`、`lines` 或格子列表";
        NoRows { text: String }: "`{text}` gives no row on this board", "`{text}` 在此棋盘上没有连线";
        SideRows { family: String }: "rows cannot go along `{family}`, whose directions differ for the two sides: give the rows' own family", "连线不能沿 `{family}`：双方的方向不同；请为连线另写一个方向族";
        Letter { text: String }: "`{text}` is not the letter of a kind: use one upper-case letter for each kind", "`{text}` 不是棋子字母：每种棋子用一个大写字母";
        SameLetter { letter: char, kind: String }: "`{letter}` is the letter of `{kind}`, and each kind needs a letter of its own", "`{letter}` 是 `{kind}` 的字母，每种棋子需要不同的字母";
        Kinds { count: usize }: "there are {count} kinds of pieces, expected 1 to 16", "有 {count} 种棋子，应为 1 至 16";
        NoLetter { text: String }: "`{text}` is not the letter of a kind of pieces", "`{text}` 不是棋子字母";
        Shown { text: String }: "`{text}` must be two letters that no other kind has, for the first and the second side's pieces", "`{text}` 应为其他棋子没有的两个字母，分别表示先手和后手的棋子";
        Cell { text: String }: "`{text}` is not a cell: expected `.`, `#`, `?`, `any`, `own`, `opp` or the letter of a kind", "`{text}` 不是单元：应为 `.`、`#`、`?`、`any`、`own`、`opp` 或棋子字母";
        AfterCell { text: String }: "`{text}` is not a cell after the move: expected `.`, `=`, `>`, `<` or the letter of a kind", "`{text}` 不是走后的单元：应为 `.`、`=`、`>`、`<` 或棋子字母";
        CellCount { before: usize, after: usize }: "`after` has {after} cells and `before` {before}: give one for each, and none for `#`", "`after` 有 {after} 个单元，`before` 有 {before} 个：应一一对应，`#` 除外";
        NoCells: "a pattern needs a cell with a square", "图案至少要有一个格子";
        PairCells: "`along = \"pair\"` needs two cells without repeats", "`along = \"pair\"` 需要两个不重复的单元";
        OneCell: "a pattern of several cells needs `along`", "多个单元的图案需要 `along`";
        EdgeCell: "`#` must be the last cell, without repeats and conditions, and needs `along` with directions", "`#` 必须是最后一个单元，不能重复或带条件，且 `along` 应为方向";
        FirstShift: "`>` in the first cell has no cell before it", "第一个单元的 `>` 之前没有单元";
        Test { text: String }: "`{text}` is not a test, expected `row NAME`, `LETTER on ZONE`, `some CELL` or a count such as `M in hand = 0`", "`{text}` 不是条件，应为 `row 名称`、`字母 on 区域`、`some 单元` 或计数，例如 `M in hand = 0`";
        Or: "tests have no `or`: write another move or ending for each alternative", "条件不能用 `or`：请为每种情况另写一个走法或结局";
        SomeCell: "`some` needs a cell that stands for one square", "`some` 之后的单元应表示一个格子";
        Hand { text: String }: "`{text}` is not a change of a hand, expected a sign and a letter such as `-M`", "`{text}` 不是手中棋子的变化，应为符号和字母，例如 `-M`";
        CellNumber { number: usize, cells: usize }: "the pattern has no cell {number}; it has {cells}", "图案没有第 {number} 个单元，共 {cells} 个";
        IfText { text: String }: "`{text}` is not `CELL in CONDITION` or `CELL not in CONDITION`", "`{text}` 不是 `单元 in 条件` 或 `单元 not in 条件`";
        NoFollow: "`if`, `from` and `may` belong to `then`, which is missing", "`if`、`from`、`may` 属于 `then`，但没有 `then`";
        Endless { name: String }: "the move `{name}` can follow itself without end: a repeated part must remove a piece", "走法 `{name}` 可以无限接续：重复的部分必须拿走棋子";
        ConditionForm: "a condition needs either `row`, or `cells` and for several cells `along`", "条件应有 `row`，或有 `cells`，多个单元时还要有 `along`";
        Conditions { most: usize }: "there are more than {most} conditions and zones", "条件和区域超过 {most} 个";
        Moves { most: usize }: "there are more than {most} moves; a move with `+opp` counts once for each kind", "走法超过 {most} 种；有 `+opp` 的走法按每种棋子各计一次";
        Work { name: String, most: u64 }: "up to `{name}`, one position may need more than {most} steps: use fewer `*` and `+` in a pattern, or fewer rules", "到 `{name}` 为止，一个局面可能需要超过 {most} 步：请减少图案中的 `*` 和 `+`，或减少规则";
        EndingName { text: String }: "`{text}` is not a name of an ending: use at most 40 lower-case letters, digits and dashes, first a letter", "`{text}` 不能作为结局名称：应为小写字母、数字和短横，以字母开头，最多 40 个";
        Taken: "`+opp` needs a pattern with exactly one cell `opp`, without repeats", "`+opp` 要求图案恰有一个 `opp` 单元，且不重复";
        HandSize { most: u32 }: "a hand holds at most {most} pieces of a kind", "手中每种棋子最多 {most} 个";
        NoMoves: "the game has no moves", "游戏没有走法";
        Result { text: String }: "`{text}` is not a result, expected `own wins`, `own loses` or `tie`", "`{text}` 不是结果，应为 `own wins`、`own loses` 或 `tie`";
        Of { text: String }: "`{text}` does not say which side is tested, expected `to move`, `just moved` or `both`", "`{text}` 没有说明测试哪一方，应为 `to move`、`just moved` 或 `both`";
        SideName { text: String, sides: String }: "`{text}` is not a side, expected {sides}", "`{text}` 不是一方，应为 {sides}";
        Sides: "the two sides need different names of lower-case letters, at most 20 each, with different first letters", "双方的名称应为小写字母，各最多 20 个，且首字母不同";
        StartRow { row: usize, found: usize, expected: usize }: "row {row} of the start has {found} squares, expected {expected}", "开局第 {row} 行有 {found} 格，应为 {expected}";
        StartRows { found: usize, expected: usize }: "the start has {found} rows, expected {expected}", "开局有 {found} 行，应为 {expected}";
        StartPiece { piece: char }: "`{piece}` is not a piece", "`{piece}` 不是棋子";
        StartRoyal { side: String }: "at the start, {side} has a royal piece under attack and is not to move", "开局时 {side} 的王棋被攻击，却不轮到它走";
        HandText { text: String, example: String }: "`{text}` is not a hand, expected letters with numbers such as `{example}`, separated by blanks", "`{text}` 不是手中的棋子，应为字母和数字，例如 `{example}`，用空格分隔";
    }
}

/// An error at a range of bytes of the file.
pub(super) struct Misplaced {
    at: Range<usize>,
    message: Message,
}

impl Misplaced {
    pub(super) fn new(at: Range<usize>, wrong: impl Into<Message>) -> Self {
        Self { at, message: wrong.into() }
    }

    pub(super) fn place(self, text: &str) -> InputError {
        let before = text.get(..self.at.start).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        let line = before.matches('\n').count() + 1;
        InputError::new(None, line as u64, (before.len() - line_start + 1) as u64, self.message)
    }
}
