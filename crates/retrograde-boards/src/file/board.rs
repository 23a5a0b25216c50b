//! The board of a game file: squares, directions, rows and zones.

use std::collections::BTreeSet;

use super::error::{Misplaced, Wrong};
use super::format::{BoardTable, Text, Texts, in_order};
use super::words::{Word, find, whole, words};
use crate::board::{DirectionMap, Family, MOST_SQUARES, RowSquares, Rows, SquareBoard, SquareSet, Zone};
use toml::Spanned;

/// The names of the compass directions. Each name has a change of row and a change of column.
const COMPASS: [(&str, i16, i16); 8] =
    [("n", -1, 0), ("ne", -1, 1), ("e", 0, 1), ("se", 1, 1), ("s", 1, 0), ("sw", 1, -1), ("w", 0, -1), ("nw", -1, -1)];

/// The families of directions that only a grid has. The second text of each pair lists the compass directions of the
/// family.
const GRID_FAMILIES: [(&str, &str); 3] =
    [("orthogonal", "n e s w"), ("diagonal", "ne se sw nw"), ("every", "n ne e se s sw w nw")];

/// The family of directions that a board with lines has.
const LINES: &str = "lines";

/// The maximum number of rows and of columns of a layout.
const MOST_LINES: usize = 90;

/// The maximum total number of steps of all directions of both sides.
const MOST_STEPS: usize = 4096;

/// The maximum number of rows of a family.
const MOST_ROWS: usize = 1000;

/// The word after `along` in a pattern that matches any two different squares.
pub(super) const PAIR: &str = "pair";

/// Reads the board.
pub(super) fn board(table: &Spanned<BoardTable>) -> Result<SquareBoard, Misplaced> {
    let at = table.span();
    let table = table.get_ref();
    let mut board = match (&table.size, &table.layout) {
        (Some(size), None) => grid(size)?,
        (None, Some(layout)) => laid_out(layout)?,
        _ => return Err(Misplaced::new(at, Wrong::NoBoard)),
    };
    let lines: Vec<Vec<u8>> = table.lines.iter().map(|text| line(&board, text)).collect::<Result<_, _>>()?;
    // For each side, a line has two directions, one forwards and one backwards.
    if let Some(text) = table.lines.get(MOST_STEPS / 4) {
        return Err(Misplaced::new(text.span(), Wrong::Steps { most: MOST_STEPS }));
    }
    if !lines.is_empty() {
        let directions = line_directions(board.squares.len(), &lines);
        board.families.push(Family { name: LINES.to_owned(), directions: [directions.clone(), directions] });
    }
    for (name, text) in in_order(&table.directions) {
        let read = |text: &Text| directions(&board, text);
        let directions = by_side(text, read)?;
        define(&mut board.families, Family { name: name.get_ref().clone(), directions }, |family| &family.name, name)?;
    }
    for (name, texts) in in_order(&table.rows) {
        let rows = rows(&board, &lines, texts)?;
        board.rows.push(Rows { name: name.get_ref().clone(), rows });
    }
    for (name, text) in in_order(&table.zones) {
        let squares = by_side(text, |text| zone(&board, text))?;
        board.zones.push(Zone { name: name.get_ref().clone(), squares });
    }
    Ok(board)
}

fn define<T>(known: &mut Vec<T>, new: T, name: impl Fn(&T) -> &String, at: &Text) -> Result<(), Misplaced> {
    // After `along`, the word `pair` has a special meaning.
    if at.get_ref() == PAIR || known.iter().any(|known| name(known) == at.get_ref()) {
        return Err(Misplaced::new(at.span(), Wrong::Twice { name: at.get_ref().clone() }));
    }
    known.push(new);
    Ok(())
}

fn by_side<T>(texts: &Texts, mut read: impl FnMut(&Text) -> Result<T, Misplaced>) -> Result<[T; 2], Misplaced> {
    let [first, second] = texts.by_side()?;
    Ok([read(&first)?, read(&second)?])
}

