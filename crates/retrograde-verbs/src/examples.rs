//! The examples of the help and the manual.

use retrograde::messages;

messages! {
    /// What an example does.
    #[derive(Clone, Copy)]
    pub(crate) enum Does {
        Answer: "answer a judge's input file", "回答评测的输入文件";
        Probe: "tell who wins a position, how fast, and how", "给出一个局面谁赢、几步赢、怎样赢";
        Generate: "make 10 boards that Red wins in 41 plies or more", "生成 10 张红方至少 41 步才能取胜的棋盘";
    }
}

messages! {
    /// What stands above the examples, and above the exit codes.
    pub(crate) enum Heading {
        Examples: "Examples", "示例";
        ExitCodes: "Exit codes (check has its own, those of testlib: see its help)", "退出码（check 用 testlib 的退出码，见它的帮助）";
    }
}

/// The examples at the head of the help: what they do, and the command.
pub(crate) const EXAMPLES: [(Does, &str); 3] = [
    (Does::Answer, "retrograde answer p9169 < zu.in > zu.out"),
    (Does::Probe, "retrograde probe pawn:H1H/O1O/1X1_r"),
    (Does::Generate, "retrograde gen pawn --value win --min-depth 41 -n 10"),
];
