//! Tests of checkpoints. A stopped solve resumes from its checkpoints. A checkpoint that is damaged or belongs to
//! another solve does not stop a solve, and neither does a failed write.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use fastrand::Rng;
use retrograde::author::{AnyBoard, AnyPosition, Domain};
use retrograde::kernel::{CheckpointSink, least};
use retrograde::rules::message::Message;
use retrograde::{Options, Scratch, Slot, SolveError, Value, Values};
use retrograde_service::registry::Registry;
use retrograde_tables::{Checkpointing, Checkpoints, Lock, ScratchFile};

use crate::until::Until;

const NAME: &str = "a-table";

/// A board that the tests solve.
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

    /// Returns settings for a solve by one process and one thread, with the default time between checkpoints.
    fn how<'c>(&'c self, folder: &'c Path, notify: &'c (dyn Fn(Message) + Sync)) -> Checkpointing<'c> {
        let (position, board, host) = (&*self.position, &*self.board, "here".to_owned());
        let (every, stop, resume, transport) = (None, None, false, None);
        Checkpointing { folder, name: NAME, position, board, threads: 1, every, stop, resume, transport, host, notify }
    }

    fn solved(&self) -> Vec<Option<Value>> {
        all(&*self.board.solve(&Options::default()).unwrap())
    }

    /// Solves the board and writes checkpoints as often as possible; stops after `until` checkpoints. Returns the
    /// values if the solve finished, and the notes.
    fn solve(&self, folder: &Path, threads: usize, until: u64) -> (Option<Vec<Option<Value>>>, Vec<String>) {
        self.solve_within(u64::MAX, folder, threads, until)
    }

    /// Like `solve`, with this memory limit; a solve that needs more memory uses the disk.
    fn solve_within(
        &self,
        memory: u64,
        folder: &Path,
        threads: usize,
        until: u64,
    ) -> (Option<Vec<Option<Value>>>, Vec<String>) {
        let scratch: Arc<dyn Scratch> = Arc::new(ScratchFile::new(folder.to_owned(), u64::MAX));
        let (notes, cancel) = (Mutex::new(Vec::new()), AtomicBool::new(false));
        let notify = |message: Message| notes.lock().unwrap().push(message.to_string());
        let lock = Lock::take(folder, NAME).unwrap();
        // Each checkpoint waits for the disk, so the test writes only the checkpoints that it reads later.
        let every = Some(if until == u64::MAX { Duration::from_hours(1) } else { Duration::ZERO });
        let how = Checkpointing { threads, every, ..self.how(folder, &notify) };
        let checkpoints = Checkpoints::new(&how, &lock);
        let checkpoint_sink = Until::new(&checkpoints, until, &cancel);
        let (checkpoint_sink, cancel, scratch) =
            (Some(&checkpoint_sink as &dyn CheckpointSink), Some(&cancel), Some(&scratch));
        let options = Options { threads, memory, checkpoint_sink, cancel, scratch, ..Options::DEFAULT };
        let values = match self.board.solve(&options) {
            Ok(values) => Some(all(&*values)),
            Err(SolveError::Cancelled) => None,
            Err(error) => panic!("{error}"),
        };
        if values.is_some() {
            Checkpoints::remove(folder, NAME, &lock).unwrap();
        }
        (values, notes.into_inner().unwrap())
    }
}

fn all(values: &dyn Values) -> Vec<Option<Value>> {
    (0..values.slots()).map(|slot| values.value(Slot(slot)).unwrap()).collect()
}

/// Returns the files of a folder, the files of the newest checkpoint first.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort_by_key(|file| (std::cmp::Reverse(number(file)), file.clone()));
    files
}

/// Returns the number of a checkpoint from its file name.
fn number(file: &Path) -> Option<u64> {
    file.file_name().unwrap().to_str().unwrap().split('.').nth(1)?.parse().ok()
}

#[test]
fn a_stopped_solve_resumes_from_its_last_checkpoint() {
    let open = Open::race();
    let expected = open.solved();
    for until in 1..12 {
        let folder = tempfile::tempdir().unwrap();
        let (ended, notes) = open.solve(folder.path(), 1, until);
        assert!(ended.is_none() && notes.is_empty(), "{notes:?}");
        assert_eq!(files(folder.path()).len(), until.min(2) as usize);
        let (ended, notes) = open.solve(folder.path(), 2, u64::MAX);
        assert_eq!(ended.as_ref(), Some(&expected), "stopped after {until}");
        assert!(notes.len() == 1 && notes[0].starts_with("the solve goes on from "), "{notes:?}");
        assert!(notes[0].contains(&format!("{NAME}.{until}.checkpoint")), "the last one: {notes:?}");
        assert_eq!(files(folder.path()), [] as [PathBuf; 0], "nothing stays when it is solved");
    }
}

