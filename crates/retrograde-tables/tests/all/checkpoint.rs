//! A solve that was stopped goes on from its checkpoints; what is damaged, foreign or cannot be written ends nothing.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use fastrand::Rng;
use retrograde::author::entry::{AnyBoard, AnyPosition, Domain};
use retrograde::kernel::solve::{Keeper, least};
use retrograde::rules::message::Message;
use retrograde::{Options, Scratch, Slot, SolveError, Value, Values};
use retrograde_desk::registry::Registry;
use retrograde_tables::{Checkpointing, Checkpoints, Lock, ScratchFile};

use crate::until::Until;

const NAME: &str = "a-table";

/// A board that is to be solved.
struct Open {
    position: Box<dyn AnyPosition>,
    board: Arc<dyn AnyBoard>,
}

impl Open {
    fn of(token: &str) -> Self {
        let position = Registry::from_iter(retrograde_games::builtin()).open(token).unwrap();
        let board = position.board(Domain::All, &Options::default()).unwrap();
        Self { position, board }
    }

    fn race() -> Self {
        Self::of("race:A4/5/2H2/5/4B_a")
    }

    /// By one process and thread, in the usual time.
    fn how<'c>(&'c self, folder: &'c Path, tell: &'c (dyn Fn(Message) + Sync)) -> Checkpointing<'c> {
        let (position, board, host) = (&*self.position, &*self.board, "here".to_owned());
        let (every, stop, resume, carrier) = (None, None, false, None);
        Checkpointing { folder, name: NAME, position, board, threads: 1, every, stop, resume, carrier, host, tell }
    }

    fn solved(&self) -> Vec<Option<Value>> {
        all(&*self.board.solve(&Options::default()).unwrap())
    }

    /// Solves, and if it is to end after so many checkpoints, with one wherever it can be; returns the values, if it came to the end, and what was told.
    fn solve(&self, folder: &Path, threads: usize, until: u64) -> (Option<Vec<Option<Value>>>, Vec<String>) {
        self.solve_within(u64::MAX, folder, threads, until)
    }

    /// The same within so much memory, and else in the folder.
    fn solve_within(
        &self,
        memory: u64,
        folder: &Path,
        threads: usize,
        until: u64,
    ) -> (Option<Vec<Option<Value>>>, Vec<String>) {
        let scratch: Arc<dyn Scratch> = Arc::new(ScratchFile::new(folder.to_owned(), u64::MAX));
        let (told, cancel) = (Mutex::new(Vec::new()), AtomicBool::new(false));
        let tell = |message: Message| told.lock().unwrap().push(message.to_string());
        let lock = Lock::take(folder, NAME).unwrap();
        // Each one waits for the disk, so that those that nobody looks at are left out.
        let every = Some(if until == u64::MAX { Duration::from_hours(1) } else { Duration::ZERO });
        let how = Checkpointing { threads, every, ..self.how(folder, &tell) };
        let checkpoints = Checkpoints::new(&how, &lock);
        let keeper = Until::new(&checkpoints, until, &cancel);
        let (keeper, cancel, scratch) = (Some(&keeper as &dyn Keeper), Some(&cancel), Some(&scratch));
        let options = Options { threads, memory, keeper, cancel, scratch, ..Options::DEFAULT };
        let values = match self.board.solve(&options) {
            Ok(values) => Some(all(&*values)),
            Err(SolveError::Cancelled) => None,
            Err(error) => panic!("{error}"),
        };
        if values.is_some() {
            Checkpoints::remove(folder, NAME, &lock).unwrap();
        }
        (values, told.into_inner().unwrap())
    }
}

fn all(values: &dyn Values) -> Vec<Option<Value>> {
    (0..values.slots()).map(|slot| values.value(Slot(slot)).unwrap()).collect()
}

/// The files of a folder, those of the latest checkpoint first.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort_by_key(|file| (std::cmp::Reverse(number(file)), file.clone()));
    files
}

