//! The starts of a subtask's file: known cases that wrong programs fail on, new ones of their kinds, and random ones.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use fastrand::Rng;
use retrograde::author::{Contest, KnownStart, Strictness};
use retrograde::rules::message::Message;

/// What the starts of one file are taken from. All starts are whole tokens.
pub(crate) trait Source {
    /// For each kind of fault a case that uncovers it, turned and mirrored: starts that follow each other in the file. The first group of
    /// several starts is the first of the file.
    fn hard(&mut self, rng: &mut Rng) -> Vec<Vec<String>>;

    /// A new case of one of these kinds; no start, if there is none.
    fn fresh(&mut self, rng: &mut Rng) -> Vec<String>;

    /// The next of all known starts, turned and mirrored; `None` at the end.
    fn known(&mut self, rng: &mut Rng) -> Option<String>;

    /// A random start. The one of number 0 has the largest size.
    fn random(&mut self, rng: &mut Rng, number: u64) -> Result<String, Message>;
}

/// The starts of one file: those of all kinds of fault first, then new, known and random ones in turn.
pub(crate) struct Mixture<S> {
    source: S,
    rng: Rng,
    /// Starts that come before all others.
    waiting: VecDeque<Result<String, Message>>,
    /// The starts since the first ones.
    turn: u64,
    /// The random starts so far.
    random: u64,
}

impl<S: Source> Mixture<S> {
    /// `cases`: the starts that the file has room for.
    pub(crate) fn new(source: S, rng: Rng, cases: u64) -> Self {
        let mut mixture = Self { source, rng, waiting: VecDeque::new(), turn: 0, random: 0 };
        let mut groups = mixture.source.hard(&mut mixture.rng);
        // One place is for a start of the largest size.
        let mut room = cases.saturating_sub(1);
        groups.retain(|group| {
            let fits = group.len() as u64 <= room;
            room -= if fits { group.len() as u64 } else { 0 };
            fits
        });
        // A program that keeps something from one case to the next fails on a group if nothing is kept from cases before it.
        let (several, alone): (Vec<_>, Vec<_>) = groups.into_iter().partition(|group| group.len() > 1);
        mixture.waiting.extend(several.into_iter().flatten().map(Ok));
        let largest = mixture.random();
        mixture.waiting.push_back(largest);
        mixture.waiting.extend(alone.into_iter().flatten().map(Ok));
        mixture
    }

    fn random(&mut self) -> Result<String, Message> {
        let number = self.random;
        self.random += 1;
        self.source.random(&mut self.rng, number)
    }
}

impl<S: Source> Iterator for Mixture<S> {
    type Item = Result<String, Message>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.waiting.is_empty() {
            self.turn += 1;
            match self.turn % 3 {
                1 => self.waiting.extend(self.source.fresh(&mut self.rng).into_iter().map(Ok)),
                2 => self.waiting.extend(self.source.known(&mut self.rng).map(Ok)),
                _ => {}
            }
        }
        Some(self.waiting.pop_front().unwrap_or_else(|| self.random()))
    }
}

/// The starts of each known case, as whole tokens.
pub(crate) fn read(contest: &dyn Contest, known: &[KnownStart]) -> Vec<Vec<String>> {
    let starts = |known: &KnownStart| {
        let mut starts = Vec::new();
        let mut visit = |token| {
            starts.push(token);
            ControlFlow::Continue(())
        };
        contest.read(&mut known.input.as_bytes(), Strictness::Relaxed, &mut visit).map(|()| starts)
    };
    // The tests read all of them.
    known.iter().filter_map(|known| starts(known).ok()).collect()
}

/// The starts of known cases in a random order: as many from each case as from any other, and every other one from a case of one start,
/// which was hard enough to be a case of its own.
pub(crate) fn in_turn(rng: &mut Rng, mut cases: Vec<Vec<String>>) -> VecDeque<String> {
    cases.retain(|starts| !starts.is_empty());
    rng.shuffle(&mut cases);
    let (alone, mut several): (Vec<_>, Vec<_>) = cases.into_iter().partition(|starts| starts.len() == 1);
    for starts in &mut several {
        rng.shuffle(starts);
    }
    let longest = several.iter().map(Vec::len).max().unwrap_or(0);
    let mut of_several = (0..longest).flat_map(|at| several.iter().filter_map(move |starts| starts.get(at).cloned()));
    let mut queue = VecDeque::new();
    for start in alone.into_iter().flatten() {
        queue.push_back(start);
        queue.extend(of_several.next());
    }
    queue.extend(of_several);
    queue
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hard groups of some lengths, five known starts, and numbers.
    struct Numbers {
        groups: Vec<usize>,
        known: u32,
        fresh: u32,
    }

    impl Source for Numbers {
        fn hard(&mut self, _: &mut Rng) -> Vec<Vec<String>> {
            self.groups.iter().map(|&length| (1..=length).map(|at| format!("hard {length}.{at}")).collect()).collect()
        }

        fn fresh(&mut self, _: &mut Rng) -> Vec<String> {
            self.fresh += 1;
            vec![format!("fresh {}", self.fresh)]
        }

        fn known(&mut self, _: &mut Rng) -> Option<String> {
            self.known += 1;
            (self.known <= 2).then(|| format!("known {}", self.known))
        }

        fn random(&mut self, _: &mut Rng, number: u64) -> Result<String, Message> {
            Ok(format!("random {number}"))
        }
    }

    fn first(groups: &[usize], cases: usize) -> Vec<String> {
        let source = Numbers { groups: groups.to_vec(), known: 0, fresh: 0 };
        let mixture = Mixture::new(source, Rng::with_seed(1), cases as u64);
        mixture.take(cases).collect::<Result<_, _>>().unwrap()
    }

    #[test]
    fn issue_27_groups_come_first_and_then_all_sources_in_turn() {
        let starts = first(&[2, 1], 10);
        let all = [
            "hard 2.1", "hard 2.2", "random 0", "hard 1.1", "fresh 1", "known 1", "random 1", "fresh 2", "known 2",
            "random 2",
        ];
        assert_eq!(starts, all);
    }

    #[test]
    fn issue_27_a_group_comes_whole_or_not_at_all() {
        assert_eq!(first(&[2], 2), ["random 0", "fresh 1"]);
        assert_eq!(first(&[1], 1), ["random 0"]);
        assert_eq!(first(&[3], 4), ["hard 3.1", "hard 3.2", "hard 3.3", "random 0"]);
    }

    #[test]
    fn issue_27_known_starts_come_once_from_every_case_in_turn() {
        let of = |name: &str, count: u32| (0..count).map(|at| format!("{name}{at}")).collect::<Vec<_>>();
        let cases = vec![of("a", 3), of("b", 1), of("c", 4), of("d", 1), Vec::new()];
        let mut starts: Vec<_> = in_turn(&mut Rng::with_seed(2), cases).into();
        let letters: String = starts.iter().map(|start| &start[..1]).collect();
        assert!(["ba", "bc", "da", "dc"].contains(&&letters[..2]), "{starts:?}");
        starts.sort();
        assert_eq!(starts, ["a0", "a1", "a2", "b0", "c0", "c1", "c2", "c3", "d0"]);
    }
}
