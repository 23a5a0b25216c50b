//! Big games, each solved and counted by the program as a whole process, held against published values.
//!
//! `cargo bench -p retrograde-cli --bench big -- [--only NAME] [--check] [--record]`
//!
//! Prints a row of the ledger for each, with the yardstick of that minute behind the name; `--record` adds it to `benches/ledger.tsv`.
//! With `--check` a game has to have the values that are published of it.

#[path = "../ledger/mod.rs"]
mod ledger;
mod yardstick;

use std::fmt::Write as _;
use std::io;
use std::process::{Command, ExitCode, Stdio};

use serde_json::Value;
use yardstick::Yardstick;

/// A game that takes seconds, or minutes.
struct Big {
    name: &'static str,
    /// The arguments of `solve` but for the position.
    options: &'static str,
    token: fn() -> String,
    /// What is published: fields of the report, as pointers into its JSON, and their values.
    published: &'static [(&'static str, &'static str)],
}

const GAMES: &[Big] = &[
    Big {
        name: "race 100x100",
        options: "",
        token: || open_race(100),
        // Two tokens on 10,000 squares, and two sides; on an open square board who moves second wins, by the theorem.
        published: &[("/slots", "200000000"), ("/value", "\"loss\"")],
    },
    Big {
        name: "race 220x220",
        options: "--mem 12G",
        token: || open_race(220),
        published: &[("/slots", "4685120000"), ("/value", "\"loss\"")],
    },
    Big {
        name: "dobutsu",
        options: "",
        token: || "dobutsu:gle/1c1/1C1/ELG_sente".to_owned(),
        // All arrangements: R. Clausecker's program; the start: T. Tanaka.
        published: &[
            ("/slots", "249442767"),
            ("/value", "\"loss\""),
            ("/depth", "78"),
            ("/win", "188377024"),
            ("/loss", "57707893"),
            ("/draw", "3357850"),
        ],
    },
];

/// An open board with the tokens in opposite corners.
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
    // All benchmarks are run together without a word, which is no reason to take minutes.
    if !has("--big") {
        return Ok(());
    }
    let only = words.iter().position(|word| word == "--only").and_then(|place| words.get(place + 1));
    let games: Vec<_> = GAMES.iter().filter(|game| only.is_none_or(|only| game.name.contains(only.as_str()))).collect();
    if games.is_empty() {
        let names: Vec<_> = GAMES.iter().map(|game| game.name).collect();
        return Err(io::Error::other(format!("no big game is called so, there are {}", names.join(", "))));
    }
    let origin = ledger::origin();
    println!("{}", ledger::HEADING);
    let mut wrong = String::new();
    for game in games {
        let yardstick = Yardstick::measure();
        let report = game.solve()?;
        let row = format!("{origin}\tbig: {} ({yardstick})\t{}", game.name, costs(&report));
        println!("{row}");
        if has("--record") {
            ledger::append(&row)?;
        }
        if has("--check") {
            wrong += &game.check(&report);
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(io::Error::other(format!("not as published:{wrong}"))) }
}

impl Big {
    /// What `solve` tells.
    fn solve(&self) -> io::Result<Value> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_retrograde"));
        command.args(["--json", "solve"]).args(self.options.split_whitespace()).arg((self.token)());
        let output = command.stdin(Stdio::null()).output()?;
        if !output.status.success() {
            let error = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(io::Error::other(format!("{}: {error}", self.name)));
        }
        Ok(serde_json::from_slice(&output.stdout)?)
    }

    /// What is not as published, a line each.
    fn check(&self, report: &Value) -> String {
        let mut wrong = String::new();
        for (field, expected) in self.published {
            let found = report.pointer(field).map(Value::to_string).unwrap_or_default();
            if found != *expected {
                let _ = write!(wrong, "\n  {}: {field} is {found}, expected {expected}", self.name);
            }
        }
        wrong
    }
}

/// The ledger's columns: nothing on one thread, and no instructions.
fn costs(report: &Value) -> String {
    let cost = |field: &str| report["cost"][field].as_f64();
    let number = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |value| format!("{value:.1}"));
    let memory = cost("peak_bytes").map(|bytes| bytes / f64::from(1 << 20));
    format!("-\t-\t{}\t{}\t{}\t-", number(cost("cpu_ms")), number(cost("wall_ms")), number(memory))
}
