//! What the judge of P9169 allows, and how it writes an answer.

use std::ops::RangeInclusive;

use retrograde::Value;

/// The judge's numbers of rows.
pub(super) const ROWS: RangeInclusive<u64> = 2..=10;
/// The judge's numbers of columns.
pub(super) const COLUMNS: RangeInclusive<u64> = 1..=10;

/// The judge's answer: `value` is that of the start, for Red.
///
/// "如果在 100^100^100 个回合之后仍不能分出胜负，则认为游戏平局": a game that never ends is the judge's tie.
pub(super) fn verdict(value: Value) -> String {
    match value {
        Value::Win(depth) => format!("Red {}", depth.plies()),
        Value::Loss(depth) => format!("Black {}", depth.plies()),
        Value::Tie(_) | Value::Draw => "Tie".to_owned(),
    }
}
