//! `cargo xtask python`: builds the Python package, installs it into a new environment, and tests it there.

use std::fs;

use crate::process::{Run, Trouble, root};
use crate::{help, wants_help};

const HELP: &str = "\
Builds the Python package in python/ as a wheel, installs the wheel into a new environment, and runs the package's tests there. Needs maturin and pytest;
`cargo xtask test python` installs them into target/python-tools.

Usage: cargo xtask python [--release]

  --release  the wheel that users get, with the verb `serve`; otherwise a wheel that is compiled quickly, without it
";

/// The environment with the tools that build the package.
const TOOLS: &str = "target/python-tools";
/// The environment into which the package is installed.
const FRESH: &str = "target/python-fresh";
/// The folder of the wheel.
const WHEELS: &str = "target/wheels";
/// The files that mypy checks: the installed package, and the examples.
const TYPED: [&str; 2] = ["-p retrograde", "examples/tictactoe.py"];
/// The packages of the tests.
const TESTING: &str = "pytest==9.2.0 numpy==2.4.6 networkx==3.6.1 mypy==2.4.1 nbmake==1.5.5 ipykernel==7.4.0 \
                       open_spiel==2.0.2 cvxpy==1.9.3";

pub(crate) fn main(words: &[&str]) -> Result<(), Trouble> {
    let profile = match words {
        [] => "--profile dev --no-default-features",
        ["--release"] => "--release",
        _ if wants_help(words) => return help(HELP),
        _ => return Err(Trouble::Usage("`cargo xtask python --help` describes the command".to_owned())),
    };
    // An older wheel would be installed beside the new one.
    let _ = fs::remove_dir_all(root().join(WHEELS));
    let build = format!(
        "{TOOLS}/bin/maturin build --quiet --locked --manifest-path python/Cargo.toml --out {WHEELS} {profile}"
    );
    Run::line(&build).check()?;
    Run::line(&format!("python3 -m venv --clear {FRESH}")).check()?;
    let pip = format!("{FRESH}/bin/pip install --quiet --disable-pip-version-check");
    // The package needs no other one, and no index.
    Run::line(&format!("{pip} --no-index")).args([wheel()?]).check()?;
    Run::line(&format!("{pip} {TESTING}")).check()?;
    for typed in TYPED {
        Run::line(&format!("{FRESH}/bin/mypy --strict --cache-dir=/dev/null {typed}")).check()?;
    }
    // Outside of the folder `python`, so that the tests import the installed package.
    let tests = "-q -p no:cacheprovider --rootdir python/tests python/tests --nbmake docs/python.ipynb";
    Run::line(&format!("{FRESH}/bin/python -m pytest {tests}")).with("PYTHONDONTWRITEBYTECODE", "1").check()
}

/// The path of the built wheel.
fn wheel() -> Result<String, Trouble> {
    let folder = root().join(WHEELS);
    let files = fs::read_dir(&folder).map_err(|error| Trouble::Failed(format!("{}: {error}", folder.display())))?;
    let mut wheels =
        files.flatten().map(|file| file.path()).filter(|file| file.extension().is_some_and(|it| it == "whl"));
    let wheel = wheels.next().ok_or_else(|| Trouble::Failed(format!("no wheel in {}", folder.display())))?;
    Ok(wheel.display().to_string())
}
