//! Tests that an exported table contains the solved values. The program `DuckDB` reads the exported file.
#![allow(clippy::unwrap_used, reason = "a test may panic, and so may its helpers")]

#[path = "../../retrograde-tables/tests/all/exported.rs"]
mod exported;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicU64;

use exported::{Made, TABLES, plies};
use retrograde::SolveError;
use retrograde_parquet::Parquet;
use retrograde_tables::{Fill, Keep, Order, TableErrorKind};

/// Returns the counts that `DuckDB` should print. There is one count of rows for each value and depth.
fn counts(made: &Made) -> String {
    let mut counts = BTreeMap::new();
    for (_, _, kind, depth) in made.rows() {
        // Rows without a depth are sorted last.
        *counts.entry((kind.word(), depth.is_none(), depth)).or_insert(0) += 1;
    }
    let mut text = String::new();
    for ((kind, _, depth), count) in counts {
        writeln!(text, "count {kind} {} {count}", plies(depth)).unwrap();
    }
    text
}

/// Returns the path of a Python that has `DuckDB`. It is an installed Python, or the one that `cargo xtask test`
/// installs.
fn python() -> Option<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/python/bin/python");
    let has_duckdb = |python: &PathBuf| {
        let run = Command::new(python).args(["-c", "import duckdb"]).output();
        run.is_ok_and(|output| output.status.success())
    };
    let python = [own, PathBuf::from("python3")].into_iter().find(has_duckdb);
    if python.is_none() {
        // The message goes directly to standard error, because the test's output is captured.
        let mut seen = io::stderr();
        writeln!(seen, "SKIPPED export.py: no Python with the module duckdb here; pip install duckdb").unwrap();
    }
    python
}

/// Returns the text that `DuckDB` prints for a file. Returns `None` if there is no `DuckDB`.
fn read(file: &Path) -> Option<String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/export.py");
    let output = Command::new(python()?).args([&script, file]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).unwrap())
}

#[test]
fn duckdb_reads_every_solved_value() {
    let (mut kinds, mut orders, mut has_holes) = (BTreeSet::new(), Vec::new(), false);
    for (token, keep, fill) in TABLES {
        let made = Made::new(token, keep, fill);
        for tokens in [false, true] {
            // Each group of rows ends within a block, and the last bin (range of slots in memory) is shorter than the
            // others.
            made.export(&Parquet, 300, tokens, None).unwrap();
            let Some(read) = read(&made.file()) else { return };
            assert!(read == made.expected(tokens, &counts(&made)), "{token}: {read}");
        }
        orders.push(made.found.stored().metadata().order);
        kinds.extend(made.rows().map(|(_, _, kind, _)| kind.word()));
        has_holes |= made.found.stored().metadata().positions < made.found.stored().places();
    }
    assert!(kinds.len() == 4 && has_holes, "{kinds:?}");
    assert!(orders.contains(&Order::Slots) && orders.contains(&Order::Filed));
}

/// If the table's files are in file order, the export reads them as often as the memory limit requires.
#[test]
fn a_file_is_the_same_in_any_memory() {
    let made = Made::new("dobutsu:1l1/1c1/1C1/1LG_sente", Keep::Depths, Fill::Rules);
    assert_eq!(made.found.stored().metadata().order, Order::Filed);
    let done = AtomicU64::new(0);
    let exporting = made.exporting(false, &done, None);
    let written = |memory: u64, times: u64| {
        let bin = exporting.bin(memory).unwrap();
        assert_eq!(exporting.times(bin), times);
        made.export(&Parquet, bin, false, None).unwrap();
        let bytes = fs::read(made.file()).unwrap();
        assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
        bytes
    };
    let Err(SolveError::TooLarge { needed, .. }) = exporting.bin(0) else { panic!("no memory is enough") };
    assert!(exporting.bin(needed - 1).is_err());
    assert!(written(1 << 40, 1) == written(needed, 3));
}

/// If the disk becomes full at any position in the file, the error contains the system's message.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_and_nothing_is_left() {
    let made = Made::new("quixo:3/3/3_x", Keep::Depths, Fill::Rules);
    let beside = made.folder.path().join("table.exported.new");
    std::os::unix::fs::symlink("/dev/full", &beside).unwrap();
    let error = made.export(&Parquet, 1000, true, None).unwrap_err();
    assert!(error.kind == TableErrorKind::Refused && error.hint.is_some(), "{error:?}");
    let text = error.to_string();
    assert!(text.starts_with("cannot write ") && text.contains("No space left"), "{text}");
    assert!(fs::symlink_metadata(&beside).is_err() && !made.file().exists());
}
