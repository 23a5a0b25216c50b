//! Messages to users. A message is a value that can be printed in each language.
//!
//! A [`Message`] is a key with values. In Rust, the key is a variant of an enum, and the values are the fields of the
//! variant. [`messages!`](crate::messages) declares the key together with its sentence in every [`Language`]. The
//! compiler reports an error if a sentence is missing, or if a sentence names a value that the key does not have. A
//! value in a message may itself be a message; this inner message is printed in the same language. No code parses a
//! printed sentence.
//!
//! The author of a game can also use plain text as a message. Plain text is the same in all languages. A [`Text`] is a
//! message with translations. If a translation is missing, the message prints in English.
//!
//! ```
//! use retrograde::rules::message::{Language, Message};
//!
//! retrograde::messages! {
//!     enum Wrong {
//!         Row { row: u32, found: char }: "unexpected `{found}` in row {row}", "第 {row} 行中不应有 `{found}`";
//!         Empty: "the board is empty", "棋盘是空的";
//!     }
//! }
//!
//! let message = Message::from(Wrong::Row { row: 3, found: 'Q' });
//! assert_eq!(message.to_string(), "unexpected `Q` in row 3");
//! assert_eq!(message.in_language(Language::Chinese).to_string(), "第 3 行中不应有 `Q`");
//! assert_eq!(Message::from(Wrong::Empty), "the board is empty");
//! ```

use std::fmt::{self, Display};
use std::io;
use std::sync::Arc;

use crate::rules::text::{Term, Text};

/// A language of messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English. Every message has an English text.
    #[default]
    English,
    /// Chinese.
    Chinese,
}

impl Language {
    /// Returns the BCP 47 tag of the language. The tags are `en` and `zh`.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Chinese => "zh",
        }
    }
}

/// A value that can be printed in each language, such as a message or a value within a message.
pub trait Render: fmt::Debug + Send + Sync {
    /// Writes the value in this language.
    ///
    /// # Errors
    /// Returns the errors of the formatter.
    fn render(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Returns an object whose `Display` prints the value in this language.
    fn in_language(&self, language: Language) -> InLanguage<'_>
    where
        Self: Sized,
    {
        InLanguage { it: self, language }
    }
}

/// A value with the language in which it prints; see [`Render::in_language`].
#[derive(Clone, Copy, Debug)]
pub struct InLanguage<'t> {
    it: &'t dyn Render,
    language: Language,
}

impl Display for InLanguage<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.it.render(self.language, f)
    }
}

/// A message. A message contains any value that can be printed in each language. `Display` prints a message in English.
/// Two messages are equal if their English texts are equal.
#[derive(Clone)]
pub struct Message(Arc<dyn Render>);

impl Message {
    /// Returns an object whose `Display` prints the message in this language.
    pub fn in_language(&self, language: Language) -> InLanguage<'_> {
        InLanguage { it: &*self.0, language }
    }

    /// Joins several reasons into one message.
    pub fn all(reasons: impl IntoIterator<Item = Self>) -> Self {
        Self(Arc::new(Reasons(reasons.into_iter().collect())))
    }
}

impl<T: Render + 'static> From<T> for Message {
    fn from(it: T) -> Self {
        Self(Arc::new(it))
    }
}

impl Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.render(Language::English, f)
    }
}

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl PartialEq for Message {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for Message {}

impl PartialEq<&str> for Message {
    /// Returns whether the English text of the message equals `english`.
    fn eq(&self, english: &&str) -> bool {
        let own = self.to_string();
        own == *english
    }
}

/// Several messages that print as one, in order.
#[derive(Debug)]
struct Reasons(Vec<Message>);

impl Render for Reasons {
    fn render(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let between = match language {
            Language::English => "; ",
            Language::Chinese => "；",
        };
        write_joined(f, between, self.0.iter().map(|reason| reason.in_language(language)))
    }
}

/// Writes values with a separator.
fn write_joined(f: &mut fmt::Formatter<'_>, between: &str, things: impl IntoIterator<Item: Display>) -> fmt::Result {
    for (index, thing) in things.into_iter().enumerate() {
        f.write_str(if index == 0 { "" } else { between })?;
        write!(f, "{thing}")?;
    }
    Ok(())
}

/// Prints reasons in English, separated by semicolons.
pub(crate) struct Joined<'r>(pub(crate) &'r [Message]);

impl Display for Joined<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_joined(f, "; ", self.0)
    }
}

/// Implements [`Render`] for types that print the same in all languages.
macro_rules! same_in_all_languages {
    ($($type:ty),* $(,)?) => {
        $(impl $crate::rules::message::Render for $type {
            fn render(&self, _: $crate::rules::message::Language, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        })*
    };
}

pub(crate) use same_in_all_languages;

same_in_all_languages!(u8, u16, u32, u64, usize, i32, char, String, &'static str, Bytes);

/// A number of bytes, printed by [`bytes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bytes(pub u64);

impl Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&bytes(self.0))
    }
}

/// Prints a number of bytes in human-readable form, such as `512 B`, `1.5 MiB` or `30.2 GiB`.
pub fn bytes(n: u64) -> String {
    const UNITS: [&str; 6] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    if n < 1024 {
        return format!("{n} B");
    }
    let mut scaled = n as f64 / 1024.0;
    let mut unit = 0;
    while scaled >= 1023.95 && unit + 1 < UNITS.len() {
        scaled /= 1024.0;
        unit += 1;
    }
    format!("{scaled:.1} {}", UNITS[unit])
}

impl Render for &'static dyn Render {
    fn render(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).render(language, f)
    }
}

impl Render for Term {
    fn render(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match language {
            Language::English => self.word(),
            Language::Chinese => self.chinese(),
        })
    }
}

