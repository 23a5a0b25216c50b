//! Reads the tests of a game file. There are tests of rows, of squares, and of numbers of pieces.

use super::error::{Misplaced, Wrong};
use super::format::Text;
use super::reader::Reader;
use super::words::{Word, find, words};
use crate::description::{Content, CountTerm, Owner, Relation, Repeat, Test};

impl Reader {
    /// Reads tests that are joined by `and`.
    pub(super) fn tests(&self, text: &Text) -> Result<Vec<Test>, Misplaced> {
        let parts: Vec<Word<'_>> = words(text).collect();
        parts.split(|word| word.text == "and").map(|part| self.test(part, text)).collect()
    }

    fn test(&self, parts: &[Word<'_>], text: &Text) -> Result<Test, Misplaced> {
        let wrong = || {
            let at = parts.first().map_or_else(|| text.span(), |word| word.at());
            let shown: Vec<&str> = parts.iter().map(|word| word.text).collect();
            Misplaced::new(at, Wrong::Test { text: shown.join(" ") })
        };
        if let Some(or) = parts.iter().find(|word| word.text == "or") {
            return Err(or.wrong(Wrong::Or));
        }
        match parts {
            [row, name] if row.text == "row" => Ok(Test::Row(self.rows(*name)?)),
            [some, cell] if some.text == "some" => {
                let cell_of_square = self.cell(*cell)?;
                let is_square = cell_of_square.before != Content::Edge && cell_of_square.repeat == Repeat::Once;
                if is_square { Ok(Test::Somewhere(cell_of_square)) } else { Err(cell.wrong(Wrong::SomeCell)) }
            }
            [letter, on, zone] if on.text == "on" => {
                let zone = find(*zone, "zone", self.board.zones.iter().map(|zone| &*zone.name))?;
                Ok(Test::Reached(self.kind(*letter)?, zone))
            }
            [sum @ .., relation, number] => {
                let (relation, number) = comparison(*relation, *number).ok_or_else(wrong)?;
                let counts = sum.split(|word| word.text == "+").map(|part| self.count(part).ok_or_else(wrong));
                Ok(Test::Count(counts.collect::<Result<_, _>>()?, relation, number))
            }
            _ => Err(wrong()),
        }
    }

    fn count(&self, parts: &[Word<'_>]) -> Option<CountTerm> {
        let (first, rest) = parts.split_first()?;
        let in_hand = matches!(rest, [within, hand] if within.text == "in" && hand.text == "hand");
        if !in_hand && !rest.is_empty() {
            return None;
        }
        match first.text {
            "own" if !in_hand => Some(CountTerm::OnBoard(Owner::Own, None)),
            "opp" if !in_hand => Some(CountTerm::OnBoard(Owner::Opponent, None)),
            "empty" if !in_hand => Some(CountTerm::Empty),
            _ => {
                let (owner, kind) = self.piece(*first).ok()?;
                Some(if in_hand { CountTerm::InHand(owner, kind) } else { CountTerm::OnBoard(owner, Some(kind)) })
            }
        }
    }
}

/// Reads a comparison with a number.
fn comparison(relation: Word<'_>, number: Word<'_>) -> Option<(Relation, u32)> {
    let number: u32 = number.text.parse().ok().filter(|number| *number <= 1000)?;
    Some(match relation.text {
        "=" => (Relation::Equal, number),
        "<" => (Relation::Less, number),
        ">" => (Relation::More, number),
        "<=" => (Relation::Less, number + 1),
        ">=" if number > 0 => (Relation::More, number - 1),
        _ => return None,
    })
}
