//! Tests of tables that several processes write together. Each process writes some of the parts. Such a table has the
//! same bytes as a table of one process, and is written completely or not at all. In these tests the processes are
//! threads.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use retrograde::author::{AnyBoard, AnyPosition, Domain, table_name};
use retrograde::kernel::Member;
use retrograde::{Cell, Depth, Options, Slot, SolveError, Unreadable, Value, Values};
use retrograde_service::registry::Registry;
use retrograde_tables::format::PART;
use retrograde_tables::{
    CheckpointPlan, Fill, Keep, Lock, Making, TableError, TableErrorKind, TableOutput, TableReader, TableStore,
    Writers, WrittenTable, write_distributed,
};
use retrograde_testing::processes::{World, members, run_processes};

const NAME: &str = "a-table";
/// The number of slots of a part in these tests: one block.
const SMALL: u64 = 1 << 14;

struct Open {
    position: Box<dyn AnyPosition>,
    board: Arc<dyn AnyBoard>,
}

/// The bytes of several files, by file name.
type Files = BTreeMap<String, Vec<u8>>;

/// The results of the processes, in order.
type Ends = Vec<Result<WrittenTable, TableError>>;

impl Open {
    fn of(token: &str) -> Self {
        let position = Registry::from_iter(retrograde_games::builtin()).open(token).unwrap();
        let board = position.board(Domain::All, &Options::default()).unwrap();
        Self { position, board }
    }

    fn making<'m>(&'m self, values: &'m dyn Values, fill: Fill, threads: usize) -> Making<'m> {
        let Self { position, board } = self;
        let (position, board, fill) = (&**position, &**board, Some(fill));
        Making { name: NAME, position, board, values, keep: Keep::Depths, fill, threads }
    }

    /// Returns the files that a single process writes.
    fn alone(&self, fill: Fill) -> Files {
        let folder = tempfile::tempdir().unwrap();
        let lock = Lock::take(folder.path(), NAME).unwrap();
        let values = self.board.solve(&Options::default()).unwrap();
        let writers = Writers { part: SMALL, ..Writers::ALONE };
        write_distributed(folder.path(), &self.making(&*values, fill, 2), writers, &lock).unwrap();
        drop(lock);
        files(folder.path())
    }

    /// Writes the table with several processes, each into its folder. The values are those in `how`. If `how` has no
    /// values, the processes first solve the board.
    fn by_processes(&self, members: &[Member], folders: &[PathBuf], how: &How<'_>) -> Ends {
        let ends = Mutex::new(BTreeMap::new());
        run_processes(&World::new(members, None), |transport| {
            let process = transport.process();
            let solve = || self.board.solve(&Options { transport: Some(transport), ..Options::DEFAULT });
            let solved = if how.values.is_none() { Some(solve()?) } else { None };
            let values = solved.as_deref().map(|values| values as &dyn Values).or(how.values).unwrap();
            let making = self.making(values, how.fill, members[process].workers);
            let lock = Lock::take(&folders[process], &format!("{NAME}.{process}")).unwrap();
            let host = format!("host{process}");
            let writers = Writers { transport: Some(&**transport), host: &host, part: how.part };
            let written = write_distributed(&folders[process], &making, writers, &lock);
            let lost = written.as_ref().err().map(|error| SolveError::Lost { reason: error.message.clone() });
            ends.lock().unwrap().insert(process, written);
            lost.map_or(Ok(()), Err)
        });
        ends.into_inner().unwrap().into_values().collect()
    }
}

/// The settings for writing a table.
struct How<'h> {
    fill: Fill,
    /// The values, if every process holds all of them; `None` if each process holds its share.
    values: Option<&'h dyn Values>,
    part: u64,
}

impl How<'_> {
    fn small(fill: Fill) -> Self {
        Self { fill, values: None, part: SMALL }
    }
}

fn files(folder: &Path) -> Files {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files.map(|file| (file.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(file).unwrap())).collect()
}

