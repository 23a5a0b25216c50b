//! Positions whose boards outgrew what a question may solve. How large a board is shows only when it is explored, which takes seconds: the
//! next question about one is refused at once.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The last such positions, by token.
#[derive(Default)]
pub(crate) struct Outgrown {
    tokens: Mutex<VecDeque<String>>,
}

/// How many are remembered.
const REMEMBERED: usize = 256;
/// The longest token of one, in bytes: that of a graph is the whole graph, whose size is known.
const LONGEST: usize = 4 << 10;

impl Outgrown {
    pub(crate) fn has(&self, token: &str) -> bool {
        self.tokens().iter().any(|known| known == token)
    }

    pub(crate) fn add(&self, token: String) {
        let mut tokens = self.tokens();
        if token.len() <= LONGEST && !tokens.contains(&token) {
            let dropped = (tokens.len() + 1).saturating_sub(REMEMBERED);
            tokens.drain(..dropped);
            tokens.push_back(token);
        }
    }

    fn tokens(&self) -> MutexGuard<'_, VecDeque<String>> {
        // Nothing panics while they are locked.
        self.tokens.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_ones_are_remembered_and_no_long_ones() {
        let outgrown = Outgrown::default();
        (0..=REMEMBERED).for_each(|number| outgrown.add(number.to_string()));
        assert!(!outgrown.has("0") && outgrown.has("1") && outgrown.has(&REMEMBERED.to_string()));
        outgrown.add("1".to_owned());
        outgrown.add("x".repeat(LONGEST + 1));
        assert_eq!(outgrown.tokens().len(), REMEMBERED);
    }
}
