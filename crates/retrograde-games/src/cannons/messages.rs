//! The messages of cannons and of its contest format.

use retrograde::messages;
use retrograde::rules::Term;

use crate::messages::Sign;

messages! {
    /// Errors in a token.
    pub(super) enum Wrong {
        Empty: "the row is empty, expected `1` (red) and `0` (black)", "这一行是空的，应有 `1`（红）和 `0`（黑）";
        InRow { found: Sign }: "unexpected `{found}` in the row", "行中不应有 `{found}`";
        Row:
            "a row has `1` for each red cannon and `0` for each black one; it has no empty squares and no numbers for runs",
            "一行由 `1`（红炮）和 `0`（黑炮）组成，没有空格，也不用数字缩写";
        Passes { found: String }:
            "unexpected `{found}`, expected `p` (one pass), `pp` (two) or nothing",
            "不应有 `{found}`，只能是 `p`（停一着）、`pp`（停两着）或没有";
        TooLong { length: usize, most: u32 }:
            "a row of {length} cannons, expected at most {most}", "一行有 {length} 个炮，最多 {most} 个";
        AnyLength:
            "the contest format takes rows of any length: `retrograde answer p7387`",
            "比赛格式可以处理任意长的一行：`retrograde answer p7387`";
        PassedTooLate:
            "no capture is possible in this row, so the game ended before a side could pass",
            "这一行中谁也无法吃子，还没有人停着，对局就已结束";
        NoMoving: "a cannon cannot be put on another square", "炮不能随意移动";
    }
}

messages! {
    /// Messages on the layout and the limits of the contest's input.
    pub(super) enum Contest {
        Layout:
            "the input is the number of cases, then for each the number of cannons and a row of `1` (red) and `0` (black)",
            "输入为数据组数；每组先给出炮的个数，再给出一行 `1`（红）和 `0`（黑）";
        Answer:
            "the answer is a line for each case: `WIN` if red wins, `LOSE` if black wins, `TIE` if neither side wins",
            "答案为每组一行：红方胜为 `WIN`，黑方胜为 `LOSE`，不分胜负为 `TIE`";
        TooMany { most: u64 }: "more than {most} cannons in all", "炮的总数超过 {most}";
        Start: "in p7387 red is to move, and neither side has passed yet", "p7387 中轮到红方走，还没有人停着";
        EveryGameEnds: "every game ends", "每一局都会结束";
    }
}

messages! {
    /// The promises that subtasks make about their inputs.
    pub(super) enum Promise {
        UpTo { length: u64 }: "rows of at most {length} cannons", "每行最多 {length} 个炮";
    }
}

messages! {
    /// Errors for sizes that a row cannot have.
    pub(super) enum Sizes {
        NoWalls: "a row of cannons has no walls", "一行炮没有墙";
        OneRow { rows: u32 }: "cannons stand in one row, not in {rows}", "炮只有一行，不能有 {rows} 行";
        AskForOneRow { rows: u32, length: u32 }:
            "cannons stand in one row, not in {rows}: ask for 1x{length}", "炮只有一行，不能有 {rows} 行：请用 1x{length}";
        AskForTheSize { rows: u32, length: u32 }:
            "cannons stand in one row, not in {rows}: ask for the size 1x{length}", "炮只有一行，不能有 {rows} 行：大小请用 1x{length}";
        Row { most: u32, length: u32 }: "a row has 1 to {most} cannons, not {length}", "一行有 1 到 {most} 个炮，不能是 {length} 个";
        Contest { most: u32, length: u32 }:
            "a row of p7387 has 1 to {most} cannons, not {length}", "p7387 的一行有 1 到 {most} 个炮，不能是 {length} 个";
        Table { most: u32, length: u32 }:
            "a table holds rows of 1 to {most} cannons, not of {length}", "表中的一行有 1 到 {most} 个炮，不能是 {length} 个";
    }
}

messages! {
    /// Explanations of a position's value.
    pub(super) enum Theory {
        NobodyCaptures { mover: Term, own: u64, other: Term, enemies: u64 }:
            "neither side can capture, because any two cannons with one cannon between them have the same colour: of the cannons, \
{mover} has {own} and {other} has {enemies}",
            "谁也不能吃子，因为隔一个的两炮处处同色：{mover}有 {own} 个，{other}有 {enemies} 个";
        BothPassed { mover: Term, own: u64, other: Term, enemies: u64 }:
            "both sides have passed: of the cannons, {mover} has {own} and {other} has {enemies}",
            "双方相继停着：{mover}有 {own} 个，{other}有 {enemies} 个";
        More { all: u64, mover: Term, own: u64, other: Term, enemies: u64 }:
            "of {all} cannons, {mover} (to move) has {own} and {other} has {enemies}: {mover} captures at every turn, and {other} \
can take at most one cannon for each of these captures",
            "共 {all} 个炮，轮到{mover}走：{mover}有 {own} 个，{other}有 {enemies} 个。{mover}每回合都吃子，{other}至多一换一";
        Breaks { all: u64, mover: Term, own: u64, other: Term, enemies: u64 }:
            "of {all} cannons, {mover} (to move) has {own} and {other} has {enemies}: {mover} has a capture after which \
colours alternate, so neither side can capture and {mover} is ahead",
            "共 {all} 个炮，轮到{mover}走：{mover}有 {own} 个，{other}有 {enemies} 个。{mover}有一步吃子使两色相间，此后谁也不能再吃，\
{mover}领先";
        Kept { all: u64, mover: Term, own: u64, other: Term, enemies: u64 }:
            "of {all} cannons, {mover} (to move) has {own} and {other} has {enemies}: {mover} is never behind if it captures at \
every turn, and {other} can always reply so that {mover} has no capture after which colours alternate",
            "共 {all} 个炮，轮到{mover}走：{mover}有 {own} 个，{other}有 {enemies} 个。{mover}每回合都吃子就不会落后；{other}总有应着，使\
{mover}吃子后不能让两色相间";
        Saved { all: u64, mover: Term, own: u64, other: Term, enemies: u64 }:
            "of {all} cannons, {mover} (to move) has {own} and {other} has {enemies}: {mover} can always capture so that {other} has \
no capture after which colours alternate, and {other} is never behind if it captures at every turn",
            "共 {all} 个炮，轮到{mover}走：{mover}有 {own} 个，{other}有 {enemies} 个。{mover}总有一步吃子，使{other}吃子后不能让两色相间；\
{other}每回合都吃子就不会落后";
        Fewer { all: u64, mover: Term, own: u64, other: Term, enemies: u64 }:
            "of {all} cannons, {mover} (to move) has {own} and {other} has {enemies}: {other} captures at every turn; {mover} \
takes one cannon first, and then at most one for each of these captures",
            "共 {all} 个炮，轮到{mover}走：{mover}有 {own} 个，{other}有 {enemies} 个。{other}每回合都吃子，{mover}先吃一个，此后至多一换一";
    }
}
