//! `cargo xtask wasm` and `cargo xtask site`: the API as a WebAssembly module, which has no threads, files or sockets, and
//! the page as a folder of files with this module.

use std::env;
use std::path::{Path, PathBuf};

use crate::process::{Run, Trouble, root};
use crate::{help, wants_help};

const HELP: &str = "\
Builds the API as a WebAssembly module, sends it and the server the same requests in node, and compares the answers: over 2,000 requests, to all
paths that need no files, about boards of all games, in both languages. RETROGRADE_SEED=N chooses other boards. Uses rustup's target
wasm32-unknown-unknown if it is installed, otherwise Debian's compiler for the web, which also builds the standard library.

Usage: cargo xtask wasm [--quick | --visit | --probe]

  --quick  build the module unoptimised, with overflow checks, and send it a hundred requests
  --visit  write the page as files with this module, and open it in a browser; `cargo xtask test build` builds the program that writes it
  --probe  only check for a compiler; the exit code is the result
";

const SITE_HELP: &str = "\
Writes the page as a folder of files that needs no server: the WebAssembly module beside the page answers its questions. The folder may be served below
any path, such as by `python3 -m http.server --directory DIR`.

Usage: cargo xtask site [--built] DIR

  --built  write the files by the program that `cargo xtask test build` has built
";

/// The folder of the program that sends requests to the module.
const BROWSER: &str = "crates/retrograde-web/browser";
const TARGET: &str = "wasm32-unknown-unknown";
/// The program that writes the page as files. The build of the tests makes this program.
const SITE_WRITER: &str = "target/debug/examples/site";
/// Builds this program, and runs it.
const BUILDING_SITE_WRITER: &str = "cargo run --quiet --locked -p retrograde-web --example site --";
/// The folder of the page with the unoptimised module.
const VISITED: &str = "target/wasm/visited";
/// The path of Debian's compiler, from the package rustc-web; the package rust-web-src contains the sources of the
/// standard library.
const DEBIAN: &str = "/usr/bin/rustc";
/// Makes the algorithms of the standard library, such as sorting, small instead of fast. With this feature, the module
/// has 932 kB after compression by gzip. Without this feature, the module has 1,001 kB.
const SMALL: &str = "-Zbuild-std-features=optimize_for_size";

/// The compiler that is available on this machine for a target.
pub(crate) enum Compiler {
    Rustup,
    Debian,
}

/// The way in which the module is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Profile {
    /// The module of the site.
    Wasm,
    /// The unoptimised module with overflow checks, for tests.
    WasmQuick,
}

impl Profile {
    const fn name(self) -> &'static str {
        match self {
            Self::Wasm => "wasm",
            Self::WasmQuick => "wasm-quick",
        }
    }

    /// Returns flags for Debian's compiler, which also compile the standard library. With the flags for the unoptimised
    /// module, the compiler inlines functions of a few statements before it generates code. The module then has 22 MB
    /// instead of 38 MB, and its build takes 107 s of processor time instead of 114 s.
    const fn flags_of_debian(self) -> &'static str {
        match self {
            Self::Wasm => "",
            Self::WasmQuick => "-Zmir-opt-level=2 -Zinline-mir=yes",
        }
    }

    /// Returns arguments for the compiler. These arguments replace `strip` in the profile, which Cargo ignores if the
    /// profile has an override for the linked package. Without these arguments, the module contained the names of its
    /// functions, and had 1,056 kB after compression by gzip instead of 932 kB.
    const fn of_compiler(self) -> &'static [&'static str] {
        match self {
            Self::Wasm => &["--", "-C", "strip=symbols"],
            Self::WasmQuick => &[],
        }
    }
}

pub(crate) fn main(words: &[&str]) -> Result<(), Trouble> {
    if wants_help(words) {
        return help(HELP);
    }
    let compiler = Compiler::find(TARGET).ok_or_else(|| Trouble::Failed(missing()))?;
    let ask = |profile, more: &[&str]| {
        let module = compiler.build(profile)?;
        Run::line("node module.js").dir(BROWSER).args([module]).args(more).check()
    };
    match words {
        [] => ask(Profile::Wasm, &["--all"]),
        ["--quick"] => ask(Profile::WasmQuick, &["--panics"]),
        ["--visit"] => visit(&compiler.build(Profile::WasmQuick)?),
        ["--probe"] => Ok(()),
        _ => Err(Trouble::Usage("`cargo xtask wasm --help` describes the command".to_owned())),
    }
}

/// `cargo xtask site`.
pub(crate) fn site(words: &[&str]) -> Result<(), Trouble> {
    match words {
        _ if wants_help(words) => help(SITE_HELP),
        ["--built", folder] if !folder.starts_with('-') => write_or_fail(SITE_WRITER, folder),
        [folder] if !folder.starts_with('-') => write_or_fail(BUILDING_SITE_WRITER, folder),
        _ => Err(Trouble::Usage("`cargo xtask site --help` describes the command".to_owned())),
    }
}

