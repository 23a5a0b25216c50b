//! Remembers positions whose boards are too large to solve. Only exploring may show how large a board is, which takes
//! seconds; the next such solve is refused at once.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The last such positions, by token, each with the memory limit that its solve exceeded, in bytes.
#[derive(Default)]
pub(crate) struct Refusals {
    known: Mutex<VecDeque<(String, u64)>>,
}

/// The number of remembered positions.
const REMEMBERED: usize = 256;
/// The longest token of a remembered position, in bytes. The token of a graph has the whole graph, whose size is known
/// anyway.
const LONGEST: usize = 4 << 10;

impl Refusals {
    /// Whether the board of a position is known to exceed a solve with `most` bytes.
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
