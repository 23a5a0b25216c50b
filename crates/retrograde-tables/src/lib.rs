//! Tables of solved games as files. A program solves a table once, and can then store, move, verify and query it.
//!
//! ```text
//! table_store     folders of tables, searched by position
//!   file_table    a table in files with its board; it has the same interface as a table in memory
//!   summary       the properties of a table, for reports
//!   proof         verifies every value by the rules and the values of its successors
//!   held          the codes of a range of slots in memory, for lookups of successors
//!   verify_group  distributes a verification among processes, and requests the values of successors
//!   export        writes a table row by row to files of other formats
//!   reading       reads a whole table, in the order of its files
//!   table_reader  reads a table in files by file position
//!   join          merges the files of a table
//!   write         writes a table to files
//!     repartition sends the cells of a table to the processes that write them
//!     peers       the communication among several processes that use one table
//!     list        the list of a table's parts, if they are in several folders
//!   part          one part of a table, with its cells in blocks
//!   format        specification of the file format
//!     metadata    the metadata of a table
//!     rules       a fingerprint of the rules' behaviour
//!   output        the folders in which a table is written, and the disk space of its files
//!   name          names of tables, files and hosts
//!   checkpoint    resumes a solve that was stopped
//!   scratch       disk space for a solve that does not fit into memory
//!   files         writes files atomically, and locks tables
//!   local         the operations on files that differ between operating systems
//!   objects       objects at URLs and their locks, which expire
//! ```
//!
//! A table is one file, or one file per part. [`mod@format`] specifies the bytes. The readers treat the files as
//! untrusted input. The readers check every length before they allocate memory of this length. Blocks and headers have
//! checksums. If a table was made by rules that differ from the program's rules, the error message says where the rules
//! differ.

pub mod checkpoint;
mod error;
mod export;
mod file_table;
mod files;
pub mod format;
mod held;
mod join;
mod list;
mod local;
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
