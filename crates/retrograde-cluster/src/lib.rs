//! The network of several processes that solve one game: implements the solver's [`Transport`](retrograde::Transport).
//!
//! ```text
//! hosts     the processes that take part: from a file, or from Slurm's variables
//! key       the shared secret with which processes authenticate one another
//! handshake the proof that both sides give on a new socket: process, job, build, game and rules
//! join      sockets to all others, opened within a deadline, each with a handshake
//! alive     TCP keep-alive
//! transport bytes to workers, votes, questions and answers, over timely dataflow's communication layer
//! framing   the boundaries of the frames of a data connection
//! control   a second socket to each process: heartbeats, progress and errors
//! inbox     arrived messages for waiting threads: votes, answers, questions, failures
//! cluster   the connections of one process as one value
//! ```
//!
//! Each pair of processes has two connections, and each process listens on one port until all connections exist. There
//! is no encryption: the handshake only authenticates the other side. If others can read or change the traffic of a
//! network, use a tunnel.

mod alive;
mod cluster;
mod control;
mod frame;
mod framing;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
mod handshake;
mod hosts;
mod inbox;
mod join;
mod key;
mod messages;
mod slurm;
mod transport;

pub use cluster::{Cluster, Joining};
pub use control::Pace;
pub use handshake::Identity;
pub use hosts::{Host, HostList};
pub use inbox::Trouble;
pub use join::Notify;
pub use key::Key;
pub use messages::{HostsError, JoinError, KeyError, LineError};
pub use transport::Traffic;
