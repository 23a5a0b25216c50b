//! Computes the memory that the workers need, and the number of messages that they send in a round.

use super::channel::{PACKET, SendBuffer};
use super::frontier::{BATCH, Frontier};
use super::messages::{Packet, SlotMessage};
use super::segments::Segments;
use crate::table::column::Width;

/// In a round, all workers together send one message for each `ROUND_SHARE` slots, between `LEAST_ROUND` and
/// `MOST_ROUND` messages. With more messages per round, there would be fewer rounds and longer packets, but the
/// messages would need more memory.
const ROUND_SHARE: u64 = 32;
const LEAST_ROUND: u64 = 1 << 12;
const MOST_ROUND: u64 = 1 << 22;

/// Returns the number of messages that one worker sends in a round, at least 1.
pub(super) fn round(slots: u64, workers: u64) -> u64 {
    (messages_a_round(slots) / workers).max(1)
}

/// Returns the maximum number of messages that all workers together send in a round. The workers send fewer messages if
/// fewer are pending.
pub(super) fn messages_a_round(slots: u64) -> u64 {
    (slots / ROUND_SHARE).clamp(LEAST_ROUND.min(slots.max(1)), MOST_ROUND)
}

/// Returns an upper bound of the memory for the cells, the frontiers and the messages. The bound is in bytes. The cells
/// have the width `width`.
pub(super) fn bytes(segments: &Segments, width: Width) -> u64 {
    let (slots, workers) = (segments.slots(), segments.workers() as u64);
    let here = segments.here().len() as u64;
    // A buffer may have doubled its capacity although it needed only a little more. At the end of a depth, the buffer
    // also receives the packets that are not full.
    let rounds = message_bytes(2 * (round(slots, workers) + slots.min(BATCH as u64)));
    let segment_buffers =
        message_bytes((segments.count() * PACKET) as u64) + 4 * (segments.count() * size_of::<Packet>()) as u64;
    table(segments, width).saturating_add(here * (rounds + segment_buffers))
}

/// Returns the memory in bytes that the solve probably uses at its peak. The result is at most the result of [`bytes`].
/// The result can be less, because lists usually do not reach their limit, and because the system provides no memory
/// for the unused capacity of a list.
pub(super) fn touched(segments: &Segments, width: Width) -> u64 {
    let batch = bytes(segments, width).saturating_sub(table(segments, width));
    table(segments, width).saturating_add(batch / 2)
}

/// Returns the memory in bytes for the messages of a worker. There are three buffers, and each buffer has space for all
/// messages. The worker fills one buffer, sends the second, and reads the third.
const fn message_bytes(messages: u64) -> u64 {
    3 * messages * size_of::<SlotMessage>() as u64
}

/// Returns the memory in bytes for the cells, the frontiers, and the packets into which each worker sorts its messages.
fn table(segments: &Segments, width: Width) -> u64 {
    let (slots, workers) = (segments.slots_here(), segments.here().len() as u64);
    let cells = slots.saturating_mul(width.bytes());
    let sorting = workers.saturating_mul(SendBuffer::bytes(segments.count() as u64).saturating_add(WORKER));
    cells.saturating_add(2 * Frontier::bytes(slots)).saturating_add(sorting)
}

/// The memory in bytes that each worker needs in any game, for a note buffer, a batch, and some seeds.
const WORKER: u64 = 20 << 10;
