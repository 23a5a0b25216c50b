//! `cargo xtask fuzz`: runs libFuzzer with stable Rust.
//!
//! Coverage counters guide libFuzzer. An LLVM pass adds the counters to the code. Stable `rustc` runs this pass with
//! the flags in `fuzz/.cargo/config.toml`. Fuzzing therefore needs no nightly toolchain and no other cargo command. It
//! needs only a C++ compiler, which compiles libFuzzer. The crate `retrograde-fuzz` lists the targets. One program
//! contains all targets.

use std::path::Path;
use std::sync::Mutex;
use std::time::SystemTime;
use std::{fs, thread};

use crate::process::{Ended, Output, Run, Trouble, root};
use crate::tool::CPP_COMPILER;
use crate::{help, wants_help};

const HELP: &str = "\
Feeds random input to the parsers, guided by coverage, and checks the laws in crates/retrograde-fuzz.
`cargo test` tries each law on fewer inputs, without a C++ compiler.

Usage: cargo xtask fuzz [TARGET]... [OPTIONS]

Without a target, runs all targets, one per core at a time.

Options:
  --seconds N   how long to run each target [default: 10]
  --seed S      start of the random numbers, from 1 [default: the time; it is printed]
  --input FILE  run one target on this file only, such as one left in fuzz/artifacts
  --list        print the targets and stop
  --shortcuts   compare the games' own solvers with the general solver instead, on random instances, for --seconds
                from --seed on; a GAME in place of TARGET selects one game
";

/// The options of `cargo xtask fuzz`.
#[derive(Debug, PartialEq, Eq)]
struct Request<'a> {
    targets: Vec<&'a str>,
    seconds: u32,
    seed: u32,
    input: Option<&'a str>,
    list: bool,
    shortcuts: bool,
}

pub(crate) fn main(words: &[&str]) -> Result<(), Trouble> {
    if wants_help(words) {
        return help(HELP);
    }
    let request = Request::parse(words)?;
    if request.shortcuts {
        return compare_shortcuts(&request);
    }
    let all = targets()?;
    if request.list {
        return help(&(all.join("\n") + "\n"));
    }
    let chosen = chosen(&request.targets, &all)?;
    CPP_COMPILER.ensure().map_err(|missing| Trouble::Failed(format!("fuzzing {missing}")))?;
    cargo("build").check()?;
    check_list(&all)?;
    match (request.input, chosen.as_slice()) {
        (None, _) => on_all_cores(&chosen, |target| search(target, &request)),
        (Some(file), [target]) => replay(target, file),
        (Some(_), _) => Err(Trouble::Usage("--input is for one target; name it".to_owned())),
    }
}

impl<'a> Request<'a> {
    fn parse(words: &[&'a str]) -> Result<Self, Trouble> {
        let mut request =
            Self { targets: Vec::new(), seconds: 10, seed: clock(), input: None, list: false, shortcuts: false };
        let mut words = words.iter().copied();
        while let Some(word) = words.next() {
            match word {
                "--seconds" => request.seconds = number(word, words.next())?,
                "--seed" => request.seed = number(word, words.next())?,
                "--input" => request.input = Some(given(word, words.next())?),
                "--list" => request.list = true,
                "--shortcuts" => request.shortcuts = true,
                _ if word.starts_with('-') => {
                    return Err(Trouble::Usage(format!("no option `{word}`; see cargo xtask fuzz --help")));
                }
                target => request.targets.push(target),
            }
        }
        Ok(request)
    }
}

/// The games that have a shortcut, a method that needs no table.
const SHORTCUTS: [&str; 3] = ["pawn", "race", "cannons"];

fn compare_shortcuts(request: &Request<'_>) -> Result<(), Trouble> {
    let all = SHORTCUTS.map(str::to_owned);
    for game in chosen(&request.targets, &all)? {
        let limits = [request.seed.to_string(), request.seconds.to_string()];
        Run::line("cargo run --locked --release -p retrograde-games --example agree --")
            .args(&[game, "kernel", "18446744073709551615", &limits[0], &limits[1]])
            .check()?;
    }
    Ok(())
}

fn given<'a>(option: &str, argument: Option<&'a str>) -> Result<&'a str, Trouble> {
    argument.ok_or_else(|| Trouble::Usage(format!("{option} needs an argument")))
}

