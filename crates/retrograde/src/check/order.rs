//! The laws of the order of positions, by which exploring numbers them: it refuses what calls two of them equal.

use std::cmp::Ordering;

use super::held::{Place, Scratch};
use super::trial::Trial;
use super::{Broken, GameLaw};
use crate::caught::caught;

/// Positions of which all pairs are compared.
const SAMPLE: usize = 100;

impl Trial<'_> {
    /// Compares all pairs of a sample, and all neighbours of the positions in their order.
    ///
    /// # Complexity
    /// That of sorting.
    pub(super) fn order(&self, positions: &[Place]) -> Result<(), Broken> {
        let stride = positions.len().div_ceil(SAMPLE).max(1);
        let sample: Vec<Place> = positions.iter().copied().step_by(stride).collect();
        for (index, &a) in sample.iter().enumerate() {
            self.guarded(a, || {
                let _scratch = Scratch::new(self.rules);
                let same = self.rules.hash(a) == self.rules.hash(self.rules.copy(a));
                self.law(same, GameLaw::HashAgreesWithEquality, a, || "its clone has another hash".into())?;
                sample[index..].iter().try_for_each(|&b| self.compare(a, b))
            })?;
        }
        self.chain(sample, SAMPLE)?;
        self.chain(positions.to_vec(), 1)
    }

    /// Sorts positions, and compares each with so many behind it.
    fn chain(&self, mut positions: Vec<Place>, behind: usize) -> Result<(), Broken> {
        let Some(&first) = positions.first() else { return Ok(()) };
        // Sorting by what is no order may panic.
        let sorted = caught(|| positions.sort_by(|&a, &b| self.rules.compare(a, b)));
        self.law(sorted.is_ok(), GameLaw::OrderIsTotal, first, || "the positions cannot be sorted".into())?;
        for (index, &a) in positions.iter().enumerate() {
            for &b in positions[index + 1..].iter().take(behind) {
                self.guarded(a, || {
                    self.compare(a, b)?;
                    let detail = || format!("it stands before {} in a sorted row, and is greater", self.name(b));
                    self.law(self.rules.compare(a, b) != Ordering::Greater, GameLaw::OrderIsTotal, a, detail)
                })?;
            }
        }
        Ok(())
    }

    fn compare(&self, a: Place, b: Place) -> Result<(), Broken> {
        let (there, back) = (self.rules.compare(a, b), self.rules.compare(b, a));
        let name = || self.name(b);
        let detail = || format!("compared with {} it is {there:?}, and the other way round {back:?}", name());
        self.law(there == back.reverse(), GameLaw::OrderIsTotal, a, detail)?;
        let equal = self.rules.equal(a, b);
        let detail = || match there {
            Ordering::Equal => format!("{} compares as equal, and is not", name()),
            _ => format!("{} is equal, and does not compare so", name()),
        };
        self.law((there == Ordering::Equal) == equal, GameLaw::OrderAgreesWithEquality, a, detail)?;
        let detail = || format!("{} is equal, and has another hash", name());
        let hashes = !equal || self.rules.hash(a) == self.rules.hash(b);
        self.law(hashes, GameLaw::HashAgreesWithEquality, a, detail)
    }
}
