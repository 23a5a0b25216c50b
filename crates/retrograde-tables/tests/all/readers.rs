//! Tests of the readers in `examples/`, in Python and in C. The readers read the same values as this crate, so the
//! specification of the format is correct.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use fastrand::Rng;
use retrograde::author::{AnyBoard, Domain};
use retrograde::{Cell, Depth, Options, Slot, Table, Unreadable, Value, Values};
use retrograde_service::registry::Registry;
use retrograde_tables::format::PART;
use retrograde_tables::{Fill, Keep, Lock, Making, TableReader, TableStore, join, write};

/// The command that runs a reader: a program and its first arguments.
struct Reader(Vec<PathBuf>);

impl Reader {
    fn run(&self, words: &[String]) -> Output {
        Command::new(&self.0[0]).args(&self.0[1..]).args(words).output().unwrap()
    }

    /// Returns the output of the reader, which must succeed.
    fn says(&self, words: &[String]) -> String {
        let output = self.run(words);
        assert!(output.status.success(), "{:?}", output.stderr.escape_ascii().to_string());
        String::from_utf8(output.stdout).unwrap()
    }
}

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name)
}

/// Returns the reader in Python. Debian has the needed module only for its own Python, so this function also tries that
/// Python.
fn python() -> Option<Reader> {
    let there = |python: &&str| {
        let run = Command::new(python).arg(example("read_table.py")).arg("--help").output();
        run.is_ok_and(|output| output.status.success())
    };
    let python = ["python3", "/usr/bin/python3"].into_iter().find(there);
    if python.is_none() {
        skip("read_table.py", "no Python with the module zstandard", "python3 python3-zstandard");
    }
    Some(Reader(vec![python?.into(), example("read_table.py")]))
}

fn compiled(folder: &Path) -> Option<Reader> {
    let cc = |words: &[&str]| Command::new("cc").args(words).output().is_ok_and(|output| output.status.success());
    if !cc(&["-fsyntax-only", "-x", "c", "-include", "zstd.h", "/dev/null"]) {
        skip("read_table.c", "no C compiler, or no libzstd", "gcc libc6-dev libzstd-dev");
        return None;
    }
    let program = folder.join("read_table");
    let flags = ["-std=c11", "-O1", "-Wall", "-Wextra", "-Werror", "-pedantic"];
    let built =
        Command::new("cc").args(flags).arg("-o").args([&program, &example("read_table.c")]).arg("-lzstd").output();
    let built = built.unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    Some(Reader(vec![program]))
}

/// Prints directly to standard error that a reader is skipped, because the test's output is captured.
fn skip(example: &str, missing: &str, packages: &str) {
    let mut seen = io::stderr();
    writeln!(seen, "SKIPPED {example}: {missing} here; on Debian: apt-get install {packages}").unwrap();
}

fn readers(folder: &Path) -> Vec<Reader> {
    python().into_iter().chain(compiled(folder)).collect()
}

/// Writes a table, with the values that `made` returns or with the solved values of the board.
fn written(
    folder: &Path,
    token: &str,
    made: impl FnOnce(&dyn AnyBoard) -> Option<Table>,
    keep: Keep,
    fill: Fill,
) -> PathBuf {
    let position = Registry::from_iter(retrograde_games::builtin()).open(token).unwrap();
    let options = Options::default();
    let board = position.board(Domain::All, &options).unwrap();
    let values: Box<dyn Values + Send> = match made(&*board) {
        Some(table) => Box::new(table),
        None => board.solve(&options).unwrap(),
    };
    let (name, position, board, values) = ("table", &*position, &*board, &*values);
    let lock = Lock::take(folder, name).unwrap();
    let making = Making { name, position, board, values, keep, fill: Some(fill), threads: 1 };
    write(folder, &making, &lock).unwrap().files.remove(0)
}

/// The words that both readers print for the kinds of values.
const KINDS: [&str; 5] = ["draw", "win", "loss", "tie", "hole"];

/// Returns the kind of a cell as an index of `KINDS`, and the depth in plies.
fn kind_and_depth(cell: Cell) -> (usize, u32) {
    let depth = |value: Value| value.depth().map_or(0, Depth::plies);
    cell.value().map_or((4, 0), |value| {
        let kind = match value {
            Value::Draw => 0,
            Value::Win(_) => 1,
            Value::Loss(_) => 2,
            Value::Tie(_) => 3,
        };
        (kind, depth(value))
    })
}

