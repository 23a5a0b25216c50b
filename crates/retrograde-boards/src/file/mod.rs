//! Reads a description from a file: TOML, whose texts for patterns and tests are small languages of their own.
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
mod test;
mod words;

pub use reader::read;
