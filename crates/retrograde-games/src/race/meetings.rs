//! The pairs of squares, one of each side's layer, from which B can still meet A. For each of A's squares, words hold
//! B's squares as bits.
//!
//! One step of both sides takes two operations:
//!
//! * B may choose. A square b of the new layer meets a if B can step from b to a square b' that meets a. So the code
//!   moves the bits of the set of b'; all b' of a word whose predecessors lie at the same offset move by one rotation.
//! * A may choose. The b's for a are those common to all its next squares a': an intersection of whole words.
//!   Neighbours a mostly have neighbours a', so the code processes runs of words together.
//!
//! Most pairs do not meet. If the order of the layers keeps neighbours together, the other pairs lie near a diagonal.
//! So the code stores each word of b's only for the range of a's that have a bit in it.

use std::iter;
use std::ops::Range;

use multiversion::multiversion;
use retrograde::BySide;

use super::paths::Fork;
use super::rules::{A, B};

/// The number of bits in a word.
const WORD: usize = u64::BITS as usize;

/// A set of pairs (a, b) of two layers, by their indexes.
#[derive(Clone, Default)]
pub(super) struct Meetings {
    /// One column for each word of b's.
    columns: Vec<Column>,
}

/// One word of b's for each a of a range; all other a's have an empty word.
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

    /// Removes the a's without pairs at both ends.
    fn trim(&mut self) {
        let end = self.words.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1);
        self.words.truncate(end);
        let empty = self.words.iter().position(|&word| word != 0).unwrap_or(0);
        self.words.drain(..empty);
        self.first += empty;
    }
}

impl Meetings {
    /// Sets the pairs of each square with itself.
    pub(super) fn set_identity(&mut self, width: usize) {
        self.columns.resize_with(width.div_ceil(WORD), Column::default);
        for (column, first) in self.columns.iter_mut().zip((0..).step_by(WORD)) {
            column.first = first;
            column.words.clear();
            column.words.extend((first..width).take(WORD).map(|a| 1 << (a - first)));
        }
    }

    /// Returns whether B can still meet A.
    pub(super) fn contains(&self, a: usize, b: usize) -> bool {
        let column = &self.columns[b / WORD];
        let word = a.checked_sub(column.first).and_then(|row| column.words.get(row));
        word.is_some_and(|word| word >> (b % WORD) & 1 == 1)
    }
}

/// Consecutive squares of a layer whose forks are also consecutive: each index of the next square's fork is one higher.
/// `fork` is the first square's.
struct Run {
    start: usize,
    length: usize,
    fork: [usize; 4],
}

fn find_runs(forks: &[Fork], runs: &mut Vec<Run>) {
    runs.clear();
    let mut expected = [0; 4];
    for (start, &fork) in forks.iter().enumerate() {
        // Compares all four without branches.
        let is_expected =
            fork.iter().zip(expected).fold(0, |difference, (to, expected)| difference | (to ^ expected)) == 0;
        match runs.last_mut() {
            Some(run) if is_expected => run.length += 1,
            _ => runs.push(Run { start, length: 1, fork: fork.map(|to| to as usize) }),
        }
        expected = fork.map(|to| to + 1);
    }
}

/// Bits of one word that move into another word by the same rotation: squares of B, from the layer after a step to the
/// layer before it.
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
    // Shifts before this index move into words before the run's first word.
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

/// Adds the moves of the bits from `from` onwards into the bits of the run, word by word; merges them into existing
/// shifts if possible.
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

/// Computes the pairs before a step from the pairs after it.
#[derive(Default)]
pub(super) struct Stepper {
    runs: Vec<Run>,
    shifts: Vec<Shift>,
    /// By word of b's before the step, for a's after it.
    united: Meetings,
    /// The range of each column of `united`, during its computation.
    ranges: Vec<Range<usize>>,
    /// For each a, a nonzero word if it meets some b.
    met: Vec<u64>,
}

impl Stepper {
    /// Moves `meetings` one step of both sides away from half way.
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

    /// Returns whether each a meets some b.
    pub(super) fn all_intersect(&self) -> bool {
        !self.met.contains(&0)
    }

    /// Computes the range of a's for each word of `united`.
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

/// Moves the b's of each a to the squares from which B can step to them.
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

/// Gives each a the b's common to all its next squares. Records in `met` which a's have any.
#[multiversion(targets = "simd")]
fn intersect(united: &[Column], runs: &[Run], columns: &mut [Column], met: &mut [u64]) {
    for (from, column) in united.iter().zip(columns) {
        let range = from.range();
        column.clear(&(0..0));
        let before = runs.partition_point(|run| run.fork[0] + run.length <= range.start);
        for run in runs[before..].iter().take_while(|run| run.fork[0] < range.end) {
            // Only squares count whose next squares all lie in the range.
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
