//! The network of several processes that solve one game: implements the solver's [`Carrier`](retrograde::Carrier).
//!
//! ```text
//! hosts     the processes that take part: from a file, or from Slurm's variables
//! key       the shared secret by which processes authenticate one another
//! handshake what both sides prove on a new socket: process, job, build, game and rules
//! join      sockets to all others, opened within a deadline, each with a handshake
//! alive     TCP keep-alive
//! transport bytes to workers, votes, questions and answers: carried by timely dataflow's communication layer
//! framing   where the frames of a data connection begin and end
//! control   a second socket to each process: heartbeats, progress and errors
//! inbox     what has arrived and threads wait for: votes, answers, questions, failures
//! cluster   all of this as one value
//! ```
//!
//! Each pair of processes holds two connections, and each process listens on one port until all connections exist. Nothing is encrypted: the
//! handshake only authenticates the other side. On a network where others may read or change traffic, use a tunnel.

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
