//! Reads the start position of a game file: the board, the hands and the side to move.

use retrograde::Side;

use super::error::{Misplaced, Wrong};
use super::format::StartTable;
use super::words::{Word, whole, words};
use crate::board::SquareBoard;
use crate::description::{Description, KindOfPiece, Setup};
use crate::letters::{hand, piece};
use crate::patterns::{View, contents};

pub(super) fn setup(
    table: &StartTable,
    board: &SquareBoard,
    kinds: &[KindOfPiece],
    sides: &[String; 2],
) -> Result<Setup, Misplaced> {
    let squares = squares(whole(&table.board), board, kinds)?;
    let mut hands = [vec![0; kinds.len()], vec![0; kinds.len()]];
    for word in table.hand.iter().flat_map(words) {
        let example = || kinds.first().map(|kind| kind.shown.map(|letter| format!("{letter}2")).join(" "));
        let wrong = || Wrong::HandText { text: word.text.to_owned(), example: example().unwrap_or_default() };
        let (side, kind, number) = hand(word.text, kinds).ok_or_else(|| word.wrong(wrong()))?;
        let held: &mut u8 = &mut hands[usize::from(side)][usize::from(kind)];
        if *held > 0 {
            return Err(word.wrong(Wrong::Twice { name: word.text.to_owned() }));
        }
        *held = number;
    }
    let turn = match &table.turn {
        None => 0,
        Some(text) => sides.iter().position(|name| name == text.get_ref()).ok_or_else(|| {
            Misplaced::new(text.span(), Wrong::SideName { text: text.get_ref().clone(), sides: sides.join(" or ") })
        })?,
    };
    Ok(Setup { squares, hands, turn: turn as u8 })
}

/// Checks that the side that is not to move has no royal piece under attack at the start.
pub(super) fn is_possible(description: &Description, table: &StartTable) -> Result<(), Misplaced> {
    let own = Side::from_parity(description.start.turn.into());
    let view = View { description, contents: &contents(&description.start), own };
    if view.attacks_royal() {
        let side = description.sides[own.other().index()].clone();
        return Err(Misplaced::new(table.board.span(), Wrong::StartRoyal { side }));
    }
    Ok(())
}

type SquareContent = Option<(u8, u8)>;

fn squares(text: Word<'_>, board: &SquareBoard, kinds: &[KindOfPiece]) -> Result<Vec<SquareContent>, Misplaced> {
    let lengths = board.row_lengths();
    let rows: Vec<Word<'_>> = text.split('/').collect();
    if rows.len() != lengths.len() {
        return Err(text.wrong(Wrong::StartRows { found: rows.len(), expected: lengths.len() }));
    }
    let mut all = Vec::new();
    for (number, (row, &expected)) in rows.into_iter().zip(&lengths).enumerate() {
        let before = all.len();
        let mut digits = String::new();
        for (at, letter) in row.text.char_indices().chain(std::iter::once((row.text.len(), '/'))) {
            if letter.is_ascii_digit() && digits.len() < 3 {
                digits.push(letter);
                continue;
            }
            let empty: usize = std::mem::take(&mut digits).parse().unwrap_or(0);
            all.extend(std::iter::repeat_n(None, empty.min(expected + 1)));
            if letter != '/' {
                all.push(Some(
                    piece(kinds, letter).ok_or_else(|| row.from(at).wrong(Wrong::StartPiece { piece: letter }))?,
                ));
            }
        }
        let found = all.len() - before;
        if found != expected {
            return Err(row.wrong(Wrong::StartRow { row: number + 1, found, expected }));
        }
    }
    Ok(all)
}
