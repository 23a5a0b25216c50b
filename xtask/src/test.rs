//! `cargo xtask test`: everything that must hold before a change goes in.

use std::fmt::{self, Write as _};
use std::thread;
use std::time::{Duration, Instant};

use crate::process::{Run, Trouble};
use crate::tool::{
    CHROMIUM, CPP_COMPILER, DUCKDB, FIREFOX, NODE, NPM, PAGE_CHECKERS, SSHD, STORE, Tool, WASM_COMPILER, YAML,
    ZSTD_FOR_C, ZSTD_FOR_PYTHON,
};
use crate::{help, wants_help};

/// One check.
struct Step {
    name: &'static str,
    /// The folder it runs in, from the root of the repository.
    dir: &'static str,
    command: &'static str,
    lane: Lane,
    /// A step of which a tool is missing and cannot be installed is skipped, aloud.
    needs: &'static [&'static Tool],
    /// Of what only a few of its checks need: those are skipped, aloud.
    wants: &'static [&'static Tool],
}

/// Which steps run one after another; the lanes run side by side, as hardly any step keeps all cores busy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lane {
    /// What cargo builds in the workspace: it would wait for itself. The visits to the page, whose program is built there, are the last: they
    /// hold it to times and frames, which mean little while the tests run beside them.
    Workspace,
    /// What has a folder of its own to build in, or only runs.
    Beside,
}

/// Where the page's tests are.
const PAGE: &str = "crates/retrograde-web/browser";

/// The checks. `tests` comes early, as `browser` waits for the program that it builds.
///
/// `tests` runs the doc tests, too, and builds the examples, which `retrograde-cli`'s tests run along with the README's.
/// Naming kinds of targets, as `--tests`, would build the examples as tests instead.
/// What is tested has the features `parquet`, `cluster` and `s3`; the fuzz targets are built without them.
/// `page` checks the types of the page's modules and runs their unit tests, `browser` visits the page of the real binary, which it
/// builds as `tests` does.
/// The fuzz targets live outside the workspace, because all they depend on is compiled with coverage counters.
#[rustfmt::skip]
const STEPS: &[Step] = &[
    Step { name: "fmt",         dir: ".",    lane: Lane::Workspace, needs: &[], wants: &[], command: "cargo fmt --all --check" },
    Step { name: "tests",       dir: ".",    lane: Lane::Workspace, needs: &[], wants: &[&ZSTD_FOR_PYTHON, &ZSTD_FOR_C, &DUCKDB, &SSHD, &YAML, &STORE], command: "cargo test --locked --workspace --features parquet,cluster,s3 --no-fail-fast" },
    Step { name: "clippy",      dir: ".",    lane: Lane::Workspace, needs: &[], wants: &[], command: "cargo clippy --locked --workspace --all-targets --features parquet,cluster,s3 --keep-going -- -D warnings" },
    Step { name: "doc",         dir: ".",    lane: Lane::Workspace, needs: &[], wants: &[], command: "RUSTDOCFLAGS=-Dwarnings cargo doc --locked --workspace --features parquet,cluster,s3 --no-deps --keep-going" },
    Step { name: "fuzz-fmt",    dir: "fuzz", lane: Lane::Beside, needs: &[], wants: &[], command: "cargo fmt --check" },
    Step { name: "page",        dir: PAGE,   lane: Lane::Beside, needs: &[&NODE, &NPM, &PAGE_CHECKERS], wants: &[], command: "npm run --silent check" },
    Step { name: "fuzz-clippy", dir: "fuzz", lane: Lane::Beside, needs: &[&CPP_COMPILER], wants: &[], command: "cargo clippy --locked --release --all-targets -- -D warnings" },
    Step { name: "fuzz",        dir: ".",    lane: Lane::Beside, needs: &[&CPP_COMPILER], wants: &[], command: "cargo xtask fuzz --seconds 5 --seed 1" },
    Step { name: "wasm",        dir: ".",    lane: Lane::Beside, needs: &[&WASM_COMPILER], wants: &[], command: "cargo xtask wasm" },
    Step { name: "browser",     dir: PAGE,   lane: Lane::Workspace, needs: &[&NODE, &NPM, &PAGE_CHECKERS, &CHROMIUM], wants: &[&FIREFOX], command: "npm run --silent visit" },
];

pub(crate) fn main(words: &[&str]) -> Result<(), Trouble> {
    if wants_help(words) {
        return help(&help_text());
    }
    let steps = chosen(words)?;
    let start = Instant::now();
    let failed = run_all(&steps);
    eprintln!("all done in {}", seconds(start.elapsed()));
    verdict(&failed)
}

