//! Tables that tests export, with their expected rows; the tests of this crate and of format crates use this module.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

use retrograde::author::{AnyBoard, AnyPosition, Domain};
use retrograde::{Depth, Kind, Options, Side, Slot, Values};
use retrograde_service::registry::Registry;
use retrograde_tables::{
    Export, Exported, Exporter, FileTable, Fill, Keep, Lock, Making, TableError, TableReader, write,
};

/// Small boards. Together they have every kind of value, holes, positions that share a slot, and a file in file order.
pub(crate) const TABLES: [(&str, Keep, Fill); 6] = [
    ("cannons:01100_r", Keep::Depths, Fill::None),
    ("cannons:01100_r", Keep::Class, Fill::None),
    ("race:A3/1H2/4/3B_a", Keep::Depths, Fill::Rules),
    ("graph:1.a.o.2.3/2.b.o.1/3.b.o.4/4.b.o.3.5/5.a.a_1", Keep::Depths, Fill::None),
    ("quixo:3/3/3_x", Keep::Depths, Fill::Rules),
    ("dobutsu:1l1/3/3/1LC_sente", Keep::Depths, Fill::Rules),
];

/// A table in a file, with its solved values.
pub(crate) struct Made {
    pub(crate) folder: tempfile::TempDir,
    position: Box<dyn AnyPosition>,
    board: Arc<dyn AnyBoard>,
    values: Box<dyn Values + Send>,
    keep: Keep,
    pub(crate) found: FileTable,
}

impl Made {
    pub(crate) fn new(token: &str, keep: Keep, fill: Fill) -> Self {
        let position = Registry::from_iter(retrograde_games::builtin()).open(token).unwrap();
        let options = Options::default();
        let board = position.board(Domain::All, &options).unwrap();
        let values = board.solve(&options).unwrap();
        let (folder, name) = (tempfile::tempdir().unwrap(), "table");
        let making =
            Making { name, position: &*position, board: &*board, values: &*values, keep, fill: Some(fill), threads: 1 };
        let written = write(folder.path(), &making, &Lock::take(folder.path(), name).unwrap()).unwrap();
        let found = FileTable::new(TableReader::open(&written.files).unwrap(), board.clone(), 0);
        Self { folder, position, board, values, keep, found }
    }

    /// Returns the path to which the table is exported.
    pub(crate) fn file(&self) -> PathBuf {
        self.folder.path().join("table.exported")
    }

    /// Exports the table with bins (ranges of slots in memory) of `bin` slots.
    pub(crate) fn export(
        &self,
        format: &dyn Exporter,
        bin: u64,
        tokens: bool,
        cancel: Option<&AtomicBool>,
    ) -> Result<Exported, TableError> {
        let done = AtomicU64::new(0);
        let exported = self.exporting(tokens, &done, cancel).write(format, &self.file(), bin)?;
        assert_eq!(done.into_inner(), self.found.slots());
        assert_eq!(exported.rows, self.found.stored().metadata().positions);
        assert_eq!(exported.bytes, fs::metadata(self.file()).unwrap().len());
        Ok(exported)
    }

    pub(crate) fn exporting<'e>(
        &'e self,
        tokens: bool,
        done: &'e AtomicU64,
        cancel: Option<&'e AtomicBool>,
    ) -> Export<'e> {
        Export { found: &self.found, position: &*self.position, tokens, threads: 2, done, cancel }
    }

    /// Returns the side to move, the value and the depth of each slot that has a position.
    pub(crate) fn rows(&self) -> impl Iterator<Item = (Slot, Side, Kind, Option<Depth>)> {
        (0..self.values.slots()).map(Slot).filter_map(|slot| {
            let value = self.values.cell(slot).unwrap().value()?;
            let side = self.board.behaviour(slot, &mut Vec::new()).unwrap().turn;
            Some((slot, side, value.kind(), value.depth().filter(|_| self.keep == Keep::Depths)))
        })
    }

    /// Returns the expected text of the export: one row per line, then `after_rows` and the metadata.
    pub(crate) fn expected(&self, tokens: bool, after_rows: &str) -> String {
        let mut text = String::new();
        for (slot, side, kind, depth) in self.rows() {
            let side = self.position.about().side(side);
            let token = if tokens { format!(" {}", self.board.table_token(slot).unwrap()) } else { String::new() };
            writeln!(text, "{} {side} {} {}{token}", slot.0, kind.word(), plies(depth)).unwrap();
        }
        let metadata = serde_json::to_string(self.found.stored().metadata()).unwrap();
        let hash = self.found.stored().hash();
        write!(text, "{after_rows}says retrograde.meaning {metadata}\nsays retrograde.hash {hash}\n").unwrap();
        text
    }
}

/// Returns a depth as Python prints it.
pub(crate) fn plies(depth: Option<Depth>) -> String {
    depth.map_or_else(|| "None".to_owned(), |depth| depth.plies().to_string())
}
