//! The verb `retrograde verify` checks a table, or the proof of a value. The check uses only forward moves and final
//! positions.

mod certificate;

use std::cell::Cell;
use std::fmt::Display;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64};

use clap::Args;
use retrograde::author::{AnyPosition, Domain};
use retrograde::{Options, SolveError};
use retrograde_service::ask;
use retrograde_service::diagnosis::guarded;
use retrograde_service::registry::TokenError;
use retrograde_service::report::VerifyReport;
use retrograde_service::tables::proof_report;
use retrograde_service::unanswered::Unanswered;
use retrograde_tables::{FileTable, TableError, TableErrorKind, TableReader, Verification, VerifyGroup, is_url};

use crate::context::Context;
use crate::distributed::DistributedOptions;
#[cfg(feature = "cluster")]
use crate::distributed::Joined;
use crate::exit::Exit;
use crate::failure::{Failure, Instead, Stop};
use crate::lang::{Lang, fill};
use crate::messages::{Hint, Note, Unit, Work, Wrong, counted, within};
use crate::places;
use crate::positions::Positions;
use crate::verb::tables::of_file;
use crate::word::capitalised;

/// Check every value of a position's table by the rules alone
///
/// The check shares no code with the solver. With --table, verify checks a table in files instead, and solves nothing.
/// Verify checks both hashes, the rules, every value by the rules and by other values of the table, and every field of
/// the header. Verify loads the table into memory; a table larger than --mem is loaded in parts, one after the other,
/// and each part takes as long as a whole table that fits. With --hosts, each process loads its share of the table and
/// requests other values from the other processes. The board is that of the position in the files, or of the given
/// position. Verify assumes that positions that share a slot are equal; `retrograde laws` checks this. Exits with 1 if
/// a value is wrong. With --certificate, verify checks a proof written by `retrograde why --certificate`, for any game,
/// by legal moves and final positions; it needs no table. Exits with 1 if a line of the proof does not follow, and
/// prints that line.
#[derive(Args)]
pub(crate) struct Verify {
    #[command(flatten)]
    positions: Positions,
    /// Verify the table in these files: all parts of the table, or one part if all parts are in the same folder
    #[arg(long, value_name = "FILE", num_args = 1.., value_parser = places::parser())]
    table: Vec<PathBuf>,
    /// With --table: check only N values, spread over the table, and read them from the files
    #[arg(long, value_name = "N", requires = "table", value_parser = within::<u64>(1..=u64::MAX))]
    sample: Option<u64>,
    /// Check the proof in this file; `-`: standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["items", "from", "table", "hosts"])]
    certificate: Option<PathBuf>,
    #[command(flatten)]
    among: DistributedOptions,
}

/// Opens the table in `files`. If `files` has a single file that contains only a part of a table, opens the whole
/// table.
fn opened(files: &[PathBuf]) -> Result<TableReader, Failure> {
    let opened = TableReader::open(files);
    match (files, &opened) {
        ([file], Err(TableError { kind: TableErrorKind::Part, .. })) => Ok(of_file(file).open()?),
        _ => Ok(opened?),
    }
}

/// The threads and the memory of a verification, and the function that reports too little memory.
struct Means<'m> {
    threads: usize,
    /// The memory limit, in bytes.
    memory: u64,
    /// The flag that stops the verification; `None` if nothing stops it.
    cancel: Option<&'m AtomicBool>,
    group: Option<&'m VerifyGroup<'m>>,
    /// Returns the failure of a verification with too little memory.
    too_large: fn(&SolveError) -> Failure,
}

impl Verify {
    pub(crate) fn run(&self, ctx: &mut Context<'_>) -> Result<Exit, Stop> {
        if let Some(file) = &self.certificate {
            return certificate::verify(ctx, file);
        }
        if self.among.is_wanted() {
            return self.prove_distributed(ctx);
        }
        if !self.table.is_empty() {
            let (threads, memory) = (ctx.global.threads, ctx.global.mem);
            // A file that does not exist is an error of the command line.
            for file in self.table.iter().filter(|file| !is_url(file)) {
                fs::metadata(file).map_err(|error| Failure::reading(file.display().to_string(), &error))?;
            }
            let too_large = |error: &SolveError| Failure::solve(error, Instead::Nothing);
            let report = self.prove(ctx, &Means { threads, memory, cancel: None, group: None, too_large })?;
            print_report(ctx, &report)?;
            return Ok(exit(&report));
        }
        let mut right = true;
        self.positions.each(ctx, |ctx, position| {
            let threads = ctx.global.threads;
            let watch = ctx.watch(Work::Verify);
            let report = ctx.ask(position, &watch.over(ask::Verify { threads }))?;
            right &= report.ok;
            print_report(ctx, &report)
        })?;
        Ok(if right { Exit::Done } else { Exit::No })
    }

