//! Compares the output of every verb and every API path, byte for byte, with the recorded output in `*.txt` and `*.md`
//! beside this file. The output has answers, notes, errors and exit codes, as text, as JSON and in Chinese. The
//! examples of the READMEs and of `docs/` are checked too.
//!
//! A change of the code must not change the recorded output unless this is intended. `RECORD=1 cargo test -p
//! retrograde-cli --test recorded` records the output again; the commit that intends the change includes the recorded
//! texts. With `RETROGRADE=/path/to/program`, the tests run that program instead of the new build.
//!
//! The calls of the `*.txt` files are in the catalogue `calls.rs`; the first lines of these files explain the format.
//! The `*.md` files contain their calls themselves. These calls run in a folder with the files from the folder of
//! `inputs/` that has the text's name. Only `games.md` and `games.txt` list all games; in other texts, `<every game>`
//! stands for this list.
#![cfg(all(unix, feature = "serve"))]
#![allow(clippy::unwrap_used, reason = "a test may panic, and so may its helpers")]

mod advice;
mod api;
mod book;
mod calls;
mod pages;
mod program;
mod questions;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use book::Book;
use program::{Program, project, recorded};

/// Compares the output of these calls with the recorded text of this name, or records it.
fn record(name: &str, calls: &[String]) {
    let mut book = Book::open(name);
    note(&mut book, calls);
    book.close();
}

fn note(book: &mut Book, calls: &[String]) {
    let program = Program::new();
    for call in calls {
        book.note(call, || program.run(call));
    }
}

/// Runs the calls in a text, and compares their output with the output in the text, or records it.
fn replay(name: &str) {
    let program = Program::with(&name_of_text(name));
    Book::replay(text(name), |call| program.on_terminal(call)).close();
}

/// Returns the name of the text that a test replays. The name of a text has dashes, and the name of a test may be a
/// keyword of Rust.
fn name_of_text(test: &str) -> String {
    test.trim_start_matches("r#").replace('_', "-")
}

fn text(test: &str) -> PathBuf {
    recorded().join(name_of_text(test)).with_extension("md")
}

/// Defines one test for each text that contains its own calls.
macro_rules! replayed {
    ($($name:ident)*) => {
        /// The names of the tests that replay a text.
        const REPLAYED: &[&str] = &[$(stringify!($name)),*];
        mod replayed {
            $(#[test] fn $name() { super::replay(stringify!($name)); })*
        }
    };
}

replayed! {
    answer bad_input check convert game_files games r#gen gen_climb help lang_zh laws line names play probe stats stress tabulate trace validate
    verify why
}

#[test]
fn every_text_is_replayed() {
    let files = fs::read_dir(recorded()).unwrap().map(|entry| entry.unwrap().path());
    let texts: BTreeSet<_> = files.filter(|path| path.extension().is_some_and(|end| end == "md")).collect();
    let first_hours = recorded().join(pages::FIRST_HOURS);
    assert_eq!(texts, REPLAYED.iter().map(|test| text(test)).chain([first_hours]).collect());
}

/// The examples of the READMEs and of `docs/` run at the root of the project, as if a reader ran them.
#[test]
fn examples_of_the_readmes() {
    let docs = fs::read_dir(project().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let docs = docs.filter(|path| path.extension().is_some_and(|end| end == "md") && !pages::is_page(path));
    let program = Program::in_project();
    for path in ["README.md", "README.zh-CN.md"].map(|name| project().join(name)).into_iter().chain(docs) {
        Book::replay(path, |call| program.on_terminal(call)).close();
    }
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

/// Records all games in every output format. A new game changes only this text and `games.md`.
#[test]
fn games() {
    let mut book = Book::open("games");
    note(&mut book, &calls::of_games());
    api::note(&mut book, &questions::of_games());
    book.close();
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
    api::record("api", &questions::questions());
}

#[test]
fn api_errors() {
    api::record("api-errors", &questions::refused());
}

#[test]
fn api_jobs() {
    api::record("api-jobs", &questions::jobs());
}
