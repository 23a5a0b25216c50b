//! The folder into which a solve writes its table and its checkpoints. This module also estimates the disk space that a
//! solve needs.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use retrograde::author::{AnyBoard, AnyPosition, Domain, table_name};
use retrograde::kernel::Transport;
use retrograde::rules::message::Message;
use retrograde::{Options, SolveError, Values};

use crate::checkpoint::{Checkpointing, Checkpoints};
use crate::error::{TableError, TableErrorKind};
use crate::files::{Lock, is_same, make_folder};
use crate::format::PART;
use crate::local;
use crate::metadata::{Keep, Making};
use crate::name::{host, is_url};
use crate::table_store::TableStore;
use crate::write::{Writers, WrittenTable, write_distributed};

/// The folders into which a solve writes the table of a board and the checkpoints of the solve. A lock excludes other
/// writers of the same table.
#[derive(Debug)]
pub struct TableOutput {
    folder: PathBuf,
    name: String,
    keep: Keep,
    checkpoints: CheckpointPlan,
    lock: Lock,
    /// The lock in the folder of the checkpoints; `None` if the checkpoints and the table have the same folder.
    other: Option<Lock>,
}

/// The settings for the checkpoints of a solve.
#[derive(Debug, Default)]
pub struct CheckpointPlan {
    /// The folder of the checkpoints; `None` stands for the table's folder. The folder is created if it does not exist.
    pub folder: Option<PathBuf>,
    /// The time between two checkpoints; `None` stands for the [default times](crate::checkpoint).
    pub every: Option<Duration>,
    /// If true, the solve returns an error when there is no checkpoint to resume from.
    pub resume: bool,
    /// In a cluster, the index of this process and the name of its host; otherwise `None`.
    pub process: Option<(usize, String)>,
}

/// A solved board whose table is to be stored.
pub struct SolvedBoard {
    /// The board.
    pub board: Arc<dyn AnyBoard>,
    /// The values, indexed by slot.
    pub values: Box<dyn Values + Send>,
}

impl TableOutput {
    /// Creates the folders of the output if they do not exist, and locks the table in them. If the function needs
    /// several seconds to determine whether another process makes this table, it first calls `notify` with a note.
    ///
    /// # Errors
    /// Returns an error if a folder cannot be created or written to, or if another process makes this table.
    pub fn take(
        folder: PathBuf,
        position: &dyn AnyPosition,
        domain: Domain,
        keep: Keep,
        checkpoints: CheckpointPlan,
        notify: &dyn Fn(Message),
    ) -> Result<Self, TableError> {
        for folder in [Some(&folder), checkpoints.folder.as_ref()].into_iter().flatten() {
            make_folder(folder)?;
        }
        let name = table_name(position, domain);
        // The processes of a cluster may share a folder, so each of them has its own lock file.
        let own = match checkpoints.process {
            None | Some((0, _)) => name.clone(),
            Some((process, _)) => format!("{name}.{process}"),
        };
        let other = checkpoints.folder.as_ref().filter(|other| !is_same(other, &folder));
        let other = other.map(|other| Lock::take_notifying(other, &own, notify)).transpose()?;
        Ok(Self { lock: Lock::take_notifying(&folder, &own, notify)?, folder, name, keep, checkpoints, other })
    }

    /// Returns the table's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns whether the table will store depths, or only classes.
    pub const fn keep(&self) -> Keep {
        self.keep
    }

    /// Returns a table store that consists of the table's folder, so that callers can search this folder for tables.
    pub fn store(&self) -> TableStore {
        TableStore::new(vec![self.folder.clone()])
    }

