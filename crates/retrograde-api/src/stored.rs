//! The handlers of requests for tables in files. The handlers list tables, report the details of one table, and remove
//! and verify tables. A request never contains a path. A request names a table by its name in the list. If several
//! folders have a table with this name, the request also has the index of the folder.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use http::StatusCode;
use retrograde::author::{AnyBoard, AnyPosition, Domain, Way};
use retrograde::rules::message::Language;
use retrograde_service::diagnosis::guarded;
use retrograde_service::failure::{Failure, FailureTexts, Fault, Thing};
use retrograde_service::library::{Control, Policy};
use retrograde_service::listing::{Listing, OpenTable, Scope, TableHeader};
use retrograde_service::report::{DeepestReport, DepthReport, SCHEMA};
use serde::{Deserialize, Serialize};

use crate::answers::{Answer, Refusal, uncacheable};
use crate::app::{App, asking};
use crate::host::Weight;
use crate::job::{JobReport, Task};
use crate::jobs::JobSpec;
use crate::messages::{Expected, Hint, Refused};
use crate::query::Query;
use crate::request::{ApiRequest, json};
use crate::solving::accepted;

/// The maximum number of deepest positions in a report.
const DEEPEST: usize = 8;

/// The tables in files.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct StoredReport {
    schema: u32,
    /// The folders, in the order in which the server searches them. The server stores new tables in the first folder.
    /// The list is empty if other machines can reach the server.
    folders: Vec<String>,
    /// Whether this server stores and removes tables; false if other machines can reach the server, or if it has no
    /// folder.
    writable: bool,
    tables: Vec<StoredTable>,
    /// The files of stopped solves that have no table yet. If such a solve is requested again, it resumes from these
    /// files.
    stopped: Vec<StoppedTable>,
    /// The running jobs that make or verify stored tables.
    jobs: Vec<JobReport>,
}

/// A table in files.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct StoredTable {
    table: String,
    /// The index of the table's folder, from 0.
    folder: usize,
    /// The names of the table's files.
    files: Vec<String>,
    /// The size of the table's files in bytes, even if the table cannot be read.
    bytes: u64,
    /// The table's header; `null` if the header cannot be read.
    said: Option<TableHeader>,
    /// Whether the server compared the table's rules with the rules of this program. For a list of tables, the server
    /// compares the rules only if the comparison is quick.
    compared: bool,
    /// The reason why the table cannot answer questions (damage, another format version, or other rules); `null` if no
    /// reason is known.
    error: Option<FailureTexts>,
}

/// The checkpoints and incomplete files of a stopped solve.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct StoppedTable {
    /// The table to which the files belong.
    table: String,
    /// The index of the folder, from 0.
    folder: usize,
    /// The size of the files in bytes.
    bytes: u64,
}

/// A table in files, with all properties that the server can report without reading the whole table.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct StoredDetail {
    schema: u32,
    #[serde(flatten)]
    table: StoredTable,
    /// The counts of values by depth, from 0 plies on.
    by_depth: Vec<DepthReport>,
    /// The deepest values, the deepest first; for each value, the position with the lowest slot.
    deepest: Vec<DeepestReport>,
}

/// A table that was removed.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Removed {
    schema: u32,
    table: String,
    /// The size of the removed files in bytes.
    bytes: u64,
}

/// A position and its board.
type Boarded = (Box<dyn AnyPosition>, Arc<dyn AnyBoard>);

/// A stored table that was opened.
struct Opened {
    table: Box<dyn OpenTable>,
    /// A position of the table, and the board of the position. The field is set if the server has compared the rules
    /// and the rules are the same.
    board: Option<Boarded>,
    /// The reason why the table cannot answer questions.
    error: Option<Failure>,
}

/// The condition under which the server compares the rules of a table with the program's rules. The comparison needs
/// the table's board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Compare {
    /// The server compares the rules if it can make the board without storing the moves of all positions.
    IfQuick,
    /// The server compares the rules in the case of `IfQuick`, and also if the board needs no more memory than a
    /// question may use.
    IfSmall,
}

impl App {
    /// Returns all stored tables, sorted by folder and name.
    fn listed(&self) -> impl Iterator<Item = Listing> {
        self.listings().into_iter().flat_map(|listings| listings.each(Scope::Tables))
    }

    /// Like `listed`, but also returns the files of stopped solves.
    fn all_listed(&self) -> impl Iterator<Item = Listing> {
        self.listings().into_iter().flat_map(|listings| listings.each(Scope::All))
    }

    fn bytes(&self, listing: &Listing) -> u64 {
        self.listings().map_or(0, |listings| listings.bytes(listing))
    }

    fn folders(&self) -> &[PathBuf] {
        self.listings().map_or(&[], |listings| listings.folders())
    }

