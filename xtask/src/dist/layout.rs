//! The order of the functions in the program.
//!
//! The code that answers a contest file has 0.6 MB in a thousand functions. Without an order, these functions are
//! spread over the 12 MB of the program. Linux maps 64 KiB around each page in use, so more than 6 MB of the program
//! would be resident. This module makes xtask stand in for the linker. xtask links the program, lists the functions
//! that a run calls, and links again with these functions side by side.

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::fresh::found;
use super::{failed, remove_folder};
use crate::peak::boards_of_p4658;
use crate::process::{PROGRAM, Run, Trouble, root};
use crate::tool::VALGRIND;

/// The variable that makes xtask stand in for the linker. Its value is the file that the linked program answers.
const INPUT: &str = "RETROGRADE_LAYOUT";
/// The variable with the path of the C compiler, which calls the linker.
const COMPILER: &str = "RETROGRADE_CC";
/// The start of the program's file name while Cargo builds it.
const NAME: &str = "retrograde-";

/// Returns the input of the run if this process stands in for the linker.
pub(crate) fn input() -> Option<PathBuf> {
    env::var_os(INPUT).map(PathBuf::from)
}

/// Returns the Cargo command `run`, changed so that it builds a program whose functions are in order. Writes the input
/// of the program's run to a file in `folder`.
pub(super) fn prepared(run: Run, folder: &Path) -> Result<Run, Trouble> {
    VALGRIND.ensure().map_err(|missing| Trouble::Failed(format!("the order of the functions {missing}")))?;
    let cases = root().join("crates/retrograde-games/tests/cases/race");
    let mut boards = boards_of_p4658(&cases).map_err(|error| failed("read", &cases, &error))?;
    // The first line of the input says that there are twelve boards, but the input has eleven.
    if let Some(last) = boards.iter().position(|&byte| byte == b'\n') {
        boards.splice(..last, *b"11");
    }
    fs::create_dir_all(folder).map_err(|error| failed("make", folder, &error))?;
    let file = folder.join("layout.in");
    fs::write(&file, boards).map_err(|error| failed("write", &file, &error))?;
    let compiler = found("cc").ok_or_else(|| Trouble::Failed("there is no C compiler `cc`".into()))?;
    // With a linker in its settings, Cargo would compile all libraries again.
    let programs = folder.join("layout");
    let (cc, path) = (programs.join("cc"), env::var_os("PATH").unwrap_or_default());
    remove_folder(&programs)
        .and_then(|()| fs::create_dir(&programs))
        .map_err(|error| failed("make", &programs, &error))?;
    symlink(&*PROGRAM, &cc).map_err(|error| failed("make", &cc, &error))?;
    let path = env::join_paths([programs].into_iter().chain(env::split_paths(&path)));
    let path = path.map_err(|error| Trouble::Failed(format!("PATH: {error}")))?;
    Ok(run
        .with("PATH", &path.to_string_lossy())
        .with(COMPILER, &compiler.display().to_string())
        .with(INPUT, &file.display().to_string()))
}

/// Runs the C compiler with the arguments `words`, as the compiler of Rust and build scripts do. If the compiler links
/// the program, the function links the program again with an order of its functions.
pub(crate) fn in_place_of_linker(words: &[OsString], input: &Path) -> Result<(), Trouble> {
    let here = env::current_dir().map_err(|error| failed("find", Path::new("."), &error))?;
    let compiler = PathBuf::from(env::var_os(COMPILER).unwrap_or_else(|| "/usr/bin/cc".into()));
    let link = |more: &[String]| Run::program(&compiler).args(words).args(more).within(&here).check();
    link(&[])?;
    let Some(program) = program(words) else { return Ok(()) };
    let order = program.with_extension("order");
    let names = called(&program, input)?;
    fs::write(&order, names.into_iter().collect::<Vec<_>>().join("\n"))
        .map_err(|error| failed("write", &order, &error))?;
    link(&[format!("-Wl,--symbol-ordering-file={}", order.display()), "-Wl,--no-warn-symbol-ordering".to_owned()])
}

/// Returns the path of the linker's output if the output is the program; `None` for build scripts and derive macros.
fn program(words: &[OsString]) -> Option<PathBuf> {
    let output = words.iter().skip_while(|word| *word != "-o").nth(1).map(PathBuf::from)?;
    let name = output.file_name()?.to_string_lossy().into_owned();
    (name.starts_with(NAME) && !name.contains('.')).then_some(output)
}

/// Returns the symbols of the functions that the program calls when it answers a file of P4658.
fn called(program: &Path, input: &Path) -> Result<BTreeSet<String>, Trouble> {
    let calls = program.with_extension("calls");
    let file = File::open(input).map_err(|error| failed("read", input, &error))?;
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["-q", "--tool=callgrind", "--demangle=no"]).arg(format!("--callgrind-out-file={}", calls.display()));
    // With one thread, the program calls the same functions in every run.
    valgrind.arg(program).args(["answer", "p4658", "--threads", "1"]).stdin(file).stdout(Stdio::null());
    let status = valgrind.status().map_err(|error| failed("run", program, &error))?;
    let text = fs::read_to_string(&calls).map_err(|error| failed("read", &calls, &error))?;
    let names = names(&text);
    if status.success() && !names.is_empty() {
        return Ok(names);
    }
    Err(Trouble::Failed(format!("{}: valgrind lists no functions; {status}", program.display())))
}

/// Returns the names of Rust's functions in a file of callgrind. At the first use of a number, the file also states the
/// name, as in `fn=(3) _ZN1aE`. A recursive call has the name `_ZN1aE'2`. The list has no functions of the C library.
/// The C library chooses some functions by the processor, but the order must be the same on every machine.
fn names(text: &str) -> BTreeSet<String> {
    let name = |line: &str| {
        let name = line.strip_prefix('c').unwrap_or(line).strip_prefix("fn=(")?.split_once(") ")?.1;
        let name = name.split('\'').next()?;
        (name.starts_with("_ZN") || name.starts_with("_R")).then(|| name.to_owned())
    };
    text.lines().filter_map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_called_functions_are_listed_once() {
        let text =
            "fn=(1) _RNv1b\n1 2\ncfn=(2) _ZN1aE'2\ncalls=1 2\nfn=(2)\nfn=(3) 0x12\nfn=(4) memcpy\ncfn=(5) _ZN1aE\n";
        assert_eq!(names(text), BTreeSet::from(["_RNv1b", "_ZN1aE"].map(str::to_owned)));
    }

    #[test]
    fn only_the_program_gets_an_order() {
        let output = |name: &str| program(&["a.o", "-o", name, "-lc"].map(OsString::from));
        assert_eq!(output("/t/deps/retrograde-12ab"), Some("/t/deps/retrograde-12ab".into()));
        for other in ["/t/build_script_build-1", "/t/libretrograde.so", "/t/retrograde-1.so"] {
            assert_eq!(output(other), None, "{other}");
        }
    }
}
