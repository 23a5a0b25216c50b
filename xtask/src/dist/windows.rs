//! The program for Windows, and its tests under wine. Wine runs the program in a separate Unix process, so a test can
//! kill the program.

use std::fs;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime};

use super::cross::build_for;
use super::{Program, System, TARGET, commit_time, failed};
use crate::process::{Run, Trouble, root};
use crate::tool::{WINDOWS_COMPILER, WINE, ZIP};

/// The architecture of the machines with Windows for which releases are built.
const ARCH: &str = "x86_64";
/// The linker for Windows, which comes with the libraries of the system.
const LINKER: &str = "x86_64-w64-mingw32-gcc";
/// The command that lists the libraries that a program loads.
const OBJDUMP: &str = "x86_64-w64-mingw32-objdump --private-headers";
/// The program that runs programs of Windows.
const RUNNER: &str = "/usr/lib/wine/wine64";
/// The source of a library that wine 8.0 lacks. Without this library, no program of Rust starts under wine.
const RANDOM: &str = "\
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count) { return SystemFunction036(bytes, count); }
";
/// The source of a program that never ends. The program starts itself as a child. The child writes a byte to the file
/// `alive` every 20 ms, and also never ends.
const HANGING: &str = "\
#include <windows.h>
#include <stdio.h>
int main(int count, char **words) {
    for (; count > 1; Sleep(20)) {
        FILE *file = fopen(\"alive\", \"ab\");
        if (file) { fputc('x', file); fclose(file); }
    }
    char line[512];
    STARTUPINFOA start = { sizeof start };
    PROCESS_INFORMATION child;
    snprintf(line, sizeof line, \"\\\"%s\\\" child\", words[0]);
    CreateProcessA(NULL, line, NULL, NULL, FALSE, 0, NULL, NULL, &start, &child);
    for (;;) Sleep(1000);
}
";
/// The source of a program for this machine that does the same as [`HANGING`].
const HANGING_HERE: &str = "#!/bin/sh\n(while :; do printf x >> alive; sleep 0.02; done) &\nsleep 1000\n";
/// Commands with the same output on all systems. They run in a folder with four files: the sample, the sample with the
/// line ends of Windows (`dos.in`), a copy of the program (`ours`), and the program that hangs.
const COMMANDS: [&str; 7] = [
    "--version",
    "answer p9169 zu.in",
    "answer p9169 dos.in",
    "probe pawn:3HHHHHH/1H7/1HHHHHHH1/1H1H5/1HOH1HHHH/1H1H5/1HHHHHHH1/1HX6/1O7_r",
    "solve quixo:3x3 --threads 1 -o tables",
    "--quiet stress --game p7387 --seed 1 -n 20 --timeout 1m -- ./ours answer p7387",
    "--quiet stress --game p7387 --seed 1 -n 1 -j 1 --timeout 2s --out failures -- ./hanging",
];
/// The path of the API that both servers answer.
const QUESTION: &str = "/api/v1/probe?pos=cannons:01100_r";
/// The side, in squares, of an empty board whose solve writes several checkpoints.
const SIDE: usize = 47;
/// The name of the signal that Ctrl-C sends, and the exit code of a solve that it stops.
const CTRL_C: &str = "INT";
const INTERRUPTED: i32 = 130;
/// The maximum time that a test waits for an event.
const PATIENCE: Duration = Duration::from_mins(5);

/// Builds the program. The inner error is the name of a missing tool, and how to install it.
pub(super) fn build() -> Result<Result<Program, String>, Trouble> {
    let program = match build_for(System::Windows, ARCH, &WINDOWS_COMPILER, LINKER)? {
        Ok(program) => program,
        missing => return Ok(missing),
    };
    needs_windows_alone(&Run::line(OBJDUMP).args([&program.file]).output()?)?;
    Ok(Ok(program))
}

/// Checks the headers of a program. The program must not load libraries of the compiler, because users do not have
/// these libraries.
fn needs_windows_alone(headers: &str) -> Result<(), Trouble> {
    let mut libraries = headers.lines().filter_map(|line| line.trim().strip_prefix("DLL Name: "));
    match libraries.find(|name| name.starts_with("lib")) {
        Some(name) => {
            Err(Trouble::Failed(format!("the program for Windows needs {name}, which is no part of Windows")))
        }
        None => Ok(()),
    }
}

/// Packs the folder `name` in `out` into an archive, and returns the name of the archive; `None` if the tool is
/// missing. Equal contents give equal bytes.
pub(super) fn pack(out: &Path, name: &str) -> Result<Option<String>, Trouble> {
    if !ZIP.is_there() {
        println!("SKIPPED the archive for Windows: it {}", ZIP.missing());
        return Ok(None);
    }
    let archive = format!("{name}.zip");
    let mut files = Vec::new();
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(commit_time());
    list(out, Path::new(name), time, &mut files).map_err(|error| failed("read", &out.join(name), &error))?;
    files.sort_unstable();
    // The archive stores times without a time zone. Without `-X`, the archive would also contain the times of access.
    Run::line("zip -X -q -9").args([&archive]).args(&files).within(out).with("TZ", "UTC").check()?;
    Ok(Some(archive))
}

/// Lists the files below a folder of `out` by their paths relative to `out`, and sets their times to `time`.
fn list(out: &Path, folder: &Path, time: SystemTime, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(out.join(folder))? {
        let path = folder.join(entry?.file_name());
        if out.join(&path).is_dir() {
            list(out, &path, time, files)?;
        } else {
            fs::File::options().append(true).open(out.join(&path))?.set_modified(time)?;
            files.push(path);
        }
    }
    Ok(())
}

/// Returns the path of the emulator. The error says that the emulator is missing, and how to install it.
pub(super) fn emulator() -> Result<PathBuf, String> {
    if WINE.is_there() { Ok(RUNNER.into()) } else { Err(WINE.missing()) }
}

/// A program in a folder of its own, in which the commands run.
struct Tried {
    folder: PathBuf,
    /// The program with its first arguments.
    words: Vec<PathBuf>,
    /// The folder with the files of the emulated system.
    prefix: PathBuf,
}

impl Tried {
    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(&self.words[0]);
        command.args(&self.words[1..]).args(words).current_dir(&self.folder).stdin(Stdio::null());
        command.env_clear().env("PATH", "/usr/bin:/bin").env("RETROGRADE_TABLES", "").env("HOME", &self.folder);
        command.env("WINEPREFIX", &self.prefix).env("WINEDEBUG", "-all");
        command
    }

    /// Runs a command, and returns its exit code and its output.
    fn output(&self, words: &[&str]) -> Result<(Option<i32>, String), Trouble> {
        let Output { status, stdout, stderr } =
            self.command(words).output().map_err(|error| failed("run", &self.words[0], &error))?;
        // Paths have other separators on Windows.
        let text = String::from_utf8_lossy(&stdout).replace('\\', "/");
        if !stderr.is_empty() && stdout.is_empty() {
            return Ok((status.code(), String::from_utf8_lossy(&stderr).into_owned()));
        }
        Ok((status.code(), text))
    }

    fn start(&self, words: &[&str]) -> Result<Child, Trouble> {
        let started = self.command(words).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        started.map_err(|error| failed("run", &self.words[0], &error))
    }
}

/// Compares the program for Windows, which runs under an emulator, with the program `native` of this machine.
pub(super) fn test(emulator: &Path, native: &Path, program: &Path) -> Result<(), Trouble> {
    let top = std::env::temp_dir().join(format!("retrograde-windows-{}", std::process::id()));
    let tested = fill(&top, emulator, native, program).and_then(|[native, windows]| {
        commands(&native, &windows)?;
        leaves_no_child(&windows)?;
        servers(&native, &windows)?;
        [CTRL_C, "KILL"].iter().try_for_each(|signal| resumes(&native, &windows, signal))
    });
    // If the folder cannot be removed, this does no harm.
    let _ = fs::remove_dir_all(&top);
    tested?;
    println!("the program for Windows behaves under wine as that of this machine");
    Ok(())
}

/// Creates the folders of both programs, and starts the emulated system.
fn fill(top: &Path, emulator: &Path, native: &Path, program: &Path) -> Result<[Tried; 2], Trouble> {
    let cannot = |error: io::Error| failed("fill", top, &error);
    let prefix = root().join(TARGET).join("wine");
    let [here, there] = ["native", "windows"].map(|name| top.join(name));
    for folder in [&here, &there, &prefix] {
        fs::create_dir_all(folder).map_err(cannot)?;
    }
    let prefix = fs::canonicalize(prefix).map_err(cannot)?;
    let sample = fs::read_to_string(root().join("examples/zu.in")).map_err(cannot)?;
    for folder in [&here, &there] {
        fs::write(folder.join("zu.in"), &sample).map_err(cannot)?;
        fs::write(folder.join("dos.in"), sample.replace('\n', "\r\n")).map_err(cannot)?;
    }
    fs::copy(native, here.join("ours")).map_err(cannot)?;
    fs::copy(program, there.join("ours.exe")).map_err(cannot)?;
    fs::write(here.join("hanging"), HANGING_HERE).map_err(cannot)?;
    Run::line("chmod 755").args([here.join("hanging")]).check()?;
    compile(RANDOM, &there, &["-shared", "-ladvapi32", "-o", "bcryptprimitives.dll"])?;
    compile(HANGING, &there, &["-o", "hanging.exe"])?;
    let tried = |folder: &Path, words: Vec<PathBuf>| Tried { folder: folder.to_owned(), words, prefix: prefix.clone() };
    let windows = tried(&there, vec![emulator.to_owned(), there.join("ours.exe")]);
    // The first start of the emulator creates the files of the emulated system, and prints messages about this.
    windows.output(&["--version"])?;
    Ok([tried(&here, vec![here.join("ours")]), windows])
}

/// Compiles a C program for Windows in a folder.
fn compile(source: &str, folder: &Path, options: &[&str]) -> Result<(), Trouble> {
    let file = folder.join("source.c");
    fs::write(&file, source).map_err(|error| failed("write", &file, &error))?;
    Run::line(LINKER).args(["-x", "c", "source.c"]).args(["-x", "none"]).args(options).within(folder).check()
}

/// Compares the output of the commands.
fn commands(native: &Tried, windows: &Tried) -> Result<(), Trouble> {
    for line in COMMANDS {
        let words: Vec<_> = line.split(' ').collect();
        same(&format!("retrograde {line}"), &native.output(&words)?, &windows.output(&words)?)?;
    }
    Ok(())
}

/// Returns an error if the results of the two programs differ.
fn same<T: PartialEq + std::fmt::Debug>(what: &str, expected: &T, found: &T) -> Result<(), Trouble> {
    if expected == found {
        return Ok(());
    }
    Err(Trouble::Failed(format!("on Windows, `{what}` gives\n{found:?}\ninstead of\n{expected:?}")))
}

/// Checks that `stress` has killed the child of the program that hangs.
fn leaves_no_child(windows: &Tried) -> Result<(), Trouble> {
    let file = windows.folder.join("alive");
    let length = || fs::metadata(&file).map_or(0, |found| found.len());
    let before = length();
    sleep(Duration::from_secs(1));
    if before == 0 || length() != before {
        return Err(Trouble::Failed(format!("on Windows, `stress` leaves a child: {before}, then {} bytes", length())));
    }
    Ok(())
}

/// Compares the answers of both servers.
fn servers(native: &Tried, windows: &Tried) -> Result<(), Trouble> {
    same("retrograde serve", &served(native)?, &served(windows)?)
}

/// Starts a server, sends it one request, and stops it. Returns the status and the body of the answer.
fn served(tried: &Tried) -> Result<(String, String), Trouble> {
    let mut server = tried.start(&["--json", "serve", "--port", "0", "--no-open"])?;
    let answer = answer_of(&mut server);
    // The server may have ended already.
    let _ = server.kill();
    let _ = server.wait();
    answer.map_err(|error| failed("ask the server of", &tried.words[0], &error))
}

fn answer_of(server: &mut Child) -> io::Result<(String, String)> {
    let mut line = String::new();
    let output = server.stdout.take().ok_or_else(|| io::Error::other("no output"))?;
    BufReader::new(output).read_line(&mut line)?;
    let port = line.split("\"port\":").nth(1).and_then(|rest| rest.split([',', '}']).next()?.parse::<u16>().ok());
    let mut socket = TcpStream::connect(("127.0.0.1", port.ok_or_else(|| io::Error::other(line))?))?;
    socket.set_read_timeout(Some(PATIENCE))?;
    write!(socket, "GET {QUESTION} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")?;
    let mut answer = String::new();
    socket.read_to_string(&mut answer)?;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    Ok((head.lines().next().unwrap_or_default().to_owned(), body.to_owned()))
}

/// Stops a solve by a signal after its first checkpoint, and resumes the solve. Compares the result with the result of
/// a solve that was not stopped. Wine turns the signal of Ctrl-C into the console's Ctrl-C.
fn resumes(native: &Tried, windows: &Tried, signal: &str) -> Result<(), Trouble> {
    let mut rows = vec![SIDE.to_string(); SIDE];
    (rows[0], rows[SIDE - 1]) = (format!("A{}", SIDE - 1), format!("{}B", SIDE - 1));
    let token = format!("race:{}_a", rows.join("/"));
    let solve = ["--progress", "none", "solve", "--threads", "1", "-o", signal, "--checkpoint", "20", &token];
    let mut stopped = windows.start(&solve)?;
    let folder = windows.folder.join(signal);
    let begun = Instant::now();
    let names = || fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.file_name());
    let has = |end: &str| names().any(|name| name.to_string_lossy().ends_with(end));
    while !has(".checkpoint") && begun.elapsed() < PATIENCE && matches!(stopped.try_wait(), Ok(None)) {
        sleep(Duration::from_millis(5));
    }
    Run::line("sh -c").args([format!("kill -{signal} {}", stopped.id())]).check()?;
    let status = stopped.wait().map_err(|error| failed("stop", &windows.words[0], &error))?;
    // Wine removes the lock of a killed process some time after the end of the process.
    let ended = Instant::now();
    while has(".lock") && ended.elapsed() < PATIENCE {
        sleep(Duration::from_millis(5));
    }
    if !has(".checkpoint") || has(".rgt") || has(".lock") || status.code() != (signal == CTRL_C).then_some(INTERRUPTED)
    {
        let names: Vec<_> = names().collect();
        return Err(Trouble::Failed(format!(
            "on Windows, a solve that is stopped by {signal} ends with {status}, and leaves {names:?}"
        )));
    }
    let resume = [&solve[..], &["--resume"]].concat();
    same(&format!("retrograde {}", resume.join(" ")), &native.output(&solve)?, &windows.output(&resume)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_of_the_compiler_is_refused() {
        needs_windows_alone("\tDLL Name: KERNEL32.dll\n\tDLL Name: bcryptprimitives.dll\n").unwrap();
        let error = needs_windows_alone("\tDLL Name: KERNEL32.dll\n\tDLL Name: libgcc_s_seh-1.dll\n").unwrap_err();
        assert!(error.to_string().contains("libgcc_s_seh-1.dll"), "{error}");
    }

    #[test]
    fn an_archive_depends_on_its_files_alone() {
        if !ZIP.is_there() {
            eprintln!("SKIPPED: {}", ZIP.missing());
            return;
        }
        let out = std::env::temp_dir().join(format!("retrograde-zip-{}", std::process::id()));
        let archives = ["b", "a"].map(|first| {
            fs::create_dir_all(out.join("name/folder")).unwrap();
            for file in [first, "a", "b"] {
                fs::write(out.join("name/folder").join(file), "text").unwrap();
            }
            let archive = pack(&out, "name").unwrap().unwrap();
            let bytes = fs::read(out.join(archive)).unwrap();
            fs::remove_dir_all(&out).unwrap();
            bytes
        });
        assert!(archives[0] == archives[1] && archives[0].starts_with(b"PK"));
    }
}
