//! The assignment of segments to workers. The workers belong to one or several processes.

use std::ops::Range;

use crate::kernel::transport::{Member, Transport};

/// The assignment of segments to workers, in rounds. A round is a list of places, and each place belongs to a worker.
/// Successive segments are assigned to successive places. After the last place, the next segment is assigned to the
/// first place again. The field `turns` is the number of places of a round. In one process, each worker has one place
/// per round. If workers have different weights, a worker with a greater weight has more places. The workers of all
/// processes are numbered together: first the workers of the first process, then those of the second process, and so
/// on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Partition {
    workers: u16,
    turns: u16,
    /// For each place of a round, the worker that the place belongs to.
    whose: [u8; MOST as usize],
    /// The first worker of this process, and the number of this process's workers.
    here: (u16, u16),
}

/// The maximum number of workers of all processes together. Each pair of workers has a message queue. So with more
/// workers, the transfer of messages would take most of the time.
// The constant is also the maximum number of places of a round, so that `Partition` stays small.
pub const MOST: u64 = 224;
/// A constant that `give_turns` adds to a difference between two numbers of places, so that the difference is never
/// negative.
const MANY: u128 = 2 * MOST as u128;

impl Partition {
    /// Assigns segments to the workers of a single process.
    pub(super) fn alone(workers: usize) -> Self {
        Self::of(&[Member { workers, weight: 1 }], 0)
    }

    /// Assigns segments to the workers of all processes of a transport.
    pub(super) fn distributed(transport: &dyn Transport) -> Self {
        Self::of(transport.members(), transport.process())
    }

    /// Assigns segments to the workers of the processes `members`. `process` is the index of this process.
    pub(super) fn of(members: &[Member], process: usize) -> Self {
        let first = |process: usize| members[..process].iter().map(|member| member.workers).sum::<usize>();
        let workers = first(members.len()).clamp(1, MOST as usize);
        // The weights of the workers, scaled so that the division by the number of workers loses little precision.
        let weights: Vec<u128> = members
            .iter()
            .flat_map(|member| {
                vec![u128::from(member.weight.max(1)) * (1 << 32) / member.workers.max(1) as u128; member.workers]
            })
            .collect();
        let mut partition = Self {
            workers: workers as u16,
            turns: workers as u16,
            whose: [0; MOST as usize],
            here: (first(process) as u16, members[process].workers as u16),
        };
        if weights.iter().all(|weight| weight == &weights[0]) {
            partition.whose.iter_mut().zip(0..workers).for_each(|(whose, worker)| *whose = worker as u8);
        } else {
            partition.turns = MOST as u16;
            partition.give_turns(&weights);
        }
        partition
    }

    /// Rotates the places of the round so that the round begins with the place of `segment`.
    pub(super) fn from(mut self, segment: usize) -> Self {
        let turns = self.turns as usize;
        self.whose[..turns].rotate_left(segment % turns);
        self
    }

    /// Assigns the places of a round to the workers, one place after the other. At each step, every worker has a due
    /// number of places, which is in proportion to its weight. The next place goes to the worker whose number of places
    /// is furthest below its due number. Every worker gets at least one place.
    fn give_turns(&mut self, weights: &[u128]) {
        let all: u128 = weights.iter().sum();
        let mut given = vec![0_u128; weights.len()];
        for turn in 0..MOST as usize {
            let left = MOST as usize - turn;
            let without = given.iter().filter(|&&given| given == 0).count();
            // This is twice the due number of places of a worker. `lag` subtracts twice the number of places that the
            // worker has.
            let due = |worker: usize| (turn as u128 + 1) * weights[worker] * 2 / all.max(1);
            let lag = |&worker: &usize| (MANY + due(worker) - 2 * given[worker], weights.len() - worker);
            let next = if without >= left {
                (0..weights.len()).find(|&worker| given[worker] == 0)
            } else {
                (0..weights.len()).max_by_key(lag)
            };
            let next = next.unwrap_or_default();
            given[next] += 1;
            self.whose[turn] = next as u8;
        }
    }

    /// Returns the number of workers of all processes.
    #[inline]
    pub(super) const fn workers(&self) -> usize {
        self.workers as usize
    }

