//! Which pairs of squares, one of each side's layer, let B still meet A: a word of B's squares for each of A's.
//!
//! One step of both sides takes two operations:
//!
//! * B may choose. The squares b of the new layer from which a set of squares b' can be reached are the set with its bits
//!   moved: all the b' of a word whose predecessors lie equally far from them move by one rotation.
//! * A may choose. The b's for a are those that all its next squares a' have in common: an intersection of whole words. Neighbours a
//!   mostly have neighbours a', so that runs of words are worked through side by side.
//!
//! Most pairs do not meet, and in an order of the layers that keeps neighbours together the others lie near a diagonal. So
//! each word of b's is kept only for the range of a's that have any of them.

use std::ops::Range;

use multiversion::multiversion;

/// Bits of a word.
const WORD: u32 = u64::BITS;

/// The set of pairs (a, b) for two layers, by their indices.
#[derive(Clone, Default)]
pub(super) struct Meetings {
    /// For each word of b's.
    columns: Vec<Column>,
}

/// One word of b's for each a of a range; no other a has any of them.
#[derive(Clone, Default)]
struct Column {
    first: usize,
    words: Vec<u64>,
}

impl Column {
    fn range(&self) -> Range<usize> {
        self.first..self.first + self.words.len()
    }

    /// Empties the column and makes it one of that range, without pairs.
    fn clear(&mut self, range: &Range<usize>) {
        self.first = range.start;
        self.words.clear();
        self.words.resize(range.len(), 0);
    }

    /// Leaves out the a's without pairs at both ends.
    fn trim(&mut self) {
        let end = self.words.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1);
        self.words.truncate(end);
        let empty = self.words.iter().position(|&word| word != 0).unwrap_or(0);
        self.words.drain(..empty);
        self.first += empty;
    }
}

impl Meetings {
    /// Each square with itself.
    pub(super) fn set_identity(&mut self, width: usize) {
        self.columns.resize_with(width.div_ceil(WORD as usize), Column::default);
        for (column, first) in self.columns.iter_mut().zip((0..).step_by(WORD as usize)) {
            column.first = first;
            column.words.clear();
            column.words.extend((first..width).take(WORD as usize).map(|a| 1 << (a - first)));
        }
    }

    /// Whether B can still meet A.
    pub(super) fn contains(&self, a: usize, b: usize) -> bool {
        let column = &self.columns[b / WORD as usize];
        let word = a.checked_sub(column.first).and_then(|row| column.words.get(row));
        word.is_some_and(|word| word >> (b % WORD as usize) & 1 == 1)
    }
}

/// B's steps from a layer to the next one towards the middle, all in the opposite direction.
#[derive(Default)]
pub(super) struct Shifts {
    all: Vec<Shift>,
    /// The shifts from this one on move the word of which the last step was added.
    word_start: usize,
    /// The squares of the new layer.
    width: usize,
}

/// Bits of one word that move into another by the same rotation.
struct Shift {
    from: u32,
    mask: u64,
    rotation: u32,
    into: u32,
}

impl Shifts {
    pub(super) fn clear(&mut self) {
        self.all.clear();
        (self.word_start, self.width) = (0, 0);
    }

    /// Adds the step between `from`, which never decreases from call to call, and a square `to` of the new layer.
    pub(super) fn add(&mut self, from: u32, to: u32) {
        let (word, into, rotation) = (from / WORD, to / WORD, to.wrapping_sub(from) % WORD);
        self.width = self.width.max(to as usize + 1);
        if self.all.last().is_some_and(|last| last.from != word) {
            self.word_start = self.all.len();
        }
        let bit = 1 << (from % WORD);
        let same = |shift: &&mut Shift| shift.rotation == rotation && shift.into == into;
        match self.all[self.word_start..].iter_mut().find(same) {
            Some(shift) => shift.mask |= bit,
            None => self.all.push(Shift { from: word, mask: bit, rotation, into }),
        }
    }
}

/// A's next squares for each square of a layer.
#[derive(Default)]
pub(super) struct Forks {
    /// Each in ascending order, the first repeated if there are fewer than four; all in the order of the first.
    next: Vec<[u32; 4]>,
    runs: Vec<Run>,
}

/// Neighbours in a layer whose next squares are neighbours, too.
struct Run {
    start: usize,
    length: usize,
    /// The next squares of the first.
    next: [usize; 4],
}

