//! Checks every fuzz target on its seeds and on mutants of the seeds. The tests have a program of their own, because it
//! limits the memory of its allocator.
#![allow(clippy::unwrap_used, reason = "a test may panic, and so may its helpers")]

use std::alloc::System;
use std::time::Duration;

use cap::Cap;
use retrograde_fuzz::{TARGETS, target};
use retrograde_testing::trial::{INPUT_TIMEOUT, Trial};

#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

fn limit(bytes: usize) {
    ALLOCATOR.set_limit(bytes).unwrap();
}

/// Defines a test for each target, with the number of mutants. The mutants of a target take about a second of processor
/// time.
macro_rules! replay {
    ($($target:ident: $inputs:literal,)*) => {
        $(
            #[test]
            fn $target() {
                let (test, target) = (concat!(module_path!(), "::", stringify!($target)), target(stringify!($target)).unwrap());
                Trial { test, target: target.name, law: target.law, inputs: $inputs, limit, input_timeout: INPUT_TIMEOUT }.run();
            }
        )*

        const TESTED: &[&str] = &[$(stringify!($target)),*];
    };
}

replay! {
    breakthrough_token: 5_000,
    cannons_token: 5_000,
    certificate: 10_000,
    checkpoint: 1_000,
    chess_token: 5_000,
    connect4_token: 5_000,
    dobutsu_token: 5_000,
    edge_list: 5_000,
    forms: 2_000,
    game_file: 400,
    graph_token: 5_000,
    hexapawn_token: 5_000,
    hosts: 5_000,
    p4658: 5_000,
    p7387: 5_000,
    p9169: 2_000,
    pawn_token: 5_000,
    quixo_token: 5_000,
    race_token: 5_000,
    table: 250,
    teeko_token: 5_000,
    tictactoe_token: 5_000,
}

#[test]
fn every_target_has_a_test() {
    let targets: Vec<_> = TARGETS.iter().map(|target| target.name).collect();
    assert_eq!(targets, TESTED);
}

/// Runs a trial of a law that some inputs break intentionally. Returns the report of the failure.
fn report(name: &str, law: fn(&[u8])) -> String {
    let test = &format!("{}::{name}", module_path!());
    let broken = Trial { test, target: "pawn_token", law, inputs: 5_000, limit, input_timeout: Duration::from_secs(2) };
    let report = broken.report().expect_err("the law is broken");
    println!("{report}");
    report
}

/// Checks that a report names the target, the seed, an input and the cause, and that the stored input breaks the law.
fn check_report(report: &str, cause: &str, breaks: impl Fn(&[u8]) -> bool) {
    assert!(report.starts_with("pawn_token: input ") && report.contains(" from seed "), "{report}");
    assert!(report.contains(cause), "{report}");
    let (_, file) = report.split_once("RETROGRADE_INPUT=").unwrap();
    let (file, _) = file.split_once(',').unwrap();
    assert!(breaks(&std::fs::read(file).unwrap()), "{report}");
    std::fs::remove_file(file).unwrap();
}

/// A byte that no seed contains, but some mutants contain.
const BYTE: u8 = b'#';

#[test]
fn a_panic_at_one_byte_is_reported() {
    let report = report("a_panic_at_one_byte_is_reported", |input| assert!(!input.contains(&BYTE), "a byte"));
    check_report(&report, "a byte", |input| input.contains(&BYTE));
}

#[test]
fn memory_that_is_claimed_is_reported() {
    let claim = |input: &[u8]| drop(Vec::<u8>::with_capacity(if input.contains(&BYTE) { 65 << 20 } else { 1 << 20 }));
    let report = report("memory_that_is_claimed_is_reported", claim);
    check_report(&report, "memory allocation of 68157440 bytes failed", |input| input.contains(&BYTE));
}

#[test]
fn a_hang_is_reported() {
    let hang = |input: &[u8]| {
        while std::hint::black_box(input).contains(&BYTE) {
            std::thread::sleep(Duration::from_millis(10));
        }
    };
    let report = report("a_hang_is_reported", hang);
    check_report(&report, "one input takes longer than", |input| input.contains(&BYTE));
}

#[test]
fn a_stack_that_overflows_is_reported() {
    fn deeper(input: &[u8]) -> usize {
        if std::hint::black_box(input).contains(&BYTE) { 1 + deeper(input).min(input.len()) } else { 0 }
    }
    let report = report("a_stack_that_overflows_is_reported", |input| assert!(deeper(input) <= input.len()));
    check_report(&report, "has overflowed its stack", |input| input.contains(&BYTE));
}

#[test]
fn a_trial_that_tries_nothing_is_no_success() {
    let trial = Trial {
        test: "replay::no_such_test",
        target: "pawn_token",
        law: |_| (),
        inputs: 1,
        limit,
        input_timeout: INPUT_TIMEOUT,
    };
    assert!(trial.report().is_err());
}
