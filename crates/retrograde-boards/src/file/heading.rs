//! The heading of a game file: the id, the texts for users, the sides and the kinds of pieces.

use toml::Spanned;

use super::error::{Misplaced, Wrong};
use super::format::{GameTable, PieceTable, Text};
use super::words::{find, whole};
use crate::board::SquareBoard;
use crate::description::KindOfPiece;

/// The maximum length of an id and of a side's name.
const LONGEST_ID: usize = 20;

/// The maximum number of characters of a title, and of the name of a kind of pieces.
const LONGEST_LINE: usize = 80;

pub(super) fn id(text: &Text) -> Result<String, Misplaced> {
    let id = text.get_ref();
    let is_good = id.len() <= LONGEST_ID
        && id.starts_with(|letter: char| letter.is_ascii_lowercase())
        && id.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit());
    if is_good { Ok(id.clone()) } else { Err(Misplaced::new(text.span(), Wrong::Id { id: id.clone() })) }
}

/// Reads a text of one line, which is written for users.
pub(super) fn line(text: &Text) -> Result<String, Misplaced> {
    let line = text.get_ref();
    let is_good = (1..=LONGEST_LINE).contains(&line.chars().count()) && !line.chars().any(char::is_control);
    if is_good { Ok(line.clone()) } else { Err(Misplaced::new(text.span(), Wrong::Line { most: LONGEST_LINE })) }
}

/// Reads the text of the rules, which is written for users. The text may have any number of lines. Characters that move
/// a terminal's cursor are errors.
pub(super) fn rules(text: &Text) -> Result<String, Misplaced> {
    let rules = text.get_ref();
    let is_bad = |letter: char| letter.is_control() && letter != '\n';
    if rules.contains(is_bad) { Err(Misplaced::new(text.span(), Wrong::Control)) } else { Ok(rules.clone()) }
}

pub(super) fn sides(table: &GameTable) -> Result<[String; 2], Misplaced> {
    let Some(sides) = &table.sides else { return Ok(["first", "second"].map(str::to_owned)) };
    let [first, second] = sides.get_ref();
    let is_word = |name: &String| {
        (1..=LONGEST_ID).contains(&name.len()) && name.chars().all(|letter| letter.is_ascii_lowercase())
    };
    if is_word(first) && is_word(second) && first.as_bytes()[0] != second.as_bytes()[0] {
        Ok(sides.get_ref().clone())
    } else {
        Err(Misplaced::new(sides.span(), Wrong::Sides))
    }
}

pub(super) fn kinds(board: &SquareBoard, tables: &Spanned<Vec<PieceTable>>) -> Result<Vec<KindOfPiece>, Misplaced> {
    let mut kinds: Vec<KindOfPiece> = Vec::new();
    for table in tables.get_ref() {
        let wrong = |wrong| Misplaced::new(table.letter.span(), wrong);
        let letter = one_letter(table.letter.get_ref()).filter(char::is_ascii_uppercase);
        let letter = letter.ok_or_else(|| wrong(Wrong::Letter { text: table.letter.get_ref().clone() }))?;
        if let Some(same) = kinds.iter().find(|kind| kind.letter == letter) {
            return Err(wrong(Wrong::SameLetter { letter, kind: same.name.clone() }));
        }
        let (shown, at) = match &table.shown {
            Some(text) => (text.get_ref().clone(), text.span()),
            None => (format!("{letter}{}", letter.to_ascii_lowercase()), table.letter.span()),
        };
        let shown =
            two_letters(&shown, &kinds).ok_or_else(|| Misplaced::new(at, Wrong::Shown { text: shown.clone() }))?;
        let names = board.zones.iter().map(|zone| &*zone.name);
        let zone = table.zone.as_ref().map(|name| find(whole(name), "zone", names)).transpose()?;
        kinds.push(KindOfPiece { name: line(&table.name)?, letter, shown, zone });
    }
    if (1..=16).contains(&kinds.len()) {
        Ok(kinds)
    } else {
        Err(Misplaced::new(tables.span(), Wrong::Kinds { count: kinds.len() }))
    }
}

/// Returns, for each kind of piece, the kind that a taken piece becomes in the hand; `None` if a taken piece of this
/// kind leaves the game.
pub(super) fn taken(tables: &[PieceTable], kinds: &[KindOfPiece]) -> Result<Vec<Option<usize>>, Misplaced> {
    let kind = |(number, table): (usize, &PieceTable)| match &table.taken {
        None => Ok(Some(number)),
        Some(text) if text.get_ref().is_empty() => Ok(None),
        Some(text) => {
            let found = kinds.iter().position(|kind| one_letter(text.get_ref()) == Some(kind.letter));
            let wrong = || Misplaced::new(text.span(), Wrong::NoLetter { text: text.get_ref().clone() });
            found.map(Some).ok_or_else(wrong)
        }
    };
    tables.iter().enumerate().map(kind).collect()
}

fn one_letter(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}

/// Reads two different letters that no known kind uses.
fn two_letters(text: &str, known: &[KindOfPiece]) -> Option<[char; 2]> {
    let is_free = |letter: &char| letter.is_ascii_alphabetic() && known.iter().all(|kind| !kind.shown.contains(letter));
    let letters: Vec<char> = text.chars().filter(is_free).collect();
    match letters.as_slice() {
        &[first, second] if first != second && text.len() == 2 => Some([first, second]),
        _ => None,
    }
}
