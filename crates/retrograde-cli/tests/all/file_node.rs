//! Tests arguments such as `FILE#NODE`. A graph file is one instance, and no answer may repeat its whole text.

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Output, Stdio};

use crate::program::stdout;
use tempfile::TempDir;

/// A graph with four nodes. Play between nodes 1 and 2 may never end; node 3 is a tie, and at node 4 player B has won.
const LIST: &str = "n1 a - n2 n3\nn2 b - n1 n4\nn3 b =\nn4 a b\n";
/// The graph of `LIST` as a token, without the name of a node.
const TOKEN: &str = "graph:n1.a.o.n2.n3/n2.b.o.n1.n4/n3.b.t/n4.a.b";

/// Creates a folder with the edge list in the file `g.txt`.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("g.txt"), LIST).unwrap();
    folder
}

fn run(folder: &TempDir, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_retrograde"));
    command.args(arguments).current_dir(folder.path()).env("LC_ALL", "C").stdin(Stdio::null()).output().unwrap()
}

fn error(output: &Output) -> String {
    assert_eq!((output.status.code(), stdout(output)), (Some(2), String::new()), "{output:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Makes an answer for a node of the file and the answer for its token equal. Tokens of the graph become names of nodes
/// in the file, and names of tables lose their hashes.
fn as_of_the_token(text: &str) -> String {
    let table = |text: &str| {
        let mut parts = text.split("graph-");
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |printed, part| printed + "graph-HASH" + &part[8..])
    };
    let mut text = table(text);
    for node in ["n1", "n2", "n3", "n4"] {
        text = text.replace(&format!("{TOKEN}_{node}"), &format!("g.txt#{node}"));
    }
    text
}

#[test]
fn every_verb_answers_for_a_node_of_a_file_as_for_its_token() {
    let folder = folder();
    for verb in ["probe", "line", "why", "trace", "stats", "verify"] {
        for options in [&[][..], &["--json"], &["--domain", "reachable"]] {
            for node in ["n1", "n2", "n3"] {
                let answer = |position: &str| {
                    let output = run(&folder, &[&[verb, position][..], options].concat());
                    assert!(output.status.success(), "{verb} {position}: {output:?}");
                    as_of_the_token(&stdout(&output))
                };
                let (by_file, by_token) = (answer(&format!("g.txt#{node}")), answer(&format!("{TOKEN}_{node}")));
                assert_eq!(by_file, by_token, "{verb} {options:?} {node}");
                assert!(!by_file.contains("graph:"), "{by_file}");
            }
        }
    }
    let played = stdout(&run(&folder, &["play", "g.txt#n1", "--you", "none", "--seed", "1"]));
    assert!(played.contains("A plays n3"), "{played}");
}

#[test]
fn whole_boards_need_no_node() {
    let folder = folder();
    for (arguments, expected) in [
        (&["stats", "g.txt"][..], "4 positions in 4 slots"),
        (&["verify", "g.txt"], "is right: 4 positions"),
        (&["stats", "--from", "graph", "g.txt"], "g.txt#"),
        (&["probe", "--from", "graph", "g.txt"], "g.txt#n1\n"),
        (&["probe", "g.txt"], "Tie in 1 ply"),
    ] {
        let output = run(&folder, arguments);
        let printed = stdout(&output);
        assert!(
            output.status.success() && printed.contains(expected) && !printed.contains("graph:"),
            "{arguments:?}: {output:?}"
        );
    }
}

/// The name of a table depends on both the content and the name of the file.
#[test]
fn tables_of_files_are_told_apart() {
    let folder = folder();
    let table = |file: &str| {
        let printed = stdout(&run(&folder, &["stats", "--json", file]));
        printed.split("\"table\":\"").nth(1).unwrap()[..14].to_owned()
    };
    let before = table("g.txt");
    assert_eq!(table("g.txt"), before);
    fs::copy(folder.path().join("g.txt"), folder.path().join("h.txt")).unwrap();
    assert_ne!(table("h.txt"), before);
    fs::write(folder.path().join("g.txt"), LIST.replace("n3 b =", "n3 b a")).unwrap();
    assert_ne!(table("g.txt"), before);
}

/// Returns the edge list of a ring of nodes with chords.
fn ring(nodes: usize) -> String {
    (1..=nodes).fold(String::new(), |mut list, n| {
        writeln!(list, "n{n} {} - n{} n{}", ["a", "b"][n % 2], n % nodes + 1, n / 2 + 1).unwrap();
        list
    })
}

#[test]
fn answers_do_not_grow_with_the_file() {
    let folder = folder();
    fs::write(folder.path().join("large.txt"), ring(20_000)).unwrap();
    for arguments in [
        &["stats", "large.txt"][..],
        &["probe", "--json", "large.txt#n7"],
        &["line", "large.txt#n7", "--max", "9", "--json"],
    ] {
        let output = run(&folder, arguments);
        assert!(output.status.success() && output.stdout.len() < 4000, "{arguments:?}: {} bytes", output.stdout.len());
    }
}

#[test]
fn what_is_no_node_of_a_file_is_told_in_a_sentence() {
    let folder = folder();
    fs::write(folder.path().join("bad.txt"), "n1 a - n2\n").unwrap();
    for (position, english, chinese) in [
        ("none.txt#n1", "cannot read none.txt", "无法读取 none.txt"),
        ("g.txt#n9", "g.txt has no node `n9`", "g.txt 中没有名为 `n9` 的结点"),
        ("bad.txt#n1", "bad.txt: line 1, column 8: node n1 leads to n2, which is not given", "n2"),
        // A text is a token if the name of a game stands before its colon, even if a file with that name exists.
        ("pawn:g.txt#n1", "unexpected `g` in row 1", "第 1 行"),
        ("pawns:3H#", "no game is called `pawns`", "没有叫 `pawns` 的游戏"),
    ] {
        let printed = error(&run(&folder, &["probe", position]));
        assert!(printed.contains(english), "{position}: {printed}");
        let printed = error(&run(&folder, &["--lang", "zh", "probe", position]));
        assert!(printed.contains(chinese), "{position}: {printed}");
    }
}

/// Starts a server and returns the first line that it prints, which is its address.
fn address(folder: &TempDir, position: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_retrograde"));
    command.args(["serve", "--no-open", "--port", "0", "-q", position]).current_dir(folder.path());
    let mut server = command.env("LC_ALL", "C").stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    let read = BufReader::new(server.stdout.take().unwrap()).read_line(&mut line);
    server.kill().unwrap();
    server.wait().unwrap();
    read.unwrap();
    line
}

#[test]
fn the_server_opens_a_node_of_a_file() {
    let folder = folder();
    assert!(address(&folder, "g.txt#n2").ends_with(&format!("/b#{TOKEN}_n2\n")));
    fs::write(folder.path().join("large.txt"), ring(20_000)).unwrap();
    for (lang, words) in
        [("en", "the page cannot show large.txt#n7: its token has "), ("zh", "页面无法显示 large.txt#n7")]
    {
        let refused = run(&folder, &["--lang", lang, "serve", "--no-open", "--port", "0", "large.txt#n7"]);
        let printed = String::from_utf8_lossy(&refused.stderr);
        assert!(
            refused.status.code() == Some(3)
                && printed.contains(words)
                && printed.contains("retrograde probe large.txt#n7"),
            "{refused:?}"
        );
    }
}

/// A converted token contains the whole content of the file.
#[test]
fn nodes_of_files_are_converted_with_all_that_the_file_says() {
    let folder = folder();
    fs::write(folder.path().join("nodes"), "g.txt#n2\ng.txt#n1\n").unwrap();
    for (to, expected) in [
        ("pos", format!("{TOKEN}_n2\n{TOKEN}_n1\n")),
        ("ascii", "n2: b moves to n1, n4\nb to move\n\nn1: a moves to n2, n3\na to move\n".to_owned()),
    ] {
        let output = run(&folder, &["convert", "--from", "pos", "--to", to, "nodes"]);
        assert_eq!((stdout(&output), output.status.code()), (expected, Some(0)), "{output:?}");
    }
    let json = stdout(&run(&folder, &["convert", "--from", "pos", "--to", "json", "nodes"]));
    assert!(json.contains(&format!(r#""pos":"{TOKEN}_n1","game":"graph""#)), "{json}");
    fs::write(folder.path().join("node"), "g.txt#n1\n").unwrap();
    let list = run(&folder, &["convert", "--from", "pos", "--to", "graph", "node"]);
    assert_eq!(stdout(&list), LIST, "{list:?}");
    let printed = error(&run(&folder, &["convert", "--from", "pos", "--to", "p9169", "node"]));
    assert!(printed.contains("graph"), "{printed}");
}

#[test]
fn a_climb_from_a_node_of_a_file_is_refused_for_its_game() {
    let folder = folder();
    let climb = |game: &str, winner: &str| {
        error(&run(&folder, &["gen", game, "--winner", winner, "--from", "g.txt#n1", "--steps", "9"]))
    };
    let printed = climb("graph", "a");
    assert!(printed.contains("graph has no search for long games"), "{printed}");
    let printed = climb("pawn", "red");
    assert!(printed.contains("graph"), "{printed}");
}
