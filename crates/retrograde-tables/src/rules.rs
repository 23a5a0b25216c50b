//! A fingerprint of the rules' behaviour. The fingerprint shows whether a table was made by other rules.
//!
//! An author may change rules without changing their version number. Therefore a table stores a sample of its slots.
//! For each slot of the sample, it stores a hash of the rules' results for this slot. The rules' results for a slot say
//! whether the slot has a position, which side is to move, whether and how the game is over, and which positions are
//! the successors. The sample is spread over the whole table. The sample also contains the lowest slot of every kind
//! and depth of value, because rare values may depend on rarely used rules.

use retrograde::author::AnyBoard;
use retrograde::judge::picked;
use retrograde::{Outcome, Side, Slot};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::format::hex;

/// A sample of slots, with a hash of the rules' behaviour at each slot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fingerprint {
    /// The slots, ascending.
    pub slots: Vec<u64>,
    /// For each slot, the first eight hexadecimal digits of a SHA-256 of the rules' results for the slot.
    pub said: Vec<String>,
}

/// The number of sampled slots that are spread evenly over the table.
const SPREAD: u64 = 256;
/// The maximum number of slots in a fingerprint.
const MOST: usize = 2048;

impl Fingerprint {
    /// Computes the fingerprint of a board's rules. The sample contains the slots `lowest`, but at most `MOST - SPREAD`
    /// of them. The sample also contains other slots that are spread over the table.
    pub(crate) fn of(board: &dyn AnyBoard, slots: u64, lowest: impl Iterator<Item = u64>) -> Self {
        let spread = (0..SPREAD.min(slots)).map(|place| picked(slots, SPREAD.min(slots), place));
        let mut slots: Vec<u64> = lowest.take(MOST - SPREAD as usize).chain(spread).collect();
        slots.sort_unstable();
        slots.dedup();
        let said = slots.iter().map(|&slot| described(board, slot)).collect();
        Self { slots, said }
    }

    /// Compares the rules of `board` with the fingerprint, and returns the lowest slot at which they differ. Returns
    /// `None` if the rules agree with the fingerprint at all of its slots.
    pub(crate) fn differs_at(&self, board: &dyn AnyBoard) -> Option<u64> {
        let slots = self.slots.iter().zip(&self.said);
        let differ = |slot: u64, known: &str| slot >= board.table_slots() || described(board, slot) != known;
        slots.into_iter().find_map(|(&slot, known)| differ(slot, known).then_some(slot))
    }

    /// Returns whether the sample certainly contains the lowest slot of every kind and depth of value. A sample with
    /// fewer than `MOST - SPREAD` slots contains all lowest slots, because the limit on the number of slots had no
    /// effect.
    pub(crate) const fn has_all_lowest(&self) -> bool {
        self.slots.len() < MOST - SPREAD as usize
    }

    /// Returns whether the fingerprint is well-formed. A well-formed fingerprint has a hash for each slot, not too many
    /// slots, and only slots below `slots`.
    pub(crate) fn is_sound(&self, slots: u64) -> bool {
        self.slots.len() == self.said.len() && self.slots.len() <= MOST && self.slots.iter().all(|&slot| slot < slots)
    }
}

/// Returns a hash of the rules' results for a slot, as the first eight hexadecimal digits of a SHA-256.
fn described(board: &dyn AnyBoard, slot: u64) -> String {
    let mut children = Vec::new();
    let mut hash = Sha256::new();
    if let Some(here) = board.behaviour(Slot(slot), &mut children) {
        let ending = here.ending.map_or(0, |ending| match ending.outcome {
            Outcome::Won(Side::First) => 1,
            Outcome::Won(Side::Second) => 2,
            Outcome::Level => 3,
        });
        hash.update([1, here.turn.index() as u8, ending]);
        for child in children {
            hash.update(child.slot.0.to_le_bytes());
            hash.update([child.turn.index() as u8]);
        }
    }
    hex(&hash.finalize()[..4])
}
