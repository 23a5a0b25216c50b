//! The options for storing a solved table. The options select the folder, and whether the stored table contains depths.
//! The options `--yes` and `--disk` allow solves above the default limits of time and disk space.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, ValueEnum};
use retrograde::author::{AnyPosition, Domain};
use retrograde::kernel::{Transport, on_scratch};
use retrograde::rules::message::bytes;
use retrograde::{Scratch, SolveError};
use retrograde_service::Session;
use retrograde_service::failure::size as allowance;
use retrograde_service::report::SolveReport;
use retrograde_service::storage::{Detail, Reservation, Saving, Stored, StoredReport};
use retrograde_service::tables::{disk, place, refuse_unnumbered, scratch, space};

use crate::context::Context;
use crate::failure::{Failure, Fault, Instead, Stop};
use crate::messages::{Hint, Note, Work, Wrong};
use crate::places;
use crate::plan;
use crate::size;

/// The options for storing a table.
#[derive(Args)]
pub(crate) struct StorageOptions {
    /// Store the table in this folder, which is created if necessary, or at this URL, such as `s3://bucket/tables`. With several processes, each writes some of the parts, in its own host's folder or in a shared one
    #[arg(short = 'o', long = "out", id = "folder", value_name = "DIR|URL", value_parser = places::parser())]
    folder: Option<PathBuf>,
    /// Store the table, with depths or without; without -o in the first folder of the search path
    #[arg(long, value_name = "WHAT")]
    keep: Option<What>,
    /// Store the checkpoints in this folder or at this URL instead of beside the table. With several processes, each
    /// stores its own checkpoints, in its own host's folder or in a shared one
    #[arg(long, value_name = "DIR|URL", requires = "folder", value_parser = places::parser())]
    checkpoints: Option<PathBuf>,
    /// Fail if there is no checkpoint to resume from; by default, a solve resumes from the newest checkpoint, or starts anew if there is none
    #[arg(long, requires = "folder")]
    resume: bool,
    /// Refuse a solve that may need more disk space, for a table with its checkpoints or for a solve beyond --mem [default: half of the free space in its folder]
    #[arg(long, value_name = "SIZE", value_parser = size::bytes)]
    disk: Option<u64>,
    /// Start a solve even if its estimated time exceeds one hour
    #[arg(long)]
    yes: bool,
    /// The time between two checkpoints, in milliseconds: for tests
    #[arg(long, value_name = "TIME", hide = true)]
    checkpoint: Option<u64>,
}

/// The part of each value that a table stores, which is the class with the depth or only the class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum What {
    /// Values and depths, for every query
    Depths,
    /// Only win, loss, tie or draw, for your own programs: no command answers questions from such a table
    Class,
}

impl From<What> for Detail {
    fn from(what: What) -> Self {
        match what {
            What::Depths => Self::Depths,
            What::Class => Self::Class,
        }
    }
}

/// A fraction, as its numerator and its denominator.
#[derive(Clone, Copy)]
pub(crate) struct Fraction(pub(crate) u64, pub(crate) u64);

impl Fraction {
    pub(crate) const ALL: Self = Self(1, 1);

    /// Multiplies a number by this fraction and rounds up.
    fn of(self, number: u64) -> u64 {
        (u128::from(number) * u128::from(self.0)).div_ceil(u128::from(self.1.max(1))) as u64
    }
}

/// The minimum number of slots for which the program estimates the time of a solve. The estimate takes some tens of
/// milliseconds.
const MANY: u64 = 1 << 22;
/// The longest estimated time of a solve without `--yes`, in milliseconds.
const LONG: f64 = 3_600_000.0;

impl StorageOptions {
    /// Whether the command stores the table.
    pub(crate) const fn is_wanted(&self) -> bool {
        self.folder.is_some() || self.keep.is_some()
    }

    /// Returns the folder or URL for the table.
    fn folder(&self, ctx: &Context<'_>) -> Result<Option<PathBuf>, Failure> {
        match &self.folder {
            Some(folder) => Ok(Some(folder.clone())),
            None => Ok(ctx.global.folders.all()?.into_iter().next()),
        }
    }

    /// Reserves the place for the table of a position, if the command stores the table. If the table cannot be stored,
    /// the function returns an error before the solve.
    pub(crate) fn place(
        &self,
        ctx: &Context<'_>,
        position: &dyn AnyPosition,
    ) -> Result<Option<Box<dyn Reservation>>, Stop> {
        self.place_of(ctx, position, None)
    }

    /// Like `place`, for one of several processes. `process` has the index of the process and the name of its host.
    pub(crate) fn place_of(
        &self,
        ctx: &Context<'_>,
        position: &dyn AnyPosition,
        process: Option<(usize, String)>,
    ) -> Result<Option<Box<dyn Reservation>>, Stop> {
        if !self.is_wanted() {
            return Ok(None);
        }
        let is_whole = refuse_unnumbered(position, Domain::All).is_ok();
        let hint = if is_whole { Hint::WholeBoard } else { Hint::CountOnly };
        refuse_unnumbered(position, ctx.global.domain).map_err(|failure| failure.hint(hint))?;
        let folder = self.folder(ctx)?.ok_or_else(|| Failure::usage(Wrong::NoFolder).hint(Hint::NameFolder))?;
        if ctx.interrupt()?.is_pressed() {
            return Err(Failure::solve(&SolveError::Cancelled, Instead::Nothing).into());
        }
        let saving = Saving {
            folder,
            detail: self.keep.map_or(Detail::Depths, Detail::from),
            checkpoints: self.checkpoints.clone(),
            every: self.checkpoint.map(Duration::from_millis),
            resume: self.resume,
            process,
        };
        let notes = ctx.notes();
        Ok(Some(place(&saving, position, ctx.global.domain, &|message| notes.print(&message))?))
    }

