//! The board of a game file: squares, directions, rows and zones.

use std::collections::BTreeSet;

use super::error::{Misplaced, Wrong};
use super::format::{BoardTable, Text, Texts};
use super::words::{Word, find, whole, words};
use crate::board::{Board, Direction, Family, MOST_SQUARES, Row, Rows, SquareSet, Zone};
use toml::Spanned;

/// The compass: names, and changes of row and column.
const COMPASS: [(&str, i16, i16); 8] =
    [("n", -1, 0), ("ne", -1, 1), ("e", 0, 1), ("se", 1, 1), ("s", 1, 0), ("sw", 1, -1), ("w", 0, -1), ("nw", -1, -1)];

/// The families of directions that every grid has.
const FAMILIES: [(&str, &str); 3] =
    [("orthogonal", "n e s w"), ("diagonal", "ne se sw nw"), ("every", "n ne e se s sw w nw")];

/// The family of directions that a board with lines has.
const LINES: &str = "lines";

/// Reads the board.
pub(super) fn board(table: &Spanned<BoardTable>) -> Result<Board, Misplaced> {
    let at = table.span();
    let table = table.get_ref();
    let (squares, places) = match (&table.size, &table.layout) {
        (Some(size), None) => grid(size)?,
        (None, Some(layout)) => laid_out(layout)?,
        _ => return Err(Misplaced::new(at, Wrong::NoBoard)),
    };
    let mut board = Board { squares, places, families: Vec::new(), rows: Vec::new(), zones: Vec::new() };
    let is_grid = table.size.is_some();
    if is_grid {
        for (name, text) in FAMILIES {
            let directions: Vec<Direction> =
                text.split(' ').filter_map(compass).map(|step| grid_direction(&board, &[step])).collect();
            board.families.push(Family { name: name.to_owned(), directions: [directions.clone(), directions] });
        }
    }
    let lines: Vec<Vec<u8>> = table
        .lines
        .iter()
        .map(|line| words(line).map(|word| square(&board, word)).collect())
        .collect::<Result<_, _>>()?;
    if !lines.is_empty() {
        let directions = line_directions(board.squares.len(), &lines);
        board.families.push(Family { name: LINES.to_owned(), directions: [directions.clone(), directions] });
    }
    for (name, text) in &table.directions {
        let read = |text: &Text| directions(&board, text, is_grid);
        let directions = by_side(text, read)?;
        define(&mut board.families, Family { name: name.get_ref().clone(), directions }, |family| &family.name, name)?;
    }
    for (name, texts) in &table.rows {
        let rows = rows(&board, &lines, texts)?;
        board.rows.push(Rows { name: name.get_ref().clone(), rows });
    }
    for (name, text) in &table.zones {
        let squares = by_side(text, |text| zone(&board, text))?;
        board.zones.push(Zone { name: name.get_ref().clone(), squares });
    }
    Ok(board)
}

fn define<T>(known: &mut Vec<T>, new: T, name: impl Fn(&T) -> &String, at: &Text) -> Result<(), Misplaced> {
    if known.iter().any(|known| name(known) == at.get_ref()) {
        return Err(Misplaced::new(at.span(), Wrong::Twice { name: at.get_ref().clone() }));
    }
    known.push(new);
    Ok(())
}

fn by_side<T>(texts: &Texts, mut read: impl FnMut(&Text) -> Result<T, Misplaced>) -> Result<[T; 2], Misplaced> {
    let [first, second] = texts.by_side()?;
    Ok([read(&first)?, read(&second)?])
}

type Squares = (Vec<String>, Vec<(u8, u8)>);

fn grid(text: &Text) -> Result<Squares, Misplaced> {
    let wrong = || Misplaced::new(text.span(), Wrong::Size { text: text.get_ref().clone() });
    let (rows, columns) = size(text.get_ref()).ok_or_else(wrong)?;
    let places: Vec<(u8, u8)> = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect();
    let name = |&(row, column): &(u8, u8)| format!("{}{}", retrograde::author::column_name(column.into()), row + 1);
    Ok((places.iter().map(name).collect(), places))
}

