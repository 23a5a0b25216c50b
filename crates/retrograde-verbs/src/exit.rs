//! The exit codes, defined once for the process, the help and the manual page.

use retrograde::messages;
use retrograde_service::failure::Fault;

/// The result of a run. The value of a position is never an exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    Done = 0,
    No = 1,
    BadInput = 2,
    Refused = 3,
    Damaged = 4,
    Internal = 70,
    Interrupted = 130,
}

impl Exit {
    pub(crate) const ALL: [Self; 7] =
        [Self::Done, Self::No, Self::BadInput, Self::Refused, Self::Damaged, Self::Internal, Self::Interrupted];

    pub(crate) const fn code(self) -> u8 {
        self as u8
    }

    /// Returns the meaning of this exit code in words.
    pub(crate) const fn meaning(self) -> Meaning {
        match self {
            Self::Done => Meaning::Done,
            Self::No => Meaning::No,
            Self::BadInput => Meaning::BadInput,
            Self::Refused => Meaning::Refused,
            Self::Damaged => Meaning::Damaged,
            Self::Internal => Meaning::Internal,
            Self::Interrupted => Meaning::Interrupted,
        }
    }
}

messages! {
    /// The meaning of an exit code in words.
    #[derive(Clone, Copy)]
    pub(crate) enum Meaning {
        Done: "done", "完成";
        No: "the answer is no: --expect failed, a table or a log has a wrong value, a game breaks a law, a program fails, or gen finds nothing",
            "答案是否定的：不符合 --expect，表或日志中有错误的结果，游戏违反约定，程序出错，或 gen 没有找到";
        BadInput: "bad usage or bad input (check: 3)", "用法有误或输入有误（check 为 3）";
        Refused: "refused; or out of memory, time or disk; or another process was lost", "拒绝执行，耗尽内存、时间或磁盘，或失去了另一个进程";
        Damaged: "a table's file is damaged, or belongs to another version, game or rules", "表的文件已损坏，或属于另一个版本、游戏或规则";
        Internal: "a bug in the program or in a game's rules", "程序或游戏规则的缺陷";
        Interrupted: "interrupted", "已中断";
    }
}

impl From<Fault> for Exit {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::No => Self::No,
            Fault::Input => Self::BadInput,
            Fault::Refused => Self::Refused,
            Fault::Damaged => Self::Damaged,
            Fault::Internal => Self::Internal,
            Fault::Interrupted => Self::Interrupted,
        }
    }
}

impl From<Exit> for u8 {
    fn from(exit: Exit) -> Self {
        exit.code()
    }
}
