//! Cleans the texts that users paste. Editors, chats and browsers may have added characters. The module removes these
//! characters.

/// Cleans a text. The function removes a byte order mark. The function replaces full-width letters and spaces, which
/// chats and input methods write, by ASCII. If a line is a link to a board of this program, the function replaces the
/// line by the board's position. The function adds and removes no line, and in all other lines each character stays in
/// its column.
pub(crate) fn tidy(text: &str) -> String {
    let plain: String = text.strip_prefix('\u{feff}').unwrap_or(text).chars().map(narrow).collect();
    if !plain.contains('#') || !plain.contains("/b") {
        return plain;
    }
    plain.split('\n').map(|line| linked(line).unwrap_or_else(|| line.to_owned())).collect::<Vec<_>>().join("\n")
}

/// Returns the ASCII form of a full-width character, and any other character unchanged.
fn narrow(letter: char) -> char {
    match letter {
        '\u{3000}' | '\u{a0}' => ' ',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
        _ => letter,
    }
}

/// If a line is a link to a board, such as `http://127.0.0.1:7878/b?tab=play#pawn:..._r`, returns the position in the
/// link. The link may lead to another server.
fn linked(line: &str) -> Option<String> {
    let (place, fragment) = line.trim().split_once('#')?;
    let path = place.split('?').next().unwrap_or_default();
    let is_board = path == "/b" || (path.contains("://") && path.ends_with("/b"));
    // In form encoding, a position in a link is a name without a value.
    let (position, _) = form_urlencoded::parse(fragment.as_bytes()).next()?;
    (is_board && position.contains(':')).then(|| position.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_input_methods_write_is_read() {
        assert_eq!(tidy("\u{feff}pawn：H1H/O1O/1X1_r"), "pawn:H1H/O1O/1X1_r");
        assert_eq!(tidy("０　１\n３ ３\n．Ｏ．\n"), "0 1\n3 3\n.O.\n");
    }

    #[test]
    fn a_link_is_its_position() {
        let position = "pawn:O2/1HX/1O1_r";
        for link in [
            format!("http://127.0.0.1:7878/b?tab=watch&step=3#{position}"),
            format!("  https://example.org/b#{}\r", position.replace(':', "%3A").replace('/', "%2F")),
            format!("/b?tab=play#{position}"),
        ] {
            assert_eq!(tidy(&format!("{link}\n{link}")), format!("{position}\n{position}"), "{link}");
        }
        for other in ["#/b", "http://127.0.0.1/learn#pawn:x", "../b#x:y", "/b#x", ".#/b\n###"] {
            assert_eq!(tidy(other), other);
        }
    }
}
