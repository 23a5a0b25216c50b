//! The program for a machine of another architecture.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use super::fresh::found;
use super::linked::REPORTED;
use super::{Program, System, TARGET, failed, is_static, static_flags};
use crate::process::{Run, Trouble, root};
use crate::tool::{CROSS_COMPILER, EMULATOR, Tool};
use crate::wasm::Compiler;

/// The architecture, besides the architecture of this machine, for which releases are built.
pub(super) const ARCH: &str = "aarch64";
/// The linker for this architecture, which comes with a C library.
const LINKER: &str = "aarch64-linux-gnu-gcc";
/// The program that runs programs of this architecture.
const RUNNER: &str = "qemu-aarch64-static";
/// Commands whose output does not depend on the architecture. The last command prints the hash of a stored table. The
/// commands run in a folder with the sample.
const COMMANDS: [&str; 4] = [
    "--version",
    "answer p9169 zu.in",
    "probe pawn:3HHHHHH/1H7/1HHHHHHH1/1H1H5/1HOH1HHHH/1H1H5/1HHHHHHH1/1HX6/1O7_r",
    "solve quixo:3x3 --threads 1 -o tables",
];

/// Builds the program, linked statically. The inner error is the name of a missing tool, and how to install it.
pub(super) fn build() -> Result<Result<Program, String>, Trouble> {
    let program = match build_for(System::Linux, ARCH, &CROSS_COMPILER, LINKER)? {
        Ok(program) => program,
        missing => return Ok(missing),
    };
    is_static(&fs::read(&program.file).map_err(|error| failed("read", &program.file, &error))?)?;
    Ok(Ok(program))
}

/// Builds the program for another system or architecture with a C compiler for the other system and architecture. The
/// inner error is the name of a missing tool, and how to install it.
pub(super) fn build_for(
    system: System,
    arch: &'static str,
    c_compiler: &Tool,
    linker: &str,
) -> Result<Result<Program, String>, Trouble> {
    if !c_compiler.is_there() {
        return Ok(Err(c_compiler.missing()));
    }
    let triple = system.triple(arch);
    let Some(compiler) = Compiler::find(&triple) else {
        return Ok(Err(format!(
            "no compiler for {triple}; try: rustup target add {triple}, or apt-get install rustc-web rust-web-src"
        )));
    };
    let in_names = triple.replace('-', "_");
    let run = Run::line("cargo build --profile dist --locked -p retrograde-cli --target-dir")
        .args([TARGET, REPORTED, "--target", &triple])
        .with("CARGO_ENCODED_RUSTFLAGS", &static_flags(&[])?)
        .with(&format!("CC_{in_names}"), linker)
        .with(&format!("CARGO_TARGET_{}_LINKER", in_names.to_uppercase()), linker);
    // The linker for Windows gives some symbols names with numbers that differ in each build.
    let run = if system == System::Windows { run.with("CARGO_PROFILE_DIST_STRIP", "symbols") } else { run };
    Program::built(arch, system, &compiler.prepared(run, "std,panic_unwind").output()?).map(Ok)
}

/// Returns the path of the emulator. The error says that the emulator is missing, and how to install it.
pub(super) fn emulator() -> Result<PathBuf, String> {
    found(RUNNER).ok_or_else(|| EMULATOR.missing())
}

/// Runs the same commands with two programs, and compares their output. `native` is the program of this machine.
/// `other` is the emulator, followed by the program of the other architecture as its first argument.
pub(super) fn compare(native: &[&Path], other: &[&Path]) -> Result<(), Trouble> {
    let run = |program: &[&Path]| outputs(program).map_err(|error| failed("run", program[0], &error));
    for ((line, expected), found) in COMMANDS.iter().zip(run(native)?).zip(run(other)?) {
        if !(expected.status.success() && found.status.success() && expected.stdout == found.stdout) {
            let message = format!("on {ARCH}, `retrograde {line}` ends with\n{found:?}\ninstead of\n{expected:?}");
            return Err(Trouble::Failed(message));
        }
    }
    Ok(())
}

/// Runs all commands with a program, in a new folder. The program does not use the stored tables of this machine.
fn outputs(program: &[&Path]) -> io::Result<Vec<Output>> {
    static FOLDERS: AtomicUsize = AtomicUsize::new(0);
    let number = FOLDERS.fetch_add(1, Relaxed);
    let folder = std::env::temp_dir().join(format!("retrograde-cross-{}-{number}", std::process::id()));
    fs::create_dir(&folder)?;
    let run = |line: &&str| {
        let mut command = Command::new(program[0]);
        command.args(&program[1..]).args(line.split(' ')).current_dir(&folder).stdin(Stdio::null());
        command.env_clear().env("RETROGRADE_TABLES", "").output()
    };
    let outputs =
        fs::copy(root().join("examples/zu.in"), folder.join("zu.in")).and_then(|_| COMMANDS.iter().map(run).collect());
    // If the folder cannot be removed, this does no harm.
    let _ = fs::remove_dir_all(&folder);
    outputs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_prints_something_else_is_refused() {
        let echo = ["/bin/echo", "same"].map(Path::new);
        compare(&echo, &echo).unwrap();
        let error = compare(&echo, &["/bin/echo", "else"].map(Path::new)).unwrap_err().to_string();
        assert!(error.contains("`retrograde --version`") && error.contains("else --version"), "{error}");
        assert!(compare(&echo, &[Path::new("/bin/false")]).is_err(), "a program that fails is accepted");
        assert!(compare(&[Path::new("/bin/false")], &[Path::new("/bin/false")]).is_err(), "two failures are accepted");
    }
}
