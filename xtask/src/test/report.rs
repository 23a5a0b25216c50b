//! The report of a run of all checks. The report has the time of each step, the slowest tests and page visits, the load
//! of the cores, and the failed steps.

use std::fmt;
use std::time::{Duration, Instant};

use super::programs::{Program, Report, Tally};
use super::steps::{STEPS, When};
use crate::cost::Cores;
use crate::fuzz;
use crate::process::{Run, Trouble};
use crate::tool::{NODE, NPM, PAGE_CHECKERS};

/// The number of tests in the list of the slowest tests. The list of the slowest page visits has the same length.
const SLOWEST: usize = 10;

/// The time that a step took.
pub(super) struct Cost {
    pub(super) step: &'static str,
    pub(super) wall: Duration,
    /// The processor time; `None` if the system does not report it.
    pub(super) processor: Option<Duration>,
}

/// The times and failures of a run, up to now.
pub(super) struct Costs {
    start: Instant,
    cores: Option<Cores>,
    steps: Vec<Cost>,
    failed: Vec<&'static str>,
    tally: Tally,
    /// The time in seconds and the name of each test.
    tests: Vec<(f64, String)>,
    visits: Vec<(f64, String)>,
}

impl Costs {
    pub(super) fn start() -> Self {
        let (steps, failed, tests, visits) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let tally = Tally::default();
        Self { start: Instant::now(), cores: Cores::now(), steps, failed, tally, tests, visits }
    }

    pub(super) fn add(&mut self, cost: Cost) {
        self.steps.push(cost);
    }

    pub(super) fn end_step(&mut self, name: &'static str, failed: bool) {
        self.failed.extend(failed.then_some(name));
    }

    pub(super) fn add_tests(&mut self, report: &Report) {
        let Tally { passed, failed, ignored } = report.tally();
        self.tally.passed += passed;
        self.tally.failed += failed;
        self.tally.ignored += ignored;
        self.tests.extend(report.times());
    }

    /// Parses lines that contain seconds, a tab, and the name of a page visit.
    pub(super) fn add_visits(&mut self, lines: &str) {
        let read = |line: &str| {
            let (seconds, name) = line.split_once('\t')?;
            Some((seconds.parse().ok()?, name.to_owned()))
        };
        self.visits.extend(lines.lines().filter_map(read));
    }

    /// Returns an error if a step failed. The error contains the command that runs only this step.
    pub(super) fn verdict(&self) -> Result<(), Trouble> {
        if self.failed.is_empty() {
            return Ok(());
        }
        let steps = if self.failed.len() == 1 { "step" } else { "steps" };
        let names = self.failed.join(" ");
        Err(Trouble::Failed(format!("failed {steps}: {names}\nto run only that: cargo xtask test {names}")))
    }
}

/// Prints the table of times, and the number of Rust tests.
impl fmt::Display for Costs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (what, list) in [("tests", &self.tests), ("visits", &self.visits)] {
            slowest(f, what, list)?;
        }
        writeln!(f, "\n{:<12} {:>10} {:>12}", "step", "seconds", "processor")?;
        for Cost { step, wall, processor } in &self.steps {
            writeln!(f, "{step:<12} {:>10} {:>12}", seconds(*wall), processor.map_or("unknown".to_owned(), seconds))?;
        }
        let processor: Duration = self.steps.iter().filter_map(|cost| cost.processor).sum();
        writeln!(f, "{:<12} {:>10} {:>12}", "all", seconds(self.start.elapsed()), seconds(processor))?;
        if let (Some(before), Some(now)) = (self.cores, Cores::now()) {
            writeln!(f, "the cores were {} % busy", now.percent_since(before))?;
        }
        let Tally { passed, failed, ignored } = self.tally;
        if passed + failed > 0 {
            writeln!(f, "tests: {passed} passed, {failed} failed, {ignored} skipped")?;
        }
        Ok(())
    }
}