    /// Returns the entry of the list `listed` that has the name `name` and is in the folder with the index `folder`.
    /// Without an index, returns the first entry with this name.
    fn pick(name: &str, folder: Option<usize>, mut listed: impl Iterator<Item = Listing>) -> Result<Listing, Refusal> {
        let mut known = Vec::new();
        let found = listed.find(|listing| {
            known.push(listing.table.clone());
            listing.table == name && folder.is_none_or(|folder| folder == listing.folder)
        });
        found.ok_or_else(|| unknown(name, &known))
    }

    /// Returns the files of stopped solves, without the files of jobs that are running.
    fn stopped(&self, tables: &[StoredTable]) -> Vec<StoppedTable> {
        let running: Vec<_> = self.jobs.of_files().into_iter().filter_map(|job| job.table.clone()).collect();
        let is_table =
            |left: &Listing| tables.iter().any(|table| table.table == left.table && table.folder == left.folder);
        let left = self.all_listed().filter(|left| !is_table(left) && !running.contains(&left.table));
        let stopped = |left: Listing| StoppedTable { bytes: self.bytes(&left), table: left.table, folder: left.folder };
        left.map(stopped).collect()
    }

    /// Returns whether this server may write to the disk. A server may write if only its own machine can reach it, and
    /// if it has a folder.
    fn is_writable(&self) -> bool {
        self.settings.is_local && !self.folders().is_empty()
    }

    /// Returns the folders that the server shows to its clients. If other machines can reach the server, returns no
    /// folders.
    fn shown_folders(&self) -> Vec<String> {
        let folders = self.folders().iter().filter(|_| self.settings.is_local);
        folders.map(|folder| folder.display().to_string()).collect()
    }

    /// Returns an error if this server may not write to the disk.
    pub(crate) fn refuse_writing(&self) -> Result<(), Refusal> {
        if self.is_writable() {
            return Ok(());
        }
        let is_alone = self.settings.is_local;
        let (message, hint) =
            if is_alone { (Refused::NoFolder, Hint::NameFolder) } else { (Refused::ReadOnly, Hint::WriteHere) };
        let failure = Failure::new(Fault::Input, "read-only", message).hint(hint);
        Err(Refusal::new(StatusCode::FORBIDDEN, failure))
    }

    /// Opens a table. If `compare` requests it, the function also compares the rules of the table with the program's
    /// rules.
    fn open(&self, listing: &Listing, compare: Compare) -> Result<Opened, Failure> {
        let listings = self.listings().ok_or_else(|| Failure::new(Fault::Refused, "files", Refused::NoFolder))?;
        let table = listings.open(listing)?;
        let compared = table.position(&self.registry).and_then(|position| self.compared(&*table, position, compare));
        let (board, error) = match compared {
            Ok(board) => (board, None),
            Err(error) => (None, Some(error)),
        };
        Ok(Opened { table, board, error })
    }

    fn compared(
        &self,
        table: &dyn OpenTable,
        position: Box<dyn AnyPosition>,
        compare: Compare,
    ) -> Result<Option<Boarded>, Failure> {
        let is_quick = position.about().way == Way::Reversible;
        let is_small = || self.plan(&*position).bytes.is_some_and(|bytes| bytes <= self.settings.limits.table);
        if !is_quick && (compare == Compare::IfQuick || !is_small()) {
            return Ok(None);
        }
        let policy = Policy { domain: Domain::All, ..self.looking() };
        let (board, _room) = match asking(&*position, || self.library.board(&*position, &policy, &Control::default())) {
            // The memory is too small for the comparison at the moment; this is not an error of the table.
            Err(failure) if failure.code == "busy" => return Ok(None),
            made => made?,
        };
        guarded(&*position, || table.fits(&*position, &*board))??;
        Ok(Some((position, board)))
    }

    /// Returns the texts of a failure about a table. If other machines can reach the server, the names of the folders
    /// are removed from the texts.
    fn texts(&self, failure: &Failure, language: Language) -> FailureTexts {
        let mut texts = failure.texts(language).named(self.settings.program);
        if !self.settings.is_local {
            for folder in self.folders() {
                let folder = folder.join("").display().to_string();
                texts.message = texts.message.replace(&folder, "");
                texts.hint = texts.hint.map(|hint| hint.replace(&folder, ""));
            }
        }
        texts
    }
}

/// Returns the refusal of a request with an unknown table name.
fn unknown(name: &str, known: &[String]) -> Refusal {
    let known: Vec<_> = known.iter().map(String::as_str).collect();
    Refusal::new(StatusCode::NOT_FOUND, Failure::unknown("unknown-table", Thing::Table, name, &known))
}

