//! Reads a description from a file in TOML. The patterns and tests in the file are texts in small languages.
//!
//! `docs/game-files.md` specifies the format.

mod board;
mod cells;
mod error;
mod format;
mod heading;
mod limits;
mod reader;
mod setup;
mod syntax;
mod test;
mod words;

pub use reader::read;
