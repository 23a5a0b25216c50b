//! Tests of tables in files. Their values equal those of tables in memory, and no reader returns damaged data as a
//! value.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fastrand::Rng;
use retrograde::ask::cell;
use retrograde::author::{AnyBoard, AnyPosition};
use retrograde::{Cell, Depth, Slot, Values};
use retrograde_service::registry::Registry;
use retrograde_tables::{
    FileTable, Fill, Keep, Lock, Making, TableErrorKind, TableReader, TableStore, WrittenTable, write,
};

use crate::solved::solved;

const NAME: &str = "a-table";

/// A solved board.
struct Solved {
    position: Box<dyn AnyPosition>,
    board: Arc<dyn AnyBoard>,
    values: Box<dyn Values + Send>,
}

impl Solved {
    fn of(token: &str) -> Self {
        let (position, board, values) = solved(token);
        Self { position, board, values }
    }

    fn write(&self, folder: &Path, keep: Keep, fill: Fill, threads: usize) -> WrittenTable {
        let Self { position, board, values } = self;
        let lock = Lock::take(folder, NAME).unwrap();
        let making = Making {
            name: NAME,
            position: &**position,
            board: &**board,
            values: &**values,
            keep,
            fill: Some(fill),
            threads,
        };
        write(folder, &making, &lock).unwrap()
    }

    /// Opens the table with the memory limit `memory`.
    fn asked(&self, files: &[PathBuf], memory: u64) -> FileTable {
        FileTable::new(TableReader::open(files).unwrap(), self.board.clone(), memory)
    }
}

/// Returns tokens of small boards of all kinds of games: with wins in one ply, draws, ties, and stored moves.
fn tokens() -> Vec<String> {
    let registry = Registry::from_iter(retrograde_games::builtin());
    let usual = |game: &str| registry.find_game(game).unwrap().about().examples[0].clone();
    let small = ["tictactoe", "hexapawn"].map(usual);
    let made = [("race", (4, 4)), ("pawn", (4, 4)), ("cannons", (1, 7))].map(|(game, size)| {
        let spec = retrograde::author::Spec { size: Some(size), walls: None };
        registry.find_game(game).unwrap().generate(&mut Rng::with_seed(1), &spec).unwrap().unwrap().token()
    });
    let others =
        ["quixo:3/3/3_x", "connect4:4/4/4/4_x", "dobutsu:1l1/3/3/1L1_sente_Ce", "graph:win.a.a/start.b.o.win_start"]
            .map(str::to_owned);
    small.into_iter().chain(made).chain(others).collect()
}

#[test]
fn written_tables_have_the_solved_values() {
    for token in tokens() {
        let solved = Solved::of(&token);
        let mut files = Vec::new();
        for (fill, threads) in [(Fill::None, 1), (Fill::None, 3), (Fill::Rules, 1), (Fill::Rules, 2)] {
            let folder = tempfile::tempdir().unwrap();
            let written = solved.write(folder.path(), Keep::Depths, fill, threads);
            let stored = TableReader::open(&written.files).unwrap();
            stored.check(|_| {}).unwrap();
            assert_eq!(stored.hash(), written.hash);
            for memory in [0, u64::MAX] {
                let asked = solved.asked(&written.files, memory);
                assert_eq!(asked.histogram().unwrap(), solved.values.histogram().unwrap(), "{token}");
                for slot in (0..asked.slots() + 2).map(Slot) {
                    let [cell, expected] =
                        [&asked as &dyn Values, &*solved.values].map(|values| values.cell(slot).unwrap());
                    assert_eq!(cell, expected, "{token}, {fill:?}: {slot}");
                }
                let cells: BTreeSet<_> =
                    (0..asked.slots()).map(|slot| solved.values.cell(Slot(slot)).unwrap()).collect();
                for cell in cells {
                    let lowest = asked.lowest(cell).unwrap();
                    assert_eq!(lowest, solved.values.lowest(cell).unwrap(), "{token}, {fill:?}: {cell:?}");
                    assert_eq!(solved.values.cell(lowest.unwrap()).unwrap(), cell);
                }
                assert_eq!(asked.identity().unwrap(), solved.values.identity().unwrap(), "{token}, {fill:?}, {memory}");
            }
            files.push(fs::read(&written.files[0]).unwrap());
        }
        assert!(files[0] == files[1] && files[2] == files[3], "{token}: threads change bytes");
    }
}

