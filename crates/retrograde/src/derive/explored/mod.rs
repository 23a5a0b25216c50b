//! An adapter that numbers the positions of a game that has only rules.

mod adapter;
mod chunks;
mod found;
mod number;
mod shard;
mod sort;
mod stream;

pub use adapter::Explored;
