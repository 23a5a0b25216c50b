//! Checks the advice of the recorded outputs: the exit codes are those that the verb's help documents, and the commands
//! and the memory limits in hints work.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::program::{Program, recorded};

/// A recorded call with its exit code and the lines of its output. The call has no program's name.
struct Call {
    text: String,
    code: i32,
    lines: Vec<String>,
}

/// Returns all recorded calls of the program, without those of the first hours: their lines follow the hints in a folder
/// of their own.
fn calls() -> Vec<Call> {
    let paths = fs::read_dir(recorded()).unwrap().map(|entry| entry.unwrap().path());
    let is_text = |path: &Path| path.extension().is_some_and(|end| end == "txt" || end == "md");
    let is_left_out = |name: &str| name.starts_with("api") || name == crate::pages::FIRST_HOURS;
    let paths =
        paths.filter(|path| is_text(path) && !is_left_out(path.file_name().unwrap().to_string_lossy().as_ref()));
    paths.flat_map(|path| calls_of(&fs::read_to_string(path).unwrap())).collect()
}

fn calls_of(text: &str) -> Vec<Call> {
    let mut calls: Vec<Call> = Vec::new();
    for line in text.lines() {
        let call =
            line.strip_prefix("$ ").filter(|call| *call != "the call   ? its exit code or status, if not success");
        match (call, calls.last_mut()) {
            (Some(call), _) => {
                let text = call.strip_prefix("retrograde").unwrap_or(call).trim_start().to_owned();
                calls.push(Call { text, code: 0, lines: Vec::new() });
            }
            (None, Some(last)) => match line.strip_prefix("? ").filter(|_| last.lines.is_empty()) {
                Some(code) => last.code = code.parse().unwrap(),
                None => last.lines.push(line.to_owned()),
            },
            (None, None) => {}
        }
    }
    calls
}

/// Returns the exit codes in the help of a verb; `None` if there is no such verb.
fn documented(program: &Program, verb: &str) -> Option<BTreeSet<i32>> {
    let help = program.on_terminal(&format!("retrograde help {verb}"));
    let (_, below) = help.split_once("\nExit codes:\n")?;
    let lines = below.lines().take_while(|line| !line.is_empty());
    Some(lines.filter_map(|line| line.split_whitespace().next()?.parse().ok()).collect())
}

#[test]
fn exit_codes_are_those_of_the_help() {
    let program = Program::new();
    let mut known: BTreeMap<String, Option<BTreeSet<i32>>> = BTreeMap::new();
    let mut checked = 0;
    for Call { text: call, code, .. } in calls() {
        let Some(verb) = call.split(' ').find(|word| !word.starts_with('-')).map(str::to_owned) else { continue };
        let codes = known.entry(verb.clone()).or_insert_with(|| documented(&program, &verb));
        let Some(codes) = codes else { continue };
        assert!(codes.contains(&code), "`{call}` ends with {code}; `help {verb}` has {codes:?}");
        checked += 1;
    }
    assert!(checked > 1000, "{checked}");
}

/// Returns the commands between backquotes in hints. Commands with a placeholder, such as FILE, are left out.
fn advised(calls: &[Call]) -> BTreeSet<String> {
    let hints = calls.iter().flat_map(|call| &call.lines).filter_map(|line| line.split_once("hint: "));
    let quoted = hints.flat_map(|(_, hint)| hint.split('`').skip(1).step_by(2).map(str::to_owned));
    let is_placeholder = |word: &str| word.chars().all(|c| c.is_ascii_uppercase());
    quoted
        .filter(|command| command.starts_with("retrograde ") && !command.split(' ').any(is_placeholder))
        .filter(|command| command != "retrograde probe --json")
        .collect()
}

#[test]
fn commands_in_hints_work() {
    let commands = advised(&calls());
    assert!(commands.len() > 5, "{commands:?}");
    let program = Program::new();
    for command in commands {
        println!("{command}");
        let output = program.on_terminal(&command);
        assert!(!output.starts_with("? "), "{command}: {output}");
    }
}

/// Returns the call with another memory limit.
fn with_memory(call: &str, limit: &str) -> Option<String> {
    let (before, after) = call.split_once(" --mem ")?;
    let (_, after) = after.split_once(' ').unwrap_or_default();
    Some(format!("{before} --mem {limit} {after}").trim_end().to_owned())
}

/// A hint such as `allow it with --mem 42K` names a limit that is enough for this board; in a file, a later board may
/// need more.
#[test]
fn memory_limits_in_hints_are_enough() {
    const MOST: usize = 5;
    let program = Program::new();
    let limit = |text: &str| {
        let (_, rest) = text.split_once("hint: allow it with --mem ")?;
        Some(rest.split([',', ' ', '\n']).next()?.to_owned())
    };
    let mut followed = 0;
    for Call { text, lines, .. } in calls().iter().filter(|call| !call.text.contains("--json")) {
        // The files of some texts are in another folder.
        let has_files = || !program.run(text).contains("No such file");
        let mut advised = limit(&lines.join("\n")).filter(|_| has_files());
        let mut times = 0;
        while let Some(again) = advised.as_ref().and_then(|limit| with_memory(text, limit)) {
            println!("{again}");
            let output = program.run(&again);
            advised = limit(&output);
            times += 1;
            assert!(times <= MOST && (advised.is_some() || !output.starts_with("? ")), "{again}: {output}");
        }
        followed += usize::from(times > 0);
    }
    assert!(followed > 5, "{followed}");
}
