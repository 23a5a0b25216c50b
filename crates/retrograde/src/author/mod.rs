//! What an author of a game adds: its entry, texts, looks, contest formats, starts, and the check of its laws.

pub mod about;
pub mod check;
pub(crate) mod chinese;
pub mod climb;
pub mod contest;
pub mod entry;
pub mod looks;
pub mod notation;
pub mod pieces;
pub mod shortcut;
pub mod spelling;
pub mod square;
pub mod starts;
pub mod tokens;