    /// Returns an error if the solve needs more time or disk space than allowed; the error names both amounts. The
    /// solver itself checks the memory. A solve by tiers writes one or two bytes per slot to disk; the solver itself
    /// checks this disk space, too.
    pub(crate) fn allow(&self, ctx: &Context<'_>, position: &dyn AnyPosition, by_tiers: bool) -> Result<(), Stop> {
        let plan = position.plan(ctx.global.domain, ctx.global.threads);
        let Some(slots) = plan.slots else { return Ok(()) };
        let spills = plan.spills(ctx.global.mem) && !by_tiers;
        let outside = if spills { on_scratch(slots) } else { 0 };
        self.allow_disk(ctx, self.of_table(slots, Fraction::ALL).saturating_add(outside))?;
        if self.yes || slots < MANY {
            return Ok(());
        }
        let report = plan::of(ctx.global, position);
        let fits = spills || by_tiers || report.least_bytes.is_some_and(|least| least <= ctx.global.mem);
        refuse_long(report.estimated_ms.filter(|_| fits))
    }

    /// Like `allow`, for a solve by several processes. The function counts only the disk space for the parts of the
    /// table that the processes on this machine write. `estimated_ms` returns the time that the whole cluster needs.
    #[cfg(feature = "cluster")]
    pub(crate) fn allow_share(
        &self,
        ctx: &Context<'_>,
        slots: u64,
        share: Fraction,
        estimated_ms: impl FnOnce() -> Option<f64>,
    ) -> Result<(), Stop> {
        self.allow_disk(ctx, self.of_table(slots, share))?;
        if self.yes || slots < MANY { Ok(()) } else { refuse_long(estimated_ms()) }
    }

    /// Returns the disk space, in bytes, for the fraction `share` of a table with this number of slots; 0 if the
    /// command stores no table.
    fn of_table(&self, slots: u64, share: Fraction) -> u64 {
        if self.is_wanted() { share.of(disk(slots)) } else { 0 }
    }

    fn allow_disk(&self, ctx: &Context<'_>, needed: u64) -> Result<(), Stop> {
        let raise = Hint::Disk { size: allowance(needed) };
        match self.disk {
            Some(limit) if needed > limit => {
                let message = Wrong::Disk { needed: bytes(needed), limit: bytes(limit) };
                Err(Failure::new(Fault::Refused, "too-large", message).hint(raise).into())
            }
            Some(_) => Ok(()),
            None => {
                let Some(space) = self.folder(ctx)?.map(|folder| space(&folder, needed)) else { return Ok(()) };
                let hint = if space.free.is_some_and(|free| needed > free) { Hint::FreeSpace } else { raise };
                Ok(space.refuse_crowding().map_err(|failure| failure.hint(hint))?)
            }
        }
    }

    /// Returns the scratch folder for a solve that does not fit the memory. The scratch folder is the folder of `-o`
    /// or, without this option, the first folder of the search path. If there is no folder, or if a URL stands in place
    /// of the folder, the solve uses the system's temporary folder.
    pub(crate) fn scratch(&self, ctx: &Context<'_>) -> Arc<dyn Scratch> {
        scratch(self.folder(ctx).ok().flatten(), self.disk)
    }
}

/// Returns an error if the estimated time of a solve exceeds one hour, so that the command needs `--yes`. The time is
/// in milliseconds.
fn refuse_long(estimated_ms: Option<f64>) -> Result<(), Stop> {
    let Some(estimated) = estimated_ms.filter(|&estimated| estimated > LONG) else { return Ok(()) };
    let message = Wrong::Long { time: plan::time(estimated), limit: plan::time(LONG) };
    Err(Failure::new(Fault::Refused, "too-long", message).hint(Hint::Yes).into())
}

/// The hint for a stopped solve with checkpoints, which says that the same command resumes the solve.
pub(crate) fn goes_on(place: &dyn Reservation, error: &SolveError) -> Option<Hint> {
    let is_stopped = matches!(error, SolveError::Cancelled | SolveError::Lost { .. });
    (is_stopped && place.is_begun()).then_some(Hint::GoesOn)
}

/// Returns the stored table of a position's board, if there is one.
pub(crate) fn find(
    ctx: &Context<'_>,
    position: &dyn AnyPosition,
    place: Option<&dyn Reservation>,
) -> Result<Option<Stored>, Stop> {
    let domain = ctx.global.domain;
    let found = match place {
        // With `--no-tables`, the solve ignores a stored table.
        Some(_) if ctx.global.folders.no_tables => Ok(None),
        Some(place) => ctx.solving(|options| place.found(position, domain, options)),
        None => return ctx.stored(position),
    };
    found.map_err(|unanswered| ctx.stop(unanswered, position))
}

/// Writes a solved table, unless a check found a wrong value. If several processes have solved the table together,
/// `transport` connects them.
pub(crate) fn put(
    ctx: &Context<'_>,
    place: &dyn Reservation,
    position: &dyn AnyPosition,
    whole: &Session,
    report: &SolveReport,
    transport: Option<&dyn Transport>,
) -> Result<StoredReport, Failure> {
    let (positions, threads) = (report.counted.positions, ctx.global.threads);
    let watch = ctx.watch(Work::Keeping);
    let stored = watch.work(|| place.put_right(position, whole, positions, threads, transport))?;
    for away in &stored.elsewhere {
        ctx.note(Note::Away { file: away.shown.clone() });
    }
    Ok(stored)
}
