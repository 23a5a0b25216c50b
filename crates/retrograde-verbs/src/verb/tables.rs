//! The verb `retrograde tables` lists, checks, removes, joins and exports stored tables.

mod export;

use std::fmt::Display;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use retrograde::Kind;
use retrograde::rules::{message::Language, printable};
use retrograde_service::failure::FailureTexts;
use retrograde_service::report::SCHEMA;
use retrograde_tables::format::EXTENSION;
use retrograde_tables::{Keep, Listed, Lock, TableError, TableReader, TableStore, TableSummary, bytes, is_url, join};
use serde::Serialize;

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::{Failure, Fault, Stop, Thing, sentence};
use crate::global::Global;
use crate::lang::fill;
use crate::messages::{Hint, Note, Unit, Work, Wrong, counted};
use crate::name;
use crate::places::{self, all_listed, listed};
use crate::source;
use crate::word::{grouped, table};

/// List, check, remove or export stored tables, or join the files of one table
///
/// The verb looks in the folders of --tables, then in those of `RETROGRADE_TABLES`, or in the usual folder if the
/// variable is not set. `list` prints the tables; `check` reads whole files and compares them with their checksums and
/// hashes (exit code 4 if a table is damaged); `remove` takes names; `join` writes all files of one table into the one
/// file given with -o; `export` writes a table as Parquet, for databases and data frames, with a row for each position:
/// its slot, side to move, value and depth.
#[derive(Args)]
pub(crate) struct TablesOf {
    /// What to do
    #[arg(value_name = "ACTION", default_value = "list")]
    action: Action,
    /// Tables, by name or by one of their files; for join, the files; for export, also a position; all tables if not given
    #[arg(value_name = "NAME|FILE")]
    named: Vec<String>,
    /// With join or export: the output file, or its folder
    #[arg(short = 'o', long = "out", id = "into", value_name = "FILE", value_parser = places::parser())]
    into: Option<PathBuf>,
    /// With remove: do not ask
    #[arg(long = "yes", id = "unasked")]
    unasked: bool,
    /// With export: add a column with the token of each position; this column needs more space than all others together
    #[arg(long)]
    tokens: bool,
}

/// An action on tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Action {
    /// List the stored tables
    List,
    /// Read whole files and compare them with their checksums and hashes
    Check,
    /// Remove tables permanently
    Remove,
    /// Put all files of a table into one
    Join,
    /// Write a table as a Parquet file
    Export,
}

/// A stored table, as the list shows it.
#[derive(Serialize)]
struct TableOnDisk<'t> {
    schema: u32,
    table: &'t str,
    #[serde(serialize_with = "crate::paths::all_shown")]
    files: &'t [PathBuf],
    /// The summary in the table's header; absent if the header cannot be read.
    #[serde(flatten)]
    said: Option<TableSummary>,
    /// The error for a table that cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<FailureTexts>,
}

impl TablesOf {
    pub(crate) fn run(&self, ctx: &mut Context<'_>) -> Result<Exit, Stop> {
        self.refuse_what_is_another_s()?;
        match self.action {
            Action::List => self.list(ctx),
            Action::Check => self.check(ctx),
            Action::Remove => self.remove(ctx),
            Action::Join => self.join(ctx),
            Action::Export => self.export(ctx),
        }
    }

    /// Returns an error if the command has an option that its action would ignore.
    fn refuse_what_is_another_s(&self) -> Result<(), Stop> {
        let only = |option, action| Err(Failure::usage(Wrong::OnlyWith { option, action }).into());
        match self.action {
            Action::Join if self.into.is_none() => Err(Failure::usage(Wrong::NoWhole).hint(Hint::NameWhole).into()),
            Action::List | Action::Check | Action::Remove if self.into.is_some() => only("-o", "join/export"),
            _ if self.unasked && self.action != Action::Remove => only("--yes", "remove"),
            _ if self.tokens && self.action != Action::Export => only("--tokens", "export"),
            _ => Ok(()),
        }
    }

    /// Returns the tables that the arguments select, one entry per table and folder.
    fn chosen(&self, ctx: &Context<'_>) -> Result<Vec<Listed>, Stop> {
        let all = table_store(ctx.global)?.list();
        if self.named.is_empty() {
            return Ok(all);
        }
        let chosen = self.named.iter().map(|name| of_name(name, &all));
        Ok(chosen.collect::<Result<Vec<_>, _>>()?.concat())
    }

