//! The network between several processes that solve one board together. This crate implements the trait
//! [`Transport`](retrograde::Transport) of the solver.
//!
//! ```text
//! hosts     the list of processes, read from a file or from Slurm's variables
//! key       the shared secret with which processes authenticate each other
//! handshake authenticates both sides of a new socket, and compares their process numbers, job, build, game and rules
//! join      opens sockets to all other processes within a deadline, and performs a handshake on each socket
//! alive     TCP keep-alive, which detects broken idle connections
//! transport sends message batches, votes, questions and answers with timely dataflow's communication layer
//! framing   tracks the boundaries of the frames on a data connection
//! control   a second socket to each process, for heartbeats, progress and failures
//! inbox     lets threads wait for votes, answers and questions of other processes, and for failures
//! cluster   all connections of one process as one value
//! ```
//!
//! Each pair of processes has two connections. Each process listens on one port until all connections exist. The
//! traffic is not encrypted. The handshake only authenticates the other side. If other people can read or change the
//! traffic of the network, use an encrypted tunnel.

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
