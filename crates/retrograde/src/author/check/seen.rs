//! Messages that describe how a game breaks a law (a property that every game must have).

use crate::rules::message::Message;

/// The maximum number of items that a message lists.
const MOST_LISTED: usize = 8;

crate::messages! {
    /// The difference between the expected and the actual behaviour of a game.
    pub(super) enum Finding {
        Goes { rule: &'static str, moves: Listed }:
            "the game is over by {rule}, but there are moves: {moves}", "对局已结束（{rule}），却有走法：{moves}";
        Level { rule: &'static str }: "the game ends level by {rule}", "对局以平局结束（{rule}）";
        Stuck: "no move and no ending", "没有走法，也没有结局";
        MovesPrintAlike { text: String }: "two moves print as {text}", "两个走法都写作 {text}";
        OtherMoves { first: Listed, then: Listed }: "the moves are {first}, then {then}", "走法先是 {first}，后是 {then}";
        OtherChildren { first: Listed, then: Listed }: "the moves lead to {first}, then {then}", "走法先到 {first}，后到 {then}";
        OtherTurn: "the side to move or the ending changes between two calls", "轮次或结局会变";
        EqualTo { name: String }: "it is equal to {name}", "它与 {name} 相等";
        EqualTurn: "an equal position has another side to move", "与它相等的局面轮次不同";
        EqualEnding: "an equal position has another ending", "与它相等的局面结局不同";
        EqualMoves { theirs: Listed, ours: Listed }:
            "an equal position has other moves: {theirs} instead of {ours}", "与它相等的局面走法不同：是 {theirs}，不是 {ours}";
        SlotOfNone { slot: u64 }: "it has slot {slot}, which has no position", "它的编号是 {slot}，而该编号没有局面";
        SlotOfOther { slot: u64, other: String }: "it has slot {slot}, which has {other}", "它的编号是 {slot}，而该编号的局面是 {other}";
        FoundAt { slot: u64, found: u64 }: "it has slot {slot}, but is found at {found}", "它的编号是 {slot}，却在 {found} 处找到";
        NotFound { slot: u64 }: "it has slot {slot}, but is not found", "它的编号是 {slot}，却找不到";
        Unnumbered { child: Listed }: "{child} has no number", "{child} 没有编号";
        Counted { counted: u32, distinct: usize }: "the game counts {counted} open moves, but there are {distinct}", "数得 {counted} 个，实有 {distinct} 个";
        Seeded { given: String, expected: String }: "its seed is {given}, but its moves require {expected}", "初值是 {given}，按走法应为 {expected}";
        Orbit { given: Listed, expected: Listed }:
            "its moves lead to {given}, but those of its slot's representative lead to {expected}",
            "它的走法通向 {given}，而其编号的局面的走法通向 {expected}";
        TurnedTurn { symmetry: usize }: "symmetry {symmetry} does not preserve the side to move", "对称 {symmetry} 没有保持轮次";
        TurnedEnding { symmetry: usize }: "symmetry {symmetry} does not preserve the ending", "对称 {symmetry} 没有保持结局";
        TurnedMoves { symmetry: usize }: "symmetry {symmetry} does not preserve the moves", "对称 {symmetry} 没有保持走法";
        MovesAgain { child: Listed }: "the same side moves again in {child}", "在 {child} 中仍是同一方走子";
        ElidedUndecided: "it is elided, but neither won by the next move nor over with a winner", "它被省略，却既非一步胜，也非已分胜负";
        NotElided { child: Listed }:
            "the move to {child} wins, and {child} is elided, but the position is not", "走到 {child} 即胜，{child} 被省略，该局面却没有被省略";
        WinAtOnce: "a move wins at once, but the game says that no move does", "有一步即胜的走法，游戏却说没有";
        NoWinAtOnce: "no move wins at once, but the game says that one does", "没有一步即胜的走法，游戏却说有";
        SlotBack { slot: u64, back: u64 }: "the position of slot {slot} has slot {back}", "编号 {slot} 的局面的编号是 {back}";
        Misfiled { slot: u64, place: u64 }:
            "in files, slot {slot} is stored at place {place}, but another slot is stored there too", "编号 {slot} 在文件中的位置是 {place}，而该位置不只属于它";
        UnmoveTwice { parent: Listed }: "the un-move to {parent} occurs twice", "到 {parent} 的反向走子出现两次";
        UnmoveOfNone { parent: Listed }:
            "the un-move leads to {parent}, which has no move back", "到 {parent} 的反向走子没有对应的走法";
        NoUnmove { child: Listed }: "the move to {child} has no un-move", "到 {child} 的走法没有反向走子";
        Predecessors { given: Listed, expected: Listed }: "the game gives the predecessors {given} instead of {expected}", "得到 {given}，应为 {expected}";
        Visited { open: u32, visits: usize, children: Listed }:
            "it has {open} open moves, but un-moves visit it {visits} times, from {children}", "未堵的走法有 {open} 个，反向走子却到达 {visits} 次：{children}";
        InTier { named: usize, tier: usize }:
            "the game says that it is in tier {named}, but its slot is in tier {tier}", "游戏称它在层 {named}，而它的编号在层 {tier}";
        LeavesTier { from: usize, to: usize }:
            "a move leads from tier {from} to tier {to}, which tier {from} does not list", "有走法从层 {from} 通向层 {to}，而层 {from} 没有列出它";
        Unsafe { found: String }: "the token contains the character {found}", "局面串中有 {found}";
        ReadAsOther { token: String }: "it is read as {token}, which is not equal to it", "读成 {token}，与原来不相等";
        ReadElsewhere { token: String }: "it is read as {token}, of another instance", "读成 {token}，在另一张棋盘上";
        Refused { error: Message }: "the game cannot read it: {error}", "读入时被拒绝：{error}";
        PrintedElse { token: String }:
            "another instance of the same identity prints it as {token}", "标识相同的另一张棋盘写作 {token}";
        NotPrinted { panic: String }:
            "another instance of the same identity cannot print it: {panic}", "标识相同的另一张棋盘写不出它：{panic}";
        CloneHash: "its clone has another hash", "它的副本散列值不同";
        EqualHash { name: String }: "{name} is equal, but has another hash", "{name} 与它相等，散列值却不同";
        Unsorted: "the positions cannot be sorted", "局面无法排序";
        SortedBefore { name: String }: "it is before {name} in sorted order, but is greater", "排序后它在 {name} 之前，却比它大";
        Compared { name: String, there: String, back: String }:
            "compared with {name} it is {there}, but the reverse comparison gives {back}", "与 {name} 比较得 {there}，反过来得 {back}";
        ComparesEqual { name: String }: "{name} compares as equal, but is not equal", "{name} 比较为相等，其实不相等";
        ComparesOther { name: String }: "{name} is equal, but does not compare as equal", "{name} 与它相等，比较却不相等";
    }
}

crate::messages! {
    /// The first few items of a list, and the number of further items.
    pub(super) enum Listed {
        None: "none", "无";
        All { shown: String }: "{shown}", "{shown}";
        Some { shown: String, more: usize }: "{shown} and {more} more", "{shown} 等，另有 {more} 个";
    }
}

impl<T: AsRef<str>> FromIterator<T> for Listed {
    fn from_iter<I: IntoIterator<Item = T>>(texts: I) -> Self {
        let texts: Vec<_> = texts.into_iter().collect();
        let first: Vec<_> = texts.iter().take(MOST_LISTED).map(AsRef::as_ref).collect();
        let shown = first.join(", ");
        match texts.len().saturating_sub(MOST_LISTED) {
            0 if texts.is_empty() => Self::None,
            0 => Self::All { shown },
            more => Self::Some { shown, more },
        }
    }
}
