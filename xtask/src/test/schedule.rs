//! Runs the steps in lanes (sequences of steps that run in parallel). One lane builds programs, and another runs them.
//! When all other steps have ended, some steps run alone.

use std::path::PathBuf;
use std::sync::{Condvar, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use std::{env, fmt, fs, process};

use super::programs::{self, Program};
use super::report::{Cost, Costs};
use super::steps::{Lane, Step, Work};
use crate::process::{Ended, Output, Run, Trouble, root};

/// Runs the steps, prints their times, and names the steps that failed.
pub(super) fn run(steps: &[&'static Step], all: bool) -> Result<(), Trouble> {
    let session = Session::new(steps, all)?;
    session.run(steps);
    session.end()
}

/// The result of a step.
enum End {
    Passed,
    /// A tool is missing; the text contains its name, and how to install it.
    Skipped(String),
    Failed(Trouble),
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Passed => f.write_str("ok"),
            Self::Skipped(missing) => write!(f, "SKIPPED, {missing}"),
            Self::Failed(trouble) => write!(f, "FAILED, {trouble}"),
        }
    }
}

impl From<Result<(), Trouble>> for End {
    fn from(end: Result<(), Trouble>) -> Self {
        match end {
            Ok(()) => Self::Passed,
            Err(trouble) => Self::Failed(trouble),
        }
    }
}

/// One run of the checks.
struct Session {
    all: bool,
    builds: bool,
    /// The names of the steps that have not ended.
    open: Mutex<Vec<&'static str>>,
    /// Wakes lanes that wait for the end of a step.
    ended: Condvar,
    /// The test programs, after they have been built; `None` if the build failed.
    built: OnceLock<Option<Vec<Program>>>,
    /// The file to which page visits write their times.
    visits: PathBuf,
    costs: Mutex<Costs>,
}

