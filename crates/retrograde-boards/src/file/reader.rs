//! The rules of a game file: kinds of pieces, conditions, moves and endings.

use retrograde::author::InputError;
use toml::Spanned;

use super::board::board;
use super::error::{Misplaced, Wrong};
use super::format::{ConditionTable, EndingTable, GameTable, MoveTable, Text, in_order};
use super::heading::{id, kinds, line, rules, sides, taken};
use super::limits::{ends, following, takes_little_time};
use super::setup::{is_possible, setup};
use super::syntax::syntax_error;
use super::words::{Word, find, whole, words};
use crate::board::SquareBoard;
use crate::description::{
    Condition, ConditionRule, Content, Description, EndingRule, HandChange, KindOfPiece, Levels, MoveRule, NextPart,
    Owner, PatternCell, Repeat, Requirement, Setup, SidesTested, Verdict,
};
use crate::letters::MOST_HELD;

/// The maximum length of a game file in bytes.
const LONGEST: usize = 1 << 16;

/// The maximum number of moves. A move with `+opp` counts once for each kind of pieces.
const MOST_MOVES: usize = 256;

/// The maximum number of conditions, including zones. A condition can refer only to earlier conditions. So chains of
/// references also have at most this length.
const MOST_CONDITIONS: usize = 64;

/// The maximum length of the name of an ending.
const LONGEST_NAME: usize = 40;

/// The word that stands for the taken piece in a `hand` text.
const TAKEN: &str = "+opp";

/// Reads a game file.
///
/// # Errors
/// Returns the first error in the file, with its line and column.
///
/// # Complexity
/// The time is linear in the length of the text. The length is at most 64 KiB.
pub fn read(text: &str) -> Result<Description, InputError> {
    read_whole(text).map_err(|misplaced| misplaced.place(text))
}

fn read_whole(text: &str) -> Result<Description, Misplaced> {
    if text.len() > LONGEST {
        return Err(Misplaced::new(0..0, Wrong::TooLong { most: LONGEST }));
    }
    let table: GameTable = toml::from_str(text).map_err(|error| syntax_error(&error, text))?;
    Reader::of(&table)?.description(&table)
}

/// The parts that later parts of the file refer to by name.
pub(super) struct Reader {
    pub(super) board: SquareBoard,
    pub(super) kinds: Vec<KindOfPiece>,
    /// The kind that a taken piece becomes in the hand, indexed by its old kind; `None` if a taken piece of this kind
    /// leaves the game.
    taken: Vec<Option<usize>>,
    pub(super) conditions: Vec<Condition>,
    /// The names of the moves. The name of a move with `+opp` occurs once for each kind.
    moves: Vec<Text>,
}

impl Reader {
    fn of(table: &GameTable) -> Result<Self, Misplaced> {
        let board = board(&table.board)?;
        let kinds = kinds(&board, &table.pieces)?;
        let taken = taken(table.pieces.get_ref(), &kinds)?;
        let moves = move_names(table, kinds.len())?;
        let mut reader = Self { board, kinds, taken, conditions: Vec::new(), moves };
        for (number, zone) in reader.board.zones.iter().enumerate() {
            reader.conditions.push(Condition { name: zone.name.clone(), rule: ConditionRule::InZone(number) });
        }
        for (name, condition) in in_order(&table.conditions) {
            if reader.conditions.iter().any(|known| known.name == *name.get_ref()) {
                return Err(Misplaced::new(name.span(), Wrong::Twice { name: name.get_ref().clone() }));
            }
            if reader.conditions.len() == MOST_CONDITIONS {
                return Err(Misplaced::new(name.span(), Wrong::Conditions { most: MOST_CONDITIONS }));
            }
            // A condition may refer only to earlier conditions, so no condition refers to itself.
            let rule = reader.condition(name, condition)?;
            reader.conditions.push(Condition { name: name.get_ref().clone(), rule });
        }
        Ok(reader)
    }

