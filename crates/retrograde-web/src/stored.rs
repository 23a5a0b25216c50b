//! Tables in files: what there is, what each says, and how one is removed. Nothing in a request names a path: a table is named as it is
//! listed, with the number of its folder if others have one of that name.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::extract::{Path, State};
use hyper::StatusCode;
use retrograde::Slot;
use retrograde::author::entry::{AnyBoard, AnyPosition, Domain, Way};
use retrograde::rules::message::Language;
use retrograde_desk::diagnosis::guarded;
use retrograde_desk::failure::{Failure, FailureTexts, Fault, Thing};
use retrograde_desk::report::{DeepestReport, DepthReport, Player, SCHEMA};
use retrograde_desk::whole::by_depth;
use retrograde_tables::{FileTable, Listed, Lock, TableReader, TableStore, TableSummary};
use serde::{Deserialize, Serialize};

use crate::answers::{Answer, Refusal, uncacheable};
use crate::app::{App, Weight};
use crate::guard::Json;
use crate::jobs::{Errand, JobReport, Task};
use crate::language::Spoken;
use crate::messages::{Expected, Hint, Refused};
use crate::query::Query;
use crate::solving::accepted;

/// The deepest positions that are told.
const DEEPEST: usize = 8;

/// The tables in files.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct StoredReport {
    schema: u32,
    /// Where tables are looked for, the first one first; what is kept comes into the first. Empty if other machines can ask the server.
    folders: Vec<String>,
    /// Whether this server keeps tables and removes them; not if other machines can ask it, or if it has no folder.
    writable: bool,
    tables: Vec<StoredTable>,
    /// What solves have left that were stopped, where there is no table yet: asked for again, they go on from it.
    stopped: Vec<StoppedTable>,
    /// The jobs that run and make tables in files, or prove them.
    jobs: Vec<JobReport>,
}

/// A table in files.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct StoredTable {
    table: String,
    /// The number of its folder, from 0.
    folder: usize,
    /// Its files, by their names.
    files: Vec<String>,
    /// The bytes of these, whether it can be read or not.
    bytes: u64,
    /// What it says of itself; `null` if that cannot be read.
    said: Option<TableSummary>,
    /// Whether its rules were compared with those of this program: in a list, where that is quick.
    compared: bool,
    /// Why it answers nothing: it is damaged, newer, or of other rules.
    error: Option<FailureTexts>,
}

/// Checkpoints, and files half written.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct StoppedTable {
    /// The table that they are of.
    table: String,
    /// The number of its folder, from 0.
    folder: usize,
    /// The bytes of the files.
    bytes: u64,
}

/// A table in files, and what is to be seen of it without going through it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct StoredDetail {
    schema: u32,
    #[serde(flatten)]
    table: StoredTable,
    /// Counts by depth, from 0 plies on.
    by_depth: Vec<DepthReport>,
    /// The lowest position of each of the deepest values, the deepest first.
    deepest: Vec<DeepestReport>,
}

/// A table that is gone.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Removed {
    schema: u32,
    table: String,
    /// The bytes that its files had.
    bytes: u64,
}

/// A table that is on a shelf.
struct OnShelf {
    folder: usize,
    listed: Listed,
}

/// A position, and its board.
type Boarded = (Box<dyn AnyPosition>, Arc<dyn AnyBoard>);

/// A table that was opened, and its board, if that was made.
struct Opened {
    stored: TableReader,
    board: Option<Boarded>,
    error: Option<Failure>,
}

/// When a board is made to compare rules with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Compare {
    /// If nothing has to be stored for it.
    IfQuick,
    /// If it takes no more than what a question may solve by the way.
    IfSmall,
}

impl App {
    /// All tables in files, by folder and name.
    fn on_shelf(&self) -> impl Iterator<Item = OnShelf> {
        self.in_folders(TableStore::list)
    }

    /// The same with what is left of solves that were stopped.
    fn all_on_shelf(&self) -> impl Iterator<Item = OnShelf> {
        self.in_folders(TableStore::list_all)
    }

    fn in_folders(&self, list: fn(&TableStore) -> Vec<Listed>) -> impl Iterator<Item = OnShelf> {
        let folders = self.settings.tables.folders().iter().cloned().enumerate();
        folders.flat_map(move |(number, folder)| {
            let listed = list(&TableStore::new(vec![folder]));
            listed.into_iter().map(move |listed| OnShelf { folder: number, listed })
        })
    }

