//! Programs with errors that real contestants made: `wrong NAME < INPUT`. `stress` must detect each of these programs
//! by the known cases; see `tests/killers.rs`. These programs share no code with ours.
//!
//! `wrong NAME MILLISECONDS MEBIBYTES` fills this much memory and keeps it while it computes for this time, and then
//! answers.
#![allow(clippy::unwrap_used, reason = "a contestant's program may panic")]

mod pawn;
mod race;

use std::io::Read;

fn main() {
    let mut input = String::new();
    std::io::stdin().read_to_string(&mut input).unwrap();
    let name = std::env::args().nth(1).unwrap_or_default();
    let mut numbers = std::env::args().skip(2).map(|number| number.parse().unwrap());
    let milliseconds = numbers.next().unwrap_or(0);
    let memory = vec![1_u8; numbers.next().unwrap_or(0) << 20];
    compute(milliseconds);
    std::hint::black_box(&memory);
    match name.as_str() {
        "race-right" => race::answer(&input, race::Fault::None),
        "race-criterion" => race::answer(&input, race::Fault::Criterion),
        "race-overflow" => race::answer(&input, race::Fault::Overflow),
        "race-state" => race::answer(&input, race::Fault::State),
        "pawn-right" => pawn::answer::<u16>(&input),
        "pawn-8-bits" => pawn::answer::<u8>(&input),
        _ => panic!("there is no program `{name}`"),
    }
}

/// Uses this much processor time. Time in which the program waits for a core does not count.
#[cfg(unix)]
fn compute(milliseconds: usize) {
    use rustix::time::{ClockId, clock_gettime};
    let used = || {
        let time = clock_gettime(ClockId::ProcessCPUTime);
        time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    };
    let milliseconds = i64::try_from(milliseconds).unwrap();
    while used() < milliseconds {}
}

#[cfg(not(unix))]
fn compute(_milliseconds: usize) {}
