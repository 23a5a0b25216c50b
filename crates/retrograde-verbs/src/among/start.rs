//! `retrograde cluster`: several processes on this machine solve a board, or verify a table, together.

use std::io::Write;
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::Instant;

use retrograde_cluster::{Hosts, Key};

use super::Start;
use super::children::{LAST, LOOK, Process, Processes};
use super::joined::few_enough;
use super::messages::{Hint, Refused};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::{Failure, Fault, Stop};

impl Start {
    pub(crate) fn run(&self, ctx: &Context<'_>) -> Result<Exit, Stop> {
        if self.command.first().is_none_or(|verb| verb != "solve" && verb != "verify") {
            return Err(Failure::usage(Refused::NoCluster).hint(Hint::Solve).into());
        }
        let count = usize::from(self.processes);
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let workers = if ctx.global.threads == 0 { (cores / count).max(1) } else { ctx.global.threads };
        let refused = |error: std::io::Error| {
            Stop::from(Failure::new(Fault::Refused, "cluster", Refused::Files { error: (&error).into() }))
        };
        let folder = tempfile::tempdir().map_err(refused)?;
        let hosts = Hosts::on_loopback(count, workers, ctx.global.mem / count as u64).map_err(refused)?;
        few_enough(&hosts)?;
        let [list, key] = ["hosts", "key"].map(|name| folder.path().join(name));
        std::fs::write(&list, hosts.to_string()).map_err(refused)?;
        let made = Key::random().and_then(|random| random.keep(&key));
        made.map_err(|error| Failure::new(Fault::Refused, "cluster", error))?;
        let interrupt = ctx.interrupt()?;
        let program = std::env::current_exe().map_err(refused)?;
        let start = |process: usize| {
            let mut command = Command::new(&program);
            command.args(&self.command).arg("--leashed").arg("--hosts").arg(&list).arg("--key").arg(&key);
            command.arg("--process").arg(process.to_string()).stdin(Stdio::piped());
            if process > 0 {
                command.stdout(Stdio::null()).stderr(Stdio::piped());
            }
            Process::start(&mut command)
        };
        let mut processes = Processes(Vec::new());
        for process in 0..count {
            processes.0.push(start(process).map_err(refused)?);
        }
        let end = processes.wait(|| interrupt.is_pressed());
        if let Some((process, status)) = end.filter(|(_, status)| !status.success()) {
            processes.tell(process);
            let Some(code) = status.code() else {
                let ended = Refused::Ended { process, how: status.to_string() };
                return Err(Failure::new(Fault::Refused, "cluster", ended).into());
            };
            return Err(Stop::Code(code.try_into().unwrap_or(Exit::Internal.code())));
        }
        Ok(Exit::Done)
    }
}

impl Processes {
    /// Waits until all have ended; returns the first that failed, and else the first that ended.
    fn wait(&mut self, is_stopped: impl Fn() -> bool) -> Option<(usize, ExitStatus)> {
        let (mut first, mut since): (Option<(usize, ExitStatus)>, Option<Instant>) = (None, None);
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
            let failed = first.is_some_and(|(_, status)| !status.success());
            if since.is_none() && is_stopped() {
                self.release();
            }
            if since.is_none() && (failed || is_stopped()) {
                since = Some(Instant::now());
            }
            if since.is_some_and(|since| since.elapsed() > LAST) {
                self.kill();
            }
            thread::sleep(LOOK);
        }
    }

    /// Says what a process said that was not heard.
    fn tell(&mut self, number: usize) {
        let said = self.0[number].said();
        // Nobody may be listening, which is no reason to stop.
        let _ = std::io::stderr().write_all(&said);
    }
}
