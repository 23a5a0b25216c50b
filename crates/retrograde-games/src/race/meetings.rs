//! Computes the pairs of squares (a, b) from which B can still meet A. The square a is in A's layer, and b is in B's
//! layer (see [`layers`](super::layers)). For each square a, the program stores the set of all squares b from which B
//! can still meet A. The bits of words represent this set.
//!
//! The pairs before one step of both sides follow from the pairs after this step. The program uses two operations:
//!
//! * B chooses its step. A square b of the new layer meets a if B can step from b to some square b' that meets a. So
//!   the program moves the bit of each next square b' to the bits of the predecessors of b'. One rotation moves all
//!   bits that move from one word to another word by the same distance.
//! * A chooses its step. A square a meets b only if every next square a' of a meets b. So the set of squares b for a
//!   square a is the intersection of the sets for all next squares of a. The program computes this intersection with
//!   whole words. If two squares of A's layer are next to each other, the next squares of these two squares are usually
//!   also next to each other. So the program processes runs of words together.
//!
//! Most pairs of squares (a, b) do not meet. If neighbouring squares have neighbouring indexes in their layers, the
//! pairs that meet lie near a diagonal. So for each group of 64 squares b, the program stores words only for a range of
//! squares a. No square a outside this range meets a square b of the group.

use std::iter;
use std::ops::Range;

use multiversion::multiversion;
use retrograde::BySide;

use super::paths::Fork;
use super::rules::{A, B};

/// The number of bits in a word.
const WORD: usize = u64::BITS as usize;

/// A set of pairs (a, b) of squares, given by their indexes in the two layers.
#[derive(Clone, Default)]
pub(super) struct Meetings {
    /// The columns. Each column is for 64 consecutive squares b, whose bits form a word.
    columns: Vec<Column>,
}

/// A column contains one word for each square a of a range. The bits of a word stand for 64 squares b. For every square
/// a outside the range, the word is 0.
#[derive(Clone, Default)]
struct Column {
    first: usize,
    words: Vec<u64>,
}

impl Column {
    fn range(&self) -> Range<usize> {
        self.first..self.first + self.words.len()
    }

    /// Empties the column and sets its range.
    fn clear(&mut self, range: &Range<usize>) {
        self.first = range.start;
        self.words.clear();
        self.words.resize(range.len(), 0);
    }

    /// Removes squares a that belong to no pair from both ends of the range.
    fn trim(&mut self) {
        let end = self.words.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1);
        self.words.truncate(end);
        let empty = self.words.iter().position(|&word| word != 0).unwrap_or(0);
        self.words.drain(..empty);
        self.first += empty;
    }
}

impl Meetings {
    /// Replaces the set of pairs by the set of all pairs (a, a).
    pub(super) fn set_identity(&mut self, width: usize) {
        self.columns.resize_with(width.div_ceil(WORD), Column::default);
        for (column, first) in self.columns.iter_mut().zip((0..).step_by(WORD)) {
            column.first = first;
            column.words.clear();
            column.words.extend((first..width).take(WORD).map(|a| 1 << (a - first)));
        }
    }

    /// Returns whether B can still meet A if B stands on the square with index `b`, and A on the square with index `a`.
    pub(super) fn contains(&self, a: usize, b: usize) -> bool {
        let column = &self.columns[b / WORD];
        let word = a.checked_sub(column.first).and_then(|row| column.words.get(row));
        word.is_some_and(|word| word >> (b % WORD) & 1 == 1)
    }
}

/// A run of consecutive squares of a layer, whose forks (next squares) are also consecutive. From each square of the
/// run to the next square, every index of the fork grows by one. `fork` is the fork of the first square.
struct Run {
    start: usize,
    length: usize,
    fork: [usize; 4],
}

fn find_runs(forks: &[Fork], runs: &mut Vec<Run>) {
    runs.clear();
    let mut expected = [0; 4];
    for (start, &fork) in forks.iter().enumerate() {
        // Compares all four indexes without branches.
        let is_expected =
            fork.iter().zip(expected).fold(0, |difference, (to, expected)| difference | (to ^ expected)) == 0;
        match runs.last_mut() {
            Some(run) if is_expected => run.length += 1,
            _ => runs.push(Run { start, length: 1, fork: fork.map(|to| to as usize) }),
        }
        expected = fork.map(|to| to + 1);
    }
}

/// A shift moves some bits of one word into another word by one rotation. The bits stand for squares of B. A shift
/// leads from the layer after a step of B to the layer before this step.
struct Shift {
    from: usize,
    mask: u64,
    rotation: u32,
    into: usize,
}

impl Shift {
    fn shares(&self, other: &Self) -> bool {
        (self.from, self.rotation, self.into) == (other.from, other.rotation, other.into)
    }
}

fn find_shifts(runs: &[Run], shifts: &mut Vec<Shift>) {
    shifts.clear();
    // The shifts before this index move bits only into words before the run's first word.
    let mut open = 0;
    for run in runs {
        while shifts.get(open).is_some_and(|shift| shift.into < run.start / WORD) {
            open += 1;
        }
        let [first, others @ ..] = run.fork;
        for from in iter::once(first).chain(others.into_iter().filter(|&other| other != first)) {
            add_shifts(from, run, shifts, open);
        }
    }
}

