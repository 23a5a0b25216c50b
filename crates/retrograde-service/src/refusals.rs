//! Remembers positions whose boards are too large to solve. For some games, the size of a board is known only after an
//! exploration that takes seconds. If the position is remembered, the next solve of the board fails without an
//! exploration.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The last positions whose solves exceeded a memory limit. Each entry has the token of the position and the limit in
/// bytes.
#[derive(Default)]
pub(crate) struct Refusals {
    known: Mutex<VecDeque<(String, u64)>>,
}

/// The number of remembered positions.
const REMEMBERED: usize = 256;
/// The maximum length in bytes of a token that is remembered. The token of a graph contains the whole graph, so the
/// size of a graph is known without a solve.
const LONGEST: usize = 4 << 10;

impl Refusals {
    /// Returns whether it is known that a solve of this token's board needs more than `most` bytes.
    pub(crate) fn has(&self, token: &str, most: u64) -> bool {
        self.known().iter().any(|(known, refused)| known == token && most <= *refused)
    }

    pub(crate) fn add(&self, token: String, most: u64) {
        if token.len() > LONGEST || self.has(&token, most) {
            return;
        }
        let mut known = self.known();
        let dropped = (known.len() + 1).saturating_sub(REMEMBERED);
        known.drain(..dropped);
        known.push_back((token, most));
    }

    fn known(&self) -> MutexGuard<'_, VecDeque<(String, u64)>> {
        // No code panics while it holds the lock.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_ones_are_remembered_and_no_long_ones() {
        let refusals = Refusals::default();
        (0..=REMEMBERED).for_each(|number| refusals.add(number.to_string(), 9));
        assert!(!refusals.has("0", 9) && refusals.has("1", 9) && refusals.has(&REMEMBERED.to_string(), 9));
        assert!(refusals.has("1", 8) && !refusals.has("1", 10));
        refusals.add("1".to_owned(), 9);
        refusals.add("x".repeat(LONGEST + 1), 9);
        assert_eq!(refusals.known().len(), REMEMBERED);
    }
}