/// Runs the steps, and names those that failed. What a lane beside the other writes is shown when its step has ended.
fn run_all(steps: &[&'static Step]) -> Vec<&'static str> {
    let [workspace, beside] = [Lane::Workspace, Lane::Beside]
        .map(|lane| steps.iter().copied().filter(|step| step.lane == lane).collect::<Vec<_>>());
    if workspace.is_empty() || beside.is_empty() {
        return run_lane(steps, Step::run);
    }
    thread::scope(|scope| {
        let beside = scope.spawn(|| run_lane(&beside, Step::run_quietly));
        let mut failed = run_lane(&workspace, Step::run);
        failed.extend(beside.join().expect("a step that fails is no panic"));
        failed
    })
}

fn run_lane(steps: &[&'static Step], run: impl Fn(&Step) -> End) -> Vec<&'static str> {
    let mut failed = Vec::new();
    for step in steps {
        let Step { name, command, .. } = step;
        eprintln!("[{name}] {command}");
        let start = Instant::now();
        let end = run(step);
        eprintln!("[{name}] {end}, {}", seconds(start.elapsed()));
        if let End::Failed(_) = end {
            failed.push(*name);
        }
    }
    failed
}

/// How a step ended.
enum End {
    Passed,
    /// Something is missing: what, and how to get it.
    Skipped(String),
    Failed(Trouble),
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Passed => f.write_str("ok"),
            Self::Skipped(missing) => write!(f, "SKIPPED, {missing}"),
            Self::Failed(trouble) => write!(f, "FAILED, {trouble}"),
        }
    }
}

impl Step {
    /// Runs; what it writes is seen at once.
    fn run(&self) -> End {
        self.start().map_or_else(End::Skipped, |run| run.check().into())
    }

    /// Runs; what it writes is seen when it has ended, in one piece.
    fn run_quietly(&self) -> End {
        self.start().map_or_else(End::Skipped, |run| {
            let (written, end) = run.check_quietly();
            eprint!("{written}");
            end.into()
        })
    }

    /// The command, if its tools are there; else what is missing.
    fn start(&self) -> Result<Run, String> {
        self.needs.iter().try_for_each(|tool| tool.ensure())?;
        for missing in self.wants.iter().filter_map(|tool| tool.ensure().err()) {
            eprintln!("[{}] a part is SKIPPED, it {missing}", self.name);
        }
        Ok(Run::line(self.command).dir(self.dir))
    }
}

impl From<Result<(), Trouble>> for End {
    fn from(end: Result<(), Trouble>) -> Self {
        match end {
            Ok(()) => Self::Passed,
            Err(trouble) => Self::Failed(trouble),
        }
    }
}

/// An error if a step failed, which says how to run it alone.
fn verdict(failed: &[&str]) -> Result<(), Trouble> {
    if failed.is_empty() {
        return Ok(());
    }
    let steps = if failed.len() == 1 { "step" } else { "steps" };
    let names = failed.join(" ");
    Err(Trouble::Failed(format!("failed {steps}: {names}\nto run only that: cargo xtask test {names}")))
}

/// The steps named, in that order; all of them if none is.
fn chosen(names: &[&str]) -> Result<Vec<&'static Step>, Trouble> {
    if names.is_empty() {
        return Ok(STEPS.iter().collect());
    }
    let find = |name: &&str| {
        let unknown = || Trouble::Usage(format!("no step `{name}`; `cargo xtask test --help` lists them"));
        STEPS.iter().find(|step| step.name == *name).ok_or_else(unknown)
    };
    names.iter().map(find).collect()
}

fn help_text() -> String {
    let mut text = "\
Runs the project's checks, the same here and in CI.

Usage: cargo xtask test [STEP]...

Without a step, runs all; what failed is named at the end:
"
    .to_owned();
    for Step { name, dir, command, .. } in STEPS {
        let place = if *dir == "." { String::new() } else { format!("cd {dir}; ") };
        writeln!(text, "  {name:<12} {place}{command}").expect("a string can grow");
    }
    text
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::{Lane, STEPS, Step, chosen, help_text, run_all, verdict};

    #[test]
    fn steps_are_found_by_name() {
        for step in STEPS {
            let found = chosen(&[step.name]).unwrap();
            assert_eq!(found[0].command, step.command, "two steps are called {}", step.name);
            assert!(help_text().contains(step.command));
        }
        assert_eq!(chosen(&[]).unwrap().len(), STEPS.len());
        assert_eq!(chosen(&["doc", "fmt"]).unwrap()[1].name, "fmt");
        assert!(chosen(&["fmt", "lint"]).is_err_and(|error| error.to_string().contains("`lint`")));
    }

    /// A lock file that a step brings up to date is not the one that was checked.
    #[test]
    fn every_step_that_resolves_dependencies_is_locked() {
        let resolves = |command: &str| {
            ["clippy", "test", "doc", "build"].iter().any(|verb| command.contains(&format!("cargo {verb}")))
        };
        let unlocked: Vec<_> = STEPS
            .iter()
            .filter(|step| resolves(step.command) && !step.command.contains(" --locked "))
            .map(|step| step.name)
            .collect();
        assert_eq!(unlocked, [""; 0]);
    }

    #[test]
    fn what_builds_in_the_workspace_shares_a_lane() {
        for Step { name, dir, lane, command, .. } in STEPS {
            let builds = command.contains("cargo ") && !command.contains("cargo xtask ");
            assert!(!builds || *dir != "." || *lane == Lane::Workspace, "{name} would wait for the other lane");
        }
    }

    #[test]
    fn a_step_that_fails_is_named_whatever_its_lane() {
        const fn step(name: &'static str, lane: Lane, command: &'static str) -> Step {
            Step { name, dir: ".", lane, command, needs: &[], wants: &[] }
        }
        static STEPS: [Step; 4] = [
            step("a", Lane::Workspace, "cargo --version"),
            step("b", Lane::Beside, "cargo no-such-command"),
            step("c", Lane::Beside, "cargo --version"),
            step("d", Lane::Workspace, "cargo no-such-command"),
        ];
        assert_eq!(run_all(&STEPS.each_ref()), ["d", "b"]);
        assert_eq!(run_all(&[&STEPS[1], &STEPS[2]]), ["b"]);
    }

    #[test]
    fn failed_steps_are_named_with_the_command_that_runs_them() {
        assert!(verdict(&[]).is_ok());
        let error = verdict(&["fmt", "doc"]).unwrap_err().to_string();
        assert_eq!(error, "failed steps: fmt doc\nto run only that: cargo xtask test fmt doc");
    }
}
