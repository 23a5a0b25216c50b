//! A table that is exported says what the values say it was made of: `DuckDB` reads it back. A file is there whole or not at all.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use retrograde::entry::{AnyBoard, AnyPosition, Domain};
use retrograde::{Options, Slot, SolveError, Values};
use retrograde_desk::registry::Registry;
use retrograde_tables::{Export, Exported, Fill, Found, Keep, Lock, Making, Order, Stored, TableError, Trouble, write};

/// A table in a file, and the values that it was made of.
struct Made {
    folder: tempfile::TempDir,
    position: Box<dyn AnyPosition>,
    board: Arc<dyn AnyBoard>,
    values: Box<dyn Values + Send>,
    keep: Keep,
    found: Found,
}

impl Made {
    fn new(token: &str, keep: Keep, fill: Fill) -> Self {
        let position = Registry::from_iter(retrograde_games::builtin()).open(token).unwrap();
        let options = Options::default();
        let board = position.board(Domain::All, &options).unwrap();
        let values = board.solve(&options).unwrap();
        let (folder, name) = (tempfile::tempdir().unwrap(), "table");
        let making =
            Making { name, position: &*position, board: &*board, values: &*values, keep, fill: Some(fill), threads: 1 };
        let written = write(folder.path(), &making, &Lock::take(folder.path(), name).unwrap()).unwrap();
        let found = Found::new(Stored::open(&written.files).unwrap(), board.clone(), 0);
        Self { folder, position, board, values, keep, found }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("table.parquet")
    }

    /// Exports it with so many slots held at a time.
    fn export(&self, bin: u64, tokens: bool, cancel: Option<&AtomicBool>) -> Result<Exported, TableError> {
        let done = AtomicU64::new(0);
        let exported = self.exporting(tokens, &done, cancel).write(&self.file(), bin)?;
        assert_eq!(done.into_inner(), self.found.slots());
        assert_eq!(exported.bytes, fs::metadata(self.file()).unwrap().len());
        Ok(exported)
    }

    fn exporting<'e>(&'e self, tokens: bool, done: &'e AtomicU64, cancel: Option<&'e AtomicBool>) -> Export<'e> {
        Export { found: &self.found, position: &*self.position, tokens, threads: 2, done, cancel }
    }

    /// What `DuckDB` should read.
    fn expected(&self, tokens: bool) -> String {
        let (mut text, mut counts) = (String::new(), BTreeMap::new());
        for slot in (0..self.values.slots()).map(Slot) {
            let Some(value) = self.values.cell(slot).unwrap().value() else { continue };
            let side = self.board.behaviour(slot, &mut Vec::new()).unwrap().turn;
            let (side, kind) = (self.position.about().side(side), value.kind().word());
            let depth = value.depth().filter(|_| self.keep == Keep::Depths);
            let depth_text = depth.map_or_else(|| "None".to_owned(), |depth| depth.plies().to_string());
            let token = if tokens { format!(" {}", self.board.table_token(slot).unwrap()) } else { String::new() };
            writeln!(text, "{} {side} {kind} {depth_text}{token}", slot.0).unwrap();
            // Without a depth comes last.
            *counts.entry((kind, depth.is_none(), depth, depth_text)).or_insert(0) += 1;
        }
        for ((kind, _, _, depth), count) in counts {
            writeln!(text, "count {kind} {depth} {count}").unwrap();
        }
        let meaning = serde_json::to_string(self.found.stored().meaning()).unwrap();
        let hash = self.found.stored().hash();
        writeln!(text, "says retrograde.meaning {meaning}\nsays retrograde.hash {hash}").unwrap();
        text
    }
}

/// A Python with `DuckDB`: any, or the one that `cargo xtask test` makes.
fn python() -> Option<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/python/bin/python");
    let has_duckdb = |python: &PathBuf| {
        let run = Command::new(python).args(["-c", "import duckdb"]).output();
        run.is_ok_and(|output| output.status.success())
    };
    let python = [own, PathBuf::from("python3")].into_iter().find(has_duckdb);
    if python.is_none() {
        // Past the test's captured output, so that it is seen.
        let mut seen = io::stderr();
        writeln!(seen, "SKIPPED export.py: no Python with the module duckdb here; pip install duckdb").unwrap();
    }
    python
}

/// What `DuckDB` reads of a file; `None` where there is none.
fn read(file: &Path) -> Option<String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/export.py");
    let output = Command::new(python()?).args([&script, file]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).unwrap())
}

