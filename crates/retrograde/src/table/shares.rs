//! The partition of the slots among processes. The types of this module are plain data. Checkpoint sinks and table
//! writers use this partition.

use std::ops::Range;

/// The partition of a table's slots among the processes that solve a game together. The slots are divided into runs of
/// `2^shift` consecutive slots. The last run may be shorter. Successive runs are assigned to the processes in the list
/// `turns`. After the end of the list, the assignment begins again at its start. Each process stores the codes of its
/// own slots without gaps, in the order of the slots.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Shares {
    slots: u64,
    shift: u32,
    /// The list of the processes to which successive runs are assigned. After its end, the list is used again from its
    /// start.
    turns: Vec<u16>,
}

/// The slots that one process holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share<'s> {
    shares: &'s Shares,
    process: usize,
}

/// The maximum number of runs, and the maximum number of entries of `turns`. The solver makes far fewer runs and
/// entries.
const MANY: u64 = 1 << 16;

impl Shares {
    /// Returns a partition in which one process holds all slots.
    pub fn whole(slots: u64) -> Self {
        let shift = slots.max(1).checked_next_power_of_two().map_or(63, u64::ilog2);
        Self { slots, shift, turns: vec![0] }
    }

    /// Creates the partition that assigns successive runs of `2^shift` slots to the processes in `turns`. After the
    /// last entry of `turns`, the assignment begins again with the first entry.
    pub(crate) const fn in_turns(slots: u64, shift: u32, turns: Vec<u16>) -> Self {
        Self { slots, shift, turns }
    }

    /// Returns whether this partition is valid. The solver makes only valid partitions, but a partition from a file may
    /// be invalid.
    pub fn is_sound(&self) -> bool {
        let runs = self.shift < 64 && self.runs() <= MANY;
        let turns = !self.turns.is_empty() && self.turns.len() as u64 <= MANY;
        // Each process must occur in `turns`.
        runs && turns
            && (0..self.processes()).all(|process| self.turns.iter().any(|&turn| usize::from(turn) == process))
    }

    /// Returns the number of slots.
    pub const fn slots(&self) -> u64 {
        self.slots
    }

    /// Returns the number of processes.
    pub fn processes(&self) -> usize {
        self.turns.iter().max().map_or(0, |&last| usize::from(last) + 1)
    }

    /// Returns the slots that one process holds.
    pub const fn of(&self, process: usize) -> Share<'_> {
        Share { shares: self, process }
    }

    /// Returns the process that holds a slot, the slot's index among all slots of this process, and the end of the
    /// slot's run.
    pub fn place(&self, slot: u64) -> (usize, u64, u64) {
        let run = slot >> self.shift;
        let (round, turn) = (run / self.turns.len() as u64, (run % self.turns.len() as u64) as usize);
        let process = self.turns[turn];
        let own = |turns: &[u16]| turns.iter().filter(|&&turn| turn == process).count() as u64;
        let before = round * own(&self.turns) + own(&self.turns[..turn]);
        (process.into(), (before << self.shift) + (slot - (run << self.shift)), self.end(run))
    }

    /// Returns the process that holds a slot.
    #[inline]
    pub fn holder(&self, slot: u64) -> usize {
        self.turns[((slot >> self.shift) % self.turns.len() as u64) as usize].into()
    }

    fn runs(&self) -> u64 {
        (self.slots >> self.shift) + u64::from(self.slots & ((1 << self.shift) - 1) > 0)
    }

    fn end(&self, run: u64) -> u64 {
        (run + 1).checked_mul(1 << self.shift).map_or(self.slots, |end| end.min(self.slots))
    }
}

impl<'s> Share<'s> {
    /// Returns the index of the process that holds this share.
    pub const fn process(&self) -> usize {
        self.process
    }

    /// Returns the partition that this share belongs to.
    pub const fn shares(&self) -> &'s Shares {
        self.shares
    }

    /// Returns the number of slots in this share.
    pub fn slots(&self) -> u64 {
        self.ranges().map(|slots| slots.end - slots.start).sum()
    }

    /// Returns the ranges of slots in this share, in ascending order.
    pub fn ranges(&self) -> impl Iterator<Item = Range<u64>> + use<'s> {
        let Self { shares, process } = *self;
        let turns = shares.turns.iter().cycle().map(move |&turn| usize::from(turn) == process);
        let own = (0..shares.runs()).zip(turns).filter(|&(_, is_own)| is_own);
        own.map(|(run, _)| run << shares.shift..shares.end(run))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_slot_is_held_once_where_it_is_said_to_stand() {
        let turns_of_all = [vec![0], vec![0, 1], vec![0, 0, 1, 2, 1], vec![1, 0, 1, 1, 2]];
        for (number, turns) in turns_of_all.into_iter().enumerate() {
            for slots in [0, 1, 15, 16, 17, 160, 1_003] {
                let shares = Shares::in_turns(slots, 4, turns.clone());
                assert!(shares.is_sound());
                let mut seen = vec![false; slots as usize];
                for process in 0..shares.processes() {
                    let own = shares.of(process).ranges().flatten();
                    let mut count = 0;
                    for slot in own {
                        let (owner, place, end) = shares.place(slot);
                        assert_eq!(shares.holder(slot), owner, "slot {slot} of {slots}, dealt {number}");
                        assert_eq!((owner, place), (process, count), "slot {slot} of {slots}, dealt {number}");
                        assert!(slot < end && end <= slots && end - slot <= 16);
                        assert!(!std::mem::replace(&mut seen[slot as usize], true));
                        count += 1;
                    }
                    assert_eq!(shares.of(process).slots(), count);
                }
                assert!(seen.into_iter().all(|seen| seen));
            }
        }
    }

    #[test]
    fn one_process_holds_all_however_many() {
        for slots in [0, 1, 1_000, 1 << 40, (1 << 63) + 1, u64::MAX] {
            let shares = Shares::whole(slots);
            assert!(shares.is_sound(), "{slots}");
            assert_eq!((shares.processes(), shares.of(0).slots()), (1, slots));
            assert_eq!(shares.place(slots.saturating_sub(1)).1, slots.saturating_sub(1));
        }
    }

    #[test]
    fn what_nobody_deals_is_not_sound() {
        for (slots, shift, turns) in
            [(1, 64, vec![0]), (1 << 40, 3, vec![0]), (8, 3, vec![]), (8, 3, vec![1]), (8, 3, vec![0, 2])]
        {
            assert!(!Shares::in_turns(slots, shift, turns.clone()).is_sound(), "{slots} {shift} {turns:?}");
        }
    }
}
