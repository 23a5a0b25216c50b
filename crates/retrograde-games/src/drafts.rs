//! Generates the starts of a subtask's file (a subtask is a level of a contest problem). The starts of a file are known
//! cases that reveal faults of programs, new cases of the same kinds, and random starts.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use fastrand::Rng;
use retrograde::author::{Contest, KnownStart, Strictness};
use retrograde::rules::message::Message;

/// The sources from which the starts of one file are drawn. Every start is a whole token.
pub(crate) trait Source {
    /// Returns one case for each kind of fault, transformed by a random symmetry. A case is a group of consecutive
    /// starts. In the file, the groups with more than one start come first.
    fn hard(&mut self, rng: &mut Rng) -> Vec<Vec<String>>;

    /// Returns a new case that has the same kind of fault as one of the cases of [`hard`](Self::hard). If no new case
    /// exists, the result is empty.
    fn fresh(&mut self, rng: &mut Rng) -> Vec<String>;

    /// Returns the next known start, transformed by a random symmetry; `None` after the last known start.
    fn known(&mut self, rng: &mut Rng) -> Option<String>;

    /// Returns the random start with the index `number`. The start with index 0 has the largest size.
    fn random(&mut self, rng: &mut Rng, number: u64) -> Result<String, Message>;
}

/// Iterates over the starts of one file. The file begins with a case for each kind of fault and a start of the largest
/// size. In the rest of the file, new cases, known starts and random starts alternate.
pub(crate) struct Mixture<S> {
    source: S,
    rng: Rng,
    /// The queue of starts that the iterator returns before it draws more starts.
    waiting: VecDeque<Result<String, Message>>,
    /// The number of times that `next` has found the queue empty. The remainder of this number after division by 3
    /// decides whether a new case, a known start or a random start comes next.
    turn: u64,
    /// The number of random starts generated so far.
    random: u64,
}

impl<S: Source> Mixture<S> {
    /// `cases` is the number of starts in the file.
    pub(crate) fn new(source: S, rng: Rng, cases: u64) -> Self {
        let mut mixture = Self { source, rng, waiting: VecDeque::new(), turn: 0, random: 0 };
        let mut groups = mixture.source.hard(&mut mixture.rng);
        // One start is reserved for the largest size.
        let mut room = cases.saturating_sub(1);
        groups.retain(|group| {
            let fits = group.len() as u64 <= room;
            room -= if fits { group.len() as u64 } else { 0 };
            fits
        });
        // Groups of several starts come first. Groups of several starts reveal a program that keeps state between
        // cases, but only if no earlier case has changed this state.
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

/// Reads the starts of each known case, as whole tokens.
pub(crate) fn read(contest: &dyn Contest, known: &[KnownStart]) -> Vec<Vec<String>> {
    let starts = |known: &KnownStart| {
        let mut starts = Vec::new();
        let mut visit = |token| {
            starts.push(token);
            ControlFlow::Continue(())
        };
        contest.read(&mut known.input.as_bytes(), Strictness::Relaxed, &mut visit).map(|()| starts)
    };
    // Another test reads all known cases and reports errors. So this function may ignore errors.
    known.iter().filter_map(|known| starts(known).ok()).collect()
}

/// Returns the starts of known cases in a random order. If a case consists of one start, the function treats this start
/// as hard, because the authors did not combine it with other starts. Every second start of the result is a hard start,
/// as long as hard starts remain. The other starts come from the larger cases, one start from each case in turn.
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

    /// A source for tests. The source numbers its starts. The source has hard groups with the lengths in `groups`, two
    /// known starts, and any number of fresh and random starts.
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
