//! Computes an upper bound of the total number of parts that the turns of a position have. By the rules, a position
//! whose turns have too many parts is a tie. The engine does not count parts, so it supports only games in which no
//! position can have too many parts.

use std::collections::HashMap;

use super::sectors::{Material, Stage};
use super::turns::{Level, Turns};
use crate::rules::MOST_PARTS;

/// Whether the turns of some position may have more parts than the rules allow. `turns` has the turns of each side. At
/// most `most_equal` placements of a rule's pattern on the board give the same step.
pub(super) fn may_have_too_many(materials: &[Material], stages: &[Stage], turns: &[Turns], most_equal: u64) -> bool {
    let mut bounds: Vec<Bound<'_>> =
        turns.iter().map(|turns| Bound { stages, turns, most_equal, known: HashMap::new() }).collect();
    materials.iter().any(|material| {
        let bound = &mut bounds[usize::from(material.counts.view)];
        let levels = &bound.turns.levels;
        levels.iter().any(|level| bound.parts(level, material.begin, false) > MOST_PARTS as u64)
    })
}

/// The bounds that are known for the turns of one side.
struct Bound<'a> {
    stages: &'a [Stage],
    turns: &'a Turns,
    most_equal: u64,
    known: HashMap<(*const Level, u32, bool), u64>,
}

impl Bound<'_> {
    /// An upper bound of the total number of parts with which a turn can continue from a stage. The next part belongs
    /// to `level`. `is_named` says whether an earlier part determines the first square of the next part.
    fn parts(&mut self, level: &Level, stage: u32, is_named: bool) -> u64 {
        let key = (std::ptr::from_ref(level), stage, is_named);
        if let Some(&parts) = self.known.get(&key) {
            return parts;
        }
        // A part that can follow itself at the same stage has no bound.
        self.known.insert(key, u64::MAX);
        let (stages, turns) = (self.stages, self.turns);
        let Stage { counts, children, .. } = &stages[stage as usize];
        let mut sum = 0_u64;
        for (exchange, child) in children.iter().enumerate() {
            let Some(child) = *child else { continue };
            let places = level.steps.most_fitting(exchange as u16, &counts.board, is_named);
            let fits = places.saturating_mul(self.most_equal);
            let follow = turns.follows[turns.rules[exchange]].as_ref().filter(|_| fits > 0);
            let more = follow.iter().flat_map(|follow| &follow.levels);
            let names = follow.is_some_and(|follow| follow.is_named);
            let more = more.map(|level| self.parts(level, child, names)).max().unwrap_or(0);
            sum = sum.saturating_add(fits.saturating_mul(more.saturating_add(1)));
        }
        self.known.insert(key, sum);
        sum
    }
}
