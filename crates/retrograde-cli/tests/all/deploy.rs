//! Tests the files of `docs/cluster`. Linters check the files, and the tests run the commands in them.

use std::collections::HashMap;
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::ended::Ended;
use crate::job::{Job, Process, SHARE};
use crate::program::text;

const PROGRAM: &str = env!("CARGO_BIN_EXE_retrograde");
const BOARD: &str = "race:A7/8/8/2HH4/4H3/8/8/7B_a";
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/cluster");

fn read(name: &str) -> String {
    fs::read_to_string(Path::new(FOLDER).join(name)).unwrap()
}

/// Runs a tool. If the tool is not installed, prints a message and returns `None`.
fn run(command: &mut Command) -> Option<Output> {
    match command.env("LC_ALL", "C").stdin(Stdio::null()).output() {
        Ok(output) => Some(output),
        Err(error) => {
            println!("left out: {} ({error})", command.get_program().display());
            None
        }
    }
}

/// Starts a command from a file as a process of a job, with the files, folders and environment of the job.
fn start(job: &Job, process: usize, words: &[String], here: &HashMap<&str, &str>) -> Process {
    let word = |word: &String| here.iter().fold(word.clone(), |word, (there, here)| word.replace(there, here));
    let words: Vec<String> = words.iter().map(word).collect();
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).current_dir(job.folder.path()).env("LC_ALL", "C").env_remove("RETROGRADE_TABLES");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    Process::of(process, &mut command).unwrap()
}

/// Checks that all processes have solved the board, and that the first process has stored it.
fn must_have_solved(processes: Vec<Process>) {
    let end = Instant::now() + Duration::from_mins(1);
    let ends: Vec<Ended> = processes.into_iter().map(|process| process.ended(end).unwrap()).collect();
    for ended in &ends {
        assert_eq!(ended.code, Some(0), "{:?}", ended.stderr);
    }
    assert!(ends[0].hash.is_some(), "{:?}", ends[0].stderr);
}

#[test]
fn the_unit_is_right_and_starts_a_process() {
    let unit = read("retrograde.service");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("retrograde.service");
    fs::write(&file, unit.replace("/usr/local/bin/retrograde --", &format!("{PROGRAM} --"))).unwrap();
    if let Some(output) = run(Command::new("systemd-analyze").arg("verify").arg(&file)) {
        // The tool may also print messages about other units of this machine, so the test only reads those about our
        // unit.
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let ours: Vec<&str> = said.lines().filter(|line| line.contains("retrograde.service")).collect();
        assert!(ours.is_empty(), "{ours:#?}");
    }
    let line = unit.lines().find_map(|line| line.strip_prefix("ExecStart=")).unwrap();
    let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    let job = Job::new(PROGRAM, 2, SHARE).unwrap();
    let processes = ["0", "1"].iter().enumerate().map(|(process, number)| {
        let here = HashMap::from([
            ("/usr/local/bin/retrograde", PROGRAM),
            ("/etc/retrograde/", ""),
            ("/var/lib/retrograde", "tables"),
            ("${TOKEN}", BOARD),
            ("${PROCESS}", number),
        ]);
        start(&job, process, &words, &here)
    });
    must_have_solved(processes.collect());
}

