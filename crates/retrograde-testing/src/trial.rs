//! Checks a law (a property that must hold for every input of a parser) on the seeds of a fuzz target and on
//! [mutants](crate::mutant) of the seeds.
//!
//! A trial runs in a child process. The child is the same test program, but runs only the test of the trial. Each trial
//! therefore has its own memory limit. If an input aborts the child or overflows its stack, the trial reports this
//! failure like a panic. The current input is stored in a file, so that the trial can be repeated. Two environment
//! variables change a trial.
//!
//! ```text
//! RETROGRADE_SEED=7 cargo test …       tries other mutants
//! RETROGRADE_INPUT=FILE cargo test …   tries only this input
//! ```

use std::fs::{self, File};
use std::io::{Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, abort};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use std::{env, process, thread};

use crate::mutant::Mutants;

/// The maximum number of bytes that a law may allocate. Short inputs need far less memory, but an input may contain a
/// number that claims a far greater size.
pub const MEMORY: usize = 64 << 20;

/// The time limit for checking a law on one input.
pub const INPUT_TIMEOUT: Duration = Duration::from_secs(10);

/// The default seed of the random changes that make mutants.
const SEED: u64 = 26;

/// The environment variable with the file of the current input. The parent sets this variable for the child process.
const TRIED: &str = "RETROGRADE_TRIED";

/// The text that the child process prints after it has checked all inputs. If the output does not contain this text,
/// the trial fails.
const DONE: &str = "all inputs keep the law:";

/// A trial, which is a law with its inputs. The trial fails if the law panics, aborts, exceeds the time limit or
/// allocates too much memory.
#[derive(Clone, Copy, Debug)]
pub struct Trial<'t> {
    /// The path of the test that runs this trial, as `concat!(module_path!(), "::name")`.
    pub test: &'t str,
    /// The name of the fuzz target whose seeds are used. The folder of the seeds in `fuzz/corpus` has the same name.
    pub target: &'t str,
    /// The law, as a function that panics if an input breaks the law.
    pub law: fn(&[u8]),
    /// The number of mutants that the trial checks.
    pub inputs: usize,
    /// A function that sets the maximum number of bytes that the test program's allocator provides.
    pub limit: fn(usize),
    /// The time limit for one input.
    pub input_timeout: Duration,
}

impl Trial<'_> {
    /// # Panics
    /// If an input breaks the law. The message of the panic names the target, the seed and the input.
    pub fn run(&self) {
        match self.report() {
            Ok(done) => println!("{}: {done}", self.target),
            Err(report) => panic!("{report}"),
        }
    }

    /// Runs the trial, and returns a summary.
    ///
    /// # Errors
    /// If an input breaks the law, returns a message. The message has the target, the seed, the input and the output of
    /// the child process.
    pub fn report(&self) -> Result<String, String> {
        if let Some(tried) = env::var_os(TRIED) {
            return Ok(self.try_all(Path::new(&tried)));
        }
        let program = env::current_exe().unwrap();
        let (_, test) = self.test.split_once("::").expect("a test has a crate");
        let tried = file(&program, &format!("{}-{}", test.replace("::", "-"), process::id()));
        let mut command = Command::new(program);
        command.args(["--exact", test, "--include-ignored", "--nocapture"]).env(TRIED, &tried);
        let output = command.output().unwrap();
        let printed = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        let done = printed[0].lines().find_map(|line| line.split_once(DONE));
        match done {
            Some((_, done)) if output.status.success() => {
                fs::remove_file(&tried).unwrap();
                Ok(format!("{DONE}{done}"))
            }
            _ => Err(self.failure(&tried, &output.status.to_string(), &printed.concat())),
        }
    }

    fn failure(&self, tried: &Path, status: &str, printed: &str) -> String {
        let Self { target, .. } = self;
        let last = fs::read(tried).unwrap_or_default();
        let seeds = self.seeds();
        let number = self.inputs(&seeds).position(|input| input == last);
        let number = number.map_or("an input".to_owned(), |number| format!("input {}", number + 1));
        format!(
            "{target}: {number} of {} from seed {} breaks the law ({status}): \"{}\"\n\
             it is kept in {file}; try it again by RETROGRADE_INPUT={file}, or by cargo xtask fuzz {target} --input {file}\n{printed}",
            seeds.len() + self.inputs,
            seed(),
            last.escape_ascii(),
            file = tried.display(),
        )
    }

    fn try_all(&self, tried: &Path) -> String {
        let mut file = File::create(tried).unwrap();
        let seeds = self.seeds();
        let count = Arc::new(AtomicU64::new(0));
        watch(Arc::clone(&count), self.input_timeout);
        (self.limit)(MEMORY);
        for input in self.inputs(&seeds) {
            file.set_len(0).unwrap();
            file.rewind().unwrap();
            file.write_all(&input).unwrap();
            (self.law)(&input);
            count.fetch_add(1, Ordering::Relaxed);
        }
        let done = format!("{DONE} {} from seed {}", count.load(Ordering::Relaxed), seed());
        println!("{done}");
        done
    }

    /// Returns the seeds, followed by their mutants. If the environment variable `RETROGRADE_INPUT` names a file,
    /// returns only the input in this file.
    fn inputs<'s>(&self, seeds: &'s [Vec<u8>]) -> Box<dyn Iterator<Item = Vec<u8>> + 's> {
        match env::var_os("RETROGRADE_INPUT") {
            Some(file) => Box::new(std::iter::once(fs::read(file).unwrap())),
            None => Box::new(seeds.iter().cloned().chain(Mutants::new(seeds, seed()).take(self.inputs))),
        }
    }

    /// Returns the seeds of the target that are under version control, sorted by file name. Inputs that libFuzzer adds
    /// differ between machines, so a trial does not use these inputs.
    fn seeds(&self) -> Vec<Vec<u8>> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(self.target);
        let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
        files.retain(|file| file.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"seed-")));
        files.sort();
        files.iter().map(|file| fs::read(file).unwrap()).collect()
    }
}

fn seed() -> u64 {
    env::var("RETROGRADE_SEED").map_or(SEED, |seed| seed.parse().expect("RETROGRADE_SEED is a number"))
}

/// Returns the path of a file in the folder `tried`, which is in the same folder as the test programs.
fn file(program: &Path, name: &str) -> PathBuf {
    let folder = program.parent().unwrap().join("tried");
    fs::create_dir_all(&folder).unwrap();
    folder.join(name)
}

/// Starts a thread that aborts the process if the check of one input exceeds the time limit.
fn watch(count: Arc<AtomicU64>, input_timeout: Duration) {
    const LOOKS: u32 = 10;
    thread::spawn(move || {
        let (mut last, mut same) = (0, 0);
        while same < LOOKS {
            thread::sleep(input_timeout / LOOKS);
            let now = count.load(Ordering::Relaxed);
            same = if now == last { same + 1 } else { 0 };
            last = now;
        }
        eprintln!("one input takes longer than {input_timeout:?}");
        abort();
    });
}