/// If the last checkpoint is changed, the solve resumes from the one before. If both are changed, the solve starts from
/// the beginning.
#[test]
fn a_damaged_checkpoint_is_reported_and_the_one_before_it_used() {
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
        let (ended, notes) = open.solve(folder.path(), 1, u64::MAX);
        assert_eq!(ended.as_ref(), Some(&expected), "round {round}: {notes:?}");
        assert!(notes.iter().any(|note| note.contains("is damaged before byte")), "round {round}: {notes:?}");
        before += usize::from(notes.iter().any(|note| note.ends_with("the solve uses the previous checkpoint")));
        anew += usize::from(notes.iter().any(|note| note.ends_with("the solve begins anew")));
    }
    assert!(before == 40 && anew == 20, "{before} used the one before, {anew} began anew");
}

/// One bit of the length word states whether the block is compressed.
#[test]
fn every_bit_of_a_length_is_checked() {
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
        let (ended, notes) = open.solve(folder.path(), 1, u64::MAX);
        assert_eq!(ended.as_ref(), Some(&expected), "bit {bit}");
        assert!(notes[0].ends_with("the solve uses the previous checkpoint"), "bit {bit}: {notes:?}");
    }
}

#[test]
fn a_checkpoint_of_another_board_is_not_used() {
    let folder = tempfile::tempdir().unwrap();
    Open::of("race:A4/5/5/5/4B_a").solve(folder.path(), 1, 3);
    let open = Open::race();
    let (ended, notes) = open.solve(folder.path(), 1, u64::MAX);
    assert_eq!(ended, Some(open.solved()));
    assert!(notes.iter().all(|note| note.contains("is a checkpoint of other rules")) && notes.len() == 2, "{notes:?}");
}

#[test]
fn a_failed_write_is_reported_once_and_the_solve_continues() {
    let folder = tempfile::tempdir().unwrap();
    // A folder with the name of the temporary file makes the write fail.
    fs::create_dir(folder.path().join(format!("{NAME}.1.checkpoint.new"))).unwrap();
    let open = Open::race();
    let lock = Lock::take(folder.path(), NAME).unwrap();
    let notes = Mutex::new(Vec::new());
    let notify = |message: Message| notes.lock().unwrap().push(message.to_string());
    let how = Checkpointing { every: Some(Duration::ZERO), ..open.how(folder.path(), &notify) };
    let checkpoints = Checkpoints::new(&how, &lock);
    let values = open.board.solve(&Options { checkpoint_sink: Some(&checkpoints), ..Options::DEFAULT }).unwrap();
    assert_eq!(all(&*values), open.solved());
    let notes = notes.into_inner().unwrap();
    assert!(notes.len() == 1 && notes[0].contains("the solve goes on"), "{notes:?}");
}

#[test]
fn a_stopped_solve_writes_a_last_checkpoint_if_it_is_worth_one() {
    let open = Open::race();
    for (every, kept) in [(Duration::ZERO, 1), (Duration::from_hours(1), 0)] {
        let folder = tempfile::tempdir().unwrap();
        let (notes, stop) = (Mutex::new(Vec::new()), AtomicBool::new(true));
        let notify = |message: Message| notes.lock().unwrap().push(message.to_string());
        {
            let lock = Lock::take(folder.path(), NAME).unwrap();
            let (every, stop) = (Some(every), Some(&stop));
            let how = Checkpointing { threads: 2, every, stop, ..open.how(folder.path(), &notify) };
            let checkpoints = Checkpoints::new(&how, &lock);
            let options = Options {
                threads: 2,
                checkpoint_sink: Some(&checkpoints),
                cancel: Some(checkpoints.cancel()),
                ..Options::DEFAULT
            };
            assert_eq!(open.board.solve(&options).err(), Some(SolveError::Cancelled));
        }
        assert_eq!((files(folder.path()).len(), notes.lock().unwrap().len()), (kept, kept), "{notes:?}");
        let (ended, notes) = open.solve(folder.path(), 1, u64::MAX);
        assert_eq!(ended, Some(open.solved()));
        assert_eq!(notes.len(), kept, "it goes on: {notes:?}");
    }
}

/// Solves a board of 320,000 slots on disk, and stops after some of the checkpoints. A solve that resumes on disk or in
/// memory, with another number of threads, gives the same table. The solve does not resume from a damaged checkpoint.
#[test]
fn a_solve_on_disk_resumes_from_its_last_checkpoint() {
    let open = Open::of(&format!("race:A19/{}19B_a", "20/".repeat(18)));
    let expected = open.solved();
    let outside = least(open.board.table_slots(), 2);
    let mut rng = Rng::with_seed(0x13);
    for until in [1, 2, 3, 5, 9, 14, 20, 30] {
        let folder = tempfile::tempdir().unwrap();
        let (ended, notes) = open.solve_within(outside, folder.path(), 2, until);
        assert!(ended.is_none() && notes.is_empty(), "{notes:?}");
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
        let (ended, notes) = open.solve_within(memory, folder.path(), threads, u64::MAX);
        assert!(ended.as_ref() == Some(&expected), "stopped after {until}: {notes:?}");
        assert_eq!(notes.len(), 1 + usize::from(is_damaged), "{notes:?}");
        assert!(notes.iter().any(|note| note.contains("goes on from ")), "{notes:?}");
    }
}
