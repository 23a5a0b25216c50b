//! Measures the memory that a program uses on Linux. Tests of the command line also include this file.

use std::io::{self, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

/// The maximum time that a program may take for an input.
const PATIENCE: Duration = Duration::from_mins(1);

/// Returns the peak resident size in bytes of a single-threaded program. The size is measured when the program has read
/// `input` and waits for more.
pub(crate) fn peak(command: &mut Command, input: &[u8]) -> io::Result<u64> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn()?;
    let peak = peak_of(&mut child, input);
    // If this returns an error, the program has already ended.
    let _ = child.kill();
    child.wait()?;
    peak
}

fn peak_of(child: &mut Child, input: &[u8]) -> io::Result<u64> {
    // The pipe must stay open during the measurement.
    let mut stdin = child.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
    stdin.write_all(input)?;
    let begun = Instant::now();
    loop {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id()))?;
        let line = |name: &str| status.lines().find_map(|line| Some(line.strip_prefix(name)?.trim()));
        // The process sleeps only when the pipe is empty, so it has then read all input.
        if line("State:").is_some_and(|state| state.starts_with('S')) {
            let kibibytes = line("VmHWM:").and_then(|peak| peak.strip_suffix(" kB")?.parse::<u64>().ok());
            return kibibytes.map(|number| number * 1024).ok_or(io::ErrorKind::InvalidData.into());
        }
        if begun.elapsed() > PATIENCE {
            return Err(io::ErrorKind::TimedOut.into());
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// Returns an input for P4658 that announces twelve boards of 300x300 squares, and contains eleven, of all known kinds.
/// A program that reads its input in blocks has answered ten boards when it waits for more input.
pub(crate) fn boards_of_p4658(cases: &Path) -> io::Result<Vec<u8>> {
    let mut files: Vec<_> = fs::read_dir(cases)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    files.sort();
    let mut boards = Vec::new();
    for file in files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "in")) {
        boards.extend(fs::read_to_string(file)?.strip_prefix("1\n300\n").map(|rows| format!("300\n{rows}")));
    }
    if boards.is_empty() {
        return Err(io::ErrorKind::NotFound.into());
    }
    Ok(["12\n".to_owned()].into_iter().chain(boards.into_iter().cycle().take(11)).collect::<String>().into_bytes())
}
