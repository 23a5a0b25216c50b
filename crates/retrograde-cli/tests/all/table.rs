//! Tests that a game works everywhere if the program reads it from a file at its start.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use crate::program::{example, stdout};
use serde_json::Value;

/// Returns the command of a program that reads its game from a file.
fn table(file: &Path) -> Command {
    let mut command = Command::new(example("table"));
    command.env("LC_ALL", "C").env("TABLE", file).stdin(Stdio::null());
    command
}

fn ferry() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/table/ferry.txt")
}

fn run(arguments: &str) -> Output {
    table(&ferry()).args(arguments.split(' ')).output().unwrap()
}

/// Every verb, with words that its output must contain in English and in Chinese.
const VERBS: [(&str, &str, &str); 17] = [
    ("games", "\nferry      A ferry between banks\n", "\nferry      渡船\n"),
    ("rules ferry", "The fox and the goose row by turns.", "狐狸与鹅轮流划船。"),
    ("rules boat", "The first of them, fox to move:", "其中第一个，轮到fox："),
    ("probe ferry:home_f", "Tie in 2 plies: the game ends level  (ferry, fox to move)\nbest   row", "平局，共 2 步"),
    ("probe ferryn:home_f", "Tie in 2 plies: the game ends level  (ferryn, fox to move)", "平局，共 2 步"),
    ("probe ferry:sluice_f", "caught", "caught"),
    ("line ferry:home_f", "1. row   drift\nThe game is over: lost", "row   drift\n"),
    ("why ferry:island_g", "drift ties in 1 (lost)", "drift 1 步平局（lost）"),
    ("why ferry:home_f --certificate -", r#""game":"ferry","pos":"ferry:home_f""#, r#""claim":"ties""#),
    ("trace ferry:home_f", r#""pos":"ferry:mill_f","turn":"fox","value":"win""#, r#""over":"caught""#),
    ("stats ferry:home_f", "fox        1     1    3     0\ngoose      1     0    2     0", "fox"),
    ("verify ferry:home_f", "8 positions and 11 moves checked", "8"),
    ("verify ferryn:home_f", "8 positions and 11 moves checked", "8"),
    ("gen ferry --seed 1", "ferry:", "ferry:"),
    ("play ferry:home_f --you none --seed 1", "Goose plays drift", "goose走 drift"),
    (
        "laws ferry",
        "ferry passes all laws: 8 positions, 11 moves checked, all that are reachable from its examples\n",
        "ferry",
    ),
    ("laws ferryn", "8 positions, 11 moves, 8 slots checked", "8"),
];

#[test]
fn every_verb_knows_a_game_read_at_start() {
    for (call, english, chinese) in VERBS {
        for (form, words) in [("", english), ("--lang zh ", chinese)] {
            let output = run(&format!("{form}{call}"));
            assert!(output.status.success() && stdout(&output).contains(words), "{form}{call}: {output:?}");
        }
        // The verb `play` has no JSON output.
        if call.starts_with("play") {
            continue;
        }
        let output = run(&format!("--json {call}"));
        let is_json = |line: &str| serde_json::from_str::<Value>(line).is_ok();
        assert!(output.status.success() && stdout(&output).lines().all(is_json), "{call}: {output:?}");
    }
    let refused = run("probe ferry:nowhere");
    let printed = String::from_utf8_lossy(&refused.stderr);
    assert!(printed.contains("there is no position \"nowhere\"\n  ferry:nowhere\n        ^^^^^^^\n"), "{printed}");
    assert_eq!(refused.status.code(), Some(2), "{printed}");
}

#[test]
fn the_file_alone_says_what_the_game_is() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let text = std::fs::read_to_string(ferry()).unwrap().replace("ferry", "barge").replace("goose", "swan");
    std::fs::write(&file, text.replace("lost", "vanished")).unwrap();
    let output = table(file.path()).args(["--json", "line", "barge:island_g"]).output().unwrap();
    let line: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!([&line["game"], &line["turn"], &line["end"]], ["barge", "swan", "vanished"], "{line}");
}

/// Two games have the same name, version and positions. Only the behaviour of their rules differs.
#[test]
fn a_table_made_by_other_rules_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ferry.txt");
    let text = std::fs::read_to_string(ferry()).unwrap();
    std::fs::write(&file, &text).unwrap();
    let run = |arguments: &str| {
        let mut command = table(&file);
        command.args(arguments.split(' ')).env("RETROGRADE_TABLES", folder.path()).output().unwrap()
    };
    assert!(run("solve --keep depths ferryn:home_f").status.success());
    let found = run("-v probe ferryn:home_f");
    assert!(found.status.success() && String::from_utf8_lossy(&found.stderr).contains(" found in "), "{found:?}");
    for (rule, other) in [("stay sluice_f", "stay island_f"), ("sluice_f fox: goose wins", "sluice_f fox: fox wins")] {
        assert!(text.contains(rule));
        std::fs::write(&file, text.replace(rule, other)).unwrap();
        let refused = run("probe ferryn:home_f");
        assert_eq!((refused.status.code(), stdout(&refused)), (Some(4), String::new()), "{other}: {refused:?}");
        let printed = String::from_utf8_lossy(&refused.stderr);
        assert!(printed.contains("was made by other rules of ferryn: they differ at slot "), "{printed}");
        assert!(run("--no-tables probe ferryn:home_f").status.success());
    }
}

