//! Tables of solved games as files: a table that is solved once can be stored, moved, verified and queried without solving again.
//!
//! ```text
//! table_store  folders of tables, searched by position
//!   file_table a table in files with its board, with the interface of a table in memory
//!   summary    what a table states about itself, for reports
//!   proof      verifies every value by the rules and by other values; held: an in-memory block of codes for lookups
//!   together   the same by several processes: which one holds and verifies which slots, and their lookups in each other
//!   export     a table row by row, for files of other formats
//!   reading    reads a whole table, in the order of its files
//!   table_reader  reads a table in files by file position
//!   write      writes a table to files; join: merges the files of a table
//!     repartition  sends the cells of a table to the processes that write them; peers: several processes at one table
//!     list       the list of a table's parts, if they are in several folders
//!     part       a part of a table: its cells in blocks
//!     format     the specification of the file format; metadata: the metadata of a table
//!     rules      a fingerprint of the rules' behaviour
//!   output     where a table is made, and the disk space of its files
//!   name       names of tables, files and hosts
//!   checkpoint resumes a solve that was stopped
//!   scratch    disk space for a solve that does not fit the memory
//!   files      files that are written atomically, and locks
//!     objects    the same at a URL: objects of a store, and locks that expire
//! ```
//!
//! A table is one file, or one file per part: [`mod@format`] specifies the bytes. Input is not trusted: lengths are checked before memory is
//! allocated, blocks and headers have checksums, and a table made by other rules is refused with a message that names the difference.

pub mod checkpoint;
mod error;
mod export;
mod file_table;
mod files;
pub mod format;
mod held;
mod join;
mod list;
mod messages;
mod metadata;
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
mod summary;
mod table_reader;
mod table_store;
mod verify_group;
mod write;

pub use checkpoint::{Checkpointing, Checkpoints};
pub use error::{TableError, TableErrorKind};
pub use export::{Export, ExportHead, Exported, Exporter, Row, RowWriter};
pub use file_table::FileTable;
pub use files::{Lock, bytes, save};
pub use join::join;
pub use list::Away;
pub use metadata::{Fill, Keep, Making, Metadata, Order};
pub use name::host;
pub use objects::{Object, ObjectReader, ObjectStore, ObjectWriter, OnlyIf, is_url, named, use_store};
pub use output::{CheckpointPlan, SolvedBoard, TableOutput, disk, free};
pub use proof::{Bins, Unproved, Verification};
pub use scratch::ScratchFile;
pub use summary::{TableSummary, rate};
pub use table_reader::TableReader;
pub use table_store::{Listed, TableStore};
pub use verify_group::{LookupTraffic, VerifyGroup};
pub use write::{Writers, WrittenTable, write, write_distributed};