fn grid(text: &Text) -> Result<SquareBoard, Misplaced> {
    let wrong = || Misplaced::new(text.span(), Wrong::Size { text: text.get_ref().clone() });
    let (rows, columns) = size(text.get_ref()).ok_or_else(wrong)?;
    Ok(SquareBoard::grid(rows.into(), columns.into()))
}

fn size(text: &str) -> Option<(u8, u8)> {
    let (rows, columns) = text.split_once('x')?;
    let [rows, columns] = [rows, columns].map(|digits| digits.parse::<u8>().ok().filter(|_| !digits.starts_with('+')));
    let (rows, columns) = (rows?, columns?);
    let count = usize::from(rows) * usize::from(columns);
    (1..=MOST_SQUARES).contains(&count).then_some((rows, columns))
}

fn laid_out(layout: &[Text]) -> Result<SquareBoard, Misplaced> {
    let (mut names, mut places, mut count) = (Vec::new(), Vec::new(), 0);
    for (row, text) in layout.iter().enumerate() {
        for (column, word) in words(text).enumerate() {
            if row.max(column) >= MOST_LINES {
                return Err(word.wrong(Wrong::Layout { most: MOST_LINES }));
            }
            if word.text == "." {
                continue;
            }
            if !is_square_name(word.text) {
                return Err(word.wrong(Wrong::SquareName { name: word.text.to_owned() }));
            }
            count += 1;
            if count > MOST_SQUARES {
                continue;
            }
            if names.iter().any(|name| name == word.text) {
                return Err(word.wrong(Wrong::Twice { name: word.text.to_owned() }));
            }
            names.push(word.text.to_owned());
            places.push((row as u8, column as u8));
        }
    }
    let at = layout.first().map_or(0..0, Spanned::span);
    if count == names.len() && count > 0 {
        Ok(SquareBoard { squares: names, places, families: Vec::new(), rows: Vec::new(), zones: Vec::new() })
    } else {
        Err(Misplaced::new(at, Wrong::Squares { count }))
    }
}

/// Whether a word has the form of a square's name on a grid, such as `a1`. A name begins with letters and ends with
/// digits, so adjacent names in the text of a move stay separate.
fn is_square_name(word: &str) -> bool {
    let digits = word.trim_start_matches(|letter: char| letter.is_ascii_lowercase());
    let letters = word.len() - digits.len();
    (1..=3).contains(&letters) && (1..=3).contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_digit())
}

/// The squares of a line.
fn line(board: &SquareBoard, text: &Text) -> Result<Vec<u8>, Misplaced> {
    let line = words(text).map(|word| square(board, word)).collect::<Result<Vec<_>, _>>()?;
    let is_closed = line.len() > 2 && line.first() == line.last();
    let distinct: BTreeSet<_> = line.iter().collect();
    if line.len() > 1 && distinct.len() + usize::from(is_closed) == line.len() {
        Ok(line)
    } else {
        Err(Misplaced::new(text.span(), Wrong::BoardLine))
    }
}

fn compass(name: &str) -> Option<(i16, i16)> {
    COMPASS.iter().find(|(known, ..)| *known == name).map(|&(_, row, column)| (row, column))
}

/// The direction with the given steps. A step is a change of row and a change of column.
fn grid_direction(board: &SquareBoard, steps: &[(i16, i16)]) -> DirectionMap {
    let step = |&(down, right): &(i16, i16)| {
        let next = |&(row, column): &(u8, u8)| {
            let (row, column) = (i16::from(row) + down, i16::from(column) + right);
            let found = board.places.iter().position(|&(r, c)| (i16::from(r), i16::from(c)) == (row, column));
            found.map(|square| square as u8)
        };
        board.places.iter().map(next).collect()
    };
    DirectionMap { steps: steps.iter().map(step).collect() }
}

