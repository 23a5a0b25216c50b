//! The errors of the TOML parser, in the words of game files.

use std::ops::Range;

use super::error::{Misplaced, Wrong};

/// The keys of texts and lists of texts, which must stand above all other parts of a file.
const TOP_KEYS: [&str; 7] = ["id", "title", "rules", "sides", "turn", "royal", "no-move"];

/// The parts of a file that are lists. In TOML, each element of such a list begins with a line such as `[[moves]]`.
const LISTS: [&str; 3] = ["pieces", "moves", "endings"];

/// The message of the TOML parser for a key that stands twice in a table, and for a table that is defined twice.
const DUPLICATE: &str = "duplicate key";

/// Returns the error for a text that is not TOML, or that does not have the keys of a game.
pub(super) fn syntax_error(error: &toml::de::Error, text: &str) -> Misplaced {
    let at = error.span().unwrap_or(0..0);
    if let Some((key, known)) = unknown_key(error.message()) {
        return Misplaced::new(at, wrong_key(key, &known));
    }
    let is_duplicate = error.message() == DUPLICATE;
    if let Some(misplaced) = single_brackets(text, &at).filter(|_| is_duplicate || is_wrong_type(error)) {
        return misplaced;
    }
    let repeated = text.get(at.clone()).filter(|_| is_duplicate).map(|key| repeated_key(text, &at, key));
    Misplaced::new(at, repeated.unwrap_or_else(|| Wrong::Toml { reason: error.message().to_owned() }))
}

fn is_wrong_type(error: &toml::de::Error) -> bool {
    error.message().starts_with("invalid type")
}

/// Reads an error message of serde about an unknown key. Returns this key, and the keys that serde expected.
fn unknown_key(message: &str) -> Option<(&str, Vec<&str>)> {
    let (key, known) = message.strip_prefix("unknown field `")?.rsplit_once("`, expected ")?;
    Some((key, known.split('`').skip(1).step_by(2).collect()))
}

fn wrong_key(key: &str, known: &[&str]) -> Wrong {
    // The parser reports a top-level key as unknown only if the key stands below another part of the file.
    if TOP_KEYS.contains(&key) {
        return Wrong::TopKey { key: key.to_owned() };
    }
    let (name, all) = (key.to_owned(), known.join(", "));
    match nearest(key, known) {
        Some(near) => Wrong::NearKey { key: name, near: near.to_owned(), known: all },
        None => Wrong::Name { kind: "key", name, known: all },
    }
}

/// The known key that is most similar to `key`; `None` if more than a third of the letters of `key` are wrong.
fn nearest<'k>(key: &str, known: &[&'k str]) -> Option<&'k str> {
    let distance = |known: &str| strsim::osa_distance(&key.to_lowercase(), known);
    let near = known.iter().copied().min_by_key(|known| distance(known))?;
    (3 * distance(near) <= key.chars().count()).then_some(near)
}

/// If the place is in a line that begins an element of a list, the function searches for the first line of this kind
/// that has only one pair of brackets, and returns the error for this line. The parser accepts this line as a table,
/// and reports its error at another line if the list has several elements.
fn single_brackets(text: &str, at: &Range<usize>) -> Option<Misplaced> {
    let line = line_at(text, at)?;
    let list = LISTS.into_iter().find(|list| header(line).trim_matches(['[', ']']) == *list)?;
    let (start, line) = lines(text).find(|(_, line)| header(line) == format!("[{list}]"))?;
    let start = start + line.len() - line.trim_start().len();
    Some(Misplaced::new(start..start, Wrong::SingleBrackets { list }))
}

/// The error for a key that stands twice in a table. If the table is an element of a list, the line that begins the
/// next element is probably missing.
fn repeated_key(text: &str, at: &Range<usize>, key: &str) -> Wrong {
    let above = lines(text).take_while(|(start, _)| *start <= at.start);
    let begun = above.filter(|(_, line)| header(line).starts_with('[')).last();
    let list = begun.and_then(|(_, line)| LISTS.into_iter().find(|list| header(line) == format!("[[{list}]]")));
    match list.filter(|_| !LISTS.contains(&key)) {
        Some(list) => Wrong::Repeated { key: key.to_owned(), list },
        None => Wrong::Twice { name: key.to_owned() },
    }
}

/// A line without its comment and its white space.
fn header(line: &str) -> String {
    line.split('#').next().unwrap_or_default().split_whitespace().collect()
}

/// The lines of a text, with the offsets at which they start.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut end = 0;
    text.split_inclusive('\n').map(move |line| {
        end += line.len();
        (end - line.len(), line)
    })
}

/// The line in which a place starts.
fn line_at<'t>(text: &'t str, at: &Range<usize>) -> Option<&'t str> {
    lines(text).take_while(|(start, _)| *start <= at.start).last().map(|(_, line)| line)
}