/// Returns the output that a reader should print for these slots of a file, and the output for all slots.
fn expected(file: &Path, slots: &[u64]) -> (String, String) {
    let stored = TableReader::open(&[file.to_owned()]).unwrap();
    let mut counted = [0; 5];
    (0..stored.places()).for_each(|slot| counted[kind_and_depth(stored.cell(slot).unwrap()).0] += 1);
    let mut counts = String::new();
    KINDS.iter().zip(counted).for_each(|(kind, count)| writeln!(counts, "{kind} {count}").unwrap());
    (expected_slots(&stored, slots), counts)
}

/// Returns the output that a reader should print for these slots of a table.
fn expected_slots(stored: &TableReader, slots: &[u64]) -> String {
    let kind_and_depth = |slot| kind_and_depth(stored.cell(slot).unwrap());
    let mut values = String::new();
    for &slot in slots {
        match kind_and_depth(slot) {
            (4, _) => writeln!(values, "{slot} hole").unwrap(),
            (kind, depth) => writeln!(values, "{slot} {} {depth}", KINDS[kind]).unwrap(),
        }
    }
    values
}

fn words(file: &Path, slots: &[u64]) -> Vec<String> {
    [file.display().to_string()].into_iter().chain(slots.iter().map(u64::to_string)).collect()
}

/// Small boards that together have every kind of value, and holes.
const TOKENS: [&str; 3] =
    ["cannons:01100_r", "race:A3/1H2/4/3B_a", "graph:1.a.o.2.3/2.b.o.1/3.b.o.4/4.b.o.3.5/5.a.a_1"];

#[test]
fn readers_in_python_and_c_agree_on_every_slot() {
    let folder = tempfile::tempdir().unwrap();
    let readers = readers(folder.path());
    let mut kinds = [false; 5];
    for token in TOKENS {
        let file = written(folder.path(), token, |_| None, Keep::Depths, Fill::None);
        let stored = TableReader::open(std::slice::from_ref(&file)).unwrap();
        let slots: Vec<u64> = (0..stored.places()).collect();
        for &slot in &slots {
            kinds[kind_and_depth(stored.cell(slot).unwrap()).0] = true;
        }
        agree(&readers, &file, &slots);
    }
    assert_eq!(kinds, [true; 5], "{KINDS:?}");
}

/// The number of bits of a code depends on the number of cells of the table.
#[test]
fn readers_know_codes_of_every_width() {
    let folder = tempfile::tempdir().unwrap();
    let readers = readers(folder.path());
    let mut rng = Rng::with_seed(3);
    for (token, cells) in [1, 2, 4, 16, 200, 300].map(|cells| ("quixo:3/3/3_x", cells)) {
        let cell = |number: u32| {
            Cell::of([Value::Win, Value::Loss, Value::Tie][number as usize % 3](Depth::new(number))).unwrap()
        };
        let table = |board: &dyn AnyBoard| {
            let cells: Vec<_> = (0..board.table_slots()).map(|_| cell(rng.u32(..cells))).collect();
            Some(Table::from_cells(&cells))
        };
        let file = written(folder.path(), token, table, Keep::Depths, Fill::None);
        agree(&readers, &file, &[0, 1, 7, 8, 9, 2047, 2048, 3_000, 3_731]);
        let file = written(folder.path(), token, |_| None, Keep::Class, Fill::None);
        agree(&readers, &file, &[0, 3_731]);
    }
}

/// Checks that all readers print the expected output for these slots, and for all slots.
fn agree(readers: &[Reader], file: &Path, slots: &[u64]) {
    let (values, counts) = expected(file, slots);
    for reader in readers {
        assert_eq!(reader.says(&words(file, slots)), values);
        assert_eq!(reader.says(&words(file, &[])), counts);
    }
}

/// The values of a table with two parts; all slots are draws except some of the second part.
struct Long;

impl Long {
    const SLOTS: u64 = PART + 10_000;

    fn cell(slot: u64) -> Cell {
        let value = if slot > PART && slot.is_multiple_of(3) { Value::Win(Depth::new(1)) } else { Value::Draw };
        Cell::of(value).unwrap()
    }
}

impl Values for Long {
    fn slots(&self) -> u64 {
        Self::SLOTS
    }

    fn bytes(&self) -> u64 {
        0
    }

    fn cell(&self, slot: Slot) -> Result<Cell, Unreadable> {
        Ok(Self::cell(slot.0))
    }

    fn block(&self, first: Slot, cells: &mut [Cell]) -> Result<(), Unreadable> {
        cells.fill(Self::cell(0));
        if first.0 + cells.len() as u64 > PART {
            cells.iter_mut().zip(first.0..).for_each(|(cell, slot)| *cell = Self::cell(slot));
        }
        Ok(())
    }
}

