//! The positions that play reaches, each checked when it is met.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;

use super::Broken;
use super::trial::Trial;
use crate::game::Game;

/// Positions found, in the order of being checked.
pub(super) struct Reached<P> {
    pub(super) positions: Vec<P>,
    pub(super) moves: u64,
    /// Whether these are all.
    pub(super) complete: bool,
}

impl<G: Game> Trial<'_, G> {
    /// Checks the rules, and `also` what the caller likes, on at most `budget` positions that play reaches from `starts`.
    ///
    /// By turns the first and the last one found goes on: the first ones are near, the last ones soon come to endings.
    pub(super) fn reach(
        &self,
        starts: &[G::Position],
        budget: u64,
        also: impl Fn(&G::Position) -> Result<(), Broken>,
    ) -> Result<Reached<G::Position>, Broken> {
        let mut found = FxHashSet::default();
        let mut waiting: VecDeque<G::Position> =
            starts.iter().filter(|&start| found.insert(start.clone())).cloned().collect();
        let mut reached = Reached { positions: Vec::new(), moves: 0, complete: true };
        while let Some(position) =
            if reached.positions.len() % 2 == 0 { waiting.pop_front() } else { waiting.pop_back() }
        {
            let children = self.rules(&position)?;
            also(&position)?;
            reached.moves += children.len() as u64;
            for child in children {
                if let Some(same) = found.get(&child) {
                    self.are_one(same, &child)?;
                } else if (found.len() as u64) < budget {
                    waiting.push_back(child.clone());
                    found.insert(child);
                } else {
                    reached.complete = false;
                }
            }
            reached.positions.push(position);
        }
        Ok(reached)
    }
}