fn disks(number: usize) -> (Vec<tempfile::TempDir>, Vec<PathBuf>) {
    let disks: Vec<_> = (0..number).map(|_| tempfile::tempdir().unwrap()).collect();
    let folders = disks.iter().map(|disk| disk.path().to_owned()).collect();
    (disks, folders)
}

/// Boards whose tables have several parts: with holes, folds, a file order, and stored moves.
const TOKENS: [&str; 4] = [
    "race:A15/15B/16/16/16/16/16/16/16/16/16/16/16/16/16/16_a",
    "quixo:3/3/3_x",
    "dobutsu:1l1/3/3/1L1_sente_Ce",
    "connect4:4/4/4/4_x",
];

#[test]
fn parts_have_the_same_bytes_for_any_number_of_processes() {
    let unequal = [3, 1, 2].map(|weight| Member { workers: weight as usize, weight }).to_vec();
    for token in TOKENS {
        let open = Open::of(token);
        for fill in [Fill::None, Fill::Rules] {
            let expected = open.alone(fill);
            println!("{token}, {fill:?}: {} parts", expected.len());
            for members in [members(1, 2), members(2, 1), members(3, 2), unequal.clone()] {
                let shared = tempfile::tempdir().unwrap();
                let ends =
                    open.by_processes(&members, &vec![shared.path().to_owned(); members.len()], &How::small(fill));
                assert!(files(shared.path()) == expected, "{token}, {fill:?}: {members:?} in one folder");
                for end in &ends {
                    let written = end.as_ref().unwrap();
                    let bytes: usize = expected.values().map(Vec::len).sum();
                    let result = (written.files.len(), written.bytes, written.elsewhere.len());
                    assert_eq!(result, (expected.len(), bytes as u64, 0), "{token}");
                    assert_eq!(written, ends[0].as_ref().unwrap());
                }
                let (_disks, folders) = disks(members.len());
                // Simulates a process that was killed after it had written all parts into the last folder and before it
                // renamed any of them.
                for (file, bytes) in &expected {
                    fs::write(folders[members.len() - 1].join(format!("{file}.new")), bytes).unwrap();
                }
                let ends = open.by_processes(&members, &folders, &How::small(fill));
                let mut all = Files::new();
                let mut lists = Vec::new();
                for (process, folder) in folders.iter().enumerate() {
                    let mut here = files(folder);
                    lists.extend(here.remove(&format!("{NAME}.parts")));
                    let written = ends[process].as_ref().unwrap();
                    assert_eq!(
                        (written.files.len(), written.elsewhere.len()),
                        (here.len(), expected.len() - here.len())
                    );
                    all.extend(here);
                }
                assert!(all == expected, "{token}, {fill:?}: {members:?} in folders of their own");
                let writing = members.len().min(expected.len());
                assert_eq!(lists.len(), if writing > 1 { writing } else { 0 }, "{token}: {members:?}");
                assert!(lists.windows(2).all(|lists| lists[0] == lists[1]));
            }
        }
    }
}

#[test]
fn if_one_process_fails_no_part_is_left() {
    let open = Open::of(TOKENS[0]);
    let parts = open.alone(Fill::None).len();
    assert!(parts > 1);
    // A folder with the name of the temporary file, or of the final file, makes the write fail.
    for end in ["rgt.new", "rgt"] {
        for is_shared in [true, false] {
            let (_disks, mut folders) = disks(2);
            if is_shared {
                folders[1] = folders[0].clone();
            }
            let in_the_way = format!("{NAME}.{parts}of{parts}.{end}");
            fs::create_dir(folders[1].join(&in_the_way)).unwrap();
            let ends = open.by_processes(&members(2, 1), &folders, &How::small(Fill::None));
            let [other, own] = [0, 1].map(|process| ends[process].as_ref().unwrap_err());
            assert_eq!((own.kind, other.kind), (TableErrorKind::Refused, TableErrorKind::Elsewhere), "{own}; {other}");
            assert!(own.to_string().contains(&format!("{NAME}.{parts}of{parts}.rgt")), "{own}");
            for folder in &folders {
                let left = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
                let left: Vec<_> = left.filter(|name| *name != in_the_way).collect();
                assert!(left.is_empty(), "{end}: {left:?}");
            }
        }
    }
}