    /// Solves a board with the kernel (the solver), and writes checkpoints. If a stopped solve has left checkpoints,
    /// the solve resumes from the newest one. If a thread sets `cancel` in the options, the solve stops. Before the
    /// solve stops, it writes a last checkpoint if that checkpoint saves enough work. The function calls `notify` with
    /// notes about checkpoints.
    ///
    /// # Errors
    /// Returns the errors of the kernel.
    pub fn solve(
        &self,
        position: &dyn AnyPosition,
        domain: Domain,
        options: &Options<'_>,
        notify: &(dyn Fn(Message) + Sync),
    ) -> Result<SolvedBoard, SolveError> {
        let board = position.board(domain, options)?;
        if options.by_tiers {
            // A solve by tiers has no state that a checkpoint could store, so it writes no checkpoints.
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
            transport: options.transport.map(|transport| &**transport as &dyn Transport),
            host: process.as_ref().map_or_else(host, |(_, host)| host.clone()),
            notify,
        };
        let checkpoints = Checkpoints::new(&how, self.checkpoints_lock());
        let values = board.solve(&Options {
            checkpoint_sink: Some(&checkpoints),
            cancel: Some(checkpoints.cancel()),
            ..*options
        })?;
        Ok(SolvedBoard { board, values })
    }

    /// Returns the folder of the checkpoints.
    fn checkpoints(&self) -> &Path {
        self.checkpoints.folder.as_deref().unwrap_or(&self.folder)
    }

    /// Returns the lock in the checkpoints' folder.
    fn checkpoints_lock(&self) -> &Lock {
        self.other.as_ref().unwrap_or(&self.lock)
    }

    /// Returns whether a stopped solve of this table has left checkpoints.
    pub fn is_begun(&self) -> bool {
        Checkpoints::are_there(self.checkpoints(), &self.name)
    }

    /// Removes the checkpoints of this table.
    ///
    /// # Errors
    /// Returns an error if a file cannot be removed.
    pub fn clear(&self) -> Result<(), TableError> {
        Checkpoints::remove(self.checkpoints(), &self.name, self.checkpoints_lock())
    }

    /// Returns whether a process was stopped after it had renamed some of the table's finished parts, but not all of
    /// them. After such a stop, a part is missing and the checkpoints still exist.
    pub fn is_half_named(&self) -> bool {
        let listed = self.store().list().into_iter().find(|listed| listed.name == self.name);
        self.is_begun()
            && listed.is_some_and(|listed| listed.open().is_err_and(|error| error.kind == TableErrorKind::Part))
    }

    /// Writes a solved table on `threads` threads, and removes the checkpoints of the table. If `threads` is 0, the
    /// function uses one thread per core. If several processes hold the values, all these processes must call this
    /// function. The argument `transport` is the connection between the processes (see [`write_distributed`]).
    ///
    /// # Errors
    /// Returns the errors of [`write_distributed`]. After an error the checkpoints remain.
    pub fn put(
        &self,
        position: &dyn AnyPosition,
        board: &dyn AnyBoard,
        values: &dyn Values,
        threads: usize,
        transport: Option<&dyn Transport>,
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
            write_distributed(&self.folder, &making, Writers { transport, host: &host, part: PART }, &self.lock)?;
        self.clear()?;
        Ok(written)
    }
}

/// Returns the number of threads for the setting `asked`; 0 stands for one thread per core.
fn threads(asked: usize) -> usize {
    if asked == 0 { std::thread::available_parallelism().map_or(1, usize::from) } else { asked }
}

/// Estimates the maximum disk space, in bytes, that a solve of a table with `slots` slots needs. A solve needs the most
/// space while it writes a checkpoint and the two previous checkpoints still exist. The estimate counts one byte per
/// slot for a checkpoint, without compression. A solve with more than about 250 different values needs two bytes per
/// slot for a checkpoint. The estimate ignores such solves, because the number of different values is not known in
/// advance.
pub const fn disk(slots: u64) -> u64 {
    slots.saturating_mul(3)
}

/// Returns the number of free bytes on the disk of a folder; the folder need not exist. Returns `None` for a URL, or if
/// the system does not report the number.
pub fn free(folder: &Path) -> Option<u64> {
    if is_url(folder) {
        return None;
    }
    folder.ancestors().find_map(|folder| {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        local::free(folder)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_space_is_known_before_a_folder_exists() {
        let folder = tempfile::tempdir().unwrap();
        let [there, not_yet] = [folder.path().to_owned(), folder.path().join("a/b")].map(|folder| free(&folder));
        assert!(there.is_some_and(|free| free > 0) && not_yet.is_some(), "{there:?} {not_yet:?}");
        assert!(free(Path::new("a-name-alone")).is_some());
    }
}