fn size(text: &str) -> Option<(u8, u8)> {
    let (rows, columns) = text.split_once('x')?;
    let [rows, columns] = [rows, columns].map(|number| number.parse::<u8>().ok());
    let (rows, columns) = (rows?, columns?);
    let count = usize::from(rows) * usize::from(columns);
    (1..=MOST_SQUARES).contains(&count).then_some((rows, columns))
}

fn laid_out(layout: &[Text]) -> Result<Squares, Misplaced> {
    let (mut names, mut places) = (Vec::new(), Vec::new());
    for (row, text) in layout.iter().enumerate() {
        for (column, word) in words(text).enumerate() {
            if word.text == "." {
                continue;
            }
            if names.iter().any(|name| name == word.text) {
                return Err(word.wrong(Wrong::Twice { name: word.text.to_owned() }));
            }
            names.push(word.text.to_owned());
            let place = [row, column].map(|number| u8::try_from(number).unwrap_or(u8::MAX));
            places.push((place[0], place[1]));
        }
    }
    let at = layout.first().map_or(0..0, Spanned::span);
    if (1..=MOST_SQUARES).contains(&names.len()) {
        Ok((names, places))
    } else {
        Err(Misplaced::new(at, Wrong::Squares { count: names.len() }))
    }
}

fn compass(name: &str) -> Option<(i16, i16)> {
    COMPASS.iter().find(|(known, ..)| *known == name).map(|&(_, row, column)| (row, column))
}

/// The direction of a grid whose steps change row and column.
fn grid_direction(board: &Board, steps: &[(i16, i16)]) -> Direction {
    let step = |&(down, right): &(i16, i16)| {
        let next = |&(row, column): &(u8, u8)| {
            let (row, column) = (i16::from(row) + down, i16::from(column) + right);
            let found = board.places.iter().position(|&(r, c)| (i16::from(r), i16::from(c)) == (row, column));
            found.map(|square| square as u8)
        };
        board.places.iter().map(next).collect()
    };
    Direction { steps: steps.iter().map(step).collect() }
}

/// Two directions for each line.
fn line_directions(squares: usize, lines: &[Vec<u8>]) -> Vec<Direction> {
    let along = |line: Vec<u8>| {
        let mut step = vec![None; squares];
        line.windows(2).for_each(|pair| step[usize::from(pair[0])] = Some(pair[1]));
        Direction { steps: vec![step] }
    };
    lines.iter().flat_map(|line| [along(line.clone()), along(line.iter().rev().copied().collect())]).collect()
}

fn directions(board: &Board, text: &Text, is_grid: bool) -> Result<Vec<Direction>, Misplaced> {
    let mut all = Vec::new();
    for word in words(text) {
        if let Some(family) = board.families.iter().find(|family| family.name == word.text) {
            all.extend(family.directions[0].iter().cloned());
            continue;
        }
        if !is_grid {
            return Err(word.wrong(Wrong::NoGrid { text: word.text.to_owned() }));
        }
        let steps = word.split(',').map(leap).collect::<Result<Vec<_>, _>>()?;
        all.push(grid_direction(board, &steps));
    }
    Ok(all)
}

/// One step of a path, for example `n+ne` for a knight.
fn leap(word: Word<'_>) -> Result<(i16, i16), Misplaced> {
    let (mut down, mut right) = (0, 0);
    for part in word.split('+') {
        let step = compass(part.text).ok_or_else(|| part.wrong(Wrong::Direction { text: part.text.to_owned() }))?;
        (down, right) = (down + step.0, right + step.1);
    }
    Ok((down, right))
}