    fn list(&self, ctx: &mut Context<'_>) -> Result<Exit, Stop> {
        let chosen = self.chosen(ctx)?;
        if chosen.is_empty() {
            note_no_tables(ctx)?;
        }
        if self.named.is_empty() {
            note_stopped(ctx, &chosen)?;
        }
        let opened: Vec<_> =
            chosen.iter().map(|listed| (listed, listed.open().map(|stored| TableSummary::of(&stored)))).collect();
        if ctx.global.json {
            opened.into_iter().try_for_each(|(listed, said)| ctx.json(&on_disk(listed, said)))?;
            return Ok(Exit::Done);
        }
        let same_folder = |a: &(&Listed, _), b: &(&Listed, _)| a.0.folder() == b.0.folder();
        for (index, tables) in opened.chunk_by(same_folder).enumerate() {
            let gap = if index > 0 { "\n" } else { "" };
            let heading = tables[0].0.folder().display().to_string();
            writeln!(ctx.out, "{gap}{}", fill(ctx.words().heading, &[("heading", &heading)]))?;
            print_folder(ctx, tables)?;
        }
        Ok(Exit::Done)
    }

    fn check(&self, ctx: &mut Context<'_>) -> Result<Exit, Stop> {
        let chosen = self.chosen(ctx)?;
        if chosen.is_empty() {
            note_no_tables(ctx)?;
        }
        let mut exit = Exit::Done;
        for listed in &chosen {
            let watch = ctx.watch(Work::Files);
            let checked = watch
                .work(|| listed.open().and_then(|stored| stored.check(|_| {}).map(|()| TableSummary::of(&stored))));
            if let Err(error) = &checked {
                exit = worse(exit, Failure::from(error.clone()).fault);
            }
            match (ctx.global.quiet, ctx.global.json) {
                (true, _) => {}
                (false, true) => ctx.json(&on_disk(listed, checked))?,
                (false, false) => print_checked(ctx, listed, checked)?,
            }
        }
        Ok(exit)
    }

    fn remove(&self, ctx: &mut Context<'_>) -> Result<Exit, Stop> {
        if self.named.is_empty() {
            return Err(Failure::usage(Wrong::NoTableNamed).hint(Hint::ListTables).into());
        }
        let all = table_store(ctx.global)?.list_all();
        let named = self.named.iter().map(|name| in_folders(name, &all));
        for listed in named.collect::<Result<Vec<_>, _>>()?.concat() {
            let bytes = listed.bytes();
            if self.unasked || is_agreed(ctx, &listed, bytes)? {
                let _alone = Lock::take(&listed.folder(), &listed.name).map_err(Failure::from)?;
                listed.remove().map_err(Failure::from)?;
                print_removed(ctx, &listed, bytes)?;
            }
        }
        Ok(Exit::Done)
    }

    fn join(&self, ctx: &mut Context<'_>) -> Result<Exit, Stop> {
        let files = self.parts(ctx)?;
        let (Some(whole), Some(first)) = (&self.into, files.first()) else {
            return Err(Failure::usage(Wrong::NoTableNamed).hint(Hint::ListTables).into());
        };
        let to = within(whole, || format!("{}.{EXTENSION}", name_of(first)));
        let watch = ctx.watch(Work::Files);
        let written = watch.work(|| join(&files, &to)).map_err(Failure::from)?;
        let stored = TableReader::open(&written.files).map_err(Failure::from)?;
        let (said, name) = (TableSummary::of(&stored), name_of(&to));
        if ctx.global.json {
            let joined = Listed { name, files: written.files };
            return ctx.json(&on_disk(&joined, Ok(said))).map(|()| Exit::Done);
        }
        let (bytes, rate) = (grouped(said.bytes), format!("{:.3}", said.bytes_a_position));
        let values: [(&str, &dyn Display); 5] = [
            ("table", &name),
            ("files", &listed(&written.files)),
            ("bytes", &bytes),
            ("rate", &rate),
            ("hash", &said.hash),
        ];
        writeln!(ctx.out, "{}", fill(ctx.words().table_kept, &values))?;
        Ok(Exit::Done)
    }

    fn export(&self, ctx: &mut Context<'_>) -> Result<Exit, Stop> {
        let Some(into) = &self.into else { return Err(Failure::usage(Wrong::NoExport).hint(Hint::NameWhole).into()) };
        let exporter = export::parquet()?;
        export::Chosen::of(ctx, &self.named)?.export(ctx, exporter, into, self.tokens)
    }

    /// Returns the files to join. If the command names files, the function returns these files. If the command names a
    /// table, the function returns all files of this table.
    fn parts(&self, ctx: &Context<'_>) -> Result<Vec<PathBuf>, Stop> {
        let named = self.named.iter().map(|name| file(name)).collect::<Result<Vec<_>, _>>()?;
        if let ([name], [path]) = (&self.named[..], &named[..])
            && bytes(path).is_none()
        {
            let all = table_store(ctx.global)?.list();
            return Ok(in_folders(name, &all)?.into_iter().next().map_or_else(Vec::new, |listed| listed.files));
        }
        Ok(named)
    }
}

