//! Measures the processor time, the memory and the instructions of whole commands, as a judge or an author of problems
//! runs them.
//!
//! `cargo bench -p retrograde-cli --bench commands -- [FILTER]... [--record]`
//!
//! The benchmark prints a row for each command. With `--record`, it also adds the row to `benches/ledger.tsv`, with the
//! number of instructions that valgrind's callgrind counts. Times are medians of five runs. Processor time is the sum
//! of user time and system time.

#![cfg_attr(not(unix), allow(dead_code, unused_imports, reason = "resources are counted as Unix does"))]

mod input;
#[path = "../ledger/mod.rs"]
mod ledger;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

/// The measured commands, each with its name. `@name` stands for the path of an input.
const COMMANDS: [(&str, &str); 16] = [
    ("p9169: 10 open 10x10", "answer p9169 @pawn-open"),
    ("p9169: 10 open 10x10, deepest starts", "answer p9169 @pawn-deep"),
    ("p9169: 10 of 10x10, 25 % walls", "answer p9169 @pawn-walls"),
    ("p9169: 10 mazes 10x10", "answer p9169 @pawn-mazes"),
    ("p4658: 10 open 300x300", "answer p4658 @race-open"),
    ("p4658: 10 of 300x300, 3 % walls", "answer p4658 @race-walls"),
    ("p4658: 10 of 300x300, layers of 840", "answer p4658 @race-wide"),
    ("p4658: 10 serpentines 300x300", "answer p4658 @race-serpentines"),
    ("p4658: 1 open 5000x5000", "answer p4658 @race-5000"),
    ("p7387: 2 rows of 10^7", "answer p7387 @cannons-long"),
    ("p7387: 10^5 rows of 200", "answer p7387 @cannons-short"),
    ("table: pawn, open 10x10", "probe pawn:OO8/10/10/10/10/10/10/10/10/9X_r"),
    ("table: race, 20x20", "probe race:A19/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/19B_a"),
    ("table: cannons, rows to 18", "probe cannons:101010101010101010_r"),
    ("line: race, open 300x300, by its witness", "line --method shortcut --from p4658 @race-one"),
    ("gen: 1000 open 10x10, decided", "gen pawn --size 10x10 --walls 0 --value win --seed 1 -n 1000"),
];

/// The number of runs of each command. The result is the median of these runs.
const RUNS: usize = 5;

#[cfg(unix)]
fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [first, command @ ..] = arguments.as_slice()
        && first == MEASURE
    {
        return measure(command);
    }
    let filters: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with('-')).collect();
    let is_recording = arguments.iter().any(|argument| argument == "--record");
    match rows(&filters, is_recording) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(not(unix))]
fn main() -> ExitCode {
    eprintln!("skipped: resources are counted as Unix does");
    ExitCode::SUCCESS
}

const RETROGRADE: &str = env!("CARGO_BIN_EXE_retrograde");

/// Measures the commands that a filter names; without filters, all commands.
fn rows(filters: &[&String], is_recording: bool) -> io::Result<()> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("commands");
    fs::create_dir_all(&folder)?;
    // The revision must be read before the ledger changes, because the changed file would mark the working copy as
    // changed.
    let origin = ledger::origin();
    println!("{}", ledger::HEADING);
    for (name, command) in COMMANDS {
        if !filters.is_empty() && !filters.iter().any(|filter| name.contains(filter.as_str())) {
            continue;
        }
        let words = words(command, &folder)?;
        let [alone, all] = [median_of(&["-j1"], &words)?, median_of(&[], &words)?];
        let instructions = if is_recording { instructions(&words)? } else { String::new() };
        let row = format!(
            "{origin}\t{name}\t{:.1}\t{:.1}\t{:.1}\t{:.1}\t{:.1}\t{instructions}",
            alone.processor, alone.memory, all.processor, all.wall, all.memory
        );
        println!("{row}");
        if is_recording {
            ledger::append(&row)?;
        }
    }
    Ok(())
}

/// Splits a command into words, and creates the input files that the command reads.
fn words(command: &str, folder: &Path) -> io::Result<Vec<String>> {
    let word = |word: &str| match word.strip_prefix('@') {
        Some(name) => {
            let path: PathBuf = folder.join(name);
            fs::write(&path, input::named(name))?;
            Ok(path.display().to_string())
        }
        None => Ok(word.to_owned()),
    };
    command.split(' ').map(word).collect()
}

/// The cost of one run of a command.
#[derive(Clone, Copy)]
struct Cost {
    /// The user time plus the system time, in milliseconds.
    processor: f64,
    /// The wall time, in milliseconds.
    wall: f64,
    /// The largest resident set, in MiB.
    memory: f64,
}

/// Runs a command several times; returns the median of each cost.
fn median_of(options: &[&str], words: &[String]) -> io::Result<Cost> {
    let costs: Vec<Cost> = (0..RUNS).map(|_| cost(options, words)).collect::<io::Result<_>>()?;
    let median = |of: fn(&Cost) -> f64| {
        let mut values: Vec<f64> = costs.iter().map(of).collect();
        values.sort_by(f64::total_cmp);
        values[RUNS / 2]
    };
    Ok(Cost {
        processor: median(|cost| cost.processor),
        wall: median(|cost| cost.wall),
        memory: median(|cost| cost.memory),
    })
}

/// The option with which this program runs one command and prints its cost. The system reports the resources of a
/// process's children only in total, so a separate process measures each command.
const MEASURE: &str = "--measure";

fn cost(options: &[&str], words: &[String]) -> io::Result<Cost> {
    let output = Command::new(std::env::current_exe()?).arg(MEASURE).args(options).args(words).output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let numbers: Vec<f64> = text.split_whitespace().filter_map(|number| number.parse().ok()).collect();
    match numbers[..] {
        [processor, wall, memory] => Ok(Cost { processor, wall, memory }),
        _ => Err(io::Error::other(format!("{}: {}", words.join(" "), String::from_utf8_lossy(&output.stderr)))),
    }
}

#[cfg(unix)]
fn measure(words: &[String]) -> ExitCode {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike;

    let begun = Instant::now();
    let status = Command::new(RETROGRADE).args(words).stdin(Stdio::null()).stdout(Stdio::null()).status();
    let wall = begun.elapsed().as_secs_f64() * 1e3;
    match (status, getrusage(UsageWho::RUSAGE_CHILDREN)) {
        (Ok(status), Ok(usage)) if status.success() => {
            let processor = (usage.user_time() + usage.system_time()).num_microseconds() as f64 / 1e3;
            println!("{processor} {wall} {}", usage.max_rss() as f64 / 1024.0);
            ExitCode::SUCCESS
        }
        _ => ExitCode::FAILURE,
    }
}

/// Returns the instructions on one thread, in millions; `-` if valgrind is not installed.
fn instructions(words: &[String]) -> io::Result<String> {
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null", RETROGRADE, "-j1"]).args(words);
    let Ok(output) = valgrind.stdin(Stdio::null()).stdout(Stdio::null()).output() else { return Ok("-".to_owned()) };
    let report = String::from_utf8_lossy(&output.stderr);
    let collected = report.lines().find_map(|line| line.split_once("Collected : "));
    let count = collected.and_then(|(_, count)| count.trim().parse::<f64>().ok());
    count.map(|count| format!("{:.1}", count / 1e6)).ok_or_else(|| io::Error::other(report.into_owned()))
}
