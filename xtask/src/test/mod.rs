//! `cargo xtask test`: runs all checks that a change must pass.

mod programs;
mod report;
mod schedule;
mod steps;

use std::fmt::Write as _;

use crate::process::Trouble;
use crate::{help, wants_help};
use steps::{STEPS, Step, When};

/// The options of this command.
struct Request {
    /// Whether the slow checks run as well.
    all: bool,
    /// Whether the checks are only counted and not run.
    list: bool,
    steps: Vec<&'static Step>,
}

pub(crate) fn main(words: &[&str]) -> Result<(), Trouble> {
    if wants_help(words) {
        return help(&help_text());
    }
    let request = Request::parse(words)?;
    if request.list {
        return report::list();
    }
    schedule::run(&request.steps, request.all)
}

impl Request {
    fn parse(words: &[&str]) -> Result<Self, Trouble> {
        let (options, names): (Vec<&str>, Vec<&str>) = words.iter().partition(|word| word.starts_with('-'));
        let [mut all, mut list] = [false; 2];
        for option in options {
            match option {
                "--all" => all = true,
                "--list" => list = true,
                _ => return Err(Trouble::Usage(format!("no option `{option}`; see cargo xtask test --help"))),
            }
        }
        Ok(Self { all, list, steps: chosen(&names, all)? })
    }
}

/// Returns the named steps, and the steps that build programs for them. Without names, returns all steps of the run.
fn chosen(names: &[&str], all: bool) -> Result<Vec<&'static Step>, Trouble> {
    if let Some(unknown) = names.iter().find(|name| STEPS.iter().all(|step| step.name != **name)) {
        return Err(Trouble::Usage(format!("no step `{unknown}`; `cargo xtask test --help` lists them")));
    }
    let is_named = |step: &Step| names.contains(&step.name);
    let is_needed = |step: &Step| STEPS.iter().any(|other| is_named(other) && other.builder == Some(step.name));
    let is_chosen = |step: &&Step| {
        if names.is_empty() { all || step.when == When::Always } else { is_named(step) || is_needed(step) }
    };
    Ok(STEPS.iter().filter(is_chosen).collect())
}

fn help_text() -> String {
    let mut text = "\
Runs the project's checks, the same here and in CI: 10 to 18 minutes from nothing on two cores.

Usage: cargo xtask test [--all] [STEP]...
       cargo xtask test --list

Without a step, runs all of the short run. At the end stand the cost of each step, the slowest tests, and the steps that failed.

  --all   the slow checks, too: 40 to 50 minutes
  --list  count the tests, visits and fuzz targets instead; this builds the test programs of build, parquet, s3 and schemas,
          and nothing else

Steps of the short run:
"
    .to_owned();
    let list = |text: &mut String, when: When| {
        for step in STEPS.iter().filter(|step| step.when == when) {
            let place = if step.dir == "." { String::new() } else { format!("cd {}; ", step.dir) };
            writeln!(text, "  {:<12} {place}{}", step.name, step.work).expect("a string can grow");
        }
    };
    list(&mut text, When::Always);
    text += "\nSteps that only --all runs, or their names:\n";
    list(&mut text, When::Slow);
    text
}

#[cfg(test)]
mod tests {
    use super::{Request, chosen, help_text};
    use crate::test::steps::{STEPS, When};

    fn names(words: &[&str]) -> Vec<&'static str> {
        Request::parse(words).unwrap().steps.iter().map(|step| step.name).collect()
    }

    #[test]
    fn steps_are_found_by_name() {
        for step in STEPS {
            let found = chosen(&[step.name], false).unwrap();
            assert_eq!(
                found.iter().filter(|found| found.name == step.name).count(),
                1,
                "two steps are called {}",
                step.name
            );
            assert!(help_text().contains(&format!("  {:<12} ", step.name)));
        }
        assert_eq!(names(&["fmt", "doc"]), ["doc", "fmt"]);
        assert_eq!(names(&["tests"]), ["build", "tests"]);
        assert!(chosen(&["fmt", "lint"], true).is_err_and(|error| error.to_string().contains("`lint`")));
    }

    #[test]
    fn the_long_run_includes_the_short_one() {
        assert_eq!(names(&["--all"]).len(), STEPS.len());
        let short = names(&[]);
        assert_eq!(short.len(), STEPS.iter().filter(|step| step.when == When::Always).count());
        assert!(short.len() < STEPS.len());
        assert!(Request::parse(&["--fast"]).is_err_and(|error| error.to_string().contains("`--fast`")));
    }
}
