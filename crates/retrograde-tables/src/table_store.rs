//! A table store. A store consists of the folders and URLs in which a program searches for the table of a position.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use retrograde::author::{AnyBoard, AnyPosition, Domain, Way};

use crate::checkpoint::Named;
use crate::error::{TableError, shown};
use crate::file_table::FileTable;
use crate::files::{bytes, files, folder, reach, remove, whole};
use crate::list;
use crate::messages::Wrong;
use crate::metadata::{Keep, instance};
use crate::name::{EXTENSION, number, table_of};
use crate::table_reader::TableReader;

/// The folders and URLs in which a program searches for tables, one after the other. A missing folder counts as empty.
#[derive(Clone, Debug, Default)]
pub struct TableStore {
    folders: Vec<PathBuf>,
}

/// The files of one table in one folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The name of the table.
    pub name: String,
    /// The paths of the table's files, in the order of its parts.
    pub files: Vec<PathBuf>,
}

impl Listed {
    /// Opens the table. If one file contains all parts, the other files are ignored.
    ///
    /// # Errors
    /// Returns the errors of [`TableReader::open`].
    pub fn open(&self) -> Result<TableReader, TableError> {
        let whole = self.files.iter().find(|file| part_of(file).is_none());
        TableReader::open(whole.map_or(&self.files[..], std::slice::from_ref))
    }

    /// Returns the folder that contains the table's files.
    pub fn folder(&self) -> PathBuf {
        self.files.first().map_or_else(PathBuf::new, |file| folder(file).to_owned())
    }

    /// Returns the total length of the table's files in bytes; the files need not be readable as a table.
    pub fn bytes(&self) -> u64 {
        self.files.iter().filter_map(|file| bytes(file)).sum()
    }

    /// Removes the table's files, the last part first. If the removal is interrupted, the remaining files are not a
    /// complete table.
    ///
    /// # Errors
    /// Returns an error if a file cannot be removed.
    pub fn remove(&self) -> Result<(), TableError> {
        self.files.iter().rev().try_for_each(|file| remove(file))
    }
}

impl TableStore {
    /// Creates a store that searches the folders in this order.
    pub const fn new(folders: Vec<PathBuf>) -> Self {
        Self { folders }
    }

    /// Returns the folders.
    pub fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// Checks that the object store of every URL among the folders answers. Without this check, [`list`](Self::list)
    /// returns no tables both for an empty store and for a store that does not answer.
    ///
    /// # Errors
    /// Returns an error that states why an object store does not answer.
    pub fn reach(&self) -> Result<(), TableError> {
        self.folders.iter().try_for_each(|folder| reach(folder))
    }

    /// Returns all tables, sorted by folder and name. The list also contains tables that cannot be read.
    pub fn list(&self) -> Vec<Listed> {
        self.folders.iter().flat_map(|folder| list(folder, table_of)).collect()
    }

    /// Returns all tables, each with the checkpoints and incomplete files that interrupted solves have left. If only
    /// the checkpoints and incomplete files of a table exist, the result also has an entry for this table.
    pub fn list_all(&self) -> Vec<Listed> {
        self.folders.iter().flat_map(|folder| list(folder, maker_of)).collect()
    }

    /// Returns whether the store contains a table with this name. The table need not be readable.
    pub fn has(&self, name: &str) -> bool {
        self.folders.iter().any(|folder| !files_of(folder, name).is_empty())
    }

    /// Returns whether tables of a position's board can be stored. Tables of explored games cannot be stored, because
    /// each exploration may give the same position a different slot.
    pub fn keeps(position: &dyn AnyPosition, domain: Domain) -> bool {
        position.about().way != Way::Rules && position.plan(domain, 1).domain == Domain::All
    }

    /// Searches the folders for a table with the name `name` and with depths; returns `None` if there is no such table.
    /// The table must fit the position's board and rules. A read of many consecutive slots loads the whole table into
    /// memory if the table needs at most `memory` bytes.
    ///
    /// # Errors
    /// Returns a [`TableError`] if the table is damaged, or if it belongs to another board or other rules.
    pub fn find(
        &self,
        name: &str,
        position: &dyn AnyPosition,
        board: &Arc<dyn AnyBoard>,
        memory: u64,
    ) -> Result<Option<FileTable>, TableError> {
        self.find_with(name, position, board, Keep::Depths, memory)
    }

    /// Like [`find`](Self::find), but if `keep` is [`Keep::Class`], the table need not have depths.
    ///
    /// # Errors
    /// Returns the errors of [`find`](Self::find).
    pub fn find_with(
        &self,
        name: &str,
        position: &dyn AnyPosition,
        board: &Arc<dyn AnyBoard>,
        keep: Keep,
        memory: u64,
    ) -> Result<Option<FileTable>, TableError> {
        for folder in &self.folders {
            let files = files_of(folder, name);
            if files.is_empty() {
                continue;
            }
            let stored = TableReader::open(&files)?;
            if stored.metadata().keep == Keep::Depths || keep == Keep::Class {
                stored.fits(position, &**board)?;
                return Ok(Some(FileTable::new(stored, board.clone(), memory)));
            }
        }
        Ok(None)
    }
}

impl TableReader {
    /// Checks that the table belongs to the board of `position`, and that it was made by the same rules.
    ///
    /// # Errors
    /// Returns a [`TableError`] if the table does not fit. The error names the other board, the other version of the
    /// rules, the other number of slots, or a slot at which the rules differ.
    pub fn fits(&self, position: &dyn AnyPosition, board: &dyn AnyBoard) -> Result<(), TableError> {
        let (metadata, about, file) = (self.metadata(), position.about(), self.path(0));
        if metadata.game == about.id && metadata.version != about.version {
            let (game, version, known) = (metadata.game.clone(), metadata.version, about.version);
            return Err(TableError::table(file, Wrong::OtherVersion { file: shown(file), game, version, known }));
        }
        if metadata.game != about.id || metadata.instance != instance(position) {
            return Err(TableError::table(file, Wrong::OtherInstance { file: shown(file), pos: metadata.pos.clone() }));
        }
        let (game, slots, expected) = (metadata.game.clone(), metadata.slots, board.table_slots());
        if slots != expected {
            return Err(TableError::table(file, Wrong::OtherNumbering { file: shown(file), game, slots, expected }));
        }
        match metadata.rules.differs_at(board) {
            None => Ok(()),
            Some(slot) => {
                let game = metadata.game.clone();
                Err(TableError::table(file, Wrong::OtherRules { file: shown(file), game, slot }))
            }
        }
    }
}

/// Returns the files of a folder, grouped by table. The function `name` returns the name of the table to which a file
/// belongs, or `None` if the file is to be ignored.
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

/// Returns the paths of a table's files in a folder.
fn files_of(folder: &Path, name: &str) -> Vec<PathBuf> {
    let whole = folder.join(format!("{name}.{EXTENSION}"));
    if bytes(&whole).is_some() {
        return vec![whole];
    }
    list(folder, table_of).into_iter().find(|listed| listed.name == name).map_or_else(Vec::new, |listed| listed.files)
}

/// Returns the name of the table to which a file belongs. The file may be a table's file (complete or not), a
/// checkpoint, or a list of parts.
fn maker_of(file: &Path) -> Option<String> {
    let file = whole(file);
    table_of(&file).or_else(|| list::table_of(&file)).or_else(|| Named::of(&file).map(|named| named.table))
}

/// Returns the number of a part from the name of its file. Returns `None` if the name has no part number.
fn part_of(file: &Path) -> Option<u64> {
    number(Path::new(file.file_stem()?).extension()?.to_str()?)
}
