//! Tables that outlive the program: the folders that have them, and one of them for a position.

use std::collections::BTreeSet;
use std::env;
use std::path::PathBuf;
use std::sync::Arc;

use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};
use retrograde::entry::{AnyBoard, AnyPosition, Domain, table_name};
use retrograde::{Options, Values};
use retrograde_tables::{Found, Keep, Shelf};

use crate::context::Context;
use crate::failure::{Failure, Stop};
use crate::global::Global;
use crate::messages::{BadValue, Wrong};
use crate::places;
use crate::tables::NoTable;

/// The variable that lists folders with tables, as `PATH` lists those with programs; they stand in place of the usual one.
pub(crate) const VARIABLE: &str = "RETROGRADE_TABLES";

/// The tables of a run's folders, by the names that were there when the first one was looked for.
pub(crate) struct Kept {
    shelf: Shelf,
    names: BTreeSet<String>,
}

/// A table that was found, and the board that it is of.
pub(crate) struct Answering {
    pub(crate) board: Arc<dyn AnyBoard>,
    pub(crate) values: Box<dyn Values + Send>,
    /// Its name.
    pub(crate) name: String,
    /// Its files.
    pub(crate) files: Vec<PathBuf>,
    /// The bytes of all.
    pub(crate) bytes: u64,
    /// The hash of what it says.
    pub(crate) hash: String,
    /// What is kept of a value.
    pub(crate) keep: Keep,
    /// The positions that it has values of.
    pub(crate) positions: u64,
}

impl Answering {
    /// Which table answers.
    pub(crate) fn told(&self) -> String {
        format!("table {} found in {}", self.name, listed(&self.files))
    }
}

impl Kept {
    /// Those of the folders and URLs that the options name.
    ///
    /// # Errors
    /// A store cannot be asked.
    pub(crate) fn of(global: &Global) -> Result<Self, Failure> {
        Ok(Self::on(shelf(global)?))
    }

    /// Those of a shelf.
    pub(crate) fn on(shelf: Shelf) -> Self {
        let names = shelf.list().into_iter().map(|listed| listed.name).collect();
        Self { shelf, names }
    }

    /// Whether there are tables of a game, by their names.
    pub(crate) fn has_some_of(&self, game: &str) -> bool {
        self.names.iter().any(|name| name.rsplit_once('-').is_some_and(|(of, _)| of == game))
    }

    /// The table of a position's board; `None` if there is none with so much of a value.
    ///
    /// # Errors
    /// There is one that cannot be trusted, or the board does not fit the memory.
    pub(crate) fn find(
        &self,
        position: &dyn AnyPosition,
        domain: Domain,
        options: &Options<'_>,
        keep: Keep,
    ) -> Result<Option<Answering>, NoTable> {
        if self.names.is_empty() || !Shelf::keeps(position, domain) {
            return Ok(None);
        }
        let name = table_name(position, domain);
        if !self.names.contains(&name) {
            return Ok(None);
        }
        let board = position.board(domain, options).map_err(NoTable::Refused)?;
        let found = self.shelf.find_kept(&name, position, &board, keep, options.memory);
        let found = found.map_err(|error| NoTable::Stopped(Failure::from(error).into()))?;
        Ok(found.map(|found| answering(name, found, board)))
    }
}

/// The table of a position that is kept in the folders of this run, which is told to whoever wants to know.
pub(crate) fn find(ctx: &Context<'_>, position: &dyn AnyPosition) -> Result<Option<Answering>, NoTable> {
    let kept = ctx.kept().map_err(Stop::from)?;
    let found = ctx.solving(|options| kept.find(position, ctx.global.domain, options, Keep::Depths))?;
    if let Some(found) = &found {
        ctx.detail(|| found.told());
    }
    Ok(found)
}

/// The folders and URLs of this run, all of which can be asked.
///
/// # Errors
/// A store cannot, or a URL is none.
pub(crate) fn shelf(global: &Global) -> Result<Shelf, Failure> {
    let shelf = Shelf::new(folders(global)?);
    shelf.reach()?;
    Ok(shelf)
}

/// Files, as they are told: the first of many, and how many there are.
pub(crate) fn listed(files: &[PathBuf]) -> String {
    match files {
        [] => String::new(),
        [file] => file.display().to_string(),
        [first, rest @ ..] => format!("{} (+{})", first.display(), rest.len()),
    }
}

fn answering(name: String, found: Found, board: Arc<dyn AnyBoard>) -> Answering {
    let stored = found.stored();
    let (files, bytes, hash) = (stored.files().map(Into::into).collect(), stored.file_bytes(), stored.hash());
    let (keep, positions) = (stored.meaning().keep, stored.meaning().positions);
    Answering { values: Box::new(found), board, name, files, bytes, hash, keep, positions }
}

/// The folders and URLs at which tables are looked for, the first one first.
///
/// # Errors
/// The variable lists what is none.
pub(crate) fn folders(global: &Global) -> Result<Vec<PathBuf>, Failure> {
    if global.folders.no_tables {
        return Ok(Vec::new());
    }
    let wrong = |why: BadValue| Failure::usage(Wrong::Variable { variable: VARIABLE, why: why.into() });
    let usual = match env::var_os(VARIABLE) {
        Some(texts) => places::listed(&texts).map_err(wrong)?,
        None => usual().into_iter().collect(),
    };
    Ok(global.folders.tables.iter().cloned().chain(usual).collect())
}

/// Where the platform keeps data of programs; `None` for somebody without a home.
fn usual() -> Option<PathBuf> {
    let strategy = choose_native_strategy().ok()?;
    Some(strategy.data_dir().join("retrograde").join("tables"))
}
