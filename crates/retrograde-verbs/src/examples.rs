//! The examples of commands in the help and the manual, and the headings above them.

use retrograde::messages;

messages! {
    /// The description of an example, which says what the command of the example does.
    #[derive(Clone, Copy)]
    pub(crate) enum Does {
        Answer: "answer a judge's input file", "回答评测的输入文件";
        Probe: "print who wins a position, how fast, and how", "给出一个局面谁赢、几步赢、怎样赢";
        Generate: "find a position that the side to move wins", "找一个轮到走的一方必胜的局面";
    }
}

messages! {
    /// The headings of the parts of the help.
    pub(crate) enum Heading {
        Examples: "Examples", "示例";
        EveryVerb: "The options that every verb has", "每个命令都有的选项";
        MoreOptions:
            "`retrograde help options` lists the options that every verb has", "`retrograde help options` 列出每个命令都有的选项";
        ExitCodes: "Exit codes (check has its own, those of testlib: see its help)", "退出码（check 用 testlib 的退出码，见它的帮助）";
    }
}

/// A command and its description.
pub(crate) struct Example {
    pub(crate) does: Does,
    pub(crate) command: String,
}
