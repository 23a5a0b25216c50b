//! Makes text of any origin safe to print. The functions replace each character without a visible form by `\u{fffd}` or
//! by its escape sequence.

/// The maximum number of characters of a shortened text, without the ellipsis.
const LONGEST: usize = 40;

/// Returns a short form of a text. The short form has at most 40 characters, and an ellipsis if the text is longer. A
/// character without a visible form becomes `\u{fffd}`.
pub fn printable(text: &str) -> String {
    let shown: String = text.chars().take(LONGEST).map(visible).collect();
    if text.chars().nth(LONGEST).is_some() { shown + "…" } else { shown }
}

/// Like [`printable`], but writes each character without a visible form as an escape sequence, such as `\u{feff}`. Use
/// this function in messages about text that must not contain such characters.
pub fn escaped(text: &str) -> String {
    let mut rest = text.chars();
    let shown = |c: char| if is_invisible(c) { c.escape_unicode().to_string() } else { c.to_string() };
    let start: String = rest.by_ref().take(LONGEST).map(shown).collect();
    if rest.next().is_some() { start + "…" } else { start }
}

/// Returns the character itself, or `\u{fffd}` if the character [has no visible form](is_invisible).
pub fn visible(c: char) -> char {
    if is_invisible(c) { '\u{fffd}' } else { c }
}

/// Returns whether a character controls a terminal, changes the direction of the text around it, or has no width.
pub fn is_invisible(c: char) -> bool {
    let turns = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let has_no_width = matches!(c, '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2064}' | '\u{feff}');
    c.is_control() || turns || has_no_width
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_marked_and_long_texts_are_cut() {
        assert_eq!(printable("a\0b"), "a\u{fffd}b");
        assert_eq!(printable(&"x".repeat(41)), "x".repeat(40) + "…");
    }
}