#[test]
fn tables_may_store_classes_only() {
    let solved = Solved::of(&tokens()[0]);
    let folder = tempfile::tempdir().unwrap();
    let written = solved.write(folder.path(), Keep::Class, Fill::None, 1);
    let stored = TableReader::open(&written.files).unwrap();
    for slot in 0..stored.places() {
        let [kept, value] = [stored.cell(slot).unwrap().value(), solved.values.value(Slot(slot)).unwrap()];
        let kinds = [kept, value].map(|value| value.map(retrograde::Value::kind));
        assert_eq!(kinds[0], kinds[1]);
    }
    // A search for a table with depths does not find this table.
    let store = TableStore::new(vec![folder.path().to_owned()]);
    assert!(store.find(NAME, &*solved.position, &solved.board, 0).unwrap().is_none());
}

#[test]
fn a_table_is_found_only_for_its_board() {
    let [one, other] = ["1", "2"].map(|seed| {
        let registry = Registry::from_iter(retrograde_games::builtin());
        let spec = retrograde::author::Spec { size: Some((4, 4)), walls: Some(20) };
        let mut rng = Rng::with_seed(seed.parse().unwrap());
        Solved::of(&registry.find_game("race").unwrap().generate(&mut rng, &spec).unwrap().unwrap().token())
    });
    let folder = tempfile::tempdir().unwrap();
    one.write(folder.path(), Keep::Depths, Fill::None, 1);
    let store = TableStore::new(vec![folder.path().join("none"), folder.path().to_owned()]);
    assert_eq!(store.list().len(), 1);
    assert!(store.find("other-name", &*one.position, &one.board, 0).unwrap().is_none());
    let found = store.find(NAME, &*one.position, &one.board, 0).unwrap().unwrap();
    assert_eq!(found.identity().unwrap(), one.values.identity().unwrap());
    let error = store.find(NAME, &*other.position, &other.board, 0).unwrap_err();
    assert!(error.kind == TableErrorKind::Table && error.to_string().contains("another board"), "{error}");
    // The name and the board are right, but the program numbers the positions of the board in another way.
    let renumbered = Solved::of(&tokens()[0]).board;
    let error = store.find(NAME, &*one.position, &renumbered, 0).unwrap_err();
    let words = format!(
        "another numbering of race (it has {} slots, expected {})",
        one.board.table_slots(),
        renumbered.table_slots()
    );
    assert!(error.kind == TableErrorKind::Table && error.to_string().contains(&words), "{error}");
    store.list()[0].remove().unwrap();
    assert!(store.list().is_empty());
}

/// A reader computes implied values with the rules. For boards without folds, both kinds of tables give the same
/// values, and the counts equal those of the solve.
#[test]
fn a_found_table_is_read_by_the_slots_of_its_board() {
    for token in tokens() {
        let solved = Solved::of(&token);
        let folder = tempfile::tempdir().unwrap();
        for fill in [Fill::None, Fill::Rules] {
            solved.write(folder.path(), Keep::Depths, fill, 1);
            let store = TableStore::new(vec![folder.path().to_owned()]);
            let found = store.find(NAME, &*solved.position, &solved.board, 0).unwrap().unwrap();
            assert_eq!(found.histogram().unwrap(), solved.values.histogram().unwrap(), "{token}");
            for slot in (0..solved.board.slots()).map(Slot) {
                let [kept, own] =
                    [&found as &dyn Values, &*solved.values].map(|values| cell(&*solved.board, values, slot).unwrap());
                assert_eq!(kept, own, "{token}: slot {}", slot.0);
                assert!(solved.board.is_folded() || found.cell(slot).unwrap() == own, "{token}: slot {}", slot.0);
            }
        }
    }
}

#[test]
fn one_process_makes_a_table_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let held = Lock::take(folder.path(), NAME).unwrap();
    let error = Lock::take(folder.path(), NAME).unwrap_err();
    assert!(error.kind == TableErrorKind::Refused && error.to_string().contains("another program"), "{error}");
    drop(held);
    drop(Lock::take(folder.path(), NAME).unwrap());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// Writes a small table to a file; returns the board, the folder, the path and the bytes of the file.
