//! Bytes changed with all checksums and hashes made right again, as somebody who means it would: each change is refused by what reads the file, by
//! what its head says, or by the proof; or it changes nothing of what the table says. `RETROGRADE_MUTATIONS` sets how many are tried.
#![allow(clippy::unwrap_used, reason = "a test may panic, and so may its helpers")]

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use fastrand::Rng;
use retrograde::entry::{AnyBoard, AnyPosition, Domain};
use retrograde::{Options, Values};
use retrograde_desk::registry::Registry;
use retrograde_tables::{Fill, Found, Keep, Lock, Making, Proof, Stored, write};
use sha2::{Digest, Sha256};

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

    /// What the file says, if it is proved: its values and its head.
    fn said(&self) -> Option<(u64, String)> {
        let stored = Stored::open(std::slice::from_ref(&self.file)).ok()?;
        stored.check(|_| {}).ok()?;
        if stored.places() != self.board.table_slots() {
            return None;
        }
        let (found, done) = (Found::new(stored, self.board.clone(), 0), AtomicU64::new(0));
        let proof = Proof { found: &found, position: &*self.position, threads: 1, done: &done, cancel: None };
        proof.whole(proof.bins(u64::MAX).unwrap()).ok()?;
        Some((found.identity().unwrap(), format!("{:?}", found.stored().meaning())))
    }
}

fn number(bytes: &[u8], at: usize) -> Option<usize> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?) as usize)
}

/// Makes all checksums and hashes of a file with one part right, as far as the places are there that they stand in.
fn mend(bytes: &mut [u8]) -> Option<()> {
    let (slots, block, meaning) = (number(bytes, 16)?, number(bytes, 32)?, number(bytes, 36)?);
    let (entry, part) = (40 + meaning, 40 + meaning + 52);
    let (cells, width) = (number(bytes, part)?, number(bytes, part + 4)?);
    let index = part + 8 + 4 * cells;
    let blocks = slots.checked_div(block)? + usize::from(slots % block > 0);
    let begins = index.checked_add(blocks.checked_mul(8)?)? + 4;
    bytes.get(begins..)?;
    let mut hash = Sha256::new().chain_update(bytes.get(40..entry)?).chain_update([0; 8]);
    hash.update((slots as u64).to_le_bytes());
    hash.update(bytes.get(part..index)?);
    let mut from = 0;
    for number_of in 0..blocks {
        let until = number(bytes, index + 8 * number_of)?;
        let stored = bytes.get(begins + from..begins + until)?.to_vec();
        let sum = crc32fast::hash(&stored).to_le_bytes();
        bytes.get_mut(index + 8 * number_of + 4..)?[..4].copy_from_slice(&sum);
        let codes = (block.min(slots - number_of * block) * width).div_ceil(8);
        match zstd::bulk::decompress(&stored, codes.min(1 << 20)) {
            Ok(found) if stored.len() != codes => hash.update(found),
            _ => hash.update(&stored),
        }
        from = until;
    }
    let sum = crc32fast::hash(&bytes[part..begins - 4]).to_le_bytes();
    bytes[begins - 4..begins].copy_from_slice(&sum);
    bytes[entry + 16..entry + 48].copy_from_slice(&hash.finalize());
    let sum = crc32fast::hash(&bytes[..part - 4]).to_le_bytes();
    bytes[part - 4..part].copy_from_slice(&sum);
    let end = bytes.len() - 32;
    let whole = Sha256::digest(&bytes[..end]);
    bytes[end..].copy_from_slice(&whole);
    Some(())
}

#[test]
fn no_change_with_right_checksums_changes_what_a_table_says() {
    let tries = std::env::var("RETROGRADE_MUTATIONS").map_or(60, |text| text.parse().unwrap());
    let mut mended = 0;
    for (token, fill) in [("race:A3/1H2/4/3B_a", Fill::None), ("quixo:3/3/3_x", Fill::Rules)] {
        let kept = Kept::new(token, fill);
        let (right, bytes) = (kept.said().unwrap(), fs::read(&kept.file).unwrap());
        let mut same = bytes.clone();
        assert!(mend(&mut same).is_some() && same == bytes, "{token}: mended as it was written");
        let mut rng = Rng::with_seed(9);
        for _ in 0..tries {
            let (at, change) = (rng.usize(..bytes.len() - 32), rng.u8(1..));
            let mut changed = bytes.clone();
            changed[at] ^= change;
            mended += u32::from(mend(&mut changed).is_some());
            fs::write(&kept.file, &changed).unwrap();
            if let Some(said) = kept.said() {
                assert_eq!(said, right, "{token}: byte {at} changed by {change}");
            }
        }
    }
    assert!(mended > tries, "most are mended: {mended}");
}
