//! The tests of P9169 and their promises. A promise is a property that all boards of a test have. The first line of a
//! test file gives the number of the test.

use retrograde::Value;

use super::judge::verdict;
use super::messages::Breach;
use super::notation::{Placed, Standing};
use super::sweep::Sweep;
use retrograde::author::Subtask;
use retrograde::rules::message::Message;

/// The highest test number of the problem.
pub(super) const LAST: u64 = 20;

/// All tests, indexed by their number; test 0 is a sample.
pub(super) static TESTS: [Subtask; LAST as usize + 1] = tests();

const fn tests() -> [Subtask; LAST as usize + 1] {
    const NAMES: [&str; LAST as usize + 1] = [
        "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19",
        "20",
    ];
    let mut tests = [Subtask { name: "0", names: &[], promise: &Promise::Nothing, number: 0 }; NAMES.len()];
    let mut number = 0;
    while number < NAMES.len() {
        let promise = Promise::of(number as u64);
        tests[number] = Subtask { name: NAMES[number], names: &[], promise, number: number as u64 };
        number += 1;
    }
    tests
}

retrograde::messages! {
    /// The promises of the tests. A promise is a property that all boards of a test have.
    #[derive(Clone, Copy, PartialEq, Eq)]
    pub(super) enum Promise {
        Nothing: "only the problem's limits", "只有题目的限制";
        TieOrStuck: "a tie, or Red cannot move at the start", "平局，或红方开局就无法移动";
        /// The pawn and one king are above the wall, and the other king is below it.
        WalledOff:
            "at least 4 rows, the second-last row is the only wall, and one king is alone below it",
            "至少 4 行，倒数第二行全是障碍，此外没有障碍，其下只有一个红子";
        OneColumn: "one column", "只有一列";
        /// The game ends in a tie, or within [`SOON`] plies.
        TieOrSoon: "a tie, or an end within 9 plies", "平局，或在 9 步内结束";
    }
}

/// The longest game that `TieOrSoon` allows, in plies.
const SOON: u32 = 9;

impl Promise {
    /// Returns the promise of a test.
    pub(super) const fn of(test: u64) -> &'static Self {
        match test {
            1..=4 => &Self::TieOrStuck,
            5..=6 => &Self::WalledOff,
            7..=9 => &Self::OneColumn,
            10..=13 => &Self::TieOrSoon,
            _ => &Self::Nothing,
        }
    }

    /// Returns the reason why a start breaks the promise; `None` if the start keeps the promise. The board of the start
    /// must have at most 10x10 squares.
    pub(super) fn breach(self, start: &Placed) -> Option<Message> {
        match self {
            Self::Nothing => None,
            Self::TieOrStuck => {
                let stuck_or_tie = |value, red_can_move: bool| value == Value::Draw || !red_can_move;
                outcome(start)
                    .filter(|&(value, can_move)| !stuck_or_tie(value, can_move))
                    .map(|(value, _)| Breach::TieOrStuck { value: words(value) }.into())
            }
            Self::WalledOff => breach_of_wall(start).map(Message::from),
            Self::OneColumn => {
                let columns = start.grid.columns();
                (columns != 1).then(|| Breach::Columns { columns }.into())
            }
            Self::TieOrSoon => {
                let is_kept = |value: Value| value.depth().is_none_or(|depth| depth.plies() <= SOON);
                outcome(start)
                    .filter(|&(value, _)| !is_kept(value))
                    .map(|(value, _)| Breach::TieOrSoon { soon: SOON, value: words(value) }.into())
            }
        }
    }
}

/// Returns the value of a start, and whether Red has a move.
fn outcome(start: &Placed) -> Option<(Value, bool)> {
    let (game, position) = start.set_up().ok()?;
    let can_move = game.count_steps(&position) > 0;
    Some((Sweep::new().answer(&game, &position)?, can_move))
}

/// Returns the judge's answer for a value.
fn words(value: Value) -> String {
    verdict(value)
}

/// Returns the reason why a start breaks the promise of tests 5 and 6; `None` if the start keeps this promise.
fn breach_of_wall(placed: &Placed) -> Option<Breach> {
    let Placed { grid, standing: Standing { kings, pawn }, .. } = placed;
    let rows = grid.rows();
    if rows < 4 {
        return Some(Breach::Rows { rows });
    }
    let (wall, last) = ((rows - 2) as u16, (rows - 1) as u16);
    if let Some(square) = grid.squares().find(|square| square.row == wall && grid.is_floor(*square)) {
        return Some(Breach::Gap { wall: wall + 1, square });
    }
    if let Some(square) = grid.squares().find(|square| square.row != wall && !grid.is_floor(*square)) {
        return Some(Breach::OtherWall { wall: wall + 1, square });
    }
    if pawn.row > wall {
        return Some(Breach::PawnBelow { wall: wall + 1, square: *pawn });
    }
    let below = kings.iter().filter(|king| king.row == last).count();
    (below != 1).then(|| Breach::Kings { wall: wall + 1, below })
}