fn small() -> (Solved, tempfile::TempDir, PathBuf, Vec<u8>) {
    let solved = Solved::of(&tokens()[2]);
    let folder = tempfile::tempdir().unwrap();
    let written = solved.write(folder.path(), Keep::Depths, Fill::None, 1);
    let bytes = fs::read(&written.files[0]).unwrap();
    (solved, folder, written.files[0].clone(), bytes)
}

/// Returns the cells and the metadata of a file. Returns an error if the file cannot be read.
fn contents(file: &Path) -> Result<(Vec<Cell>, String), String> {
    let stored = TableReader::open(&[file.to_owned()]).map_err(|error| error.to_string())?;
    stored.check(|_| {}).map_err(|error| error.to_string())?;
    let mut cells = vec![Cell::HOLE; stored.places() as usize];
    stored.block(0, &mut cells).map_err(|error| error.to_string())?;
    Ok((cells, format!("{:?}", stored.metadata())))
}

#[test]
fn every_changed_byte_is_detected() {
    let (_, _folder, file, bytes) = small();
    let mut rng = Rng::with_seed(7);
    for _ in 0..300 {
        let (at, change) = (rng.usize(..bytes.len()), rng.u8(1..));
        let mut changed = bytes.clone();
        changed[at] ^= change;
        fs::write(&file, &changed).unwrap();
        assert!(contents(&file).is_err(), "byte {at} changed by {change}");
    }
}

#[test]
fn an_empty_table_begins_at_slot_zero() {
    let (_, _folder, file, mut bytes) = small();
    // If the table had no slots and the file began after them, the number of slots in the file would be negative.
    bytes[16..24].copy_from_slice(&0_u64.to_le_bytes());
    bytes[24..32].copy_from_slice(&(1_u64 << 26).to_le_bytes());
    fs::write(&file, &bytes).unwrap();
    let error = TableReader::open(std::slice::from_ref(&file)).err().unwrap();
    assert_eq!(error.kind, TableErrorKind::Table, "{error}");
}

#[test]
fn truncated_files_are_refused() {
    let (_, _folder, file, bytes) = small();
    let mut rng = Rng::with_seed(8);
    let lengths = (0..64).chain((0..100).map(|_| rng.usize(..bytes.len()))).chain([bytes.len() - 1]);
    for length in lengths {
        fs::write(&file, &bytes[..length]).unwrap();
        assert!(contents(&file).is_err(), "{length} of {} bytes", bytes.len());
    }
    let longer = [&bytes[..], b"x"].concat();
    fs::write(&file, longer).unwrap();
    assert!(contents(&file).is_err());
}

#[test]
fn the_deepest_values_come_from_the_metadata() {
    for token in tokens() {
        let (solved, folder) = (Solved::of(&token), tempfile::tempdir().unwrap());
        for fill in [Fill::None, Fill::Rules] {
            let found = solved.asked(&solved.write(folder.path(), Keep::Depths, fill, 1).files, 0);
            let deepest = found.deepest(3).unwrap();
            let depths = found.histogram().unwrap().by_depth.len() as u32 - 1;
            assert_eq!(deepest[0].1.depth(), Some(Depth::new(depths)), "{token}");
            assert!(deepest.is_sorted_by_key(|(_, value)| std::cmp::Reverse(value.depth())), "{token}: {deepest:?}");
            for (slot, value) in deepest {
                let lowest = (0..found.slots()).find(|&slot| found.value(Slot(slot)).unwrap() == Some(value));
                assert_eq!(lowest, Some(slot.0), "{token}: {value:?}");
            }
        }
        let classes = solved.asked(&solved.write(folder.path(), Keep::Class, Fill::None, 1).files, 0);
        assert_eq!(classes.deepest(3).unwrap(), []);
    }
}

/// A reader must not open a pipe, because opening would block until another program writes.
#[test]
#[cfg(unix)]
fn only_regular_files_are_opened() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe.rgt");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    for file in [pipe, "/dev/zero".into()] {
        let (sender, opened) = std::sync::mpsc::channel();
        std::thread::spawn(move || sender.send(TableReader::open(&[file]).map(|_| ())));
        let error = opened.recv_timeout(std::time::Duration::from_mins(1)).expect("it waits for ever").unwrap_err();
        assert!(error.message.to_string().ends_with("it is no regular file"), "{}", error.message);
    }
}