    /// Returns the indices of this process's workers among all workers.
    #[inline]
    pub(super) const fn here(&self) -> Range<usize> {
        let (first, count) = self.here;
        first as usize..(first + count) as usize
    }

    #[inline]
    pub(super) const fn owner(&self, segment: usize) -> usize {
        self.whose[segment % self.turns as usize] as usize
    }

    /// Returns the index of a segment among the segments of the worker that owns it.
    #[inline]
    pub(super) fn local(&self, segment: usize) -> usize {
        let (round, turn) = (segment / self.turns as usize, segment % self.turns as usize);
        let whose = self.whose[turn];
        round * self.turns_of(whose) + count(&self.whose[..turn], whose)
    }

    /// Returns the segment that has the index `local` among the segments of `worker`.
    #[inline]
    pub(super) fn segment(&self, worker: usize, local: usize) -> usize {
        let turns = self.turns_of(worker as u8);
        let own = self.round().iter().enumerate().filter(|&(_, &whose)| whose as usize == worker);
        let turn = own.map(|(turn, _)| turn).nth(local % turns).unwrap_or_default();
        local / turns * self.turns as usize + turn
    }

    /// Returns the number of segments of a worker among the first `segments` segments.
    pub(super) fn share(&self, worker: usize, segments: usize) -> usize {
        let rest = &self.whose[..segments % self.turns as usize];
        segments / self.turns as usize * self.turns_of(worker as u8) + count(rest, worker as u8)
    }

    fn turns_of(&self, worker: u8) -> usize {
        count(self.round(), worker)
    }

    /// Returns, for each place of a round, the index of the worker that the place belongs to.
    pub(super) fn round(&self) -> &[u8] {
        &self.whose[..self.turns as usize]
    }
}

/// Returns the process that a worker belongs to.
pub(super) fn process_of(members: &[Member], mut worker: usize) -> usize {
    let is_before = |member: &&Member| {
        let is_before = worker >= member.workers;
        worker -= if is_before { member.workers } else { 0 };
        is_before
    };
    members.iter().take_while(is_before).count()
}

/// Counts the places of a round that belong to a worker.
fn count(turns: &[u8], whose: u8) -> usize {
    turns.iter().map(|&other| usize::from(other == whose)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(workers: usize, weight: u64) -> Member {
        Member { workers, weight }
    }

    #[test]
    fn every_segment_has_one_owner_who_finds_it_again() {
        let all: [&[Member]; 6] = [
            &[member(1, 1)],
            &[member(2, 1), member(2, 1), member(2, 1)],
            &[member(1, 3), member(2, 1)],
            &[member(8, 64 << 30), member(8, 16 << 30), member(4, 1 << 30)],
            &[member(223, u64::MAX), member(1, 1)],
            &[member(1, 0), member(1, u64::MAX)],
        ];
        for members in all {
            for process in 0..members.len() {
                let partition = Partition::of(members, process);
                let mut counts = vec![0; partition.workers()];
                for segment in 0..1000 {
                    let owner = partition.owner(segment);
                    assert_eq!(partition.local(segment), counts[owner], "{members:?}");
                    assert_eq!(partition.segment(owner, counts[owner]), segment, "{members:?}");
                    counts[owner] += 1;
                    assert_eq!(partition.share(owner, segment + 1), counts[owner]);
                }
                assert!(counts.iter().all(|&count| count > 0), "{members:?}: {counts:?}");
            }
        }
    }

    #[test]
    fn shares_are_in_proportion_to_weight() {
        let members = [member(2, 48), member(4, 16), member(1, 64)];
        let partition = Partition::of(&members, 0);
        let share = |workers: Range<usize>| workers.map(|worker| partition.share(worker, 1 << 16)).sum::<usize>();
        for (workers, of_128) in [(0..2, 48), (2..6, 16), (6..7, 64)] {
            let share = share(workers) as f64 / f64::from(1 << 16);
            assert!((share - f64::from(of_128) / 128.0).abs() < 0.01, "{share} of {of_128}/128");
        }
        // The places of a worker must not be neighbours. The reason is that depth and slot are often correlated.
        let most = partition.round().chunk_by(|one, other| one == other).map(<[u8]>::len).max();
        assert!(most <= Some(2), "{:?}", partition.round());
    }
}
