//! The order in which a table is kept in files: first by whose the animals are, then by where the lions stand, then by where all else is.
//!
//! In the order of slots, whose an elephant is changes from one slot to the next, and with it who is ahead. Here it changes last, so that
//! neighbours have like values: blocks of 16,384 slots take 0.220 bytes a position instead of 0.251.
//!
//! A *class* says of each kind how many of its animals are on the board, and how all are owned. Its arrangements are a box: where the chicks
//! stand, by where the giraffes stand on the squares that are left, by where the elephants do. Their numbers are linear in these three.

use std::ops::Range;

use super::arrangement::{FREE, Ways, arrangements, pairs};

/// The places of arrangements, class by class.
#[derive(Debug)]
pub(super) struct Filing {
    ways: [Ways; 3],
    classes: Vec<Class>,
}

/// The arrangements of one class.
#[derive(Clone, Copy, Debug, Default)]
struct Class {
    /// How many arrangements other classes have before it.
    start: u64,
    /// The number of the first.
    base: u32,
    /// How far numbers of neighbours are apart, for chicks, giraffes and elephants.
    strides: [u32; 3],
    /// The sides of the box.
    sides: [u32; 3],
}

/// How animals of a kind are owned and placed.
#[derive(Clone, Copy)]
struct Placed {
    on_board: usize,
    owned: u32,
    /// Which of all ways to choose their squares.
    index: u32,
}

impl Class {
    fn size(&self) -> u64 {
        self.sides.iter().map(|&side| u64::from(side)).product()
    }

    fn place(&self, [chicks, giraffes, elephants]: [u32; 3]) -> u64 {
        let [_, by_giraffes, by_elephants] = self.sides.map(u64::from);
        (u64::from(chicks) * by_giraffes + u64::from(giraffes)) * by_elephants + u64::from(elephants)
    }
}

impl Filing {
    /// That of animals that are owned in so many ways, by how many of a kind are on the board.
    pub(super) fn new(ways: [Ways; 3]) -> Self {
        let mut filing = Self { ways, classes: Vec::new() };
        let mut start = 0;
        for chicks in all(ways[0]) {
            for giraffes in all(ways[1]) {
                for elephants in all(ways[2]) {
                    let class = Class { start, ..filing.class([chicks, giraffes, elephants]) };
                    start += class.size();
                    filing.classes.push(class);
                }
            }
        }
        filing
    }

    /// A class by one of its arrangements, with indices that are 0.
    fn class(&self, placed: [Placed; 3]) -> Class {
        let mut class = Class::default();
        let mut squares = FREE as u32;
        for (kind, Placed { on_board, owned, .. }) in placed.into_iter().enumerate() {
            let left = squares.saturating_sub(on_board as u32);
            let each = self.after(kind, left);
            class.base += self.start(kind, squares, on_board) + owned * each;
            class.strides[kind] = self.ways[kind][on_board] * each;
            class.sides[kind] = [1, squares, pairs(squares)][on_board];
            squares = left;
        }
        class
    }

    /// How many arrangements the kinds after this one have on so many squares.
    fn after(&self, kind: usize, squares: u32) -> u32 {
        match kind {
            0 => arrangements(self.ways[1], squares, |left| self.after(1, left)),
            1 => arrangements(self.ways[2], squares, |_| 1),
            _ => 1,
        }
    }

    /// Where those with so many animals of a kind on the board begin.
    fn start(&self, kind: usize, squares: u32, on_board: usize) -> u32 {
        let [none, one, _] = self.ways[kind];
        let starts = [0, none * self.after(kind, squares), one * squares * self.after(kind, squares.saturating_sub(1))];
        starts[..=on_board].iter().sum()
    }

    /// The place of an arrangement of a frame, where there are so many frames.
    pub(super) fn place(&self, frames: u64, frame: u64, rank: u32) -> u64 {
        let placed = self.placed(rank);
        let [chicks, giraffes, elephants] = [0, 1, 2].map(|kind| {
            let Placed { on_board, owned, .. } = placed[kind];
            (self.ways[kind][..on_board].iter().sum::<u32>() + owned) as usize
        });
        let [_, by_giraffes, by_elephants] = self.ways.map(|ways| ways.iter().sum::<u32>() as usize);
        let class = &self.classes[(chicks * by_giraffes + giraffes) * by_elephants + elephants];
        class.start * frames + frame * class.size() + class.place(placed.map(|placed| placed.index))
    }

    /// How the animals of an arrangement are owned and placed.
    fn placed(&self, rank: u32) -> [Placed; 3] {
        let (mut squares, mut rest) = (FREE as u32, rank);
        [0, 1, 2].map(|kind| {
            let on_board =
                (1..3).take_while(|&more| self.ways[kind][more] > 0 && rest >= self.start(kind, squares, more)).count();
            let left = squares.saturating_sub(on_board as u32);
            let (each, ways) = (self.after(kind, left), self.ways[kind][on_board]);
            let within = rest - self.start(kind, squares, on_board);
            let way = within / each;
            (squares, rest) = (left, within % each);
            Placed { on_board, owned: way % ways, index: way / ways }
        })
    }

    /// Visits the frames and the arrangements of a range of places, where there are so many frames.
    pub(super) fn each(&self, frames: u64, places: Range<u64>, mut visit: impl FnMut(u64, u32)) {
        let mut place = places.start;
        while place < places.end {
            let number = self.classes.partition_point(|class| class.start * frames <= place) - 1;
            let class = &self.classes[number];
            let within = place - class.start * frames;
            let (frame, within) = (within / class.size(), (within % class.size()) as u32);
            let [_, by_giraffes, by_elephants] = class.sides;
            let (row, first) = (within / by_elephants, within % by_elephants);
            let begin = class.base + row / by_giraffes * class.strides[0] + row % by_giraffes * class.strides[1];
            let count = u64::from(by_elephants - first).min(places.end - place);
            for elephants in first..first + count as u32 {
                visit(frame, begin + elephants * class.strides[2]);
            }
            place += count;
        }
    }
}

/// All ways that animals of a kind can be owned.
fn all(ways: Ways) -> impl Iterator<Item = Placed> {
    (0..3).flat_map(move |on_board| (0..ways[on_board]).map(move |owned| Placed { on_board, owned, index: 0 }))
}
