//! The search for reachable positions. The search checks each position when the position leaves the queue.

use std::collections::VecDeque;

use super::Broken;
use super::held::{Distinct, HeldIndex};
use super::trial::Trial;

/// The result of the search, with the positions in the order in which they were checked.
pub(super) struct Reached {
    pub(super) positions: Vec<HeldIndex>,
    pub(super) moves: u64,
    /// Whether the list contains all reachable positions.
    pub(super) complete: bool,
}

impl Trial<'_> {
    /// Checks the rules and the notation on at most `budget` positions that play reaches from the stored positions.
    /// After the check, the list of stored positions contains only the positions that the search has found.
    ///
    /// The search alternately expands the first and the last position of the queue. The first positions of the queue
    /// are near the start. The last positions of the queue are often near the end of a play.
    pub(super) fn reach(&self, budget: u64) -> Result<Reached, Broken> {
        let mut found = Distinct::new(self.rules);
        let mut waiting = VecDeque::new();
        for start in self.all() {
            if found.find(start).is_none() {
                waiting.push_back(self.keep(start, &mut found));
            }
        }
        self.rules.truncate(waiting.len());
        let mut reached = Reached { positions: Vec::new(), moves: 0, complete: true };
        while let Some(position) =
            if reached.positions.len().is_multiple_of(2) { waiting.pop_front() } else { waiting.pop_back() }
        {
            let children = self.rules(position)?;
            self.notation(position)?;
            reached.moves += children.len() as u64;
            for child in children {
                if let Some(same) = found.find(child) {
                    self.are_one(same, child)?;
                } else if found.len() < budget {
                    waiting.push_back(self.keep(child, &mut found));
                } else {
                    reached.complete = false;
                }
            }
            self.rules.truncate(found.len() as usize);
            reached.positions.push(position);
        }
        Ok(reached)
    }

    /// Appends a stored position to the found positions, which are at the front of the list. The function swaps the
    /// position with the first stored position after the found positions.
    fn keep(&self, at: HeldIndex, found: &mut Distinct<'_>) -> HeldIndex {
        let kept = HeldIndex(found.len() as usize);
        self.rules.swap(at, kept);
        found.add(kept);
        kept
    }
}
