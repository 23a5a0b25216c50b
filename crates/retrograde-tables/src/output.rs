//! Where a table is made, and what its files may take.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use retrograde::author::entry::{AnyBoard, AnyPosition, Domain, table_name};
use retrograde::kernel::carrier::Carrier;
use retrograde::rules::message::Message;
use retrograde::{Options, SolveError, Values};

use crate::checkpoint::{Checkpointing, Checkpoints};
use crate::error::{TableError, TableErrorKind};
use crate::files::{Lock, is_same, make_folder};
use crate::format::PART;
use crate::meaning::{Keep, Making};
use crate::name::{host, is_url};
use crate::table_store::TableStore;
use crate::write::{Writers, WrittenTable, write_distributed};

/// A place in a folder for the table of a position's board, which nobody else writes to meanwhile.
#[derive(Debug)]
pub struct TableOutput {
    folder: PathBuf,
    name: String,
    keep: Keep,
    checkpoints: CheckpointPlan,
    lock: Lock,
    /// Of the folder of the checkpoints, if that is another one.
    other: Option<Lock>,
}

/// How the checkpoints of a place are kept.
#[derive(Debug, Default)]
pub struct CheckpointPlan {
    /// The folder that they lie in, if it is not that of the table; it is made if need be.
    pub folder: Option<PathBuf>,
    /// The time between two of them, if it is not the [usual](crate::checkpoint) one.
    pub every: Option<Duration>,
    /// Whether a solve is refused that has nothing to go on from.
    pub resume: bool,
    /// Among several processes: the number of this one, and what its host is called.
    pub process: Option<(usize, String)>,
}

/// A board that was solved to be kept.
pub struct SolvedBoard {
    /// The board.
    pub board: Arc<dyn AnyBoard>,
    /// The values of the slots of its table.
    pub values: Box<dyn Values + Send>,
}

impl TableOutput {
    /// Makes a place, and the folders if need be. `tell` is told if it takes some seconds to see whether somebody else makes this table.
    ///
    /// # Errors
    /// A folder cannot be made or written to, or somebody else makes this table.
    pub fn take(
        folder: PathBuf,
        position: &dyn AnyPosition,
        domain: Domain,
        keep: Keep,
        checkpoints: CheckpointPlan,
        tell: &dyn Fn(Message),
    ) -> Result<Self, TableError> {
        for folder in [Some(&folder), checkpoints.folder.as_ref()].into_iter().flatten() {
            make_folder(folder)?;
        }
        let name = table_name(position, domain);
        // Several processes may share a folder: each of them has its own files there.
        let own = match checkpoints.process {
            None | Some((0, _)) => name.clone(),
            Some((process, _)) => format!("{name}.{process}"),
        };
        let other = checkpoints.folder.as_ref().filter(|other| !is_same(other, &folder));
        let other = other.map(|other| Lock::take_telling(other, &own, tell)).transpose()?;
        Ok(Self { lock: Lock::take_telling(&folder, &own, tell)?, folder, name, keep, checkpoints, other })
    }

    /// The table's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What is kept of a value.
    pub const fn keep(&self) -> Keep {
        self.keep
    }

    /// The folder alone, to be looked for what is there.
    pub fn store(&self) -> TableStore {
        TableStore::new(vec![self.folder.clone()])
    }

    /// Solves a board by the kernel, and keeps checkpoints: whoever is stopped goes on from the last, which is written when the options' `cancel` is
    /// set, if it is worth it. `tell` is told what becomes of them.
    ///
    /// # Errors
    /// Those of the kernel.
    pub fn solve(
        &self,
        position: &dyn AnyPosition,
        domain: Domain,
        options: &Options<'_>,
        tell: &(dyn Fn(Message) + Sync),
    ) -> Result<SolvedBoard, SolveError> {
        let board = position.board(domain, options)?;
        if options.by_tiers {
            // Between tiers there is no state that a checkpoint could hold.
            let values = board.solve(options)?;
            return Ok(SolvedBoard { board, values });
        }
        let CheckpointPlan { every, resume, ref process, .. } = self.checkpoints;
        let how = Checkpointing {
            folder: self.checkpoints(),
            name: &self.name,
            position,
            board: &*board,
            threads: threads(options.threads),
            every,
            stop: options.cancel,
            resume,
            carrier: options.carrier.map(|carrier| &**carrier as &dyn Carrier),
            host: process.as_ref().map_or_else(host, |(_, host)| host.clone()),
            tell,
        };
        let checkpoints = Checkpoints::new(&how, self.checkpoints_lock());
        let values =
            board.solve(&Options { keeper: Some(&checkpoints), cancel: Some(checkpoints.cancel()), ..*options })?;
        Ok(SolvedBoard { board, values })
    }