/// Returns the table store of this run, after a check that all its folders and URLs can be read.
///
/// # Errors
/// A store cannot be reached, or a URL is invalid.
pub(crate) fn table_store(global: &Global) -> Result<TableStore, Failure> {
    let store = TableStore::new(global.folders.all()?);
    store.reach()?;
    Ok(store)
}

/// Returns the tables with this name, or the table that a file belongs to.
fn of_name(name: &str, all: &[Listed]) -> Result<Vec<Listed>, Stop> {
    let path = &*file(name)?;
    if bytes(path).is_none() {
        return in_folders(name, all);
    }
    Ok(vec![of_file(path)])
}

/// Returns the table that a file belongs to, with its other files in the same folder.
pub(super) fn of_file(path: &Path) -> Listed {
    let beside = TableStore::new(vec![parent(path)]).list();
    let is_part = |listed: &Listed| listed.files.iter().any(|file| file.file_name() == path.file_name());
    let alone = || Listed { name: name_of(path), files: vec![path.to_owned()] };
    beside.into_iter().find(is_part).unwrap_or_else(alone)
}

/// Returns the tables with this name, one entry per folder.
fn in_folders(name: &str, all: &[Listed]) -> Result<Vec<Listed>, Stop> {
    let found: Vec<_> = all.iter().filter(|listed| listed.name == name).cloned().collect();
    if !found.is_empty() {
        return Ok(found);
    }
    let known: Vec<_> = all.iter().map(|listed| &*listed.name).collect();
    let failure = Failure::unknown("unknown-table", Thing::Table, name, &known);
    Err(if known.is_empty() { failure.hint(Hint::KeepTables) } else { failure }.into())
}

/// Returns the file or the URL that a text names.
fn file(text: &str) -> Result<PathBuf, Failure> {
    places::place(text.as_ref()).map_err(|why| Failure::usage(Wrong::Named { why: why.into() }))
}

fn parent(file: &Path) -> PathBuf {
    let folder = file.parent().unwrap_or(Path::new(""));
    if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder.to_owned() }
}

/// Returns the name of a table from the name of one of its files. The table's name is the text before the first full
/// stop.
fn name_of(file: &Path) -> String {
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    name.split('.').next().unwrap_or_default().to_owned()
}

/// Returns the output file. The output file is the given path, or, if the path is a folder, a file in this folder.
fn within(to: &Path, name: impl FnOnce() -> String) -> PathBuf {
    // In an object store, a folder is only a part of the names of objects.
    let is_folder = if is_url(to) { to.extension().is_none() } else { to.is_dir() };
    if is_folder { to.join(name()) } else { to.to_owned() }
}

fn on_disk(listed: &Listed, said: Result<TableSummary, TableError>) -> TableOnDisk<'_> {
    let (said, error) = match said {
        Ok(said) => (Some(said), None),
        Err(error) => (None, Some(Failure::from(error).texts(Language::English).named(name::own()))),
    };
    TableOnDisk { schema: SCHEMA, table: &listed.name, files: &listed.files, said, error }
}

/// Combines the exit code of the previous tables with the fault of one more table. If one table is damaged and another
/// cannot be read now, the exit code is the code for a damaged table.
fn worse(exit: Exit, fault: Fault) -> Exit {
    if exit == Exit::Damaged { exit } else { fault.into() }
}

fn note_no_tables(ctx: &Context<'_>) -> Result<(), Failure> {
    let folders = ctx.global.folders.all()?;
    ctx.note(if folders.is_empty() { Note::NoFolders } else { Note::NoTables { folders: all_listed(&folders) } });
    Ok(())
}

/// Prints a note for each stopped solve that has left files but no table yet.
fn note_stopped(ctx: &Context<'_>, tables: &[Listed]) -> Result<(), Failure> {
    let is_table =
        |left: &Listed| tables.iter().any(|table| table.name == left.name && table.folder() == left.folder());
    for left in table_store(ctx.global)?.list_all().iter().filter(|left| !is_table(left)) {
        ctx.note(Note::Stopped { table: left.name.clone(), bytes: grouped(left.bytes()) });
    }
    Ok(())
}

