//! Tests for bugs that were repaired, one test for each bug.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::process::{Command, Output, Stdio};

fn retrograde<'a>(arguments: impl IntoIterator<Item = &'a [u8]>) -> Output {
    let arguments = arguments.into_iter().map(OsStr::from_bytes);
    let mut command = Command::new(env!("CARGO_BIN_EXE_retrograde"));
    command.args(arguments).stdin(Stdio::null()).output().expect("the program starts")
}

#[test]
fn arguments_that_are_no_text_are_bad_usage() {
    for arguments in [vec![&b"\xff"[..]], vec![b"probe", b"pawn:\xff\xfe_r"], vec![b"answer", b"\xff"]] {
        let output = retrograde(arguments);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
    }
}

#[test]
fn asking_about_nothing_is_no_success() {
    for arguments in [vec![&b"probe"[..]], vec![b"probe", b"--expect", b"win"], vec![b"verify", b"-"]] {
        let output = retrograde(arguments);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("no positions"), "{output:?}");
    }
}

#[test]
fn threads_change_no_answer() {
    let token = &b"race:A14/15/15/15/15/15/15/15/15/15/15/15/15/15/14B_a"[..];
    let [one, many] = [&b"1"[..], b"1000"].map(|threads| retrograde([b"stats", token, b"-j", threads]));
    assert!(one.status.success() && one.stdout == many.stdout, "{many:?}");
}
