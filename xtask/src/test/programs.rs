//! The test programs that cargo has built. Two test programs run at a time. The slowest programs start first.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{fmt, fs, io, thread};

use crate::process::{Ended, Output, Run, Trouble};

/// The number of programs that run at a time, each with one thread per core. More than one program at a time is useful,
/// because most tests wait for other processes or for one solve.
const LANES: usize = 2;
/// The names of the slowest programs. The slowest programs start first. If they started last, one of them would still
/// run when all other programs have ended.
const LONGEST: [&str; 6] = [
    "retrograde-cli all",
    "retrograde-games all",
    "retrograde all",
    "retrograde-service all",
    "retrograde-tables all",
    "retrograde-cluster all",
];
/// Ignored tests that have a separate command in their documentation. The command `cargo xtask test` never runs these
/// tests.
pub(super) const BY_HAND: [&str; 3] =
    ["one_of_them", "two_thousand_probes_a_second_are_answered_soon", "words_and_pairs_agree_in_a_long_run"];

/// A test program that cargo has built.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Program {
    /// The names of the package and of the target, such as `retrograde-games all`; the unit tests of a library are
    /// named `retrograde-games unit`.
    name: String,
    path: PathBuf,
    /// The folder of the program's package, in which the program runs.
    folder: PathBuf,
}