#[test]
fn joined_parts_are_read_by_all_readers() {
    let position = Registry::from_iter(retrograde_games::builtin()).open("cannons:0110010_r").unwrap();
    let board = position.board(Domain::All, &Options::default()).unwrap();
    let (folder, name) = (tempfile::tempdir().unwrap(), "table");
    let (keep, fill) = (Keep::Depths, Some(Fill::None));
    let making = Making { name, position: &*position, board: &*board, values: &Long, keep, fill, threads: 2 };
    let put = || write(folder.path(), &making, &Lock::take(folder.path(), name).unwrap());
    // If the second part cannot be written, the first part is not renamed either. Otherwise a program would read the
    // first part as a table with a missing part.
    let in_the_way = folder.path().join("table.2of2.rgt.new");
    fs::create_dir(&in_the_way).unwrap();
    put().unwrap_err();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    fs::remove_dir(&in_the_way).unwrap();
    let written = put().unwrap();
    assert_eq!(written.files.len(), 2);
    let [one, other] =
        [&written.files[..1], &written.files[1..]].map(|files| TableReader::open(files).unwrap_err().to_string());
    assert!(one.contains("missing") && other.contains("missing"), "{one}; {other}");
    let whole = folder.path().join("table.rgt");
    // The files may be given in any order.
    let backwards: Vec<_> = written.files.iter().rev().cloned().collect();
    let joined = join(&backwards, &whole).unwrap();
    assert_eq!((&joined.files, &joined.hash), (&vec![whole.clone()], &written.hash));
    assert_eq!(joined.bytes, fs::metadata(&whole).unwrap().len());
    let [parts, stored] = [&written.files, &joined.files].map(|files| TableReader::open(files).unwrap());
    stored.check(|_| {}).unwrap();
    assert_eq!(stored.metadata(), parts.metadata());
    let slots = [0, PART - 1, PART, PART + 1, PART + 2, PART + 3, Long::SLOTS - 1];
    for slot in slots.into_iter().chain([Long::SLOTS]) {
        assert_eq!(stored.cell(slot).unwrap(), parts.cell(slot).unwrap());
    }
    let values = expected_slots(&stored, &slots);
    for reader in readers(folder.path()) {
        for files in [&written.files, &backwards, &joined.files] {
            let words: Vec<_> = files.iter().map(|file| file.display().to_string()).collect();
            let words = [words, slots.map(|slot| slot.to_string()).to_vec()].concat();
            let said = reader.says(&words);
            // One of the readers reads only one file at a time.
            let by_slot: BTreeMap<u64, &str> =
                said.lines().map(|line| (line.split(' ').next().unwrap().parse().unwrap(), line)).collect();
            assert_eq!(by_slot.into_values().collect::<Vec<_>>(), values.lines().collect::<Vec<_>>(), "{files:?}");
        }
    }
    // When the merged file exists, it is used instead of the parts.
    assert_eq!(TableStore::new(vec![folder.path().to_owned()]).list()[0].open().unwrap().files().count(), 1);
    let mut bytes = fs::read(&written.files[1]).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&written.files[1], bytes).unwrap();
    assert!(join(&written.files, &folder.path().join("other.rgt")).is_err());
    assert!(!folder.path().join("other.rgt").exists());
}

#[test]
fn readers_refuse_invalid_and_unsupported_files() {
    let folder = tempfile::tempdir().unwrap();
    let readers = readers(folder.path());
    let file = written(folder.path(), TOKENS[0], |_| None, Keep::Depths, Fill::None);
    let bytes = fs::read(&file).unwrap();
    let changed = |at: usize| {
        let mut changed = bytes.clone();
        changed[at] ^= 2;
        changed
    };
    let filled = written(folder.path(), TOKENS[0], |_| None, Keep::Depths, Fill::Rules);
    let cases = [
        (changed(0), "is not a table of retrograde"),
        (changed(8), "version 1"),
        (changed(50), "its header is damaged"),
        (changed(bytes.len() - 40), "is damaged"),
        (fs::read(&filled).unwrap(), "only the rules"),
    ];
    for (bytes, expected) in cases {
        let file = folder.path().join("changed.rgt");
        fs::write(&file, bytes).unwrap();
        for reader in &readers {
            let output = reader.run(&words(&file, &[]));
            let error = String::from_utf8(output.stderr).unwrap();
            assert!(output.status.code() == Some(1) && error.contains(expected), "{expected}: {error}");
        }
    }
    for reader in &readers {
        let output = reader.run(&words(&file, &[1 << 40]));
        assert_eq!(output.status.code(), Some(1));
    }
}
