//! Tests commands that print the values of many positions.

use std::fmt::Write as _;
use std::fs;

use crate::program::{retrograde, retrograde_reading, stdout};

fn stderr(output: &std::process::Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Returns random boards of one game, one token per line.
fn boards(game: &str, size: &str, number: &str, seed: &str) -> String {
    let made = retrograde(&["gen", game, "--size", size, "-n", number, "--seed", seed, "-q"]);
    assert!(made.status.success(), "{made:?}");
    stdout(&made)
}

#[test]
fn issue_27_values_by_the_shortcut_are_those_of_the_tables() {
    for (game, size, number) in [("pawn", "5x5", "150"), ("race", "4x4", "60"), ("cannons", "1x9", "80")] {
        let lines = boards(game, size, number, "7");
        let by = |method: &str, threads: &str| {
            let arguments = ["probe", "--value", "--from", "pos", "--method", method, "-j", threads];
            let output = retrograde_reading(&arguments, lines.as_bytes());
            assert!(output.status.success(), "{game} {method}: {output:?}");
            stdout(&output)
        };
        let tables = by("table", "1");
        assert_eq!(tables.lines().count(), lines.lines().count(), "{game}");
        for (method, threads) in [("table", "3"), ("auto", "1"), ("auto", "3")] {
            assert_eq!(by(method, threads), tables, "{game} {method} by {threads}");
        }
    }
    let lines = boards("pawn", "5x5", "40", "8");
    let by = |method: &str| {
        let output = retrograde_reading(&["probe", "--value", "--from", "pos", "--method", method], lines.as_bytes());
        (output.status.code(), stdout(&output))
    };
    assert_eq!(by("shortcut"), by("table"));
    let none = retrograde(&["probe", "--value", "--method", "shortcut", "dobutsu"]);
    assert_eq!(none.status.code(), Some(2));
    assert!(stderr(&none).contains("no shortcut"), "{none:?}");
}

#[test]
fn issue_27_a_line_that_is_wrong_is_told_and_the_others_are_answered() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("boards");
    fs::write(&file, "race:A1/1B_a\nrace:A1/1C_a\n\npawn:1O1/1H1/OX1_r\nnone:1\n").unwrap();
    let file = file.to_str().unwrap();
    for options in [&[][..], &["--value"], &["--value", "-j1"], &["--json"], &["--value", "--json"]] {
        let output = retrograde(&[&["probe", "--from", "pos", file], options].concat());
        let (printed, wrong) = (stdout(&output), stderr(&output));
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(printed.contains("race:A1/1B_a") && printed.contains("pawn:1O1/1H1/OX1_r"), "{printed}");
        let lines = if options.contains(&"--json") { ["\"line\":2", "\"line\":5"] } else { ["line 2", "line 5"] };
        assert!(lines.iter().all(|line| wrong.contains(line)), "{wrong}");
    }
    let bad = retrograde_reading(&["probe", "--value", "--from", "json"], b"{\"pos\":\"race:A1/1B_a\"}\n{}\n");
    assert_eq!(bad.status.code(), Some(2));
    assert!(stdout(&bad).contains("race:A1/1B_a") && stderr(&bad).contains("line 2"), "{bad:?}");
}

#[test]
fn issue_27_the_value_of_a_node_does_not_print_its_graph() {
    let folder = tempfile::tempdir().unwrap();
    let (file, nodes) = (folder.path().join("g.txt"), folder.path().join("nodes"));
    let list = (1..=5000).fold(String::new(), |mut list, n| {
        writeln!(list, "n{n} {} - n{} n{}", ["a", "b"][n % 2], n % 5000 + 1, n / 2 + 1).unwrap();
        list
    });
    fs::write(&file, list).unwrap();
    let file = file.to_str().unwrap();
    fs::write(&nodes, format!("{file}#n7\n{file}#n8\nrace:A1/1B_a\n")).unwrap();
    for options in [&[][..], &["--json"]] {
        let output = retrograde(&[&["probe", "--value", &format!("{file}#n7")], options].concat());
        assert!(output.status.success() && output.stdout.len() < 1000, "{} bytes", output.stdout.len());
        let listed = retrograde(&[&["probe", "--value", "--from", "pos", nodes.to_str().unwrap()], options].concat());
        assert!(listed.status.success() && stdout(&listed).starts_with(&stdout(&output)), "{listed:?}");
        assert_eq!(stdout(&listed).lines().count(), 3);
    }
}

/// A run solves one table per board, for any order of the positions.
#[test]
fn boards_that_come_again_are_solved_once() {
    let boards = ["race:A7/8/8/8/8/8/8/7B_a", "race:7A/8/8/8/8/8/8/B7_a"];
    let lines = format!("{}\n{}\n", boards[0], boards[1]).repeat(12);
    let output =
        retrograde_reading(&["-v", "probe", "--value", "--method", "table", "--from", "pos"], lines.as_bytes());
    assert!(output.status.success() && stdout(&output).lines().count() == 24, "{output:?}");
    assert_eq!(stderr(&output).matches("solved in").count(), 2, "{}", stderr(&output));
}
