//! What workers take: bytes of memory, and messages in a round.

use super::frontier::{BATCH, Frontier};
use super::messages::{Message, Packet};
use super::post::{Outbox, PACKET};
use super::segments::Segments;
use crate::table::column::Width;

/// The share of the slots that is sent in a round, and its bounds: few rounds, and messages to one segment in large parts, but
/// little memory.
const ROUND_SHARE: u64 = 32;
const LEAST_ROUND: u64 = 1 << 12;
const MOST_ROUND: u64 = 1 << 22;

/// The messages that one worker sends in a round: one at least, however few slots there are for each.
pub(super) fn round(slots: u64, workers: u64) -> u64 {
    (messages_a_round(slots) / workers).max(1)
}

/// The messages that all workers together send in a round, if there are so many.
pub(super) fn messages_a_round(slots: u64) -> u64 {
    (slots / ROUND_SHARE).clamp(LEAST_ROUND.min(slots.max(1)), MOST_ROUND)
}

/// The bytes of the cells in so wide codes, the frontiers and the mail.
pub(super) fn bytes(segments: &Segments, width: Width) -> u64 {
    let (slots, workers) = (segments.slots(), segments.workers() as u64);
    let here = segments.here().len() as u64;
    // A buffer may have doubled just before it was full. At the end of a depth the trays are emptied into it, too, of which few are full.
    let rounds = mail(2 * (round(slots, workers) + slots.min(BATCH as u64)));
    let trays = mail((segments.count() * PACKET) as u64) + 4 * (segments.count() * size_of::<Packet>()) as u64;
    table(segments, width).saturating_add(here * (rounds + trays))
}

/// The bytes of that which are touched at the peak: as a rule, lists fill less than they may, and what a list reserved in doubling is not touched.
pub(super) fn touched(segments: &Segments, width: Width) -> u64 {
    let mail = bytes(segments, width).saturating_sub(table(segments, width));
    table(segments, width).saturating_add(mail / 2)
}

/// The bytes of so many messages of a worker: mail is being written, carried and read.
const fn mail(messages: u64) -> u64 {
    3 * messages * size_of::<Message>() as u64
}

/// The bytes of the cells, the frontiers, and what each worker sorts its messages into.
fn table(segments: &Segments, width: Width) -> u64 {
    let (slots, workers) = (segments.slots_here(), segments.here().len() as u64);
    let cells = slots.saturating_mul(width.bytes());
    let sorting = workers.saturating_mul(Outbox::bytes(segments.count() as u64).saturating_add(WORKER));
    cells.saturating_add(2 * Frontier::bytes(slots)).saturating_add(sorting)
}

/// The bytes of a worker that do not depend on the game: its pad, its batch, and some seeds.
const WORKER: u64 = 20 << 10;