/// The directions of lines. Each line has two directions.
fn line_directions(squares: usize, lines: &[Vec<u8>]) -> Vec<DirectionMap> {
    let along = |line: Vec<u8>| {
        let mut step = vec![None; squares];
        line.windows(2).for_each(|pair| step[usize::from(pair[0])] = Some(pair[1]));
        DirectionMap { steps: vec![step] }
    };
    lines.iter().flat_map(|line| [along(line.clone()), along(line.iter().rev().copied().collect())]).collect()
}

fn directions(board: &SquareBoard, text: &Text) -> Result<Vec<DirectionMap>, Misplaced> {
    let mut all: Vec<DirectionMap> = Vec::new();
    let steps_of =
        |directions: &[DirectionMap]| directions.iter().map(|direction| direction.steps.len()).sum::<usize>();
    let known: usize = board.families.iter().flat_map(|family| &family.directions).map(|side| steps_of(side)).sum();
    for word in words(text) {
        let family = board.families.iter().find(|family| family.name == word.text);
        let grid_family = GRID_FAMILIES.iter().find(|(name, _)| *name == word.text);
        if let (None, Some(&(family, words))) = (family, grid_family) {
            return Err(word.wrong(Wrong::GridFamily { family: family.to_owned(), words }));
        }
        let steps = match family {
            Some(_) => Vec::new(),
            None => word.split(',').map(leap).collect::<Result<Vec<_>, _>>()?,
        };
        let new = family.map_or(steps.len(), |family| steps_of(&family.directions[0]));
        // The other side has the same number of steps.
        if known + 2 * (steps_of(&all) + new) > MOST_STEPS {
            return Err(word.wrong(Wrong::Steps { most: MOST_STEPS }));
        }
        match family {
            Some(family) => all.extend(family.directions[0].iter().cloned()),
            None => all.push(grid_direction(board, &steps)),
        }
    }
    Ok(all)
}

/// Reads one step of a path, for example the step `n+ne` of a knight.
fn leap(word: Word<'_>) -> Result<(i16, i16), Misplaced> {
    let (mut down, mut right) = (0_i16, 0_i16);
    for part in word.split('+') {
        let step = compass(part.text).ok_or_else(|| part.wrong(Wrong::Direction { text: part.text.to_owned() }))?;
        (down, right) = (down.saturating_add(step.0), right.saturating_add(step.1));
    }
    let is_far = |change: i16| usize::from(change.unsigned_abs()) > MOST_SQUARES;
    if (down, right) == (0, 0) || is_far(down) || is_far(right) {
        return Err(word.wrong(Wrong::Direction { text: word.text.to_owned() }));
    }
    Ok((down, right))
}

fn rows(board: &SquareBoard, lines: &[Vec<u8>], texts: &Texts) -> Result<Vec<RowSquares>, Misplaced> {
    let mut all = BTreeSet::new();
    for (number, text) in texts.list()?.iter().enumerate() {
        let found = some_rows(board, lines, text)?;
        if found.is_empty() {
            return Err(Misplaced::new(text.span(), Wrong::NoRows { text: text.get_ref().clone() }));
        }
        all.extend(found);
        if all.len().max(number + 1) > MOST_ROWS {
            return Err(Misplaced::new(text.span(), Wrong::Rows { most: MOST_ROWS }));
        }
    }
    Ok(all.into_iter().collect())
}