/// Writes the page as files into a folder, which is relative to the folder in which the command was called.
fn write_or_fail(writer: &str, folder: &str) -> Result<(), Trouble> {
    let folder = std::path::absolute(folder).map_err(|error| Trouble::Failed(format!("{folder}: {error}")))?;
    if write_by(writer, &folder)? { Ok(()) } else { Err(Trouble::Failed(missing())) }
}

/// Writes the page as files with a module, and opens the page in a browser.
fn visit(module: &Path) -> Result<(), Trouble> {
    let folder = root().join(VISITED);
    Run::line(SITE_WRITER).args([module, &folder]).check()?;
    let visit = Run::line("npm run --silent visit -- opened").dir(BROWSER);
    visit.with("SITE", &folder.display().to_string()).check()
}

/// Writes the page as files into a folder. Returns `false` if there is no compiler for the module.
pub(crate) fn write_site(folder: &Path) -> Result<bool, Trouble> {
    write_by(BUILDING_SITE_WRITER, folder)
}

/// Like `write_site`, but runs the program of the given command.
fn write_by(writer: &str, folder: &Path) -> Result<bool, Trouble> {
    let Some(compiler) = Compiler::find(TARGET) else { return Ok(false) };
    let module = compiler.build(Profile::Wasm)?;
    Run::line(writer).args([module.as_path(), folder]).check().map(|()| true)
}

/// Returns the sentence that says that the compiler is missing, and how to install it.
pub(crate) fn missing() -> String {
    format!("no compiler for {TARGET}; try: rustup target add {TARGET}")
}

impl Compiler {
    /// Finds the compiler for a target; `None` if neither rustup nor Debian has one.
    pub(crate) fn find(target: &str) -> Option<Self> {
        let has_libraries = |libraries: String| Path::new(libraries.trim()).is_dir();
        if Run::line("rustc --print target-libdir --target").args([target]).output().is_ok_and(has_libraries) {
            return Some(Self::Rustup);
        }
        let sources = format!("{DEBIAN} --print sysroot");
        let has_sources = |root: String| Path::new(root.trim()).join("lib/rustlib/src/rust/library/std").is_dir();
        let is_there = || Run::line(&sources).output().is_ok_and(has_sources);
        let is_new = || Run::line(&format!("{DEBIAN} --version")).output().is_ok_and(|version| is_new(&version));
        (Path::new(DEBIAN).is_file() && is_new() && is_there()).then_some(Self::Debian)
    }

    /// Returns a build with this compiler. Debian's compiler also builds the crates `library` of the standard library.
    pub(crate) fn prepared(&self, run: Run, library: &str) -> Run {
        match self {
            Self::Rustup => run,
            Self::Debian => {
                run.args([format!("-Zbuild-std={library}")]).with("RUSTC", DEBIAN).with("RUSTC_BOOTSTRAP", "1")
            }
        }
    }

    /// Builds the module in a separate build folder, and returns its path.
    fn build(&self, profile: Profile) -> Result<PathBuf, Trouble> {
        let build = "cargo rustc --locked --target-dir target/wasm -p retrograde-wasm --lib --crate-type cdylib";
        let run = Run::line(build).args(["--target", TARGET, "--profile", profile.name()]);
        let run = self.prepared(run, "std,panic_abort");
        let run = match self {
            Self::Rustup => run,
            Self::Debian => with_linker(run.args([SMALL])).with("RUSTFLAGS", profile.flags_of_debian()),
        };
        run.args(profile.of_compiler()).check()?;
        Ok(root().join("target/wasm").join(TARGET).join(profile.name()).join("retrograde_wasm.wasm"))
    }
}

/// Adds rustup's linker for WebAssembly to the programs that a command finds. Debian's compiler looks for a linker of
/// this name, but does not depend on the package that contains it.
fn with_linker(run: Run) -> Run {
    let libraries = Run::line("rustc --print target-libdir").output().unwrap_or_default();
    let Some(folder) = Path::new(libraries.trim()).parent().map(|folder| folder.join("bin")) else { return run };
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::join_paths([folder].into_iter().chain(env::split_paths(&path)));
    match folders.ok().and_then(|folders| folders.into_string().ok()) {
        Some(folders) => run.with("PATH", &folders),
        None => run,
    }
}

/// Returns whether a compiler with this version can compile the workspace. An older compiler counts as missing, so that
/// a newer one is installed.
fn is_new(version: &str) -> bool {
    let numbers = |text: &str| -> Option<(u32, u32)> {
        let mut numbers = text.split('.').map(|number| number.parse().ok());
        Some((numbers.next()??, numbers.next()??))
    };
    let found = version.split_whitespace().nth(1).and_then(numbers);
    found.is_some() && found >= numbers(env!("CARGO_PKG_RUST_VERSION"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_compiler_counts_as_missing() {
        let versions = ["rustc 1.85.0 (4d91de4e4 2025-02-17)", "rustc 9.0.0", "rustc 1.1000.0-nightly", "rustc", ""];
        assert_eq!(versions.map(is_new), [false, true, true, false, false]);
    }
}
