//! Tests that change bytes of a table and recompute all checksums and hashes, as an attacker would do on purpose. The
//! reader, the check of the metadata or the verification must detect each change, unless the change leaves the table's
//! content the same. `RETROGRADE_MUTATIONS` sets the number of changes, and `RETROGRADE_SEED` the seed. `cargo xtask
//! faults` makes a thousand changes of each kind.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use fastrand::Rng;
use retrograde::author::{AnyBoard, AnyPosition, Domain};
use retrograde::{Options, Values};
use retrograde_service::registry::Registry;
use retrograde_tables::{FileTable, Fill, Keep, Lock, Making, TableReader, Verification, write};

use crate::mend::mend;

struct Kept {
    position: Box<dyn AnyPosition>,
    board: Arc<dyn AnyBoard>,
    _folder: tempfile::TempDir,
    file: PathBuf,
}

impl Kept {
    fn new(token: &str, fill: Fill) -> Self {
        let position = Registry::from_iter(retrograde_games::builtin()).open(token).unwrap();
        let board = position.board(Domain::All, &Options::default()).unwrap();
        let values = board.solve(&Options::default()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let lock = Lock::take(folder.path(), "table").unwrap();
        let making = Making {
            name: "table",
            position: &*position,
            board: &*board,
            values: &*values,
            keep: Keep::Depths,
            fill: Some(fill),
            threads: 1,
        };
        let written = write(folder.path(), &making, &lock).unwrap();
        Self { position, board, _folder: folder, file: written.files[0].clone() }
    }

    /// Returns a number that identifies the values, and the metadata of the file. Returns `None` if the verification
    /// fails.
    fn said(&self) -> Option<(u64, String)> {
        let stored = TableReader::open(std::slice::from_ref(&self.file)).ok()?;
        stored.check(|_| {}).ok()?;
        if stored.places() != self.board.table_slots() {
            return None;
        }
        let (found, done) = (FileTable::new(stored, self.board.clone(), 0), AtomicU64::new(0));
        let proof = Verification {
            found: &found,
            position: &*self.position,
            threads: 2,
            done: &done,
            cancel: None,
            group: None,
        };
        proof.whole(proof.bins(u64::MAX).unwrap()).ok()?;
        Some((found.identity().unwrap(), format!("{:?}", found.stored().metadata())))
    }
}

/// Returns the number of changes that a test makes to a table.
fn tries(usual: usize) -> usize {
    std::env::var("RETROGRADE_MUTATIONS").map_or(usual, |text| text.parse().unwrap())
}

/// Returns a generator of random numbers, and prints its seed.
fn random() -> Rng {
    let seed = std::env::var("RETROGRADE_SEED").map_or(9, |text| text.parse().unwrap());
    println!("seed {seed}");
    Rng::with_seed(seed)
}

/// Returns the table of an open board of sixteen by sixteen squares.
fn large() -> Kept {
    Kept::new(&format!("race:A15/{}15B_a", "16/".repeat(14)), Fill::None)
}

/// Returns a copy of a file with one changed byte, which is not among the last `end` bytes; also describes the change.
fn changed(bytes: &[u8], rng: &mut Rng, end: usize) -> (Vec<u8>, String) {
    let (at, change) = (rng.usize(..bytes.len() - end), rng.u8(1..));
    let mut changed = bytes.to_vec();
    changed[at] ^= change;
    (changed, format!("byte {at} changed by {change}"))
}

/// If the checksums are not recomputed, the reader detects each change without a verification.
#[test]
fn changed_bytes_are_detected_without_the_proof() {
    let (kept, mut rng) = (large(), random());
    let bytes = fs::read(&kept.file).unwrap();
    let column = || {
        let stored = TableReader::open(std::slice::from_ref(&kept.file)).ok()?;
        stored.check(|_| {}).ok()?;
        Some(stored.load(&*kept.board).ok()?.identity().unwrap())
    };
    let right = column().unwrap();
    let mut caught = 0;
    for _ in 0..tries(50) {
        let (changed, how) = changed(&bytes, &mut rng, 0);
        fs::write(&kept.file, changed).unwrap();
        match column() {
            Some(column) => assert_eq!(column, right, "{how}"),
            None => caught += 1,
        }
    }
    println!("{caught} of {} changed bytes of {} are caught, the others say the same", tries(50), bytes.len());
    assert_eq!(caught, tries(50), "each byte is under a hash");
}

#[test]
fn a_forged_large_table_is_detected() {
    let (kept, mut rng) = (large(), random());
    assert!(kept.board.table_slots() > 100_000);
    let mended = mutate(&kept, tries(50), &mut rng);
    assert!(mended > tries(50) / 2, "most are mended: {mended}");
}

/// Makes `tries` changes to a table and recomputes the checksums; returns the number of changes for which the checksums
/// could be recomputed.
fn mutate(kept: &Kept, tries: usize, rng: &mut Rng) -> usize {
    let (right, bytes) = (kept.said().unwrap(), fs::read(&kept.file).unwrap());
    let mut same = bytes.clone();
    assert!(mend(&mut same).is_some() && same == bytes, "recomputing the written table changes nothing");
    let (mut mended, mut said_same) = (0, 0);
    for _ in 0..tries {
        let (mut changed, how) = changed(&bytes, rng, 32);
        mended += usize::from(mend(&mut changed).is_some());
        fs::write(&kept.file, &changed).unwrap();
        if let Some(said) = kept.said() {
            assert_eq!(said, right, "{how}");
            said_same += 1;
        }
    }
    println!(
        "{tries} bytes of {} changed, {mended} with right checksums: {said_same} say the same, the others are refused",
        bytes.len()
    );
    mended
}

#[test]
fn forged_tables_are_detected() {
    let (mut mended, mut rng) = (0, random());
    for (token, fill) in [("race:A3/1H2/4/3B_a", Fill::None), ("quixo:3/3/3_x", Fill::Rules)] {
        mended += mutate(&Kept::new(token, fill), tries(60), &mut rng);
    }
    assert!(mended > tries(60), "most are mended: {mended}");
}
