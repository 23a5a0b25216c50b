//! Pawn: two red kings hunt a black pawn that wants to reach the first row.
//!
//! "过河卒" of the NOI provincial selection 2023, [Luogu P9169](https://www.luogu.com.cn/problem/P9169).

mod climb;
mod depths;
mod drafts;
mod draws;
mod looks;
mod messages;
mod notation;
mod numbering;
mod p9169;
mod pieces;
mod random;
mod rows;
mod rules;
mod starts;
mod subtask;
pub mod sweep;

pub use climb::{Start, climber, deepest};
pub use looks::PawnLooks;
pub use p9169::P9169;
pub use random::random;
pub use rules::{BLACK, Move, Pawn, Position, RED};
pub use starts::Starts;

use retrograde::author::shortcut::ShortcutValue;

/// The value of a position by the [`sweep`]: for boards of at most 10x10.
pub fn shortcut(game: &Pawn, position: &Position) -> Option<ShortcutValue> {
    let value = sweep::Sweep::new().answer(game, position)?;
    Some(ShortcutValue { kind: value.kind(), depth: value.depth() })
}
