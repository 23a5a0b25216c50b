//! The steps, and their requirements.

use std::fmt;

use crate::tool::{
    CHROMIUM, CPP_COMPILER, DUCKDB, FIREFOX, FULL_CHROMIUM, NODE, NPM, PAGE_CHECKERS, SSHD, STORE, Tool, WASM_COMPILER,
    YAML, ZSTD_FOR_C, ZSTD_FOR_PYTHON,
};

/// One check.
pub(super) struct Step {
    pub(super) name: &'static str,
    /// Its folder, relative to the root of the repository.
    pub(super) dir: &'static str,
    pub(super) work: Work,
    pub(super) lane: Lane,
    pub(super) when: When,
    /// The step that builds the programs of this one.
    pub(super) builder: Option<&'static str>,
    /// The step that must end before this one starts.
    pub(super) after: Option<&'static str>,
    /// The required tools: if one is missing and cannot be installed, the step is skipped with a message.
    pub(super) needs: &'static [&'static Tool],
    /// Tools that only a few checks of the step need: if one is missing, these checks are skipped with a message.
    pub(super) wants: &'static [&'static Tool],
    /// The same for checks that only `--all` runs.
    pub(super) wants_all: &'static [&'static Tool],
}

/// The work of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Work {
    /// A command, as typed in a shell.
    Command(&'static str),
    /// A command of cargo that compiles tests; a later step runs their programs.
    Build(&'static str),
    /// A command of cargo that compiles tests and runs them.
    Test(&'static str),
    /// Runs the test programs that have been built.
    Tests,
}

/// The lane of a step. Steps of one lane run one after another; lanes run in parallel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lane {
    /// Cargo builds in the workspace, which it locks.
    Build,
    /// Runs built programs, or needs no build.
    Run,
    /// Runs built programs in the lane that would otherwise end first.
    Either,
    /// Runs alone after all others, because it measures times and frames of the page, which mean little on a busy
    /// machine.
    Alone,
}

/// The run that includes a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    Always,
    /// Only `--all`.
    Slow,
}

impl Work {
    /// Returns the command, if the step is one.
    pub(super) fn command(self) -> Option<&'static str> {
        match self {
            Self::Command(command) | Self::Build(command) | Self::Test(command) => Some(command),
            Self::Tests => None,
        }
    }

    /// Returns the command that builds the test programs of this step without running them, if the step has its own
    /// test programs.
    pub(super) fn building_tests(self) -> Option<String> {
        match self {
            Self::Build(command) => Some(command.to_owned()),
            Self::Test(command) => Some(format!("{command} --no-run")),
            Self::Command(_) | Self::Tests => None,
        }
    }
}

impl fmt::Display for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.command().unwrap_or("the programs that `build` made, two at a time"))
    }
}

/// The folder of the page's tests.
const PAGE: &str = "crates/retrograde-web/browser";

/// Compiles with clippy's lints as errors; clippy's compiler also generates programs. `cargo clippy` would check all
/// dependencies again.
macro_rules! linted {
    () => {
        "RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS=-Dwarnings__CLIPPY_HACKERY__ "
    };
}

/// The packages of the short run's steps. Packages and features are the same in all steps, so that dependencies are
/// compiled once per profile. The short run omits three packages whose dependencies take longer to compile than all
/// others together.
macro_rules! workspace {
    ($verb:literal, $rest:literal) => {
        concat!(
            linted!(),
            $verb,
            " --locked --workspace --exclude retrograde-parquet --exclude retrograde-s3 --exclude retrograde-schema-check",
            " --features cluster",
            $rest
        )
    };
}

/// The packages that the short run omits, and the command with the features that two of them add.
macro_rules! slow_packages {
    ($verb:literal, $rest:literal) => {
        concat!(
            linted!(),
            $verb,
            " --locked -p retrograde-parquet -p retrograde-s3 -p retrograde-schema-check -p retrograde-cli",
            " --features retrograde-cli/cluster,retrograde-cli/parquet,retrograde-cli/s3",
            $rest
        )
    };
}

/// A step of the short run that builds; the other steps are variants of it.
pub(super) const ONE: Step = Step {
    name: "",
    dir: ".",
    work: Work::Tests,
    lane: Lane::Build,
    when: When::Always,
    builder: None,
    after: None,
    needs: &[],
    wants: &[],
    wants_all: &[],
};