impl Session {
    fn new(steps: &[&'static Step], all: bool) -> Result<Self, Trouble> {
        let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
        let trouble = |error| Trouble::Failed(format!("cannot write to {}: {error}", target.display()));
        fs::create_dir_all(&target).map_err(trouble)?;
        let target = fs::canonicalize(&target).map_err(trouble)?;
        let visits = target.join(format!("visit-costs-{}.txt", process::id()));
        let builds = steps.iter().any(|step| matches!(step.work, Work::Build(_)));
        let open = Mutex::new(steps.iter().map(|step| step.name).collect());
        let costs = Mutex::new(Costs::start());
        Ok(Self { all, builds, open, ended: Condvar::new(), built: OnceLock::new(), visits, costs })
    }

    fn run(&self, steps: &[&'static Step]) {
        let of = |lane| steps.iter().filter(move |step| step.lane == lane);
        let lane = |lane| of(lane).for_each(|step| self.step(step));
        let waiting = Mutex::new(of(Lane::Either));
        let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
        let either = || {
            while let Some(step) = next() {
                self.step(step);
            }
        };
        thread::scope(|scope| {
            scope.spawn(|| {
                lane(Lane::Run);
                either();
            });
            lane(Lane::Build);
            either();
        });
        lane(Lane::Alone);
    }

    fn end(self) -> Result<(), Trouble> {
        let mut costs = self.costs.into_inner().unwrap_or_else(PoisonError::into_inner);
        costs.add_visits(&fs::read_to_string(&self.visits).unwrap_or_default());
        // The file exists only if a page visit has ended.
        let _ = fs::remove_file(&self.visits);
        eprint!("{costs}");
        costs.verdict()
    }

    fn note(&self, note: impl FnOnce(&mut Costs)) {
        note(&mut self.costs.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn step(&self, step: &'static Step) {
        self.await_end(step.after);
        let end = match self.tools(step) {
            Ok(()) => self.timed(step),
            Err(missing) => End::Skipped(missing),
        };
        let (name, failed) = (step.name, matches!(end, End::Failed(_)));
        eprintln!("[{name}] {end}");
        self.note(|costs| costs.end_step(name, failed));
        // After a failed build, the lane that runs the programs must not wait any longer.
        if matches!(step.work, Work::Build(_)) {
            self.built.get_or_init(|| None);
        }
        self.open.lock().unwrap_or_else(PoisonError::into_inner).retain(|&open| open != name);
        self.ended.notify_all();
    }

    /// Waits until the step with this name has ended, if the run contains this step.
    fn await_end(&self, name: Option<&str>) {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.ended.wait_while(open, |open| open.iter().any(|&open| Some(open) == name)));
    }

    /// Ensures that a step's tools are installed; the error names a missing tool.
    fn tools(&self, step: &Step) -> Result<(), String> {
        step.needs.iter().try_for_each(|tool| tool.ensure())?;
        let wanted = step.wants.iter().chain(if self.all { step.wants_all } else { &[] });
        for missing in wanted.filter_map(|tool| tool.ensure().err()) {
            eprintln!("[{}] a part is SKIPPED, it {missing}", step.name);
        }
        Ok(())
    }

    fn timed(&self, step: &'static Step) -> End {
        if step.builder.is_some() && self.builds && self.built.wait().is_none() {
            return End::Failed(Trouble::Failed("the programs that it runs were not built".to_owned()));
        }
        eprintln!("[{}] {}", step.name, step.work);
        let start = Instant::now();
        let (end, processor) = match step.work {
            Work::Command(command) | Work::Test(command) => self.command(step, command),
            Work::Build(command) => self.build(command),
            Work::Tests => self.tests(),
        };
        self.note(|costs| costs.add(Cost { step: step.name, wall: start.elapsed(), processor }));
        end
    }

    /// Runs a command. If the step is not in a lane that builds, the output is shown in one piece after the end of the
    /// command.
    fn command(&self, step: &Step, command: &str) -> (End, Option<Duration>) {
        let output = if matches!(step.lane, Lane::Run | Lane::Either) { Output::Captured } else { Output::Shown };
        let Ended { written, result, processor } = self.prepared(command).dir(step.dir).measured(output);
        eprint!("{written}");
        (result.into(), processor)
    }

    /// Returns a command. Its environment variables contain the paths of built programs, and state whether slow checks
    /// run.
    fn prepared(&self, command: &str) -> Run {
        let mut run = Run::line(command).with("RETROGRADE_COSTS", &self.visits.to_string_lossy());
        if self.all {
            run = run.with("RETROGRADE_ALL", "1");
        }
        let built = self.built.get().and_then(Option::as_ref);
        let variables =
            [("RETROGRADE", "retrograde"), ("TABLE_PROGRAM", "examples/table"), ("SITE_PROGRAM", "examples/site")];
        for (variable, name) in variables {
            if let Some(path) = built.and_then(|programs| programs::beside(programs, name)) {
                run = run.with(variable, &path.to_string_lossy());
            }
        }
        run
    }

    fn build(&self, command: &str) -> (End, Option<Duration>) {
        let run = self.prepared(command).args(["--message-format=json-render-diagnostics"]);
        let (messages, Ended { result, processor, .. }) = run.measured_output();
        if result.is_ok() {
            let programs = Program::all(&messages);
            // Without the copy the tests take longer, and check the same.
            let _ = programs::replace_by_copy(&programs, "retrograde");
            self.built.get_or_init(|| Some(programs));
        }
        (result.into(), processor)
    }

    fn tests(&self) -> (End, Option<Duration>) {
        let Some(programs) = self.built.wait() else { unreachable!("a step waits for what it needs") };
        let (mut failed, mut processor) = (Vec::new(), Duration::ZERO);
        programs::run(programs, self.all, |report| {
            eprint!("{report}");
            processor += report.processor().unwrap_or_default();
            failed.extend(report.has_failed().then(|| report.name().to_owned()));
            self.note(|costs| costs.add_tests(&report));
        });
        let end = if failed.is_empty() { End::Passed } else { End::Failed(Trouble::Failed(failed.join(", "))) };
        (end, (processor > Duration::ZERO).then_some(processor))
    }
}

#[cfg(test)]
mod tests {
    use super::{Session, run};
    use crate::test::steps::{Lane, ONE, STEPS, Step, Work};

    /// A step must not change a lock file. If a step changed a lock file, the checks would not test the dependencies of
    /// the committed file.
    #[test]
    fn every_step_that_resolves_dependencies_is_locked() {
        let resolves = |command: &str| {
            ["clippy", "test", "doc", "build"].iter().any(|verb| command.contains(&format!("cargo {verb}")))
        };
        let commands = STEPS.iter().filter_map(|step| step.work.command().map(|command| (step.name, command)));
        let unlocked: Vec<_> =
            commands.filter(|(_, command)| resolves(command) && !command.contains(" --locked ")).collect();
        assert_eq!(unlocked, []);
    }

    #[test]
    fn steps_that_build_in_the_workspace_share_a_lane() {
        for Step { name, dir, lane, work, .. } in STEPS {
            let command = work.command().unwrap_or_default();
            let builds =
                command.contains("cargo ") && !command.contains("cargo xtask fuzz ") && !command.contains(" fmt ");
            assert!(!builds || *dir != "." || *lane == Lane::Build, "{name} would wait for the other lane");
        }
    }

    const fn step(name: &'static str, lane: Lane, command: &'static str) -> Step {
        Step { name, work: Work::Command(command), lane, ..ONE }
    }

    #[test]
    fn a_failed_step_is_named_in_any_lane() {
        static STEPS: [Step; 5] = [
            step("a", Lane::Build, "cargo --version"),
            step("b", Lane::Run, "cargo no-such-command"),
            step("c", Lane::Alone, "cargo --version"),
            step("d", Lane::Alone, "cargo no-such-command"),
            step("e", Lane::Either, "cargo no-such-command"),
        ];
        let error = run(&STEPS.each_ref(), false).unwrap_err().to_string();
        let names =
            error.lines().next().map(|line| line.replace(':', "").split(' ').skip(2).map(str::to_owned).collect());
        let mut names: Vec<String> = names.unwrap_or_default();
        names.sort();
        assert_eq!(names, ["b", "d", "e"], "{error}");
        assert!(run(&[&STEPS[0], &STEPS[2]], false).is_ok());
    }

    #[test]
    fn a_step_waits_for_the_one_that_it_comes_after() {
        static STEPS: [Step; 2] = [
            Step { after: Some("b"), ..step("a", Lane::Build, "rmdir xtask/made-by-b") },
            step("b", Lane::Run, "mkdir xtask/made-by-b"),
        ];
        assert!(run(&STEPS.each_ref(), false).is_ok());
        assert!(run(&[&STEPS[0]], false).is_err(), "alone it waits for nothing, and fails");
    }

    #[test]
    fn tests_that_could_not_be_built_have_failed() {
        static STEPS: [Step; 2] = [
            Step { name: "build", work: Work::Build("cargo no-such-command"), ..ONE },
            Step { name: "tests", lane: Lane::Run, builder: Some("build"), ..ONE },
        ];
        let session = Session::new(&STEPS.each_ref(), false).unwrap();
        session.run(&STEPS.each_ref());
        let error = session.end().unwrap_err().to_string();
        assert_eq!(error.lines().next(), Some("failed steps: build tests"));
    }
}