impl Program {
    /// Parses a line of output from `cargo test --no-run --message-format=json-render-diagnostics`; `None` if the line
    /// does not describe a test program.
    fn of(message: &str) -> Option<Self> {
        if !message.contains(r#""reason":"compiler-artifact""#) || !message.contains(r#""test":true},"features""#) {
            return None;
        }
        let [path, manifest] = ["executable", "manifest_path"].map(|key| text(message, key).map(PathBuf::from));
        let (path, manifest) = (path?, manifest?);
        let folder = manifest.parent()?.to_owned();
        let package = folder.file_name()?.to_str()?.to_owned();
        let (_, target) = message.split_once(r#""target":{"#)?;
        let kind = if target.starts_with(r#""kind":["test"]"#) { text(target, "name")? } else { "unit" };
        Some(Self { name: format!("{package} {kind}"), path, folder })
    }

    /// Returns all test programs that a build's messages name, the slowest first.
    pub(super) fn all(messages: &str) -> Vec<Self> {
        let mut programs: Vec<_> = messages.lines().filter_map(Self::of).collect();
        let rank = |program: &Self| LONGEST.iter().position(|name| *name == program.name).unwrap_or(LONGEST.len());
        programs.sort_by_key(rank);
        programs
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    fn command(&self) -> Run {
        let folder = self.folder.to_string_lossy();
        Run::program(&self.path).within(&self.folder).with("CARGO_MANIFEST_DIR", &folder)
    }

    /// Runs the tests of the program, including the slow ones if `with_slow` is set; captures the output.
    fn run(&self, with_slow: bool) -> Report {
        let start = Instant::now();
        let mut run = self.command();
        if with_slow {
            run = run.args(["--include-ignored"]).args(BY_HAND.iter().flat_map(|name| ["--skip", name]));
        }
        // This variable enables the option `--report-time`, which prints the time of each test.
        let run = run.args(["-Zunstable-options", "--report-time"]).with("RUSTC_BOOTSTRAP", "1");
        let Ended { written, result, processor } = run.measured(Output::Captured);
        Report { name: self.name.clone(), written, result, wall: start.elapsed(), processor }
    }

    /// Returns the number of all tests in the program, and the number of slow tests.
    pub(super) fn count(&self) -> Result<[usize; 2], Trouble> {
        let count = |options: &[&str]| -> Result<usize, Trouble> {
            let list = self.command().args(options).output()?;
            let is_counted = |line: &&str| {
                line.strip_suffix(": test").is_some_and(|name| !BY_HAND.iter().any(|by_hand| name.ends_with(by_hand)))
            };
            Ok(list.lines().filter(is_counted).count())
        };
        Ok([count(&["--list"])?, count(&["--list", "--ignored"])?])
    }
}

/// Returns the text of the field `key` in cargo's JSON. Names and paths contain escape sequences only on Windows.
fn text<'m>(json: &'m str, key: &str) -> Option<&'m str> {
    json.split_once(&format!(r#""{key}":""#))?.1.split('"').next()
}

/// The result of running a program's tests.
pub(super) struct Report {
    name: String,
    written: String,
    result: Result<(), Trouble>,
    wall: Duration,
    processor: Option<Duration>,
}

/// The numbers of tests that passed, failed, or were ignored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) passed: usize,
    pub(super) failed: usize,
    pub(super) ignored: usize,
}

impl Report {
    /// Parses the lines of output such as `test result: ok. 3 passed; 0 failed; 1 ignored; ...`.
    pub(super) fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        for line in self.written.lines().filter(|line| line.starts_with("test result: ")) {
            for part in line.split(['.', ';']) {
                let mut words = part.split_whitespace();
                let Some(number) = words.next().and_then(|number| number.parse::<usize>().ok()) else { continue };
                match words.next() {
                    Some("passed") => tally.passed += number,
                    Some("failed") => tally.failed += number,
                    Some("ignored") => tally.ignored += number,
                    _ => {}
                }
            }
        }
        tally
    }

    /// Returns the time in seconds and the name of each test, from lines such as `test a::b ... ok <0.123s>`.
    pub(super) fn times(&self) -> impl Iterator<Item = (f64, String)> {
        self.written.lines().filter_map(|line| {
            let (name, end) = line.strip_prefix("test ")?.split_once(" ... ")?;
            let seconds = end.rsplit_once('<')?.1.strip_suffix("s>")?.parse().ok()?;
            Some((seconds, format!("{}: {name}", self.name)))
        })
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn has_failed(&self) -> bool {
        self.result.is_err()
    }

    pub(super) fn processor(&self) -> Option<Duration> {
        self.processor
    }
}

/// If the tests failed, prints the whole output. If they passed, prints one line with the number of tests and the names
/// of the skipped tests.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, written, wall, processor, .. } = self;
        if let Err(trouble) = &self.result {
            return writeln!(f, "[tests] {name} FAILED, {trouble}\n{written}");
        }
        for line in written.lines().filter(|line| line.contains("SKIPPED")) {
            writeln!(f, "{line}")?;
        }
        let Tally { passed, ignored, .. } = self.tally();
        write!(f, "[tests] {name}: {passed} passed, {ignored} ignored, {:.1} s", wall.as_secs_f64())?;
        processor.map_or(Ok(()), |time| write!(f, ", {:.1} s of processor time", time.as_secs_f64()))?;
        writeln!(f)
    }
}

/// Runs all programs. Reports the result of each program as soon as the program has ended.
pub(super) fn run(programs: &[Program], with_slow: bool, mut report: impl FnMut(Report) + Send) {
    let waiting = Mutex::new(programs.iter());
    let report = Mutex::new(&mut report);
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || {
        while let Some(program) = next() {
            let ended = program.run(with_slow);
            (report.lock().unwrap_or_else(PoisonError::into_inner))(ended);
        }
    };
    thread::scope(|scope| (0..LANES).for_each(|_| drop(scope.spawn(work))));
}

/// Returns the path of a program that was built together with the tests, such as `retrograde` or `examples/table`.
pub(super) fn beside(programs: &[Program], name: &str) -> Option<PathBuf> {
    // The test programs are in `deps`, a subfolder of the folder with the other programs.
    let folder = programs.first()?.path.parent().and_then(Path::parent)?;
    Some(folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX)))
}