    fn description(self, table: &GameTable) -> Result<Description, Misplaced> {
        let moves = table.moves.iter().map(|table| self.move_rules(table)).collect::<Result<Vec<_>, _>>()?.concat();
        let turn = self.turn(table, &moves)?;
        ends(&moves, &self.moves)?;
        let endings = table.endings.iter().map(|table| self.ending(table)).collect::<Result<Vec<_>, _>>()?;
        let royal = table.royal.as_ref().map(|letter| self.kind(whole(letter))).transpose()?;
        let no_move = table.no_move.as_ref().map_or(Ok(Verdict::OwnLoses), verdict)?;
        let sides = sides(table)?;
        let start: Setup = setup(&table.start, &self.board, &self.kinds, &sides)?;
        let description = Description {
            id: id(&table.id)?,
            title: line(&table.title)?,
            rules: rules(&table.rules)?,
            sides,
            board: self.board,
            kinds: self.kinds,
            conditions: self.conditions,
            moves,
            turn,
            royal,
            endings,
            no_move,
            start,
        };
        let endings: Vec<_> = table.endings.iter().map(|ending| &ending.name).collect();
        takes_little_time(&description, self.moves.iter().chain(endings))?;
        is_possible(&description, &table.start)?;
        Ok(description)
    }

    fn condition(&self, name: &Text, table: &ConditionTable) -> Result<ConditionRule, Misplaced> {
        match (&table.row, &table.cells) {
            (Some(rows), None) if table.along.is_none() => Ok(ConditionRule::InRow(self.rows(whole(rows))?)),
            (None, Some(cells)) => {
                let (cells, along) = self.path(cells, table.along.as_ref())?;
                Ok(ConditionRule::Path { along, cells })
            }
            _ => Err(Misplaced::new(name.span(), Wrong::ConditionForm)),
        }
    }

    pub(super) fn rows(&self, word: Word<'_>) -> Result<usize, Misplaced> {
        find(word, "family of rows", self.board.rows.iter().map(|rows| &*rows.name))
    }

    /// The moves of a table. A table gives one move or, if it contains `+opp`, one move for each kind of piece that the
    /// move may take.
    fn move_rules(&self, table: &MoveTable) -> Result<Vec<MoveRule>, Misplaced> {
        let rule = self.move_rule(table)?;
        let Some(word) = table.hand.iter().flat_map(words).find(|word| word.text == TAKEN) else {
            return Ok(vec![rule]);
        };
        let is_taken = |cell: &PatternCell| cell.before == Content::Piece(Owner::Opponent, None);
        let all: Vec<usize> = (0..rule.cells.len()).filter(|&cell| is_taken(&rule.cells[cell])).collect();
        let &[cell] = all.as_slice() else { return Err(word.wrong(Wrong::Taken)) };
        if rule.cells[cell].repeat != Repeat::Once {
            return Err(word.wrong(Wrong::Taken));
        }
        let of_kind = |(kind, held): (usize, &Option<usize>)| {
            let mut rule = rule.clone();
            rule.cells[cell].before = Content::Piece(Owner::Opponent, Some(kind));
            if let Some(kind) = *held {
                add(&mut rule.hands, HandChange { owner: Owner::Own, kind, change: 1 });
            }
            rule
        };
        Ok(self.taken.iter().enumerate().map(of_kind).collect())
    }

    fn move_rule(&self, table: &MoveTable) -> Result<MoveRule, Misplaced> {
        let (mut cells, along) = self.path(&table.before, table.along.as_ref())?;
        self.set_after(&mut cells, table)?;
        let when = table.when.as_ref().map_or(Ok(Vec::new()), |text| self.tests(text))?;
        let hands = table.hand.as_ref().map_or(Ok(Vec::new()), |text| self.hands(text))?;
        let then = self.then(table, &cells)?;
        Ok(MoveRule { name: table.name.get_ref().clone(), along, cells, when, hands, then })
    }