fn rows(board: &Board, lines: &[Vec<u8>], texts: &Texts) -> Result<Vec<Row>, Misplaced> {
    let mut all = BTreeSet::new();
    for text in &texts.list()? {
        let found = some_rows(board, lines, text)?;
        if found.is_empty() {
            return Err(Misplaced::new(text.span(), Wrong::NoRows { text: text.get_ref().clone() }));
        }
        all.extend(found);
    }
    Ok(all.into_iter().collect())
}

fn some_rows(board: &Board, lines: &[Vec<u8>], text: &Text) -> Result<Vec<Row>, Misplaced> {
    let set = |squares: &[u8]| squares.iter().fold(0, |set: Row, square| set | 1 << square);
    let parts: Vec<Word<'_>> = words(text).collect();
    match parts.as_slice() {
        [all] if all.text == LINES => Ok(lines.iter().map(|line| set(line)).collect()),
        [block, area] if block.text == "block" => {
            let (rows, columns) =
                size(area.text).ok_or_else(|| area.wrong(Wrong::Size { text: area.text.to_owned() }))?;
            Ok(blocks(board, rows, columns))
        }
        [count, along, family] if along.text == "along" => {
            let length: usize =
                count.text.parse().map_err(|_| count.wrong(Wrong::RowText { text: text.get_ref().clone() }))?;
            let family = find(*family, "family of directions", board.families.iter().map(|family| &*family.name))?;
            Ok(runs(board, length, family).iter().map(|run| set(run)).collect())
        }
        squares if !squares.is_empty() => {
            let squares = squares.iter().map(|&word| square(board, word)).collect::<Result<Vec<_>, _>>()?;
            Ok(vec![set(&squares)])
        }
        _ => Err(whole(text).wrong(Wrong::RowText { text: text.get_ref().clone() })),
    }
}

fn blocks(board: &Board, rows: u8, columns: u8) -> Vec<Row> {
    let at = |row, column| board.places.iter().position(|&place| place == (row, column));
    let block = |&(row, column): &(u8, u8)| {
        let all = (0..rows).flat_map(|down| (0..columns).map(move |right| (down, right)));
        let all = all.map(|(down, right)| at(row.saturating_add(down), column.saturating_add(right)));
        all.map(|square| square.map(|square| 1 << square)).try_fold(0, |set: Row, bit: Option<Row>| Some(set | bit?))
    };
    board.places.iter().filter_map(block).collect()
}

/// All runs of squares of this length in the directions of a family.
fn runs(board: &Board, length: usize, family: usize) -> Vec<Vec<u8>> {
    let starts = (0..board.squares.len() as u8)
        .flat_map(|square| board.families[family].directions[0].iter().map(move |direction| (square, direction)));
    let run = |(square, direction): (u8, &Direction)| {
        let mut run = vec![square];
        while run.len() < length {
            run.push(direction.next(run.len() - 1, *run.last()?)?);
        }
        Some(run)
    };
    starts.filter_map(run).collect()
}

pub(super) fn square(board: &Board, word: Word<'_>) -> Result<u8, Misplaced> {
    let found = board.squares.iter().position(|name| name == word.text);
    found.map(|square| square as u8).ok_or_else(|| word.wrong(Wrong::Square { name: word.text.to_owned() }))
}

/// A zone: squares, and rectangles such as `a1-e2`.
fn zone(board: &Board, text: &Text) -> Result<SquareSet, Misplaced> {
    let mut set = 0;
    for word in words(text) {
        let mut corners = word.split('-');
        let first = corners.next().map(|word| square(board, word)).transpose()?.unwrap_or_default();
        let last = corners.next().map(|word| square(board, word)).transpose()?.unwrap_or(first);
        let [(top, left), (bottom, right)] = [first, last].map(|square| board.places[usize::from(square)]);
        let within = |&(row, column): &(u8, u8)| (top..=bottom).contains(&row) && (left..=right).contains(&column);
        let inside = board.places.iter().enumerate().filter(|(_, place)| within(place));
        set |= inside.fold(0, |set: SquareSet, (square, _)| set | 1 << square);
    }
    Ok(set)
}
