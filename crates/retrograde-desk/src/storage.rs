//! Tables that outlive the program, as the [library](crate::library) reaches them: traits that an adapter implements.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use retrograde::author::{AnyBoard, AnyPosition, Domain};
use retrograde::kernel::Carrier;
use retrograde::rules::message::Message;
use retrograde::{Options, SolveError, Values};
use serde::{Serialize, Serializer};

use crate::failure::Failure;
pub use crate::listing::Detail;
use crate::listing::Listings;
use crate::session::Session;
use crate::unanswered::Unanswered;

/// Where a table is to be stored, and how.
#[derive(Clone, Debug, Default)]
pub struct Saving {
    /// The folder, which is made if it is not there.
    pub folder: PathBuf,
    /// What is stored of each value.
    pub detail: Detail,
    /// The folder of the checkpoints, if it is another one.
    pub checkpoints: Option<PathBuf>,
    /// The time between two checkpoints; `None`: the storage chooses.
    pub every: Option<Duration>,
    /// Whether a solve without a checkpoint is refused.
    pub resume: bool,
    /// Of several processes that solve one board: the number of this one, and the name of its host.
    pub process: Option<(usize, String)>,
}

/// A stored table, and the board that it is of.
pub struct Stored {
    /// The board.
    pub board: Arc<dyn AnyBoard>,
    /// The values of the table's slots.
    pub values: Box<dyn Values + Send>,
    /// What it stores of each value.
    pub detail: Detail,
    /// Where it is, and how large.
    pub report: StoredReport,
}

impl Stored {
    /// The table, to be asked about a position of its board.
    pub fn session(self, position: &dyn AnyPosition, domain: Domain) -> Session {
        Session::of(position, domain, self.board, self.values).stored()
    }
}

/// A stored table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StoredReport {
    /// Its name.
    pub table: String,
    /// Its files, as far as they are in its folder.
    #[serde(serialize_with = "shown")]
    pub files: Vec<PathBuf>,
    /// Those that other processes have written elsewhere; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub elsewhere: Vec<AwayReport>,
    /// The bytes of all.
    pub bytes: u64,
    /// The bytes of all for each position.
    pub bytes_a_position: f64,
    /// The hash of its content.
    pub hash: String,
    /// Whether it was made now.
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
    /// The file with its host, as people read it.
    #[serde(skip)]
    pub shown: String,
}

/// A path may have bytes that are no text, and stands in JSON as it is shown.
fn shown<S: Serializer>(paths: &[PathBuf], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(paths.iter().map(|path| path.to_string_lossy()))
}

/// Where tables are found, stored, listed and removed.
pub trait Storage: fmt::Debug + Send + Sync {
    /// Whether there may be a table of a position's board. It is quick, so that a library asks it first.
    fn has(&self, _position: &dyn AnyPosition, _domain: Domain) -> bool {
        true
    }

    /// The table of a position's board with [depths](Detail::Depths), and the board, which is made by these options; `None` if there is none.
    /// A question that goes through all of the table may read it into memory, if it takes at most `load` bytes.
    ///
    /// # Errors
    /// The table is damaged or of other rules, or its board does not fit the memory.
    fn find(
        &self,
        position: &dyn AnyPosition,
        domain: Domain,
        options: &Options<'_>,
        load: u64,
    ) -> Result<Option<Stored>, Unanswered>;

    /// Takes the place of a position's table, where no other process writes until the place is dropped. `tell` is called if that takes some seconds.
    ///
    /// # Errors
    /// The folder cannot be written to, another process makes the same table, or such a table cannot be stored.
    fn keep(
        &self,
        saving: &Saving,
        position: &dyn AnyPosition,
        domain: Domain,
        tell: &dyn Fn(Message),
    ) -> Result<Box<dyn Reservation>, Failure>;

    /// The names of all tables.
    fn list(&self) -> Vec<String>;

    /// Removes the tables of that name, with what stopped solves have left of them.
    ///
    /// # Errors
    /// A file cannot be removed, or another process makes the table.
    fn remove(&self, name: &str) -> Result<(), Failure>;

    /// Its folders, if it has some.
    fn listings(&self) -> Option<&dyn Listings> {
        None
    }
}

/// The place of one table, where no other process writes meanwhile.
pub trait Reservation {
    /// The table that is there already, with as much of each value as is to be stored, and its board, which is made by these options.
    ///
    /// # Errors
    /// Those of [`Storage::find`].
    fn found(
        &self,
        position: &dyn AnyPosition,
        domain: Domain,
        options: &Options<'_>,
    ) -> Result<Option<Stored>, Unanswered>;

    /// Solves a board by the kernel, with checkpoints: a solve that was stopped continues from the last one. `tell` is called with what happens to
    /// them.
    ///
    /// # Errors
    /// Those of the kernel.
    fn solve(
        &self,
        position: &dyn AnyPosition,
        domain: Domain,
        options: &Options<'_>,
        tell: &(dyn Fn(Message) + Sync),
    ) -> Result<Session, SolveError>;

    /// Whether a stopped solve has left checkpoints.
    fn is_begun(&self) -> bool;

    /// Removes the checkpoints.
    ///
    /// # Errors
    /// A file cannot be removed.
    fn clear(&self) -> Result<(), Failure>;

    /// Writes a table of so many positions, on so many threads (0: one a core), and removes the checkpoints. Where several processes hold
    /// its values together, all of them call this, each with what connects it with the others.
    ///
    /// # Errors
    /// A file cannot be written, or another process is lost.
    fn put(
        &self,
        position: &dyn AnyPosition,
        session: &Session,
        positions: u64,
        threads: usize,
        carrier: Option<&dyn Carrier>,
    ) -> Result<StoredReport, Failure>;
}

impl dyn Reservation + '_ {
    /// Writes a solved table, unless a [checked](Session::refuse_wrong) value is wrong: then the checkpoints go, too.
    ///
    /// # Errors
    /// A value is wrong, or those of [`put`](Reservation::put).
    pub fn put_right(
        &self,
        position: &dyn AnyPosition,
        session: &Session,
        positions: u64,
        threads: usize,
        carrier: Option<&dyn Carrier>,
    ) -> Result<StoredReport, Failure> {
        if let Err(failure) = session.refuse_wrong(position, threads) {
            self.clear()?;
            return Err(failure);
        }
        self.put(position, session, positions, threads, carrier)
    }
}
