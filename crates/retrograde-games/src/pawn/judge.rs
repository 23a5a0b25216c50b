//! The requirements of the judge of P9169. The judge limits the size of boards, and defines the format of answers.

use std::ops::RangeInclusive;

use retrograde::Value;

/// The numbers of rows that a board may have.
pub(super) const ROWS: RangeInclusive<u64> = 2..=10;
/// The numbers of columns that a board may have.
pub(super) const COLUMNS: RangeInclusive<u64> = 1..=10;

/// Returns the answer that the judge expects; `value` is the value of the start for Red.
///
/// "如果在 100^100^100 个回合之后仍不能分出胜负，则认为游戏平局" (if nothing is decided after 100^100^100 rounds, the game is a tie). So the
/// judge's answer for an endless game is a tie.
pub(super) fn verdict(value: Value) -> String {
    match value {
        Value::Win(depth) => format!("Red {}", depth.plies()),
        Value::Loss(depth) => format!("Black {}", depth.plies()),
        Value::Tie(_) | Value::Draw => "Tie".to_owned(),
    }
}
