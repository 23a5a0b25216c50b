//! The folders of tables, searched by position.

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

/// The folders that are searched for tables, in order. A missing folder counts as empty.
#[derive(Clone, Debug, Default)]
pub struct TableStore {
    folders: Vec<PathBuf>,
}

/// The files of one table in one folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The name of the table.
    pub name: String,
    /// The paths of its files, in the order of its parts.
    pub files: Vec<PathBuf>,
}

impl Listed {
    /// Opens the table. If one file contains all parts, the other files are ignored.
    ///
    /// # Errors
    /// Those of [`TableReader::open`].
    pub fn open(&self) -> Result<TableReader, TableError> {
        let whole = self.files.iter().find(|file| part_of(file).is_none());
        TableReader::open(whole.map_or(&self.files[..], std::slice::from_ref))
    }

    /// Returns its folder.
    pub fn folder(&self) -> PathBuf {
        self.files.first().map_or_else(PathBuf::new, |file| folder(file).to_owned())
    }

    /// Returns the bytes of its files, readable or not.
    pub fn bytes(&self) -> u64 {
        self.files.iter().filter_map(|file| bytes(file)).sum()
    }

    /// Removes its files, the last part first, so that an interrupted removal leaves no complete table.
    ///
    /// # Errors
    /// A file cannot be removed.
    pub fn remove(&self) -> Result<(), TableError> {
        self.files.iter().rev().try_for_each(|file| remove(file))
    }
}

impl TableStore {
    /// Returns a store of these folders.
    pub const fn new(folders: Vec<PathBuf>) -> Self {
        Self { folders }
    }

    /// Returns the folders.
    pub fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// Checks that the object stores of URLs can be reached; [`list`](Self::list) shows no tables of one that cannot.
    ///
    /// # Errors
    /// The reason why a store cannot be reached.
    pub fn reach(&self) -> Result<(), TableError> {
        self.folders.iter().try_for_each(|folder| reach(folder))
    }

    /// Returns all tables, by folder and name, readable or not.
    pub fn list(&self) -> Vec<Listed> {
        self.folders.iter().flat_map(|folder| list(folder, table_of)).collect()
    }

    /// Returns all tables, and the remains of interrupted solves: checkpoints and incomplete files. A table may consist
    /// only of such files.
    pub fn list_all(&self) -> Vec<Listed> {
        self.folders.iter().flat_map(|folder| list(folder, maker_of)).collect()
    }

    /// Returns whether there is a table of that name, readable or not.
    pub fn has(&self, name: &str) -> bool {
        self.folders.iter().any(|folder| !files_of(folder, name).is_empty())
    }

    /// Returns whether tables of a position's board can be stored: the game must number its slots, because explored
    /// slots have no stable numbers.
    pub fn keeps(position: &dyn AnyPosition, domain: Domain) -> bool {
        position.about().way != Way::Rules && position.plan(domain, 1).domain == Domain::All
    }

    /// Returns the table of this name with depths, which must fit the position's board and rules; `None` if there is
    /// none. Reads of whole blocks load it into memory if it takes at most `memory` bytes.
    ///
    /// # Errors
    /// [`TableError`]: the table is damaged, of another board, or of other rules.
    pub fn find(
        &self,
        name: &str,
        position: &dyn AnyPosition,
        board: &Arc<dyn AnyBoard>,
        memory: u64,
    ) -> Result<Option<FileTable>, TableError> {
        self.find_with(name, position, board, Keep::Depths, memory)
    }

    /// Like [`find`](Self::find), for a caller that needs only this part of a value.
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
    /// Checks that the table is of this board and these rules.
    ///
    /// # Errors
    /// An error that names the difference, or the slot where the rules differ.
    pub fn fits(&self, position: &dyn AnyPosition, board: &dyn AnyBoard) -> Result<(), TableError> {
        let (metadata, about, file) = (self.metadata(), position.about(), self.path(0));
        if metadata.game == about.id && metadata.version != about.version {
            let (game, version, known) = (metadata.game.clone(), metadata.version, about.version);
            return Err(TableError::table(file, Wrong::OtherVersion { file: shown(file), game, version, known }));
        }
        if metadata.game != about.id || metadata.instance != instance(position) || metadata.slots != board.table_slots()
        {
            return Err(TableError::table(file, Wrong::OtherInstance { file: shown(file), pos: metadata.pos.clone() }));
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

/// Returns the files of a folder, grouped by table.
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

/// Returns the files of a table in a folder.
fn files_of(folder: &Path, name: &str) -> Vec<PathBuf> {
    let whole = folder.join(format!("{name}.{EXTENSION}"));
    if bytes(&whole).is_some() {
        return vec![whole];
    }
    list(folder, table_of).into_iter().find(|listed| listed.name == name).map_or_else(Vec::new, |listed| listed.files)
}

/// Returns the name of the table to which a file belongs: a table's file, complete or not, a checkpoint, or a list of
/// parts.
fn maker_of(file: &Path) -> Option<String> {
    let file = whole(file);
    table_of(&file).or_else(|| list::table_of(&file)).or_else(|| Named::of(&file).map(|named| named.table))
}

/// Returns the number of a part, from the name of its file.
fn part_of(file: &Path) -> Option<u64> {
    number(Path::new(file.file_stem()?).extension()?.to_str()?)
}