    /// The one of that name, in the folder of that number or the first that has one.
    fn pick(name: &str, folder: Option<usize>, mut shelved: impl Iterator<Item = OnShelf>) -> Result<OnShelf, Refusal> {
        let mut known = Vec::new();
        let found = shelved.find(|OnShelf { folder: number, listed }| {
            known.push(listed.name.clone());
            listed.name == name && folder.is_none_or(|folder| folder == *number)
        });
        let unknown = || {
            let known: Vec<_> = known.iter().map(String::as_str).collect();
            let failure = Failure::unknown("unknown-table", Thing::Table, name, &known);
            Refusal::new(StatusCode::NOT_FOUND, failure)
        };
        found.ok_or_else(unknown)
    }

    /// What is left of solves that were stopped; what those have that run here is no leftover.
    fn stopped(&self, tables: &[StoredTable]) -> Vec<StoppedTable> {
        let running: Vec<_> = self.jobs.of_files().into_iter().filter_map(|job| job.table.clone()).collect();
        let is_table =
            |left: &OnShelf| tables.iter().any(|table| table.table == left.listed.name && table.folder == left.folder);
        let left = self.all_on_shelf().filter(|left| !is_table(left) && !running.contains(&left.listed.name));
        let told = |OnShelf { folder, listed }| StoppedTable { bytes: listed.bytes(), table: listed.name, folder };
        left.map(told).collect()
    }

    /// Whether this server writes to the disk of whoever started it.
    fn is_writable(&self) -> bool {
        self.settings.address.ip().is_loopback() && !self.settings.tables.folders().is_empty()
    }

    /// The folders; none where other machines can ask.
    fn shown_folders(&self) -> Vec<String> {
        let folders = self.settings.tables.folders().iter().filter(|_| self.settings.address.ip().is_loopback());
        folders.map(|folder| folder.display().to_string()).collect()
    }

    /// Refuses to write to the disk for other machines.
    pub(crate) fn refuse_writing(&self) -> Result<(), Refusal> {
        if self.is_writable() {
            return Ok(());
        }
        let is_alone = self.settings.address.ip().is_loopback();
        let (message, hint) =
            if is_alone { (Refused::NoFolder, Hint::NameFolder) } else { (Refused::ReadOnly, Hint::WriteHere) };
        let failure = Failure::new(Fault::Input, "read-only", message).hint(hint);
        Err(Refusal::new(StatusCode::FORBIDDEN, failure))
    }

    /// Opens a table, and holds it against the rules where that is to be done.
    fn open(&self, listed: &Listed, compare: Compare) -> Result<Opened, Failure> {
        let stored = listed.open()?;
        let board = match stored.position(|pos| self.registry.open(pos)) {
            Ok(position) => self.compared(&stored, position, compare),
            Err(error) => Err(error.into()),
        };
        let (board, error) = match board {
            Ok(board) => (board, None),
            Err(error) => (None, Some(error)),
        };
        Ok(Opened { stored, board, error })
    }

    fn compared(
        &self,
        stored: &TableReader,
        position: Box<dyn AnyPosition>,
        compare: Compare,
    ) -> Result<Option<Boarded>, Failure> {
        let is_quick = position.about().way == Way::Reversible;
        let is_small = || self.plan(&*position).bytes.is_some_and(|bytes| bytes <= self.settings.limits.table);
        if !is_quick && (compare == Compare::IfQuick || !is_small()) {
            return Ok(None);
        }
        let (board, _room) = match self.board(&*position, Domain::All, None) {
            // That tells nothing of the table.
            Err(failure) if failure.code == "busy" => return Ok(None),
            made => made?,
        };
        guarded(&*position, || stored.fits(&*position, &*board))??;
        Ok(Some((position, board)))
    }

    /// What is wrong with a table; where other machines can ask, its file without the folder.
    fn told(&self, failure: &Failure, language: Language) -> FailureTexts {
        let mut texts = failure.texts(language).named(self.settings.program);
        if !self.settings.address.ip().is_loopback() {
            for folder in self.settings.tables.folders() {
                let folder = folder.join("").display().to_string();
                texts.message = texts.message.replace(&folder, "");
                texts.hint = texts.hint.map(|hint| hint.replace(&folder, ""));
            }
        }
        texts
    }
}

impl StoredTable {
    fn of(shelved: &OnShelf) -> Self {
        let OnShelf { folder, listed } = shelved;
        let name = |file: &std::path::PathBuf| file.file_name().map(|name| name.to_string_lossy().into_owned());
        Self {
            table: listed.name.clone(),
            folder: *folder,
            files: listed.files.iter().filter_map(name).collect(),
            bytes: listed.bytes(),
            said: None,
            compared: false,
            error: None,
        }
    }

    fn with(self, app: &App, opened: &Result<Opened, Failure>, language: Language) -> Self {
        match opened {
            Err(failure) => Self { error: Some(app.told(failure, language)), ..self },
            Ok(Opened { stored, board, error }) => Self {
                said: Some(TableSummary::of(stored)),
                compared: board.is_some() || error.is_some(),
                error: error.as_ref().map(|failure| app.told(failure, language)),
                ..self
            },
        }
    }
}

