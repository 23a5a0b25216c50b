//! Programs that are wrong in ways that contestants' programs were: `wrong NAME < INPUT`. `stress` must find each of them
//! out by the known cases; see `tests/killers.rs`. They share no code with ours.
#![allow(clippy::unwrap_used, reason = "a contestant's program may panic")]

mod pawn;
mod race;

use std::io::Read;

fn main() {
    let mut input = String::new();
    std::io::stdin().read_to_string(&mut input).unwrap();
    let name = std::env::args().nth(1).unwrap_or_default();
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