/// The checks, in the order of their lanes.
///
/// `build` also builds the examples and the program, which tests and visits run. With `--tests`, cargo would build the
/// examples as tests instead. The slow packages come after `tests`, because they replace the program under test by one
/// with other features. The fuzz targets that libFuzzer runs are outside the workspace, because all their dependencies
/// are compiled with coverage counters.
#[rustfmt::skip]
pub(super) const STEPS: &[Step] = &[
    Step { name: "build", work: Work::Build(workspace!("cargo test", " --no-run")), ..ONE },
    Step { name: "benches", work: Work::Command(workspace!("cargo test", " --no-run --benches")), ..ONE },
    Step { name: "doc", work: Work::Command(workspace!("cargo xtask doc", "")), ..ONE },
    Step { name: "wasm", work: Work::Command("cargo xtask wasm"), when: When::Slow, needs: &[&WASM_COMPILER], ..ONE },
    Step { name: "fuzz-fmt", dir: "fuzz", work: Work::Command("cargo fmt --check"), when: When::Slow, ..ONE },
    Step { name: "fuzz-clippy", dir: "fuzz", work: Work::Command("cargo clippy --locked --release --all-targets -- -D warnings"), when: When::Slow, needs: &[&CPP_COMPILER], ..ONE },
    Step { name: "fuzz", work: Work::Command("cargo xtask fuzz --seconds 5 --seed 1"), when: When::Slow, needs: &[&CPP_COMPILER], ..ONE },
    Step { name: "slow-build", work: Work::Command(slow_packages!("cargo test", " --no-run")), after: Some("tests"), when: When::Slow, ..ONE },
    Step { name: "parquet", work: Work::Test(slow_packages!("cargo test", " --no-fail-fast --test export")), after: Some("tests"), when: When::Slow, wants: &[&DUCKDB], ..ONE },
    Step { name: "s3", work: Work::Test(slow_packages!("cargo test", " --no-fail-fast --lib --test stores")), after: Some("tests"), when: When::Slow, wants: &[&STORE, &DUCKDB], ..ONE },
    Step { name: "schemas", work: Work::Test(slow_packages!("cargo test", " --no-fail-fast --test answers")), after: Some("tests"), when: When::Slow, ..ONE },
    Step { name: "slow-doc", work: Work::Command("RUSTDOCFLAGS=-Dwarnings cargo doc --locked --workspace --all-features --no-deps --keep-going --lib --bin xtask --example add_a_game"), after: Some("tests"), when: When::Slow, ..ONE },

    Step { name: "fmt", work: Work::Command("cargo fmt --all --check"), lane: Lane::Run, ..ONE },
    Step { name: "page", dir: PAGE, work: Work::Command("npm run --silent check"), lane: Lane::Run, needs: &[&NODE, &NPM, &PAGE_CHECKERS], ..ONE },
    Step { name: "tests", work: Work::Tests, lane: Lane::Run, builder: Some("build"), wants: &[&ZSTD_FOR_PYTHON, &ZSTD_FOR_C, &SSHD, &YAML], ..ONE },
    Step { name: "browser", dir: PAGE, work: Work::Command("npm run --silent visit -- --untimed"), lane: Lane::Either, needs: &[&NODE, &NPM, &PAGE_CHECKERS, &CHROMIUM], wants_all: &[&FULL_CHROMIUM, &FIREFOX], ..ONE },
    Step { name: "pace", dir: PAGE, work: Work::Command("npm run --silent visit -- --timed"), lane: Lane::Alone, needs: &[&NODE, &NPM, &PAGE_CHECKERS, &CHROMIUM], ..ONE },
];

#[cfg(test)]
mod tests {
    use super::{STEPS, When, Work};

    /// A build with other features replaces the program that the tests run.
    #[test]
    fn issue_26_the_program_under_test_is_not_replaced() {
        let replaces = |command: &str| command.contains("--features retrograde-cli/");
        let replacing = STEPS.iter().filter(|step| step.work.command().is_some_and(replaces));
        assert!(replacing.clone().count() > 0);
        assert!(replacing.map(|step| step.after).all(|after| after == Some("tests")));
    }

    /// For each package that the short run omits, a step exists that tests it and that `--list` counts.
    #[test]
    fn issue_26_all_test_programs_are_counted() {
        let runs = |command: &str| command.contains("cargo test ") && !command.contains(" --no-run");
        for step in STEPS.iter().filter(|step| step.work.command().is_some_and(runs)) {
            assert!(matches!(step.work, Work::Test(_)) && step.when == When::Slow, "{}", step.name);
        }
        let of =
            |when| STEPS.iter().filter(move |step| step.when == when).filter_map(|step| step.work.building_tests());
        let (short, slow): (Vec<_>, Vec<_>) = (of(When::Always).collect(), of(When::Slow).collect());
        assert!(short.iter().chain(&slow).all(|command| command.matches(" --no-run").count() == 1), "{slow:?}");
        let excluded: Vec<_> = short.iter().flat_map(|command| command.split(" --exclude ").skip(1)).collect();
        assert_eq!(excluded.len(), 3);
        for package in excluded.iter().filter_map(|rest| rest.split(' ').next()) {
            assert!(slow.iter().any(|command| command.contains(&format!(" -p {package} "))), "{package}");
        }
    }
}
