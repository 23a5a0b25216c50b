//! Tables of solved games as files: what is solved once is kept, moved, checked and asked without being solved again.
//!
//! ```text
//! table_store  folders of tables, searched by position
//!   found      a table in files beside the rules, which answers as a table in memory does
//!   summary    what a table states about itself, for reports
//!   proof      every value of a table in files by the rules and by other values; held: where those are looked up
//!   together   the same by several processes: who holds and checks what, and what they ask of each other
//!   export     a table row by row, for files of other formats
//!   reading    all of a table, in the order of its files
//!   stored     a table in files, by its places
//!   write      a table put into files; join: the files of a table put into one
//!     repartition  sends the cells of a table to the processes that write them; peers: several processes at one table
//!     list       the list of a table's parts, where they are not all in one folder
//!     part       a part of a table: its cells in blocks
//!     format     the bytes of a file's head, specified; meaning: what a table says of itself
//!     rules      a fingerprint of the rules by what they do
//!   output     where a table is made, and the disk space of its files
//!   name       names of tables, files and hosts
//!   checkpoint a solve that was stopped goes on
//!   scratch    room on disk for a solve that does not fit the memory
//!   files      files that are there whole or not at all, and locks
//!     objects    the same at a URL: objects of a store, and locks that end without their holder
//! ```
//!
//! A table is one file, or one a part: [`mod@format`] specifies the bytes. Nothing that is read is trusted: lengths are checked before memory is
//! asked for, blocks and heads have checksums, and a table of other rules is refused by name.

pub mod checkpoint;
mod error;
mod export;
mod files;
pub mod format;
mod found;
mod held;
mod join;
mod list;
mod meaning;
mod messages;
mod name;
mod objects;
mod output;
mod part;
mod peers;
mod proof;
mod reading;
mod repartition;
mod rules;
mod scratch;
mod stored;
mod summary;
mod table_store;
mod together;
mod write;

pub use checkpoint::{Checkpointing, Checkpoints};
pub use error::{TableError, TableErrorKind};
pub use export::{Export, ExportHead, Exported, Exporter, Row, RowWriter};
pub use files::{Lock, bytes, save};
pub use found::Found;
pub use join::join;
pub use list::Away;
pub use meaning::{Fill, Keep, Making, Meaning, Order};
pub use name::host;
pub use objects::{Object, ObjectReader, ObjectStore, ObjectWriter, OnlyIf, is_url, named, use_store};
pub use output::{CheckpointPlan, SolvedBoard, TableOutput, disk, free};
pub use proof::{Bins, Proof, Unproved};
pub use scratch::ScratchFile;
pub use stored::Stored;
pub use summary::{TableSummary, rate};
pub use table_store::{Listed, TableStore};
pub use together::{Asked, Together};
pub use write::{Writers, WrittenTable, write, write_distributed};
