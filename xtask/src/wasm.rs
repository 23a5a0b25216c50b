//! `cargo xtask wasm`: checks that the solver, the games and the service compile for WebAssembly, which has no threads,
//! files or sockets.

use std::path::Path;

use crate::process::{Run, Trouble};
use crate::{help, wants_help};

const HELP: &str = "\
Checks that solver, games and service compile for wasm32-unknown-unknown: with rustup's target if it is installed, otherwise with Debian's
compiler for the web, which also checks the standard library.

Usage: cargo xtask wasm [--probe]

  --probe  only check for a compiler; the exit code is the result
";

const TARGET: &str = "wasm32-unknown-unknown";
/// The path of Debian's compiler, from the package rustc-web; the package rust-web-src contains the sources of the
/// standard library.
const DEBIAN: &str = "/usr/bin/rustc";

/// The compiler that is available on this machine.
enum Compiler {
    Rustup,
    Debian,
}

pub(crate) fn main(words: &[&str]) -> Result<(), Trouble> {
    if wants_help(words) {
        return help(HELP);
    }
    let missing = || Trouble::Failed(format!("no compiler for {TARGET}; try: rustup target add {TARGET}"));
    let compiler = Compiler::find().ok_or_else(missing)?;
    match words {
        [] => compiler.check(),
        ["--probe"] => Ok(()),
        _ => Err(Trouble::Usage("`cargo xtask wasm --help` describes the command".to_owned())),
    }
}

impl Compiler {
    fn find() -> Option<Self> {
        let has_libraries = |libraries: String| Path::new(libraries.trim()).is_dir();
        if Run::line("rustc --print target-libdir --target").args([TARGET]).output().is_ok_and(has_libraries) {
            return Some(Self::Rustup);
        }
        let sources = format!("{DEBIAN} --print sysroot");
        let has_sources = |root: String| Path::new(root.trim()).join("lib/rustlib/src/rust/library/std").is_dir();
        let is_there = || Run::line(&sources).output().is_ok_and(has_sources);
        let is_new = || Run::line(&format!("{DEBIAN} --version")).output().is_ok_and(|version| is_new(&version));
        (Path::new(DEBIAN).is_file() && is_new() && is_there()).then_some(Self::Debian)
    }

    /// Runs `cargo check` in a separate build folder. No code is generated, because the result is neither linked nor
    /// run.
    fn check(&self) -> Result<(), Trouble> {
        let check = "cargo check --locked --target-dir target/wasm \
                     -p retrograde -p retrograde-games -p retrograde-service --target";
        let run = Run::line(check).args([TARGET]);
        match self {
            Self::Rustup => run.check(),
            Self::Debian => {
                run.args(["-Zbuild-std=std,panic_abort"]).with("RUSTC", DEBIAN).with("RUSTC_BOOTSTRAP", "1").check()
            }
        }
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
