//! The ledger is a file with the costs of whole commands, by revision.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::process::Command;

const LEDGER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../benches/ledger.tsv");

/// The names of the ledger's columns. `1` means with `-j1`; `n` means with one thread per core.
pub(crate) const HEADING: &str =
    "revision\tdate\tmachine\tcommand\tcpu ms (1)\tMiB (1)\tcpu ms (n)\twall ms (n)\tMiB (n)\tMinstr (1)";

/// Adds a row to the ledger.
pub(crate) fn append(row: &str) -> io::Result<()> {
    writeln!(OpenOptions::new().append(true).open(LEDGER)?, "{row}")
}

/// Returns the revision, its date, and the machine. The caller must call this before the ledger changes.
pub(crate) fn origin() -> String {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).output();
        output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default()
    };
    let changed = if git(&["status", "--porcelain", "--untracked-files=no"]).is_empty() { "" } else { "+" };
    let revision = git(&["rev-parse", "--short=9", "HEAD"]);
    let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpu.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or(": unknown");
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!(
        "{revision}{changed}\t{}\t{} x{cores}",
        git(&["show", "-s", "--format=%cs"]),
        model.trim_start_matches(['\t', ':', ' '])
    )
}
