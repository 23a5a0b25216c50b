//! Checks the laws of the order of positions. When the solver explores a game, it numbers the positions in this order,
//! and returns an error if two different positions compare as equal.

use std::cmp::Ordering;

use super::held::{HeldIndex, HeldScope};
use super::seen::Finding;
use super::trial::Trial;
use super::{Broken, GameLaw};
use crate::judge::caught::caught;

/// The approximate size of the sample in which all pairs of positions are compared.
const SAMPLE: usize = 100;

impl Trial<'_> {
    /// Checks the order of positions. Compares all pairs of a sample, and all neighbours in the sorted list of all
    /// positions.
    ///
    /// # Complexity
    /// The cost is the cost of sorting the positions.
    pub(super) fn order(&self, positions: &[HeldIndex]) -> Result<(), Broken> {
        let stride = positions.len().div_ceil(SAMPLE).max(1);
        let sample: Vec<HeldIndex> = positions.iter().copied().step_by(stride).collect();
        for (index, &a) in sample.iter().enumerate() {
            self.guarded(a, || {
                let _scratch = HeldScope::new(self.rules);
                let same = self.rules.hash(a) == self.rules.hash(self.rules.copy(a));
                self.law(same, GameLaw::HashAgreesWithEquality, a, || Finding::CloneHash)?;
                sample[index..].iter().try_for_each(|&b| self.compare(a, b))
            })?;
        }
        self.chain(sample, SAMPLE)?;
        self.chain(positions.to_vec(), 1)
    }

    /// Sorts positions, and compares each position with the `behind` positions that follow it.
    fn chain(&self, mut positions: Vec<HeldIndex>, behind: usize) -> Result<(), Broken> {
        let Some(&first) = positions.first() else { return Ok(()) };
        // The sort may panic if the order is not total.
        let sorted = caught(|| positions.sort_by(|&a, &b| self.rules.compare(a, b)));
        self.law(sorted.is_ok(), GameLaw::OrderIsTotal, first, || Finding::Unsorted)?;
        for (index, &a) in positions.iter().enumerate() {
            for &b in positions[index + 1..].iter().take(behind) {
                self.guarded(a, || {
                    self.compare(a, b)?;
                    let seen = || Finding::SortedBefore { name: self.name(b) };
                    self.law(self.rules.compare(a, b) != Ordering::Greater, GameLaw::OrderIsTotal, a, seen)
                })?;
            }
        }
        Ok(())
    }

    fn compare(&self, a: HeldIndex, b: HeldIndex) -> Result<(), Broken> {
        let (there, back) = (self.rules.compare(a, b), self.rules.compare(b, a));
        let name = || self.name(b);
        let words = |ordering: Ordering| format!("{ordering:?}");
        let seen = || Finding::Compared { name: name(), there: words(there), back: words(back) };
        self.law(there == back.reverse(), GameLaw::OrderIsTotal, a, seen)?;
        let equal = self.rules.equal(a, b);
        let seen = || match there {
            Ordering::Equal => Finding::ComparesEqual { name: name() },
            _ => Finding::ComparesOther { name: name() },
        };
        self.law((there == Ordering::Equal) == equal, GameLaw::OrderAgreesWithEquality, a, seen)?;
        let seen = || Finding::EqualHash { name: name() };
        let hashes = !equal || self.rules.hash(a) == self.rules.hash(b);
        self.law(hashes, GameLaw::HashAgreesWithEquality, a, seen)
    }
}
