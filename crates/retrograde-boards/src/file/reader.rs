//! The rules of a game file: kinds of pieces, conditions, moves and endings.

use retrograde::author::InputError;
use toml::Spanned;

use super::board::board;
use super::error::{Misplaced, Wrong};
use super::format::{ConditionTable, EndingTable, GameTable, MoveTable, PieceTable, Text};
use super::setup::setup;
use super::words::{Word, find, whole, words};
use crate::board::Board;
use crate::description::{
    After, Along, Cell, Condition, ConditionRule, Content, Count, Description, EndingRule, Follow, HandChange,
    KindOfPiece, Levels, MoveRule, Owner, Relation, Repeat, Requirement, Setup, SidesTested, Test, Verdict,
};

/// The maximum length of a game file in bytes.
const LONGEST: usize = 1 << 16;

/// Reads a game file.
///
/// # Errors
/// The first error in the file, with its line and column.
///
/// # Complexity
/// Linear in the length of the text, which is at most 64 KiB.
pub fn read(text: &str) -> Result<Description, InputError> {
    read_whole(text).map_err(|misplaced| misplaced.place(text))
}

fn read_whole(text: &str) -> Result<Description, Misplaced> {
    if text.len() > LONGEST {
        return Err(Misplaced::new(0..0, Wrong::TooLong { most: LONGEST }));
    }
    let table: GameTable = toml::from_str(text).map_err(|error| {
        Misplaced::new(error.span().unwrap_or(0..0), Wrong::Toml { reason: error.message().to_owned() })
    })?;
    Reader::of(&table)?.description(&table)
}

/// The parts that later parts of the file refer to by name.
struct Reader {
    id: String,
    sides: [String; 2],
    board: Board,
    kinds: Vec<KindOfPiece>,
    conditions: Vec<Condition>,
    /// The names of the moves.
    moves: Vec<String>,
}

impl Reader {
    fn of(table: &GameTable) -> Result<Self, Misplaced> {
        let board = board(&table.board)?;
        let kinds = kinds(&board, &table.pieces)?;
        let mut moves: Vec<String> = Vec::new();
        for table in &table.moves {
            let name = table.name.get_ref();
            if moves.contains(name) {
                return Err(Misplaced::new(table.name.span(), Wrong::Twice { name: name.clone() }));
            }
            moves.push(name.clone());
        }
        let mut reader = Self { id: id(&table.id)?, sides: sides(table)?, board, kinds, conditions: Vec::new(), moves };
        for zone in &reader.board.zones {
            let zone_number = reader.conditions.len();
            reader.conditions.push(Condition { name: zone.name.clone(), rule: ConditionRule::InZone(zone_number) });
        }
        for (name, condition) in &table.conditions {
            if reader.conditions.iter().any(|known| known.name == *name.get_ref()) {
                return Err(Misplaced::new(name.span(), Wrong::Twice { name: name.get_ref().clone() }));
            }
            // A condition may refer only to those before it, so none refers to itself.
            let rule = reader.condition(name, condition)?;
            reader.conditions.push(Condition { name: name.get_ref().clone(), rule });
        }
        Ok(reader)
    }

    fn description(self, table: &GameTable) -> Result<Description, Misplaced> {
        let moves = table.moves.iter().map(|table| self.move_rule(table)).collect::<Result<Vec<_>, _>>()?;
        let turn = self.turn(table, &moves)?;
        ends(&moves, table)?;
        let endings = table.endings.iter().map(|table| self.ending(table)).collect::<Result<Vec<_>, _>>()?;
        let royal = table.royal.as_ref().map(|letter| self.kind(whole(letter))).transpose()?;
        let no_move = table.no_move.as_ref().map_or(Ok(Verdict::OwnLoses), verdict)?;
        let start: Setup = setup(&table.start, &self.board, &self.kinds, &self.sides)?;
        Ok(Description {
            id: self.id,
            title: table.title.clone(),
            rules: table.rules.clone(),
            sides: self.sides,
            board: self.board,
            kinds: self.kinds,
            conditions: self.conditions,
            moves,
            turn,
            royal,
            endings,
            no_move,
            start,
        })
    }

    fn condition(&self, name: &Text, table: &ConditionTable) -> Result<ConditionRule, Misplaced> {
        match (&table.row, &table.cells) {
            (Some(rows), None) if table.along.is_none() => Ok(ConditionRule::InRow(self.rows(whole(rows))?)),
            (None, Some(cells)) => {
                let cells = words(cells).map(|word| self.cell(word)).collect::<Result<Vec<_>, _>>()?;
                let along = self.along(table.along.as_ref(), &cells, whole(name))?;
                Ok(ConditionRule::Path { along, cells })
            }
            _ => Err(Misplaced::new(name.span(), Wrong::NoCells)),
        }
    }

