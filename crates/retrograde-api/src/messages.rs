//! The messages of the API, in English and Chinese.

use std::fmt;

use retrograde::messages;
use retrograde::rules::message::{Bytes, Language, Render};
use serde_json::error::Category;

messages! {
    /// Errors in a request.
    pub(crate) enum Wrong {
        Missing { name: &'static str }: "the parameter `{name}` is missing", "缺少参数 `{name}`";
        NoParameters { name: String }:
            "this request takes no parameters, but it has `{name}`", "这个查询没有参数，不应有 `{name}`";
        Parameter { name: String, found: String, expected: Expected }:
            "`{name}` is `{found}`, expected {expected}", "`{name}` 为 `{found}`，应为{expected}";
        Size: "`size` must be rows x columns, such as 9x9", "`size` 应为 行数x列数，例如 9x9";
        Walls: "`walls` must be a percentage from 0 to 100", "`walls` 应为 0 到 100 的百分比";
        GameOrPos: "give either the parameter `game` or the parameter `pos`", "请给出参数 `game` 或 `pos`";
        Place:
            "give the parameter `slot`, or `of`, or both `piece` and `square`", "请给出参数 `slot`，或 `of`，或 `piece` 和 `square`";
        FromOrTo:
            "the body must have `text` (with or without `from`), or `to` and `positions`", "请求正文应有 `text`（可加 `from`），或 `to` 和 `positions`";
        Method { methods: String }: "this path accepts only {methods}", "这个路径只接受 {methods}";
        NoJson: "the body must be JSON", "请求正文应为 JSON";
        LongBody { most: usize }: "the body has more than {most} MiB", "请求正文超过 {most} MiB";
        SlowBody { seconds: String }: "the body did not arrive within {seconds} s", "请求正文没有在 {seconds} 秒内到达";
        UnreadBody { error: String }: "the body cannot be read: {error}", "无法读取请求正文：{error}";
        BadBody { error: JsonError }: "the body is invalid: {error}", "请求正文的内容不对：{error}";
        ManyPositions { number: usize, most: usize }:
            "the request has {number} positions; the maximum is {most}", "请求有 {number} 个局面，最多 {most} 个";
        LongLog { most: usize }:
            "the log has more than {most} events `seed`, `mark` and `pop`", "日志中的 `seed`、`mark`、`pop` 事件超过 {most} 个";
        NoRandomBoards { game: &'static str }: "{game} has no random boards", "{game} 没有随机棋盘";
        Unreadable:
            "this is neither a position nor a file in a known format", "这既不是局面，也不是任何已知格式的文件";
    }
}

messages! {
    /// The values that a parameter may have.
    #[derive(Clone, Copy)]
    pub(crate) enum Expected {
        From { least: u64 }: "a number from {least} on", "不小于 {least} 的整数";
        Between { least: u64, most: u64 }: "a number from {least} to {most}", "{least} 到 {most} 的整数";
        Plies: "a number of plies", "步数";
        Flag: "1 or 0", " 1 或 0";
        Follow: "answer or all", " answer 或 all";
    }
}

impl Expected {
    pub(crate) const FROM_0: Self = Self::From { least: 0 };
    pub(crate) const PERCENT: Self = Self::Between { least: 0, most: 100 };
}

messages! {
    /// The reason why the server does not fulfil a request. Some reasons are temporary, and others are permanent.
    pub(crate) enum Refused {
        BeingSolved: "this board is being solved", "这个棋盘正在求解";
        NotSolved { limit: Bytes }:
            "this board is not solved; without a job, the server solves only boards of at most {limit}",
            "这个棋盘尚未求解；提问时只顺便求解不超过 {limit} 的棋盘";
        TooLarge { bytes: Bytes, limit: Bytes }:
            "this board is not solved and needs {bytes}; without a job, the server solves only boards of at most {limit}",
            "这个棋盘尚未求解，需要 {bytes}；提问时只顺便求解不超过 {limit} 的棋盘";
        NoJob { id: String }: "no job is called `{id}`", "没有任务 `{id}`";
        ReadOnly:
            "this server listens to other machines, so it neither stores nor removes tables",
            "本服务器对其他机器开放，不为它们写文件：既不保存表，也不删除表";
        NoCancel:
            "this server listens to other machines; only a client on the server's machine may cancel a job", "本服务器对其他机器开放，只有它自己的机器可以取消任务";
        NoFolder: "this server has no folder for tables", "本服务器没有存放表的目录";
        Boards: "too many boards wait to be solved", "等待求解的棋盘太多";
        Clients: "too many clients follow the progress of jobs", "关注任务进度的连接太多";
        Lists: "the server is answering too many lists of positions", "正在回答的局面列表太多";
        Dropped: "there is too little memory: the table was dropped before it could answer", "内存太少：表在回答之前就被清除";
        Stopping: "the server is stopping", "服务器正在停止";
        Over: "the game is over: there is no move", "对局已结束，没有走法";
        NoLayers { game: &'static str }:
            "{game} has no proof by layers for this position", "{game} 对这个局面没有逐层配对的证明";
        NoneOnBoard: "no position of this board matches", "这个棋盘上没有符合要求的局面";
        NoneOnBoards { tries: usize }:
            "no position of {tries} random boards matches", "{tries} 张随机棋盘中都没有符合要求的局面";
        Internal { said: String }: "internal error: {said}", "内部错误：{said}";
        Unwritten { error: String }: "cannot write the answer: {error}", "无法写出答案：{error}";
    }
}

messages! {
    /// A hint that says how to avoid a failure.
    pub(crate) enum Hint {
        SuchAs: "write it as in ?pos=cannons:01100_r", "例如 ?pos=cannons:01100_r";
        Pieces: "/api/v1/moves lists the pieces of a position", "/api/v1/moves 列出一个局面的棋子";
        Manual: "GET /api/v1 shows the manual", "GET /api/v1 显示手册";
        ContentType: "send the body with the header content-type: application/json", "发送时请带上 content-type: application/json";
        InParts: "send the content in several requests", "请分几次发送";
        Follow { id: String }: "GET /api/v1/jobs/{id} reports the progress of the solve", "GET /api/v1/jobs/{id} 告知进度";
        Solve:
            r#"POST /api/v1/solve with the body {{"pos": POSITION}} and the same position starts a job, which solves the board and reports its progress"#,
            r#"POST /api/v1/solve 加上同一个 {{"pos": POSITION}} 可以求解它并告知进度"#;
        WriteHere:
            "start the server without --bind, or use `retrograde solve TOKEN --keep depths` and `retrograde tables remove NAME` on the server's machine",
            "启动时不要用 --bind，或在它的机器上用 `retrograde solve TOKEN --keep depths` 和 `retrograde tables remove NAME`";
        CancelHere: "cancel the job on the server's machine, at localhost", "在服务器所在的机器上通过 localhost 取消";
        NameFolder: "start the server with --tables DIR", "启动时用 --tables DIR 指定";
        Start: "POST /api/v1/solve starts a job", "POST /api/v1/solve 开始一个任务";
        CheckHere: "`retrograde trace --check FILE` checks logs of any length", "`retrograde trace --check FILE` 没有这个限制";
        AskForLess: "give fewer conditions, or another seed", "请减少条件，或换一个种子";
        SmallerBoards: "ask for smaller boards", "请换小一些的棋盘";
        LeaveOut: "leave out `size` and `walls`", "请去掉 `size` 和 `walls`";
        Formats { formats: String }: "the formats are: {formats}", "已知的格式有：{formats}";
        Report:
            "this is a bug in the program or in a game's rules; please report it", "这是程序或游戏规则的缺陷，请报告";
    }
}

/// An error in JSON. The English message has the words of the JSON parser. Messages in other languages have only the
/// kind and the place of the error.
#[derive(Debug)]
pub(crate) struct JsonError(serde_json::Error);

impl From<serde_json::Error> for JsonError {
    fn from(error: serde_json::Error) -> Self {
        Self(error)
    }
}

impl JsonError {
    fn chinese(&self) -> BadJson {
        let (line, column) = (self.0.line(), self.0.column());
        match self.0.classify() {
            Category::Syntax => BadJson::Syntax { line, column },
            Category::Data => BadJson::Data { line, column },
            Category::Eof => BadJson::Eof,
            Category::Io => BadJson::Io,
        }
    }
}

impl Render for JsonError {
    fn render(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match language {
            Language::English => fmt::Display::fmt(&self.0, f),
            Language::Chinese => self.chinese().render(language, f),
        }
    }
}

messages! {
    /// The kinds of errors in JSON.
    enum BadJson {
        Syntax { line: usize, column: usize }: "invalid JSON at line {line} column {column}", "第 {line} 行第 {column} 列不是 JSON";
        Data { line: usize, column: usize }:
            "an unexpected member or value at line {line} column {column}", "第 {line} 行第 {column} 列的字段或值不合要求";
        Eof: "the JSON text ends too soon", "没有写完";
        Io: "the JSON text cannot be read", "无法读取";
    }
}