/// Replaces the program `name`, which the tests start thousands of times, with a copy of itself. The linker writes a
/// program page by page, and the operating system then maps the program page by page at every start. The operating
/// system maps a copy in larger pieces.
///
/// Cargo keeps a second link to the program in the folder `deps`. The function also replaces this link, and the copy
/// keeps the time of the program. Without these two steps, the next cargo command would replace the program while tests
/// run it.
pub(super) fn replace_by_copy(programs: &[Program], name: &str) -> io::Result<()> {
    let Some(path) = beside(programs, name) else { return Ok(()) };
    let links = links_in(&path.with_file_name("deps"), &path)?;
    let copy = path.with_extension("copy");
    fs::copy(&path, &copy)?;
    fs::File::options().write(true).open(&copy)?.set_modified(fs::metadata(&path)?.modified()?)?;
    for link in links {
        let other = link.with_extension("copy");
        fs::hard_link(&copy, &other)?;
        fs::rename(other, link)?;
    }
    fs::rename(copy, path)
}

/// Returns the files of a folder that are links to the file `path`.
#[cfg(unix)]
fn links_in(folder: &Path, path: &Path) -> io::Result<Vec<PathBuf>> {
    use std::os::unix::fs::MetadataExt;

    let file = |path: &Path| fs::metadata(path).map(|found| (found.dev(), found.ino()));
    let wanted = file(path)?;
    let entries: Vec<_> = fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    let paths = entries.into_iter().map(|entry| entry.path());
    Ok(paths.filter(|path| file(path).is_ok_and(|found| found == wanted)).collect())
}