fn some_rows(board: &SquareBoard, lines: &[Vec<u8>], text: &Text) -> Result<Vec<RowSquares>, Misplaced> {
    let set = |squares: &[u8]| squares.iter().fold(0, |set: RowSquares, square| set | 1 << square);
    let parts: Vec<Word<'_>> = words(text).collect();
    match parts.as_slice() {
        [all] if all.text == LINES => Ok(lines.iter().map(|line| set(line)).collect()),
        [block, area] if block.text == "block" => {
            let (rows, columns) =
                size(area.text).ok_or_else(|| area.wrong(Wrong::Size { text: area.text.to_owned() }))?;
            Ok(blocks(board, rows, columns))
        }
        [count, along, family] if along.text == "along" => {
            let length = count.text.parse().ok().filter(|length: &usize| *length > 0);
            let length = length.ok_or_else(|| count.wrong(Wrong::RowText { text: text.get_ref().clone() }))?;
            let found = find(*family, "family of directions", board.families.iter().map(|family| &*family.name))?;
            let [rows, others] = [0, 1].map(|side| runs(board, length, &board.families[found].directions[side]));
            // Both sides must have the same rows. For example, `n` for one side and `s` for the other side give the
            // same rows.
            if rows != others {
                return Err(family.wrong(Wrong::SideRows { family: family.text.to_owned() }));
            }
            Ok(rows.into_iter().collect())
        }
        squares if !squares.is_empty() => {
            let squares = squares.iter().map(|&word| square(board, word)).collect::<Result<Vec<_>, _>>()?;
            Ok(vec![set(&squares)])
        }
        _ => Err(whole(text).wrong(Wrong::RowText { text: text.get_ref().clone() })),
    }
}

fn blocks(board: &SquareBoard, rows: u8, columns: u8) -> Vec<RowSquares> {
    let at = |row, column| board.places.iter().position(|&place| place == (row, column));
    let block = |&(row, column): &(u8, u8)| {
        let all = (0..rows).flat_map(|down| (0..columns).map(move |right| (down, right)));
        let all = all.map(|(down, right)| at(row.saturating_add(down), column.saturating_add(right)));
        all.map(|square| square.map(|square| 1 << square))
            .try_fold(0, |set: RowSquares, bit: Option<RowSquares>| Some(set | bit?))
    };
    board.places.iter().filter_map(block).collect()
}

/// All sequences of `length` different squares along the given directions.
fn runs(board: &SquareBoard, length: usize, directions: &[DirectionMap]) -> BTreeSet<RowSquares> {
    let starts =
        (0..board.squares.len() as u8).flat_map(|square| directions.iter().map(move |direction| (square, direction)));
    let run = |(first, direction): (u8, &DirectionMap)| {
        let (mut run, mut last): (RowSquares, u8) = (1 << first, first);
        for before in 0..length - 1 {
            last = direction.next(before, last).filter(|next| run >> next & 1 == 0)?;
            run |= 1 << last;
        }
        Some(run)
    };
    starts.filter_map(run).collect()
}

pub(super) fn square(board: &SquareBoard, word: Word<'_>) -> Result<u8, Misplaced> {
    let found = board.squares.iter().position(|name| name == word.text);
    found.map(|square| square as u8).ok_or_else(|| {
        let text = word.text.to_owned();
        word.wrong(if text.contains(',') { Wrong::Commas { text } } else { Wrong::Square { name: text } })
    })
}

/// Reads a zone. A zone is a list of squares and of rectangles such as `a1-e2`.
fn zone(board: &SquareBoard, text: &Text) -> Result<SquareSet, Misplaced> {
    let mut set = 0;
    for word in words(text) {
        let mut corners = word.split('-');
        let first = corners.next().map(|word| square(board, word)).transpose()?.unwrap_or_default();
        let last = corners.next().map(|word| square(board, word)).transpose()?.unwrap_or(first);
        if corners.next().is_some() {
            return Err(word.wrong(Wrong::Square { name: word.text.to_owned() }));
        }
        let [(top, left), (bottom, right)] = [first, last].map(|square| board.places[usize::from(square)]);
        let within = |&(row, column): &(u8, u8)| (top..=bottom).contains(&row) && (left..=right).contains(&column);
        let inside = board.places.iter().enumerate().filter(|(_, place)| within(place));
        set |= inside.fold(0, |set: SquareSet, (square, _)| set | 1 << square);
    }
    Ok(set)
}
