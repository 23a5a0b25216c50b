//! Chinese for what the reader of the command line says: its errors come as English lines, whose parts stand in patterns.

/// An English pattern, and what it becomes. In the pattern `{}` stands for any text and `{n}` for a number; in the translation
/// `{1}` is what the first of them stood for, itself translated if there is a pattern for it.
pub(super) type Message = (&'static str, &'static str);

/// Messages of one language; the first that fits counts.
pub(super) type Catalogue = &'static [Message];

/// What is longer quotes an input at length, and stays in English: trying patterns takes time.
const LONGEST: usize = 1000;

/// The translation, or the message itself; of several sentences in a row those that are known. Earlier catalogues come first.
pub(super) fn translated(english: &str, catalogues: &[Catalogue]) -> String {
    if english.len() > LONGEST {
        return english.to_owned();
    }
    // Reasons come in a row, and each by itself; but there are messages of two sentences, too.
    let sentences: Vec<_> = english.split("; ").map(|sentence| find(sentence, catalogues)).collect();
    if let Some(known) = sentences.iter().cloned().collect::<Option<Vec<_>>>() {
        return known.join("；");
    }
    find(english, catalogues).unwrap_or_else(|| {
        let sentences = english.split("; ").zip(sentences);
        let known: Vec<_> = sentences.map(|(english, known)| known.unwrap_or_else(|| english.to_owned())).collect();
        known.join("；")
    })
}

/// The translation by the first pattern that fits.
fn find(english: &str, catalogues: &[Catalogue]) -> Option<String> {
    catalogues.iter().copied().flatten().find_map(|(pattern, becomes)| {
        let parts = parts(pattern, english)?;
        Some(filled(becomes, &parts, catalogues))
    })
}

fn filled(template: &str, parts: &[&str], catalogues: &[Catalogue]) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let (number, after) = after.split_once('}').unwrap_or((after, ""));
        let part = number.parse().ok().and_then(|number: usize| parts.get(number.checked_sub(1)?));
        text = text
            + before
            + &part.map(|part| find(part, catalogues).unwrap_or_else(|| (*part).to_owned())).unwrap_or_default();
        rest = after;
    }
    text + rest
}

/// What the places of a pattern stand for, if it fits the whole text; a place takes as little as it can.
fn parts<'t>(pattern: &str, text: &'t str) -> Option<Vec<&'t str>> {
    let Some((before, place)) = pattern.split_once('{') else {
        return (pattern == text).then(Vec::new);
    };
    let (kind, after) = place.split_once('}')?;
    let text = text.strip_prefix(before)?;
    let may_stand = |letter: char| kind.is_empty() || letter.is_ascii_digit() || letter == ',';
    let letters = text.char_indices().take_while(|&(_, letter)| may_stand(letter));
    letters.map(|(at, letter)| text.split_at(at + letter.len_utf8())).find_map(|(part, rest)| {
        let others = parts(after, rest)?;
        Some([vec![part], others].concat())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MESSAGES: &[Catalogue] = &[&[
        ("row {n} has {}, expected {n}", "第 {1} 行有 {2}，应为 {3}"),
        ("{n} squares", "{1} 格"),
        ("{} is empty", "{1}是空的"),
    ]];

    #[test]
    fn places_keep_what_they_stand_for() {
        for (english, chinese) in [
            ("row 3 has 4 squares, expected 5", "第 3 行有 4 格，应为 5"),
            ("row 3 has x, y, expected 5", "第 3 行有 x, y，应为 5"),
            ("row x has 4 squares, expected 5", "row x has 4 squares, expected 5"),
            ("row 3 has , expected 5", "row 3 has , expected 5"),
            ("1 squares; row 2 is empty", "1 格；row 2是空的"),
            ("nobody knows; 7 squares", "nobody knows；7 格"),
        ] {
            assert_eq!(translated(english, MESSAGES), chinese);
        }
    }

    #[test]
    fn long_messages_stay_as_they_are() {
        let message = "row 1 has ".to_owned() + &", expected".repeat(2000);
        assert_eq!(translated(&message, MESSAGES), message);
    }
}
