//! Folders of tables, asked by position.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use retrograde::author::about::Way;
use retrograde::author::entry::{AnyBoard, AnyPosition, Domain};

use crate::checkpoint::Named;
use crate::error::{TableError, shown};
use crate::files::{bytes, files, folder, reach, remove, whole};
use crate::found::Found;
use crate::list;
use crate::meaning::{Keep, instance};
use crate::messages::Wrong;
use crate::name::{EXTENSION, number, table_of};
use crate::stored::Stored;

/// Folders in which tables are looked for, the first one first. A folder that is not there holds none.
#[derive(Clone, Debug, Default)]
pub struct TableStore {
    folders: Vec<PathBuf>,
}

/// The files of one table in one folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The name of the table.
    pub name: String,
    /// Its files, by their names.
    pub files: Vec<PathBuf>,
}

impl Listed {
    /// Opens it. Where one file has all parts, others that have some are left aside.
    ///
    /// # Errors
    /// Those of [`Stored::open`].
    pub fn open(&self) -> Result<Stored, TableError> {
        let whole = self.files.iter().find(|file| part_of(file).is_none());
        Stored::open(whole.map_or(&self.files[..], std::slice::from_ref))
    }

    /// The folder that it lies in.
    pub fn folder(&self) -> PathBuf {
        self.files.first().map_or_else(PathBuf::new, |file| folder(file).to_owned())
    }

    /// The bytes of its files, whether it can be read or not.
    pub fn bytes(&self) -> u64 {
        self.files.iter().filter_map(|file| bytes(file)).sum()
    }

    /// Removes its files, the last part first, so that what is left of it is no table.
    ///
    /// # Errors
    /// The folder lets none go.
    pub fn remove(&self) -> Result<(), TableError> {
        self.files.iter().rev().try_for_each(|file| remove(file))
    }
}

impl TableStore {
    /// These folders.
    pub const fn new(folders: Vec<PathBuf>) -> Self {
        Self { folders }
    }

    /// The folders.
    pub fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// Asks the stores of those that are at a URL: one that cannot be asked holds no tables for [`list`](Self::list) either.
    ///
    /// # Errors
    /// Why it cannot be asked.
    pub fn reach(&self) -> Result<(), TableError> {
        self.folders.iter().try_for_each(|folder| reach(folder))
    }

    /// All tables, by folder and name, readable or not.
    pub fn list(&self) -> Vec<Listed> {
        self.folders.iter().flat_map(|folder| list(folder, table_of)).collect()
    }

    /// The same with all else that makers of tables leave when they are stopped, which may be all there is of a table: checkpoints, and files
    /// half written.
    pub fn list_all(&self) -> Vec<Listed> {
        self.folders.iter().flat_map(|folder| list(folder, maker_of)).collect()
    }

    /// Whether there is a table of that name, readable or not.
    pub fn has(&self, name: &str) -> bool {
        self.folders.iter().any(|folder| !files_of(folder, name).is_empty())
    }

    /// Whether tables of a position's board can be kept: those of what a game numbers can, and what is explored is not numbered.
    pub fn keeps(position: &dyn AnyPosition, domain: Domain) -> bool {
        position.about().way != Way::Rules && position.plan(domain, 1).domain == Domain::All
    }

    /// The table of that name that was made for the board of a position, by its rules, with depths; `None` if there is none. Who goes through all
    /// of it has it read into memory, if it takes at most so many bytes.
    ///
    /// # Errors
    /// [`TableError`]: there is one, and it is damaged, or of another board, or of other rules.
    pub fn find(
        &self,
        name: &str,
        position: &dyn AnyPosition,
        board: &Arc<dyn AnyBoard>,
        memory: u64,
    ) -> Result<Option<Found>, TableError> {
        self.find_with(name, position, board, Keep::Depths, memory)
    }

    /// The same for whoever needs only so much of a value.
    ///
    /// # Errors
    /// Those of [`find`](Self::find).
    pub fn find_with(
        &self,
        name: &str,
        position: &dyn AnyPosition,
        board: &Arc<dyn AnyBoard>,
        keep: Keep,
        memory: u64,
    ) -> Result<Option<Found>, TableError> {
        for folder in &self.folders {
            let files = files_of(folder, name);
            if files.is_empty() {
                continue;
            }
            let stored = Stored::open(&files)?;
            if stored.meaning().keep == Keep::Depths || keep == Keep::Class {
                stored.fits(position, &**board)?;
                return Ok(Some(Found::new(stored, board.clone(), memory)));
            }
        }
        Ok(None)
    }
}

impl Stored {
    /// Refuses a table of another board, or of other rules.
    ///
    /// # Errors
    /// What differs, and where.
    pub fn fits(&self, position: &dyn AnyPosition, board: &dyn AnyBoard) -> Result<(), TableError> {
        let (meaning, about, file) = (self.meaning(), position.about(), self.path(0));
        if meaning.game == about.id && meaning.version != about.version {
            let (game, version, known) = (meaning.game.clone(), meaning.version, about.version);
            return Err(TableError::table(file, Wrong::OtherVersion { file: shown(file), game, version, known }));
        }
        if meaning.game != about.id || meaning.instance != instance(position) || meaning.slots != board.table_slots() {
            return Err(TableError::table(file, Wrong::OtherInstance { file: shown(file), pos: meaning.pos.clone() }));
        }
        match meaning.rules.differs_at(board) {
            None => Ok(()),
            Some(slot) => {
                let game = meaning.game.clone();
                Err(TableError::table(file, Wrong::OtherRules { file: shown(file), game, slot }))
            }
        }
    }
}

/// The files of a folder by the names of their tables.
fn list(folder: &Path, name: impl Fn(&Path) -> Option<String>) -> Vec<Listed> {
    let mut tables: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for file in files(folder) {
        if let Some(name) = name(&file) {
            tables.entry(name).or_default().push(file);
        }
    }
    let listed = tables.into_iter().map(|(name, mut files)| {
        files.sort_by_key(|file| part_of(file));
        Listed { name, files }
    });
    listed.collect()
}

/// The files of a table in a folder.
fn files_of(folder: &Path, name: &str) -> Vec<PathBuf> {
    let whole = folder.join(format!("{name}.{EXTENSION}"));
    if bytes(&whole).is_some() {
        return vec![whole];
    }
    list(folder, table_of).into_iter().find(|listed| listed.name == name).map_or_else(Vec::new, |listed| listed.files)
}

/// The table that a file is made for, which may be half written, a checkpoint, or the list of parts.
fn maker_of(file: &Path) -> Option<String> {
    let file = whole(file);
    table_of(&file).or_else(|| list::table_of(&file)).or_else(|| Named::of(&file).map(|named| named.table))
}

/// The number of a part by the name of its file.
fn part_of(file: &Path) -> Option<u64> {
    number(Path::new(file.file_stem()?).extension()?.to_str()?)
}
