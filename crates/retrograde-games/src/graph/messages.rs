//! The messages of graphs and of their file format.

use retrograde::messages;
use retrograde::rules::message::{Bytes, Message};

use crate::messages::FoundByte;

messages! {
    /// Errors in the text of a graph.
    pub(super) enum Wrong {
        Line:
            "each line is `name owner ending successors...`, such as `1 a - 2 3` or `4 b =`",
            "每行为 `名称 归属 结局 后继...`，例如 `1 a - 2 3` 或 `4 b =`";
        Node:
            "a node is `name.owner.ending.successors...`, such as `1.a.o.2.3` or `4.b.t`",
            "一个结点写作 `名称.归属.结局.后继...`，例如 `1.a.o.2.3` 或 `4.b.t`";
        Parts { node: String }: "node `{node}` has fewer than three parts", "结点 `{node}` 不足三部分";
        NoNodes: "there are no nodes", "没有结点";
        NoNode: "the name of the current node is missing, expected `_NAME`", "没有写明是哪个结点，应为 `_名称`";
        NotGiven { name: String }: "node {name} is not given", "没有给出结点 {name}";
        Name { name: String, most: usize }:
            "`{name}` is not a name, expected 1 to {most} letters and digits", "`{name}` 不是名称，应为 1 到 {most} 个字母和数字";
        LongName { most: usize }: "a name is longer than {most} letters and digits", "名称超过 {most} 个字母和数字";
        InName { found: FoundByte }:
            "{found} cannot stand in a name, only letters and digits can", "名称中不能有 {found}，只能有字母和数字";
        Idle { most: u32 }: "more than {most} consecutive bytes of blanks and comments", "连续的空白和注释超过 {most} 字节";
        Owner { found: String }: "`{found}` is not an owner, expected a or b", "`{found}` 不是归属，应为 a 或 b";
        ListEnding { found: String }: "`{found}` is not an ending, expected -, a, b or =", "`{found}` 不是结局，应为 -、a、b 或 =";
        TokenEnding { found: String }: "`{found}` is not an ending, expected o, a, b or t", "`{found}` 不是结局，应为 o、a、b 或 t";
        Expected { expected: Part, found: Message }: "expected {expected}, found {found}", "应为{expected}，实为{found}";
        Graphs { number: usize }: "an edge list holds one graph, not {number}", "一个边表只有一张图，不能有 {number} 张";
        NotFirst: "the position of an edge list is always its first node", "边表所指的总是第一个结点";
    }
}

messages! {
    /// Messages on the answers of an edge list.
    pub(super) enum Answers {
        Layout:
            "the answer is a line for each node: its name, then `win`, `loss` or `tie` for its owner and the number of plies, or `draw`",
            "答案为每个结点一行：名称，然后是其归属方的 `win`、`loss` 或 `tie` 及步数，或 `draw`";
    }
}

messages! {
    /// The parts of a line in an edge list.
    #[derive(Clone, Copy)]
    pub(super) enum Part {
        Node: "a node", "一个结点";
        Owner: "the owner of the node, a or b", "结点的归属 a 或 b";
        Ending: "the ending of the node, -, a, b or =", "结点的结局 -、a、b 或 =";
    }
}

messages! {
    /// Faults of a graph. Such faults can occur in tokens and in edge lists.
    #[derive(Clone, PartialEq, Eq)]
    pub(super) enum Fault {
        Twice { name: String }: "node {name} is given twice", "结点 {name} 出现了两次";
        NoSuccessor { name: String }: "node {name} is not over and has no successors", "结点 {name} 没有结束，却没有后继";
        OverWithSuccessors { name: String }: "node {name} is over, but has successors", "结点 {name} 已经结束，却有后继";
        Unknown { name: String, from: String }:
            "node {from} leads to {name}, which is not given", "结点 {from} 通向 {name}，但没有给出 {name}";
        TooMany { most: usize }: "more than {most} nodes", "超过 {most} 个结点";
        NoMemory { needed: Bytes }: "needs another {needed}, which the system cannot provide", "还需要 {needed} 内存，系统无法提供";
        TooLarge { nodes: u64, needed: u64, limit: Bytes }: "the graph takes more than {limit}", "这张图占用的内存超过 {limit}";
    }
}