    fn rows(&self, word: Word<'_>) -> Result<usize, Misplaced> {
        find(word, "family of rows", self.board.rows.iter().map(|rows| &*rows.name))
    }

    /// The kind of an upper-case letter.
    fn kind(&self, word: Word<'_>) -> Result<usize, Misplaced> {
        self.piece(word).and_then(|(owner, kind)| match owner {
            Owner::Own => Ok(kind),
            Owner::Opponent => Err(word.wrong(Wrong::Letter { text: word.text.to_owned() })),
        })
    }

    /// The piece of a letter: an upper-case letter is an own piece, a lower-case letter the opponent's.
    fn piece(&self, word: Word<'_>) -> Result<(Owner, usize), Misplaced> {
        let mut letters = word.text.chars();
        let found = letters.next().filter(|_| letters.next().is_none()).and_then(|letter| {
            let kind = self.kinds.iter().position(|kind| kind.letter == letter.to_ascii_uppercase())?;
            Some((if letter.is_ascii_uppercase() { Owner::Own } else { Owner::Opponent }, kind))
        });
        found.ok_or_else(|| word.wrong(Wrong::Letter { text: word.text.to_owned() }))
    }

    fn move_rule(&self, table: &MoveTable) -> Result<MoveRule, Misplaced> {
        let mut cells = words(&table.before).map(|word| self.cell(word)).collect::<Result<Vec<_>, _>>()?;
        let along = self.along(table.along.as_ref(), &cells, whole(&table.before))?;
        self.set_after(&mut cells, table)?;
        let when = table.when.as_ref().map_or(Ok(Vec::new()), |text| self.tests(text))?;
        let hands = table.hand.iter().flat_map(words).map(|word| self.hand(word)).collect::<Result<Vec<_>, _>>()?;
        Ok(MoveRule {
            name: table.name.get_ref().clone(),
            along,
            then: self.then(table, cells.len())?,
            cells,
            when,
            hands,
        })
    }