fn slowest(f: &mut fmt::Formatter<'_>, what: &str, list: &[(f64, String)]) -> fmt::Result {
    if list.is_empty() {
        return Ok(());
    }
    let mut list: Vec<_> = list.iter().collect();
    list.sort_by(|one, other| other.0.total_cmp(&one.0));
    writeln!(f, "\nslowest {what}, in seconds:")?;
    list.iter().take(SLOWEST).try_for_each(|(seconds, name)| writeln!(f, "{seconds:>8.1}  {name}"))
}

/// Returns a time in seconds with one decimal.
pub(super) fn seconds(time: Duration) -> String {
    format!("{:.1}", time.as_secs_f64())
}

/// Builds the tests, and prints the number of checks of each kind.
pub(super) fn list() -> Result<(), Trouble> {
    let rust = rust_tests()?;
    println!("{:<18} {:>6} {:>15}", "", "all", "only by --all");
    let (visits, unit) = (page("visit.js")?, page("unit.js")?);
    let fuzz = [fuzz::targets()?.len(), 0];
    for (what, [all, slow]) in
        [("Rust tests", rust), ("visits", visits), ("page unit tests", unit), ("fuzz targets", fuzz)]
    {
        println!("{what:<18} {all:>6} {slow:>15}");
    }
    Ok(())
}

/// Returns the number of tests of all programs, and the number of tests that only `--all` runs. Only `--all` runs slow
/// tests, and all tests of slow steps.
fn rust_tests() -> Result<[usize; 2], Trouble> {
    let mut programs = Vec::new();
    for step in STEPS {
        let Some(command) = step.work.building_tests() else { continue };
        let run = Run::line(&command).args(["--message-format=json-render-diagnostics"]);
        let (messages, ended) = run.measured_output();
        ended.result?;
        for program in Program::all(&messages) {
            // A slow step builds some programs of the short run again with more features; the tests of these programs
            // are counted only once.
            if programs.iter().all(|(known, _): &(Program, When)| known.name() != program.name()) {
                programs.push((program, step.when));
            }
        }
    }
    let mut sums = [0; 2];
    for (program, when) in programs {
        let [all, slow] = program.count()?;
        sums = [sums[0] + all, sums[1] + if when == When::Slow { all } else { slow }];
    }
    Ok(sums)
}

/// Returns the number of all tests and the number of slow tests in the page's checks. `program` lists the tests one per
/// line, and marks the slow ones.
fn page(program: &str) -> Result<[usize; 2], Trouble> {
    for tool in [&NODE, &NPM, &PAGE_CHECKERS] {
        tool.ensure().map_err(|missing| Trouble::Failed(format!("counting the page's tests {missing}")))?;
    }
    let list = Run::line(&format!("node {program} --list")).dir("crates/retrograde-web/browser").output()?;
    Ok([list.lines().count(), list.lines().filter(|line| line.contains(" (slow: ")).count()])
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Cost, Costs};

    #[test]
    fn failed_steps_are_named_with_the_command_that_runs_them() {
        let mut costs = Costs::start();
        costs.end_step("tests", false);
        assert!(costs.verdict().is_ok());
        costs.end_step("fmt", true);
        assert_eq!(
            costs.verdict().unwrap_err().to_string(),
            "failed step: fmt\nto run only that: cargo xtask test fmt"
        );
    }

    #[test]
    fn the_table_has_each_step_and_the_slowest_first() {
        let mut costs = Costs::start();
        costs.add(Cost { step: "doc", wall: Duration::from_millis(1500), processor: Some(Duration::from_secs(2)) });
        costs.add(Cost { step: "wasm", wall: Duration::from_secs(3), processor: None });
        costs.add_visits("1.5\tvisit a\nno cost\n12\tvisit b\n");
        let table = costs.to_string();
        let line = |start: &str| {
            table.lines().find(|line| line.starts_with(start)).unwrap().split_whitespace().collect::<Vec<_>>()
        };
        assert_eq!(line("doc"), ["doc", "1.5", "2.0"]);
        assert_eq!(line("wasm"), ["wasm", "3.0", "unknown"]);
        assert_eq!(line("all")[2], "2.0");
        let [long, short] = ["    12.0  visit b\n", "     1.5  visit a\n"].map(|line| table.find(line).unwrap());
        assert!(long < short && !table.contains("no cost"));
    }
}
