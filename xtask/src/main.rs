//! The project's commands for CI and developers: `cargo xtask test|bench|fuzz|faults|schema|doc|dist|wasm|python|site`.
//!
//! This program uses only the standard library, so that it compiles in a second on a fresh machine.

mod book;
mod cost;
mod dist;
mod doc;
mod fuzz;
mod peak;
mod process;
mod python;
mod test;
mod tool;
mod wasm;

use std::env;
use std::process::ExitCode;
use std::sync::LazyLock;

use process::{PROGRAM, Run, Trouble};
use tool::VALGRIND;

const HELP: &str = "\
The project's commands. Run them from any folder of the repository.

Usage: cargo xtask <COMMAND> [--help]

Commands:
  test   format, lints, tests, documentation, visits to the page: all that CI checks
  bench  the benchmarks, and the ledger of the time and memory of commands
  fuzz   the fuzz targets, on stable Rust
  faults solves and tables under kills, damage and a full disk; on a cluster, lost processes
  schema the OpenAPI document, the page's types and the Python package's, generated from the reports
  doc    the libraries' documentation and its examples
  book   the documents as a book of HTML pages
  dist   a release: an archive and a Debian package with a static program, completions, manual, book, licences, SBOM, checksums
  wasm   the API as a WebAssembly module, and a comparison of its answers with the server's
  python the Python package as a wheel, and its tests
  site   the page as a folder of files that needs no server
";

const BENCH_HELP: &str = "\
Runs the benchmarks of the workspace.

Usage: cargo xtask bench [--record] [FILTER]...
       cargo xtask bench --big [--only NAME] [--check] [--record]

Filters select benchmarks: `cargo xtask bench pawn` runs those with `pawn` in their name.

--record measures only whole commands: processor time, memory, and instructions, which valgrind counts. It adds a row for
each to benches/ledger.tsv. Instructions do not depend on the load of the machine; times need an idle machine.

--big solves games of up to 10^9 positions, each in a process of its own, in minutes and up to 12 GiB. For each game it prints the
positions and moves, the plan, and the machine's speed at that time on two threads: sequential reads of memory, random updates of two bytes in
512 MiB and in 512 KiB, and mixing an integer. --check fails if a value differs from the published one, or the plan is wrong.
";

const FAULTS_HELP: &str = "\
Kills `retrograde solve -o` at random moments, in memory and on disk, resumes with another number of threads, and compares the tables. Changes bits of
checkpoints, fills the disk, makes the folder read-only, and starts two solvers of one table. Reports how much work was lost. Then changes a thousand
bytes of tables, and a thousand more with recomputed checksums: none may be read as another value. Takes some minutes.

Usage: cargo xtask faults [--kills N] [--seed S]
       cargo xtask faults --cluster [--only NAME | --board TOKEN] [--kills N] [--graphs N] [--seed S]

Options:
  --kills N   number of kills in memory; on disk two fifths of it [default: 50; 30 on a cluster]
  --seed S    seed of the random numbers [default: random, and printed]
  --cluster   test several processes instead, as described below
  --only NAME only this test: killed, stopped, lost, slow, delayed, or matrix
  --board T   only this board, as in the matrix
  --graphs N  number of random graphs [default: 200]

Filling the disk and the read-only folder need a small mounted disk, and therefore root; otherwise they are skipped with a message.

With --cluster:
  killed   kills one of 1 to 4 processes at a random moment: the others must name it within 5 s, and another number of processes resumes to the same hash
  stopped  stops each of three processes (SIGSTOP): the others must name it within 30 s
  lost     drops all packets of one of three hosts in network namespaces. If this lasts a minute, each side must name the other within 30 s;
           if it lasts ten seconds, no process may be reported lost. Needs root; otherwise the test is skipped with a message.
  slow     one of three processes runs a tenth of the time: it must not be reported lost, and the others use at most a tenth more memory than planned
  delayed  two processes over a connection of 100 Mbit/s and 1 ms: the same hash, in a time within three tenths of the plan
  matrix   games of all kinds and random graphs by 1, 2, 3 processes of 1, 2 workers: the same hash as with threads