/// The values of a table with two parts; every process holds all of them.
struct Long;

impl Values for Long {
    fn slots(&self) -> u64 {
        PART + 10_000
    }

    fn bytes(&self) -> u64 {
        0
    }

    fn cell(&self, _: Slot) -> Result<Cell, Unreadable> {
        Ok(Cell::of(Value::Win(Depth::new(1))).unwrap())
    }

    fn block(&self, first: Slot, cells: &mut [Cell]) -> Result<(), Unreadable> {
        cells.fill(self.cell(first)?);
        Ok(())
    }
}

#[test]
fn a_part_in_another_folder_is_named_with_its_host() {
    let open = Open::of("cannons:0110010_r");
    let (_disks, folders) = disks(2);
    let how = How { fill: Fill::None, values: Some(&Long), part: PART };
    let ends = open.by_processes(&members(2, 1), &folders, &how);
    let names = [1, 2].map(|part| format!("{NAME}.{part}of2.rgt"));
    let elsewhere = &ends[0].as_ref().unwrap().elsewhere;
    assert_eq!((&elsewhere[0].file, &*elsewhere[0].host), (&names[1], "host1"));
    for (here, there) in [(0, 1), (1, 0)] {
        let listed = TableStore::new(vec![folders[here].clone()]).list().remove(0);
        let error = listed.open().unwrap_err();
        let part = format!("{} (host{there})", folders[there].join(&names[there]).display());
        assert!(error.kind == TableErrorKind::Part && error.to_string().contains(&part), "{error}");
        assert_eq!(error.hint.unwrap().to_string(), "put all parts of the table into one folder");
    }
    // A process that was killed while it renamed the parts has left its checkpoints, so a solve can resume from them.
    let half = tempfile::tempdir().unwrap();
    let domain = Domain::All;
    let (position, plan) = (&*open.position, CheckpointPlan::default);
    let take = || TableOutput::take(half.path().into(), position, domain, Keep::Depths, plan(), &|_| {});
    let (place, bring) = (take().unwrap(), |part: usize| {
        let name = names[part].replace(NAME, &table_name(&*open.position, domain));
        fs::copy(folders[part].join(&names[part]), half.path().join(name)).unwrap()
    });
    bring(1);
    assert!(!place.is_half_named());
    fs::write(half.path().join(format!("{}.7.checkpoint", place.name())), "").unwrap();
    assert!(place.is_half_named());
    bring(0);
    assert!(!place.is_half_named());
    // Copies the missing part to this folder.
    fs::copy(folders[1].join(&names[1]), folders[0].join(&names[1])).unwrap();
    let store = TableStore::new(vec![folders[0].clone()]);
    let stored = store.list()[0].open().unwrap();
    assert_eq!(stored.hash(), ends[1].as_ref().unwrap().hash);
    assert_eq!(stored.cell(PART + 7).unwrap(), Long.cell(Slot(0)).unwrap());
    // A reader ignores an invalid list of parts.
    fs::remove_file(folders[0].join(&names[1])).unwrap();
    let list = folders[0].join(format!("{NAME}.parts"));
    for bytes in [&b"[{}]"[..], b"", b"\xff[[[[", b"null"] {
        fs::write(&list, bytes).unwrap();
        let error = TableReader::open(&[folders[0].join(&names[0])]).unwrap_err();
        assert!(
            error.kind == TableErrorKind::Part && error.to_string().contains("another part of the table is missing"),
            "{error}"
        );
    }
    store.list_all()[0].remove().unwrap();
    assert_eq!(fs::read_dir(&folders[0]).unwrap().count(), 0, "the list goes with the parts");
}