    /// The changes of hands, at most one for each hand and kind. The function ignores `+opp`.
    fn hands(&self, text: &Text) -> Result<Vec<HandChange>, Misplaced> {
        let mut all = Vec::new();
        for word in words(text).filter(|word| word.text != TAKEN) {
            add(&mut all, self.hand(word)?);
            if all.iter().any(|hand| hand.change.unsigned_abs() > MOST_HELD) {
                return Err(word.wrong(Wrong::HandSize { most: MOST_HELD.into() }));
            }
        }
        Ok(all)
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

    fn then(&self, table: &MoveTable, cells: &[PatternCell]) -> Result<Option<NextPart>, Misplaced> {
        let Some(texts) = &table.then else {
            let part = table.only_if.as_ref().map(Spanned::span).or(table.from.as_ref().map(Spanned::span));
            return part
                .or(table.may.then(|| table.name.span()))
                .map_or(Ok(None), |at| Err(Misplaced::new(at, Wrong::NoFollow)));
        };
        let cells = cells.iter().filter(|cell| cell.before != Content::Edge).count();
        let levels = texts.list()?.iter().map(|text| self.level(text)).collect::<Result<Levels, _>>()?;
        let from = match &table.from {
            Some(number) => Some(cell_index(*number.get_ref(), cells, number.span())?),
            None => None,
        };
        let only_if = table.only_if.as_ref().map(|text| self.requirement(text, cells)).transpose()?;
        Ok(Some(NextPart { levels, from, only_if, is_optional: table.may }))
    }

    /// The moves that a text names. All these moves have the same priority.
    fn level(&self, text: &Text) -> Result<Vec<usize>, Misplaced> {
        let mut all = Vec::new();
        for word in words(text) {
            find(word, "move", self.moves.iter().map(|name| name.get_ref().as_str()))?;
            all.extend((0..self.moves.len()).filter(|&number| self.moves[number].get_ref() == word.text));
        }
        all.sort_unstable();
        all.dedup();
        Ok(all)
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

    /// The levels of a turn. If the file does not give the levels, there is one level. The single level contains all
    /// moves that do not follow another move, and all moves that follow only themselves.
    fn turn(&self, table: &GameTable, moves: &[MoveRule]) -> Result<Levels, Misplaced> {
        let levels = if let Some(levels) = &table.turn {
            levels.iter().map(|text| self.level(text)).collect::<Result<Levels, _>>()?
        } else {
            let follows = |&number: &usize| {
                let others = moves.iter().filter(|rule| rule.name != moves[number].name);
                others.flat_map(following).any(|next| next == number)
            };
            vec![(0..moves.len()).filter(|number| !follows(number)).collect()]
        };
        if levels.iter().all(Vec::is_empty) {
            return Err(Misplaced::new(table.id.span(), Wrong::NoMoves));
        }
        Ok(levels)
    }

    fn ending(&self, table: &EndingTable) -> Result<EndingRule, Misplaced> {
        let name = ending_name(&table.name)?;
        let of = table.of.as_ref().map_or(Ok(SidesTested::Both), sides_tested)?;
        Ok(EndingRule { name, of, when: self.tests(&table.when)?, result: verdict(&table.result)? })
    }
}

/// The names of all moves. The name of a move with `+opp` occurs once for each kind.
fn move_names(table: &GameTable, kinds: usize) -> Result<Vec<Text>, Misplaced> {
    let mut names: Vec<Text> = Vec::new();
    for table in &table.moves {
        let at = table.name.span();
        if names.contains(&table.name) {
            return Err(Misplaced::new(at, Wrong::Twice { name: table.name.get_ref().clone() }));
        }
        let takes = table.hand.iter().flat_map(words).any(|word| word.text == TAKEN);
        names.extend(std::iter::repeat_n(table.name.clone(), if takes { kinds } else { 1 }));
        if names.len() > MOST_MOVES {
            return Err(Misplaced::new(at, Wrong::Moves { most: MOST_MOVES }));
        }
    }
    Ok(names)
}

/// Adds a change of a hand to `hands`. If `hands` already has a change for this hand and kind, adds the numbers.
fn add(hands: &mut Vec<HandChange>, new: HandChange) {
    match hands.iter_mut().find(|known| (known.owner, known.kind) == (new.owner, new.kind)) {
        Some(known) => known.change = known.change.saturating_add(new.change),
        None => hands.push(new),
    }
}

fn ending_name(text: &Text) -> Result<String, Misplaced> {
    let name = text.get_ref();
    let is_letter = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    let is_good = name.starts_with(|letter: char| letter.is_ascii_lowercase()) && name.chars().all(is_letter);
    if is_good && name.len() <= LONGEST_NAME {
        Ok(name.clone())
    } else {
        Err(Misplaced::new(text.span(), Wrong::EndingName { text: name.clone() }))
    }
}

/// Converts the number of a cell in the file to an index. The numbers begin with 1, and the indexes begin with 0.
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