";

fn main() -> ExitCode {
    LazyLock::force(&PROGRAM);
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(trouble) => {
            eprintln!("error: {trouble}");
            ExitCode::from(trouble.exit_code())
        }
    }
}

fn run() -> Result<(), Trouble> {
    if let Some(pages) = doc::pages() {
        return doc::in_place_of_rustdoc(&env::args_os().skip(1).collect::<Vec<_>>(), &pages);
    }
    if let Some(input) = dist::layout::input() {
        return dist::layout::in_place_of_linker(&env::args_os().skip(1).collect::<Vec<_>>(), &input);
    }
    let args: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    dispatch(&words)
}

fn dispatch(words: &[&str]) -> Result<(), Trouble> {
    match words {
        [] | ["-h" | "--help" | "help", ..] => help(HELP),
        ["test", rest @ ..] => test::main(rest),
        ["bench", rest @ ..] => bench(rest),
        ["fuzz", rest @ ..] => fuzz::main(rest),
        ["faults", rest @ ..] => faults(rest),
        ["schema"] => schema(),
        ["doc", rest @ ..] => doc::main(rest),
        ["book", rest @ ..] => book::main(rest),
        ["dist", rest @ ..] => dist::main(rest),
        ["wasm", rest @ ..] => wasm::main(rest),
        ["python", rest @ ..] => python::main(rest),
        ["site", rest @ ..] => wasm::site(rest),
        [other, ..] => Err(Trouble::Usage(format!("no command `{other}`; `cargo xtask --help` lists them"))),
    }
}

/// Generates the files that are derived from the types of the reports. If these files are outdated, a test fails.
fn schema() -> Result<(), Trouble> {
    let files = [
        "crates/retrograde-api/src/openapi.json",
        "crates/retrograde-web/page/js/base/shapes.js",
        "crates/retrograde-web/page/js/base/words.js",
        "python/retrograde/_reports.py",
    ];
    Run::line("cargo run --quiet -p retrograde-api --features schema --example schema --").args(files).check()
}

fn faults(words: &[&str]) -> Result<(), Trouble> {
    if wants_help(words) {
        return help(FAULTS_HELP);
    }
    if words.contains(&"--cluster") {
        let words = words.iter().filter(|&&word| word != "--cluster");
        let run = "cargo bench --locked -p retrograde-cli --features cluster --bench cluster -- --faults";
        return Run::line(run).args(words).check();
    }
    Run::line("cargo bench --locked -p retrograde-cli --bench faults -- --faults").args(words).check()?;
    let given = words.iter().position(|&word| word == "--seed").and_then(|at| words.get(at + 1).copied());
    Run::line("cargo test --locked --release -p retrograde-tables --test all mutations:: -- --nocapture")
        .with("RETROGRADE_MUTATIONS", "1000")
        .with("RETROGRADE_SEED", given.unwrap_or("9"))
        .check()
}

fn bench(words: &[&str]) -> Result<(), Trouble> {
    if wants_help(words) {
        return help(BENCH_HELP);
    }
    if words.contains(&"--big") {
        return Run::line("cargo bench --locked -p retrograde-cli --bench big --").args(words).check();
    }
    if !words.contains(&"--record") {
        return Run::line("cargo bench --locked --workspace --bench * --").args(words).check();
    }
    if let Err(missing) = VALGRIND.ensure() {
        eprintln!("instructions are not counted: that {missing}");
    }
    Run::line("cargo bench --locked -p retrograde-cli --bench commands --").args(words).check()
}

fn wants_help(words: &[&str]) -> bool {
    words.iter().any(|word| matches!(*word, "-h" | "--help"))
}

#[expect(clippy::unnecessary_wraps, reason = "an arm of a command's match, among arms that can fail")]
fn help(text: &str) -> Result<(), Trouble> {
    print!("{text}");
    Ok(())
}