/// Adds shifts to `shifts`. The shifts move bits, beginning with the bit `from`, to the bits of the run. Each shift
/// moves bits from one word to one word. If possible, the function merges a shift into an existing shift.
fn add_shifts(from: usize, run: &Run, shifts: &mut Vec<Shift>, open: usize) {
    let mut done = 0;
    while done < run.length {
        let (source, target) = (from + done, run.start + done);
        let count = (run.length - done).min(WORD - source % WORD).min(WORD - target % WORD);
        let mask = !0 >> (WORD - count) << (source % WORD);
        let shift = Shift {
            from: source / WORD,
            mask,
            rotation: (target.wrapping_sub(source) % WORD) as u32,
            into: target / WORD,
        };
        match shifts[open..].iter_mut().find(|known| known.shares(&shift)) {
            Some(known) => known.mask |= mask,
            None => shifts.push(shift),
        }
        done += count;
    }
}

/// Computes the pairs that meet before a step of both sides. The computation starts from the pairs that meet after this
/// step.
#[derive(Default)]
pub(super) struct Stepper {
    runs: Vec<Run>,
    shifts: Vec<Shift>,
    /// The pairs that consist of a square a after the step and a square b before the step.
    united: Meetings,
    /// The range of each column of `united`, during its computation.
    ranges: Vec<Range<usize>>,
    /// One word for each square a. The word is not 0 if a meets some square b.
    met: Vec<u64>,
}

impl Stepper {
    /// Replaces `meetings` by the pairs before the last step of each side.
    pub(super) fn step_back(&mut self, meetings: &mut Meetings, forks: &BySide<Vec<Fork>>) {
        let words = forks[B].len().div_ceil(WORD);
        find_runs(&forks[B], &mut self.runs);
        find_shifts(&self.runs, &mut self.shifts);
        self.find_ranges(meetings, words);
        self.united.columns.resize_with(words, Column::default);
        for (column, range) in self.united.columns.iter_mut().zip(&self.ranges) {
            column.clear(range);
        }
        unite(&meetings.columns, &self.shifts, &mut self.united.columns);
        find_runs(&forks[A], &mut self.runs);
        meetings.columns.resize_with(words, Column::default);
        self.met.clear();
        self.met.resize(forks[A].len(), 0);
        intersect(&self.united.columns, &self.runs, &mut meetings.columns, &mut self.met);
    }

    /// Returns whether every square a of A's layer meets some square b of B's layer.
    pub(super) fn all_intersect(&self) -> bool {
        !self.met.contains(&0)
    }

    /// Computes the range of squares a for each word of `united`.
    fn find_ranges(&mut self, meetings: &Meetings, words: usize) {
        self.ranges.clear();
        self.ranges.resize(words, 0..0);
        for shift in &self.shifts {
            let from = meetings.columns[shift.from].range();
            let into = &mut self.ranges[shift.into];
            if into.start == into.end {
                *into = from;
            } else if from.start < from.end {
                *into = into.start.min(from.start)..into.end.max(from.end);
            }
        }
    }
}

/// Moves the bits of the squares b that meet a, for each square a. The moved bits stand for the squares from which B
/// can step to b.
#[multiversion(targets = "simd")]
fn unite(columns: &[Column], shifts: &[Shift], united: &mut [Column]) {
    for &Shift { from, mask, rotation, into } in shifts {
        let (from, into) = (&columns[from], &mut united[into]);
        let start = if from.words.is_empty() { 0 } else { from.first - into.first };
        for (sum, word) in into.words[start..].iter_mut().zip(&from.words) {
            *sum |= (word & mask).rotate_left(rotation);
        }
    }
}

/// For each square a, computes the squares b that meet all next squares of a. `met` records the squares a for which the
/// computation finds at least one square b.
#[multiversion(targets = "simd")]
fn intersect(united: &[Column], runs: &[Run], columns: &mut [Column], met: &mut [u64]) {
    for (from, column) in united.iter().zip(columns) {
        let range = from.range();
        column.clear(&(0..0));
        let before = runs.partition_point(|run| run.fork[0] + run.length <= range.start);
        for run in runs[before..].iter().take_while(|run| run.fork[0] < range.end) {
            // A square has a nonzero word only if all its next squares lie in the range.
            let [least, .., most] = run.fork;
            let skipped = range.start.saturating_sub(least);
            let end = run.length.min(range.end.saturating_sub(most));
            if skipped >= end {
                continue;
            }
            let first = run.start + skipped;
            if column.words.is_empty() {
                column.first = first;
            }
            column.words.resize(first - column.first, 0);
            let [p, q, r, s] = run.fork.map(|next| &from.words[next + skipped - from.first..][..end - skipped]);
            column.words.extend((0..end - skipped).map(|i| p[i] & q[i] & r[i] & s[i]));
        }
        column.trim();
        for (sum, word) in met[column.first..].iter_mut().zip(&column.words) {
            *sum |= word;
        }
    }
}
