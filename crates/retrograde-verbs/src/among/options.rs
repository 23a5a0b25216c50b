//! The options by which several processes find each other, and those of `cluster`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

#[cfg(feature = "cluster")]
use super::ssh;
use crate::messages::within;

/// The other processes that work on the same board.
#[derive(Args)]
#[command(next_help_heading = "Several processes")]
pub(crate) struct Among {
    /// Share the work on one board with the processes of these hosts: a file with a line for each, such as `node1:7000 workers=8 mem=64G`; `ssh:FILE`
    /// starts the others, too, by `RETROGRADE_SSH` or `ssh`, in this folder; or `slurm`
    #[arg(long, value_name = "FILE")]
    pub(super) hosts: Option<String>,
    /// Which of the hosts this process is, from 0; Slurm tells by itself
    #[arg(long, value_name = "K", requires = "hosts", value_parser = within::<usize>(0..=4095))]
    pub(super) process: Option<usize>,
    /// The file with the key that the processes know each other by: the same for all, and for nobody else to read
    #[arg(long, value_name = "FILE", requires = "hosts")]
    pub(super) key: Option<PathBuf>,
    /// Wait so many seconds for the other processes
    #[arg(long, value_name = "SECONDS", requires = "hosts", default_value_t = 10, value_parser = within::<u32>(1..=86_400))]
    pub(super) wait: u32,
    /// End when standard input ends: for whoever starts several processes
    #[arg(long, requires = "hosts", hide = true)]
    pub(super) leashed: bool,
    /// With --hosts slurm: the port that each host listens on
    #[arg(long, value_name = "PORT", requires = "hosts", default_value_t = 7000, value_parser = within::<u16>(1..=65535))]
    pub(super) port: u16,
}

impl Among {
    /// Whether standard input is taken: by the key and the hosts, or because processes on other hosts have none of this one's.
    #[cfg(feature = "cluster")]
    pub(crate) fn takes_standard_input(&self) -> bool {
        self.leashed || self.hosts.as_deref().is_some_and(|hosts| hosts.starts_with(ssh::PREFIX))
    }

    /// Whether a board is shared by several processes.
    pub(crate) const fn is_wanted(&self) -> bool {
        self.hosts.is_some()
    }
}

/// Solve a board, or verify a table, by several processes on this machine
///
/// Starts the processes, with a key of their own, and shows the output of the first; if one fails, all are ended, and its exit code is returned.
/// -j is the threads of each (default: the cores are divided), --mem the memory of all; give both before `--`. On several machines run `retrograde solve` or `verify` with --hosts.
#[derive(Args)]
pub(crate) struct Start {
    /// Start N processes
    #[arg(long, value_name = "N", default_value = "2", value_parser = within::<u16>(1..=64))]
    pub(super) processes: u16,
    /// What they do together: `solve` with its position and options, or `verify --table`
    #[arg(last = true, value_name = "COMMAND", required = true)]
    pub(super) command: Vec<OsString>,
}
