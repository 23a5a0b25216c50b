//! What every verb and every API path prints, byte for byte, as it was recorded in `*.txt` beside this file: answers, notes, errors and
//! exit codes, as text, as JSON and in Chinese.
//!
//! A redesign below must not change them. `RECORD=1 cargo test -p retrograde-cli --test recorded` records anew, and the change of the
//! texts belongs to the commit that means it; `RETROGRADE=/path/to/program` asks another program than the one just built. The first
//! lines of each text say how to read it.
#![cfg(all(unix, feature = "serve"))]
#![allow(clippy::unwrap_used, reason = "a test may panic, and so may its helpers")]

mod api;
mod book;
mod calls;
mod program;

use book::Book;
use program::Program;

/// Compares what the calls print with the text of this name, or records it.
fn record(name: &str, calls: &[String]) {
    let program = Program::new();
    let mut book = Book::open(name);
    for call in calls {
        book.note(call, || program.run(call));
    }
    book.close();
}

#[test]
fn positions_of_pawn() {
    record("pawn", &calls::of_positions(&calls::PAWN));
}

#[test]
fn positions_of_race() {
    record("race", &calls::of_positions(&calls::RACE));
}

#[test]
fn positions_of_cannons() {
    record("cannons", &calls::of_positions(&calls::CANNONS));
}

#[test]
fn positions_of_stored_games() {
    record("stored", &calls::of_positions(&calls::STORED));
}

#[test]
fn options_of_each_verb() {
    record("options", &calls::with_options());
}

#[test]
fn contests() {
    record("contests", &calls::of_contests());
}

#[test]
fn random_positions() {
    record("gen", &calls::of_random());
}

#[test]
fn play() {
    record("play", &calls::of_play());
}

#[test]
fn errors() {
    record("errors", &calls::of_errors());
}

#[test]
fn help() {
    record("help", &calls::of_help());
}

#[test]
fn api_answers() {
    api::record("api", &api::questions());
}

#[test]
fn api_errors() {
    api::record("api-errors", &api::refused());
}

#[test]
fn api_jobs() {
    api::record("api-jobs", &api::jobs());
}
