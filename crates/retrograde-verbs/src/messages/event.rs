//! Messages of the check of an event log.

use retrograde::messages;
use retrograde::rules::message::Message;

use super::count::Counted;

messages! {
    /// The reason why an event of a log is wrong.
    pub(crate) enum WrongEvent {
        Unread { pos: String, reason: Message }: "{pos} is not a position: {reason}", "{pos} 不是局面：{reason}";
        NotOver { pos: String }: "the game is not over at {pos}", "{pos} 处对局尚未结束";
        Popped { pos: String }: "{pos} is taken from the queue before it has a value", "{pos} 还没有结果就从队列取出";
        Value { pos: String, found: Message, expected: Message }:
            "the table has {expected} for {pos}, the log has {found}", "{pos} 在表中是{expected}，日志中是{found}";
        Early { pos: String, action: String, to: String }:
            "{pos} gets its value too early: no move that gives this value is decided yet, such as {action} to {to}",
            "{pos} 过早得到结果：能得出这个结果的走法都还未定，例如 {action} 走到 {to}";
        EarlyLoss { pos: String, action: String, to: String }:
            "{pos} is called a loss too early: its move {action} leads to {to}, which has no value yet",
            "过早判定 {pos} 必败：走法 {action} 走到 {to}，那里还没有结果";
    }
}

messages! {
    /// A value with its depth, if the depth is known.
    pub(crate) enum Worth {
        In { value: Message, plies: Counted }: "{value} in {plies}", "{value}（{plies}）";
        InOther { value: Message, depth: String }: "{value} in {depth} plies", "{value}（{depth} 步）";
        Over { value: Message }: "{value}, game over", "{value}（对局已结束）";
        Plain { value: Message }: "{value}", "{value}";
        Other { word: String }: "`{word}`", "`{word}`";
        None: "no value", "没有结果";
    }
}