pub(crate) async fn list(State(app): State<Arc<App>>, Spoken(language): Spoken, query: Query) -> Answer {
    query.only(&[])?;
    let own = app.clone();
    let report = app.think_while_asked(Weight::Heavy, move |has_left| {
        let asked = |_: &OnShelf| !has_left.load(Ordering::Relaxed);
        let tables = own.on_shelf().take_while(asked).map(|shelved| {
            let opened = own.open(&shelved.listed, Compare::IfQuick);
            StoredTable::of(&shelved).with(&own, &opened, language)
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

/// The folder's number, if one is named.
fn folder(query: Query) -> Result<Option<usize>, Failure> {
    query.only(&["folder"])?.value("folder", Expected::FROM_0)
}

pub(crate) async fn one(
    State(app): State<Arc<App>>,
    Spoken(language): Spoken,
    Path(name): Path<String>,
    query: Query,
) -> Answer {
    let (own, folder) = (app.clone(), folder(query)?);
    let report = app.think(Weight::Heavy, move || {
        let shelved = App::pick(&name, folder, own.on_shelf())?;
        let opened = own.open(&shelved.listed, Compare::IfSmall);
        let table = StoredTable::of(&shelved).with(&own, &opened, language);
        let Ok(Opened { stored, board, .. }) = opened else {
            return Ok(StoredDetail { schema: SCHEMA, table, by_depth: Vec::new(), deepest: Vec::new() });
        };
        let depths = by_depth(&stored.metadata().histogram().by_depth);
        let deepest = board.map_or(Ok(Vec::new()), |(position, board)| deepest(&*position, &board, stored));
        Ok(StoredDetail { schema: SCHEMA, table, by_depth: depths, deepest: deepest? })
    });
    uncacheable(&app.memory, StatusCode::OK, &report.await?)
}

/// The lowest position of each of the deepest values.
fn deepest(
    position: &dyn AnyPosition,
    board: &Arc<dyn AnyBoard>,
    stored: TableReader,
) -> Result<Vec<DeepestReport>, Failure> {
    let found = FileTable::new(stored, board.clone(), 0);
    guarded(position, || {
        let unreadable = |error: retrograde::Unreadable| Failure::ask(&position.token(), error.into());
        let slots = found.deepest(DEEPEST).map_err(unreadable)?;
        let report = |(slot, value): (Slot, retrograde::Value)| {
            Some(DeepestReport {
                turn: Player::of(position.about(), board.behaviour(slot, &mut Vec::new())?.turn),
                value: value.kind(),
                depth: value.depth()?.plies(),
                pos: board.table_token(slot)?,
            })
        };
        Ok(slots.into_iter().filter_map(report).collect())
    })?
}

pub(crate) async fn remove(State(app): State<Arc<App>>, Path(name): Path<String>, query: Query) -> Answer {
    let (own, folder) = (app.clone(), folder(query)?);
    app.refuse_writing()?;
    let report = app.think(Weight::Heavy, move || {
        let OnShelf { folder, listed } = App::pick(&name, folder, own.all_on_shelf())?;
        let _alone = Lock::take(&listed.folder(), &name).map_err(Failure::from)?;
        // Somebody else may have removed it before the lock was ours.
        let OnShelf { listed, .. } = App::pick(&name, Some(folder), own.all_on_shelf())?;
        let bytes = listed.bytes();
        listed.remove().map_err(Failure::from)?;
        own.tables.forget(&name);
        Ok(Removed { schema: SCHEMA, table: name, bytes })
    });
    uncacheable(&app.memory, StatusCode::OK, &report.await?)
}

/// A table to be proved.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Meant {
    table: String,
    folder: Option<usize>,
}

pub(crate) async fn verify(
    State(app): State<Arc<App>>,
    Spoken(language): Spoken,
    query: Query,
    Json(asked, _room): Json<Meant>,
) -> Answer {
    query.only(&[])?;
    let own = app.clone();
    let (shelved, pos) = app
        .think(Weight::Light, move || {
            let shelved = App::pick(&asked.table, asked.folder, own.on_shelf())?;
            let pos = shelved.listed.open().map_err(Failure::from)?.metadata().pos.clone();
            Ok((shelved, pos))
        })
        .await?;
    let OnShelf { folder, listed } = shelved;
    let (subject, table) = (format!("{folder}/{}", listed.name), listed.name.clone());
    let errand = Errand { task: Task::Verify, pos: &pos, subject: &subject, table: Some(&table) };
    let job = app.jobs.name(errand, |job| app.start_proving(job, listed));
    accepted(&app, &*job?, language)
}
