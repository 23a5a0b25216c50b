//! Tables that outlive the program: traits that the [library](crate::library) uses and an adapter implements.

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

/// Where and how to store a table.
#[derive(Clone, Debug, Default)]
pub struct Saving {
    /// The folder; created if it does not exist.
    pub folder: PathBuf,
    /// What is stored of each value.
    pub detail: Detail,
    /// The folder of the checkpoints, if it is another one.
    pub checkpoints: Option<PathBuf>,
    /// The time between two checkpoints; `None`: the storage chooses.
    pub every: Option<Duration>,
    /// Whether to refuse a solve that has no checkpoint to resume.
    pub resume: bool,
    /// If several processes solve one board together: the number of this process, and the name of its host.
    pub process: Option<(usize, String)>,
}

/// A stored table, with its board.
pub struct Stored {
    /// The board.
    pub board: Arc<dyn AnyBoard>,
    /// The values of the table's slots.
    pub values: Box<dyn Values + Send>,
    /// What it stores of each value.
    pub detail: Detail,
    /// Its location and size.
    pub report: StoredReport,
}

impl Stored {
    /// Opens a session over the table.
    pub fn session(self, position: &dyn AnyPosition, domain: Domain) -> Session {
        Session::of(position, domain, self.board, self.values).stored()
    }
}

/// A stored table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StoredReport {
    /// Its name.
    pub table: String,
    /// Those of its files that are in its folder.
    #[serde(serialize_with = "shown")]
    pub files: Vec<PathBuf>,
    /// The files that other processes wrote elsewhere; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub elsewhere: Vec<AwayReport>,
    /// The bytes of all files.
    pub bytes: u64,
    /// The bytes of all files for each position.
    pub bytes_a_position: f64,
    /// The hash of its content.
    pub hash: String,
    /// Whether this run made it.
    pub made: bool,
}

/// A file of a table in the folder of another process.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AwayReport {
    /// The name of the file.
    pub file: String,
    /// Its bytes.
    pub bytes: u64,
    /// Its hash, in hexadecimal digits.
    pub hash: String,
    /// The host of the process that wrote it.
    pub host: String,
    /// The folder there.
    pub folder: String,
    /// The file with its host, for display.
    #[serde(skip)]
    pub shown: String,
}

/// Serializes paths as they are shown, because a path may have bytes that are not text.
fn shown<S: Serializer>(paths: &[PathBuf], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(paths.iter().map(|path| path.to_string_lossy()))
}

/// Where tables are found, stored, listed and removed.
pub trait Storage: fmt::Debug + Send + Sync {
    /// Whether there may be a table of a position's board. This is quick, so the library calls it first.
    fn has(&self, _position: &dyn AnyPosition, _domain: Domain) -> bool {
        true
    }

    /// The table of a position's board with [depths](Detail::Depths), and the board, made with these options; `None` if
    /// there is none. A question that reads the whole table may load it into memory if it takes at most `load` bytes.
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

    /// Reserves the output of a position's table. No other process writes there until the reservation is dropped. Calls
    /// `notify` if this takes some seconds.
    ///
    /// # Errors
    /// The folder cannot be written to, another process is making the same table, or such a table cannot be stored.
    fn keep(
        &self,
        saving: &Saving,
        position: &dyn AnyPosition,
        domain: Domain,
        notify: &dyn Fn(Message),
    ) -> Result<Box<dyn Reservation>, Failure>;

    /// The names of all tables.
    fn list(&self) -> Vec<String>;

    /// Removes the tables of that name, and what stopped solves left of them.
    ///
    /// # Errors
    /// A file cannot be removed, or another process is making the table.
    fn remove(&self, name: &str) -> Result<(), Failure>;

    /// Its folders, if it has any.
    fn listings(&self) -> Option<&dyn Listings> {
        None
    }
}

/// The reserved output of one table; no other process writes there meanwhile.
pub trait Reservation {
    /// The table that is already there, if it stores the requested detail, and its board, made with these options.
    ///
    /// # Errors
    /// Those of [`Storage::find`].
    fn found(
        &self,
        position: &dyn AnyPosition,
        domain: Domain,
        options: &Options<'_>,
    ) -> Result<Option<Stored>, Unanswered>;

    /// Solves a board by the kernel, with checkpoints. A stopped solve continues from the last one. Calls `notify` with
    /// notes about the checkpoints.
    ///
    /// # Errors
    /// Those of the kernel.
    fn solve(
        &self,
        position: &dyn AnyPosition,
        domain: Domain,
        options: &Options<'_>,
        notify: &(dyn Fn(Message) + Sync),
    ) -> Result<Session, SolveError>;

    /// Whether a stopped solve has left checkpoints.
    fn is_begun(&self) -> bool;

    /// Removes the checkpoints.
    ///
    /// # Errors
    /// A file cannot be removed.
    fn clear(&self) -> Result<(), Failure>;

    /// Writes a table of `positions` positions on `threads` threads (0: one per core), and removes the checkpoints. If
    /// the values are partitioned among several processes, each of them calls this with its transport.
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
    /// Writes a solved table. If a [checked](Session::refuse_wrong) value is wrong, it removes the checkpoints instead.
    ///
    /// # Errors
    /// A value is wrong; or those of [`put`](Reservation::put).
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
