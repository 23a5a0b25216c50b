//! Several processes that solve one game: what lies between the solver's [`Carrier`](retrograde::Carrier) and the network.
//!
//! ```text
//! hosts     who takes part: a file, or what Slurm says
//! key       what they know one another by
//! greeting  what is said on a socket before it is believed: who, of which job, build, game and rules
//! join      sockets to all others, opened within a deadline and greeted
//! alive     sockets whose other end may be gone without a word
//! transport bytes to workers, votes, questions and answers: carried by timely dataflow's communication layer
//! framing   where the frames of the transport begin and end
//! control   a second socket to each: who is alive, how far, and what went wrong
//! inbox     what has arrived and is waited for, trouble above all
//! cluster   all of this as one value
//! ```
//!
//! Each pair of processes holds two connections, and each process listens on one port while they are made. Nothing is encrypted: the
//! greeting proves who is there, and no more. Where others may read or change what passes, send it through a tunnel.

mod alive;
mod cluster;
mod control;
mod frame;
mod framing;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
mod greeting;
mod hosts;
mod inbox;
mod join;
mod key;
mod messages;
mod slurm;
mod transport;

pub use cluster::{Cluster, Joining};
pub use control::Pace;
pub use greeting::Identity;
pub use hosts::{Host, Hosts};
pub use inbox::Trouble;
pub use join::Notify;
pub use key::Key;
pub use messages::{HostsError, JoinError, KeyError, LineError};
pub use transport::Traffic;
