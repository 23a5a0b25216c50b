//! The engine finds some steps by the contents of a line of squares. Pushes are an example.
//!
//! A push depends on the contents of all squares of its line, so it has an instance for each combination of contents.
//! Few of these instances fit a given position. The table of a line lists the instances that fit each combination of
//! contents.

use std::collections::BTreeMap;

use super::bits::{Set, compress, expand};

/// A test: the number of a set, and the squares that this set must contain.
pub(super) type Squares = (u8, Set);

/// The maximum number of bits of the contents of a line.
const MOST_BITS: u32 = 12;

/// The maximum number of steps that the engine tests to fill the tables of a description.
const MOST_TESTS: u64 = 1 << 24;

/// The minimum number of steps of a line with a table. If a line has fewer steps, the search by pieces is as fast as
/// the table.
const LEAST_STEPS: usize = 16;

/// The steps of one line.
#[derive(Debug)]
struct Line {
    squares: Set,
    /// The number of squares.
    length: u32,
    /// The index of the line's first element in [`Lines::ranges`].
    start: usize,
}

/// The steps of all lines. A step's number is the index of the step in the caller's list.
#[derive(Debug, Default)]
pub(super) struct Lines {
    all: Vec<Line>,
    /// The ranges in `steps`, with one range for each line and each combination of contents. A range contains the steps
    /// that fit these contents. The contents of a line are the bits of each component on the line's squares.
    ranges: Vec<(u32, u32)>,
    steps: Vec<u32>,
    components: usize,
}

/// Whether a test passes on a line. The function [`super::moves::sight_number`] numbers the sets that tests read. The
/// components come first, then the sets of empty squares, of occupied squares, of own pieces and of the opponent's
/// pieces.
fn passes(test: Squares, contents: &[Set], line: Set) -> bool {
    let (sight, squares) = (usize::from(test.0), test.1);
    let union = |sets: &[Set]| sets.iter().fold(0, |all, set| all | set);
    let components = contents.len();
    let seen = match sight.checked_sub(components) {
        None => contents[sight],
        Some(0) => line & !union(contents),
        Some(1) => union(contents),
        Some(2) => union(&contents[..components / 2]),
        _ => union(&contents[components / 2..]),
    };
    seen & squares == squares
}

impl Lines {
    /// Chooses lines that have many steps. `tests` contains the tests of each step. Returns the lines and, for each
    /// step, whether the step belongs to a line. The caller must pass an empty list of tests for a step that tests a
    /// condition.
    pub(super) fn new(tests: &[Vec<Squares>], components: usize) -> (Self, Vec<bool>) {
        let (mut all, mut is_found) = (Self { components, ..Self::default() }, vec![false; tests.len()]);
        let mut left = MOST_TESTS;
        for (line, steps) in groups(tests, MOST_BITS / components.max(1) as u32) {
            let bits = components as u32 * line.count_ones();
            let cost = (steps.len() as u64) << bits;
            if steps.len() < LEAST_STEPS || cost > left {
                continue;
            }
            left -= cost;
            for &step in &steps {
                is_found[step] = true;
            }
            all.add(line, &steps, tests);
        }
        (all, is_found)
    }

    fn add(&mut self, line: Set, steps: &[usize], tests: &[Vec<Squares>]) {
        let length = line.count_ones();
        self.all.push(Line { squares: line, length, start: self.ranges.len() });
        for contents in 0..1_u64 << (self.components as u32 * length) {
            let sets: Vec<Set> = (0..self.components as u32)
                .map(|component| {
                    let bits = contents >> ((self.components as u32 - 1 - component) * length);
                    expand::<false>(bits & ((1 << length) - 1), line)
                })
                .collect();
            let fits = |step: &&usize| tests[**step].iter().all(|&test| passes(test, &sets, line));
            let start = self.steps.len() as u32;
            if are_disjoint(&sets) {
                self.steps.extend(steps.iter().filter(fits).map(|&step| step as u32));
            }
            self.ranges.push((start, self.steps.len() as u32));
        }
    }

    /// Collects the steps of lines that fit a position.
    #[inline(always)]
    pub(super) fn fitting<const FAST: bool>(&self, sights: &[Set], found: &mut Vec<u32>) {
        for line in &self.all {
            let mut contents = 0;
            for set in &sights[..self.components] {
                contents = contents << line.length | compress::<FAST>(*set, line.squares);
            }
            let (start, end) = self.ranges[line.start + contents as usize];
            found.extend_from_slice(&self.steps[start as usize..end as usize]);
        }
    }

    /// Replaces the number of each step: the number `n` becomes `places[n]`.
    pub(super) fn renumber(&mut self, places: &[u32]) {
        self.steps.iter_mut().for_each(|step| *step = places[*step as usize]);
    }

    /// The memory in bytes.
    pub(super) fn bytes(&self) -> u64 {
        (8 * self.ranges.len() + 4 * self.steps.len()) as u64
    }
}

fn are_disjoint(sets: &[Set]) -> bool {
    let mut all = 0;
    sets.iter().all(|set| {
        let is_disjoint = all & set == 0;
        all |= set;
        is_disjoint
    })
}

/// Sets of at most `most` squares. Each set comes with steps whose tests read only squares of the set. A step belongs
/// to at most one set.
fn groups(tests: &[Vec<Squares>], most: u32) -> Vec<(Set, Vec<usize>)> {
    let mut by_support = BTreeMap::<(u32, Set), Vec<usize>>::new();
    for (step, tests) in tests.iter().enumerate() {
        let support = tests.iter().fold(0, |all, test| all | test.1);
        if support.count_ones() <= most && support != 0 {
            by_support.entry((support.count_ones(), support)).or_default().push(step);
        }
    }
    let mut groups: Vec<(Set, Vec<usize>)> = Vec::new();
    for ((_, support), steps) in by_support.into_iter().rev() {
        match groups.iter_mut().find(|(line, _)| support & !line == 0) {
            Some((_, group)) => group.extend(steps),
            None => groups.push((support, steps)),
        }
    }
    groups
}
