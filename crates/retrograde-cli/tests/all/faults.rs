//! Tests that a killed solve resumes from its checkpoints. The tests are a short version of `cargo xtask faults`.

#[path = "../../benches/faults/trial.rs"]
mod trial;

use std::path::Path;
use std::time::Duration;

use fastrand::Rng;
use trial::{Trial, name_of};

use crate::ended::Ended;
use crate::program::wait_for;

/// An open board of ten by ten squares, with 20,000 slots and some twenty depths.
const TOKEN: &str = "race:A9/10/10/10/10/10/10/10/10/9B_a";

const PROGRAM: &str = env!("CARGO_BIN_EXE_retrograde");

fn solved(threads: usize) -> (Ended, String) {
    let folder = tempfile::tempdir().unwrap();
    let trial = Trial { program: Path::new(PROGRAM), token: TOKEN, folder: folder.path(), every: 60_000, mem: "4G" };
    let ended = trial.finish(threads, &[]).unwrap();
    assert!(ended.hash.is_some(), "{:?}", ended.stderr);
    assert!(trial.checkpoints().unwrap().is_empty(), "they go when the table is there");
    let name = name_of(&trial.files(".rgt").unwrap()[0]);
    (ended, name)
}

/// The assertions are true for any moment of the kill, even before the solve has begun or after it has ended.
#[test]
fn a_solve_that_was_killed_ends_in_the_same_bytes() {
    let (whole, _) = solved(1);
    let mut rng = Rng::with_seed(0x13);
    for round in 0..3 {
        let folder = tempfile::tempdir().unwrap();
        let trial = Trial { program: Path::new(PROGRAM), token: TOKEN, folder: folder.path(), every: 0, mem: "4G" };
        let run = trial.start(1).unwrap();
        wait_for("a checkpoint, or the table", || {
            !trial.checkpoints().unwrap().is_empty() || !trial.files(".rgt").unwrap().is_empty()
        });
        trial.kill(run, Duration::from_millis(rng.u64(..30))).unwrap();
        let files = trial.checkpoints().unwrap();
        let is_begun = !files.is_empty() && trial.files(".rgt").unwrap().is_empty();
        if round == 2 {
            Trial::flip(&files, &mut rng).unwrap();
        }
        let ended = trial.finish(3, &[]).unwrap();
        assert_eq!(ended.hash, whole.hash, "round {round}: {:?}", ended.stderr);
        let words = if round == 2 { "is damaged before byte" } else { "goes on from " };
        ended.must(ended.says(words) || !is_begun, "a checkpoint was there").unwrap();
        assert!(trial.checkpoints().unwrap().is_empty() && trial.files(".new").unwrap().is_empty());
    }
}

/// Like the test above, for a solve on disk. Each run differs from the run before in the number of threads, and the
/// last run solves in memory.
#[test]
fn a_solve_on_disk_that_was_killed_ends_in_the_same_bytes() {
    let rows = "20/".repeat(18);
    let token = format!("race:A19/{rows}19B_a");
    let folder = tempfile::tempdir().unwrap();
    let trial = Trial { program: Path::new(PROGRAM), token: &token, folder: folder.path(), every: 60_000, mem: "4G" };
    let whole = trial.finish(1, &[]).unwrap();
    assert!(whole.hash.is_some(), "{:?}", whole.stderr);
    trial.clear().unwrap();
    let mut rng = Rng::with_seed(0x13);
    for round in 0..3 {
        let trial = Trial { every: 0, mem: "640K", ..trial };
        let run = trial.start(2 + round % 2).unwrap();
        wait_for("a checkpoint, or the table", || {
            !trial.checkpoints().unwrap().is_empty() || !trial.files(".rgt").unwrap().is_empty()
        });
        trial.kill(run, Duration::from_millis(rng.u64(..300))).unwrap();
    }
    let is_begun = !trial.checkpoints().unwrap().is_empty() && trial.files(".rgt").unwrap().is_empty();
    let ended = trial.finish(3, &[]).unwrap();
    ended.must(ended.says("goes on from ") || !is_begun, "a checkpoint was there").unwrap();
    if is_begun {
        assert_eq!(ended.hash, whole.hash, "{:?}", ended.stderr);
    }
    assert!(trial.checkpoints().unwrap().is_empty() && trial.files(".new").unwrap().is_empty());
}

/// A run may end before it receives the signal, but at least one of the runs must receive it.
#[cfg(unix)]
#[test]
fn ctrl_c_waits_for_a_last_checkpoint() {
    use rustix::process::{Pid, Signal, kill_process};

    let (whole, _) = solved(1);
    let stopped = (0..10).find_map(|_| {
        let folder = tempfile::tempdir().unwrap();
        let trial = Trial { program: Path::new(PROGRAM), token: TOKEN, folder: folder.path(), every: 0, mem: "4G" };
        let run = trial.start(1).unwrap();
        wait_for("a checkpoint, or the table", || {
            !trial.checkpoints().unwrap().is_empty() || !trial.files(".rgt").unwrap().is_empty()
        });
        kill_process(Pid::from_child(&run), Signal::INT).unwrap();
        let output = run.wait_with_output().unwrap();
        (output.status.code() != Some(0)).then_some((folder, output))
    });
    let (folder, output) = stopped.expect("one of ten hears of it");
    let printed = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{printed}");
    assert!(printed.contains("error: cancelled") && printed.contains("hint: run the same command again"), "{printed}");
    let trial = Trial { program: Path::new(PROGRAM), token: TOKEN, folder: folder.path(), every: 60_000, mem: "4G" };
    assert!(trial.files(".rgt").unwrap().is_empty() && trial.files(".new").unwrap().is_empty());
    let ended = trial.finish(2, &[]).unwrap();
    ended.must(ended.says("goes on from ") && ended.hash == whole.hash, "it goes on").unwrap();
}

#[test]
fn a_second_solver_of_a_table_is_refused() {
    let (_, name) = solved(2);
    let folder = tempfile::tempdir().unwrap();
    let trial = Trial { program: Path::new(PROGRAM), token: TOKEN, folder: folder.path(), every: 0, mem: "4G" };
    let refused = trial.crowded(&name).unwrap();
    assert_eq!((refused.code, refused.hash.as_deref()), (Some(3), None));
    assert!(
        refused.says("another program is making this table") && refused.says("hint: wait until"),
        "{:?}",
        refused.stderr
    );
}
