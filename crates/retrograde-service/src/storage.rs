//! Storage of tables beyond the lifetime of the program. The [library](crate::library) uses the traits of this module.
//! An adapter implements these traits.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use retrograde::author::{AnyBoard, AnyPosition, Domain};
use retrograde::kernel::Transport;
use retrograde::rules::message::Message;
use retrograde::{Options, SolveError, Values};
use serde::{Serialize, Serializer};

use crate::failure::Failure;
pub use crate::listing::Detail;
use crate::listing::Listings;
use crate::session::Session;
use crate::unanswered::Unanswered;

/// The settings for storing a table.
#[derive(Clone, Debug, Default)]
pub struct Saving {
    /// The folder of the table; it is created if it does not exist.
    pub folder: PathBuf,
    /// How much of each value is stored.
    pub detail: Detail,
    /// The folder of the checkpoints; `None` if the table's folder also contains the checkpoints.
    pub checkpoints: Option<PathBuf>,
    /// The time between two checkpoints; if `None`, the storage chooses the time.
    pub every: Option<Duration>,
    /// Whether the solve returns an error if there is no checkpoint to resume from.
    pub resume: bool,
    /// The index of this process and the name of its host, if several processes solve one board together.
    pub process: Option<(usize, String)>,
}

/// A stored table, with its board.
pub struct Stored {
    /// The board.
    pub board: Arc<dyn AnyBoard>,
    /// The values, indexed by the table's slots.
    pub values: Box<dyn Values + Send>,
    /// How much of each value the table stores.
    pub detail: Detail,
    /// The location and the size of the table.
    pub report: StoredReport,
}

impl Stored {
    /// Creates a session from the table.
    pub fn session(self, position: &dyn AnyPosition, domain: Domain) -> Session {
        Session::of(position, domain, self.board, self.values).stored()
    }
}

/// The location and the size of a stored table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StoredReport {
    /// The name of the table.
    pub table: String,
    /// The files of the table that are in the table's folder.
    #[serde(serialize_with = "shown")]
    pub files: Vec<PathBuf>,
    /// The table's files that other processes wrote to other folders; absent if other processes wrote no files.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub elsewhere: Vec<AwayReport>,
    /// The total size of all files in bytes.
    pub bytes: u64,
    /// The total size of all files in bytes, divided by the number of positions.
    pub bytes_a_position: f64,
    /// The hash of the table's content.
    pub hash: String,
    /// Whether this run of the program made the table.
    pub made: bool,
}

/// A file of a table that is in the folder of another process.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AwayReport {
    /// The name of the file.
    pub file: String,
    /// The size of the file in bytes.
    pub bytes: u64,
    /// The hash of the part of the table that the file contains, in hexadecimal digits.
    pub hash: String,
    /// The host of the process that wrote the file.
    pub host: String,
    /// The folder of the file on that host.
    pub folder: String,
    /// The path of the file with its host, for display.
    #[serde(skip)]
    pub shown: String,
}

/// Serializes paths as text for display, because a path may contain bytes that are not text.
fn shown<S: Serializer>(paths: &[PathBuf], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(paths.iter().map(|path| path.to_string_lossy()))
}

/// A storage in which tables are found, stored, listed and removed.
pub trait Storage: fmt::Debug + Send + Sync {
    /// Returns whether there may be a table of a position's board. The check is fast, so the library makes this check
    /// before it searches for the table.
    fn has(&self, _position: &dyn AnyPosition, _domain: Domain) -> bool {
        true
    }

    /// Returns a table with [depths](Detail::Depths) for a position's board, and the board. The function makes the
    /// board with `options`. Returns `None` if the storage has no table with depths for this board. A question that
    /// reads the whole table may load the table into memory if the table needs at most `load` bytes.
    ///
    /// # Errors
    /// The table is damaged or belongs to other rules, or its board does not fit the memory.
    fn find(
        &self,
        position: &dyn AnyPosition,
        domain: Domain,
        options: &Options<'_>,
        load: u64,
    ) -> Result<Option<Stored>, Unanswered>;

    /// Reserves the files of a position's table for this process. No other process can write the table until the
    /// reservation is dropped. Calls `notify` first if the reservation takes some seconds.
    ///
    /// # Errors
    /// The folder is not writable, another process is making the same table, or a table of this game cannot be stored.
    fn keep(
        &self,
        saving: &Saving,
        position: &dyn AnyPosition,
        domain: Domain,
        notify: &dyn Fn(Message),
    ) -> Result<Box<dyn Reservation>, Failure>;

    /// Returns the names of all tables.
    fn list(&self) -> Vec<String>;

    /// Removes the tables with this name, and the files that stopped solves of these tables have left.
    ///
    /// # Errors
    /// A file cannot be removed, or another process is making the table.
    fn remove(&self, name: &str) -> Result<(), Failure>;

    /// Returns the list of the storage's folders and tables; `None` if the storage has no folders.
    fn listings(&self) -> Option<&dyn Listings> {
        None
    }
}

/// The reserved files of one table. While the reservation exists, no other process can write these files.
pub trait Reservation {
    /// Returns the table if it already exists, and its board. The function makes the board with `options`. Returns
    /// `None` if there is no table that stores the requested detail.
    ///
    /// # Errors
    /// Returns the errors of [`Storage::find`].
    fn found(
        &self,
        position: &dyn AnyPosition,
        domain: Domain,
        options: &Options<'_>,
    ) -> Result<Option<Stored>, Unanswered>;

    /// Solves a board with the general solver (the kernel). The kernel writes checkpoints. A stopped solve resumes from
    /// the newest complete checkpoint. Calls `notify` with notes about the checkpoints.
    ///
    /// # Errors
    /// Returns the errors of the general solver (the kernel).
    fn solve(
        &self,
        position: &dyn AnyPosition,
        domain: Domain,
        options: &Options<'_>,
        notify: &(dyn Fn(Message) + Sync),
    ) -> Result<Session, SolveError>;

    /// Returns whether a stopped solve has left checkpoints.
    fn is_begun(&self) -> bool;

    /// Removes the checkpoints of this table.
    ///
    /// # Errors
    /// A file cannot be removed.
    fn clear(&self) -> Result<(), Failure>;

    /// Writes a table of `positions` positions on `threads` threads (0 means one per core), and removes the
    /// checkpoints. If several processes hold the values, all of them call this function with their transports.
    ///
    /// # Errors
    /// A file cannot be written, or another process is lost.
    fn put(
        &self,
        position: &dyn AnyPosition,
        session: &Session,
        positions: u64,
        threads: usize,
        transport: Option<&dyn Transport>,
    ) -> Result<StoredReport, Failure>;
}

impl dyn Reservation + '_ {
    /// Writes a solved table. If the [check](Session::refuse_wrong) finds a wrong value, removes the checkpoints and
    /// writes no table.
    ///
    /// # Errors
    /// A value is wrong; or an error of [`put`](Reservation::put).
    pub fn put_right(
        &self,
        position: &dyn AnyPosition,
        session: &Session,
        positions: u64,
        threads: usize,
        transport: Option<&dyn Transport>,
    ) -> Result<StoredReport, Failure> {
        if let Err(failure) = session.refuse_wrong(position, threads) {
            self.clear()?;
            return Err(failure);
        }
        self.put(position, session, positions, threads, transport)
    }
}
