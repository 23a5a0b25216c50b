//! How names are compared: case, blanks and the width of letters do not count.

/// A name without what does not count: in small letters, full-width ones made plain, without blanks and punctuation.
pub fn plain(name: &str) -> String {
    name.chars().map(half_width).filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// A name as it is compared where every sign counts: half-width, in lower case, without blanks.
pub fn spelled(name: &str) -> String {
    let name = name.chars().map(half_width).filter(|c| !c.is_whitespace());
    name.flat_map(char::to_lowercase).collect::<String>().replace('≤', "<=")
}

/// The ASCII character of a full-width one, as Chinese input methods write them.
fn half_width(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        _ => c,
    }
}
