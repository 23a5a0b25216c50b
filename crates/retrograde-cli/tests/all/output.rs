//! Tests JSON, completions and the manual. The bytes of this output must be the same in every run.

use crate::program::{retrograde, retrograde_reading, stdout, text};
use serde_json::Value;

const TOKENS: [&str; 5] = [
    "pawn:3HHHHHH/1H7/1HHHHHHH1/1H1H5/1HOH1HHHH/1H1H5/1HHHHHHH1/1HX6/1O7_r",
    "race:A3/1H2/4/3B_a",
    "cannons:01100_r",
    "tictactoe:X2/1O1/2X_o",
    "graph:1.a.o.2.3/2.b.o.1.4/3.b.b/4.a.a_1",
];

fn json(arguments: &[&str]) -> Vec<Value> {
    let output = retrograde(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_first_move_is_the_line_s_and_the_line_is_as_long_as_the_depth() {
    for token in TOKENS {
        let [probe] = &json(&["probe", "--json", "--line", "1000", token])[..] else { panic!("{token}") };
        assert_eq!(probe["moves"][0]["move"], probe["line"][0], "{token}");
        let [line] = &json(&["line", "--json", token])[..] else { panic!("{token}") };
        let plies = line["line"].as_array().unwrap();
        if let Some(depth) = line["depth"].as_u64() {
            assert_eq!(plies.len() as u64, depth, "{token}");
            assert!(line["end"].is_string(), "{token}");
        } else {
            assert!(line["loop_from"].is_u64(), "{token}");
        }
    }
}

#[test]
fn the_rules_state_the_layout_of_the_contest_s_files() {
    for (format, input, answer) in [
        ("p9169", "the input is the test's number", "`Red t` or"),
        ("p4658", "the input is the number of boards", "`A` or `B`"),
        ("p7387", "the input is the number of cases", "`WIN` if red wins"),
        ("graph", "each line is `name owner ending", "`draw`"),
    ] {
        for (language, parts) in [("en", [input, answer]), ("zh", [format, "答案为每"])] {
            let printed = stdout(&retrograde(&["rules", format, "--lang", language]));
            assert!(parts.iter().all(|part| printed.contains(part)), "{format}: {printed}");
            assert!(printed.contains(&format!(" {format}")), "{printed}");
        }
    }
    assert!(!stdout(&retrograde(&["rules", "tictactoe"])).contains("format"));
}

#[test]
fn a_certificate_is_the_same_in_a_file_and_for_any_number_of_threads() {
    let file = std::env::temp_dir().join(format!("retrograde-certificate-{}.jsonl", std::process::id()));
    for token in TOKENS {
        let plain = retrograde(&["why", token]);
        let saved = retrograde(&["why", token, "-j1", "--certificate", text(&file)]);
        assert_eq!(stdout(&saved), stdout(&plain), "{token}");
        let lines = json(&["why", token, "-j2", "--certificate", "-"]);
        let in_file = std::fs::read_to_string(&file).unwrap();
        let in_file: Vec<Value> = in_file.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines, in_file, "{token}");
        let note = format!("note: the certificate in {} has {} claim", file.display(), grouped(lines.len() - 1));
        assert!(String::from_utf8_lossy(&saved.stderr).starts_with(&note), "{saved:?}");
    }
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn a_refused_certificate_writes_no_file() {
    let file = std::env::temp_dir().join(format!("retrograde-refused-{}.jsonl", std::process::id()));
    let (pawn, row) = ("pawn:H1H/O1O/1X1_r", "cannons:01100_r");
    for (arguments, message) in [
        (&[pawn, row][..], "a certificate proves exactly one position"),
        (&[pawn, "--method", "shortcut"], "has no built-in proof for this position"),
    ] {
        let refused = retrograde(&[&["why", "--certificate", text(&file)], arguments].concat());
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
        assert_eq!(stdout(&refused), "", "{arguments:?}");
        assert!(String::from_utf8_lossy(&refused.stderr).contains(message), "{refused:?}");
        assert!(!file.exists(), "{arguments:?}");
    }
}

/// Writes a number with commas, such as `1,444`.
fn grouped(number: usize) -> String {
    if number < 1000 { number.to_string() } else { format!("{},{:03}", number / 1000, number % 1000) }
}

#[test]
fn every_verb_speaks_json() {
    for verb in ["probe", "line", "why", "stats", "verify"] {
        let objects = json(&[&[verb, "--json"][..], &TOKENS].concat());
        assert_eq!(objects.len(), TOKENS.len(), "{verb}");
        assert!(objects.iter().all(|object| object["schema"] == 1), "{verb}");
    }
    let games = json(&["games", "--json"]);
    let rules = json(&["rules", "--json", "pawn"]);
    assert_eq!(games[0], rules[0]);
    assert_eq!(games[0]["formats"][0]["format"], "p9169");
    let made = json(&["gen", "pawn", "--size", "4x4", "--value", "win", "-n", "3", "--seed", "5", "--json"]);
    assert!(made.len() == 3 && made.iter().all(|probe| probe["value"] == "win"), "{made:?}");
}

#[test]
fn errors_are_json_too() {
    for arguments in [&["probe", "--json", "pawn:"][..], &["--json", "probee"], &["answer", "--json", "p9169"]] {
        let output = retrograde(arguments);
        let error: Value = serde_json::from_slice(&output.stderr).unwrap();
        assert!(error["error"]["code"].is_string() && error["error"]["message"].is_string(), "{arguments:?}: {error}");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn the_same_bytes_for_any_number_of_threads() {
    let print = |threads: &str| stdout(&retrograde(&[&["stats", "--json", "-j", threads][..], &TOKENS].concat()));
    let one = print("1");
    assert!(!one.is_empty());
    for threads in ["2", "7"] {
        assert_eq!(print(threads), one, "{threads} threads");
    }
}

#[test]
fn a_seed_makes_the_same_positions_again() {
    for seed in ["1", "2", "18446744073709551615"] {
        let made =
            || stdout(&retrograde(&["gen", "pawn", "--size", "5x5", "--value", "draw", "-n", "3", "--seed", seed]));
        let first = made();
        assert_eq!(first.lines().count(), 3, "seed {seed}");
        assert_eq!(made(), first, "seed {seed}");
        let expect = retrograde_reading(&["probe", "-q", "--expect", "draw"], first.as_bytes());
        assert_eq!(expect.status.code(), Some(0), "seed {seed}: {first}");
    }
}

#[test]
fn the_version_has_details_on_request() {
    let short = stdout(&retrograde(&["--version"]));
    assert_eq!(short, concat!("retrograde ", env!("CARGO_PKG_VERSION"), "\n"));
    for arguments in [&["--version", "-v"][..], &["-v", "--version"], &["-Vv"], &["-vV"], &["-V", "--verbose"]] {
        let long = stdout(&retrograde(arguments));
        let lines: Vec<_> =
            long.strip_prefix(&short).unwrap_or_else(|| panic!("{arguments:?}: {long}")).lines().collect();
        let [features, commit, platform] = lines[..] else { panic!("{arguments:?}: {long}") };
        assert!(features.starts_with("features: ") && features.contains("serve"), "{arguments:?}: {long}");
        assert_eq!(commit, "commit: unknown", "a test build: {arguments:?}");
        assert!(platform.ends_with(std::env::consts::OS), "{arguments:?}: {long}");
    }
}

#[test]
fn shells_and_man_know_every_verb_and_format() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = stdout(&retrograde(&["completions", shell]));
        assert!(script.contains("validate") && script.contains("min-depth"), "{shell}");
    }
    for shell in ["bash", "fish", "zsh"] {
        let script = stdout(&retrograde(&["completions", shell]));
        assert!(script.contains("p9169") && script.contains("cannons"), "{shell}");
    }
    let manual = stdout(&retrograde(&["man"]));
    for word in ["EXAMPLES", "EXIT STATUS", "retrograde\\-validate", "GLOBAL OPTIONS"] {
        assert!(manual.contains(word), "the manual lacks {word}");
    }
    assert!(stdout(&retrograde(&["man", "gen"])).contains("min\\-depth"));
}

/// Util-linux's `script` runs a command on a terminal. A program `man` in the test's own folder takes the page.
#[cfg(target_os = "linux")]
#[test]
fn on_a_terminal_the_manual_opens_in_a_pager() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let on_terminal = |man: &str| {
        let file = folder.path().join("man");
        std::fs::write(&file, format!("#!/bin/sh\n{man}\n")).unwrap();
        std::fs::set_permissions(&file, PermissionsExt::from_mode(0o755)).unwrap();
        let call = concat!(env!("CARGO_BIN_EXE_retrograde"), " man probe");
        let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap());
        let mut script = std::process::Command::new("script");
        script.args(["-qec", call, "/dev/null"]).env("PATH", path).stdin(std::process::Stdio::null());
        stdout(&script.output().unwrap()).replace('\r', "")
    };
    let page = stdout(&retrograde(&["man", "probe"]));
    assert_eq!(on_terminal("echo \"pager $*\"; cat"), format!("pager --local-file -\n{page}"));
    assert_eq!(on_terminal("cat > /dev/null; exit 3"), page, "a `man` that cannot show the page");
}

