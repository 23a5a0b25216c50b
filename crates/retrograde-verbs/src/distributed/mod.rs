//! Several processes solve one board or verify one table together. The modules list the processes, connect them, and
//! end them.
//!
//! The modules for clusters need the feature `cluster`. A program for one machine stays small without this feature.
//! Without the feature, the options exist and print how to get cluster support.

#[cfg(not(feature = "cluster"))]
mod absent;
#[cfg(feature = "cluster")]
mod children;
#[cfg(feature = "cluster")]
mod joined;
#[cfg(feature = "cluster")]
mod messages;
mod options;
#[cfg(feature = "cluster")]
mod ssh;
#[cfg(feature = "cluster")]
mod start;

#[cfg(not(feature = "cluster"))]
pub(crate) use absent::unavailable;
#[cfg(feature = "cluster")]
pub(crate) use joined::Joined;

pub(crate) use options::{DistributedOptions, Start};
