//! Tests `check` with the order of arguments and the exit codes that judges' tools use, and with files that can be read
//! only once.

use std::process::{Command, Output, Stdio};

use crate::program::{retrograde, retrograde_reading, stdout};

const OURS: &str = env!("CARGO_BIN_EXE_retrograde");
const FILES: &str = "tests/recorded/inputs/check";

/// Runs `check p9169` with files of the folder of recorded inputs.
fn check(names: &[&str]) -> Output {
    let files: Vec<_> = names.iter().map(|name| format!("{FILES}/{name}")).collect();
    let files = files.iter().map(String::as_str);
    retrograde(&["check", "p9169"].into_iter().chain(files).collect::<Vec<_>>())
}

/// Runs a shell script, which may use `<(COMMAND)`. In the script, `$0` is our program.
fn bash(script: &str) -> Output {
    Command::new("bash").args(["-c", script, OURS]).current_dir(FILES).stdin(Stdio::null()).output().unwrap()
}

#[test]
fn the_jurys_answers_never_judge_the_output() {
    for (names, code, begins) in [
        (["zu.in", "right.out", "right.out"], 0, "ok: "),
        (["zu.in", "wrong.out", "right.out"], 1, "wrong answer: case 3: "),
        (["zu.in", "right.out", "empty.out"], 0, "ok: "),
        // The jury's answers are wrong. The contestant's answers are first right, then wrong in the same case as the
        // jury's.
        (["zu.in", "right.out", "wrong.out"], 3, "fail: the jury's answers differ from ours: case 3: "),
        (["zu.in", "wrong.out", "wrong.out"], 3, "fail: the jury's answers differ from ours: case 3: "),
        (["zu.in", "right.out", "short.out"], 3, "fail: the jury's answers differ from ours: case 5: "),
        (["zu.in", "right.out", "extra.out"], 3, "fail: the jury's answers differ from ours: expected end of output"),
        (["zu.in", "right.out", "binary.out"], 3, "fail: the jury's answers differ from ours: case 2: "),
        (["zu.in", "right.out", "missing.out"], 3, "fail\n"),
    ] {
        let output = check(&names);
        assert_eq!(output.status.code(), Some(code), "{names:?}: {output:?}");
        assert!(stdout(&output).starts_with(begins), "{names:?}: {output:?}");
    }
}

/// Exit code 2 means a presentation error of the contestant, so wrong arguments need another exit code.
#[test]
fn bad_usage_is_no_presentation_error() {
    for arguments in [
        &["check"][..],
        &["check", "p9169"],
        &["check", "p9169", "a", "b", "c", "d"],
        &["--mem", "1G", "check", "p9169", "--no-such-flag"],
        &["check", "p9169", "a", "b", "--mem", "much"],
        &["check", "p0", "a", "b"],
        &["check", "p9169", "-", "-"],
    ] {
        let output = retrograde(arguments);
        assert_eq!(output.status.code(), Some(3), "{arguments:?}: {output:?}");
        assert_eq!(stdout(&output), "fail\n", "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
        let silent = retrograde(&[arguments, &["-q"]].concat());
        assert_eq!((silent.status.code(), stdout(&silent).as_str()), (Some(3), ""), "{arguments:?}");
        let json = retrograde(&[arguments, &["--json"]].concat());
        assert!(stdout(&json).contains("\"verdict\":\"fail\""), "{arguments:?}: {json:?}");
    }
    assert_eq!(retrograde(&["probe", "--no-such-flag", "check"]).status.code(), Some(2));
    assert_eq!(retrograde(&["check", "--help"]).status.code(), Some(0));
    assert!(stdout(&retrograde(&["--help"])).contains("bad input (check: 3)"));
}

#[test]
fn files_that_come_once_are_read_once() {
    for (script, code) in [
        ("\"$0\" check p9169 <(cat zu.in) <(cat right.out)", 0),
        ("\"$0\" check p9169 <(cat zu.in) <(cat wrong.out) <(cat right.out)", 1),
        ("cat zu.in | \"$0\" check p9169 - wrong.out", 1),
        ("\"$0\" check p9169 zu.in right.out - < wrong.out", 3),
    ] {
        let output = bash(script);
        assert_eq!(output.status.code(), Some(code), "{script}: {output:?}");
        assert_eq!(stdout(&output).contains("retrograde probe pawn:O2/1HX/1O1_r"), code != 0, "{script}: {output:?}");
    }
    // One process writes several named pipes, in the order of the arguments.
    let pipes = "d=$(mktemp -d); mkfifo $d/in $d/out $d/ans
        (cat zu.in >$d/in; cat right.out >$d/out; cat right.out >$d/ans) &
        timeout 20 \"$0\" check p9169 $d/in $d/out $d/ans; code=$?; rm -r $d; exit $code";
    let output = bash(pipes);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

#[test]
fn whatever_the_output_is_a_verdict_is_said() {
    let input = format!("{FILES}/zu.in");
    let check = |bytes: &[u8]| retrograde_reading(&["check", "p9169", &input, "-"], bytes);
    let right = std::fs::read(format!("{FILES}/right.out")).unwrap();
    let long = [&right[..], &vec![b'x'; 20 << 20]].concat();
    for (bytes, code, begins) in [
        (&b"\xff\xfe\0\n"[..], 2, "presentation error: case 1: "),
        (&b"\x7fELF\x02\x01\x01\0\0"[..], 2, "presentation error: case 1: "),
        (&[0; 1000], 2, "presentation error: case 1: "),
        (b"", 8, "unexpected end of output: case 1: "),
        (b" \n\r\n\n", 8, "unexpected end of output: case 1: "),
        (&[&right[..], b"\xff"].concat(), 2, "presentation error: expected end of output"),
        (&long, 2, "presentation error: expected end of output"),
    ] {
        let output = check(bytes);
        assert_eq!(output.status.code(), Some(code), "{begins}: {output:?}");
        assert!(stdout(&output).starts_with(begins), "{begins}: {output:?}");
        assert!(output.stderr.is_empty() && output.stdout.len() < 1000, "{begins}: {output:?}");
    }
}

/// The exit code shows the verdict even if the output is closed.
#[test]
fn a_closed_pipe_changes_no_verdict() {
    for name in ["right.out", "wrong.out", "short.out"] {
        let open = check(&["zu.in", name]).status.code();
        let closed = bash(&format!("\"$0\" check p9169 zu.in {name} | true; exit ${{PIPESTATUS[0]}}"));
        assert_eq!(closed.status.code(), open, "{name}");
    }
}

/// Two lines may differ only in invisible characters.
#[test]
fn characters_that_cannot_be_seen_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("answers.txt");
    for (start, found) in
        [("\u{feff}", r"\u{feff}Black 0"), ("\u{200b}", r"\u{200b}Black 0"), ("\u{1b}[2J", r"\u{1b}[2JBlack 0")]
    {
        std::fs::write(&output, format!("{start}Black 0 \n")).unwrap();
        let judged = retrograde(&["check", "p9169", &format!("{FILES}/zu.in"), output.to_str().unwrap()]);
        assert_eq!(judged.status.code(), Some(2), "{judged:?}");
        let words = stdout(&judged);
        assert!(words.starts_with("presentation error: case 1: ") && words.contains(found), "{words}");
        assert!(!words.contains(start), "{words}");
    }
}