/// A race on 300x300 squares has 1.6 x 10^10 positions. The table is refused with numbers, and the shortcut answers.
#[test]
fn what_is_too_large_is_refused_with_numbers() {
    let rows: Vec<_> =
        (0..300).map(|row| ["A299", "300", "299B"][usize::from(row > 0) + usize::from(row == 299)]).collect();
    let token = format!("race:{}_a\n", rows.join("/"));
    let table = retrograde_reading(&["probe", "--method", "table"], token.as_bytes());
    let stderr = String::from_utf8(table.stderr).unwrap();
    assert_eq!(table.status.code(), Some(3), "{stderr}");
    assert!(stderr.contains("for 16200000000 slots, limit 4.0 GiB"), "{stderr}");
    let auto = retrograde_reading(&["probe", "-q", "--expect", "b"], token.as_bytes());
    assert_eq!(auto.status.code(), Some(0), "{auto:?}");
}

/// If the program cannot write its output, it must fail with an error message; this holds for the help, too. If the
/// reader has closed the output, this is not a failure.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_fails_the_help_like_any_answer() {
    let verbs = [
        "answer",
        "probe",
        "line",
        "why",
        "stats",
        "verify",
        "trace",
        "gen",
        "check",
        "validate",
        "convert",
        "stress",
        "play",
        "tabulate",
        "tables",
        "serve",
        "games",
        "rules",
        "laws",
        "completions",
        "man",
    ];
    let of_verbs = verbs.iter().flat_map(|verb| [vec![*verb, "-h"], vec![*verb, "--help"], vec!["help", *verb]]);
    let alone =
        [&["help"][..], &["-h"], &["--help"], &["-V"], &["--version"], &["completions", "bash"], &["man"], &["games"]];
    for arguments in alone.iter().map(|arguments| arguments.to_vec()).chain(of_verbs) {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_retrograde"))
            .args(&arguments)
            .env("LC_ALL", "C")
            .stdout(full)
            .output()
            .unwrap();
        let printed = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{arguments:?}: {printed}");
        assert!(
            printed.starts_with("error: cannot write the output: No space left on device"),
            "{arguments:?}: {printed}"
        );
    }
}

