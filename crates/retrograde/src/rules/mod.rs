//! What a game is: positions, moves, endings, values, the contract that it fulfils; and messages, which all rooms write.

pub mod expansion;
pub mod game;
pub mod law;
pub mod memory;
pub mod message;
pub mod printable;
pub mod side;
pub mod symmetric;
pub mod text;
pub mod value;
pub(crate) mod word;
