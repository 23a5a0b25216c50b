//! What a program on trial starts ends with its run, and on every way that our own process ends.
#![allow(clippy::unwrap_used, reason = "a test may panic, and so may its helpers")]

mod common;

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use common::{are_hangups_heard, retrograde, stdout};

const OURS: &str = env!("CARGO_BIN_EXE_retrograde");

/// The processes that sleep for so many seconds, a number that no other test has.
fn sleepers(seconds: &str) -> usize {
    let running = Command::new("ps").args(["-eo", "args"]).output().unwrap();
    stdout(&running).lines().filter(|line| line.trim() == format!("sleep {seconds}")).count()
}

fn wait_for(what: &str, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_mins(1), "{what}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// `stress` for ever on a program, a shell script in which `$0` is ours, by way of `outer`, a script that runs `"$@"`.
fn stress_for_ever(outer: &str, script: &str) -> Child {
    Command::new("sh")
        .args(["-c", outer, "sh", OURS, "stress", "--game", "cannons", "--seed", "1", "-j", "2", "--timeout", "10m"])
        .args(["--", "sh", "-c", script, OURS])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn signal(name: &str, pid: u32) {
    let killed = Command::new("sh").args(["-c", &format!("kill -{name} {pid}")]).status().unwrap();
    assert!(killed.success(), "{name} {pid}");
}

fn agrees(script: &str) {
    let stress = ["stress", "--game", "cannons", "--seed", "1", "-n", "3000", "--", "sh", "-c", script, OURS];
    let output = retrograde(&stress);
    assert_eq!(output.status.code(), Some(0), "{script}: {output:?}");
}

#[test]
fn every_signal_that_ends_us_ends_the_programs() {
    for (name, seconds) in [("INT", "6101.1"), ("TERM", "6101.2"), ("HUP", "6101.3")] {
        if name == "HUP" && !are_hangups_heard() {
            continue;
        }
        let child = stress_for_ever("exec \"$@\"", &format!("sleep {seconds} & sleep {seconds}"));
        wait_for(name, || sleepers(seconds) >= 2);
        signal(name, child.id());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{name}: {output:?}");
        assert!(stdout(&output).starts_with("interrupted: "), "{name}: {output:?}");
        assert_eq!(sleepers(seconds), 0, "{name}");
    }
}

/// Two at once leave no time to end in order.
#[test]
#[cfg(target_os = "linux")]
fn a_second_signal_leaves_no_children_either() {
    let seconds = "6102.5";
    let child = stress_for_ever("exec \"$@\"", &format!("setsid sleep {seconds} & sleep {seconds}"));
    wait_for("start", || sleepers(seconds) >= 2);
    signal("TERM", child.id());
    signal("INT", child.id());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    assert_eq!(sleepers(seconds), 0);
}

#[test]
#[cfg(target_os = "linux")]
fn a_hangup_that_nohup_ignores_is_ignored() {
    let seconds = "6103.5";
    let child = stress_for_ever("trap '' HUP; exec \"$@\"", &format!("sleep {seconds}"));
    wait_for("start", || sleepers(seconds) >= 2);
    signal("HUP", child.id());
    thread::sleep(Duration::from_millis(300));
    assert!(sleepers(seconds) >= 2);
    signal("TERM", child.id());
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(130));
    assert_eq!(sleepers(seconds), 0);
}

#[test]
fn a_child_in_the_group_ends_with_its_run() {
    agrees("sleep 6104.1 >/dev/null 2>&1 & \"$0\" answer p7387");
    assert_eq!(sleepers("6104.1"), 0);
    // It holds the output open, and was waited for in vain until the timeout.
    agrees("sleep 6104.2 & \"$0\" answer p7387");
    assert_eq!(sleepers("6104.2"), 0);
}

#[test]
#[cfg(target_os = "linux")]
fn a_child_that_left_the_group_ends_too() {
    agrees("setsid sleep 6105.1 >/dev/null 2>&1 & \"$0\" answer p7387");
    assert_eq!(sleepers("6105.1"), 0);
    agrees("setsid sleep 6105.2 & \"$0\" answer p7387");
    assert_eq!(sleepers("6105.2"), 0);
    // As a daemon does it: two generations, each in a session of its own.
    agrees("setsid sh -c 'setsid sleep 6105.3 & sleep 6105.3' >/dev/null 2>&1 & \"$0\" answer p7387");
    assert_eq!(sleepers("6105.3"), 0);
}

/// A program that times out, and one that cannot even start, leave nothing either.
#[test]
#[cfg(target_os = "linux")]
fn a_failure_leaves_no_children() {
    let script = "setsid sleep 6106.1 & sleep 6106.1";
    let folder = std::env::temp_dir().join(format!("retrograde-children-{}", std::process::id()));
    let folder = folder.to_str().unwrap();
    let options = ["stress", "--game", "race", "--size", "2x2", "--timeout", "50ms", "--out", folder, "--"];
    let output = retrograde(&[&options[..], &["sh", "-c", script]].concat());
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert_eq!(sleepers("6106.1"), 0);
    std::fs::remove_dir_all(folder).unwrap();
}

/// A shell that becomes our program by `exec` hands its own children on: they are not ours to end.
#[test]
fn children_from_before_are_left_alone() {
    let mut child = stress_for_ever("sleep 6107.1 & echo $!; exec \"$@\"", "sleep 6107.2");
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let stranger: u32 = lines.next().unwrap().unwrap().parse().unwrap();
    wait_for("start", || sleepers("6107.2") >= 2);
    signal("TERM", child.id());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let left = (sleepers("6107.1"), sleepers("6107.2"));
    signal("KILL", stranger);
    assert_eq!(left, (1, 0));
}