/// One run queries two explored boards alternately. Each board is solved only once, because both tables fit the memory.
#[test]
fn an_explored_table_counts_what_it_takes() {
    let [one, other] = ["cannons:011001100_r", "cannons:010110001_r"];
    let output = retrograde(&["probe", "-v", "--domain", "reachable", one, other, one, other]);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stderr).matches("solved in").count(), 2);
}

/// Regression: an input without positions gave an empty output with exit code 0.
#[test]
fn an_input_without_positions_is_not_converted() {
    for input in ["", "\n", "# nothing\n"] {
        for to in ["pos", "ascii", "json", "p9169"] {
            let refused = retrograde_reading(&["convert", "--from", "pos", "--to", to], input.as_bytes());
            let printed = String::from_utf8(refused.stderr).unwrap();
            assert_eq!((refused.status.code(), refused.stdout.len()), (Some(2), 0), "{input:?} to {to}: {printed}");
            assert!(printed.contains("the input has no positions"), "{input:?} to {to}: {printed}");
        }
    }
}

/// The name of a folder may have bytes that are not UTF-8, but JSON can contain only text.
#[test]
#[cfg(target_os = "linux")]
fn issue_27_a_table_is_told_of_in_a_folder_whose_name_is_no_text() {
    use std::os::unix::ffi::OsStringExt;

    let top = tempfile::tempdir().unwrap();
    let folder = top.path().join(std::ffi::OsString::from_vec(b"\xfftables".to_vec()));
    let run = |arguments: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_retrograde"));
        let output = command.args(arguments).arg(&folder).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        crate::program::stdout(&output)
    };
    let printed = run(&["--json", "solve", "race:A1/1B_a", "-o"]);
    let report: serde_json::Value = serde_json::from_str(&printed).unwrap();
    let file = report["kept"]["files"][0].as_str().unwrap();
    assert!(file.contains("\u{fffd}tables/race-575d5e49"), "{file}");
    let listed = run(&["tables", "list", "--json", "--tables"]);
    assert!(listed.contains("\u{fffd}tables/race-575d5e49"), "{listed}");
}
