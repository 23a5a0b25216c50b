//! The games that retrograde comes with.

pub mod contest;
pub mod grid;
pub mod scan;
pub mod token;
