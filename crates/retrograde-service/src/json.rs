//! Reports as JSON.

use std::io::{self, Write};

use retrograde::rules::{is_invisible, message::Message};
use serde::{Serialize, Serializer};
use serde_json::Serializer as JsonSerializer;
use serde_json::ser::Formatter;

/// The version of the JSON shapes. The version increases when the meaning of a field changes.
pub const SCHEMA: u32 = 1;

/// Writes a report as JSON, without a line end. The function escapes the characters that JSON allows but a terminal may
/// interpret; the decoded strings stay the same.
///
/// # Errors
///
/// Returns the errors of the writer `to`.
pub fn write_json(to: impl Write, report: &impl Serialize) -> io::Result<()> {
    Ok(report.serialize(&mut JsonSerializer::with_formatter(to, Escaping))?)
}

/// Returns a report as JSON, in the form of [`write_json`].
///
/// # Panics
/// If a report contains a map with keys that are not strings. The keys of all maps in reports are strings.
pub fn json(report: &impl Serialize) -> String {
    let mut text = Vec::new();
    write_json(&mut text, report).expect("memory takes what is written, and keys of reports are text");
    String::from_utf8(text).expect("JSON is UTF-8")
}

/// A formatter that writes compact JSON without invisible characters.
struct Escaping;

impl Formatter for Escaping {
    fn write_string_fragment<W: Write + ?Sized>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        // JSON itself escapes the control characters below 0x20, and most text is ASCII.
        if fragment.bytes().all(|byte| byte < 0x7f) {
            return writer.write_all(fragment.as_bytes());
        }
        let mut rest = fragment;
        // All invisible characters have code points below 0x10000, so four hexadecimal digits suffice.
        while let Some((at, hidden)) = rest.char_indices().find(|&(_, letter)| is_invisible(letter)) {
            write!(writer, "{}\\u{:04x}", &rest[..at], hidden as u32)?;
            rest = &rest[at + hidden.len_utf8()..];
        }
        writer.write_all(rest.as_bytes())
    }
}

/// Serializes a message in English; callers may replace the English text by a translation.
pub(crate) fn in_english<S: Serializer>(message: &Message, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(message)
}

pub(crate) fn all_in_english<S: Serializer>(messages: &[Message], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(messages.iter().map(Message::to_string))
}

#[expect(clippy::ref_option, reason = "as serde hands it over")]
pub(crate) fn perhaps_in_english<S: Serializer>(message: &Option<Message>, serializer: S) -> Result<S::Ok, S::Error> {
    message.as_ref().map(Message::to_string).serialize(serializer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_can_be_shown_and_says_the_same() {
        for text in ["", "plain \" \\ \n", "过河卒 é 😀", "\x1b[2J\x7f \u{9b}31m过\u{85}\u{202e}x\u{2066}"] {
            let mut json = Vec::new();
            write_json(&mut json, &text).unwrap();
            let json = String::from_utf8(json).unwrap();
            assert!(!json.chars().any(is_invisible), "{json}");
            assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
        }
    }
}
