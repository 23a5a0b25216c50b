//! A board that several processes work on together: who they are, how they find each other, and how a run of theirs ends.
//!
//! It takes the feature `cluster`, so that a program for one machine stays as small as it was; without it, the options are there and say how to get it.

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

pub(crate) use options::{Among, Start};
