//! A game from outside the workspace gets the whole command line: `examples/add_a_game.rs`.
#![allow(clippy::unwrap_used, reason = "a test may panic, and so may its helpers")]

use std::path::PathBuf;
use std::process::{Command, Output};

/// Cargo builds the examples with the tests, unless it is told to build only some tests.
fn example(arguments: &[&str]) -> Output {
    let mut path = PathBuf::from(env!("CARGO_BIN_EXE_retrograde"));
    path.pop();
    let program = path.join("examples").join(format!("add_a_game{}", std::env::consts::EXE_SUFFIX));
    assert!(program.exists(), "{} is not built: run `cargo test -p retrograde-cli`", program.display());
    Command::new(program).args(arguments).output().unwrap()
}

#[test]
fn every_verb_knows_the_game() {
    let token = "chase:12.3.7_m";
    for verb in ["probe", "line", "why", "stats", "verify"] {
        let output = example(&[verb, token]);
        assert!(output.status.success() && !output.stdout.is_empty(), "{verb}: {output:?}");
    }
    assert!(example(&["rules", "chase"]).status.success());
    let games = example(&["games"]);
    assert!(String::from_utf8_lossy(&games.stdout).contains("\nchase "), "{games:?}");
    let bad = example(&["probe", "chase:12.3.99_m"]);
    assert_eq!(bad.status.code(), Some(2), "{bad:?}");
}