/// Parses a whole number of at least 1. For libFuzzer, 0 seconds would mean no limit, and the seed 0 would mean no
/// seed.
fn number(option: &str, argument: Option<&str>) -> Result<u32, Trouble> {
    let text = given(option, argument)?;
    let wrong = || Trouble::Usage(format!("{option} takes a whole number from 1, not `{text}`"));
    text.parse().ok().filter(|&n| n > 0).ok_or_else(wrong)
}

/// Returns the time in seconds (at least 1) as a seed that differs from run to run.
fn clock() -> u32 {
    let since_1970 = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    (since_1970.as_secs() as u32).max(1)
}

/// The file that lists the targets, relative to the root of the repository.
const LIST: &str = "crates/retrograde-fuzz/src/lib.rs";

/// Returns the names of the targets, read from the source without a build.
pub(crate) fn targets() -> Result<Vec<String>, Trouble> {
    let source = fs::read_to_string(root().join(LIST));
    let source = source.map_err(|error| Trouble::Failed(format!("cannot read {LIST}: {error}")))?;
    let names = source.split("name: \"").skip(1).filter_map(|rest| rest.split_once('"'));
    Ok(names.map(|(name, _)| name.to_owned()).collect())
}

/// Checks that the built program has the same targets as the source.
fn check_list(all: &[String]) -> Result<(), Trouble> {
    let Ended { written: printed, result, .. } = cargo("run").args(["--", "--list"]).measured(Output::Captured);
    result?;
    // The lines with warnings are removed, because libFuzzer warns about missing sanitizers.
    let built = printed.lines().filter(|line| !line.starts_with("WARNING: "));
    if built.eq(all.iter().map(String::as_str)) {
        return Ok(());
    }
    Err(Trouble::Failed(format!("{LIST} lists {}, but the program that was built has:\n{printed}", all.join(", "))))
}

fn chosen<'a>(names: &[&'a str], all: &'a [String]) -> Result<Vec<&'a str>, Trouble> {
    if names.is_empty() {
        return Ok(all.iter().map(String::as_str).collect());
    }
    match names.iter().find(|name| !all.iter().any(|target| target == *name)) {
        None => Ok(names.to_vec()),
        Some(name) => Err(Trouble::Usage(format!("no target `{name}`; there are: {}", all.join(", ")))),
    }
}

/// Runs `work` for every target. There is one thread per core, and each thread takes one target at a time. After a
/// failure, starts no more targets, and returns the failure.
fn on_all_cores(targets: &[&str], work: impl Fn(&str) -> Result<(), Trouble> + Sync) -> Result<(), Trouble> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let waiting = Mutex::new(targets.iter());
    let next = || waiting.lock().expect("nothing panics while it holds the targets").next();
    let forget_the_rest = |trouble| {
        while next().is_some() {}
        Err(trouble)
    };
    let worker = || std::iter::from_fn(next).try_for_each(|target| work(target)).or_else(forget_the_rest);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(worker)).collect();
        let ends = workers.into_iter().map(|worker| worker.join().expect("a failure is an error, not a panic"));
        ends.collect::<Vec<_>>().into_iter().collect()
    })
}