/// Prints one line for each table that can be read. Below these lines, prints the tables that cannot be read.
fn print_folder(ctx: &mut Context<'_>, tables: &[(&Listed, Result<TableSummary, TableError>)]) -> Result<(), Stop> {
    let words = ctx.words();
    let kinds = [Kind::Win, Kind::Loss, Kind::Tie, Kind::Draw].map(|kind| words.kind(kind));
    let header = [words.tables_table, words.solve_positions, words.tables_bytes, words.tables_rate].map(str::to_owned);
    let header: Vec<String> =
        header.into_iter().chain(kinds).chain([words.stats_plies, words.tables_hash].map(str::to_owned)).collect();
    let readable: Vec<_> = tables.iter().filter_map(|(listed, said)| Some((listed, said.as_ref().ok()?))).collect();
    let row = |&(listed, said): &(&&Listed, &TableSummary)| {
        let depth = match said.keep {
            Keep::Depths => said.depth.to_string(),
            Keep::Class => "-".to_owned(),
        };
        let [positions, bytes] = [said.positions, said.bytes].map(grouped);
        let counts = [said.win, said.loss, said.tie, said.draw].map(grouped);
        let numbers = [listed.name.clone(), positions, bytes, format!("{:.3}", said.bytes_a_position)];
        numbers.into_iter().chain(counts).chain([depth, said.hash.chars().take(SHORT_HASH).collect()]).collect()
    };
    let rows: Vec<Vec<String>> = [header].into_iter().chain(readable.iter().map(row)).collect();
    let positions =
        [words.tabulate_position.to_owned()].into_iter().chain(readable.iter().map(|(_, said)| printable(&said.pos)));
    if !readable.is_empty() {
        for (line, position) in table(&rows).lines().zip(positions) {
            writeln!(ctx.out, "{line}  {position}")?;
        }
    }
    for (listed, error) in tables.iter().filter_map(|(listed, said)| Some((listed, said.as_ref().err()?))) {
        print_damaged(ctx, listed, error)?;
    }
    Ok(())
}

/// The number of digits of a hash that the list shows.
const SHORT_HASH: usize = 16;

fn print_damaged(ctx: &mut Context<'_>, listed: &Listed, error: &TableError) -> Result<(), Stop> {
    let words = ctx.words();
    let what = sentence(&ctx.lang.text(&error.message));
    Ok(writeln!(ctx.out, "{}", fill(words.table_damaged, &[("table", &listed.name), ("what", &what)]))?)
}

fn print_checked(
    ctx: &mut Context<'_>,
    listed: &Listed,
    checked: Result<TableSummary, TableError>,
) -> Result<(), Stop> {
    match checked {
        Err(error) => print_damaged(ctx, listed, &error),
        Ok(said) => {
            let words = ctx.words();
            let positions = words.text(counted(said.positions, Unit::Position));
            let values: [(&str, &dyn Display); 3] =
                [("table", &listed.name), ("positions", &positions), ("hash", &said.hash)];
            Ok(writeln!(ctx.out, "{}", fill(words.table_whole, &values))?)
        }
    }
}

/// Asks the user at the terminal whether to remove a table.
fn is_agreed(ctx: &mut Context<'_>, listed: &Listed, bytes: u64) -> Result<bool, Stop> {
    if !io::stdin().is_terminal() {
        let table = listed.name.clone();
        return Err(Failure::usage(Wrong::Unasked { table }).hint(Hint::YesRemoves).into());
    }
    let files = crate::places::listed(&listed.files);
    let values: [(&str, &dyn Display); 3] = [("table", &listed.name), ("files", &files), ("bytes", &grouped(bytes))];
    let question = fill(ctx.words().remove_question, &values);
    ctx.out.flush()?;
    // The program reads the user's reply even if it cannot print the question.
    let _ = write!(io::stderr(), "{question} [y/N] ");
    let mut answer = String::new();
    let reading = io::stdin().lock().read_line(&mut answer);
    reading.map_err(|error| Failure::reading(source::named(source::STANDARD_INPUT), &error))?;
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes" | "是"))
}

/// The report on a table that was removed.
#[derive(Serialize)]
struct Gone<'t> {
    schema: u32,
    removed: &'t str,
    #[serde(serialize_with = "crate::paths::all_shown")]
    files: &'t [PathBuf],
    bytes: u64,
}

fn print_removed(ctx: &mut Context<'_>, listed: &Listed, bytes: u64) -> Result<(), Stop> {
    if ctx.global.json {
        return ctx.json(&Gone { schema: SCHEMA, removed: &listed.name, files: &listed.files, bytes });
    }
    let files = crate::places::listed(&listed.files);
    let values: [(&str, &dyn Display); 3] = [("table", &listed.name), ("files", &files), ("bytes", &grouped(bytes))];
    Ok(writeln!(ctx.out, "{}", fill(ctx.words().table_removed, &values))?)
}
