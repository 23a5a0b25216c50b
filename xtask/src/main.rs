//! The project's chores, `cargo xtask test|bench|fuzz|faults|schema|doc|dist|wasm`: what CI runs and what people run.
//!
//! Only the standard library is used, so that a fresh machine starts checking in a second.

mod cost;
mod dist;
mod doc;
mod fuzz;
mod peak;
mod process;
mod test;
mod tool;
mod wasm;

use std::env;
use std::process::ExitCode;
use std::sync::LazyLock;

use process::{PROGRAM, Run, Trouble};
use tool::VALGRIND;

const HELP: &str = "\
The project's chores. Run them from anywhere in the repository.

Usage: cargo xtask <COMMAND> [--help]

Commands:
  test   format, lints, tests, documentation, visits to the page: all that CI checks
  bench  the benchmarks, and the ledger of what commands take
  fuzz   the fuzz targets, on stable Rust
  faults what solves and tables survive: kills, damage, a full disk; on a cluster, lost processes
  schema the OpenAPI document and the page's types, made anew of the reports
  doc    the libraries' documentation and its examples
  dist   a release: an archive with a static program, completions, manual, licences, checksum
  wasm   a check that solver, games and desk compile for WebAssembly
";

const BENCH_HELP: &str = "\
Runs the benchmarks of the workspace.

Usage: cargo xtask bench [--record] [FILTER]...
       cargo xtask bench --big [--only NAME] [--check] [--record]

What is given is handed to the benchmarks: `cargo xtask bench pawn` runs those with `pawn` in their name.

With --record only whole commands are measured: processor time, memory, and instructions, counted by valgrind. A row for
each is added to benches/ledger.tsv. Instructions are the same on a busy machine; times want an idle one.

With --big games of up to 10^9 positions are solved, each by a process of its own, in minutes and up to 12 GiB. Behind the name of
each stand its positions and moves, what was planned, and the yardstick of that minute on two threads: reading memory in order, updating two
bytes of 512 MiB at random, the same of 512 KiB, mixing an integer. --check fails if a value is not the published one, or the plan is off.
";

const FAULTS_HELP: &str = "\
Kills `retrograde solve -o` at random moments, in memory and where it goes on on disk, goes on with another number of threads, and compares the tables;
changes bits of checkpoints, fills the disk, makes the folder read-only, sets two solvers at one table. Tells what was lost. Then changes a thousand bytes of tables, and a thousand
with checksums made right again: none may be read as another value. Takes some minutes.

Usage: cargo xtask faults [--kills N] [--seed S]
       cargo xtask faults --cluster [--only NAME | --board TOKEN] [--kills N] [--graphs N] [--seed S]

Options:
  --kills N   how often to kill in memory, and two fifths as often on disk [default: 50; 30 on a cluster]
  --seed S    start of the random numbers [default: a random one; it is printed]
  --cluster   several processes instead, by what comes below
  --only NAME only that: killed, stopped, lost, slow, delayed, or matrix
  --board T   only that board, as in the matrix
  --graphs N  how many random graphs [default: 200]

A small disk is mounted for the last two of the first, which only root may: else they are left out, and it is said.

With --cluster:
  killed   a random one of 1 to 4 processes is killed at a random moment, the others must name it within 5 s, and another number goes on to the same hash
  stopped  each of three processes is stopped (SIGSTOP): the others must name it within 30 s
  lost     three hosts in network namespaces, all packets of one are lost: for a minute, and every side names the other within 30 s; for ten
           seconds, and nobody is blamed. Only root may make them: else this is left out, and it is said.
  slow     one of three runs a tenth of its time: it is not taken for dead, and the others hold at most a tenth more than was planned
  delayed  two processes through a line of 100 Mbit/s and 1 ms: the same hash, in a time at most three tenths off the plan
  matrix   games of all kinds and random graphs by 1, 2, 3 processes of 1, 2 workers: the hash of the column is that of threads
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
        ["dist", rest @ ..] => dist::main(rest),
        ["wasm", rest @ ..] => wasm::main(rest),
        [other, ..] => Err(Trouble::Usage(format!("no command `{other}`; `cargo xtask --help` lists them"))),
    }
}

/// Makes the files that are made of the reports; a test says when they are old.
fn schema() -> Result<(), Trouble> {
    const WEB: &str = "crates/retrograde-web";
    let files =
        ["src/openapi.json", "page/js/base/shapes.js", "page/js/base/words.js"].map(|file| format!("{WEB}/{file}"));
    Run::line("cargo run --quiet -p retrograde-web --features schema --example schema --").args(&files).check()
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