impl StoredTable {
    fn of(app: &App, listing: &Listing, opened: &Result<Opened, Failure>, language: Language) -> Self {
        let name = |file: &PathBuf| file.file_name().map(|name| name.to_string_lossy().into_owned());
        let table = Self {
            table: listing.table.clone(),
            folder: listing.folder,
            files: listing.files.iter().filter_map(name).collect(),
            bytes: app.bytes(listing),
            said: None,
            compared: false,
            error: None,
        };
        match opened {
            Err(failure) => Self { error: Some(app.texts(failure, language)), ..table },
            Ok(Opened { table: open, board, error }) => Self {
                said: Some(open.header()),
                compared: board.is_some() || error.is_some(),
                error: error.as_ref().map(|failure| app.texts(failure, language)),
                ..table
            },
        }
    }
}

pub(crate) async fn list(ApiRequest { app, language, query, .. }: ApiRequest) -> Answer {
    query.only(&[])?;
    let own = app.clone();
    let report = app.think_while_asked(Weight::Heavy, move |has_left| {
        let asked = |_: &Listing| !has_left.load(Ordering::Relaxed);
        let tables = own.listed().take_while(asked).map(|listing| {
            let opened = own.open(&listing, Compare::IfQuick);
            StoredTable::of(&own, &listing, &opened, language)
        });
        let tables: Vec<_> = tables.collect();
        Ok(StoredReport {
            schema: SCHEMA,
            folders: own.shown_folders(),
            writable: own.is_writable(),
            stopped: own.stopped(&tables),
            tables,
            jobs: own.jobs.of_files().iter().map(|job| job.report(language)).collect(),
        })
    });
    uncacheable(&app.memory, StatusCode::OK, &report.await?)
}

/// Returns the parameter `folder` of a query; `None` if the query does not have this parameter. The value is the index
/// of a folder.
fn folder(query: Query) -> Result<Option<usize>, Failure> {
    query.only(&["folder"])?.value("folder", Expected::FROM_0)
}

pub(crate) async fn one(ApiRequest { app, language, query, name, .. }: ApiRequest) -> Answer {
    let (own, folder) = (app.clone(), folder(query)?);
    let report = app.think(Weight::Heavy, move || {
        let listing = App::pick(&name, folder, own.listed())?;
        let opened = own.open(&listing, Compare::IfSmall);
        let table = StoredTable::of(&own, &listing, &opened, language);
        let Ok(Opened { table: open, board, .. }) = opened else {
            return Ok(StoredDetail { schema: SCHEMA, table, by_depth: Vec::new(), deepest: Vec::new() });
        };
        let by_depth = open.by_depth();
        let deepest = match board {
            Some((position, board)) => guarded(&*position, || open.deepest(&*position, board, DEEPEST))??,
            None => Vec::new(),
        };
        Ok(StoredDetail { schema: SCHEMA, table, by_depth, deepest })
    });
    uncacheable(&app.memory, StatusCode::OK, &report.await?)
}

pub(crate) async fn remove(ApiRequest { app, query, name, .. }: ApiRequest) -> Answer {
    let (own, folder) = (app.clone(), folder(query)?);
    app.refuse_writing()?;
    let report = app.think(Weight::Heavy, move || {
        let listing = App::pick(&name, folder, own.all_listed())?;
        // The table may be missing, because another program may have removed it after the server listed it.
        let gone = || unknown(&name, &own.all_listed().map(|listing| listing.table).collect::<Vec<_>>());
        let bytes = own.library.remove_listed(&listing)?.ok_or_else(gone)?;
        Ok(Removed { schema: SCHEMA, table: name, bytes })
    });
    uncacheable(&app.memory, StatusCode::OK, &report.await?)
}

/// The body of a request to verify a table. The body has the name of the table, and may have the index of the table's
/// folder.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Meant {
    table: String,
    folder: Option<usize>,
}

pub(crate) async fn verify(ApiRequest { app, language, query, body, .. }: ApiRequest) -> Answer {
    let (asked, _room) = json::<Meant>(&app, body).await?;
    query.only(&[])?;
    let own = app.clone();
    let picked = app.think(Weight::Light, move || {
        let listing = App::pick(&asked.table, asked.folder, own.listed())?;
        let listings = own.listings().ok_or_else(|| Refusal::busy(Refused::NoFolder))?;
        let pos = listings.open(&listing)?.header().pos;
        Ok((listing, pos))
    });
    let (listing, pos) = picked.await?;
    let (subject, table) = (format!("{}/{}", listing.folder, listing.table), listing.table.clone());
    let spec = JobSpec { task: Task::Verify, pos: &pos, subject: &subject, table: Some(&table) };
    let job = app.jobs.name(spec, |job| app.start_proving(job, listing));
    accepted(&app, &*job?, language)
}
