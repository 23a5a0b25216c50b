//! The program for a machine of another architecture.

use std::fs;
use std::path::{Path, PathBuf};

use super::fresh::found;
use super::{TARGET, cargo_home, failed, is_static};
use crate::process::{Run, Trouble, root};
use crate::tool::{CROSS_COMPILER, EMULATOR};
use crate::wasm::Compiler;

/// The architecture, besides that of this machine, for which releases are built.
pub(super) const ARCH: &str = "aarch64";
const TRIPLE: &str = "aarch64-unknown-linux-gnu";
/// The linker, which knows its C library.
const LINKER: &str = "aarch64-linux-gnu-gcc";
/// The program that runs programs of this architecture.
const RUNNER: &str = "qemu-aarch64-static";

/// Builds the program, linked statically. The inner error is the name of a missing tool, and how to install it.
pub(super) fn build() -> Result<Result<PathBuf, String>, Trouble> {
    let compiler = match (CROSS_COMPILER.is_there(), Compiler::find(TRIPLE)) {
        (false, _) => return Ok(Err(CROSS_COMPILER.missing())),
        (_, None) => {
            return Ok(Err(format!(
                "no compiler for {TRIPLE}; try: rustup target add {TRIPLE}, or apt-get install rustc-web rust-web-src"
            )));
        }
        (true, Some(compiler)) => compiler,
    };
    let top = fs::canonicalize(root()).map_err(|error| failed("find", &root(), &error))?;
    let remap = |from: &Path, to: &str| format!("--remap-path-prefix={}={to}", from.display());
    let flags = ["-Ctarget-feature=+crt-static".to_owned(), remap(&top, "."), remap(&cargo_home(), "cargo")];
    let run = Run::line("cargo build --profile dist --locked -p retrograde-cli --target-dir")
        .args([TARGET, "--target", TRIPLE])
        .with("CARGO_ENCODED_RUSTFLAGS", &flags.join("\u{1f}"))
        .with("CC_aarch64_unknown_linux_gnu", LINKER)
        .with("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", LINKER);
    compiler.prepared(run, "std,panic_unwind").check()?;
    let binary = top.join(TARGET).join(TRIPLE).join("dist/retrograde");
    is_static(&fs::read(&binary).map_err(|error| failed("read", &binary, &error))?)?;
    Ok(Ok(binary))
}

/// Returns the path of the emulator. The error says that it is missing, and how to install it.
pub(super) fn emulator() -> Result<PathBuf, String> {
    found(RUNNER).ok_or_else(|| EMULATOR.missing())
}
