//! Tests that the child processes of a program under test end together with its run. The tests end our own process in
//! different ways.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::program::{are_hangups_heard, own_sleep, retrograde, sleepers, stdout, wait_for};

const OURS: &str = env!("CARGO_BIN_EXE_retrograde");

/// Runs `stress` without end on a shell script, in which `$0` is our program. `outer` is a script that runs `"$@"`.
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
        let seconds = own_sleep(seconds);
        if name == "HUP" && !are_hangups_heard() {
            continue;
        }
        let child = stress_for_ever("exec \"$@\"", &format!("sleep {seconds} & sleep {seconds}"));
        wait_for(name, || sleepers(&seconds) >= 2);
        signal(name, child.id());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{name}: {output:?}");
        assert!(stdout(&output).starts_with("interrupted: "), "{name}: {output:?}");
        assert_eq!(sleepers(&seconds), 0, "{name}");
    }
}

/// Two signals at the same time leave no time for an orderly end.
#[test]
#[cfg(target_os = "linux")]
fn a_second_signal_leaves_no_children_either() {
    let seconds = own_sleep("6102.5");
    let child = stress_for_ever("exec \"$@\"", &format!("setsid sleep {seconds} & sleep {seconds}"));
    wait_for("start", || sleepers(&seconds) >= 2);
    signal("TERM", child.id());
    signal("INT", child.id());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    assert_eq!(sleepers(&seconds), 0);
}

#[test]
#[cfg(target_os = "linux")]
fn a_hangup_that_nohup_ignores_is_ignored() {
    let seconds = own_sleep("6103.5");
    let child = stress_for_ever("trap '' HUP; exec \"$@\"", &format!("sleep {seconds}"));
    wait_for("start", || sleepers(&seconds) >= 2);
    signal("HUP", child.id());
    thread::sleep(Duration::from_millis(300));
    assert!(sleepers(&seconds) >= 2);
    signal("TERM", child.id());
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(130));
    assert_eq!(sleepers(&seconds), 0);
}

#[test]
fn a_child_in_the_group_ends_with_its_run() {
    let seconds = own_sleep("6104.1");
    agrees(&format!("sleep {seconds} >/dev/null 2>&1 & \"$0\" answer p7387"));
    assert_eq!(sleepers(&seconds), 0);
    // Regression: the child process keeps the output open. The program used to wait for it until the timeout.
    let seconds = own_sleep("6104.2");
    agrees(&format!("sleep {seconds} & \"$0\" answer p7387"));
    assert_eq!(sleepers(&seconds), 0);
}

#[test]
#[cfg(target_os = "linux")]
fn a_child_that_left_the_group_ends_too() {
    let seconds = own_sleep("6105.1");
    agrees(&format!("setsid sleep {seconds} >/dev/null 2>&1 & \"$0\" answer p7387"));
    assert_eq!(sleepers(&seconds), 0);
    let seconds = own_sleep("6105.2");
    agrees(&format!("setsid sleep {seconds} & \"$0\" answer p7387"));
    assert_eq!(sleepers(&seconds), 0);
    // The script starts two generations of children, each in a new session, as a daemon does.
    let seconds = own_sleep("6105.3");
    agrees(&format!("setsid sh -c 'setsid sleep {seconds} & sleep {seconds}' >/dev/null 2>&1 & \"$0\" answer p7387"));
    assert_eq!(sleepers(&seconds), 0);
}

/// A program that exceeds the time limit leaves no child processes. A program that cannot start also leaves none.
#[test]
#[cfg(target_os = "linux")]
fn a_failure_leaves_no_children() {
    let seconds = own_sleep("6106.1");
    let script = &format!("setsid sleep {seconds} & sleep {seconds}");
    let folder = std::env::temp_dir().join(format!("retrograde-children-{}", std::process::id()));
    let folder = folder.to_str().unwrap();
    let options = ["stress", "--game", "race", "--size", "2x2", "--timeout", "50ms", "--out", folder, "--"];
    let output = retrograde(&[&options[..], &["sh", "-c", script]].concat());
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert_eq!(sleepers(&seconds), 0);
    std::fs::remove_dir_all(folder).unwrap();
}

/// A shell may become our program by `exec`. The children of the shell are then children of our program. Our program
/// must not kill these children.
#[test]
fn children_from_before_are_left_alone() {
    let [theirs, ours] = ["6107.1", "6107.2"].map(own_sleep);
    let mut child = stress_for_ever(&format!("sleep {theirs} & echo $!; exec \"$@\""), &format!("sleep {ours}"));
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let stranger: u32 = lines.next().unwrap().unwrap().parse().unwrap();
    wait_for("start", || sleepers(&ours) >= 2);
    signal("TERM", child.id());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let left = (sleepers(&theirs), sleepers(&ours));
    signal("KILL", stranger);
    assert_eq!(left, (1, 0));
}
