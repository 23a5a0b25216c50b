//! Tests an archive in a fresh root folder. The root folder has the archive's files and a small shell, but no
//! libraries, compilers or devices.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::failed;
use crate::process::{Run, Trouble, root};
use crate::tool::SHELL;

/// The documents whose `console` blocks run, one line after the other in a new folder.
const DOCUMENTS: [&str; 6] =
    ["README.md", "README.zh-CN.md", "docs/contestant.md", "docs/setter.md", "docs/author.md", "docs/researcher.md"];
/// The files that the lines of the documents read.
const INPUTS: &str = "crates/retrograde-cli/tests/recorded/inputs/pages";
/// The path of the shell. The shell contains the usual programs.
const BUSYBOX: &str = "/bin/busybox";

/// A line of a document with its recorded output.
struct Call {
    line: String,
    /// The exit code, if it is not 0, and the output.
    output: String,
}

/// Unpacks the archive of the release `name` in `out` into a fresh root, and runs the lines of the documents there. If
/// there is an `emulator`, the emulator runs the program.
pub(super) fn test(out: &Path, name: &str, emulator: Option<&Path>) -> Result<(), Trouble> {
    if !SHELL.is_there() {
        println!("SKIPPED the test of {name} in a fresh root: {}", SHELL.missing());
        return Ok(());
    }
    let folder = std::env::temp_dir().join(format!("retrograde-fresh-{}", std::process::id()));
    let tested = unpack(out, name, emulator, &folder).and_then(|()| {
        let is_allowed =
            |rooted: &&&str| typed(rooted, &folder, "true").output().is_ok_and(|tried| tried.status.success());
        ROOTED.iter().find(is_allowed).map(|rooted| documents(rooted, &folder, name)).transpose()
    });
    // If the folder cannot be removed, this does no harm.
    let _ = fs::remove_dir_all(&folder);
    match tested? {
        Some(lines) => println!("{name}: {lines} lines of the documents run in a fresh root"),
        None => println!("SKIPPED the test of {name} in a fresh root: this user may not change the root"),
    }
    Ok(())
}

/// Fills the root folder with the archive's files and the shell. The program gets the path `/bin/retrograde`.
fn unpack(out: &Path, name: &str, emulator: Option<&Path>, folder: &Path) -> Result<(), Trouble> {
    let cannot = |error: io::Error| failed("fill", folder, &error);
    let bin = folder.join("bin");
    fs::create_dir_all(&bin).map_err(cannot)?;
    ["tmp", "proc"].iter().try_for_each(|name| fs::create_dir(folder.join(name))).map_err(cannot)?;
    fs::copy(BUSYBOX, bin.join("busybox")).map_err(cannot)?;
    let archive = out.join(format!("{name}.tar.gz"));
    Run::line("tar --extract --file").args([&archive]).within(folder).check()?;
    for program in ["sh", "true", "ls", "cat", "sed", "tail", "printf", "echo"] {
        std::os::unix::fs::symlink("busybox", bin.join(program)).map_err(cannot)?;
    }
    let Some(emulator) = emulator else {
        return std::os::unix::fs::symlink(format!("/{name}/retrograde"), bin.join("retrograde")).map_err(cannot);
    };
    fs::copy(emulator, bin.join("emulator")).map_err(cannot)?;
    let script = format!("#!/bin/sh\nexec /bin/emulator -0 retrograde /{name}/retrograde \"$@\"\n");
    fs::write(bin.join("retrograde"), script).map_err(cannot)?;
    Run::line("chmod 755").args([bin.join("retrograde")]).check()
}

/// Runs the lines of all documents, and returns their number.
fn documents(rooted: &str, folder: &Path, name: &str) -> Result<usize, Trouble> {
    let mut lines = 0;
    for (number, document) in DOCUMENTS.iter().enumerate() {
        let work = format!("work{number}");
        let cannot = |error: io::Error| failed("fill", &folder.join(&work), &error);
        fs::create_dir(folder.join(&work)).map_err(cannot)?;
        for input in fs::read_dir(root().join(INPUTS)).map_err(cannot)? {
            let input = input.map_err(cannot)?;
            fs::copy(input.path(), folder.join(&work).join(input.file_name())).map_err(cannot)?;
        }
        let path = root().join(document);
        let text = fs::read_to_string(&path).map_err(|error| failed("read", &path, &error))?;
        for Call { line, output: recorded } in calls(&text) {
            let whole = format!("cd /{work} && {{ {line}; }} 2>&1");
            let found = output(&mut typed(rooted, folder, &whole));
            let found = found.map_err(|error| failed("run a shell in", folder, &error))?;
            if found.trim_end() != recorded.trim_end() {
                let message = format!("{name}: `{line}` of {document} prints\n{found}\ninstead of\n{recorded}");
                return Err(Trouble::Failed(message));
            }
            lines += 1;
        }
    }
    Ok(lines)
}

/// Returns the lines in the `console` blocks of a text, with their outputs.
fn calls(text: &str) -> Vec<Call> {
    let mut calls: Vec<Call> = Vec::new();
    let mut is_console = false;
    for line in text.lines() {
        if line.starts_with("```") {
            is_console = line == "```console";
            continue;
        }
        match (line.strip_prefix("$ "), calls.last_mut()) {
            _ if !is_console => {}
            (Some(line), _) => calls.push(Call { line: line.to_owned(), output: String::new() }),
            (None, Some(last)) => last.output.extend([line, "\n"]),
            (None, None) => {}
        }
    }
    calls
}

/// The commands that change the root folder. The first command works for root, and the second command for a user who
/// may create a user namespace. Both commands mount `/proc`, because `stress` needs `/proc` to measure programs.
const ROOTED: [&str; 2] =
    ["/usr/bin/unshare --mount --pid --fork", "/usr/bin/unshare --map-root-user --mount --pid --fork"];

/// Returns a command that runs a line by the shell in the root folder.
fn typed(rooted: &str, folder: &Path, line: &str) -> Command {
    let mut words = rooted.split(' ');
    let mut command = Command::new(words.next().unwrap_or_default());
    command.args(words).arg(format!("--mount-proc={}", folder.join("proc").display())).arg("/usr/sbin/chroot");
    command.arg(folder).args(["/bin/sh", "-c", line]).stdin(Stdio::null());
    command.env_clear().env("PATH", "/bin").env("LC_ALL", "C").env("RETROGRADE_TABLES", "");
    command
}

/// Runs a line, and returns its exit code, if it is not 0, and its output.
fn output(command: &mut Command) -> io::Result<String> {
    let output = command.output()?;
    let code = output.status.code().filter(|&code| code != 0).map(|code| format!("? {code}\n"));
    Ok(code.unwrap_or_default() + &String::from_utf8_lossy(&output.stdout))
}

/// Returns the path of a program in the folders of `PATH`.
pub(super) fn found(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_console_blocks_have_their_outputs() {
        let text = "$ no\n```console\n$ a b\n? 1\nx\n\n$ c\n```\n```sh\n$ d\n```\n";
        let calls: Vec<_> = calls(text).into_iter().map(|call| (call.line, call.output)).collect();
        assert_eq!(calls, [("a b".to_owned(), "? 1\nx\n\n".to_owned()), ("c".to_owned(), String::new())]);
    }
}
