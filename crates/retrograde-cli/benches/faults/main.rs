//! Tests faults that `retrograde solve -o` must survive. Solves in memory and on disk are killed at random moments, and
//! resume with a random number of threads. Other tests change a bit of a checkpoint, start two solves of one table,
//! fill the disk, and use an unwritable folder. `cargo xtask faults` runs these tests.
//!
//! `cargo bench -p retrograde-cli --bench faults -- --faults [--kills N] [--seed S]`

mod ended;
mod trial;

use std::io;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use ended::Ended;
use fastrand::Rng;
use trial::{Trial, name_of};

/// The side of an open board in squares. The board has 9.8 million slots and some 90 depths.
const SIDE: usize = 47;
/// The default number of kills.
const KILLS: u64 = 50;
/// For every `ON_DISK` kills of solves in memory, there are two more kills of solves on disk.
const ON_DISK: u64 = 5;
/// The memory limit of a solve on disk, which is less than one byte per slot.
const LITTLE: &str = "6M";
/// The number of rounds in which a bit of a checkpoint is changed.
const FLIPS: u64 = 10;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    // `cargo bench` runs all benchmarks, so this one needs an explicit option.
    if !words.iter().any(|word| word == "--faults") {
        return ExitCode::SUCCESS;
    }
    let number = |flag: &str| words.iter().position(|word| word == flag).and_then(|at| words.get(at + 1)?.parse().ok());
    let seed = number("--seed").unwrap_or_else(|| fastrand::u64(..1_000_000));
    println!("seed {seed}");
    match run(number("--kills").unwrap_or(KILLS), &mut Rng::with_seed(seed)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(kills: u64, rng: &mut Rng) -> io::Result<()> {
    let (program, token) = (Path::new(env!("CARGO_BIN_EXE_retrograde")), open_race(SIDE));
    let whole = tempfile::tempdir()?;
    let trial = Trial { program, token: &token, folder: whole.path(), every: 20, mem: "4G" };
    let begun = Instant::now();
    let ended = trial.finish(2, &[])?;
    let takes = begun.elapsed();
    let Some(hash) = ended.hash.clone() else { return ended.must(false, "the board is solved") };
    let name = trial.files(".rgt")?.first().map(|file| name_of(file)).unwrap_or_default();
    println!("{token}: {takes:.1?} with a checkpoint every 20 ms, hash {hash}");
    killed(&trial, kills, takes, &hash, rng)?;
    killed_on_disk(&trial, kills * 2 / ON_DISK, &hash, rng)?;
    flipped(&trial, takes, &hash, rng)?;
    let folder = tempfile::tempdir()?;
    let ended = Trial { folder: folder.path(), ..trial }.crowded(&name)?;
    ended.must(ended.code == Some(3) && ended.says("another program is making this table"), "two solvers")?;
    println!("two solvers: {}", ended.stderr.join(" "));
    in_small_folders(&trial)
}

/// Kills solves at random moments, and kills some solves several times. Each run has a random number of threads.
fn killed(whole: &Trial<'_>, kills: u64, takes: Duration, hash: &str, rng: &mut Rng) -> io::Result<()> {
    let (mut left, mut worst) = (kills, Duration::ZERO);
    while left > 0 {
        let folder = tempfile::tempdir()?;
        let trial = Trial { folder: folder.path(), ..*whole };
        for _ in 0..rng.u64(1..=3).min(left) {
            let (threads, after) = (rng.usize(1..=4), takes.mul_f64(rng.f64()));
            let age = trial.kill(trial.start(threads)?, after)?;
            if !trial.files(".rgt")?.is_empty() {
                println!("too late, after {after:.2?} of {threads} threads: the table is there");
                break;
            }
            left -= 1;
            let lost = age.map_or(after, |age| age.min(after));
            worst = worst.max(lost);
            println!("killed after {after:.2?} of {threads} threads, lost {lost:.0?}");
        }
        let threads = rng.usize(1..=4);
        let ended = trial.finish(threads, &[])?;
        ended.must(ended.hash.as_deref() == Some(hash), "the table differs from that of an undisturbed solve")?;
        ended.must(trial.checkpoints()?.is_empty() && trial.files(".new")?.is_empty(), "some files remain")?;
        println!("  {threads} threads: {}; the same hash", resumed(&ended));
    }
    println!("{kills} kills: the same hash each time, at most {worst:.0?} lost");
    Ok(())
}

/// Like `killed`, for a solve that does not fit the memory. A later run may resume a solve on disk in memory.
fn killed_on_disk(whole: &Trial<'_>, kills: u64, hash: &str, rng: &mut Rng) -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    let trial = Trial { folder: folder.path(), every: 100, mem: LITTLE, ..*whole };
    let begun = Instant::now();
    let ended = trial.finish(2, &[])?;
    let takes = begun.elapsed();
    ended.must(
        ended.hash.as_deref() == Some(hash),
        "the table of a solve on disk differs from that of a solve in memory",
    )?;
    println!("on disk, in {LITTLE}: {takes:.1?} with a checkpoint every 100 ms");
    killed(&trial, kills, takes, hash, rng)?;
    let folder = tempfile::tempdir()?;
    let [little, much] = [LITTLE, whole.mem].map(|mem| Trial { folder: folder.path(), mem, ..trial });
    for (one, other) in [(&little, &much), (&much, &little)] {
        little.clear()?;
        one.kill(one.start(2)?, takes / 2)?;
        let ended = other.finish(3, &[])?;
        ended.must(ended.hash.as_deref() == Some(hash), "the table differs with another memory limit")?;
        println!("begun with {}, resumed with {}: {}", one.mem, other.mem, resumed(&ended));
    }
    Ok(())
}

/// Returns the output line that names the checkpoint from which the solve resumed. If there is no such line, returns a
/// text that says that the solve began anew or had ended.
fn resumed(ended: &Ended) -> &str {
    let line = ended.stderr.iter().find(|line| line.contains("goes on from "));
    line.map_or("began anew, or had ended", String::as_str)
}

/// Changes a bit in one checkpoint, or in both checkpoints.
fn flipped(whole: &Trial<'_>, takes: Duration, hash: &str, rng: &mut Rng) -> io::Result<()> {
    for _ in 0..FLIPS {
        let folder = tempfile::tempdir()?;
        let trial = Trial { folder: folder.path(), ..*whole };
        trial.kill(trial.start(2)?, takes.mul_f64(0.2 + 0.6 * rng.f64()))?;
        let mut files = trial.checkpoints()?;
        files.truncate(rng.usize(1..=2));
        Trial::flip(&files, rng)?;
        let ended = trial.finish(1, &[])?;
        ended.must(ended.hash.as_deref() == Some(hash), "the table differs after a bit was changed")?;
        ended.must(files.is_empty() || ended.says("is damaged before byte"), "a changed bit is not reported")?;
        println!("a bit changed in {} files: {}", files.len(), ended.stderr.join(" "));
    }
    Ok(())
}

/// Solves into a folder on a full disk, and into an unwritable folder. Both folders are on memory disks. Only root may
/// mount a memory disk.
fn in_small_folders(whole: &Trial<'_>) -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    let trial = Trial { folder: folder.path(), ..*whole };
    let Some(mounted) = Mounted::at(folder.path()) else {
        println!("full disk, read-only folder: skipped, because the user may not mount a small disk");
        return Ok(());
    };
    let refused = trial.finish(2, &[])?;
    refused.must(refused.code == Some(3), "a table that may not fit is refused before it is solved")?;
    println!("full disk, before: {}", refused.stderr.join(" "));
    let full = trial.finish(2, &["--disk", "1G"])?;
    let is_reported = full.says("cannot write") && full.says("the solve goes on");
    full.must(full.code == Some(3) && is_reported, "a full disk")?;
    full.must(trial.files(".rgt")?.is_empty() && trial.files(".new")?.is_empty(), "a full disk leaves half a file")?;
    println!("full disk, after: {}", full.stderr.join(" "));
    mounted.remount("ro")?;
    let refused = trial.finish(2, &["--disk", "1G"])?;
    refused.must(refused.code == Some(3) && refused.says("cannot write"), "a read-only folder")?;
    println!("read-only folder: {}", refused.stderr.join(" "));
    Ok(())
}

/// A memory disk of 64 KiB, which is too small for two checkpoints.
struct Mounted<'f>(&'f Path);

impl<'f> Mounted<'f> {
    fn at(folder: &'f Path) -> Option<Self> {
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=64K", "retrograde-faults"]).arg(folder);
        mount.output().is_ok_and(|output| output.status.success()).then_some(Self(folder))
    }

    fn remount(&self, how: &str) -> io::Result<()> {
        let done = Command::new("mount").args(["-o", &format!("remount,{how}")]).arg(self.0).status()?;
        if done.success() { Ok(()) } else { Err(io::Error::other("cannot mount a folder anew")) }
    }
}

impl Drop for Mounted<'_> {
    fn drop(&mut self) {
        // If the unmount fails, the memory disk exists until the machine restarts.
        let _ = Command::new("umount").arg(self.0).status();
    }
}

/// Returns an open board of `race` with the two tokens in opposite corners.
fn open_race(side: usize) -> String {
    let mut rows = vec![side.to_string(); side];
    rows[0] = format!("A{}", side - 1);
    rows[side - 1] = format!("{}B", side - 1);
    format!("race:{}_a", rows.join("/"))
}