/// On other systems this function finds no links, so only the program itself is replaced.
#[cfg(not(unix))]
fn links_in(_: &Path, _: &Path) -> io::Result<Vec<PathBuf>> {
    Ok(Vec::new())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};
    use std::sync::Mutex;
    use std::time::Duration;

    use super::{BY_HAND, Program, Report, Tally, beside, replace_by_copy, run};
    use crate::process::{Trouble, root};

    const UNIT: &str = r#"{"reason":"compiler-artifact","package_id":"path+file:///r/crates/retrograde#0.1.0","manifest_path":"/r/crates/retrograde/Cargo.toml","target":{"kind":["lib"],"crate_types":["lib"],"name":"retrograde","src_path":"/r/crates/retrograde/src/lib.rs","edition":"2024","doc":true,"doctest":true,"test":true},"profile":{"opt_level":"1","debuginfo":0,"debug_assertions":true,"overflow_checks":true,"test":true},"features":[],"filenames":["/r/target/debug/deps/retrograde-1"],"executable":"/r/target/debug/deps/retrograde-1","fresh":false}"#;

    #[test]
    fn programs_are_read_from_messages_longest_first() {
        let all = UNIT
            .replace(r#""kind":["lib"]"#, r#""kind":["test"]"#)
            .replace(r#""name":"retrograde""#, r#""name":"all""#);
        let library = UNIT.replace(r#""test":true},"features""#, r#""test":false},"features""#);
        let programs = Program::all(&format!("{library}\n{UNIT}\n{{\"reason\":\"build-finished\"}}\n{all}\n"));
        let names: Vec<_> = programs.iter().map(|program| program.name.as_str()).collect();
        assert_eq!(names, ["retrograde all", "retrograde unit"]);
        assert_eq!(programs[0].folder, Path::new("/r/crates/retrograde"));
        let found = beside(&programs, "retrograde").unwrap();
        assert_eq!(found.parent(), Some(Path::new("/r/target/debug")));
    }

    /// Regression: a cargo command linked the program again while tests ran its copy.
    #[test]
    #[cfg(unix)]
    fn a_program_is_replaced_by_a_copy_with_all_its_links() {
        use std::os::unix::fs::MetadataExt;

        let folder = std::env::temp_dir().join(format!("xtask-copy-{}", std::process::id()));
        let deps = folder.join("deps");
        fs::create_dir_all(&deps).unwrap();
        let (program, link) = (folder.join("retrograde"), deps.join("retrograde-1"));
        fs::write(&link, "program").unwrap();
        fs::write(deps.join("other-1"), "program").unwrap();
        fs::hard_link(&link, &program).unwrap();
        let [before, other] = [&program, &deps.join("other-1")].map(|path| fs::metadata(path).unwrap());
        let test = Program { name: "a all".to_owned(), path: deps.join("all-1"), folder: folder.clone() };
        replace_by_copy(&[test], "retrograde").unwrap();
        let [after, linked] = [&program, &link].map(|path| fs::metadata(path).unwrap());
        assert!(after.ino() != before.ino() && after.ino() == linked.ino());
        assert_eq!((after.modified().unwrap(), after.mode()), (before.modified().unwrap(), before.mode()));
        assert_eq!(fs::metadata(deps.join("other-1")).unwrap().ino(), other.ino());
        assert_eq!((fs::read(&program).unwrap(), fs::read_dir(&deps).unwrap().count()), (b"program".to_vec(), 2));
        fs::remove_dir_all(folder).unwrap();
    }

    fn report(written: &str, result: Result<(), Trouble>) -> Report {
        let name = "a all".to_owned();
        Report { name, written: written.to_owned(), result, wall: Duration::from_secs(2), processor: None }
    }

    #[test]
    fn results_and_times_are_read_from_what_tests_write() {
        let written = "test a::b ... ok <1.250s>\ntest c ... ignored, slow: large\ntest d - should panic ... FAILED <0.5s>\n\
                       test result: FAILED. 1 passed; 1 failed; 1 ignored; 0 measured; 0 filtered out; finished in 1.80s\n";
        let failed = report(written, Err(Trouble::Failed("it ended".to_owned())));
        assert_eq!(failed.tally(), Tally { passed: 1, failed: 1, ignored: 1 });
        let times: Vec<_> = failed.times().collect();
        assert_eq!(times, [(1.25, "a all: a::b".to_owned()), (0.5, "a all: d - should panic".to_owned())]);
        assert!(failed.to_string().contains("test a::b ... ok"));
        let passed = report("SKIPPED x: no y\ntest result: ok. 3 passed; 0 failed; 0 ignored; 0 measured", Ok(()));
        assert_eq!(passed.to_string(), "SKIPPED x: no y\n[tests] a all: 3 passed, 0 ignored, 2.0 s\n");
    }

    /// Collects the reason and the name of each ignored test in a folder and its subfolders.
    fn ignored(folder: &Path, found: &mut Vec<[String; 2]>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                ignored(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                let tests = text.split("\n#[ignore").skip(1).map(|test| {
                    let reason = test.split('"').nth(1).unwrap_or_default();
                    let name = test.split("fn ").nth(1).and_then(|rest| rest.split('(').next()).unwrap_or_default();
                    [reason.to_owned(), name.to_owned()]
                });
                found.extend(tests);
            }
        }
    }

    #[test]
    fn an_ignored_test_is_slow_or_has_a_command() {
        let mut found = Vec::new();
        ignored(&root().join("crates"), &mut found);
        let (slow, other): (Vec<_>, Vec<_>) = found.iter().partition(|[reason, _]| reason.starts_with("slow: "));
        assert!(!slow.is_empty());
        let mut by_hand: Vec<_> = other.iter().map(|[_, name]| name.as_str()).collect();
        by_hand.sort_unstable();
        assert_eq!(by_hand, BY_HAND);
        assert!(other.iter().all(|[reason, _]| reason.starts_with("by hand: ")), "{other:?}");
    }

    #[test]
    fn every_program_runs_once_and_the_failing_one_is_reported() {
        let program = |path: &str| Program { name: path.to_owned(), path: PathBuf::from(path), folder: "/".into() };
        let programs = [program("true"), program("false"), program("true"), program("no-such-program")];
        let ends = Mutex::new(Vec::new());
        run(&programs, true, |report| ends.lock().unwrap().push((report.name.clone(), report.has_failed())));
        let mut ends = ends.into_inner().unwrap();
        ends.sort();
        let expected = [("false", true), ("no-such-program", true), ("true", false), ("true", false)];
        assert_eq!(ends, expected.map(|(name, failed)| (name.to_owned(), failed)));
    }
}
