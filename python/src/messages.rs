//! The messages that only this package needs.

use retrograde::messages;
use retrograde::rules::message::Bytes;

messages! {
    /// The reason why a question has no answer.
    pub(crate) enum Refused {
        Unsolved { limit: Bytes }:
            "this board is not solved and needs more than {limit}, which is the most that a question uses",
            "这个棋盘尚未求解，需要的内存超过 {limit}，即提问时可用的上限";
        NoMove { text: String, pos: String }: "`{text}` is not a move of {pos}", "`{text}` 不是 {pos} 的走法";
        NoGenerator { game: &'static str }: "{game} has no random starts", "{game} 没有随机的开局";
        Keep { text: String }: "`{text}` is not what a table can store", "表不能存储 `{text}`";
        NoFolder: "no folder is given for the table", "没有给出存放表的目录";
        Language { text: String }: "`{text}` is not a language", "`{text}` 不是语言";
    }
}

messages! {
    /// The error in an argument.
    pub(crate) enum Wrong {
        Array { what: &'static str, node: usize }: "`{what}` of position {node} is missing or out of range", "局面 {node} 的 `{what}` 缺失或超出范围";
    }
}

messages! {
    /// Advice.
    pub(crate) enum Hint {
        Solve { call: String }: "call {call} of the position first, and keep the table that it returns", "请先调用局面的 {call}，并保留它返回的表";
        Moves { moves: String }: "the moves are: {moves}", "走法有：{moves}";
        Keep: "write keep=\"depths\" or keep=\"class\"", "请写 keep=\"depths\" 或 keep=\"class\"";
        Folder: "add tables=\"DIR\"", "请加上 tables=\"目录\"";
        Languages: "the languages are \"en\" and \"zh\"", "语言有 \"en\" 和 \"zh\"";
    }
}
