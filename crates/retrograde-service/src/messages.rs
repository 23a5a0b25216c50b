//! The service's messages, in English and Chinese.

use std::borrow::Borrow;
use std::fmt;

use retrograde::author::check::GameLaw;
use retrograde::messages;
use retrograde::rules::message::{Bytes, Language, Message, Render, SystemError};

messages! {
    /// An error in a request, an input or a game.
    pub(crate) enum Wrong {
        Unknown { what: Thing, name: String }: "no {what} is called `{name}`", "没有叫 `{name}` 的{what}";
        TakenId { id: &'static str }: "`{id}` is the id of a game of this program", "`{id}` 是本程序中一个游戏的标识";
        Nameless { what: Thing }: "no {what} is called ``", "{what}的名字是空的";
        Ambiguous { name: String, meanings: Meanings }: "`{name}` is a name of {meanings}", "`{name}` 可以指 {meanings}";
        Reading { file: Message, error: SystemError }: "cannot read {file}: {error}", "无法读取 {file}：{error}";
        Because { message: Message, error: SystemError }: "{message}: {error}", "{message}：{error}";
        NoValue { pos: String }: "it has no value for {pos}", "其中没有 {pos} 的值";
        NoPos: "this is not a JSON object with a string `pos`", "这不是含有字符串 `pos` 的 JSON 对象";
        NoGame: "a position begins with its game and a colon", "局面以游戏名和冒号开头";
        Reasons { number: usize }: "the position is illegal, for {number} reasons", "局面不合法，原因有 {number} 条";
        NoPieces { game: &'static str }: "{game} has no pieces that can be moved", "{game} 没有可以移动的棋子";
        OtherFormat { format: &'static str, game: &'static str }: "{format} is a format of {game} only", "{format} 是 {game} 专用的格式";
        Panicked { said: String }: "the game's code panicked: {said}", "游戏的代码崩溃：{said}";
        ValueBroken { table: String, pos: String, law: Message, found: String, expected: String }:
            "table {table} is not stored, because a value is wrong: {law}; at {pos}: {found} instead of {expected}",
            "表 {table} 未保存，因为有一个结果是错的：{law}；见 {pos}：得到 {found}，应为 {expected}";
        NoTies { game: &'static str }: "{game} has no ties", "{game} 没有平局";
        DrawDepth: "a draw has no depth: the game never ends", "不终局没有步数：对局永远下不完";
        NoDepth { least: u32, most: u32 }:
            "no depth is at least {least} and at most {most}", "没有步数既不少于 {least} 又不多于 {most}";
        NoSquare { square: String }: "the board has no square `{square}`", "棋盘上没有格子 `{square}`";
        NoEdit { edit: &'static str, game: &'static str }: "{game} does not support the edit `{edit}`", "{game} 没有编辑操作 `{edit}`";
        EditSize { game: &'static str, size: String, least: String, most: String }:
            "{game} does not support the size {size}, only sizes from {least} to {most}", "{game} 不能编辑成 {size}，只能从 {least} 到 {most}";
        NotHeld: "the table does not hold the position", "表中没有这个局面";
        NoShortcut { game: &'static str }: "{game} has no method of its own for this position", "{game} 对这个局面没有专用的方法";
        NoStorage: "there is no storage for tables", "没有可以保存表的地方";
        NoCertificate: "there is no certificate: the file is empty", "没有证书：文件是空的";
        NotOfCertificate { why: String }: "this is not a line of a certificate: {why}", "这不是证书中的一行";
        CertificateVersion { found: u32, known: u32 }:
            "the certificate has version {found}, and this program reads version {known}", "证书的版本是 {found}，而本程序读取的版本是 {known}";
    }
}

messages! {
    /// The reason why a line of a certificate does not follow from the rules and the other lines.
    pub(crate) enum Flaw {
        Unshown { pos: String }:
            "no line proves what this line needs about {pos}", "没有哪一行说明 {pos} 满足这一行所需";
        Illegal { action: String }: "`{action}` is not a legal move of this position", "`{action}` 不是这个局面的合法走法";
        NoMove: "the move that proves this claim is missing", "缺少说明这条论断的走法";
        Term:
            "a claim needs at least one ply, and a win or a tie needs a number of plies", "论断至少涉及一步，而获胜或平局须写明步数";
        Over: "the game is over at this position, which needs no claim", "这个局面已经结束，不需要论断";
        OtherGame: "the position is of another game than the first line", "这个局面与第一行不是同一个游戏";
        OtherText { token: String }: "the game writes this position as {token}", "这个局面应写作 {token}";
        Misfit: "value, winner and depth contradict each other", "结果、胜方和步数相互矛盾";
    }
}

messages! {
    /// The reason why a request does not get the memory or the disk space that it needs.
    pub(crate) enum NoSpace {
        Now { needed: Bytes, free: Bytes, limit: Bytes }:
            "this needs {needed} of memory, and {free} of {limit} are free", "这需要 {needed} 内存，而 {limit} 中只有 {free} 空闲";
        Never { needed: Bytes, limit: Bytes }:
            "this needs {needed} of memory, and this server has {limit}", "这需要 {needed} 内存，而本服务器只有 {limit}";
        HalfOfFree { needed: Bytes, folder: String, free: Bytes }:
            "the table and its checkpoints may take {needed} on disk, more than half of the {free} that are free in {folder}",
            "这张表和它的检查点可能占用磁盘 {needed}，超过 {folder} 可用空间 {free} 的一半";
    }
}

#[cfg(feature = "tables")]
messages! {
    /// The reason why a table is not stored.
    pub(crate) enum Refused {
        NotStored { game: &'static str }:
            "cannot store this table of {game}: its positions are numbered by exploring, not by the game",
            "{game} 的这张表无法保存：它的局面不是由游戏编号的，而是按搜索的顺序编号";
    }
}

messages! {
    /// A hint that says how to correct a failure.
    pub(crate) enum Hint {
        OtherId: "choose another id", "请换一个标识";
        Known { known: String }: "there are: {known}", "可选的有：{known}";
        Meant { near: String, known: String }: "did you mean `{near}`? there are: {known}", "是不是 `{near}`？可选的有：{known}";
        MeantAs { near: &'static str, id: &'static str, known: String }:
            "did you mean `{near}`, which is {id}? there are: {known}", "是不是 `{near}`（即 {id}）？可选的有：{known}";
        SayWhich { meanings: Choices }: "say which one you mean: {meanings}", "请说明是哪一个：{meanings}";
        Rules { game: String }: "`retrograde rules {game}` shows how positions are written", "`retrograde rules {game}` 说明局面的写法";
        Games { example: String }:
            "such as {example}; `retrograde games` lists the games", "例如 {example}；`retrograde games` 列出所有游戏";
        InFront { tokens: Tokens }: "put the name of the game in front: {tokens}", "请在前面写上游戏：{tokens}";
        FollowLess: "trace only the events that decide the position; the log of these events is much shorter", "可以只看决定这个局面的部分：它的过程短得多";
        Verify: "`retrograde verify` checks the values of all positions of the board", "`retrograde verify` 检查这个棋盘上所有局面的值";
        Why: "GET /api/v1/why lists some of the moves, and the number of all", "/api/v1/why 给出其中一些，以及总数";
        Draw: "play that never ends is a draw: ask for the value `draw`", "永远下不完的对局是不终局：请用 `draw`";
        LawsOfGame:
            "the fault is in the game, not in the position: `retrograde laws GAME` names the law that it breaks",
            "错在游戏本身，不在局面：`retrograde laws GAME` 指出它违反了哪条约定";
        CorrectGame:
            "the fault is in the game, not in the position: correct the game, and run `retrograde laws GAME`, which checks more positions",
            "错在游戏本身，不在局面：请修正游戏，再运行 `retrograde laws GAME`，它检查更多局面";
        MostLikely { law: GameLaw }:
            "the fault is in the game, not in the position: `retrograde laws GAME` names the law that it breaks; most likely: {law}",
            "错在游戏本身，不在局面：`retrograde laws GAME` 指出它违反了哪条约定；最可能是：{law}";
        WrongFile { table: String }:
            "a stored table has a wrong value: `retrograde tables remove {table}`, with the same --tables, removes it, so that the board is solved again",
            "已保存的表中有错误的结果：用 `retrograde tables remove {table}`（--tables 不变）删除它，之后会重新求解";
        Broken { law: GameLaw, position: String, detail: Message }:
            "the fault is in the game, which breaks a law: {law}; at {position}: {detail}",
            "错在游戏本身，它违反了约定：{law}；见 {position}：{detail}";
        NoMachine:
            "no machine can store such a table; probe, line and why with --method shortcut use the game's own method, if it has one",
            "没有机器装得下这样的表；probe、line、why 加 --method shortcut 可用游戏自带的方法（如果有）";
        NoFit { instead: Instead }:
            "no table of this board fits the memory of this machine; solve a smaller board{instead}",
            "这台机器的内存装不下这个棋盘的表；可改解小一些的棋盘{instead}";
        Allow { memory: String, instead: Instead }: "allow it with --mem {memory}{instead}", "可用 --mem {memory} 放宽上限{instead}";
        AllowMore { memory: String }: "allow more with --mem {memory}", "可用 --mem {memory} 放宽上限";
        MoreDisk { disk: String }: "allow more with --disk {disk}, or more memory with --mem", "可用 --disk {disk} 放宽磁盘上限，或用 --mem 放宽内存上限";
        Space: "free some space, or choose another folder with -o", "请腾出空间，或用 -o 选择另一个文件夹";
        Limit: "this board is too large for this machine; with a memory limit (--mem), the program reports this sooner", "这台机器无法求解这么大的棋盘；用 --mem 设上限可以更早得知";
        MoreMemory: "start the server with a larger --mem", "启动时用 `--mem` 指定更多内存";
        InASecond: "ask again in a second", "请过一秒再问";
        FewerThreads: "use fewer threads, such as -j 1", "请减少线程，例如 -j 1";
    }
}

messages! {
    /// The alternatives if a table is too large.
    #[derive(Clone, Copy)]
    pub enum Instead {
        Nothing: "", "";
        Reachable: ", or try --domain reachable", "，或用 --domain reachable";
        Shortcut: ", or probe with --method shortcut, which gives the value alone", "，或用 probe --method shortcut 只求胜负";
        Either:
            ", try --domain reachable, or probe with --method shortcut, which gives the value alone",
            "，或用 --domain reachable，或用 probe --method shortcut 只求胜负";
    }
}

messages! {
    /// The kind of object that a name refers to.
    #[derive(Clone, Copy)]
    pub enum Thing {
        Game: "game", "游戏";
        GameOrFormat: "game or format", "游戏或格式";
        Format: "format", "格式";
        Side: "side", "一方";
        Value: "value", "结果";
        Piece: "piece", "棋子";
        Verb: "verb", "命令";
        Parameter: "parameter", "参数";
        Tool: "tool", "工具";
        Table: "table", "表";
    }
}

/// The ids that share one ambiguous name.
#[derive(Clone, Debug)]
pub(crate) struct Meanings(pub(crate) Vec<&'static str>);

/// The ids that share one ambiguous name, as a choice for the user.
#[derive(Clone, Debug)]
pub(crate) struct Choices(pub(crate) Vec<&'static str>);

impl Render for Meanings {
    fn render(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&joined(&self.0, " and of ", language))
    }
}

/// Tokens among which the user can choose.
#[derive(Clone, Debug)]
pub(crate) struct Tokens(pub(crate) Vec<String>);

impl Render for Tokens {
    fn render(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tokens: Vec<_> = self.0.iter().map(|token| format!("`{token}`")).collect();
        f.write_str(&joined(&tokens, " or ", language))
    }
}

impl Render for Choices {
    fn render(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&joined(&self.0, " or ", language))
    }
}

fn joined<S: Borrow<str> + fmt::Display>(names: &[S], english: &str, language: Language) -> String {
    match (language, names) {
        (Language::English, names) => names.join(english),
        (Language::Chinese, [names @ .., last]) if !names.is_empty() => format!("{} 或 {last}", names.join("、")),
        (Language::Chinese, names) => names.concat(),
    }
}
