//! How a solved table is kept: where, what of it, and what is too much to be begun without a word.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, ValueEnum};
use retrograde::author::{AnyPosition, Domain};
use retrograde::kernel::{Carrier, on_scratch};
use retrograde::rules::message::bytes;
use retrograde::{Scratch, SolveError};
use retrograde_desk::Session;
use retrograde_desk::failure::size as allowance;
use retrograde_desk::report::SolveReport;
use retrograde_desk::storage::{Detail, Reservation, Saving, Stored, StoredReport};
use retrograde_desk::tables::{disk, place, refuse_crowding, refuse_unnumbered, scratch};

use crate::context::Context;
use crate::failure::{Failure, Fault, Instead, Stop};
use crate::messages::{Hint, Note, Work, Wrong};
use crate::places;
use crate::plan;
use crate::size;

/// How a table is kept.
#[derive(Args)]
pub(crate) struct Keeping {
    /// Keep the table in this folder, which is made if need be, or at this URL, such as `s3://bucket/tables`. Of several processes each writes some of its parts, where it runs, or where all write
    #[arg(short = 'o', long = "out", id = "folder", value_name = "DIR|URL", value_parser = places::parser())]
    folder: Option<PathBuf>,
    /// Keep the table, with depths or without; without -o in the first folder that tables are looked for in
    #[arg(long, value_name = "WHAT")]
    keep: Option<What>,
    /// Keep the checkpoints in this folder or at this URL, and not beside the table. Of several processes each keeps its own, where it runs, or in a folder that all share
    #[arg(long, value_name = "DIR|URL", requires = "folder", value_parser = places::parser())]
    checkpoints: Option<PathBuf>,
    /// Fail if there is no checkpoint to go on from: without this, a solve goes on by itself from the last one, and begins anew if there is none
    #[arg(long, requires = "folder")]
    resume: bool,
    /// Refuse what may take more on disk: a table with its checkpoints, a solve beyond --mem [default: half of what is free in its folder]
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

impl From<What> for Detail {
    fn from(what: What) -> Self {
        match what {
            What::Depths => Self::Depths,
            What::Class => Self::Class,
        }
    }
}

/// So many of so many.
#[derive(Clone, Copy)]
pub(crate) struct Part(pub(crate) u64, pub(crate) u64);

impl Part {
    pub(crate) const ALL: Self = Self(1, 1);

    /// As much of a number, rounded up.
    fn of(self, number: u64) -> u64 {
        (u128::from(number) * u128::from(self.0)).div_ceil(u128::from(self.1.max(1))) as u64
    }
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

    /// The folder that a table is kept in.
    fn folder(&self, ctx: &Context<'_>) -> Result<Option<PathBuf>, Failure> {
        match &self.folder {
            Some(folder) => Ok(Some(folder.clone())),
            None => Ok(ctx.global.folders.all()?.into_iter().next()),
        }
    }

    /// Makes a place for the table of a position, if it is to be kept: what cannot be kept is refused before it is solved.
    pub(crate) fn place(
        &self,
        ctx: &Context<'_>,
        position: &dyn AnyPosition,
    ) -> Result<Option<Box<dyn Reservation>>, Stop> {
        self.place_of(ctx, position, None)
    }

    /// The same for one of several processes: its number, and what its host is called.
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
        Ok(Some(place(&saving, position, ctx.global.domain, &|message| notes.tell(&message))?))
    }

    /// Refuses a solve that takes more time or disk than is allowed, with numbers; what takes more memory the solver refuses.
    /// By tiers, what waits on disk is a byte or two a slot, and the solver refuses it.
    pub(crate) fn allow(&self, ctx: &Context<'_>, position: &dyn AnyPosition, by_tiers: bool) -> Result<(), Stop> {
        let plan = position.plan(ctx.global.domain, ctx.global.threads);
        let Some(slots) = plan.slots else { return Ok(()) };
        let spills = plan.spills(ctx.global.mem) && !by_tiers;
        let outside = if spills { on_scratch(slots) } else { 0 };
        self.allow_disk(ctx, self.of_table(slots, Part::ALL).saturating_add(outside))?;
        if self.yes || slots < MANY {
            return Ok(());
        }
        let report = plan::of(ctx.global, position);
        let fits = spills || by_tiers || report.least_bytes.is_some_and(|least| least <= ctx.global.mem);
        refuse_long(report.estimated_ms.filter(|_| fits))
    }