/// Runs libFuzzer, which searches for an input that breaks a law (a property that a target tests).
fn search(target: &str, request: &Request<'_>) -> Result<(), Trouble> {
    let corpus = format!("corpus/{target}");
    let artifacts = format!("artifacts/{target}/");
    for dir in [&corpus, &artifacts] {
        make_dir(&root().join("fuzz").join(dir))?;
    }
    let flags = [
        format!("-max_total_time={}", request.seconds),
        format!("-seed={}", request.seed),
        format!("-artifact_prefix={artifacts}"),
        // The timeout is in seconds; it detects parsers that hang.
        "-timeout=10".to_owned(),
        "-verbosity=0".to_owned(),
        "-print_final_stats=1".to_owned(),
    ];
    let report = cargo("run").with(TARGET, target).args(["--", &corpus]).args(flags).report().map_err(|trouble| {
        Trouble::Failed(format!(
            "target `{target}` failed: {trouble}\n\
             to run it on the input found: cargo xtask fuzz {target} --input fuzz/{artifacts}<FILE>"
        ))
    })?;
    let Request { seconds, seed, .. } = request;
    eprintln!("{target}: {seconds} s from seed {seed}, {} inputs tried", inputs_tried(&report).unwrap_or("unknown"));
    Ok(())
}

/// Returns the number of inputs that were tried, from libFuzzer's final statistics.
fn inputs_tried(report: &str) -> Option<&str> {
    report.lines().find_map(|line| line.strip_prefix("stat::number_of_executed_units:")).map(str::trim)
}

/// Runs a target on one file.
fn replay(target: &str, file: &str) -> Result<(), Trouble> {
    let path = fs::canonicalize(file).map_err(|error| Trouble::Usage(format!("cannot read {file}: {error}")))?;
    cargo("run").with(TARGET, target).args(["--"]).args([path]).check()
}

/// The environment variable that passes the target's name to the program.
const TARGET: &str = "RETROGRADE_TARGET";

/// Returns a cargo command for the libFuzzer program. The variable `RUSTFLAGS` is removed, because it would override
/// the flags of `fuzz/.cargo/config.toml`.
fn cargo(command: &str) -> Run {
    Run::line(&format!("cargo {command} --locked --release --quiet")).dir("fuzz").without("RUSTFLAGS")
}

fn make_dir(dir: &Path) -> Result<(), Trouble> {
    fs::create_dir_all(dir).map_err(|error| Trouble::Failed(format!("cannot make {}: {error}", dir.display())))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::{Request, chosen, on_all_cores, targets};
    use crate::process::Trouble;

    #[test]
    fn options_and_targets_may_mix() {
        let request = Request::parse(&["pawn", "--seconds", "3", "race", "--seed", "7"]).unwrap();
        let expected =
            Request { targets: vec!["pawn", "race"], seconds: 3, seed: 7, input: None, list: false, shortcuts: false };
        assert_eq!(request, expected);
    }

    #[test]
    fn wrong_options_are_named() {
        for (words, message) in [
            (&["--seconds", "0"][..], "--seconds takes a whole number from 1, not `0`"),
            (&["--seed"], "--seed needs an argument"),
            (&["--fast"], "no option `--fast`; see cargo xtask fuzz --help"),
        ] {
            assert_eq!(Request::parse(words).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn every_target_runs_once_and_a_failure_is_returned() {
        let names: Vec<String> = (0..100).map(|number| number.to_string()).collect();
        let targets: Vec<&str> = names.iter().map(String::as_str).collect();
        let sum = AtomicUsize::new(0);
        let add = |target: &str| sum.fetch_add(target.parse::<usize>().unwrap(), Ordering::Relaxed);
        let all = on_all_cores(&targets, |target| {
            add(target);
            Ok(())
        });
        assert!(all.is_ok());
        assert_eq!(sum.load(Ordering::Relaxed), 4950);

        let failure = |target: &str| Trouble::Failed(format!("target {target} failed"));
        let error = on_all_cores(&targets, |target| if target == "3" { Err(failure(target)) } else { Ok(()) });
        assert_eq!(error.unwrap_err().to_string(), "target 3 failed");
    }

    #[test]
    fn targets_are_chosen_by_name() {
        let all = targets().unwrap();
        assert!(all.len() > 20 && all.is_sorted() && all.iter().any(|name| name == "table"), "{all:?}");
        assert_eq!(chosen(&[], &all).unwrap(), all);
        assert_eq!(chosen(&[&all[0]], &all).unwrap(), all[..1]);
        assert!(chosen(&["no-such-target"], &all).is_err());
    }
}
