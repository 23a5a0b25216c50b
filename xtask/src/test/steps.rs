//! The steps of `cargo xtask test`, and their requirements.

use std::fmt;

use crate::tool::{
    CHROMIUM, CPP_COMPILER, DUCKDB, FIREFOX, FULL_CHROMIUM, MATURIN, NGINX, NODE, NPM, PAGE_CHECKERS, SSHD, STORE,
    Tool, WASM_COMPILER, YAML, ZSTD_FOR_C, ZSTD_FOR_PYTHON,
};

/// A step is one check or one build.
pub(super) struct Step {
    pub(super) name: &'static str,
    /// The folder in which the step runs, relative to the root of the repository.
    pub(super) dir: &'static str,
    pub(super) work: Work,
    pub(super) lane: Lane,
    pub(super) when: When,
    /// The name of the step that builds the programs for this step.
    pub(super) builder: Option<&'static str>,
    /// The name of the step that must end before this step starts.
    pub(super) after: Option<&'static str>,
    /// The required tools. If a required tool is missing and cannot be installed, the step is skipped with a message.
    pub(super) needs: &'static [&'static Tool],
    /// The tools that only a few checks of the step need. If one of these tools is missing, these checks are skipped
    /// with a message.
    pub(super) wants: &'static [&'static Tool],
    /// Like `wants`, for checks that only `--all` runs.
    pub(super) wants_all: &'static [&'static Tool],
}

/// The work that a step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Work {
    /// Runs a command, as typed in a shell.
    Command(&'static str),
    /// Runs a cargo command that compiles tests; a later step runs the test programs.
    Build(&'static str),
    /// Runs a cargo command that compiles tests and runs them.
    Test(&'static str),
    /// Runs the test programs that have been built.
    Tests,
}

/// The lane of a step. Steps of the same lane run one after another; different lanes run in parallel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lane {
    /// Steps that build in the workspace with cargo, which locks the workspace.
    Build,
    /// Steps that run built programs, or need no build.
    Run,
    /// Steps that run built programs. They run in the lane that would otherwise end first.
    Either,
    /// Steps that run alone after all other steps. Steps of this lane measure times and frames of the page. These
    /// measurements are not reliable on a busy machine.
    Alone,
}

/// Which runs include a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    Always,
    /// Only runs with `--all`.
    Slow,
}

impl Work {
    /// Returns the command of the step, if the step runs a command.
    pub(super) fn command(self) -> Option<&'static str> {
        match self {
            Self::Command(command) | Self::Build(command) | Self::Test(command) => Some(command),
            Self::Tests => None,
        }
    }

    /// Returns the command that only builds the test programs of this step; `None` if the step has no test programs of
    /// its own.
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

/// Compiles a crate with clippy's lints as errors. Clippy's compiler also generates the programs. The command `cargo
/// clippy` would check all dependencies again.
macro_rules! linted {
    () => {
        "RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS=-Dwarnings__CLIPPY_HACKERY__ "
    };
}

/// The packages of the steps in the short run. Packages and features are the same in all steps, so that dependencies
/// are compiled once per profile. The short run omits three packages, because their dependencies take longer to compile
/// than all other dependencies together, and the Python package, which maturin builds.
macro_rules! workspace {
    ($verb:literal, $rest:literal) => {
        concat!(
            linted!(),
            $verb,
            " --locked --workspace --exclude retrograde-parquet --exclude retrograde-s3 --exclude retrograde-schema-check",
            " --exclude retrograde-python",
            " --features cluster",
            $rest
        )
    };
}

/// The packages that the short run omits, and the command line program with the features that two of these packages
/// add.
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

/// The default values of a step that builds in the short run; the steps below change some fields.
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

