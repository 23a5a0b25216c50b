//! How a solved table is kept: where, what of it, and what is too much to be begun without a word.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};
use retrograde::entry::{AnyPosition, Domain};
use retrograde::solve::bytes;
use retrograde::{Options, SolveError};
use retrograde_desk::failure::size as allowance;
use retrograde_desk::report::SolveReport;
use retrograde_desk::session::table_name;
use retrograde_desk::whole::Whole;
use retrograde_tables::{Checkpointing, Checkpoints, Keep, Lock, Making, Shelf, write};
use serde::Serialize;

use crate::context::Context;
use crate::failure::{Failure, Fault, Stop};
use crate::kept::{Answering, Kept, folders};
use crate::messages::{Hint, Work, Wrong};
use crate::plan;
use crate::size;

/// How a table is kept.
#[derive(Args)]
pub(crate) struct Keeping {
    /// Keep the table in this folder, which is made if need be
    #[arg(short = 'o', long = "out", id = "folder", value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Keep the table, with depths or without; without -o in the first folder that tables are looked for in
    #[arg(long, value_name = "WHAT")]
    keep: Option<What>,
    /// Refuse a table that may take more on disk [default: half of what is free in its folder]
    #[arg(long, value_name = "SIZE", value_parser = size::bytes)]
    disk: Option<u64>,
    /// Solve what is expected to take more than an hour, too
    #[arg(long)]
    yes: bool,
    /// The time between two checkpoints, in milliseconds: for tests
    #[arg(long, value_name = "TIME", hide = true)]
    checkpoint: Option<u64>,
}

/// What is kept of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum What {
    /// Values and depths, for every question
    Depths,
    /// Win, loss, tie or draw alone, for programs of your own: no verb asks such a table
    Class,
}

impl From<What> for Keep {
    fn from(what: What) -> Self {
        match what {
            What::Depths => Self::Depths,
            What::Class => Self::Class,
        }
    }
}

/// A place for a table, which nobody else writes to meanwhile.
pub(crate) struct Place {
    folder: PathBuf,
    name: String,
    keep: Keep,
    /// The time between two checkpoints, if it is not the usual one.
    checkpoint: Option<Duration>,
    lock: Lock,
}

/// A table that is kept.
#[derive(Serialize)]
pub(crate) struct KeptReport {
    /// Its name.
    pub(crate) table: String,
    /// Its files.
    pub(crate) files: Vec<PathBuf>,
    /// The bytes of all.
    pub(crate) bytes: u64,
    /// How many that are for each position.
    pub(crate) bytes_a_position: f64,
    /// The hash of what it says.
    pub(crate) hash: String,
    /// Whether it was made now.
    pub(crate) made: bool,
}

/// From so many slots on it is worth a few hundredths of a second to know how long solving takes.
const MANY: u64 = 1 << 22;
/// The longest solve that nobody has to allow, in milliseconds.
const LONG: f64 = 3_600_000.0;

impl Keeping {
    /// Whether the table is to be kept at all.
    pub(crate) const fn is_wanted(&self) -> bool {
        self.folder.is_some() || self.keep.is_some()
    }

    fn what(&self) -> Keep {
        self.keep.map_or(Keep::Depths, Keep::from)
    }

    /// The folder that a table is kept in.
    fn folder(&self, ctx: &Context<'_>) -> Option<PathBuf> {
        self.folder.clone().or_else(|| folders(ctx.global).into_iter().next())
    }

    /// Makes a place for the table of a position, if it is to be kept: what cannot be kept is refused before it is solved.
    pub(crate) fn place(&self, ctx: &Context<'_>, position: &dyn AnyPosition) -> Result<Option<Place>, Stop> {
        if !self.is_wanted() {
            return Ok(None);
        }
        if !Shelf::keeps(position, ctx.global.domain) {
            let game = position.about().id;
            let is_whole = Shelf::keeps(position, Domain::All);
            let hint = if is_whole { Hint::WholeBoard } else { Hint::CountOnly };
            return Err(Failure::new(Fault::Input, "not-kept", Wrong::NotKept { game }).hint(hint).into());
        }
        let folder = self.folder(ctx).ok_or_else(|| Failure::usage(Wrong::NoFolder).hint(Hint::NameFolder))?;
        fs::create_dir_all(&folder).map_err(|error| {
            let message = Wrong::Writing { file: folder.display().to_string(), error: (&error).into() };
            Failure::new(Fault::Refused, "tables", message).hint(Hint::AnotherFolder)
        })?;
        let name = table_name(position, ctx.global.domain);
        let lock = Lock::take(&folder, &name).map_err(Failure::from)?;
        let checkpoint = self.checkpoint.map(Duration::from_millis);
        Ok(Some(Place { folder, name, keep: self.what(), checkpoint, lock }))
    }

    /// Refuses a solve that takes more time or disk than is allowed, with numbers; what takes more memory the solver refuses.
    pub(crate) fn allow(&self, ctx: &Context<'_>, position: &dyn AnyPosition) -> Result<(), Stop> {
        let Some(slots) = position.plan(ctx.global.domain, ctx.global.threads).slots else { return Ok(()) };
        if self.is_wanted() {
            self.allow_disk(ctx, slots)?;
        }
        if self.yes || slots < MANY {
            return Ok(());
        }
        let report = plan::of(ctx, position);
        let fits = report.least_bytes.is_some_and(|least| least <= ctx.global.mem);
        match report.estimated_ms.filter(|&estimated| fits && estimated > LONG) {
            Some(estimated) => {
                let message = Wrong::Long { time: plan::time(estimated), limit: plan::time(LONG) };
                Err(Failure::new(Fault::Refused, "too-long", message).hint(Hint::Yes).into())
            }
            None => Ok(()),
        }
    }