/// Small boards that together have every kind of value, holes, positions that share a slot, and a file in another order than that of the slots.
const TABLES: [(&str, Keep, Fill); 6] = [
    ("cannons:01100_r", Keep::Depths, Fill::None),
    ("cannons:01100_r", Keep::Class, Fill::None),
    ("race:A3/1H2/4/3B_a", Keep::Depths, Fill::Rules),
    ("graph:1.a.o.2.3/2.b.o.1/3.b.o.4/4.b.o.3.5/5.a.a_1", Keep::Depths, Fill::None),
    ("quixo:3/3/3_x", Keep::Depths, Fill::Rules),
    ("dobutsu:1l1/3/3/1LC_sente", Keep::Depths, Fill::Rules),
];

#[test]
fn duckdb_reads_every_row_as_it_was_solved() {
    let (mut kinds, mut orders) = (BTreeMap::new(), Vec::new());
    for (token, keep, fill) in TABLES {
        let made = Made::new(token, keep, fill);
        for tokens in [false, true] {
            // Groups that end in the middle of a block, and bins of which the last is short.
            let exported = made.export(300, tokens, None).unwrap();
            assert_eq!(exported.rows, made.found.stored().meaning().positions);
            let Some(read) = read(&made.file()) else { return };
            assert!(read == made.expected(tokens), "{token}: {read}");
        }
        orders.push(made.found.stored().meaning().order);
        let values = (0..made.values.slots()).map(|slot| made.values.cell(Slot(slot)).unwrap().value());
        values.for_each(|value| *kinds.entry(value.map(|value| value.kind().word())).or_insert(0) += 1);
    }
    assert_eq!(kinds.len(), 5, "{kinds:?}");
    assert!(orders.contains(&Order::Slots) && orders.contains(&Order::Filed));
}

/// Where files have an order of their own, they are read as often as the memory makes it.
#[test]
fn a_file_is_the_same_in_any_memory() {
    let made = Made::new("dobutsu:1l1/1c1/1C1/1LG_sente", Keep::Depths, Fill::Rules);
    assert_eq!(made.found.stored().meaning().order, Order::Filed);
    let done = AtomicU64::new(0);
    let exporting = made.exporting(false, &done, None);
    let written = |memory: u64, times: u64| {
        let bin = exporting.bin(memory).unwrap();
        assert_eq!(exporting.times(bin), times);
        made.export(bin, false, None).unwrap();
        fs::read(made.file()).unwrap()
    };
    let Err(SolveError::TooLarge { needed, .. }) = exporting.bin(0) else { panic!("no memory is enough") };
    assert!(exporting.bin(needed - 1).is_err());
    assert!(written(1 << 40, 1) == written(needed, 3));
}

#[test]
fn who_is_stopped_leaves_the_file_that_was_there() {
    let made = Made::new("quixo:3/3/3_x", Keep::Depths, Fill::Rules);
    let listed = || {
        let names = fs::read_dir(made.folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        names.filter(|name| name.to_string_lossy().contains("parquet")).count()
    };
    let cancelled = made.export(1000, false, Some(&AtomicBool::new(true))).unwrap_err();
    assert_eq!((cancelled.trouble, listed()), (Trouble::Cancelled, 0));
    fs::write(made.file(), "before").unwrap();
    made.export(1000, false, Some(&AtomicBool::new(true))).unwrap_err();
    assert_eq!((fs::read_to_string(made.file()).unwrap().as_str(), listed()), ("before", 1));
    let going_on = AtomicBool::new(false);
    made.export(1000, false, Some(&going_on)).unwrap();
    assert!(!going_on.load(Ordering::Relaxed) && fs::read(made.file()).unwrap().starts_with(b"PAR1"));
}

/// A disk without room is told by the system's word, wherever in the file it ends.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_and_nothing_is_left() {
    let made = Made::new("quixo:3/3/3_x", Keep::Depths, Fill::Rules);
    let beside = made.folder.path().join("table.parquet.new");
    std::os::unix::fs::symlink("/dev/full", &beside).unwrap();
    let error = made.export(1000, true, None).unwrap_err();
    assert_eq!(error.trouble, Trouble::Refused);
    let text = error.to_string();
    assert!(text.starts_with("cannot write ") && text.contains("No space left"), "{text}");
    assert!(fs::symlink_metadata(&beside).is_err() && !made.file().exists());
}

#[test]
fn a_damaged_table_is_not_exported() {
    let made = Made::new("cannons:01100_r", Keep::Depths, Fill::None);
    let file = made.found.stored().files().next().unwrap().to_owned();
    let mut bytes = fs::read(&file).unwrap();
    let end = bytes.len() - 40;
    bytes[end] ^= 1;
    fs::write(&file, bytes).unwrap();
    let error = made.export(1000, false, None).unwrap_err();
    assert!(error.trouble == Trouble::Table && !made.file().exists(), "{error}");
}
