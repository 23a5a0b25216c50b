//! The verb `retrograde cluster` solves a board or verifies a table by several processes on this machine.

use std::io::{self, Write as _};
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::Instant;

use retrograde_cluster::{HostList, Key};

use super::children::{LAST, LOOK, Process, Processes};
use super::joined::few_enough;
use super::messages::{ClusterHint, Refused};
use super::options::Start;
use super::ssh::PREFIX;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::{Failure, Fault, Stop};

impl Start {
    pub(crate) fn run(&self, ctx: &Context<'_>) -> Result<Exit, Stop> {
        let Some((verb, rest)) = self.command.split_first().filter(|(verb, _)| *verb == "solve" || *verb == "verify")
        else {
            return Err(Failure::usage(Refused::NoCluster).hint(ClusterHint::Solve).into());
        };
        let refused = |error: io::Error| {
            Stop::from(Failure::new(Fault::Refused, "cluster", Refused::Starting { error: (&error).into() }))
        };
        let hosts = self.hosts(ctx).map_err(refused)?;
        few_enough(&hosts)?;
        let key = Key::random().map_err(|error| Failure::new(Fault::Refused, "cluster", error))?;
        let interrupt = ctx.interrupt()?;
        let program = std::env::current_exe().map_err(refused)?;
        let mut processes = Processes::default();
        for (process, host) in hosts.hosts().iter().enumerate() {
            let mut command = Command::new(&program);
            command.args(ctx.global.arguments(host.workers, host.memory));
            // The options stand directly after the verb. After a `--` in the user's arguments they would be read as
            // positions.
            command.arg(verb).args(["--leashed", "--hosts", PREFIX, "--process", &process.to_string()]).args(rest);
            if process > 0 {
                command.stdout(Stdio::null()).stderr(Stdio::piped());
            }
            processes.0.push(Process::start_with_input(&mut command, &hosts, &key).map_err(refused)?);
        }
        let end = processes.wait(|| interrupt.is_pressed());
        let Some((process, status)) = end.filter(|(_, status)| !status.success()) else { return Ok(Exit::Done) };
        processes.print_stderr(process);
        match status.code() {
            Some(code) => Err(Stop::Code(code.try_into().unwrap_or(Exit::Internal.code()))),
            // A signal arrived before this process could listen for signals.
            None if interrupt.is_pressed() => Err(Stop::Code(Exit::Interrupted.code())),
            None => {
                let ended = Refused::Ended { process, how: status.to_string() };
                Err(Failure::new(Fault::Refused, "cluster", ended).into())
            }
        }
    }

    /// Returns the list of hosts for processes that all run on this machine and share its cores and its memory.
    fn hosts(&self, ctx: &Context<'_>) -> io::Result<HostList> {
        let count = usize::from(self.processes);
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let workers = if ctx.global.threads == 0 { (cores / count).max(1) } else { ctx.global.threads };
        HostList::on_loopback(count, workers, ctx.global.mem / count as u64)
    }
}

impl Processes {
    /// Waits until all processes have ended. Returns the first process that failed. If no process failed, returns the
    /// first process that ended. After a failure, the remaining processes must end within the time [`LAST`]. After an
    /// interrupt, the processes have enough time to write a last checkpoint.
    fn wait(&mut self, is_stopped: impl Fn() -> bool) -> Option<(usize, ExitStatus)> {
        let (mut first, mut failed_at): (Option<(usize, ExitStatus)>, Option<Instant>) = (None, None);
        loop {
            for (number, process) in self.0.iter_mut().enumerate().filter(|(_, process)| process.ended.is_none()) {
                process.ended = process.child.try_wait().ok().flatten();
                if let Some(status) = process.ended
                    && first.is_none_or(|(_, first)| first.success() && !status.success())
                {
                    first = Some((number, status));
                }
            }
            if self.0.iter().all(|process| process.ended.is_some()) {
                return first;
            }
            if is_stopped() {
                self.release();
            } else if failed_at.is_none() && first.is_some_and(|(_, status)| !status.success()) {
                failed_at = Some(Instant::now());
            }
            if failed_at.is_some_and(|at| at.elapsed() > LAST) {
                self.kill();
            }
            thread::sleep(LOOK);
        }
    }

    /// Prints the standard error of a process.
    fn print_stderr(&mut self, number: usize) {
        let said = self.0[number].last_words();
        // The function ignores errors, because a closed standard error is not a reason to stop.
        let _ = io::stderr().write_all(&said);
    }
}
