//! Tests of checkpoints by several processes, each of which writes its part. A solve by any number of processes resumes
//! only from a complete checkpoint. In these tests the processes are threads.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use fastrand::Rng;
use retrograde::author::{AnyBoard, AnyPosition, Domain};
use retrograde::kernel::CheckpointSink;
use retrograde::rules::message::Message;
use retrograde::{Options, Slot, SolveError, Value, Values};
use retrograde_service::registry::Registry;
use retrograde_tables::{Checkpointing, Checkpoints, Lock};
use retrograde_testing::processes::{World, members, run_processes};

use crate::until::Until;

const NAME: &str = "a-table";

/// A board of 20,000 slots, with the values from a solve by one process.
struct Open {
    position: Box<dyn AnyPosition>,
    board: Arc<dyn AnyBoard>,
    values: Vec<Option<Value>>,
}

/// The settings of a solve by several processes.
#[derive(Clone)]
struct Run {
    /// The folder of each process.
    folders: Vec<PathBuf>,
    workers: usize,
    /// The number of checkpoints after which all processes stop, as in a power failure.
    until: u64,
    resume: bool,
}

impl Run {
    fn of(folders: Vec<PathBuf>) -> Self {
        Self { folders, workers: 1, until: u64::MAX, resume: false }
    }

    /// Returns the settings of processes that share a folder.
    fn sharing(folder: &Path, processes: usize) -> Self {
        Self::of(vec![folder.to_owned(); processes])
    }

    fn until(self, until: u64) -> Self {
        Self { until, ..self }
    }
}

/// The result of a solve by several processes.
struct Ended {
    /// Whether all processes have the same correct values; otherwise the error of the first process that failed.
    solved: Result<(), SolveError>,
    /// The notes of all processes.
    notes: Vec<String>,
}

impl Ended {
    fn says(&self, words: &str) -> bool {
        self.notes.iter().any(|note| note.contains(words))
    }
}

impl Open {
    fn race() -> Self {
        let position = Registry::from_iter(retrograde_games::builtin());
        let position = position.open(&format!("race:A9/{}9B_a", "10/".repeat(8))).unwrap();
        let board = position.board(Domain::All, &Options::default()).unwrap();
        let values = all(&*board.solve(&Options::default()).unwrap());
        Self { position, board, values }
    }

    fn solve(&self, run: &Run) -> Ended {
        let notes = Mutex::new(Vec::new());
        let world = World::new(&members(run.folders.len(), run.workers), None);
        let ends = run_processes(&world, |transport| {
            let process = transport.process();
            let notify = |message: Message| notes.lock().unwrap().push(format!("{process}: {message}"));
            let folder = &*run.folders[process];
            let lock = Lock::take(folder, &format!("{NAME}.{process}")).unwrap();
            let cancel = AtomicBool::new(false);
            let checkpoints = Checkpoints::new(
                &Checkpointing {
                    folder,
                    name: NAME,
                    position: &*self.position,
                    board: &*self.board,
                    threads: run.workers,
                    every: Some(if run.until == u64::MAX { Duration::from_hours(1) } else { Duration::ZERO }),
                    stop: None,
                    resume: run.resume,
                    transport: Some(&**transport),
                    host: format!("host{process}"),
                    notify: &notify,
                },
                &lock,
            );
            let checkpoint_sink = Until::new(&checkpoints, run.until, &cancel);
            let (checkpoint_sink, cancel) = (Some(&checkpoint_sink as &dyn CheckpointSink), Some(&cancel));
            let values = self.board.solve(&Options {
                checkpoint_sink,
                cancel,
                transport: Some(transport),
                ..Options::DEFAULT
            })?;
            assert!(all(&*values) == self.values, "process {process} of {}", run.folders.len());
            // No process leaves while other processes still send requests.
            transport.all_gather([0; 4]).unwrap();
            Checkpoints::remove(folder, NAME, &lock).unwrap();
            Ok(())
        });
        // After the first failure, the other processes fail as a consequence.
        let is_first = |end: &Result<(), SolveError>| {
            end.as_ref().is_err_and(|error| !error.to_string().contains("another process"))
        };
        let first = ends.iter().position(is_first).unwrap_or_default();
        Ended { solved: ends.into_iter().nth(first).unwrap(), notes: notes.into_inner().unwrap() }
    }
}

fn all(values: &dyn Values) -> Vec<Option<Value>> {
    let mut cells = vec![retrograde::Cell::HOLE; values.slots() as usize];
    values.block(Slot(0), &mut cells).unwrap();
    cells.into_iter().map(retrograde::Cell::value).collect()
}

