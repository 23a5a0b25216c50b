//! The options that connect several processes, and the options of `retrograde cluster`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

#[cfg(feature = "cluster")]
use super::ssh;
use crate::messages::within;

/// The options that connect this process with others that work on the same board.
#[derive(Args)]
#[command(next_help_heading = "Several processes")]
pub(crate) struct DistributedOptions {
    /// Solve one board together with the processes of these hosts: a file with a line for each host, such as
    /// `node1:7000 workers=8 mem=64G`; `ssh:FILE` also starts the other processes, by the command in `RETROGRADE_SSH`
    /// or by `ssh`, in the current folder; `slurm` takes the hosts from Slurm
    #[arg(long, value_name = "FILE")]
    pub(super) hosts: Option<String>,
    /// The index of this process's host in the list, from 0; Slurm sets it by itself
    #[arg(long, value_name = "K", requires = "hosts", value_parser = within::<usize>(0..=4095))]
    pub(super) process: Option<usize>,
    /// The file with the secret key of the processes: the same for all, unreadable for other users
    #[arg(long, value_name = "FILE", requires = "hosts")]
    pub(super) key: Option<PathBuf>,
    /// Wait this many seconds for the other processes
    #[arg(long, value_name = "SECONDS", requires = "hosts", default_value_t = 10, value_parser = within::<u32>(1..=86_400))]
    pub(super) wait: u32,
    /// End when standard input ends: for programs that start several processes
    #[arg(long, requires = "hosts", hide = true)]
    pub(super) leashed: bool,
    /// With --hosts slurm: the port that each host listens on
    #[arg(long, value_name = "PORT", requires = "hosts", default_value_t = 7000, value_parser = within::<u16>(1..=65535))]
    pub(super) port: u16,
}

impl DistributedOptions {
    /// Whether positions cannot be read from standard input. With `--leashed`, standard input contains the key and the
    /// list of hosts. With `--hosts ssh:FILE`, the processes on other hosts cannot read the standard input of this
    /// process.
    #[cfg(feature = "cluster")]
    pub(crate) fn takes_standard_input(&self) -> bool {
        self.leashed || self.hosts.as_deref().is_some_and(|hosts| hosts.starts_with(ssh::PREFIX))
    }

    /// Whether several processes share the work on a board.
    pub(crate) const fn is_wanted(&self) -> bool {
        self.hosts.is_some()
    }
}

/// Solve a board, or verify a table, by several processes on this machine
///
/// Cluster starts the processes with a new random key and shows the output of the first process. If one process fails,
/// cluster ends all others and returns the exit code of the failed process. -j is the number of threads of each process
/// (default: the processes share the cores); --mem is the memory of all processes together; give both options before
/// `--`. On several machines run `retrograde solve` or `verify` with --hosts.
#[derive(Args)]
pub(crate) struct Start {
    /// Start N processes
    #[arg(long, value_name = "N", default_value = "2", value_parser = within::<u16>(1..=64))]
    pub(super) processes: u16,
    /// The common work: `solve` with its position and options, or `verify --table`
    #[arg(last = true, value_name = "COMMAND", required = true)]
    pub(super) command: Vec<OsString>,
}
