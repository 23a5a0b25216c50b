//! Chinese texts of the service's errors. `Display` prints the errors in English.

use std::fmt::{self, Display};

use retrograde::rules::message::bytes;
use retrograde::rules::message::{Language, Render};

use crate::position::NoPiece;
use crate::session::AskError;

impl Render for AskError {
    fn render(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match language {
            Language::English => Display::fmt(self, f),
            Language::Chinese => chinese(self, f),
        }
    }
}

fn chinese(error: &AskError, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    const CHINESE: Language = Language::Chinese;
    match error {
        AskError::OtherInstance { game, table } => write!(f, "局面不在表 {table} 的 {game} 棋盘上"),
        AskError::NotReached { table } => write!(f, "表 {table} 中没有这个局面：表中只有从它的起点可达的局面"),
        AskError::Inconsistent { pos, what } => write!(f, "{pos} 处的值不一致：{}", what.in_language(CHINESE)),
        AskError::OneIdentity { table, detail } => {
            write!(f, "局面不在表 {table} 的棋盘上，标识却与之相同：{}", detail.in_language(CHINESE))
        }
        AskError::Piece(error) => error.render(CHINESE, f),
        AskError::TooMuch { positions, length, limit } => {
            write!(f, "答案有 {positions} 个局面，每个 {}，上限为 {}", bytes(*length as u64), bytes(*limit as u64))
        }
        AskError::Trace(error) => error.render(CHINESE, f),
        AskError::Certificate(error) => error.render(CHINESE, f),
        AskError::Unreadable(error) => error.render(CHINESE, f),
        AskError::Unsound(error) => error.render(CHINESE, f),
    }
}

impl Render for NoPiece {
    fn render(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match language {
            Language::English => Display::fmt(self, f),
            Language::Chinese => write!(f, "{} 没有叫 `{}` 的棋子", self.game, self.piece),
        }
    }
}