    /// Verifies a table that is stored in files.
    fn prove(&self, ctx: &mut Context<'_>, means: &Means<'_>) -> Result<VerifyReport, Stop> {
        let &Means { threads, memory, cancel, group, too_large } = means;
        let stored = opened(&self.table)?;
        let position = self.position(ctx, &stored)?;
        let position = &*position;
        let board = |options: &Options<'_>| position.board(Domain::All, &Options { threads, memory, ..*options });
        let board = ctx.solving(|options| guarded(position, || board(options)))?;
        let board = board.map_err(|error| Unanswered::Refused(error).into_failure(position, Domain::All))?;
        let done = AtomicU64::new(0);
        let found = FileTable::new(stored, board.clone(), 0);
        let stored = found.stored();
        let proof = Verification { found: &found, position, threads, done: &done, cancel, group };
        let is_own = self.positions.items.is_empty();
        guarded(position, || proof.fits())?.map_err(|error| match error.kind {
            TableErrorKind::Table if !is_own => Failure::from(error).hint(Hint::OwnBoard),
            _ => Failure::from(error),
        })?;
        proof.compare().map_err(Failure::from)?;
        let proved = if let Some(number) = self.sample {
            let (number, watch) = (number.min(stored.places()), ctx.watch(Work::Verify));
            watch.work_through(number, &done, || guarded(position, || proof.some(number)))?
        } else {
            let bins = proof.bins(memory).map_err(|error| too_large(&error))?;
            if bins.count > 1 {
                ctx.note(Note::Bins { bins: bins.count });
            }
            let watch = ctx.watch(Work::Files);
            watch.work_through(stored.places(), &done, || proof.read()).map_err(Failure::from)?;
            let (all, watch) = (stored.places().saturating_mul(bins.count), ctx.watch(Work::Verify));
            watch.work_through(all, &done, || guarded(position, || proof.whole(bins)))?
        };
        Ok(proof_report(&proof, proved)?)
    }

    /// Returns a position of the table's board, from the arguments or from the table's header.
    fn position(&self, ctx: &mut Context<'_>, stored: &TableReader) -> Result<Box<dyn AnyPosition>, Stop> {
        if !self.positions.items.is_empty() || self.positions.from.is_some() {
            return self.positions.only(ctx, Wrong::OneTable);
        }
        let is_unknown = Cell::new(false);
        let open = |pos: &str| {
            ctx.registry.open(pos).inspect_err(|error| is_unknown.set(matches!(error, TokenError::Game(_))))
        };
        Ok(stored.position(open).map_err(|error| Failure::from(error).hint(self.remedy(stored, is_unknown.get())))?)
    }

    /// Returns the remedy if this program does not know the board that a table's header names.
    fn remedy(&self, stored: &TableReader, is_unknown_game: bool) -> Hint {
        let game = stored.metadata().game.clone();
        match &stored.metadata().definition {
            Some(_) if is_unknown_game => Hint::AddGameFile { game },
            None if is_unknown_game => Hint::OtherProgram { game },
            _ => Hint::NameBoard { file: self.table[0].display().to_string() },
        }
    }
}

#[cfg(not(feature = "cluster"))]
impl Verify {
    #[expect(clippy::unused_self, reason = "with the feature it is used")]
    fn prove_distributed(&self, _ctx: &mut Context<'_>) -> Result<Exit, Stop> {
        Err(crate::distributed::unavailable())
    }
}

#[cfg(feature = "cluster")]
impl Verify {
    /// Verifies a table in files together with other processes. The first process prints the common result.
    fn prove_distributed(&self, ctx: &mut Context<'_>) -> Result<Exit, Stop> {
        if self.table.is_empty() {
            return Err(DistributedOptions::no_table());
        }
        let joined = self.among.join_to_verify(ctx, self.sample)?;
        let (threads, memory, transport) = joined.means();
        let group = VerifyGroup::new(transport);
        let interrupt = ctx.interrupt()?.clone();
        let cancel = Some(interrupt.flag());
        let means = Means { threads, memory, cancel, group: Some(&group), too_large: Joined::too_large };
        let report = self.prove(ctx, &means).map_err(|stop| joined.explained(stop))?;
        joined.leave_proof(ctx, group.asked())?;
        if joined.speaks() {
            print_report(ctx, &report)?;
        }
        Ok(exit(&report))
    }
}

const fn exit(report: &VerifyReport) -> Exit {
    if report.ok { Exit::Done } else { Exit::No }
}

/// Prints the result of a verification.
fn print_report(ctx: &mut Context<'_>, report: &VerifyReport) -> Result<(), Stop> {
    match (ctx.global.quiet, ctx.global.json) {
        (true, _) => Ok(()),
        (false, true) => ctx.json(report),
        (false, false) => Ok(writeln!(ctx.out, "{}", verdict(ctx.lang, report))?),
    }
}

/// Writes the result of a verification as one sentence.
pub(crate) fn verdict(lang: Lang, report: &VerifyReport) -> String {
    let words = lang.words();
    match &report.violation {
        None => {
            let positions = words.text(counted(report.positions.unwrap_or_default(), Unit::Position));
            let moves = words.text(counted(report.moves.unwrap_or_default(), Unit::Move));
            fill(words.table_right, &[("table", &report.table), ("positions", &positions), ("moves", &moves)])
        }
        Some(violation) => {
            let values: [(&str, &dyn Display); 6] = [
                ("table", &report.table),
                ("slot", &violation.slot),
                ("pos", &violation.pos.as_deref().unwrap_or(words.no_position)),
                ("law", &capitalised(&lang.text(&violation.law))),
                ("found", &violation.found),
                ("expected", &violation.expected),
            ];
            fill(words.table_wrong, &values)
        }
    }
}
