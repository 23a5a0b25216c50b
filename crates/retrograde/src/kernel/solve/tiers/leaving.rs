//! The moves that leave the open tier (the tier that is being solved). This module is for a game that lists these moves
//! as moves, not as un-moves. A move of this kind can cause a message to its parent. The message is sent when the solve
//! reaches the depth of the move's child.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use super::super::{Unsound, share, unsound};
use super::open::{Open, PART};
use super::sorted_run::{MOST_CODES, SortedRun};
use super::tier::Tiered;
use crate::kernel::options::{Options, SolveError};
use crate::rules::game::Slot;
use crate::rules::memory::filled_by;
use crate::rules::value::Value;

/// The memory in bytes for one message while the messages of a part of the tier are computed. The factor 2 allows for a
/// list that has just doubled its capacity.
const LISTED: u64 = 2 * size_of::<(u16, u32)>() as u64;

/// The best of a slot's outside children, and the number of moves to outside children. An outside child is a child in
/// another tier.
#[derive(Clone, Copy)]
struct Best {
    slot: Slot,
    /// The best value of the moves to outside children, for the side to move in the slot. The depth of this value is
    /// the depth of the child.
    value: Value,
    moves: u32,
}

impl<G: Tiered> Open<'_, G> {
    /// Computes the messages of all moves that leave the tier. If the messages fit in `room` bytes, sorts them by
    /// value. Returns the memory of the messages in bytes. The result is 0 if the messages do not fit.
    pub(super) fn sort_leaving(&mut self, room: u64, options: &Options<'_>) -> Result<u64, SolveError> {
        let (parts, codes, workers) = (self.outside.parts, self.message_codes(), options.workers() as u64);
        let fixed = parts * size_of::<SortedRun>() as u64 + workers * codes * size_of::<u32>() as u64;
        if codes > MOST_CODES || fixed > room {
            return Ok(0);
        }
        // The memory of the sorted messages. It is more than `room` if some messages do not fit.
        let used = AtomicU64::new(fixed);
        let mut sorted = filled_by(parts, SortedRun::default)?;
        share(options.workers(), (0..).zip(&mut sorted).collect(), |(part, run)| {
            options.heed()?;
            let most = room.saturating_sub(used.load(Ordering::Relaxed)) / workers / LISTED;
            let (mut messages, mut fits) = (Vec::new(), true);
            self.each_message(part, |offset, value| {
                fits &= (messages.len() as u64) < most;
                if fits {
                    messages.push((offset, code(value)));
                }
            })?;
            *run = SortedRun::new(messages.iter().copied(), codes)?;
            used.fetch_add(if fits { run.bytes() } else { room + 1 }, Ordering::Relaxed);
            Ok(())
        })?;
        let used = used.into_inner();
        if used > room {
            return Ok(0);
        }
        self.sorted = sorted;
        Ok(used)
    }

    /// Visits the messages of one part that are due at a depth. A message is due if its value for the receiver is in
    /// `wanted`.
    pub(super) fn each_due(
        &self,
        part: u64,
        wanted: &[Value],
        mut visit: impl FnMut(Value, Slot, bool),
    ) -> Result<(), SolveError> {
        let first = self.part(part).start - self.around.0;
        // The value is already the value for the receiver's side to move. So the call of `visit` states that the same
        // side moves in the child.
        let mut visit = |offset: u16, value| visit(value, Slot(first + u64::from(offset)), true);
        if let Some(run) = self.sorted.get(part as usize) {
            for &value in wanted {
                run.with_code(code(value)).iter().for_each(|&offset| visit(offset, value));
            }
            return Ok(());
        }
        let is_ahead = |value: &Value| {
            let deepest = if matches!(value, Value::Tie(_)) { self.outside.tied } else { self.outside.decided };
            value.depth() <= deepest
        };
        if !wanted.iter().any(is_ahead) {
            return Ok(());
        }
        self.each_message(part, |offset, value| {
            if wanted.contains(&value) {
                visit(offset, value);
            }
        })
    }

    /// Visits the messages of one part. The function `visit` receives the offset of the receiver in the part, and the
    /// value of the best move to an outside child. If this value is a loss, `visit` is called once for each move to an
    /// outside child.
    fn each_message(&self, part: u64, mut visit: impl FnMut(u16, Value)) -> Result<(), SolveError> {
        let (slots, mut best, mut failed) = (self.part(part), None::<Best>, None);
        let first = slots.start;
        let mut send = |Best { slot, value, moves }: Best| {
            let times = if matches!(value, Value::Loss(_)) { moves } else { 1 };
            if value.depth().is_some() {
                (0..times).for_each(|_| visit((slot.0 - first) as u16, value));
            }
        };
        self.game.each_leaving(self.tier, &self.slots, slots.clone(), |slot, child, same| {
            if failed.is_some() {
                return;
            }
            let value = match self.finished.look(child) {
                Ok(Some(value)) if slots.contains(&slot.0) => value.for_parent(same),
                Ok(_) => return failed = Some(unsound(slot, Unsound::ChildWithout)),
                Err(error) => return failed = Some(error),
            };
            match &mut best {
                Some(best) if best.slot == slot => {
                    best.value = best.value.max(value);
                    best.moves += 1;
                }
                _ => {
                    if let Some(best) = best.replace(Best { slot, value, moves: 1 }) {
                        send(best);
                    }
                }
            }
        });
        if let Some(best) = best {
            send(best);
        }
        failed.map_or(Ok(()), Err)
    }

    /// Returns the slots of one part of the open tier.
    fn part(&self, part: u64) -> Range<u64> {
        let first = self.slots.start + part * PART;
        first..self.slots.end.min(first + PART)
    }

    /// Returns a number that is greater than all codes of messages.
    fn message_codes(&self) -> u64 {
        let deepest = self.outside.decided.max(self.outside.tied);
        deepest.map_or(0, |deepest| 3 * (u64::from(deepest.plies()) + 1))
    }
}

/// Returns the code of a message with this value. A draw causes no message.
fn code(value: Value) -> u32 {
    match value {
        Value::Win(depth) => 3 * depth.plies(),
        Value::Loss(depth) => 3 * depth.plies() + 1,
        Value::Tie(depth) => 3 * depth.plies() + 2,
        Value::Draw => u32::MAX,
    }
}
