//! Benchmark with large games. The program solves and counts each game in a separate process, and the benchmark
//! compares the result with published values.
//!
//! `cargo bench -p retrograde-cli --bench big -- --big [--only NAME] [--check] [--record]`
//!
//! For each game, the benchmark prints a row of the ledger. The name of the row contains the numbers of positions and
//! moves, the plan, and the machine's speed at that minute. `--record` adds the row to `benches/ledger.tsv`. With
//! `--check`, the values must equal the published ones, and the cost must match the plan.

#[path = "../ledger/mod.rs"]
mod ledger;
mod published;
mod yardstick;

use std::io;
use std::process::{Command, ExitCode, Stdio};

use retrograde_games::published::{PUBLISHED, Published};
use serde_json::Value;
use yardstick::Yardstick;

/// A game whose solve takes seconds or minutes.
struct Big {
    name: String,
    /// The arguments of `solve`, without the position.
    options: String,
    token: String,
    published: Option<&'static Published>,
}

/// Returns the games that the benchmark solves. The benchmark solves games with published values that are too large for
/// tests. It also solves open boards of `race`, because a theorem gives the winner of these boards.
fn games() -> Vec<Big> {
    let published = PUBLISHED.iter().filter(|published| !published.is_small());
    let published = published.map(|published| Big {
        name: published.token.to_owned(),
        options: published_options(published),
        token: published.token.to_owned(),
        published: Some(published),
    });
    let races = [40, 100, 220].map(|side| Big {
        name: format!("race:{side}x{side}"),
        options: "--mem 12G --sample 1000000".to_owned(),
        token: open_race(side),
        published: None,
    });
    published.chain(races).collect()
}

/// Returns the options of `solve` that count everything with a published count.
fn published_options(published: &Published) -> String {
    let [reached, slots] = [published.reached, published.reached_slots].map(|known| known.is_any());
    let options = ["--mem 12G", if reached { "--reachable" } else { "" }, if slots { "--reachable-slots" } else { "" }];
    options.join(" ")
}

/// Returns an open board of `race` with the two tokens in opposite corners.
fn open_race(side: usize) -> String {
    let mut rows = vec![side.to_string(); side];
    rows[0] = format!("A{}", side - 1);
    rows[side - 1] = format!("{}B", side - 1);
    format!("race:{}_a", rows.join("/"))
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match run(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(words: &[String]) -> io::Result<()> {
    let has = |flag: &str| words.iter().any(|word| word == flag);
    // `cargo bench` runs all benchmarks. This benchmark takes long, so it needs an explicit option.
    if !has("--big") {
        return Ok(());
    }
    let only = words.iter().position(|word| word == "--only").and_then(|place| words.get(place + 1));
    let all = games();
    let games: Vec<_> = all.iter().filter(|game| only.is_none_or(|only| game.name.contains(only.as_str()))).collect();
    if games.is_empty() {
        let names: Vec<_> = all.iter().map(|game| game.name.as_str()).collect();
        return Err(io::Error::other(format!("there is no big game with this name; there are {}", names.join(", "))));
    }
    let origin = ledger::origin();
    println!("{}", ledger::HEADING);
    let mut wrong = Vec::new();
    for game in games {
        let yardstick = Yardstick::measure();
        let (plan, report) = (game.json("--plan")?, game.json(&game.options)?);
        let row = format!("{origin}\tbig: {}\t{}", described(&game.name, &plan, &report, yardstick), costs(&report));
        println!("{row}");
        if has("--record") {
            ledger::append(&row)?;
        }
        if has("--check") {
            wrong.extend(game.differences(&plan, &report)?);
        }
    }
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(io::Error::other(format!("not as published:\n  {}", wrong.join("\n  "))))
    }
}

impl Big {
    /// Runs `solve` in a separate process and returns its report.
    fn json(&self, options: &str) -> io::Result<Value> {
        let words: Vec<_> = ["solve"].into_iter().chain(options.split_whitespace()).collect();
        retrograde(&words, &self.token)
    }

    /// Returns the differences between the report and the published values, and between the report and the plan.
    fn differences(&self, plan: &Value, report: &Value) -> io::Result<Vec<String>> {
        let mut wrong = published::beyond_plan(plan, report);
        match self.published {
            Some(published) => wrong.extend(published::differences(published, report)),
            None => wrong.extend(self.against_theorem(report)?),
        }
        Ok(wrong.into_iter().map(|wrong| format!("{}: {wrong}", self.name)).collect())
    }

    /// Compares the winner with the game's theorem, and returns an error message for each wrong sampled value.
    fn against_theorem(&self, report: &Value) -> io::Result<Vec<String>> {
        let theorem = retrograde(&["probe", "--method", "shortcut"], &self.token)?;
        let mut wrong = Vec::new();
        published::hold(&mut wrong, "value", &report["value"], theorem["value"].clone());
        published::hold(&mut wrong, "sample", &report["sample"]["ok"], true);
        Ok(wrong)
    }
}

fn retrograde(words: &[&str], token: &str) -> io::Result<Value> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_retrograde"));
    let output = command.arg("--json").args(words).arg(token).stdin(Stdio::null()).output()?;
    // If a sampled value is wrong, the exit code is 1 and the report shows this.
    serde_json::from_slice(&output.stdout).map_err(|_| {
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        io::Error::other(format!("{} of {:.40}: {error}", words.join(" "), token))
    })
}

/// Returns the name of a row. The name has the game, its size, the plan, and the machine's speed.
fn described(name: &str, plan: &Value, report: &Value, yardstick: Yardstick) -> String {
    let (positions, slots) = (&report["positions"], &report["slots"]);
    let reached = ["/reachable/positions", "/reachable_slots/positions"].map(|set| report.pointer(set));
    let [reached, reached_slots] =
        reached.map(|reached| reached.map(|reached| format!(", {reached} reached")).unwrap_or_default());
    let number = |field: &str| plan[field].as_f64().unwrap_or_default();
    let (moves, mebibytes) = (number("moves") / 1e6, number("bytes") / f64::from(1 << 20));
    let cpu = number("cpu_ms");
    format!(
        "{name}, {positions} positions in {slots} slots{reached}{reached_slots}, about {moves:.0} million moves; \
         planned {cpu:.0} ms, {mebibytes:.1} MiB; {yardstick}"
    )
}

/// Returns the ledger's columns. The columns for one thread and for instructions are empty.
fn costs(report: &Value) -> String {
    let cost = |field: &str| report["cost"]["solve"][field].as_f64();
    let number = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |value| format!("{value:.1}"));
    let memory = cost("peak_bytes").map(|bytes| bytes / f64::from(1 << 20));
    format!("-\t-\t{}\t{}\t{}\t-", number(cost("cpu_ms")), number(cost("wall_ms")), number(memory))
}
