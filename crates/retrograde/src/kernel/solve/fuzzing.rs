//! Checks the partition of the slots, and the messages between processes. This module is compiled only for tests, and
//! with `--cfg fuzzing` for the fuzz targets.

use super::MOST_WORKERS;
use super::messages::{MessageBatch, SlotMessage};
use super::partition::Partition;
use super::segments::Segments;
use super::wire::{Packer, unpacked};
use crate::kernel::transport::Member;

/// Runs [`check_shares`] on members that are decoded from the input. Each member has three bytes. The bytes give the
/// member's number of workers, the member's weight, and the number of bits by which the weight is rotated left.
///
/// # Panics
/// Panics if a check fails.
pub fn shares(input: &[u8]) {
    let member = |&[workers, weight, turned]: &[u8; 3]| Member {
        workers: usize::from(workers) + 1,
        weight: u64::from(weight).rotate_left(turned.into()).max(1),
    };
    let members: Vec<_> = input.as_chunks().0.iter().take(PROCESSES).map(member).collect();
    if !members.is_empty() {
        check_shares(&members);
    }
}

/// The maximum number of processes that an input can describe.
const PROCESSES: usize = 64;

/// Checks that the shares of the processes together contain every slot exactly once. If there are too many workers, the
/// function checks nothing.
///
/// # Panics
/// Panics if a check fails, or if `members` is empty.
pub fn check_shares(members: &[Member]) {
    if members.iter().map(|member| member.workers as u64).sum::<u64>() > MOST_WORKERS {
        return;
    }
    for slots in [1_000, (1 << 20) + 7] {
        let shares = Segments::by_partition(slots, Partition::of(members, 0)).shares_of(members);
        assert!(shares.is_sound() && shares.processes() == members.len(), "{members:?}");
        assert_eq!((0..members.len()).map(|process| shares.of(process).slots()).sum::<u64>(), slots, "{members:?}");
        for slot in [0, slots / 2, slots - 1] {
            let (holder, place, end) = shares.place(slot);
            assert!(holder == shares.holder(slot) && place < shares.of(holder).slots() && slot < end, "{members:?}");
        }
    }
}

/// Decodes (unpacks) a packet of messages. If the packet is valid, checks that all messages are for the worker's own
/// segments. Also checks that the messages stay the same when they are packed and unpacked again.
///
/// The input first gives the number of slots, as a power of two and an addend. The next parts of the input are the
/// receiving worker, the number of processes, the workers and the weight of each process, and the packet.
///
/// # Panics
/// Panics if a check fails.
pub fn packed_messages(input: &[u8]) {
    let Some((&[logarithm, more, worker, processes], rest)) = input.split_first_chunk() else { return };
    let Some((members, packed)) = rest.split_at_checked(2 * (1 + usize::from(processes % 4))) else { return };
    let member = |&[workers, weight]: &[u8; 2]| Member { workers: usize::from(workers % 8) + 1, weight: weight.into() };
    let members: Vec<_> = members.as_chunks().0.iter().map(member).collect();
    let workers = members.iter().map(|member| member.workers).sum::<usize>();
    let (worker, slots) = (usize::from(worker) % workers, (1 << (logarithm % 36)) + u64::from(more));
    let segments = Segments::by_partition(slots, Partition::of(&members, 0));
    let Ok(mut messages) = unpacked(packed, worker, &segments) else { return };
    assert!(messages.len() <= 8 * packed.len(), "{} messages in {} bytes", messages.len(), packed.len());
    let bound = 2 << segments.shift();
    for &(segment, message) in &messages {
        assert!(segment < segments.count() && segments.owner(segment) == worker);
        assert!(u64::from(message.bits()) < bound, "message {} to segment {segment}", message.bits());
    }
    if messages.is_empty() {
        return;
    }
    let mut batch = MessageBatch::default();
    for &(segment, message) in &messages {
        batch.push(segment, &[message]);
    }
    let again = Packer::default().pack(&mut batch, &segments);
    let mut again = unpacked(&again, worker, &segments).expect("what was packed is unpacked");
    let sorted = |messages: &mut Vec<(usize, SlotMessage)>| {
        messages.sort_unstable_by_key(|&(segment, message)| (segment, message.bits()));
    };
    sorted(&mut messages);
    sorted(&mut again);
    assert_eq!(again, messages);
}

#[cfg(test)]
mod tests {
    use std::alloc::System;

    use cap::Cap;
    use retrograde_testing::trial::{INPUT_TIMEOUT, Trial};

    #[global_allocator]
    static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

    fn limit(bytes: usize) {
        ALLOCATOR.set_limit(bytes).expect("less is held before");
    }

    #[test]
    fn processes_share_all_slots() {
        let test = concat!(module_path!(), "::processes_share_all_slots");
        Trial { test, target: "shares", law: super::shares, inputs: 5_000, limit, input_timeout: INPUT_TIMEOUT }.run();
    }

    #[test]
    fn no_parcel_is_misread() {
        let test = concat!(module_path!(), "::no_parcel_is_misread");
        Trial {
            test,
            target: "parcel",
            law: super::packed_messages,
            inputs: 5_000,
            limit,
            input_timeout: INPUT_TIMEOUT,
        }
        .run();
    }
}
