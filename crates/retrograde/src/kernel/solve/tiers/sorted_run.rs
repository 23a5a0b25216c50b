//! The slots of a short run, sorted by their values.

use crate::kernel::options::SolveError;
use crate::rules::memory::{filled, with_room};

/// Some slots of a run, sorted by the codes of their values. So each depth reads only the slots of this depth. A slot
/// needs two bytes.
#[derive(Default)]
pub(super) struct SortedRun {
    /// The offsets of the slots in the run, sorted by code. Slots with the same code are in the order in which the
    /// caller gave them.
    offsets: Vec<u16>,
    /// The codes that occur, in ascending order. Each code comes with the index in `offsets` at which the slots with
    /// this code end.
    ends: Vec<(u32, u32)>,
}

/// The maximum number of slots of a run. An offset in a run fits in 16 bits.
pub(super) const MOST_SLOTS: u64 = 1 << 14;
/// The maximum number of codes. With more codes than slots, sorting would take longer than a few scans.
pub(super) const MOST_CODES: u64 = MOST_SLOTS;

impl SortedRun {
    /// Sorts slots, given by their offsets and codes. All codes are below `codes`. A slot may be given several times.
    ///
    /// # Complexity
    /// The time is linear in the number of slots and in `codes`.
    pub(super) fn new(slots: impl Iterator<Item = (u16, u32)> + Clone, codes: u64) -> Result<Self, SolveError> {
        let mut next = filled(codes, 0_u32)?;
        slots.clone().for_each(|(_, code)| next[code as usize] += 1);
        let mut ends = with_room(next.iter().filter(|&&count| count > 0).count())?;
        let mut all = 0;
        for (next, code) in next.iter_mut().zip(0..) {
            let first = all;
            all += *next;
            if all > first {
                ends.push((code, all));
            }
            *next = first;
        }
        let mut offsets = filled(all.into(), 0)?;
        for (offset, code) in slots {
            let next = &mut next[code as usize];
            offsets[*next as usize] = offset;
            *next += 1;
        }
        Ok(Self { offsets, ends })
    }

    /// Returns the offsets of the slots with a code, in the order in which the caller gave them.
    pub(super) fn with_code(&self, code: u32) -> &[u16] {
        let Ok(at) = self.ends.binary_search_by_key(&code, |&(code, _)| code) else { return &[] };
        let first = if at == 0 { 0 } else { self.ends[at - 1].1 };
        &self.offsets[first as usize..self.ends[at].1 as usize]
    }

    /// Returns the memory of the run in bytes.
    pub(super) const fn bytes(&self) -> u64 {
        (self.offsets.capacity() * size_of::<u16>() + self.ends.capacity() * size_of::<(u32, u32)>()) as u64
    }

    /// Returns the maximum memory in bytes of a run of `slots` slots, if all codes are below `codes`.
    pub(super) fn most_bytes(slots: u64, codes: u64) -> u64 {
        let ends = size_of::<(u32, u32)>() as u64 * codes.min(slots);
        size_of::<Self>() as u64 + slots * size_of::<u16>() as u64 + ends
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_code_has_its_slots_in_order() {
        let mut rng = fastrand::Rng::with_seed(5);
        for codes in [1, 2, 7, 300] {
            let all = (0..MOST_SLOTS as u16).map(|offset| (offset, rng.u32(..=codes)));
            let slots: Vec<_> = all.filter(|&(_, code)| code < codes).collect();
            let run = SortedRun::new(slots.iter().copied(), codes.into()).unwrap();
            for code in 0..codes + 2 {
                let expected: Vec<u16> =
                    slots.iter().filter(|(_, other)| *other == code).map(|&(offset, _)| offset).collect();
                assert_eq!(run.with_code(code), expected, "code {code} of {codes}");
            }
            let bytes = run.bytes() + size_of::<SortedRun>() as u64;
            assert!(bytes <= SortedRun::most_bytes(MOST_SLOTS, codes.into()));
        }
        assert!(SortedRun::default().with_code(0).is_empty());
    }
}
