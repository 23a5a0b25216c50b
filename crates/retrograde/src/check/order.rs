//! The laws of the order of positions, by which exploring numbers them: it refuses what calls two of them equal.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::trial::Trial;
use super::{Broken, GameLaw};
use crate::caught::caught;
use crate::game::Game;

/// Positions of which all pairs are compared.
const SAMPLE: usize = 100;

impl<G: Game> Trial<'_, G> {
    /// Compares all pairs of a sample, and all neighbours of the positions in their order.
    ///
    /// # Complexity
    /// That of sorting.
    pub(super) fn order(&self, positions: &[G::Position]) -> Result<(), Broken> {
        let stride = positions.len().div_ceil(SAMPLE).max(1);
        let sample: Vec<&G::Position> = positions.iter().step_by(stride).collect();
        for (index, a) in sample.iter().enumerate() {
            self.guarded(a, || {
                self.law(hash(a) == hash(&(*a).clone()), GameLaw::HashAgreesWithEquality, a, || {
                    "its clone has another hash".into()
                })?;
                sample[index..].iter().try_for_each(|b| self.compare(a, b))
            })?;
        }
        self.chain(sample, |sorted, index| (index + 1..sorted.len()).collect())?;
        self.chain(positions.iter().collect(), |sorted, index| (index + 1..sorted.len()).take(1).collect())
    }

    /// Sorts positions, and compares each with those behind it that are named.
    fn chain(
        &self,
        mut positions: Vec<&G::Position>,
        behind: impl Fn(&[&G::Position], usize) -> Vec<usize>,
    ) -> Result<(), Broken> {
        let Some(&first) = positions.first() else { return Ok(()) };
        // Sorting by what is no order may panic.
        let sorted = caught(|| positions.sort());
        self.law(sorted.is_ok(), GameLaw::OrderIsTotal, first, || "the positions cannot be sorted".into())?;
        for (index, a) in positions.iter().enumerate() {
            for b in behind(&positions, index).into_iter().map(|other| positions[other]) {
                self.guarded(a, || {
                    self.compare(a, b)?;
                    let detail = || format!("it stands before {} in a sorted row, and is greater", self.name(b));
                    self.law(a.cmp(&b) != Ordering::Greater, GameLaw::OrderIsTotal, a, detail)
                })?;
            }
        }
        Ok(())
    }

    fn compare(&self, a: &G::Position, b: &G::Position) -> Result<(), Broken> {
        let (there, back) = (a.cmp(b), b.cmp(a));
        let name = || self.name(b);
        let detail = || format!("compared with {} it is {there:?}, and the other way round {back:?}", name());
        self.law(there == back.reverse(), GameLaw::OrderIsTotal, a, detail)?;
        let detail = || match there {
            Ordering::Equal => format!("{} compares as equal, and is not", name()),
            _ => format!("{} is equal, and does not compare so", name()),
        };
        self.law((there == Ordering::Equal) == (a == b), GameLaw::OrderAgreesWithEquality, a, detail)?;
        let detail = || format!("{} is equal, and has another hash", name());
        self.law(a != b || hash(a) == hash(b), GameLaw::HashAgreesWithEquality, a, detail)
    }
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}