impl Render for Text {
    fn render(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.in_language(language.tag()))
    }
}

/// An error of the operating system. The most frequent errors have translations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SystemError {
    kind: Option<io::ErrorKind>,
    said: String,
}

impl From<&io::Error> for SystemError {
    fn from(error: &io::Error) -> Self {
        // If the operating system did not report an error, the error has no `kind`. Its text is the same in all
        // languages.
        Self { kind: error.raw_os_error().map(|_| error.kind()), said: error.to_string() }
    }
}

impl SystemError {
    fn chinese(&self) -> &str {
        match self.kind {
            Some(io::ErrorKind::NotFound) => "没有这个文件或目录",
            Some(io::ErrorKind::IsADirectory) => "这是一个目录",
            Some(io::ErrorKind::NotADirectory) => "这不是目录",
            Some(io::ErrorKind::PermissionDenied) => "没有权限",
            Some(io::ErrorKind::StorageFull) => "磁盘已满",
            Some(io::ErrorKind::ReadOnlyFilesystem) => "文件系统是只读的",
            Some(io::ErrorKind::AddrInUse) => "地址已被占用",
            Some(io::ErrorKind::AddrNotAvailable) => "本机没有这个地址",
            _ => &self.said,
        }
    }
}

impl Render for SystemError {
    fn render(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match language {
            Language::English => &self.said,
            Language::Chinese => self.chinese(),
        })
    }
}

/// A value that can appear in a message. The value can have any type that implements [`Render`], including another
/// message.
pub trait MessageField {
    /// Returns an object whose `Display` prints the value in this language.
    fn displayed(&self, language: Language) -> InLanguage<'_>;
}

impl<T: Render> MessageField for T {
    fn displayed(&self, language: Language) -> InLanguage<'_> {
        self.in_language(language)
    }
}

impl MessageField for Message {
    fn displayed(&self, language: Language) -> InLanguage<'_> {
        self.in_language(language)
    }
}

/// Declares an enum of messages, each with its sentence in English and in Chinese. In a sentence, `{name}` stands for
/// the field of that name, printed in the same language. See [`message`](crate::rules::message).
#[macro_export]
macro_rules! messages {
    ($(#[$meta:meta])* $vis:vis enum $name:ident {
        $($(#[$doc:meta])* $variant:ident $({ $($field:ident: $type:ty),* $(,)? })?: $english:literal, $chinese:literal;)*
    }) => {
        $(#[$meta])*
        #[derive(Debug)]
        $vis enum $name {
            $(
                #[doc = $english]
                $(#[$doc])*
                $variant $({ $(#[doc = concat!("What `{", stringify!($field), "}` stands for.")] $field: $type),* })?,
            )*
        }

        impl $crate::rules::message::Render for $name {
            fn render(
                &self,
                language: $crate::rules::message::Language,
                f: &mut ::std::fmt::Formatter<'_>,
            ) -> ::std::fmt::Result {
                match self {
                    $(Self::$variant $({ $($field),* })? => {
                        // The sentence of one language need not contain every value that the sentence of another
                        // language contains.
                        $($(
                            let $field = $crate::rules::message::MessageField::displayed($field, language);
                            let _ = &$field;
                        )*)?
                        match language {
                            $crate::rules::message::Language::English => ::std::write!(f, $english),
                            $crate::rules::message::Language::Chinese => ::std::write!(f, $chinese),
                        }
                    })*
                }
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                $crate::rules::message::Render::render(self, $crate::rules::message::Language::English, f)
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    messages! {
        enum Test {
            Many { squares: usize, of: Inner }: "{squares} squares of {of}", "{of}的 {squares} 格";
            Named { name: String }: "no {name}", "没有";
        }
    }

    messages! {
        #[derive(Clone, Copy)]
        enum Inner {
            Board: "the board", "棋盘";
        }
    }

    fn chinese(message: impl Into<Message>) -> String {
        message.into().in_language(Language::Chinese).to_string()
    }

    #[test]
    fn values_are_told_in_the_language_of_their_message() {
        let message = Message::from(Test::Many { squares: 3, of: Inner::Board });
        assert_eq!(message.to_string(), "3 squares of the board");
        assert_eq!(chinese(message.clone()), "棋盘的 3 格");
        assert_eq!(chinese(Test::Named { name: "x".into() }), "没有");
        let both = Message::all([message, Inner::Board.into()]);
        assert_eq!(both.to_string(), "3 squares of the board; the board");
        assert_eq!(chinese(both), "棋盘的 3 格；棋盘");
    }

    #[test]
    fn texts_of_authors_are_messages_as_far_as_they_were_brought() {
        assert_eq!(chinese("expected a number"), "expected a number");
        assert_eq!(chinese(Text::new("expected a number")), "expected a number");
        assert_eq!(chinese(Text::new("expected a number").and("zh", "应为数字")), "应为数字");
    }

    #[test]
    fn errors_of_the_system_are_known_by_their_kind() {
        let missing = SystemError::from(&io::Error::from_raw_os_error(2));
        assert_eq!(missing.in_language(Language::Chinese).to_string(), "没有这个文件或目录");
        let own = SystemError::from(&io::Error::new(io::ErrorKind::NotFound, "it has gone"));
        assert_eq!(own.in_language(Language::Chinese).to_string(), "it has gone");
    }

    #[test]
    fn bytes_read_well() {
        let cases = [(0, "0 B"), (1023, "1023 B"), (1024, "1.0 KiB"), (1 << 20, "1.0 MiB"), (3 << 29, "1.5 GiB")];
        for (n, text) in cases {
            assert_eq!(bytes(n), text);
        }
        assert_eq!(bytes(u64::MAX), "16.0 EiB");
    }
}
