//! Compares names. The comparison ignores case, blanks and the width of letters.

/// Normalises a name for comparisons. The result contains only the letters and digits, in lower case and half-width.
pub fn plain(name: &str) -> String {
    name.chars().map(half_width).filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Normalises a name for comparisons that do not ignore punctuation. The result is half-width, in lower case and
/// without blanks.
pub fn spelled(name: &str) -> String {
    let name = name.chars().map(half_width).filter(|c| !c.is_whitespace());
    name.flat_map(char::to_lowercase).collect::<String>().replace('≤', "<=")
}

/// Converts a full-width character to the corresponding ASCII character. Chinese input methods write full-width
/// characters.
fn half_width(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        _ => c,
    }
}
