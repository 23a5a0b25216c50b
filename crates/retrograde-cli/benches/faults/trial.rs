//! Helpers for tests of `retrograde solve -o`. The helpers kill and resume solves, damage the files of solves, and
//! start two solves of one table.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fastrand::Rng;

use crate::ended::Ended;

/// A board that is solved into a folder with many checkpoints.
pub(crate) struct Trial<'t> {
    pub(crate) program: &'t Path,
    pub(crate) token: &'t str,
    pub(crate) folder: &'t Path,
    /// The time between two checkpoints, in milliseconds.
    pub(crate) every: u64,
    /// The memory limit. A solve that needs more continues on disk.
    pub(crate) mem: &'t str,
}

impl Trial<'_> {
    fn command(&self, threads: usize, more: &[&str]) -> Command {
        let mut command = Command::new(self.program);
        command.args(["--progress", "none", "-j", &threads.to_string(), "--mem", self.mem, "solve", "-o"]);
        command
            .arg(self.folder)
            .args(["--checkpoint", &self.every.to_string()])
            .args(more)
            .arg(self.token)
            .env("LC_ALL", "C")
            .env_remove("RETROGRADE_TABLES");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub(crate) fn start(&self, threads: usize) -> io::Result<Child> {
        self.command(threads, &[]).spawn()
    }

    /// Runs a solve to its end.
    pub(crate) fn finish(&self, threads: usize, more: &[&str]) -> io::Result<Ended> {
        self.command(threads, more).output().map(|output| Ended::of(&output))
    }

    /// Kills a run after the time `after`, unless the run ends earlier. Returns the age of the last checkpoint, if
    /// there is one.
    pub(crate) fn kill(&self, mut run: Child, after: Duration) -> io::Result<Option<Duration>> {
        let begun = Instant::now();
        while begun.elapsed() < after && run.try_wait()?.is_none() {
            std::thread::sleep(Duration::from_millis(1).min(after));
        }
        // The run may have ended already, so an error is ignored.
        let _ = run.kill();
        run.wait()?;
        let ages =
            self.checkpoints()?.into_iter().filter_map(|file| fs::metadata(file).ok()?.modified().ok()?.elapsed().ok());
        Ok(ages.min())
    }

    /// Removes all files of the folder.
    pub(crate) fn clear(&self) -> io::Result<()> {
        self.files("")?.iter().try_for_each(fs::remove_file)
    }

    /// Returns the files of the checkpoints, the newest first.
    pub(crate) fn checkpoints(&self) -> io::Result<Vec<PathBuf>> {
        let mut files = self.files(".checkpoint")?;
        let number = |file: &PathBuf| file.with_extension("").extension()?.to_str()?.parse::<u64>().ok();
        files.sort_by_key(|file| std::cmp::Reverse(number(file)));
        Ok(files)
    }

    /// Returns the files of the folder whose names have this ending.
    pub(crate) fn files(&self, end: &str) -> io::Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        for entry in fs::read_dir(self.folder)? {
            let file = entry?.path();
            if file.to_string_lossy().ends_with(end) {
                files.push(file);
            }
        }
        files.sort();
        Ok(files)
    }

    /// Changes one bit in each of these files.
    pub(crate) fn flip(files: &[PathBuf], rng: &mut Rng) -> io::Result<()> {
        for file in files {
            let mut bytes = fs::read(file)?;
            let at = rng.usize(..bytes.len());
            bytes[at] ^= 1 << rng.u32(..8);
            fs::write(file, bytes)?;
        }
        Ok(())
    }

    /// Runs a solve while this process holds the lock of the same table.
    pub(crate) fn crowded(&self, name: &str) -> io::Result<Ended> {
        let held = File::create(self.folder.join(format!("{name}.lock")))?;
        held.lock()?;
        self.finish(1, &[])
    }
}

/// Returns the name of the table that a file belongs to.
pub(crate) fn name_of(file: &Path) -> String {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    name.split('.').next().unwrap_or_default().to_owned()
}
