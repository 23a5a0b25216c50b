//! Orbits of sets of squares under the symmetries of the board.

use super::bits::Set;
use super::symmetry::Permutation;

/// The record of a leading set. The leading set of a position is the set by which slots are sorted first.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct First {
    /// The squares on which the pieces of the other components may stand. The field has this meaning only if the set is
    /// the representative of its orbit.
    pub(super) free: Set,
    /// The number of the set's orbit.
    pub(super) orbit: u32,
    /// The symmetry that maps the set to the representative of its orbit.
    pub(super) symmetry: u8,
    /// The number of symmetries that map the set to itself.
    pub(super) stabiliser: u8,
    /// One bit for each family of rows. The bit is set if the set contains a row of the family.
    pub(super) rows: u8,
}

/// The sets of one size, up to symmetry.
#[derive(Debug, Default)]
pub(super) struct Orbits {
    /// The representative of each orbit: its set with the least number.
    pub(super) representatives: Vec<Set>,
    /// For each representative, the symmetries that map it to itself.
    pub(super) stabilisers: Vec<Vec<u8>>,
}

impl Orbits {
    /// Finds the orbits of sets, and writes the record of each set. `place` returns the index of a set.
    pub(super) fn new(
        sets: &[Set],
        place: &dyn Fn(Set) -> usize,
        free: &dyn Fn(Set) -> Set,
        symmetries: &[Permutation],
        families: &[Vec<Set>],
        records: &mut [First],
    ) -> Self {
        let mut all = Self::default();
        let mut seen = vec![false; sets.len()];
        for (number, &set) in sets.iter().enumerate() {
            if seen[number] {
                continue;
            }
            let keeps = |permutation: &Permutation| permutation.of(set) == set;
            let stabiliser: Vec<u8> =
                (0..).zip(symmetries).filter(|(_, s)| keeps(s)).map(|(number, _)| number).collect();
            for permutation in symmetries {
                let image = permutation.of(set);
                let place = place(image);
                if std::mem::replace(&mut seen[place], true) {
                    continue;
                }
                let back = symmetries.iter().position(|symmetry| symmetry.of(image) == set).unwrap_or(0);
                let fills = |rows: &Vec<Set>| rows.iter().any(|row| image & row == *row);
                let rows = families.iter().enumerate().filter(|(_, rows)| fills(rows));
                records[place] = First {
                    free: free(set),
                    orbit: all.representatives.len() as u32,
                    symmetry: back as u8,
                    stabiliser: stabiliser.len() as u8,
                    rows: rows.fold(0, |bits, (family, _)| bits | 1 << family),
                };
            }
            all.representatives.push(set);
            all.stabilisers.push(stabiliser);
        }
        all
    }
}
