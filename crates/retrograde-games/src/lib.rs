//! The games that retrograde comes with.

pub mod contest;
