//! The messages of race and of its contest format.

use retrograde::author::Square;
use retrograde::messages;

use crate::messages::{Counted, Size};

messages! {
    /// Reasons why an arrangement of tokens and homes is illegal.
    pub(super) enum Misplaced {
        NoToken { letter: char }: "no token {letter}, expected one", "没有棋子 {letter}，应有一个";
        Tokens { number: usize, letter: char, first: Square, second: Square }:
            "{number} tokens {letter}, such as {first} and {second}, expected one",
            "棋子 {letter} 有 {number} 个（例如 {first} 和 {second}），应只有一个";
        HomeOutside { letter: char, home: Square }: "{letter}'s home {home} is outside the board", "{letter} 的起点 {home} 不在棋盘上";
        HomeInWall { letter: char, home: Square }: "{letter}'s home {home} is a wall", "{letter} 的起点 {home} 是墙";
        OneHome { home: Square }: "both homes are {home}, expected two squares", "两个起点都是 {home}，应为两个不同的格子";
        NoHomes { square: Square }:
            "both tokens are on {square}, but the homes are missing, expected two squares such as `_a1.d4`",
            "两个棋子都在 {square}，而没有写出起点，例如 `_a1.d4`";
        Together { square: Square }:
            "both tokens are on {square}, which is not a home", "两个棋子都在 {square}，那里不是任何一方的起点";
        Arrived:
            "both tokens have arrived, but the first one ended the game", "两个棋子都已到达，但先到的一方已结束对局";
        Homes { found: String }:
            "`{found}` does not give both homes, expected two squares such as `a1.d4`",
            "`{found}` 不是 A、B 的起点，应为两个格子，例如 `a1.d4`";
        NotFloor { square: Square }: "{square} is not floor", "{square} 不是空地";
        WouldMeet { square: Square }:
            "both tokens would be on {square}, which is not a home", "两个棋子会同在 {square}，那里不是任何一方的起点";
        WouldArrive:
            "both tokens would have arrived, but the first one ended the game", "两个棋子都已到达，但先到的一方已结束对局";
    }
}

messages! {
    /// Messages on the layout and the limits of the contest's input, with advice.
    pub(super) enum Contest {
        Layout:
            "the input is the number of boards, then for each its size n and n rows of n squares, `.` floor, `#` wall, one `A` and \
one `B`",
            "输入为棋盘数；每张棋盘先给出大小 n，再给出 n 行，每行 n 格：`.` 空地，`#` 障碍，`A`、`B` 各一个";
        Answer:
            "the answer is a line for each board: the winner, `A` or `B`", "答案为每张棋盘一行：胜者 `A` 或 `B`";
        NoPath: "no path from A to B", "A 与 B 之间没有路";
        NoWord:
            "correct the board; without a path the game never ends, and this format has no answer for such a game",
            "请改正棋盘；没有路时对局永远下不完，这种格式无法表示";
        NotSquare: "a board of p4658 has as many rows as columns", "p4658 的棋盘行数与列数相等";
        Turn: "in p4658 A is to move", "p4658 中轮到 A 走";
        NotHome: "in p4658 the tokens stand on their homes", "p4658 中棋子都在各自的起点";
    }
}

messages! {
    /// The promises that subtasks make about their boards.
    pub(super) enum Promise {
        UpTo { side: u64 }: "boards of at most {side}x{side}", "棋盘最大为 {side}x{side}";
    }
}

messages! {
    /// Errors for sizes that boards cannot have.
    pub(super) enum Sizes {
        Board { size: Size, most: usize }:
            "a board of {size}, expected 1x2 to {most}x{most}", "棋盘大小为 {size}，应为 1x2 到 {most}x{most}";
        NotSquare { size: Size }:
            "a board of p4658 has as many rows as columns, not {size}", "p4658 的棋盘行数与列数相等，不能是 {size}";
        Contest { most: usize, size: Size }:
            "a board has 2x2 to {most}x{most} squares, not {size}", "棋盘应为 2x2 到 {most}x{most}，不能是 {size}";
        NoPath { tries: u32, size: Size, walls: u32 }:
            "no path in {tries} boards of {size} with {walls} percent walls: ask for fewer walls",
            "{tries} 张 {size}、墙占 {walls}% 的棋盘中都没有路：请减少墙";
    }
}

messages! {
    /// Explanations why a position is won.
    pub(super) enum Theory {
        Odd { length: u32 }:
            "a shortest path between the homes has an odd number of steps, {length}: B can jump over A only when A is \
more than half way, which is too late",
            "两个起点间的最短路长为奇数 {length}：B 要跳过 A，A 必已走过半程，为时已晚";
        BMeets { length: u32, half: u32 }:
            "a shortest path between the homes has {length} steps, and whatever path A takes, B can step onto A's \
square half way, after {half} steps, and jump",
            "两个起点间的最短路长为 {length}：无论 A 走哪条路，B 都能在 {half} 步后的半途走到 A 所在的格子，并跳过去";
        ASlips { length: u32, half: u32 }:
            "a shortest path between the homes has {length} steps, and A can take one on which B cannot step onto \
A's square half way, after {half} steps",
            "两个起点间的最短路长为 {length}：A 可以选一条路，使 B 无法在 {half} 步后的半途走到 A 所在的格子";
        WinnerMoves { winner: char, steps: Counted, other: char, other_steps: u32 }:
            "the tokens are level or have passed each other: {winner} (to move) has {steps} to go, and {other} has {other_steps}",
            "双方已经齐头或错过：轮到 {winner} 走，{winner} 还差 {steps}，{other} 还差 {other_steps} 步";
        LoserMoves { winner: char, steps: Counted, other: char, other_steps: u32 }:
            "the tokens are level or have passed each other: {winner} has {steps} to go, and {other} (to move) has {other_steps}",
            "双方已经齐头或错过：{winner} 还差 {steps}，轮到走的 {other} 还差 {other_steps} 步";
    }
}
