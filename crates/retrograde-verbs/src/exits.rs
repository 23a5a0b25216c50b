//! The exit codes of each verb, for the help and the manual pages.

use std::fmt;

use retrograde::messages;
use retrograde::rules::message::{Language, Render};

use crate::exit::{Exit, Meaning};
use crate::verdict::Verdict;

messages! {
    /// The special meaning of an exit code for one verb. For other verbs the code has another meaning.
    #[derive(Clone, Copy)]
    pub(crate) enum Reason {
        Unexpected: "a position is not as --expect demands", "有局面不符合 --expect";
        WrongEvent: "an event of the log that --check names is wrong", "--check 所指的日志中有错误的事件";
        WrongSample: "a value that --sample checks is wrong", "--sample 检查的结果有错误";
        WrongValue: "a value of the table is wrong, or a line of the proof does not follow", "表中有错误的结果，或证明中有一行不成立";
        OfProcesses: "a value is wrong, in `verify` or by `solve --sample`", "`verify` 或 `solve --sample` 发现错误的结果";
        NothingFound: "no such position or game was found", "没有找到这样的局面或对局";
        Fails: "the program fails", "程序出错";
        Differs: "an answer of the program differs", "程序的答案有不同";
        BrokenLaw: "the game breaks a law", "游戏违反约定";
        BadInput: "bad usage or bad input", "用法有误或输入有误";
        Refused: "refused; or out of memory, time or disk", "拒绝执行，或耗尽内存、时间或磁盘";
        Accepted: "ok", "正确";
        WrongAnswer: "wrong answer", "答案错误";
        Presentation: "presentation error", "格式错误";
        Fail: "fail, no verdict: an error in the arguments, the input, ANS or this program", "无法判定：参数、输入、ANS 或本程序有误";
        UnexpectedEnd: "unexpected end of the output", "输出过早结束";
    }
}

/// The meaning of an exit code of a verb.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Why {
    Usual(Meaning),
    Own(Reason),
}

impl Render for Why {
    fn render(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usual(meaning) => meaning.render(language, f),
            Self::Own(reason) => reason.render(language, f),
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.render(Language::English, f)
    }
}

/// The verbs that can end with [`Exit::No`], each with the reason for this exit code.
const NO: [(&str, Reason); 9] = [
    ("probe", Reason::Unexpected),
    ("trace", Reason::WrongEvent),
    ("solve", Reason::WrongSample),
    ("cluster", Reason::OfProcesses),
    ("verify", Reason::WrongValue),
    ("gen", Reason::NothingFound),
    ("stress", Reason::Fails),
    ("tabulate", Reason::Differs),
    ("laws", Reason::BrokenLaw),
];

/// The verbs that never read a stored table.
const WITHOUT_TABLES: [&str; 9] =
    ["validate", "convert", "games", "rules", "laws", "new", "completions", "man", "help"];

/// The verbs that wait for other processes.
const WITH_PROCESSES: [&str; 3] = ["solve", "cluster", "verify"];

/// The exit codes of `check`, which are testlib's.
const OF_CHECK: [(Verdict, Reason); 5] = [
    (Verdict::Ok, Reason::Accepted),
    (Verdict::WrongAnswer, Reason::WrongAnswer),
    (Verdict::PresentationError, Reason::Presentation),
    (Verdict::Fail, Reason::Fail),
    (Verdict::UnexpectedEnd, Reason::UnexpectedEnd),
];

/// Returns the exit codes of a verb in ascending order, each with its meaning.
pub(crate) fn of_verb(verb: &str) -> Vec<(u8, Why)> {
    let usual = |exit: &Exit| Some((exit.code(), meaning(*exit, verb)?));
    if verb != "check" {
        return Exit::ALL.iter().filter_map(usual).collect();
    }
    let own = OF_CHECK.iter().map(|&(verdict, reason)| (verdict.into(), Why::Own(reason)));
    own.chain([Exit::Internal, Exit::Interrupted].iter().filter_map(usual)).collect()
}

/// Returns the meaning of an exit code of a verb; `None` if the verb never ends with this code.
fn meaning(exit: Exit, verb: &str) -> Option<Why> {
    let own = match exit {
        Exit::No => NO.iter().find(|(name, _)| *name == verb)?.1,
        Exit::BadInput => Reason::BadInput,
        Exit::Refused if !WITH_PROCESSES.contains(&verb) => Reason::Refused,
        Exit::Damaged if WITHOUT_TABLES.contains(&verb) => return None,
        _ => return Some(Why::Usual(exit.meaning())),
    };
    Some(Why::Own(own))
}
