//! What a solve takes, before it begins.

use super::dealing::Dealing;
use super::need;
use super::segments::Segments;
use crate::kernel::carrier::Member;
use crate::kernel::options::Options;
use crate::table::column::Width;

/// The bytes that [`solve`](super::solve()) takes for a numbering of so many slots, by so many threads (0: one a core), at two bytes a slot: a
/// game with few values takes one. At most `u64::MAX`, however many slots are claimed.
pub fn estimate(slots: u64, threads: usize) -> u64 {
    estimates(slots, threads)[1]
}

/// The same at one byte a slot, as of a game with few values, and at two.
pub fn estimates(slots: u64, threads: usize) -> [u64; 2] {
    [Width::One, Width::Two].map(|width| need::bytes(&segments(slots, threads), width))
}

/// The bytes that [`solve`](super::solve()) is expected to hold at its peak, at one byte a slot, as of a game with few values, and at two: less than
/// [`estimates`], which nothing exceeds.
pub fn expected(slots: u64, threads: usize) -> [u64; 2] {
    [Width::One, Width::Two].map(|width| need::touched(&segments(slots, threads), width))
}

/// The same for one of several processes that solve a numbering together, of those that hold most.
pub fn expected_among(slots: u64, members: &[Member]) -> [u64; 2] {
    most_among(slots, members, need::touched)
}

/// The bytes that a share is admitted by: the memory that one of several processes must be allowed, of those that hold most. At one byte a slot, and at two.
pub fn estimates_among(slots: u64, members: &[Member]) -> [u64; 2] {
    most_among(slots, members, need::bytes)
}

fn most_among(slots: u64, members: &[Member], bytes: fn(&Segments, Width) -> u64) -> [u64; 2] {
    let of = |process| {
        let segments = Segments::dealt(slots, Dealing::of(members, process));
        [Width::One, Width::Two].map(|width| bytes(&segments, width))
    };
    (0..members.len()).map(of).max().unwrap_or_default()
}

/// The messages that all workers send in a round, between two meetings, if so many are due.
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
