//! Positions as text: one token, `<game>:<board>_<turn>[_<extra>]`, that survives a shell and a URL.

use std::ops::Range;

use thiserror::Error;

use crate::rules::game::Game;
use crate::rules::memory::NoMemory;
use crate::rules::message::{Joined, Message, bytes};
use crate::rules::text::Term;

/// A game with a name, rules in words, and a text form of its positions.
///
/// # Laws
/// * Reading is relaxed and printing is strict: for every position `p` of an instance `g`,
///   `parse(g.print(p))` gives back `p`, on an instance whose positions `g` [`holds`](Notation::holds).
/// * Tokens use only `A-Z a-z 0-9 : / _ .`.
///
/// [`crate::author::check::check_notation`] tests them.
pub trait Notation: Game + Sized {
    /// The game's id, in front of the colon of every token: `pawn`.
    const ID: &'static str;

    /// The two players' names in lower case, in the order of [`crate::Side`]: `["red", "black"]`.
    const SIDES: [&'static str; 2];

    /// One line that says what the game is, and where it comes from.
    const TITLE: &'static str;

    /// The rules in English: full sentences, the endings with the words that [`crate::Ending::rule`] uses.
    const RULES: &'static str;

    /// The title in Chinese; in English, unless the game says otherwise.
    const TITLE_ZH: &'static str = Self::TITLE;

    /// The rules in Chinese, no line longer than 40 characters; in English, unless the game says otherwise.
    const RULES_ZH: &'static str = Self::RULES;

    /// The players' names in Chinese; the same as in tokens, unless the game says otherwise.
    const SIDES_ZH: [&'static str; 2] = Self::SIDES;

    /// What the words of [`crate::Ending::rule`] are in Chinese, as far as the game says: `("captured", "吃子")`.
    const ENDINGS_ZH: &'static [(&'static str, &'static str)] = &[];

    /// Tokens to try, board part and all after the colon; the first is the usual start.
    const EXAMPLES: &'static [&'static str];

    /// Raised whenever a change of rules or numbering changes tables.
    const VERSION: u32 = 1;

    /// Reads the part of a token after `<game>:`, giving the instance it is played on and the position.
    fn parse(text: &str) -> Result<(Self, Self::Position), NotationError>;

    /// Prints the part of the token after `<game>:`.
    fn print(&self, position: &Self::Position) -> String;

    /// About how many bytes [`print`](Self::print) returns: for games whose instances were read from files of any size, so that memory is asked for
    /// before they are printed.
    fn length(&self) -> usize {
        0
    }

    /// What distinguishes this instance from others of the same game, such as the walls; empty if
    /// the game has one instance. Part of a table's name: instances of one identity share a table, so that a game with several
    /// says it. `laws` finds them, and a table is refused for a position that its instance prints differently.
    fn identity(&self) -> String {
        String::new()
    }

    /// Whether the positions of `other` are positions of this instance, too, with the same moves and slots: if it
    /// is the same instance, or smaller in a game whose instances lie one in the other.
    fn holds(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }

    /// The board as a drawing of a few lines for a terminal, without a last newline; what is printed, unless the game says otherwise. A game
    /// that neither draws nor has [`Looks`](crate::Looks) is drawn as a grid of letters, if its tokens have rows divided by `/`.
    fn draw(&self, position: &Self::Position) -> String {
        self.print(position)
    }

    /// The position that a text of this instance's own means, such as a node of a graph that is called by its file; such texts are what
    /// [`token`](Self::token) prints of this instance, and no tokens to others. `None` unless the game says otherwise.
    fn recall(&self, _text: &str) -> Option<Self::Position> {
        None
    }

    /// The players' names as values, in the order of [`crate::Side`].
    fn players() -> [Term; 2] {
        let [first, second] = Self::SIDES;
        let [first_zh, second_zh] = Self::SIDES_ZH;
        [Term::new(first, first_zh), Term::new(second, second_zh)]
    }

    /// The whole token.
    fn token(&self, position: &Self::Position) -> String {
        format!("{}:{}", Self::ID, self.print(position))
    }
}

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotationError {
    /// The text is not of the notation's form: the first error in reading order.
    #[error("{message}")]
    Malformed {
        /// One sentence, without a full stop: `row 3 has 6 squares, expected 5`.
        message: Message,
        /// The bytes of the text after `<game>:` that are meant.
        at: Range<usize>,
        /// What would be right, or which command tells more.
        hint: Option<Message>,
    },
    /// The text is well-formed, but no such position can stand on a board: all reasons, in a fixed order.
    #[error("{}", Joined(reasons))]
    Illegal {
        /// One sentence each, without a full stop.
        reasons: Vec<Message>,
    },
    /// The system does not have the memory that the board takes.
    #[error("needs {} more than the system gives", bytes(*.needed))]
    NoMemory {
        /// Bytes asked for in vain.
        needed: u64,
    },
}

impl From<NoMemory> for NotationError {
    fn from(NoMemory { needed }: NoMemory) -> Self {
        Self::NoMemory { needed }
    }
}

impl NotationError {
    /// A malformed text, without a hint.
    pub fn malformed(at: Range<usize>, message: impl Into<Message>) -> Self {
        Self::Malformed { message: message.into(), at, hint: None }
    }

    /// The same error with advice.
    #[must_use]
    pub fn hint(mut self, advice: impl Into<Message>) -> Self {
        if let Self::Malformed { hint, .. } = &mut self {
            *hint = Some(advice.into());
        }
        self
    }
}
