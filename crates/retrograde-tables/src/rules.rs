//! A fingerprint of the rules by what they do.
//!
//! The version of a game's rules is what its author says; what they do is what they are. So a table keeps some of its slots, and a hash of
//! what the rules say of them: whether there is a position, whose turn it is, whether and how the game is over, and where its moves lead. The slots
//! are some from all over the table, and the lowest one of every kind and depth, whose values hang on rules that are seldom used.

use retrograde::author::entry::AnyBoard;
use retrograde::judge::audit::picked;
use retrograde::{Outcome, Side, Slot};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::format::hex;

/// Some slots, and what the rules say of each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fingerprint {
    /// The slots, ascending.
    pub slots: Vec<u64>,
    /// The first eight hexadecimal digits of the SHA-256 of what the rules say of each.
    pub said: Vec<String>,
}

/// Slots from all over a table.
const SPREAD: u64 = 256;
/// The most slots in all.
const MOST: usize = 2048;

impl Fingerprint {
    /// What the rules of a board do.
    pub(crate) fn of(board: &dyn AnyBoard, slots: u64, lowest: impl Iterator<Item = u64>) -> Self {
        let spread = (0..SPREAD.min(slots)).map(|place| picked(slots, SPREAD.min(slots), place));
        let mut slots: Vec<u64> = lowest.take(MOST - SPREAD as usize).chain(spread).collect();
        slots.sort_unstable();
        slots.dedup();
        let said = slots.iter().map(|&slot| described(board, slot)).collect();
        Self { slots, said }
    }

    /// The lowest slot of which the rules of a board say something else.
    pub(crate) fn differs_at(&self, board: &dyn AnyBoard) -> Option<u64> {
        let slots = self.slots.iter().zip(&self.said);
        let differ = |slot: u64, known: &str| slot >= board.table_slots() || described(board, slot) != known;
        slots.into_iter().find_map(|(&slot, known)| differ(slot, known).then_some(slot))
    }

    /// Whether the lowest slot of every kind and depth is among its slots: there was room for all.
    pub(crate) const fn has_all_lowest(&self) -> bool {
        self.slots.len() < MOST - SPREAD as usize
    }

    /// Whether it can have been made for a table of so many slots.
    pub(crate) fn is_sound(&self, slots: u64) -> bool {
        self.slots.len() == self.said.len() && self.slots.len() <= MOST && self.slots.iter().all(|&slot| slot < slots)
    }
}

/// What the rules say of the position of a slot.
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
