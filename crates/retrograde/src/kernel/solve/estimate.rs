//! Memory estimates before a solve begins.

use super::need;
use super::partition::Partition;
use super::segments::Segments;
use crate::kernel::options::Options;
use crate::kernel::transport::Member;
use crate::table::column::Width;

/// Estimates the memory in bytes that [`solve`](super::solve()) needs for a numbering with `slots` slots. The estimate
/// assumes two bytes per slot. The solve uses `threads` threads (0 means one per core). A game with few values needs
/// only one byte per slot. The estimate saturates at `u64::MAX`.
pub fn estimate(slots: u64, threads: usize) -> u64 {
    estimates(slots, threads)[1]
}

/// Like [`estimate`], but returns two numbers. The first number is for one byte per slot, which suffices for a game
/// with few values. The second number is for two bytes per slot.
pub fn estimates(slots: u64, threads: usize) -> [u64; 2] {
    [Width::One, Width::Two].map(|width| need::bytes(&segments(slots, threads), width))
}

/// Estimates the peak memory in bytes that [`solve`](super::solve()) will probably use. The first number is for one
/// byte per slot, and the second for two bytes per slot. The results of [`estimates`] are upper bounds, so they are
/// greater.
pub fn expected(slots: u64, threads: usize) -> [u64; 2] {
    [Width::One, Width::Two].map(|width| need::touched(&segments(slots, threads), width))
}

/// Like [`expected`], for several processes that solve a game together. Returns the estimates for the process that uses
/// the most memory.
pub fn expected_distributed(slots: u64, members: &[Member]) -> [u64; 2] {
    most_distributed(slots, members, need::touched)
}

/// Like [`estimates`], for several processes that solve a game together. Returns the upper bounds for the process that
/// needs the most memory.
pub fn estimates_distributed(slots: u64, members: &[Member]) -> [u64; 2] {
    most_distributed(slots, members, need::bytes)
}

fn most_distributed(slots: u64, members: &[Member], bytes: fn(&Segments, Width) -> u64) -> [u64; 2] {
    let of = |process| {
        let segments = Segments::by_partition(slots, Partition::of(members, process));
        [Width::One, Width::Two].map(|width| bytes(&segments, width))
    };
    (0..members.len()).map(of).max().unwrap_or_default()
}

/// Returns the number of messages that all workers together send in a round (between two barriers), if enough messages
/// are pending.
pub fn messages_a_round(slots: u64) -> u64 {
    need::messages_a_round(slots)
}

fn segments(slots: u64, threads: usize) -> Segments {
    Segments::new(slots, Options { threads, ..Options::default() }.workers())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claimed_size_costs_nothing_to_estimate() {
        for slots in [0, 1 << 44, 1 << 56, u64::MAX] {
            let bytes = estimate(slots, 2);
            assert!(bytes >= slots.saturating_mul(2), "{slots} slots: {bytes} bytes");
        }
        assert_eq!(estimate(u64::MAX, 2), u64::MAX);
    }
}