/// A server with the game of a file. Dropping this value ends the server.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start() -> Self {
        let mut command = table(&ferry());
        command.args(["serve", "--port", "0", "--no-open", "-q", "-j", "1", "--mem", "64M"]);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut url = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut url).unwrap();
        let address = url.trim_start_matches("http://").split('/').next().unwrap().trim().to_owned();
        Self { child, address }
    }

    /// Sends a request; returns the status and the text of the response.
    fn ask(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let request = format!(
            "{method} /api/v1{path} HTTP/1.0\r\nhost: localhost\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len()
        );
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut reply = Vec::new();
        stream.read_to_end(&mut reply).unwrap();
        let reply = String::from_utf8_lossy(&reply).into_owned();
        (reply[9..12].parse().unwrap(), reply.split_once("\r\n\r\n").unwrap().1.to_owned())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The server may have ended already, so errors are ignored.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn every_path_knows_a_game_read_at_start() {
    let server = Server::start();
    let pos = "pos=ferry:home_f";
    for (path, words) in [
        ("/games".to_owned(), r#""title_zh":"渡船""#),
        ("/games/boat".to_owned(), r#""sides":["fox","goose"]"#),
        (format!("/plan?{pos}"), "ferry:home_f"),
        (format!("/probe?{pos}&line=5&why=1"), r#""line":["row","drift"]"#),
        (format!("/moves?{pos}"), r#""move":"wait","path":["home_f","home_g"],"captured":[],"pos":"ferry:home_g""#),
        ("/games/ferry".to_owned(), r#""looks":{"name":"Ferry","name_zh":"渡船""#),
        ("/games/ferryn".to_owned(), r#""looks":{"name":"A ferry between banks","name_zh":"渡船""#),
        (format!("/look?{pos}"), r#""shape":{"kind":"graph","nodes":[{"name":"home_f","turn":"fox","ending":null}"#),
        ("/look?pos=ferry:mill_f".to_owned(), r#""ending":{"rule":"caught","winner":"fox","squares":[]}"#),
        ("/look?pos=ferryn:home_f".to_owned(), r#""turn":"fox","shape":{"kind":"none"},"ground":null,"pieces":[]"#),
        (format!("/line?{pos}"), r#""end":"lost""#),
        (format!("/why?{pos}"), r#""value":"tie""#),
        (format!("/stats?{pos}"), r#""game":"ferry""#),
        (format!("/trace?{pos}"), r#""event":"seed""#),
        (format!("/trace?{pos}&follow=all&from=3&n=4"), r#""event":"pop","step":3"#),
        (format!("/sea?{pos}"), ""),
        (format!("/certificate?{pos}"), r#""certificate":1,"game":"ferry""#),
        (format!("/position?{pos}&slot=0"), r#""pos":"ferry:"#),
        (format!("/position?{pos}&of=ferry:home_f"), r#""pos":"ferry:home_f""#),
        (format!("/play?{pos}&strength=100&seed=7"), r#""move":"row""#),
        (format!("/random?{pos}&seed=7"), r#""pos":"ferry:"#),
        ("/random?game=ferry&seed=7".to_owned(), r#""pos":"ferry:"#),
        ("/random?game=ferryn&value=tie&seed=7".to_owned(), r#""pos":"ferryn:"#),
        ("/tables".to_owned(), r#""game":"ferryn""#),
    ] {
        let (status, answer) = server.ask("GET", &path, "");
        assert!(status == 200 && answer.contains(words), "{path}: {status} {answer}");
    }
    for (path, body, expected, words) in [
        ("/probe", r#"{"pos":["ferry:home_f","ferryn:mill_g"]}"#, 200, r#""pos":"ferryn:mill_g""#),
        ("/solve", r#"{"pos":"ferryn:home_f"}"#, 202, r#""pos":"ferryn:home_f""#),
        (
            "/edit",
            r#"{"pos":"ferry:home_f","edit":{"kind":"carry","from":"home_f","to":"mill_g"}}"#,
            200,
            r#""pos":"ferry:mill_g","turn":"goose""#,
        ),
        ("/edit", r#"{"pos":"ferryn:home_f","edit":{"kind":"carry","from":"home_f","to":"mill_g"}}"#, 400, "no square"),
    ] {
        let (status, answer) = server.ask("POST", path, body);
        assert!(status == expected && answer.contains(words), "{path}: {status} {answer}");
    }
    let (status, answer) = server.ask("GET", "/slice?pos=ferry:home_f&piece=fox", "");
    assert!(status == 400 && answer.contains("ferry has no pieces that can be moved"), "{status} {answer}");
}

/// A game whose tokens have rows divided by `/`. The form with a numbering has no board view.
const PEN: &str = "id: pen
names: pens
sides: fox goose
name: Pen
title: A fox and a goose in a pen
rules: The fox catches the goose (caught).
examples: Fg/2_f 2/Fg_f
Fg/2_f fox: down 1g/F1_g
1g/F1_g goose: down 2/Fg_f, stay 1g/F1_f
1g/F1_f fox: up Fg/2_g
Fg/2_g goose: stay Fg/2_f
2/Fg_f fox: fox wins caught
";

#[test]
fn issue_27_a_board_without_looks_is_drawn_as_letters() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pen.txt");
    std::fs::write(&file, PEN).unwrap();
    let run = |arguments: &str| stdout(&table(&file).args(arguments.split(' ')).output().unwrap());
    let played = run("play penn:Fg/2_f --you none --seed 1");
    assert!(played.starts_with("F g\n. .\nFox to move\nFox plays down\n. g\nF .\nGoose to move\n"), "{played}");
    let rules = run("rules penn");
    assert!(rules.ends_with("fox to move:\n\nF g\n. .\n"), "{rules}");
    let looks = run("play pen:Fg/2_f --you none --seed 1");
    assert!(looks.starts_with("Fg/2_f\nFox to move\n"), "a game that has looks keeps its own drawing: {looks}");
}
