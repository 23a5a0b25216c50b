//! Tests of exports. With any memory limit, the exported rows equal the solved values. A file is written completely or
//! not at all.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use retrograde::SolveError;
use retrograde_tables::{ExportHead, Exporter, Fill, Keep, Order, Row, RowWriter, TableErrorKind};

use crate::exported::{Made, TABLES, plies};

/// An exporter that writes one line of text for each row.
struct Lines;

impl Exporter for Lines {
    fn begin<'f>(&self, file: &'f mut File, head: &ExportHead<'_>) -> io::Result<Box<dyn RowWriter + 'f>> {
        let end = format!("says retrograde.meaning {}\nsays retrograde.hash {}\n", head.metadata, head.hash);
        let sides = head.sides.map(str::to_owned);
        Ok(Box::new(LineWriter { file, sides, has_tokens: head.has_tokens, end }))
    }
}

struct LineWriter<'f> {
    file: &'f mut File,
    sides: [String; 2],
    has_tokens: bool,
    end: String,
}

impl RowWriter for LineWriter<'_> {
    fn write(&mut self, rows: Vec<Row>) -> io::Result<()> {
        assert!(!rows.is_empty(), "a group has a row");
        let lines = rows.iter().map(|row| {
            assert_eq!(row.token.is_empty(), !self.has_tokens);
            let token = if self.has_tokens { format!(" {}", row.token) } else { String::new() };
            let (side, value) = (&self.sides[row.side.index()], row.value.word());
            format!("{} {side} {value} {}{token}\n", row.slot.0, plies(row.depth))
        });
        self.file.write_all(lines.collect::<String>().as_bytes())
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        self.file.write_all(self.end.as_bytes())
    }
}

#[test]
fn every_row_has_the_solved_value() {
    let (mut kinds, mut orders, mut has_holes) = (BTreeSet::new(), Vec::new(), false);
    for (token, keep, fill) in TABLES {
        let made = Made::new(token, keep, fill);
        for tokens in [false, true] {
            // Each group of rows ends within a block, and the last bin (range of slots in memory) is shorter than the
            // others.
            made.export(&Lines, 300, tokens, None).unwrap();
            let read = fs::read_to_string(made.file()).unwrap();
            assert!(read == made.expected(tokens, ""), "{token}: {read}");
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
        made.export(&Lines, bin, false, None).unwrap();
        fs::read(made.file()).unwrap()
    };
    let Err(SolveError::TooLarge { needed, .. }) = exporting.bin(0) else { panic!("no memory is enough") };
    assert!(exporting.bin(needed - 1).is_err());
    assert!(written(1 << 40, 1) == written(needed, 3));
}

#[test]
fn a_cancelled_export_leaves_the_old_file() {
    let made = Made::new("quixo:3/3/3_x", Keep::Depths, Fill::Rules);
    let listed = || {
        let names = fs::read_dir(made.folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        names.filter(|name| name.to_string_lossy().contains("exported")).count()
    };
    let cancelled = made.export(&Lines, 1000, false, Some(&AtomicBool::new(true))).unwrap_err();
    assert_eq!((cancelled.kind, listed()), (TableErrorKind::Cancelled, 0));
    fs::write(made.file(), "before").unwrap();
    made.export(&Lines, 1000, false, Some(&AtomicBool::new(true))).unwrap_err();
    assert_eq!((fs::read_to_string(made.file()).unwrap().as_str(), listed()), ("before", 1));
    let going_on = AtomicBool::new(false);
    made.export(&Lines, 1000, false, Some(&going_on)).unwrap();
    assert!(!going_on.load(Ordering::Relaxed) && fs::read(made.file()).unwrap().ends_with(b"\n"));
}

/// If the disk becomes full at any position in the file, the error contains the system's message.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_and_nothing_is_left() {
    let made = Made::new("quixo:3/3/3_x", Keep::Depths, Fill::Rules);
    let beside = made.folder.path().join("table.exported.new");
    std::os::unix::fs::symlink("/dev/full", &beside).unwrap();
    let error = made.export(&Lines, 1000, true, None).unwrap_err();
    assert!(error.kind == TableErrorKind::Refused && error.hint.is_some(), "{error:?}");
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
    let error = made.export(&Lines, 1000, false, None).unwrap_err();
    assert!(error.kind == TableErrorKind::Table && !made.file().exists(), "{error}");
}
