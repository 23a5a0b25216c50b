//! The limits of game files. The limits ensure that every turn ends, and that a program can compute the moves of every
//! position quickly.

use super::error::{Misplaced, Wrong};
use super::format::Text;
use crate::board::{DirectionMap, SquareBoard};
use crate::description::{
    After, Along, ConditionRule, Content, CountTerm, Description, MoveRule, PatternCell, Repeat, Test,
};

/// The maximum number of steps that a program needs to find all moves and endings of one position. [`Work`] computes an
/// upper bound of the number of steps.
const MOST_WORK: u64 = 100_000;

/// The moves that may follow a move in the same turn.
pub(super) fn following(rule: &MoveRule) -> impl Iterator<Item = usize> + '_ {
    rule.then.iter().flat_map(|then| then.levels.iter().flatten().copied())
}

/// Whether a move always reduces the number of pieces on the board.
fn removes_pieces(rule: &MoveRule) -> bool {
    let removed = rule.cells.iter().filter(|cell| {
        cell.repeat != Repeat::Any
            && cell.after == After::Empty
            && matches!(cell.before, Content::Piece(..) | Content::Occupied)
    });
    let added = rule.cells.iter().filter(|cell| {
        matches!(cell.before, Content::Empty | Content::Anything)
            && matches!(cell.after, After::Piece(..) | After::Shifted | After::Pulled)
    });
    added.clone().all(|cell| cell.repeat == Repeat::Once) && added.count() < removed.count()
}

/// Checks that every turn ends. A move that can follow itself in the same turn, directly or after other moves, must
/// remove pieces from the board.
pub(super) fn ends(moves: &[MoveRule], names: &[Text]) -> Result<(), Misplaced> {
    for (number, rule) in moves.iter().enumerate() {
        let mut seen = vec![false; moves.len()];
        let mut left: Vec<usize> = following(rule).collect();
        while let Some(next) = left.pop() {
            if !std::mem::replace(&mut seen[next], true) {
                left.extend(following(&moves[next]));
            }
        }
        if seen[number] && !removes_pieces(rule) {
            let name = rule.name.clone();
            return Err(Misplaced::new(names[number].span(), Wrong::Endless { name }));
        }
    }
    Ok(())
}

/// Checks that the moves and endings of one position can be found in reasonable time. `names` contains the
/// names of all moves, followed by the names of all endings.
pub(super) fn takes_little_time<'n>(
    description: &Description,
    names: impl Iterator<Item = &'n Text>,
) -> Result<(), Misplaced> {
    let work = Work::of(description);
    let moves = description
        .moves
        .iter()
        .map(|rule| work.path(rule.along, &rule.cells, Starts::All).saturating_add(work.tests(&rule.when)));
    let endings = description.endings.iter().map(|ending| work.tests(&ending.when));
    let mut sum = 0_u64;
    for (steps, name) in moves.chain(endings).zip(names) {
        sum = sum.saturating_add(steps);
        if sum > MOST_WORK {
            let name_text = name.get_ref().clone();
            return Err(Misplaced::new(name.span(), Wrong::Work { name: name_text, most: MOST_WORK }));
        }
    }
    Ok(())
}

/// Computes upper bounds of the number of squares that a program reads to match a pattern or to make a test in one
/// position.
struct Work<'d> {
    description: &'d Description,
    /// Upper bounds, indexed by condition. Each bound is for the number of squares that one test of the condition
    /// reads.
    conditions: Vec<u64>,
    /// The length of the path that begins at a square, for each family, each direction of the family and each square.
    /// If the sides have different numbers of directions, the list uses the side with more directions.
    lengths: Vec<Vec<Vec<u64>>>,
}

impl<'d> Work<'d> {
    fn of(description: &'d Description) -> Self {
        let board = &description.board;
        let lengths = board.families.iter().map(|family| {
            let [first, second] = family.directions.each_ref().map(|side| {
                side.iter().map(|direction| squares(board).map(|square| length(direction, square)).collect())
            });
            if first.len() < second.len() { second.collect() } else { first.collect() }
        });
        let mut work = Self { description, conditions: Vec::new(), lengths: lengths.collect() };
        for condition in &description.conditions {
            let steps = match &condition.rule {
                ConditionRule::InZone(_) => 1,
                ConditionRule::InRow(rows) => board.rows[*rows].rows.len() as u64,
                ConditionRule::Path { along, cells } => work.path(*along, cells, Starts::One),
            };
            work.conditions.push(steps);
        }
        work
    }

    fn cell(&self, cell: &PatternCell) -> u64 {
        let conditions = cell.conditions.iter().map(|&(condition, _)| self.conditions[condition]);
        conditions.fold(1, u64::saturating_add)
    }

    /// An upper bound for a pattern. The bound assumes that each repeated cell can stand for any number of squares of
    /// the path.
    fn path(&self, along: Along, cells: &[PatternCell], starts: Starts) -> u64 {
        let repeats = cells.iter().filter(|cell| cell.repeat != Repeat::Once).count() as u64;
        let each = cells.iter().fold(0, |sum: u64, cell| sum.saturating_add(self.cell(cell)));
        let count = self.description.board.squares.len() as u64;
        let paths = match along {
            Along::Anywhere => starts.sum(std::iter::repeat_n(1, count as usize)),
            Along::Pair => starts.sum(std::iter::repeat_n(count, count as usize)),
            Along::Family(family) => {
                let ways = |length: &u64| ways(*length, repeats);
                let directions = self.lengths[family].iter().map(|lengths| starts.sum(lengths.iter().map(ways)));
                directions.fold(0, u64::saturating_add)
            }
        };
        paths.saturating_mul(each)
    }

    fn tests(&self, tests: &[Test]) -> u64 {
        let squares = self.description.board.squares.len() as u64;
        let steps = tests.iter().map(|test| match test {
            Test::Row(rows) => self.description.board.rows[*rows].rows.len() as u64,
            Test::Reached(..) => squares,
            Test::Somewhere(cell) => squares.saturating_mul(self.cell(cell)),
            Test::Count(counts, ..) => {
                counts.iter().map(|count| if matches!(count, CountTerm::InHand(..)) { 1 } else { squares }).sum()
            }
        });
        steps.fold(0, u64::saturating_add)
    }
}

/// The number of ways to choose the lengths of `repeats` runs on a path of `length` squares. The number of ways is the
/// binomial coefficient of `length + repeats` and `repeats`. The computation stops when the value is above
/// [`MOST_WORK`].
fn ways(length: u64, repeats: u64) -> u64 {
    let mut ways = 1_u64;
    for number in 1..=repeats {
        ways = ways * (length + number) / number;
        if ways > MOST_WORK {
            break;
        }
    }
    ways
}

/// The squares from which a pattern is tried.
#[derive(Clone, Copy)]
enum Starts {
    All,
    One,
}

impl Starts {
    /// The total number of steps from all start squares, or the number of steps from the start square with the most
    /// steps.
    fn sum(self, steps: impl Iterator<Item = u64>) -> u64 {
        match self {
            Self::All => steps.fold(0, u64::saturating_add),
            Self::One => steps.max().unwrap_or(0),
        }
    }
}

fn squares(board: &SquareBoard) -> std::ops::Range<u8> {
    0..board.squares.len() as u8
}

/// The number of different squares of the path from a square.
fn length(direction: &DirectionMap, square: u8) -> u64 {
    let (mut seen, mut length, mut next) = (0_u128, 0, Some(square));
    while let Some(square) = next.filter(|square| seen >> square & 1 == 0) {
        seen |= 1 << square;
        next = direction.next(length, square);
        length += 1;
    }
    length as u64
}
