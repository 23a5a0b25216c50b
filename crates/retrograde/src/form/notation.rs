//! The text form of positions. A position has a token of the form `<game>:<board>_<turn>[_<extra>]`. A token is safe in
//! a shell and in a URL.

use std::ops::Range;

use thiserror::Error;

use crate::rules::game::Game;
use crate::rules::memory::NoMemory;
use crate::rules::message::{Joined, Message, bytes};
use crate::rules::text::Term;

/// A game with a name, a text of its rules, and a text form of its positions.
///
/// # Laws
/// * For every position `p` of an instance `g`, `parse(g.print(p))` must return `p` and an instance. All positions of
///   this instance must also be positions of `g` (see [`holds`](Notation::holds)). `parse` may also accept other
///   spellings of `p`.
/// * Tokens contain only the characters `A-Z a-z 0-9 : / _ .`.
///
/// Every notation must satisfy these laws. The function [`crate::author::check::check_notation`] tests them.
pub trait Notation: Game + Sized {
    /// The game's id, such as `pawn`. The id precedes the colon of every token.
    const ID: &'static str;

    /// The two players' names in lower case, in the order of [`crate::Side`], such as `["red", "black"]`.
    const SIDES: [&'static str; 2];

    /// The title of the game. The title is one line that names the kind of game and its origin.
    const TITLE: &'static str;

    /// The rules in English, as full sentences. The text uses the same words for endings as [`crate::Ending::rule`].
    const RULES: &'static str;

    /// The title in Chinese. The default is the English title.
    const TITLE_ZH: &'static str = Self::TITLE;

    /// The rules in Chinese; no line is longer than 40 characters. The default is the English text.
    const RULES_ZH: &'static str = Self::RULES;

    /// The players' names in Chinese. The default is [`SIDES`](Self::SIDES).
    const SIDES_ZH: [&'static str; 2] = Self::SIDES;

    /// Chinese translations of the words of [`crate::Ending::rule`], such as `("captured", "吃子")`.
    const ENDINGS_ZH: &'static [(&'static str, &'static str)] = &[];

    /// Examples of tokens, without the id and the colon. The first example is the usual start.
    const EXAMPLES: &'static [&'static str];

    /// The version of the rules and the numbering. Increase the version whenever a change of the rules or of the
    /// numbering changes tables.
    const VERSION: u32 = 1;

    /// Reads the part of a token after `<game>:`. Returns the instance and the position.
    fn parse(text: &str) -> Result<(Self, Self::Position), NotationError>;

    /// Prints the part of the token after `<game>:`.
    fn print(&self, position: &Self::Position) -> String;

    /// Returns the approximate length of the result of [`print`](Self::print) in bytes. If a game reads its instances
    /// from files of any size, it must override this function, because the program checks the memory with this length
    /// before it prints positions.
    fn length(&self) -> usize {
        0
    }

    /// Returns the text that distinguishes this instance from other instances of the same game. An example is a text
    /// that describes the walls of a board. The text is empty if the game has only one instance. The identity is part
    /// of a table's name. So instances with the same identity share a table. A game with several instances must
    /// override this function. The command `laws` finds instances that share an identity by mistake. A query returns an
    /// error if the instance of the table prints the queried position differently from the position's own instance.
    fn identity(&self) -> String {
        String::new()
    }

    /// Returns whether the positions of `other` are also positions of this instance, with the same moves and slots. The
    /// result is true if `other` is the same instance. The result is also true if `other` is a smaller instance whose
    /// positions this instance contains.
    fn holds(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }

    /// Returns the board as a drawing of a few lines for a terminal, without a final newline. The default is the text
    /// that [`print`](Self::print) returns. Some games have neither a drawing nor [`Looks`](crate::Looks). If `/`
    /// separates rows in their tokens, the board is drawn as a grid of letters.
    fn draw(&self, position: &Self::Position) -> String {
        self.print(position)
    }

    /// Reads a text that names a position only within this instance. An example is the name of a node in a graph file.
    /// For this instance, [`token`](Self::token) prints texts of this kind; no other instance can read them. The
    /// default is `None`.
    fn recall(&self, _text: &str) -> Option<Self::Position> {
        None
    }

    /// Returns the players' names in both languages, in the order of [`crate::Side`].
    fn players() -> [Term; 2] {
        let [first, second] = Self::SIDES;
        let [first_zh, second_zh] = Self::SIDES_ZH;
        [Term::new(first, first_zh), Term::new(second, second_zh)]
    }

    /// Returns the complete token.
    fn token(&self, position: &Self::Position) -> String {
        format!("{}:{}", Self::ID, self.print(position))
    }
}

/// The reason why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotationError {
    /// The text does not follow the syntax of the notation. The first error in reading order is reported.
    #[error("{message}")]
    Malformed {
        /// The error as one sentence without a full stop, such as `row 3 has 6 squares, expected 5`.
        message: Message,
        /// The byte range of the error in the text after `<game>:`.
        at: Range<usize>,
        /// An example of a correct text, or a command that shows more information.
        hint: Option<Message>,
    },
    /// The text is well-formed, but no board can have such a position. All reasons are reported, in a fixed order.
    #[error("{}", Joined(reasons))]
    Illegal {
        /// The reasons, each as one sentence without a full stop.
        reasons: Vec<Message>,
    },
    /// The system does not have enough memory for the board.
    #[error("needs another {}, which the system cannot provide", bytes(*.needed))]
    NoMemory {
        /// The number of bytes that the program requested.
        needed: u64,
    },
}

impl From<NoMemory> for NotationError {
    fn from(NoMemory { needed }: NoMemory) -> Self {
        Self::NoMemory { needed }
    }
}

impl NotationError {
    /// Returns the error for a malformed text, without a hint.
    pub fn malformed(at: Range<usize>, message: impl Into<Message>) -> Self {
        Self::Malformed { message: message.into(), at, hint: None }
    }

    /// Adds a hint to the error.
    #[must_use]
    pub fn hint(mut self, advice: impl Into<Message>) -> Self {
        if let Self::Malformed { hint, .. } = &mut self {
            *hint = Some(advice.into());
        }
        self
    }
}
