//! libFuzzer with any target, which the environment names: `RETROGRADE_TARGET=pawn_token`. With `--list` it prints the names of all.
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

/// Before the first input, as libFuzzer tries inputs of its own, too.
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