/// The number of a checkpoint, by a file's name.
fn number(file: &Path) -> Option<u64> {
    file.file_name().unwrap().to_str().unwrap().split('.').nth(1)?.parse().ok()
}

#[test]
fn a_stopped_solve_goes_on_from_its_last_checkpoint() {
    let open = Open::race();
    let expected = open.solved();
    for until in 1..12 {
        let folder = tempfile::tempdir().unwrap();
        let (ended, told) = open.solve(folder.path(), 1, until);
        assert!(ended.is_none() && told.is_empty(), "{told:?}");
        assert_eq!(files(folder.path()).len(), until.min(2) as usize);
        let (ended, told) = open.solve(folder.path(), 2, u64::MAX);
        assert_eq!(ended.as_ref(), Some(&expected), "stopped after {until}");
        assert!(told.len() == 1 && told[0].starts_with("goes on from "), "{told:?}");
        assert!(told[0].contains(&format!("{NAME}.{until}.checkpoint")), "the last one: {told:?}");
        assert_eq!(files(folder.path()), [] as [PathBuf; 0], "nothing stays when it is solved");
    }
}

/// Whatever is changed in the last one, the one before is there; whatever is changed in both, the solve begins anew.
#[test]
fn a_damaged_checkpoint_is_told_and_the_one_before_it_used() {
    let open = Open::race();
    let expected = open.solved();
    let mut rng = Rng::with_seed(0x13);
    let (mut before, mut anew) = (0, 0);
    for round in 0..60 {
        let folder = tempfile::tempdir().unwrap();
        open.solve(folder.path(), 1, rng.u64(2..9));
        let files = files(folder.path());
        let damaged = if round % 3 == 0 { 2 } else { 1 };
        for file in &files[..damaged] {
            let mut bytes = fs::read(file).unwrap();
            match rng.u8(..4) {
                0 => bytes.truncate(rng.usize(..bytes.len())),
                1 => bytes.push(rng.u8(..)),
                _ => {
                    let at = rng.usize(..bytes.len());
                    bytes[at] ^= 1 << rng.u32(..8);
                }
            }
            fs::write(file, bytes).unwrap();
        }
        let (ended, told) = open.solve(folder.path(), 1, u64::MAX);
        assert_eq!(ended.as_ref(), Some(&expected), "round {round}: {told:?}");
        assert!(told.iter().any(|told| told.contains("is damaged before byte")), "round {round}: {told:?}");
        before += usize::from(told.iter().any(|told| told.ends_with("the checkpoint before it is used")));
        anew += usize::from(told.iter().any(|told| told.ends_with("the solve begins anew")));
    }
    assert!(before == 40 && anew == 20, "{before} used the one before, {anew} began anew");
}

/// One bit of the length says how the block is stored.
#[test]
fn the_bits_of_a_length_are_guarded() {
    let open = Open::race();
    let expected = open.solved();
    for bit in [0, 12, 31] {
        let folder = tempfile::tempdir().unwrap();
        open.solve(folder.path(), 1, 3);
        let file = &files(folder.path())[0];
        let mut bytes = fs::read(file).unwrap();
        let head = u32::from_le_bytes(bytes[8..12].try_into().unwrap()) as usize;
        bytes[12 + head + 4 + bit / 8] ^= 1 << (bit % 8);
        fs::write(file, bytes).unwrap();
        let (ended, told) = open.solve(folder.path(), 1, u64::MAX);
        assert_eq!(ended.as_ref(), Some(&expected), "bit {bit}");
        assert!(told[0].ends_with("the checkpoint before it is used"), "bit {bit}: {told:?}");
    }
}

#[test]
fn a_checkpoint_of_another_board_is_not_gone_on_from() {
    let folder = tempfile::tempdir().unwrap();
    Open::of("race:A4/5/5/5/4B_a").solve(folder.path(), 1, 3);
    let open = Open::race();
    let (ended, told) = open.solve(folder.path(), 1, u64::MAX);
    assert_eq!(ended, Some(open.solved()));
    assert!(told.iter().all(|told| told.contains("is a checkpoint of other rules")) && told.len() == 2, "{told:?}");
}

