//! Single words for values, solution methods and verdicts. Each word is a typed value that every language translates.

use std::fmt::Display;

use retrograde::author::{Domain, Way};
use retrograde::{Kind, messages};
use serde::{Serialize, Serializer};

use crate::verdict::{Defect, Verdict};

messages! {
    /// The word for a class of values.
    #[derive(Clone, Copy)]
    pub(crate) enum KindWord {
        Win: "win", "必胜";
        Loss: "loss", "必败";
        Tie: "tie", "平局";
        Draw: "draw", "不终局";
    }
}

impl From<Kind> for KindWord {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Win => Self::Win,
            Kind::Loss => Self::Loss,
            Kind::Tie => Self::Tie,
            Kind::Draw => Self::Draw,
        }
    }
}

messages! {
    /// The word for the set of positions that a table contains.
    #[derive(Clone, Copy)]
    pub(crate) enum DomainWord {
        All: "all", "全部局面";
        Reachable: "reachable", "可达局面";
        ReachableSlots: "reachable slots", "可达编号";
    }
}

impl From<Domain> for DomainWord {
    fn from(domain: Domain) -> Self {
        match domain {
            Domain::All => Self::All,
            Domain::Reachable => Self::Reachable,
        }
    }
}

messages! {
    /// The word for the method by which a game is solved.
    #[derive(Clone, Copy)]
    pub(crate) enum WayWord {
        Exploring: "exploring", "从起点搜索";
        Numbering: "numbering", "局面编号";
        UnMoves: "un-moves", "倒推（反向走子）";
    }
}

impl From<Way> for WayWord {
    fn from(way: Way) -> Self {
        match way {
            Way::Rules => Self::Exploring,
            Way::Numbered => Self::Numbering,
            Way::Reversible => Self::UnMoves,
        }
    }
}

messages! {
    /// The word for a verdict of `check`.
    #[derive(Clone, Copy)]
    pub(crate) enum VerdictWord {
        Ok: "ok", "正确";
        WrongAnswer: "wrong answer", "答案错误";
        PresentationError: "presentation error", "格式错误";
        Fail: "fail", "无法判定";
        UnexpectedEnd: "unexpected end of output", "输出过早结束";
    }
}

impl From<Verdict> for VerdictWord {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Ok => Self::Ok,
            Verdict::WrongAnswer => Self::WrongAnswer,
            Verdict::PresentationError => Self::PresentationError,
            Verdict::Fail => Self::Fail,
            Verdict::UnexpectedEnd => Self::UnexpectedEnd,
        }
    }
}

impl Serialize for Verdict {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        in_english(VerdictWord::from(*self), to)
    }
}

messages! {
    /// The word for a defect of a program under test.
    #[derive(Clone, Copy)]
    pub(crate) enum DefectWord {
        WrongAnswer: "wrong answer", "答案错误";
        Garbage: "garbage", "无法识别的输出";
        TooFew: "too few answers", "答案太少";
        TooMany: "too many answers", "答案太多";
        Crash: "crash", "崩溃";
        ExitCode: "exit code", "退出码";
        Timeout: "timeout", "超时";
        Memory: "memory limit", "超出内存限制";
        TooMuch: "too much output", "输出过多";
    }
}

impl From<Defect> for DefectWord {
    fn from(defect: Defect) -> Self {
        match defect {
            Defect::WrongAnswer => Self::WrongAnswer,
            Defect::Garbage => Self::Garbage,
            Defect::TooFew => Self::TooFew,
            Defect::TooMany => Self::TooMany,
            Defect::Crash => Self::Crash,
            Defect::ExitCode => Self::ExitCode,
            Defect::Timeout => Self::Timeout,
            Defect::Memory => Self::Memory,
            Defect::TooMuch => Self::TooMuch,
        }
    }
}

impl Serialize for Defect {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        in_english(DefectWord::from(*self), to)
    }
}

messages! {
    /// The word that describes how a test without a failure has ended.
    #[derive(Clone, Copy)]
    pub(crate) enum TestEnd {
        Ok: "ok", "正确";
        Interrupted: "interrupted", "已中断";
    }
}

/// Serializes a word in its English form.
fn in_english<S: Serializer>(word: impl Display, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(&word)
}