    /// The same of a solve that is shared: on disk are the parts of the table that this machine's processes write, and nothing else; `estimated_ms`
    /// is asked for the time that all take together.
    #[cfg(feature = "cluster")]
    pub(crate) fn allow_share(
        &self,
        ctx: &Context<'_>,
        slots: u64,
        share: Part,
        estimated_ms: impl FnOnce() -> Option<f64>,
    ) -> Result<(), Stop> {
        self.allow_disk(ctx, self.of_table(slots, share))?;
        if self.yes || slots < MANY { Ok(()) } else { refuse_long(estimated_ms()) }
    }

    /// Bytes on disk that a part of a table of so many slots may take, if it is kept.
    fn of_table(&self, slots: u64, share: Part) -> u64 {
        if self.is_wanted() { share.of(disk(slots)) } else { 0 }
    }

    fn allow_disk(&self, ctx: &Context<'_>, needed: u64) -> Result<(), Stop> {
        let refused = match self.disk {
            Some(limit) if needed > limit => {
                let message = Wrong::Disk { needed: bytes(needed), limit: bytes(limit) };
                Err(Failure::new(Fault::Refused, "too-large", message))
            }
            Some(_) => Ok(()),
            None => self.folder(ctx)?.map_or(Ok(()), |folder| refuse_crowding(&folder, needed)),
        };
        Ok(refused.map_err(|failure| failure.hint(Hint::Disk { size: allowance(needed) }))?)
    }

    /// Where a solve goes on that does not fit the memory: where its table is kept, or would be, and else where the system has such files.
    pub(crate) fn scratch(&self, ctx: &Context<'_>) -> Arc<dyn Scratch> {
        scratch(self.folder(ctx).ok().flatten(), self.disk)
    }
}

/// Refuses a solve that takes so many milliseconds, if they are too many to begin unasked.
fn refuse_long(estimated_ms: Option<f64>) -> Result<(), Stop> {
    let Some(estimated) = estimated_ms.filter(|&estimated| estimated > LONG) else { return Ok(()) };
    let message = Wrong::Long { time: plan::time(estimated), limit: plan::time(LONG) };
    Err(Failure::new(Fault::Refused, "too-long", message).hint(Hint::Yes).into())
}

/// What helps when a solve with a place has ended with this error: where it was stopped, it goes on when the command is given again.
pub(crate) fn goes_on(place: &dyn Reservation, error: &SolveError) -> Option<Hint> {
    let is_stopped = matches!(error, SolveError::Cancelled | SolveError::Lost { .. });
    (is_stopped && place.is_begun()).then_some(Hint::GoesOn)
}

/// The table that is there already.
pub(crate) fn find(
    ctx: &Context<'_>,
    position: &dyn AnyPosition,
    place: Option<&dyn Reservation>,
) -> Result<Option<Stored>, Stop> {
    let domain = ctx.global.domain;
    let found = match place {
        // Who asks no table that was kept makes it anew.
        Some(_) if ctx.global.folders.no_tables => Ok(None),
        Some(place) => ctx.solving(|options| place.found(position, domain, options)),
        None => return ctx.stored(position),
    };
    found.map_err(|unanswered| ctx.stop(unanswered, position))
}

/// Writes a table that was solved, unless a value is found wrong; the carrier connects the processes that have solved it together.
pub(crate) fn put(
    ctx: &Context<'_>,
    place: &dyn Reservation,
    position: &dyn AnyPosition,
    whole: &Session,
    report: &SolveReport,
    carrier: Option<&dyn Carrier>,
) -> Result<StoredReport, Failure> {
    let (positions, threads) = (report.counted.positions, ctx.global.threads);
    let watch = ctx.watch(Work::Keeping);
    let stored = watch.work(|| place.put_right(position, whole, positions, threads, carrier))?;
    for away in &stored.elsewhere {
        ctx.note(Note::Away { file: away.shown.clone() });
    }
    Ok(stored)
}