#[test]
fn what_cannot_be_written_is_told_once_and_the_solve_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    // Where the file would be written stands a folder.
    fs::create_dir(folder.path().join(format!("{NAME}.1.checkpoint.new"))).unwrap();
    let open = Open::race();
    let lock = Lock::take(folder.path(), NAME).unwrap();
    let told = Mutex::new(Vec::new());
    let tell = |message: Message| told.lock().unwrap().push(message.to_string());
    let how = Checkpointing { every: Some(Duration::ZERO), ..open.how(folder.path(), &tell) };
    let checkpoints = Checkpoints::new(&how, &lock);
    let values = open.board.solve(&Options { keeper: Some(&checkpoints), ..Options::DEFAULT }).unwrap();
    assert_eq!(all(&*values), open.solved());
    let told = told.into_inner().unwrap();
    assert!(told.len() == 1 && told[0].contains("the solve goes on"), "{told:?}");
}

#[test]
fn whoever_stops_a_solve_waits_for_a_last_checkpoint_if_it_is_worth_one() {
    let open = Open::race();
    for (every, kept) in [(Duration::ZERO, 1), (Duration::from_hours(1), 0)] {
        let folder = tempfile::tempdir().unwrap();
        let (told, stop) = (Mutex::new(Vec::new()), AtomicBool::new(true));
        let tell = |message: Message| told.lock().unwrap().push(message.to_string());
        {
            let lock = Lock::take(folder.path(), NAME).unwrap();
            let (every, stop) = (Some(every), Some(&stop));
            let how = Checkpointing { threads: 2, every, stop, ..open.how(folder.path(), &tell) };
            let checkpoints = Checkpoints::new(&how, &lock);
            let options = Options {
                threads: 2,
                keeper: Some(&checkpoints),
                cancel: Some(checkpoints.cancel()),
                ..Options::DEFAULT
            };
            assert_eq!(open.board.solve(&options).err(), Some(SolveError::Cancelled));
        }
        assert_eq!((files(folder.path()).len(), told.lock().unwrap().len()), (kept, kept), "{told:?}");
        let (ended, told) = open.solve(folder.path(), 1, u64::MAX);
        assert_eq!(ended, Some(open.solved()));
        assert_eq!(told.len(), kept, "it goes on: {told:?}");
    }
}

/// A board of 320,000 slots that is solved outside of memory, stopped after each of some checkpoints: whoever goes on, outside or in memory, with
/// another number of threads, comes to the same table. What is damaged is refused there, too.
#[test]
fn a_solve_outside_of_memory_goes_on_from_its_last_checkpoint() {
    let open = Open::of(&format!("race:A19/{}19B_a", "20/".repeat(18)));
    let expected = open.solved();
    let outside = least(open.board.table_slots(), 2);
    let mut rng = Rng::with_seed(0x13);
    for until in [1, 2, 3, 5, 9, 14, 20, 30] {
        let folder = tempfile::tempdir().unwrap();
        let (ended, told) = open.solve_within(outside, folder.path(), 2, until);
        assert!(ended.is_none() && told.is_empty(), "{told:?}");
        let files = files(folder.path());
        assert_eq!(files.len(), until.min(2) as usize, "scratch has no name: {files:?}");
        let is_damaged = until % 2 == 0;
        if is_damaged {
            let mut bytes = fs::read(&files[0]).unwrap();
            let at = rng.usize(..bytes.len());
            bytes[at] ^= 1 << rng.u32(..8);
            fs::write(&files[0], bytes).unwrap();
        }
        let (memory, threads) = if until % 3 == 0 { (u64::MAX, 1) } else { (outside * 3 / 2, 3) };
        let (ended, told) = open.solve_within(memory, folder.path(), threads, u64::MAX);
        assert!(ended.as_ref() == Some(&expected), "stopped after {until}: {told:?}");
        assert_eq!(told.len(), 1 + usize::from(is_damaged), "{told:?}");
        assert!(told.iter().any(|told| told.contains("goes on from ")), "{told:?}");
    }
}