/// Returns the files of the checkpoint with the number `number`.
fn files(folder: &Path, number: u64) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let of = |file: &PathBuf| file.file_name().unwrap().to_str().unwrap().starts_with(&format!("{NAME}.{number}."));
    let mut files: Vec<_> = files.filter(of).collect();
    files.sort();
    files
}

fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap() {
        let file = entry.unwrap().path();
        fs::copy(&file, to.join(file.file_name().unwrap())).unwrap();
    }
}

fn count(folder: &Path) -> usize {
    fs::read_dir(folder).unwrap().count()
}

#[test]
fn any_number_of_processes_resumes_from_a_checkpoint_of_three_in_one_folder() {
    let open = Open::race();
    for (until, others) in [(1, 2), (2, 1), (4, 2), (7, 4), (12, 3)] {
        let folder = tempfile::tempdir().unwrap();
        let ended = open.solve(&Run::sharing(folder.path(), 3).until(until));
        assert!(
            ended.solved == Err(SolveError::Cancelled) && ended.notes.is_empty(),
            "{:?} {:?}",
            ended.solved,
            ended.notes
        );
        assert_eq!(count(folder.path()), 3 * until.min(2) as usize, "the last two are kept");
        // The solve stops again, after it has written one checkpoint with another number of processes.
        let ended = open.solve(&Run::sharing(folder.path(), others).until(1));
        assert!(ended.solved.is_err() && ended.says("0: the solve goes on from "), "{:?}", ended.notes);
        let ended = open.solve(&Run { workers: 2, ..Run::sharing(folder.path(), 5 - others) });
        assert!(ended.solved.is_ok() && ended.notes.len() == 1, "{:?}", ended.notes);
        assert!(ended.says(&format!("{NAME}.{}.checkpoint", until + 1)), "{:?}", ended.notes);
        assert_eq!(count(folder.path()), 0, "nothing stays when it is solved");
    }
}

/// If the processes are stopped during the writes, a checkpoint may have any subset of its parts. But the first part is
/// there only if all other parts are.
#[test]
fn only_complete_checkpoints_are_used() {
    let open = Open::race();
    let made = tempfile::tempdir().unwrap();
    open.solve(&Run::sharing(made.path(), 3).until(5));
    let (last, all) = (files(made.path(), 5), 8);
    assert_eq!((last.len(), files(made.path(), 4).len()), (3, 3));
    for missing in 0..all {
        let folder = tempfile::tempdir().unwrap();
        copy(made.path(), folder.path());
        for (number, file) in last.iter().enumerate().filter(|(number, _)| missing >> number & 1 == 1) {
            let half = fs::read(file).unwrap();
            let gone = folder.path().join(file.file_name().unwrap());
            fs::remove_file(&gone).unwrap();
            // The temporary file simulates a part that is incomplete.
            fs::write(gone.with_extension("checkpoint.new"), &half[..half.len() / (number + 1)]).unwrap();
        }
        let ended = open.solve(&Run::sharing(folder.path(), 2));
        let used = if missing == 0 { 5 } else { 4 };
        assert!(
            ended.solved.is_ok() && ended.says(&format!("{NAME}.{used}.checkpoint")),
            "{missing}: {:?}",
            ended.notes
        );
        // The first part is written last. If the first part exists and other parts are missing, these were lost later,
        // and the solve reports this.
        let is_first_there =
            files(made.path(), 5).iter().position(|file| file.ends_with(format!("{NAME}.5.checkpoint")));
        let is_lost = missing > 0 && missing >> is_first_there.unwrap() & 1 == 0;
        assert_eq!(ended.says("the solve uses the previous checkpoint"), is_lost, "{missing}: {:?}", ended.notes);
        assert_eq!(count(folder.path()), 0);
    }
}

