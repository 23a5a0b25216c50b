//! `cargo xtask python`: builds the Python package, installs it into a new environment, and tests it there.

use std::fs;

use crate::process::{Run, Trouble, root};
use crate::{help, wants_help};

const HELP: &str = "\
Builds the Python package in python/ as a wheel, installs the wheel into a new environment, and runs the package's tests there. Needs maturin and pytest;
`cargo xtask test python` installs them into target/python-tools.

Usage: cargo xtask python [--release]

  --release  the wheel that users get, with the verb `serve`, for systems with glibc 2.28 or newer: zig, which is installed into target/python-tools, links
             it; otherwise a wheel that is compiled quickly, without `serve`, for this system
";

/// The environment with the tools that build the package.
const TOOLS: &str = "target/python-tools";
/// The environment into which the package is installed.
const FRESH: &str = "target/python-fresh";
/// The folder of the wheel.
const WHEELS: &str = "target/wheels";
/// The linker of the wheel that users get, because the C library of this system may be newer than theirs.
const ZIG: &str = "ziglang==0.17.1";
/// The largest size of that wheel.
const MOST_BYTES: u64 = 8_000_000;
/// The files that mypy checks: the installed package, and the examples.
const TYPED: [&str; 2] = ["-p retrograde", "examples/tictactoe.py"];
/// The packages of the tests.
const TESTING: &str = "pytest==9.2.0 numpy==2.4.6 networkx==3.6.1 mypy==2.4.1 nbmake==1.5.5 ipykernel==7.4.0 \
                       open_spiel==2.0.2 cvxpy==1.9.3";

pub(crate) fn main(words: &[&str]) -> Result<(), Trouble> {
    let is_release = words == ["--release"];
    let profile = match words {
        [] => "--profile dev --no-default-features",
        ["--release"] => "--release --zig --compatibility manylinux_2_28",
        _ if wants_help(words) => return help(HELP),
        _ => return Err(Trouble::Usage("`cargo xtask python --help` describes the command".to_owned())),
    };
    // An older wheel would be installed beside the new one.
    let _ = fs::remove_dir_all(root().join(WHEELS));
    let build = format!(
        "{TOOLS}/bin/maturin build --quiet --locked --manifest-path python/Cargo.toml --out {WHEELS} {profile}"
    );
    let python = format!("{TOOLS}/bin/python");
    if is_release {
        Run::line(&format!("{python} -m pip install --quiet --disable-pip-version-check {ZIG}")).check()?;
    }
    Run::line(&build).with("CARGO_ZIGBUILD_PYTHON_PATH", &root().join(python).display().to_string()).check()?;
    let wheel = wheel()?;
    if is_release {
        is_small(&wheel)?;
    }
    Run::line(&format!("python3 -m venv --clear {FRESH}")).check()?;
    let pip = format!("{FRESH}/bin/pip install --quiet --disable-pip-version-check");
    // The package needs no other one, and no index.
    Run::line(&format!("{pip} --no-index")).args([wheel]).check()?;
    Run::line(&format!("{pip} {TESTING}")).check()?;
    for typed in TYPED {
        Run::line(&format!("{FRESH}/bin/mypy --strict --cache-dir=/dev/null {typed}")).check()?;
    }
    // Outside of the folder `python`, so that the tests import the installed package.
    let tests = "-q -p no:cacheprovider --rootdir python/tests python/tests --nbmake docs/python.ipynb";
    Run::line(&format!("{FRESH}/bin/python -m pytest {tests}")).with("PYTHONDONTWRITEBYTECODE", "1").check()
}

/// Checks the size of the wheel that users get.
fn is_small(wheel: &str) -> Result<(), Trouble> {
    let bytes = fs::metadata(wheel).map_err(|error| Trouble::Failed(format!("{wheel}: {error}")))?.len();
    println!("the wheel has {bytes} bytes");
    if bytes > MOST_BYTES {
        return Err(Trouble::Failed(format!("{wheel} has {bytes} bytes; at most {MOST_BYTES} are allowed")));
    }
    Ok(())
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
