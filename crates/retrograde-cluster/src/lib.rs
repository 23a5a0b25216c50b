//! Several processes that solve one game: what lies between the solver's [`Carrier`](retrograde::Carrier) and the network.
//!
//! ```text
//! hosts     who takes part: a file, or what Slurm says
//! key       what they know one another by
//! handshake what both sides prove on a new socket: process, job, build, game and rules
//! join      sockets to all others, opened within a deadline, each with a handshake
//! alive     sockets whose other end may be gone without a word
//! transport bytes to workers, votes, questions and answers: carried by timely dataflow's communication layer
//! framing   where the frames of the transport begin and end
//! control   a second socket to each: who is alive, how far, and what went wrong
//! inbox     what has arrived and is waited for, trouble above all
//! cluster   all of this as one value
//! ```
//!
//! Each pair of processes holds two connections, and each process listens on one port while they are made. Nothing is encrypted: the
//! handshake authenticates the other side, and no more. Where others may read or change what passes, send it through a tunnel.

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
pub use hosts::{Host, Hosts};
pub use inbox::Trouble;
pub use join::Notify;
pub use key::Key;
pub use messages::{HostsError, JoinError, KeyError, LineError};
pub use transport::Traffic;