#[test]
fn after_any_change_of_a_part_the_checkpoint_before_is_used() {
    let open = Open::race();
    let made = tempfile::tempdir().unwrap();
    open.solve(&Run::sharing(made.path(), 3).until(6));
    let mut rng = Rng::with_seed(0x14);
    for round in 0..24 {
        let folder = tempfile::tempdir().unwrap();
        copy(made.path(), folder.path());
        let file = &files(folder.path(), 6)[round % 3];
        let mut bytes = fs::read(file).unwrap();
        match rng.u8(..4) {
            0 => bytes.truncate(rng.usize(..bytes.len())),
            1 => bytes.push(rng.u8(..)),
            // Replaces the file by the same part of the previous checkpoint.
            2 => bytes = fs::read(&files(folder.path(), 5)[round % 3]).unwrap(),
            _ => {
                let at = rng.usize(..bytes.len());
                bytes[at] ^= 1 << rng.u32(..8);
            }
        }
        fs::write(file, bytes).unwrap();
        let ended = open.solve(&Run::sharing(folder.path(), 1 + round % 3));
        assert!(ended.solved.is_ok() && ended.says(&format!("{NAME}.5.checkpoint")), "{round}: {:?}", ended.notes);
    }
}

#[test]
fn on_separate_disks_the_same_hosts_resume_and_others_name_missing_parts() {
    let open = Open::race();
    let disks: Vec<_> = (0..3).map(|_| tempfile::tempdir().unwrap()).collect();
    let folders: Vec<_> = disks.iter().map(|disk| disk.path().to_owned()).collect();
    let run = Run::of(folders.clone());
    open.solve(&run.clone().until(3));
    assert!(folders.iter().all(|folder| count(folder) == 2), "each has its own");
    // Without the first part, the processes do not know the list of parts. But the solve must detect that a checkpoint
    // exists.
    let leaderless = Run::of(folders[1..].to_vec());
    let error = open.solve(&leaderless).solved.unwrap_err();
    assert!(
        matches!(error, SolveError::Resume { .. })
            && error.to_string().contains("no process finds the first part of a checkpoint, "),
        "{error}"
    );
    assert!(folders.iter().all(|folder| count(folder) == 2), "nothing is lost");
    // With another number of workers, the segments are distributed differently. So each process requests its stored
    // segments from the other processes.
    open.solve(&Run { workers: 2, ..run.clone().until(2) });
    // The processes are in another order, and one process is new; all disks are present.
    let new = tempfile::tempdir().unwrap();
    let turned = [&folders[2], &folders[0], new.path(), &folders[1]].map(Path::to_owned);
    let ended = open.solve(&Run::of(turned.into()).until(1));
    assert!(ended.says("goes on from "), "{:?}", ended.notes);
    // If one disk is missing, the solve does not start from the beginning, but fails.
    let without = Run::of(vec![folders[0].clone(), folders[2].clone()]);
    let error = open.solve(&without).solved.unwrap_err();
    assert!(matches!(error, SolveError::Resume { .. }), "{error}");
    let part =
        |folder: &Path, part: u32| format!("{}/{NAME}.6.{part}of4.checkpoint (host{})", folder.display(), part - 1);
    let named = format!("{}, {}", part(new.path(), 3), part(&folders[1], 4));
    assert!(error.to_string().contains(&format!("finds these parts of a checkpoint: {named}; put them")), "{error}");
    // Copies the missing parts to this folder.
    copy(&folders[1], &folders[2]);
    copy(new.path(), &folders[2]);
    let ended = open.solve(&without);
    assert!(ended.solved.is_ok() && ended.says("goes on from "), "{:?}", ended.notes);
}

#[test]
fn a_part_that_cannot_be_written_does_not_stop_the_solve() {
    let open = Open::race();
    for blocked in 0..2 {
        let folder = tempfile::tempdir().unwrap();
        let part = ["1.checkpoint", "1.2of2.checkpoint"][blocked];
        // A folder with the name of the temporary file makes the write fail.
        fs::create_dir(folder.path().join(format!("{NAME}.{part}.new"))).unwrap();
        let run = Run::sharing(folder.path(), 2).until(9);
        assert!(open.solve(&run).solved.is_err(), "it goes on until it is stopped");
        assert!(!folder.path().join(format!("{NAME}.1.checkpoint")).exists());
        let other = open.solve(&Run::sharing(folder.path(), 2));
        assert!(other.solved.is_ok() && !other.says("goes on"), "{:?}", other.notes);
    }
}

#[test]
fn resuming_without_a_checkpoint_is_refused() {
    let open = Open::race();
    let folder = tempfile::tempdir().unwrap();
    let run = Run { resume: true, ..Run::sharing(folder.path(), 2) };
    let error = open.solve(&run).solved.unwrap_err();
    assert!(error.to_string().contains(" has no checkpoint "), "{error}");
    open.solve(&Run::sharing(folder.path(), 2).until(2));
    let ended = open.solve(&run);
    assert!(ended.solved.is_ok() && ended.says("goes on from "), "{:?}", ended.notes);
}
