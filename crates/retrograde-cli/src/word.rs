//! What people read: values and moves in words, numbers, tables of text.

use retrograde::Depth;
use retrograde_games::report::{Head, MoveReport};

/// `Red wins in 75 plies`, `Draw: the game never ends`.
pub(crate) fn verdict(head: &Head) -> String {
    let depth = match head.depth {
        Some(depth) => format!(" in {}", plies(depth)),
        None => String::new(),
    };
    match (head.over, head.winner) {
        (Some(rule), Some(winner)) => format!("{} has won ({rule})", capitalised(winner)),
        (Some(rule), None) => format!("The game has ended level ({rule})"),
        (None, Some(winner)) => format!("{} wins{depth}", capitalised(winner)),
        (None, None) if head.value == "tie" => format!("Tie{depth}: the game ends level"),
        (None, None) => "Draw: the game never ends".to_owned(),
    }
}

/// A move's result for the side that makes it: `wins in 75`, `draws`. Its depth counts the move itself.
pub(crate) fn result(rated: &MoveReport) -> String {
    let verb = match rated.for_mover {
        "win" => "wins",
        "loss" => "loses",
        "tie" => "ties",
        _ => "draws",
    };
    match rated.depth {
        Some(depth) => format!("{verb} in {}", depth + 1),
        None => verb.to_owned(),
    }
}

/// `c9d9 loses in 12`, and so on, joined; at most `most` of them.
pub(crate) fn results(moves: &[MoveReport], most: usize) -> String {
    let shown: Vec<_> = moves.iter().take(most).map(|rated| format!("{} {}", rated.action, result(rated))).collect();
    let more = if moves.len() > most { format!(", {} more (--moves)", moves.len() - most) } else { String::new() };
    shown.join(", ") + &more
}

/// `1 ply`, `14 plies`.
pub(crate) fn plies(depth: u32) -> String {
    Depth::new(depth).to_string()
}

pub(crate) fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// `115,248`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(",")
}

/// `1 case`, `5 cases`.
pub(crate) fn counted(number: u64, what: &str) -> String {
    format!("{} {what}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// The most like `name` of those known, if it is like enough to be meant.
pub(crate) fn nearest<'k>(name: &str, known: &[&'k str]) -> Option<&'k str> {
    let name = name.to_lowercase();
    let likeness = |candidate: &str| strsim::jaro_winkler(&name, candidate);
    let best = known.iter().copied().max_by(|a, b| likeness(a).total_cmp(&likeness(b)))?;
    (likeness(best) > 0.7).then_some(best)
}

/// The columns that running text is wrapped to.
const WIDTH: usize = 80;

/// Breaks every line of `text` into lines of at most 80 columns, where blanks allow it.
pub(crate) fn wrapped(text: &str) -> String {
    text.lines().map(wrapped_line).collect::<Vec<_>>().join("\n")
}

fn wrapped_line(line: &str) -> String {
    let mut wrapped = String::new();
    let mut column = 0;
    for word in line.split(' ') {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            wrapped.push('\n');
            column = 0;
        } else if column > 0 {
            wrapped.push(' ');
            column += 1;
        }
        wrapped.push_str(word);
        column += length;
    }
    wrapped
}

/// Rows as columns: all but the first right-aligned, which suits names and numbers.
pub(crate) fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<_> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let cell = |(column, text): (usize, &String)| match column {
        0 => format!("{text:<width$}", width = widths[0]),
        _ => format!("{text:>width$}", width = widths[column] + 2),
    };
    let line = |row: &Vec<String>| row.iter().enumerate().map(cell).collect::<String>().trim_end().to_owned();
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (16_200_000_000, "16,200,000,000")] {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn the_nearest_name_is_near() {
        let known = ["pawn", "race", "cannons"];
        assert_eq!(nearest("pawns", &known), Some("pawn"));
        assert_eq!(nearest("Canons", &known), Some("cannons"));
        assert_eq!(nearest("xyzzy", &known), None);
        assert_eq!(nearest("pawn", &[]), None);
    }

    #[test]
    fn wrapping_keeps_words_and_lines() {
        let text = format!("{}\n\nshort", "word ".repeat(40).trim_end());
        let lines = wrapped(&text);
        assert!(lines.lines().all(|line| line.chars().count() <= WIDTH));
        assert_eq!(lines.split_whitespace().count(), 41);
        assert!(lines.ends_with("\n\nshort"));
    }
}