    fn set_after(&self, cells: &mut [Cell], table: &MoveTable) -> Result<(), Misplaced> {
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
    fn cell(&self, word: Word<'_>) -> Result<Cell, Misplaced> {
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
        Ok(Cell { before, conditions, repeat, after: After::Same })
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

    fn along(&self, text: Option<&Text>, cells: &[Cell], at: Word<'_>) -> Result<Along, Misplaced> {
        let edges = cells.iter().filter(|cell| cell.before == Content::Edge).count();
        if cells.len() == edges {
            return Err(at.wrong(Wrong::NoCells));
        }
        let is_single = cells.len() == 1 && cells[0].repeat == Repeat::Once;
        let along = match text {
            None if is_single => Along::Anywhere,
            None => return Err(at.wrong(Wrong::OneCell)),
            Some(text) if text.get_ref() == "pair" => Along::Pair,
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

    fn hand(&self, word: Word<'_>) -> Result<HandChange, Misplaced> {
        let wrong = || word.wrong(Wrong::Hand { text: word.text.to_owned() });
        let change = match word.text.as_bytes().first() {
            Some(b'+') => 1,
            Some(b'-') => -1,
            _ => return Err(wrong()),
        };
        let (owner, kind) = self.piece(word.from(1)).map_err(|_| wrong())?;
        Ok(HandChange { owner, kind, change })
    }

    fn then(&self, table: &MoveTable, cells: usize) -> Result<Option<Follow>, Misplaced> {
        let Some(texts) = &table.then else {
            let part = table.only_if.as_ref().map(Spanned::span).or(table.from.as_ref().map(Spanned::span));
            return part
                .or(table.may.then(|| table.name.span()))
                .map_or(Ok(None), |at| Err(Misplaced::new(at, Wrong::NoFollow)));
        };
        let levels = texts.list()?.iter().map(|text| self.level(text)).collect::<Result<Levels, _>>()?;
        let from = match &table.from {
            Some(number) => Some(cell_index(*number.get_ref(), cells, number.span())?),
            None => None,
        };
        let only_if = table.only_if.as_ref().map(|text| self.requirement(text, cells)).transpose()?;
        Ok(Some(Follow { levels, from, only_if, is_optional: table.may }))
    }

    /// The moves that a text names; they have the same priority.
    fn level(&self, text: &Text) -> Result<Vec<usize>, Misplaced> {
        words(text).map(|word| find(word, "move", self.moves.iter().map(|name| &**name))).collect()
    }

    fn requirement(&self, text: &Text, cells: usize) -> Result<Requirement, Misplaced> {
        let parts: Vec<Word<'_>> = words(text).collect();
        let (number, condition, holds) = match parts.as_slice() {
            [number, within, condition] if within.text == "in" => (number, condition, true),
            [number, not, within, condition] if not.text == "not" && within.text == "in" => (number, condition, false),
            _ => return Err(whole(text).wrong(Wrong::IfText { text: text.get_ref().clone() })),
        };
        let cell = number.text.parse().map_err(|_| number.wrong(Wrong::IfText { text: text.get_ref().clone() }))?;
        let cell = cell_index(cell, cells, number.at())?;
        let condition = find(*condition, "condition", self.conditions.iter().map(|condition| &*condition.name))?;
        Ok(Requirement { cell, condition, holds })
    }

    /// The levels of a turn: all moves that follow no other move, unless the file gives the levels.
    fn turn(&self, table: &GameTable, moves: &[MoveRule]) -> Result<Levels, Misplaced> {
        let levels = if let Some(levels) = &table.turn {
            levels.iter().map(|text| self.level(text)).collect::<Result<Levels, _>>()?
        } else {
            let follows = |number: &usize| moves.iter().any(|rule| following(rule).any(|next| next == *number));
            vec![(0..moves.len()).filter(|number| !follows(number)).collect()]
        };
        if levels.iter().all(Vec::is_empty) {
            return Err(Misplaced::new(table.id.span(), Wrong::NoMoves));
        }
        Ok(levels)
    }

    fn ending(&self, table: &EndingTable) -> Result<EndingRule, Misplaced> {
        let name = table.name.get_ref().clone();
        let of = table.of.as_ref().map_or(Ok(SidesTested::Both), sides_tested)?;
        Ok(EndingRule { name, of, when: self.tests(&table.when)?, result: verdict(&table.result)? })
    }

    /// Tests joined by `and`.
    fn tests(&self, text: &Text) -> Result<Vec<Test>, Misplaced> {
        let parts: Vec<Word<'_>> = words(text).collect();
        parts.split(|word| word.text == "and").map(|part| self.test(part, text)).collect()
    }

    fn test(&self, parts: &[Word<'_>], text: &Text) -> Result<Test, Misplaced> {
        let wrong = || {
            let at = parts.first().map_or_else(|| text.span(), |word| word.at());
            let shown: Vec<&str> = parts.iter().map(|word| word.text).collect();
            Misplaced::new(at, Wrong::Test { text: shown.join(" ") })
        };
        match parts {
            [row, name] if row.text == "row" => Ok(Test::Row(self.rows(*name)?)),
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

    fn count(&self, parts: &[Word<'_>]) -> Option<Count> {
        let (first, rest) = parts.split_first()?;
        let in_hand = matches!(rest, [within, hand] if within.text == "in" && hand.text == "hand");
        if !in_hand && !rest.is_empty() {
            return None;
        }
        match first.text {
            "own" if !in_hand => Some(Count::OnBoard(Owner::Own, None)),
            "opp" if !in_hand => Some(Count::OnBoard(Owner::Opponent, None)),
            "empty" if !in_hand => Some(Count::Empty),
            _ => {
                let (owner, kind) = self.piece(*first).ok()?;
                Some(if in_hand { Count::InHand(owner, kind) } else { Count::OnBoard(owner, Some(kind)) })
            }
        }
    }
}

/// A comparison with a number.
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

/// The index of a cell that the file counts from 1.
fn cell_index(number: usize, cells: usize, at: std::ops::Range<usize>) -> Result<usize, Misplaced> {
    let index = number.checked_sub(1).filter(|index| *index < cells);
    index.ok_or_else(|| Misplaced::new(at, Wrong::CellNumber { number, cells }))
}

fn sides_tested(text: &Text) -> Result<SidesTested, Misplaced> {
    match text.get_ref().as_str() {
        "both" => Ok(SidesTested::Both),
        "to move" => Ok(SidesTested::ToMove),
        "just moved" => Ok(SidesTested::JustMoved),
        other => Err(Misplaced::new(text.span(), Wrong::Of { text: other.to_owned() })),
    }
}

fn verdict(text: &Text) -> Result<Verdict, Misplaced> {
    match text.get_ref().as_str() {
        "own wins" => Ok(Verdict::OwnWins),
        "own loses" => Ok(Verdict::OwnLoses),
        "tie" => Ok(Verdict::Tie),
        other => Err(Misplaced::new(text.span(), Wrong::Result { text: other.to_owned() })),
    }
}

fn id(text: &Text) -> Result<String, Misplaced> {
    let id = text.get_ref();
    let is_good = id.starts_with(|letter: char| letter.is_ascii_lowercase())
        && id.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit());
    if is_good { Ok(id.clone()) } else { Err(Misplaced::new(text.span(), Wrong::Id { id: id.clone() })) }
}

fn sides(table: &GameTable) -> Result<[String; 2], Misplaced> {
    let Some(sides) = &table.sides else { return Ok(["first", "second"].map(str::to_owned)) };
    let [first, second] = sides.get_ref();
    let is_word = |name: &String| !name.is_empty() && name.chars().all(|letter| letter.is_ascii_lowercase());
    if is_word(first) && is_word(second) && first.as_bytes()[0] != second.as_bytes()[0] {
        Ok(sides.get_ref().clone())
    } else {
        Err(Misplaced::new(sides.span(), Wrong::Sides))
    }
}

fn kinds(board: &Board, tables: &Spanned<Vec<PieceTable>>) -> Result<Vec<KindOfPiece>, Misplaced> {
    let mut kinds: Vec<KindOfPiece> = Vec::new();
    for table in tables.get_ref() {
        let letter = one_letter(table.letter.get_ref()).filter(char::is_ascii_uppercase);
        let letter = letter.filter(|letter| kinds.iter().all(|kind| kind.letter != *letter));
        let letter = letter.ok_or_else(|| {
            Misplaced::new(table.letter.span(), Wrong::Letter { text: table.letter.get_ref().clone() })
        })?;
        let shown = match &table.shown {
            Some(text) => shown(text, &kinds)?,
            None => [letter, letter.to_ascii_lowercase()],
        };
        let names = board.zones.iter().map(|zone| &*zone.name);
        let zone = table.zone.as_ref().map(|name| find(whole(name), "zone", names)).transpose()?;
        kinds.push(KindOfPiece { name: table.name.clone(), letter, shown, zone });
    }
    if (1..=16).contains(&kinds.len()) {
        Ok(kinds)
    } else {
        Err(Misplaced::new(tables.span(), Wrong::Kinds { count: kinds.len() }))
    }
}

fn one_letter(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}

fn shown(text: &Text, known: &[KindOfPiece]) -> Result<[char; 2], Misplaced> {
    let letters: Vec<char> = text.get_ref().chars().collect();
    match letters.as_slice() {
        &[first, second]
            if first != second
                && [first, second].iter().all(|letter| {
                    letter.is_ascii_alphabetic() && known.iter().all(|kind| !kind.shown.contains(letter))
                }) =>
        {
            Ok([first, second])
        }
        _ => Err(Misplaced::new(text.span(), Wrong::Shown { text: text.get_ref().clone() })),
    }
}

/// The moves that may follow a move in the same turn.
fn following(rule: &MoveRule) -> impl Iterator<Item = usize> + '_ {
    rule.then.iter().flat_map(|then| then.levels.iter().flatten().copied())
}

/// Checks that every turn ends: a move that can follow itself, also after others, must make the pieces fewer.
fn ends(moves: &[MoveRule], table: &GameTable) -> Result<(), Misplaced> {
    let is_safe = |rule: &MoveRule| {
        let removes = rule.cells.iter().any(|cell| {
            cell.repeat != Repeat::Any
                && cell.after == After::Empty
                && matches!(cell.before, Content::Piece(Owner::Opponent, _))
        });
        let adds = |cell: &Cell| {
            matches!(cell.before, Content::Empty | Content::Anything)
                && matches!(cell.after, After::Piece(..) | After::Shifted | After::Pulled)
        };
        let new = rule.cells.iter().filter(|cell| adds(cell)).count();
        let steps = rule
            .cells
            .iter()
            .filter(|cell| matches!(cell.before, Content::Piece(Owner::Own, _)) && cell.after == After::Empty)
            .count();
        removes && new <= steps
    };
    for (number, rule) in moves.iter().enumerate() {
        let mut seen = vec![false; moves.len()];
        let mut left: Vec<usize> = following(rule).collect();
        while let Some(next) = left.pop() {
            if !std::mem::replace(&mut seen[next], true) {
                left.extend(following(&moves[next]));
            }
        }
        if seen[number] && !is_safe(rule) {
            let name = rule.name.clone();
            return Err(Misplaced::new(table.moves[number].name.span(), Wrong::Endless { name }));
        }
    }
    Ok(())
}
