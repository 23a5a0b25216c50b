//! Tests the search for long games (climbing). The same seed must give the same results. A search can continue from the
//! results of an earlier search.

use crate::program::{retrograde, retrograde_reading, stdout, text};

fn climbed(threads: &str, more: &[&str]) -> String {
    let climb = ["gen", "pawn", "--size", "5x6", "--winner", "black", "-j", threads];
    let output = retrograde(&[&climb[..], more].concat());
    assert!(output.status.success(), "{more:?}: {output:?}");
    stdout(&output)
}

/// Returns the depth of the only printed position, in plies. Black must win this position.
fn plies(token: &str) -> u64 {
    let probe = retrograde(&["probe", "--json", "--method", "table", token.trim()]);
    let report: serde_json::Value = serde_json::from_slice(&probe.stdout).unwrap();
    assert_eq!(report["winner"], "black", "{token}");
    report["depth"].as_u64().unwrap()
}

#[test]
fn a_seed_climbs_the_same_hills_again() {
    for seed in ["1", "2", "18446744073709551615"] {
        let climb = || climbed("1", &["--steps", "300", "--seed", seed]);
        assert_eq!(climb(), climb(), "seed {seed}");
    }
}

#[test]
fn a_climb_goes_on_from_its_file() {
    let file = std::env::temp_dir().join(format!("retrograde-climb-{}.pos", std::process::id()));
    let first = climbed("1", &["--steps", "8", "--seed", "1", "--save", text(&file)]);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), first);
    let second = climbed("1", &["--steps", "600", "--seed", "2", "--from", text(&file), "--save", text(&file)]);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), second);
    std::fs::remove_file(&file).unwrap();
    assert!(plies(&second) > plies(&first), "{first} {second}");
}

/// Regression: the program read JSON as tokens, because JSON has colons. Another error was that the program did not
/// recognise a contest file without its first line.
#[test]
fn issue_27_the_form_of_boards_to_begin_with_is_found() {
    let climb = ["gen", "pawn", "--winner", "red", "--steps", "20", "--seed", "1", "-j", "1", "-q", "--from"];
    let token = "pawn:3O/4/1O2/2X1_r";
    let expected = stdout(&retrograde(&[&climb[..], &[token]].concat()));
    assert!(expected.starts_with("pawn:"), "{expected}");
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in [
        ("tokens", format!("# a comment: 1\n{token}\n")),
        ("json", format!("{{\"pos\":\"{token}\"}}\n")),
        ("p9169", "0 1\n4 4\n...O\n....\n.O..\n..X.\n".to_owned()),
        ("no-head", "4 4\n...O\n....\n.O..\n..X.\n".to_owned()),
    ] {
        let file = folder.path().join(name);
        std::fs::write(&file, &content).unwrap();
        for output in [
            retrograde(&[&climb[..], &[text(&file)]].concat()),
            retrograde_reading(&[&climb[..], &["-"]].concat(), content.as_bytes()),
        ] {
            assert_eq!(stdout(&output), expected, "{name}: {output:?}");
        }
    }
    let output = retrograde_reading(&[&climb[..], &["-"]].concat(), b"?\n");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(
        errors.starts_with("error: standard input is in no known position format")
            && errors.contains("\nhint: the formats are: "),
        "{errors}"
    );
    assert_eq!(output.status.code(), Some(2), "{errors}");
}

/// The general solver checks the records. The general solver shares no code with the search.
#[test]
fn the_records_are_as_long_as_they_say() {
    for (file, plies) in [("pawn-red.p9169", "Red 357\n"), ("pawn-black.p9169", "Black 102\n")] {
        let file = format!("../../examples/records/{file}");
        let answer = retrograde(&["answer", "p9169", "--method", "table", &file]);
        assert_eq!(stdout(&answer), plies, "{answer:?}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_and_other_ends_print_the_best_so_far() {
    use crate::program::are_hangups_heard;
    use rustix::process::Signal;

    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        if signal != Signal::HUP || are_hangups_heard() {
            prints_the_best_after(signal);
        }
    }
}

#[cfg(unix)]
fn prints_the_best_after(signal: rustix::process::Signal) {
    use rustix::process::{Pid, kill_process};

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("best.pos");
    let climb = ["gen", "pawn", "--size", "5x6", "--winner", "black", "--time", "1h", "--save", text(&file)];
    for more in [&[][..], &["--min-depth", "16000"]] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_retrograde"));
        command.args([&climb[..], more].concat()).stdout(std::process::Stdio::piped());
        let child = command.stderr(std::process::Stdio::null()).spawn().unwrap();
        // The search saves its results as soon as it has found a position.
        while !file.exists() {
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        kill_process(Pid::from_child(&child), signal).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{more:?}: {output:?}");
        assert_eq!(stdout(&output), std::fs::read_to_string(&file).unwrap(), "{more:?}");
        assert!(plies(&stdout(&output)) > 0, "{more:?}");
        std::fs::remove_file(&file).unwrap();
    }
}

#[test]
fn all_threads_climb() {
    let token = climbed("3", &["--steps", "300", "--seed", "1"]);
    assert!(plies(&token) > 0, "{token}");
}
