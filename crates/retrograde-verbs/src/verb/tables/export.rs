//! The command `retrograde tables export` writes a table as a file for databases and data frames.

use std::fmt::Display;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::AtomicU64;

use retrograde::author::{AnyPosition, Domain, table_name};
use retrograde_service::diagnosis::guarded;
use retrograde_service::report::SCHEMA;
use retrograde_service::unanswered::Unanswered;
use retrograde_tables::{Export, Exported, Exporter, FileTable, Listed, TableReader};
use serde::Serialize;

use super::{file, in_folders, name_of, of_name, table_store, within};
use crate::argument::Argument;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::{Failure, Fault, Instead, Place, Stop};
use crate::lang::fill;
use crate::messages::{Hint, Note, Unit, Work, Wrong, counted};
use crate::word::grouped;

/// Returns the exporter for Parquet files.
///
/// # Errors
/// The program was built without the feature `parquet`.
pub(super) fn parquet() -> Result<&'static dyn Exporter, Failure> {
    PARQUET.ok_or_else(|| Failure::new(Fault::Refused, "files", Wrong::NoParquet).hint(Hint::WithParquet))
}

#[cfg(feature = "parquet")]
const PARQUET: Option<&dyn Exporter> = Some(&retrograde_parquet::Parquet);
#[cfg(not(feature = "parquet"))]
const PARQUET: Option<&dyn Exporter> = None;

/// The table to export. If the argument was a position, the value also contains this position.
pub(super) struct Chosen {
    listed: Listed,
    position: Option<Box<dyn AnyPosition>>,
}

/// The report on a table that was exported.
#[derive(Serialize)]
struct ExportReport<'t> {
    schema: u32,
    table: &'t str,
    #[serde(serialize_with = "crate::paths::shown")]
    file: &'t Path,
    rows: u64,
    bytes: u64,
}

impl Chosen {
    /// Finds the table by its name, by a position of its board, or by its files.
    pub(super) fn of(ctx: &Context<'_>, named: &[String]) -> Result<Self, Stop> {
        let all = table_store(ctx.global)?.list();
        let first = |listed: Vec<Listed>| listed.into_iter().next();
        let (listed, position) = match named {
            [name] if is_position(ctx, name, &all) => {
                let position = ctx.open(name, Place::default())?;
                (first(in_folders(&table_name(&*position, Domain::All), &all)?), Some(position))
            }
            [name] => (first(of_name(name, &all)?), None),
            [] => (None, None),
            files => {
                let files = files.iter().map(|name| file(name)).collect::<Result<Vec<_>, _>>()?;
                (Some(Listed { name: name_of(&files[0]), files }), None)
            }
        };
        let listed = listed.ok_or_else(|| Failure::usage(Wrong::NoTableNamed).hint(Hint::ListTables))?;
        Ok(Self { listed, position })
    }

    /// Exports the table into a file or a folder, and prints a report.
    pub(super) fn export(
        self,
        ctx: &mut Context<'_>,
        exporter: &dyn Exporter,
        into: &Path,
        tokens: bool,
    ) -> Result<Exit, Stop> {
        let to = within(into, || format!("{}.parquet", self.listed.name));
        let stored = self.listed.open().map_err(Failure::from)?;
        let position = match self.position {
            Some(position) => position,
            None => named_by(ctx, &stored)?,
        };
        let position = &*position;
        let board = ctx.solving(|options| guarded(position, || position.board(Domain::All, options)))?;
        let board = board.map_err(|error| Unanswered::Refused(error).into_failure(position, Domain::All))?;
        guarded(position, || stored.fits(position, &*board))?.map_err(Failure::from)?;
        let (done, slots) = (AtomicU64::new(0), stored.places());
        let found = FileTable::new(stored, board, 0);
        let cancel = Some(ctx.interrupt()?.flag());
        let export = Export { found: &found, position, tokens, threads: ctx.global.threads, done: &done, cancel };
        let bin = export.bin(ctx.global.mem).map_err(|error| Failure::solve(&error, Instead::Nothing))?;
        if let times @ 2.. = export.times(bin) {
            ctx.note(Note::Times { times });
        }
        let watch = ctx.watch(Work::Exporting);
        let written = watch.work_through(slots, &done, || guarded(position, || export.write(exporter, &to, bin)))?;
        print_exported(ctx, &self.listed.name, &to, written.map_err(Failure::from)?)?;
        Ok(Exit::Done)
    }
}

/// Whether a text names a position. A text that is the name of a table or a file names no position.
fn is_position(ctx: &Context<'_>, text: &str, all: &[Listed]) -> bool {
    let is_other = retrograde_tables::bytes(Path::new(text)).is_some() || all.iter().any(|listed| listed.name == text);
    let names_one = matches!(Argument::of(ctx.registry, text), Argument::Token | Argument::Part { .. });
    !is_other && (names_one || ctx.registry.find_game(text).is_ok())
}

/// Returns the position in the table's header.
fn named_by(ctx: &Context<'_>, stored: &TableReader) -> Result<Box<dyn AnyPosition>, Stop> {
    Ok(stored.position(|pos| ctx.registry.open(pos)).map_err(|error| Failure::from(error).hint(Hint::ExportToken))?)
}

fn print_exported(
    ctx: &mut Context<'_>,
    table: &str,
    file: &Path,
    Exported { rows, bytes }: Exported,
) -> Result<(), Stop> {
    if ctx.global.json {
        return ctx.json(&ExportReport { schema: SCHEMA, table, file, rows, bytes });
    }
    let words = ctx.words();
    let positions = words.text(counted(rows, Unit::Position));
    let values: [(&str, &dyn Display); 4] =
        [("table", &table), ("file", &file.display()), ("positions", &positions), ("bytes", &grouped(bytes))];
    Ok(writeln!(ctx.out, "{}", fill(words.table_exported, &values))?)
}
