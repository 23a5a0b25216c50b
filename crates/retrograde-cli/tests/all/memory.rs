//! Tests the hints of errors about too little memory. The first retry that follows the hint must succeed.

use std::fmt::Write;
use std::process::Output;

use crate::program::retrograde_reading;

const TICTACTOE: &str = "tictactoe:3/3/3_x";
const RACE: &str = "race:A3/1H2/4/3B_a";

fn with_memory(arguments: &[&str], memory: &str, input: &str) -> Output {
    let arguments: Vec<_> = arguments.iter().copied().chain(["-j", "2", "--mem", memory]).collect();
    retrograde_reading(&arguments, input.as_bytes())
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Runs the program with this memory. If there is too little memory, follows the hint once. Returns the first message.
fn follow_the_hint(arguments: &[&str], memory: &str, input: &str) -> String {
    let refused = with_memory(arguments, memory, input);
    if refused.status.success() {
        return String::new();
    }
    let message = stderr(&refused);
    let advised = message.split("--mem ").nth(1).unwrap_or_else(|| panic!("{arguments:?}, {memory}: {message}"));
    let advised = advised.split([',', '\n', ' ']).next().unwrap();
    let followed = with_memory(arguments, advised, input);
    assert!(followed.status.success(), "{arguments:?}, {memory}, then {advised}: {}", stderr(&followed));
    message
}

/// Returns the edge list of a ring of nodes in which every fifth node has an exit.
fn list(nodes: u32) -> String {
    let mut list = String::new();
    for node in 0..nodes {
        match node % 5 {
            0 => writeln!(list, "n{node} a b").unwrap(),
            _ => writeln!(list, "n{node} b - n{} n{}", (node + 1) % nodes, node / 5 * 5).unwrap(),
        }
    }
    list
}

#[test]
fn a_hint_that_is_followed_works() {
    let graph = format!("graph:{}_n1", list(40).trim().replace('\n', "/").replace(' ', ".").replace(".-", ".o"));
    for memory in ["1K", "2K", "4K", "8K", "100K", "200K", "300K", "400K", "500K"] {
        for verb in ["probe", "line", "why", "stats", "verify", "trace"] {
            follow_the_hint(&[verb, TICTACTOE], memory, "");
        }
        follow_the_hint(&["stats", &graph], memory, "");
        follow_the_hint(&["stats", "--domain", "reachable", &graph], memory, "");
        follow_the_hint(&["stats", "--domain", "reachable", RACE], memory, "");
        follow_the_hint(&["stats", RACE], memory, "");
        for nodes in [40, 2000] {
            follow_the_hint(&["answer", "graph"], memory, &list(nodes));
        }
    }
}

/// Regression: if even the values did not fit the memory, the hint did not include the work space. Following the hint
/// (256K) led to a second error with another hint (3360K).
#[test]
fn a_hint_counts_what_solving_takes_beside_the_values() {
    let board = format!("race:A15/{}15B_a", "16/".repeat(14));
    for memory in ["1K", "200K", "300K"] {
        let message = follow_the_hint(&["stats", &board], memory, "");
        assert!(message.contains("needs 567.2 KiB for 131072 slots"), "{memory}: {message}");
    }
}

#[test]
fn a_game_of_rules_alone_is_not_told_to_be_explored() {
    for memory in ["1K", "100K", "400K"] {
        let message = follow_the_hint(&["stats", TICTACTOE], memory, "");
        assert!(message.contains("--mem") && !message.contains("reachable"), "{memory}: {message}");
    }
    let message = follow_the_hint(&["stats", "--domain", "reachable", RACE], "1K", "");
    assert!(message.contains("--mem") && !message.contains("--domain"), "{message}");
}
