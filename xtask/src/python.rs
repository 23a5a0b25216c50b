//! `cargo xtask python`: builds the Python package, installs it into a new environment, and tests it there.

use std::fs;
use std::path::{Path, PathBuf};

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
/// The linker of the wheel that users get. A wheel from this system's linker would need this system's C library. This C
/// library may be newer than the users' C libraries.
const ZIG: &str = "ziglang==0.17.1";
/// The tool that unpacks and packs wheels.
const WHEEL: &str = "wheel==0.48.0";
/// The command that installs packages.
const PIP: &str = "pip install --quiet --disable-pip-version-check";
/// The maximum size in bytes of the wheel that users get.
const MOST_BYTES: u64 = 8_000_000;
/// The files that mypy checks: the installed package, and the examples.
const TYPED: [&str; 2] = ["-p retrograde", "examples/tictactoe.py"];
/// The packages of the tests.
const TESTING: &str = "pytest==9.2.0 numpy==2.4.6 networkx==3.6.1 mypy==2.4.1 nbmake==1.5.5 ipykernel==7.4.0 \
                       open_spiel==2.0.2 cvxpy==1.9.3";

pub(crate) fn main(words: &[&str]) -> Result<(), Trouble> {
    let wheel = match words {
        [] => build("--profile wheel-quick --no-default-features", &[])?,
        ["--release"] => wheel_for_users(&[])?,
        _ if wants_help(words) => return help(HELP),
        _ => return Err(Trouble::Usage("`cargo xtask python --help` describes the command".to_owned())),
    };
    install(&wheel)?;
    Run::line(&format!("{FRESH}/bin/{PIP} {TESTING}")).check()?;
    for typed in TYPED {
        Run::line(&format!("{FRESH}/bin/mypy --strict --cache-dir=/dev/null {typed}")).check()?;
    }
    // The tests run outside of the folder `python`, so that they import the installed package.
    let tests = "-m pytest -q -p no:cacheprovider --rootdir python/tests python/tests --nbmake docs/python.ipynb";
    installed().args(tests.split(' ')).with("PYTHONDONTWRITEBYTECODE", "1").check()
}

/// Installs the linker, and builds the wheel that users get. The build has the environment variables `variables`.
pub(crate) fn wheel_for_users(variables: &[(&str, String)]) -> Result<PathBuf, Trouble> {
    Run::line(&format!("{TOOLS}/bin/python -m {PIP} {ZIG} {WHEEL}")).check()?;
    let wheel = build("--profile dist --strip --zig --compatibility manylinux_2_28", variables)?;
    is_small(&wheel)?;
    Ok(wheel)
}

/// Replaces one file of a wheel by what `change` makes of its text. The wheel has the times that `variables` set.
pub(crate) fn change_wheel(
    wheel: &Path,
    name: &str,
    change: impl FnOnce(String) -> String,
    variables: &[(&str, String)],
) -> Result<(), Trouble> {
    let folder = root().join(TOOLS).join("unpacked");
    let _ = fs::remove_dir_all(&folder);
    let tool = |words: &str| Run::line(&format!("{TOOLS}/bin/python -m wheel {words}"));
    tool("unpack --dest").args([&folder, wheel]).report()?;
    let unpacked = only_file(&folder, |_| true)?;
    let file = unpacked.join(name);
    let failed = |error| Trouble::Failed(format!("{}: {error}", file.display()));
    let text = fs::read_to_string(&file).map_err(failed)?;
    fs::write(&file, change(text)).map_err(failed)?;
    let run = variables.iter().fold(tool("pack --dest-dir"), |run, (name, value)| run.with(name, value));
    run.args([&root().join(WHEELS), &unpacked]).report().map(drop)
}

/// Builds a wheel, and returns its path.
fn build(profile: &str, variables: &[(&str, String)]) -> Result<PathBuf, Trouble> {
    // Removes older wheels, because `wheel` would find them.
    let _ = fs::remove_dir_all(root().join(WHEELS));
    let maturin = "bin/maturin build --quiet --locked --manifest-path python/Cargo.toml";
    let run = Run::line(&format!("{TOOLS}/{maturin} --out {WHEELS} {profile}"));
    let run = variables.iter().fold(run, |run, (name, value)| run.with(name, value));
    let python = root().join(TOOLS).join("bin/python");
    run.with("CARGO_ZIGBUILD_PYTHON_PATH", &python.display().to_string()).check()?;
    only_file(&root().join(WHEELS), |file| file.extension().is_some_and(|it| it == "whl"))
}

/// Installs a wheel into a new environment that has no other package.
pub(crate) fn install(wheel: &Path) -> Result<(), Trouble> {
    Run::line(&format!("python3 -m venv --clear {FRESH}")).check()?;
    // The package depends on no other package, so pip needs no index of packages.
    Run::line(&format!("{FRESH}/bin/{PIP} --no-index")).args([wheel]).check()
}

/// Returns the Python of the environment with the installed wheel.
pub(crate) fn installed() -> Run {
    Run::line(&format!("{FRESH}/bin/python"))
}

/// Checks the size of the wheel that users get.
fn is_small(wheel: &Path) -> Result<(), Trouble> {
    let name = wheel.display();
    let bytes = fs::metadata(wheel).map_err(|error| Trouble::Failed(format!("{name}: {error}")))?.len();
    println!("the wheel has {bytes} bytes");
    if bytes > MOST_BYTES {
        return Err(Trouble::Failed(format!("{name} has {bytes} bytes; at most {MOST_BYTES} are allowed")));
    }
    Ok(())
}

/// Returns the first file in a folder that is `wanted`.
fn only_file(folder: &Path, wanted: impl Fn(&Path) -> bool) -> Result<PathBuf, Trouble> {
    let files = fs::read_dir(folder).map_err(|error| Trouble::Failed(format!("{}: {error}", folder.display())))?;
    let found = files.flatten().map(|file| file.path()).find(|file| wanted(file));
    found.ok_or_else(|| Trouble::Failed(format!("no wheel in {}", folder.display())))
}
