//! Text of any origin, made fit to be shown: a character that has no visible form is replaced by a mark or by its number.

/// The characters of a short form.
const LONGEST: usize = 40;

/// A short form of any text, of at most 40 characters: a character without a visible form is replaced by `\u{fffd}`.
pub fn printable(text: &str) -> String {
    let shown: String = text.chars().take(LONGEST).map(visible).collect();
    if text.chars().nth(LONGEST).is_some() { shown + "…" } else { shown }
}

/// The same, but a character without a visible form is written as its number, such as `\u{feff}`: for messages about text that must not hold one.
pub fn escaped(text: &str) -> String {
    let mut rest = text.chars();
    let shown = |c: char| if is_invisible(c) { c.escape_unicode().to_string() } else { c.to_string() };
    let start: String = rest.by_ref().take(LONGEST).map(shown).collect();
    if rest.next().is_some() { start + "…" } else { start }
}

/// The character, or `\u{fffd}` if it [has no visible form](is_invisible).
pub fn visible(c: char) -> char {
    if is_invisible(c) { '\u{fffd}' } else { c }
}

/// Whether a character controls a terminal, changes the direction of the text around it, or has no width.
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
