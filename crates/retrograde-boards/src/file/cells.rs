//! The patterns of a game file: the cells of a path, before and after a move.

use super::board::PAIR;
use super::error::{Misplaced, Wrong};
use super::format::{MoveTable, Text};
use super::reader::Reader;
use super::words::{Word, find, whole, words};
use crate::description::{After, Along, Content, Owner, PatternCell, Repeat};

impl Reader {
    /// Reads the cells of a pattern, and the kind of path along which the pattern is matched.
    pub(super) fn path(&self, text: &Text, along: Option<&Text>) -> Result<(Vec<PatternCell>, Along), Misplaced> {
        let cells = words(text).map(|word| self.cell(word)).collect::<Result<Vec<_>, _>>()?;
        let along = self.along(along, &cells, whole(text))?;
        Ok((cells, along))
    }

    /// The kind of pieces that an upper-case letter stands for.
    pub(super) fn kind(&self, word: Word<'_>) -> Result<usize, Misplaced> {
        self.piece(word).and_then(|(owner, kind)| match owner {
            Owner::Own => Ok(kind),
            Owner::Opponent => Err(word.wrong(Wrong::NoLetter { text: word.text.to_owned() })),
        })
    }

    /// The piece that a letter stands for. An upper-case letter stands for an own piece, and a lower-case letter stands
    /// for a piece of the opponent.
    pub(super) fn piece(&self, word: Word<'_>) -> Result<(Owner, usize), Misplaced> {
        let mut letters = word.text.chars();
        let found = letters.next().filter(|_| letters.next().is_none()).and_then(|letter| {
            let kind = self.kinds.iter().position(|kind| kind.letter == letter.to_ascii_uppercase())?;
            Some((if letter.is_ascii_uppercase() { Owner::Own } else { Owner::Opponent }, kind))
        });
        found.ok_or_else(|| word.wrong(Wrong::NoLetter { text: word.text.to_owned() }))
    }

    pub(super) fn set_after(&self, cells: &mut [PatternCell], table: &MoveTable) -> Result<(), Misplaced> {
        let after: Vec<Word<'_>> = words(&table.after).collect();
        let with_squares = cells.iter().filter(|cell| cell.before != Content::Edge).count();
        if after.len() != with_squares {
            let count = Wrong::CellCount { before: with_squares, after: after.len() };
            return Err(Misplaced::new(table.after.span(), count));
        }
        for (index, (cell, word)) in cells.iter_mut().zip(after).enumerate() {
            cell.after = self.after(word)?;
            if index == 0 && cell.after == After::Shifted && cell.repeat == Repeat::Once {
                return Err(word.wrong(Wrong::FirstShift));
            }
        }
        Ok(())
    }

    fn after(&self, word: Word<'_>) -> Result<After, Misplaced> {
        let wrong = || word.wrong(Wrong::AfterCell { text: word.text.to_owned() });
        Ok(match word.text {
            "=" => After::Same,
            ">" => After::Shifted,
            "<" => After::Pulled,
            "." => After::Empty,
            _ => self.piece(word).map(|(owner, kind)| After::Piece(owner, kind)).map_err(|_| wrong())?,
        })
    }

    /// Reads a cell: a content, then `*` or `+` for repeats, then conditions after `&` or `!`.
    pub(super) fn cell(&self, word: Word<'_>) -> Result<PatternCell, Misplaced> {
        let end = word.text.find(['&', '!']).unwrap_or(word.text.len());
        let (content, mut rest) = (word.to(end), word.from(end));
        let mut conditions = Vec::new();
        while !rest.text.is_empty() {
            let holds = rest.text.starts_with('&');
            let name = rest.from(1);
            let end = name.text.find(['&', '!']).unwrap_or(name.text.len());
            let names = self.conditions.iter().map(|condition| &*condition.name);
            conditions.push((find(name.to(end), "condition", names)?, holds));
            rest = name.from(end);
        }
        let (content, repeat) = match content.text.strip_suffix(['*', '+']) {
            Some(text) if content.text.ends_with('*') => (content.to(text.len()), Repeat::Any),
            Some(text) => (content.to(text.len()), Repeat::Some),
            None => (content, Repeat::Once),
        };
        let before = self.content(content)?;
        if before == Content::Edge && word.text != "#" {
            return Err(word.wrong(Wrong::EdgeCell));
        }
        Ok(PatternCell { before, conditions, repeat, after: After::Same })
    }

    fn content(&self, word: Word<'_>) -> Result<Content, Misplaced> {
        Ok(match word.text {
            "#" => Content::Edge,
            "?" => Content::Anything,
            "." => Content::Empty,
            "any" => Content::Occupied,
            "own" => Content::Piece(Owner::Own, None),
            "opp" => Content::Piece(Owner::Opponent, None),
            text => {
                let wrong = |_| word.wrong(Wrong::Cell { text: text.to_owned() });
                let (owner, kind) = self.piece(word).map_err(wrong)?;
                Content::Piece(owner, Some(kind))
            }
        })
    }

    fn along(&self, text: Option<&Text>, cells: &[PatternCell], at: Word<'_>) -> Result<Along, Misplaced> {
        let edges = cells.iter().filter(|cell| cell.before == Content::Edge).count();
        if cells.len() == edges {
            return Err(at.wrong(Wrong::NoCells));
        }
        let is_single = cells.len() == 1 && cells[0].repeat == Repeat::Once;
        let along = match text {
            None if is_single => Along::Anywhere,
            None => return Err(at.wrong(Wrong::OneCell)),
            Some(text) if text.get_ref() == PAIR => Along::Pair,
            Some(text) => {
                let names = self.board.families.iter().map(|family| &*family.name);
                Along::Family(find(whole(text), "family of directions", names)?)
            }
        };
        if along == Along::Pair && (cells.len() != 2 || cells.iter().any(|cell| cell.repeat != Repeat::Once)) {
            return Err(at.wrong(Wrong::PairCells));
        }
        let edge_is_last = cells.last().is_some_and(|cell| cell.before == Content::Edge);
        if edges > 1 || edges == 1 && !(edge_is_last && matches!(along, Along::Family(_))) {
            return Err(at.wrong(Wrong::EdgeCell));
        }
        Ok(along)
    }
}