    fn allow_disk(&self, ctx: &Context<'_>, slots: u64) -> Result<(), Stop> {
        let needed = self.disk(slots);
        let refused = |message: Wrong| {
            Failure::new(Fault::Refused, "too-large", message).hint(Hint::Disk { size: allowance(needed) })
        };
        if let Some(limit) = self.disk {
            let message = || Wrong::Disk { needed: bytes(needed), limit: bytes(limit) };
            return if needed > limit { Err(refused(message()).into()) } else { Ok(()) };
        }
        let Some(folder) = self.folder(ctx) else { return Ok(()) };
        let Some(free) = free(&folder).filter(|&free| needed > free / 2) else { return Ok(()) };
        let folder = folder.display().to_string();
        Err(refused(Wrong::HalfOfFree { needed: bytes(needed), folder, free: bytes(free) }).into())
    }

    /// What the files of a table may take, in bytes: a byte for each slot, before it is compressed; without depths half of that.
    pub(crate) fn disk(&self, slots: u64) -> u64 {
        match self.what() {
            Keep::Depths => slots,
            Keep::Class => slots.div_ceil(2),
        }
    }
}

impl Place {
    /// The table that is there already.
    ///
    /// # Errors
    /// It is damaged, or of other rules: see [`Kept::find`].
    pub(crate) fn found(
        &self,
        ctx: &Context<'_>,
        position: &dyn AnyPosition,
    ) -> Result<Option<Answering>, crate::tables::NoTable> {
        // Who asks no table that was kept makes it anew.
        if ctx.global.folders.no_tables {
            return Ok(None);
        }
        let kept = Kept::on(Shelf::new(vec![self.folder.clone()]));
        ctx.solving(|options| kept.find(position, ctx.global.domain, options, self.keep))
    }

    /// Solves a board, and keeps checkpoints: whoever is stopped goes on from the last.
    pub(crate) fn solve(
        &self,
        ctx: &Context<'_>,
        position: &dyn AnyPosition,
        options: &Options<'_>,
    ) -> Result<Whole, SolveError> {
        let domain = ctx.global.domain;
        let board = position.board(domain, options)?;
        let notes = ctx.notes();
        let how = Checkpointing {
            folder: &self.folder,
            name: &self.name,
            position,
            board: &*board,
            threads: threads(ctx),
            every: self.checkpoint,
            tell: &|message| notes.tell(&message),
        };
        let checkpoints = Checkpoints::new(&how, &self.lock);
        let values = board.solve(&Options { keeper: Some(&checkpoints), ..*options })?;
        Ok(Whole::of(position, domain, board, values.into()))
    }

    /// Removes the checkpoints: they are not needed any more, or not wanted.
    pub(crate) fn clear(&self) -> Result<(), Stop> {
        Ok(Checkpoints::remove(&self.folder, &self.name, &self.lock).map_err(Failure::from)?)
    }

    /// Writes a table that was solved.
    pub(crate) fn put(
        self,
        ctx: &Context<'_>,
        position: &dyn AnyPosition,
        whole: &Whole,
        report: &SolveReport,
    ) -> Result<KeptReport, Stop> {
        let making = Making {
            name: &self.name,
            position,
            board: whole.board(),
            values: whole.values(),
            keep: self.keep,
            fill: None,
            threads: threads(ctx),
        };
        let watch = ctx.watch(Work::Keeping);
        let written = watch.work(|| write(&self.folder, &making, &self.lock)).map_err(Failure::from)?;
        self.clear()?;
        let positions = report.counted.positions;
        Ok(KeptReport {
            table: self.name,
            bytes: written.bytes,
            bytes_a_position: rate(written.bytes, positions),
            files: written.files,
            hash: written.hash,
            made: true,
        })
    }
}

/// What is told of a table that was there before.
pub(crate) fn already(found: &Answering) -> KeptReport {
    KeptReport {
        table: found.name.clone(),
        files: found.files.clone(),
        bytes: found.bytes,
        bytes_a_position: rate(found.bytes, found.positions),
        hash: found.hash.clone(),
        made: false,
    }
}

/// Bytes a position, to the thousandth; 0 if there are none.
pub(crate) fn rate(bytes: u64, positions: u64) -> f64 {
    if positions == 0 { 0.0 } else { (bytes as f64 / positions as f64 * 1e3).round() / 1e3 }
}

fn threads(ctx: &Context<'_>) -> usize {
    match ctx.global.threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    }
}

/// The bytes that are free where a folder is, or will be; `None` where the system does not tell.
#[cfg(unix)]
fn free(folder: &Path) -> Option<u64> {
    let found = folder.ancestors().find_map(|folder| {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        rustix::fs::statvfs(folder).ok()
    })?;
    found.f_bavail.checked_mul(found.f_frsize)
}

#[cfg(not(unix))]
fn free(_folder: &Path) -> Option<u64> {
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

    #[test]
    fn rates_are_rounded_and_nothing_has_none() {
        let rates = [(1, 3), (1000, 4), (5, 0)].map(|(bytes, positions)| rate(bytes, positions).to_string());
        assert_eq!(rates, ["0.333", "250", "0"]);
    }
}