    /// The folder of the checkpoints.
    fn checkpoints(&self) -> &Path {
        self.checkpoints.folder.as_deref().unwrap_or(&self.folder)
    }

    /// The lock on that folder.
    fn checkpoints_lock(&self) -> &Lock {
        self.other.as_ref().unwrap_or(&self.lock)
    }

    /// Whether a solve of this table was stopped, and left checkpoints.
    pub fn is_begun(&self) -> bool {
        Checkpoints::are_there(self.checkpoints(), &self.name)
    }

    /// Removes the checkpoints: they are not needed any more, or not wanted.
    ///
    /// # Errors
    /// The folder lets them not go.
    pub fn clear(&self) -> Result<(), TableError> {
        Checkpoints::remove(self.checkpoints(), &self.name, self.checkpoints_lock())
    }

    /// Whether a maker was stopped while it gave the parts their names: one of them is not there, but what all were made from is.
    pub fn is_half_named(&self) -> bool {
        let listed = self.store().list().into_iter().find(|listed| listed.name == self.name);
        self.is_begun()
            && listed.is_some_and(|listed| listed.open().is_err_and(|error| error.kind == TableErrorKind::Part))
    }

    /// Writes a table that was solved, on so many threads (0: one a core), and removes its checkpoints. Where several processes hold the values
    /// together, all of them call this, each with what connects it with the others: see [`write_distributed`].
    ///
    /// # Errors
    /// Those of [`write_distributed`]; then the checkpoints stay.
    pub fn put(
        &self,
        position: &dyn AnyPosition,
        board: &dyn AnyBoard,
        values: &dyn Values,
        threads: usize,
        carrier: Option<&dyn Carrier>,
    ) -> Result<WrittenTable, TableError> {
        let making = Making {
            name: &self.name,
            position,
            board,
            values,
            keep: self.keep,
            fill: None,
            threads: self::threads(threads),
        };
        let host = self.checkpoints.process.as_ref().map_or_else(host, |(_, host)| host.clone());
        let written =
            write_distributed(&self.folder, &making, Writers { carrier, host: &host, part: PART }, &self.lock)?;
        self.clear()?;
        Ok(written)
    }
}

/// So many threads; 0: one a core.
fn threads(asked: usize) -> usize {
    if asked == 0 { std::thread::available_parallelism().map_or(1, usize::from) } else { asked }
}

/// What a table of so many slots may take on disk at one time, in bytes: two checkpoints, and a third while it is written, or the files of the
/// table. Each has a byte for each slot before it is compressed; a solve that finds more than some 250 values has two, which nobody knows before.
pub const fn disk(slots: u64) -> u64 {
    slots.saturating_mul(3)
}

/// The bytes that are free where a folder is, or will be; `None` where the system does not tell, and at a URL.
#[cfg(unix)]
pub fn free(folder: &Path) -> Option<u64> {
    if is_url(folder) {
        return None;
    }
    let found = folder.ancestors().find_map(|folder| {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        rustix::fs::statvfs(folder).ok()
    })?;
    found.f_bavail.checked_mul(found.f_frsize)
}

/// The bytes that are free where a folder is, or will be: the system does not tell.
#[cfg(not(unix))]
pub fn free(_folder: &Path) -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn what_is_free_is_known_before_a_folder_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let [there, not_yet] = [folder.path().to_owned(), folder.path().join("a/b")].map(|folder| free(&folder));
        assert!(there.is_some_and(|free| free > 0) && not_yet.is_some(), "{there:?} {not_yet:?}");
        assert!(free(Path::new("a-name-alone")).is_some());
    }
}
