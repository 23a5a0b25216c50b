//! Board games as plain data.
//!
//! Most board games have the same structure. Pieces of some kinds stand on the squares of a fixed board, and a move
//! tests and changes some squares. A [`Description`] is a plain value that describes a board game: its squares,
//! directions, kinds of pieces, patterns of moves, and endings. [`read`] reads the same value from a file in TOML,
//! whose format is specified in `docs/game-files.md`. [`BoardGame`] plays a description by its rules, square by square.

mod board;
mod description;
mod engine;
mod entry;
mod file;
mod letters;
mod looks;
mod notation;
mod patterns;
mod remarks;
mod rules;

pub use board::{DirectionMap, Family, RowSquares, Rows, SquareBoard, SquareSet, Zone};
pub use description::{
    After, Along, Condition, ConditionRule, Content, CountTerm, Description, EndingRule, HandChange, KindOfPiece,
    Levels, MoveRule, NextPart, Owner, PatternCell, Relation, Repeat, Requirement, Setup, SidesTested, Test, Verdict,
};
pub use engine::{DerivedGame, Unsupported};
pub use entry::{entry, open_file};
pub use file::read;
pub use rules::{BoardGame, BoardMove, BoardPosition};
