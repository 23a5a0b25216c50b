//! Measures how much memory a solve needs, as the difference between a process that solves a board and an empty process
//! (Linux). Each solve has its own process.
//!
//! `cargo bench -p retrograde-games --bench footprint`

use std::process::{Command, ExitCode};

use retrograde::kernel::solve;
use retrograde::{Notation, Options, Reversible};
use retrograde_games::cannons::Cannons;
use retrograde_games::pawn::Pawn;
use retrograde_games::race::Race;

const CASES: [&str; 4] = ["nothing", "pawn 10x10", "race 40x40", "cannons to 20"];

/// Without an argument, the benchmark starts itself once for each case.
fn main() -> ExitCode {
    let case = std::env::args().nth(1).filter(|argument| !argument.starts_with('-'));
    match case {
        Some(case) => measure(&case),
        None => compare(),
    }
}

fn compare() -> ExitCode {
    let [nothing, solves @ ..] = CASES.map(peak_of);
    println!("peak resident set above an empty process ({nothing} KiB)");
    for (case, peak) in CASES.iter().skip(1).zip(solves) {
        println!("{case:<14} {:6.1} MiB", (peak - nothing) as f64 / 1024.0);
    }
    ExitCode::SUCCESS
}

fn peak_of(case: &str) -> i64 {
    let program = std::env::current_exe().expect("a running program has a path");
    let output = Command::new(program).arg(case).output().expect("the benchmark runs itself");
    String::from_utf8_lossy(&output.stdout).trim().parse().expect("it prints a number of KiB")
}

fn measure(case: &str) -> ExitCode {
    match case {
        "pawn 10x10" => run::<Pawn>("OO8/10/10/10/10/10/10/10/10/9X_r"),
        "race 40x40" => run::<Race>(&format!("A39/{}39B_a", "40/".repeat(38))),
        "cannons to 20" => run::<Cannons>(&format!("{}_r", "10".repeat(10))),
        _ => {}
    }
    println!("{}", peak_resident_kib());
    ExitCode::SUCCESS
}

fn run<G: Notation + Reversible>(text: &str) {
    let (game, _) = G::parse(text).expect("the benchmark's token is right");
    let table = solve(&game, &Options::default()).expect("the benchmark's game can be solved");
    std::hint::black_box(table);
}

fn peak_resident_kib() -> i64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux provides the status of a process");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("it has a peak resident set");
    line.trim().trim_end_matches("kB").trim().parse().expect("which is a number of KiB")
}