/// The steps, in the order in which their lanes run them.
///
/// The step `build` also builds the examples and the program, which tests and page visits run. With `--tests`, cargo
/// would build the examples as tests instead. The slow packages are built after the step `tests`, because their build
/// replaces the tested program by one with other features. The fuzz targets that libFuzzer runs are outside the
/// workspace, because all their dependencies are compiled with coverage counters.
#[rustfmt::skip]
pub(super) const STEPS: &[Step] = &[
    Step { name: "build", work: Work::Build(workspace!("cargo test", " --no-run")), ..ONE },
    Step { name: "benches", work: Work::Command(workspace!("cargo test", " --no-run --benches")), ..ONE },
    Step { name: "doc", work: Work::Command(workspace!("cargo xtask doc", "")), ..ONE },
    Step { name: "wasm", work: Work::Command("cargo xtask wasm --quick"), when: When::Slow, needs: &[&WASM_COMPILER, &NODE], ..ONE },
    Step { name: "wasm-visit", work: Work::Command("cargo xtask wasm --visit"), when: When::Slow, needs: &[&WASM_COMPILER, &NODE, &NPM, &PAGE_CHECKERS, &CHROMIUM], ..ONE },
    Step { name: "site", work: Work::Command("cargo xtask site --built target/site"), after: Some("tests"), when: When::Slow, needs: &[&WASM_COMPILER], ..ONE },
    Step { name: "module", work: Work::Command("cargo xtask wasm"), after: Some("tests"), when: When::Slow, needs: &[&WASM_COMPILER, &NODE], ..ONE },
    Step { name: "python", work: Work::Command(concat!(linted!(), "cargo xtask python")), when: When::Slow, needs: &[&MATURIN], ..ONE },
    Step { name: "fuzz-fmt", dir: "fuzz", work: Work::Command("cargo fmt --check"), when: When::Slow, ..ONE },
    Step { name: "fuzz", work: Work::Command(concat!(linted!(), "cargo xtask fuzz --seconds 5 --seed 1")), when: When::Slow, needs: &[&CPP_COMPILER], ..ONE },
    Step { name: "slow-build", work: Work::Command(slow_packages!("cargo test", " --no-run --lib --bins --test export --test stores --test answers")), after: Some("tests"), when: When::Slow, ..ONE },
    Step { name: "parquet", work: Work::Test(slow_packages!("cargo test", " --no-fail-fast --test export")), after: Some("tests"), when: When::Slow, wants: &[&DUCKDB], ..ONE },
    Step { name: "s3", work: Work::Test(slow_packages!("cargo test", " --no-fail-fast --lib --test stores")), after: Some("tests"), when: When::Slow, wants: &[&STORE, &DUCKDB], ..ONE },
    Step { name: "schemas", work: Work::Test(slow_packages!("cargo test", " --no-fail-fast --test answers")), after: Some("tests"), when: When::Slow, ..ONE },
    Step { name: "slow-doc", work: Work::Command(slow_packages!("cargo xtask doc", "")), after: Some("tests"), when: When::Slow, ..ONE },
    Step { name: "xtask-doc", work: Work::Command("RUSTDOCFLAGS=-Dwarnings cargo doc --locked -p xtask --no-deps --bin xtask"), after: Some("tests"), when: When::Slow, ..ONE },

    Step { name: "fmt", work: Work::Command("cargo fmt --all --check"), lane: Lane::Run, ..ONE },
    Step { name: "page", dir: PAGE, work: Work::Command("npm run --silent check"), lane: Lane::Run, needs: &[&NODE, &NPM, &PAGE_CHECKERS], ..ONE },
    Step { name: "tests", work: Work::Tests, lane: Lane::Run, builder: Some("build"), wants: &[&ZSTD_FOR_PYTHON, &ZSTD_FOR_C, &SSHD, &YAML], ..ONE },
    Step { name: "browser", dir: PAGE, work: Work::Command("npm run --silent visit -- --untimed"), lane: Lane::Either, needs: &[&NODE, &NPM, &PAGE_CHECKERS, &CHROMIUM], wants_all: &[&FULL_CHROMIUM, &FIREFOX], ..ONE },
    Step { name: "site-browser", dir: PAGE, work: Work::Command("SITE=../../../target/site npm run --silent visit -- --untimed"), lane: Lane::Either, after: Some("site"), when: When::Slow, needs: &[&WASM_COMPILER, &NODE, &NPM, &PAGE_CHECKERS, &CHROMIUM], wants: &[&FULL_CHROMIUM, &FIREFOX, &NGINX], ..ONE },
    Step { name: "pace", dir: PAGE, work: Work::Command("npm run --silent visit -- --timed"), lane: Lane::Alone, needs: &[&NODE, &NPM, &PAGE_CHECKERS, &CHROMIUM], ..ONE },
    Step { name: "site-pace", dir: PAGE, work: Work::Command("SITE=../../../target/site npm run --silent visit -- --timed"), lane: Lane::Alone, after: Some("site"), when: When::Slow, needs: &[&WASM_COMPILER, &NODE, &NPM, &PAGE_CHECKERS, &CHROMIUM], ..ONE },
];

#[cfg(test)]
mod tests {
    use super::{STEPS, When, Work};

    /// A build with other features must come after the tests, because it replaces the program that the tests run.
    #[test]
    fn issue_26_the_program_under_test_is_not_replaced() {
        let replaces = |command: &str| command.contains("--features retrograde-cli/");
        let replacing = STEPS.iter().filter(|step| step.work.command().is_some_and(replaces));
        assert!(replacing.clone().count() > 0);
        assert!(replacing.map(|step| step.after).all(|after| after == Some("tests")));
    }

    /// The site's module is compared with the program that the tests run, so this comes before a build with other
    /// features.
    #[test]
    fn issue_31_the_module_of_the_site_is_compared_with_the_server() {
        let place = |name| STEPS.iter().position(|step| step.name == name);
        assert!(place("site") < place("module") && place("module") < place("slow-build"));
        assert_eq!(STEPS[place("module").unwrap()].work, Work::Command("cargo xtask wasm"));
    }

    /// For each package that the short run omits, there is a step that tests the package and that `--list` counts.
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
        assert_eq!(excluded.len(), 4);
        let packages = excluded.iter().filter_map(|rest| rest.split(' ').next());
        // The tests of the Python package are in Python.
        for package in packages.filter(|package| *package != "retrograde-python") {
            assert!(slow.iter().any(|command| command.contains(&format!(" -p {package} "))), "{package}");
        }
    }
}
