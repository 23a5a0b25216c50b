//! The Chinese texts of the solver's errors, and of the checked laws. A law is a property that every game must have.
//! This module has one `match` for each type. `Display` prints the English texts.

use std::fmt::{self, Display};

use crate::ask::certificate::TooManyClaims;
use crate::ask::questions::QuestionError;
use crate::ask::trace::TraceError;
use crate::author::check::GameLaw;
use crate::author::entry::TooManyMoves;
use crate::form::notation::NotationError;
use crate::judge::consistent::Inconsistent;
use crate::kernel::solve::SolveError;
use crate::rules::expansion::Law;
use crate::rules::message::{Language, Message, Render, bytes};
use crate::rules::value::Value;
use crate::table::values::Unreadable;

/// Implements [`Render`] for types whose English text `Display` prints.
macro_rules! chinese {
    ($($type:ty: |$it:ident, $f:ident| $chinese:expr;)*) => {
        $(impl Render for $type {
            fn render(&self, language: Language, $f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let $it = self;
                match language {
                    Language::English => Display::fmt($it, $f),
                    Language::Chinese => $chinese,
                }
            }
        })*
    };
}

chinese! {
    NotationError: |error, f| match error {
        NotationError::Malformed { message, .. } => Display::fmt(&message.in_language(Language::Chinese), f),
        NotationError::Illegal { reasons } => {
            Display::fmt(&Message::all(reasons.iter().cloned()).in_language(Language::Chinese), f)
        }
        NotationError::NoMemory { needed } => write!(f, "还需要 {} 内存，系统无法提供", bytes(*needed)),
    };
    SolveError: |error, f| match error {
        SolveError::TooLarge { slots, needed, limit } => {
            write!(f, "{slots} 个编号需要 {} 内存，上限为 {}", bytes(*needed), bytes(*limit))
        }
        SolveError::TooMany { reached, needed, limit } => {
            write!(f, "已搜索 {reached} 个局面，占用 {}，上限为 {}", bytes(*needed), bytes(*limit))
        }
        SolveError::NoMemory { needed } => write!(f, "还需要 {} 内存，系统无法提供", bytes(*needed)),
        SolveError::NoRoom { needed, limit } => {
            write!(f, "至少需要 {} 磁盘空间，上限为 {}", bytes(*needed), bytes(*limit))
        }
        SolveError::Scratch { reason } | SolveError::Lost { reason } => Display::fmt(&reason.in_language(Language::Chinese), f),
        SolveError::NoThreads { threads, reason } => write!(f, "无法启动 {threads} 个线程：{reason}"),
        SolveError::OneProcess => f.write_str("此游戏按层求解时只能使用一个进程"),
        SolveError::Cancelled => f.write_str("已取消"),
        SolveError::TooDeep => f.write_str("有局面的走法数或对局的步数超出了表能记录的范围"),
        SolveError::Unsound { slot, law } => {
            write!(f, "游戏的规则、编号与反向走子在编号 {slot} 处不一致：{}", law.in_language(Language::Chinese))
        }
        SolveError::Broken(broken) => {
            let (law, detail) = (&broken.law, broken.detail.in_language(Language::Chinese));
            f.write_str("游戏违反了约定：")?;
            law.render(Language::Chinese, f)?;
            write!(f, "；见 {}：{detail}", broken.position)
        }
        SolveError::Resume { reason } => write!(f, "无法从检查点继续：{}", reason.in_language(Language::Chinese)),
        SolveError::Tiers { names } => write!(f, "层 {names} 相互通达，或没有首尾相接"),
        SolveError::TierTwice { tier, child } => write!(f, "层 {tier} 两次列出层 {child}"),
        SolveError::Changing { position, action } => {
            write!(f, "同一局面的走法必须始终相同：{position} 中的 {action} 时有时无")
        }
        SolveError::Unnumbered { position, action } => {
            write!(f, "{position} 中的走法 {action} 通向一个没有编号的局面")
        }
    };
    Value: |value, f| {
        let class = match value {
            Self::Win(_) => "必胜",
            Self::Loss(_) => "必败",
            Self::Tie(_) => "平局",
            Self::Draw => "不终局",
        };
        match value.depth() {
            Some(depth) => write!(f, "{} 步{class}", depth.plies()),
            None => f.write_str(class),
        }
    };
    Inconsistent: |error, f| match error {
        Inconsistent::Ending { rule, expected, found } => write!(
            f,
            "对局已结束（{rule}），应为{}，值却是{}",
            expected.in_language(Language::Chinese),
            found.in_language(Language::Chinese)
        ),
        Inconsistent::Goes { rule, action } => write!(f, "对局已结束（{rule}），却有走法，如 {action}"),
        Inconsistent::Stuck => f.write_str("对局未结束，却没有走法"),
        Inconsistent::BestMove { expected, found, action } => write!(
            f,
            "它的值是{}，最佳走法 {action} 却得{}",
            found.in_language(Language::Chinese),
            expected.in_language(Language::Chinese)
        ),
    };
    QuestionError: |error, f| match error {
        QuestionError::NotHeld => f.write_str("表中没有这个局面"),
        QuestionError::Unnumbered { position, action } => {
            write!(f, "{position} 中的走法 {action} 通向表中没有的局面")
        }
        QuestionError::Unreadable(error) => error.render(Language::Chinese, f),
        QuestionError::Trace(error) => error.render(Language::Chinese, f),
        QuestionError::TooManyClaims(error) => error.render(Language::Chinese, f),
    };
    Unreadable: |error, f| write!(f, "无法读取这张表：{}", error.reason().in_language(Language::Chinese));
    TraceError: |error, f| match error {
        TraceError::TooManySlots { slots, limit } => {
            write!(f, "这张表有 {slots} 个编号，超过 {limit} 个编号的表不生成过程")
        }
        TraceError::TooManyPositions { limit } => {
            write!(f, "决定这个局面的局面超过 {limit} 个，这么多的过程不生成")
        }
        TraceError::TooDeep { plies, limit } => write!(f, "有局面在 {plies} 步内定出，超过 {limit} 步的全景不生成"),
        TraceError::TooManyEvents { events, limit } => write!(f, "过程有 {events} 个事件，最多 {limit} 个"),
    };
    TooManyClaims: |error, f| write!(f, "证书最多 {} 条论断，这个局面需要更多", error.limit);
    TooManyMoves: |error, f| write!(f, "这个局面有 {} 种走法，连同走后的局面太多，不能一一列出", error.moves);
    Law: |law, f| f.write_str(match law {
        Self::Numbering => "局面有自己的编号",
        Self::Holes => "编号有值，当且仅当它有局面",
        Self::Ending => "已结束的局面的值由其结局决定",
        Self::BestMove => "局面的值等于最佳走法的值",
    });
    GameLaw: |law, f| f.write_str(match law {
        Self::EndingHasNoMoves => "已结束的局面没有走法",
        Self::OpenHasMoves => "未结束的局面有走法",
        Self::MovesPrintDifferently => "同一局面的走法写法各不相同",
        Self::RulesAreRepeatable => "同一局面的轮次、结局和走法始终相同",
        Self::TiesAreDeclared => "没有平局的游戏不会以平局结束",
        Self::EqualPositionsAreOne => "相等的局面轮次、结局、走法和写法都相同",
        Self::OrderAgreesWithEquality => "局面比较为相等，当且仅当它们相等",
        Self::OrderIsTotal => "局面的顺序前后一致",
        Self::HashAgreesWithEquality => "相等的局面散列值相同",
        Self::NothingPanics => "游戏的代码不会崩溃",
        Self::NumberingIsBijective => "编号与局面互逆",
        Self::ChildrenAreNumbered => "有编号的局面的后继也有编号",
        Self::OpenMovesCountChildren => "走法数是不同后继的个数",
        Self::UnmovesHaveMoves => "反向走子到达的局面有这个走法",
        Self::MovesHaveUnmoves => "每个走法都有反向走子",
        Self::UnmovesAreDistinct => "反向走子各不相同",
        Self::MovesFollowTiers => "走法留在本层，或通向本层的下一层",
        Self::TiersVisitOpenMoves => "按层求解时，反向走子与离层走法到达局面的次数等于它未堵的走法数",
        Self::UnmovesVisitOpenMoves => "反向走子到达局面的次数等于它未堵的走法数，每个后继至少一次",
        Self::TurnsAlternate => "游戏说双方轮流走子时，确实轮流",
        Self::WinsAtOnceAreMoves => "有走法到己方获胜的结局，才是一步即胜",
        Self::ElidedPositionsAreWon => "被省略的局面至多一步即胜负已分，以被省略的终局取胜的局面也被省略",
        Self::SymmetriesKeepTheGame => "对称保持轮次、结局、走法和后继",
        Self::SlotsAreOrbits => "若编号就是轨道，共用编号的局面通向相同的编号",
        Self::SeedsAreWhatMovesSay => "初值与走法一致",
        Self::PredecessorsAreUnmoves => "前驱就是反向走子，且轮次相符",
        Self::ExamplesAreRead => "游戏的例子都能读入",
        Self::InstancesAreTold => "不同的棋盘标识不同",
        Self::NotationRoundTrips => "写出的局面读回来不变",
        Self::TokensAreSafe => "局面串只用 A-Z a-z 0-9 : / _ .",
        Self::LooksReadPositions => "外观能读入每个局面，轮次相符，写回来不变",
        Self::KitNamesWhatIsSeen => "看到的棋子和地面在部件表中各有自己的标识",
        Self::SquaresAreOnTheBoard => "棋子、目标和结局都在棋盘的格子上",
        Self::MovesTouchTheBoard => "走法经过的都是棋盘上的格子",
        Self::EditsAreJudged => "编辑器给出的编辑或成为局面，或说明理由加以拒绝",
    });
}
