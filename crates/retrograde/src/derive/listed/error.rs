//! The reasons why lists do not form a game.

use std::fmt::{self, Display};

use super::lists::Node;
use crate::kernel::solve::SolveError;
use crate::messages;
use crate::rules::message::{Language, Message, Render};

/// The reason why lists do not form a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ListError {
    /// The lists do not fit in memory.
    Memory(SolveError),
    /// A position breaks a law.
    Position {
        /// The first position that breaks the law.
        node: Node,
        /// A sentence that describes the broken law. The sentence begins with the name of the position.
        message: Message,
    },
    /// There are no positions.
    Empty,
}

impl From<SolveError> for ListError {
    fn from(error: SolveError) -> Self {
        Self::Memory(error)
    }
}

impl Render for ListError {
    fn render(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory(error) => error.render(language, f),
            Self::Position { message, .. } => Display::fmt(&message.in_language(language), f),
            Self::Empty => Broken::Empty.render(language, f),
        }
    }
}

impl Display for ListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.render(Language::English, f)
    }
}

impl std::error::Error for ListError {}

messages! {
    /// The laws of a game that is given as lists.
    pub(super) enum Broken {
        Empty: "the game has no positions", "游戏没有局面";
        NoMove { name: String }: "position {name} has neither an ending nor a move", "局面 {name} 既没有结局也没有走法";
        OverWithMoves { name: String }: "position {name} has an ending, but also moves", "局面 {name} 已有结局，却还有走法";
        SameText { name: String, text: String }: "position {name} has two moves with the text `{text}`", "局面 {name} 有两个走法都写作 `{text}`";
        SameName { name: String, other: u32 }: "positions {other} and {name} have the same name", "局面 {other} 与 {name} 同名";
        NoChild { name: String, child: u32, positions: u32 }:
            "a move of position {name} leads to position {child}, but the last position is {positions}",
            "局面 {name} 的一个走法通向局面 {child}，但最后一个局面是 {positions}";
        BadName { name: String }: "the name of position {name} is empty or has other characters than A-Z a-z 0-9 : / _ .",
            "局面 {name} 的名称是空的，或含有 A-Z a-z 0-9 : / _ . 以外的字符";
        BadText { name: String }: "a move of position {name} has a text that is empty or has characters that do not print", "局面 {name} 的一个走法的写法是空的，或含有不可显示的字符";
        SomeNames { name: String }: "position {name} has no name, but others have", "局面 {name} 没有名称，而其他局面有";
        SomeTexts { name: String }: "some moves have a text, and a move of position {name} has none", "有的走法有写法，而局面 {name} 的一个走法没有";
        Endings { name: String, most: usize }: "with position {name}, there are more than {most} different endings", "到局面 {name} 为止，不同的结局超过 {most} 种";
    }
}