#[test]
fn the_compose_file_is_yaml_and_starts_processes() {
    const READ: &str = "import json, sys, yaml; json.dump(yaml.safe_load(open(sys.argv[1])), sys.stdout)";
    let file = Path::new(FOLDER).join("compose.yaml");
    let python = ["python3", "/usr/bin/python3"].iter().find_map(|python| {
        let output = run(Command::new(python).args(["-c", READ]).arg(&file))?;
        output.status.success().then_some(output)
    });
    let Some(output) = python else {
        return println!("left out: there is no Python with the module yaml (Debian: apt-get install python3-yaml)");
    };
    let compose: Value = serde_json::from_slice(&output.stdout).unwrap();
    let services = compose["services"].as_object().unwrap();
    let hosts = compose["configs"]["hosts"]["content"].as_str().unwrap();
    let job = Job::new(PROGRAM, services.len(), SHARE).unwrap();
    let addresses = services.keys().zip(&job.addresses);
    let list =
        addresses.fold(hosts.to_owned(), |hosts, (name, address)| hosts.replace(&format!("{name}:7000"), address));
    assert!(!list.contains("7000 "), "all hosts are services: {list}");
    job.write("hosts", &list).unwrap();
    let here = HashMap::from([("/run/retrograde/", ""), ("${TOKEN:-dobutsu}", BOARD), ("/tables", "tables")]);
    let processes = services.values().enumerate().map(|(process, service)| {
        let words = service["command"].as_array().unwrap().iter().map(|word| word.as_str().unwrap().to_owned());
        let mut words: Vec<String> = words.collect();
        assert_eq!(words[0], "retrograde");
        words[0] = PROGRAM.to_owned();
        let mounts: Vec<&str> = service["volumes"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        assert!(mounts.iter().any(|mount| mount.contains(":/run/retrograde/key")), "{mounts:?}");
        assert_eq!(service["configs"][0]["target"], "/run/retrograde/hosts");
        start(&job, process, &words, &here)
    });
    must_have_solved(processes.collect());
}

/// A script that replaces Slurm's `srun`. The script starts the requested number of tasks on this machine.
const SRUN: &str = r#"#!/bin/sh
[ "$1" = "--cpus-per-task=$SLURM_CPUS_PER_TASK" ] || exit 9
shift
task=1
while [ "$task" -lt "$SLURM_NTASKS" ]; do SLURM_PROCID=$task "$@" & task=$((task + 1)); done
SLURM_PROCID=0 "$@" && wait
"#;

/// Finds consecutive free ports; returns the first.
fn ports(number: u16) -> u16 {
    let held = |first: u16| {
        (first..first.checked_add(number)?).map(|port| TcpListener::bind(("127.0.0.1", port)).ok()).collect()
    };
    let mut firsts = (0..100).map(|_| TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port());
    firsts.find(|&first| Option::<Vec<TcpListener>>::is_some(&held(first))).unwrap()
}

#[test]
fn the_slurm_script_is_right_and_starts_tasks() {
    let script: PathBuf = Path::new(FOLDER).join("retrograde.sbatch");
    let Some(output) = run(Command::new("bash").arg("-n").arg(&script)) else { return };
    assert!(output.status.success(), "{output:?}");
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    // The script needs permission to be executed, because it is started by its name, `srun`.
    let make = r#"printf %s "$2" > "$1/srun" && chmod +x "$1/srun" && ln -s "$3" "$1/retrograde""#;
    let linked = Command::new("sh").args(["-c", make, "sh", text(folder.path()), SRUN, PROGRAM]).status();
    assert!(linked.unwrap().success());
    let path = format!("{}:{}", text(folder.path()), std::env::var("PATH").unwrap_or_default());
    let run = |words: &[&str]| -> Child {
        Command::new("bash")
            .arg(&script)
            .args(words)
            .current_dir(folder.path())
            .env("PATH", &path)
            .env("LC_ALL", "C")
            .env_remove("RETROGRADE_TABLES")
            .env("RETROGRADE_PORT", ports(3).to_string())
            .env("SLURM_SUBMIT_DIR", folder.path())
            .envs([("SLURM_JOB_ID", "7"), ("SLURM_JOB_NODELIST", "localhost"), ("SLURM_NTASKS", "3")])
            .envs([("SLURM_TASKS_PER_NODE", "3"), ("SLURM_MEM_PER_NODE", "600"), ("SLURM_CPUS_PER_TASK", "1")])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let output = run(&[BOARD]).wait_with_output().unwrap();
    let ended = Ended::of(&output);
    assert!(ended.code == Some(0) && ended.hash.is_some() && ended.says("sent "), "{output:?}");
    assert!(at("tables").is_dir() && !at("retrograde-7.key").exists(), "the key goes with the job");
    let ended = Ended::of(&run(&[]).wait_with_output().unwrap());
    assert!(ended.code != Some(0) && ended.says("name a position"), "{:?}", ended.stderr);
}
