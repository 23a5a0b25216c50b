//! Runs libFuzzer on the target named by the environment: `RETROGRADE_TARGET=pawn_token`. `--list` prints the names of all targets.
#![no_main]

use std::alloc::System;
use std::sync::LazyLock;
use std::{env, process};

use cap::Cap;
use retrograde_fuzz::{TARGETS, Target, target};
use retrograde_testing::trial::MEMORY;

#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, MEMORY);

static TARGET: LazyLock<&Target> = LazyLock::new(|| {
    let name = env::var("RETROGRADE_TARGET").unwrap_or_default();
    target(&name).unwrap_or_else(|| {
        eprintln!("RETROGRADE_TARGET names no target, but `{name}`");
        process::exit(2)
    })
});

/// Prepares the target before the first input, since libFuzzer also runs inputs of its own.
fn start() {
    if env::args().any(|word| word == "--list") {
        for target in TARGETS {
            println!("{}", target.name);
        }
        process::exit(0);
    }
    LazyLock::force(&TARGET);
}

libfuzzer_sys::fuzz_target!(init: start(), |input: &[u8]| (TARGET.law)(input));