impl Forks {
    pub(super) fn clear(&mut self) {
        self.next.clear();
    }

    /// Adds the step from a square `from`, which may be the first unknown one, to a next square `to`, which never decreases
    /// from call to call.
    pub(super) fn add(&mut self, from: u32, to: u32) {
        match self.next.get_mut(from as usize) {
            Some(next) => *next = [next[0], next[2], next[3], to],
            None => self.next.push([to; 4]),
        }
    }

    fn find_runs(&mut self) {
        self.runs.clear();
        let mut follower = None;
        for (start, &next) in self.next.iter().enumerate() {
            match self.runs.last_mut() {
                Some(run) if follower == Some(next) => run.length += 1,
                _ => self.runs.push(Run { start, length: 1, next: next.map(|to| to as usize) }),
            }
            follower = Some(next.map(|to| to + 1));
        }
    }
}

/// Takes the pairs of one step from those of the step after it.
#[derive(Default)]
pub(super) struct Stepper {
    /// By word of b's before the step, for a's after it.
    united: Meetings,
    /// For each range of `united`, while it is found.
    ranges: Vec<Range<usize>>,
    /// For each a, some bit if it meets any b.
    met: Vec<u64>,
}

impl Stepper {
    /// Moves `meetings` one step of both sides away from half way.
    pub(super) fn step_back(&mut self, meetings: &mut Meetings, forks: &mut Forks, shifts: &Shifts) {
        let words = shifts.width.div_ceil(WORD as usize);
        self.find_ranges(meetings, &shifts.all, words);
        self.united.columns.resize_with(words, Column::default);
        for (column, range) in self.united.columns.iter_mut().zip(&self.ranges) {
            column.clear(range);
        }
        unite(&meetings.columns, &shifts.all, &mut self.united.columns);
        forks.find_runs();
        meetings.columns.resize_with(words, Column::default);
        self.met.clear();
        self.met.resize(forks.next.len(), 0);
        intersect(&self.united.columns, &forks.runs, &mut meetings.columns, &mut self.met);
    }

    /// Whether each a meets some b.
    pub(super) fn all_meet(&self) -> bool {
        !self.met.contains(&0)
    }

    /// The range of a's that may come into each word of `united`.
    fn find_ranges(&mut self, meetings: &Meetings, shifts: &[Shift], words: usize) {
        self.ranges.clear();
        self.ranges.resize(words, 0..0);
        for shift in shifts {
            let from = meetings.columns[shift.from as usize].range();
            let into = &mut self.ranges[shift.into as usize];
            if into.start == into.end {
                *into = from;
            } else if from.start < from.end {
                *into = into.start.min(from.start)..into.end.max(from.end);
            }
        }
    }
}

/// For each a, moves the b's to where B can have come from.
#[multiversion(targets = "simd")]
fn unite(columns: &[Column], shifts: &[Shift], united: &mut [Column]) {
    for &Shift { from, mask, rotation, into } in shifts {
        let (from, into) = (&columns[from as usize], &mut united[into as usize]);
        let start = if from.words.is_empty() { 0 } else { from.first - into.first };
        for (sum, word) in into.words[start..].iter_mut().zip(&from.words) {
            *sum |= (word & mask).rotate_left(rotation);
        }
    }
}

/// Gives each a the b's that all its next squares have. Notes in `met` who has any.
#[multiversion(targets = "simd")]
fn intersect(united: &[Column], runs: &[Run], columns: &mut [Column], met: &mut [u64]) {
    for (from, column) in united.iter().zip(columns) {
        let range = from.range();
        column.clear(&(0..0));
        let before = runs.partition_point(|run| run.next[0] + run.length <= range.start);
        for run in runs[before..].iter().take_while(|run| run.next[0] < range.end) {
            // Only those count of which all next squares are in the range.
            let [least, .., most] = run.next;
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
            let [p, q, r, s] = run.next.map(|next| &from.words[next + skipped - from.first..][..end - skipped]);
            column.words.extend((0..end - skipped).map(|i| p[i] & q[i] & r[i] & s[i]));
        }
        column.trim();
        for (sum, word) in met[column.first..].iter_mut().zip(&column.words) {
            *sum |= word;
        }
    }
}
