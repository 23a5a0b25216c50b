//! The order of the slots in a table's file. Positions are sorted by the owners of the animals, then by the lions'
//! squares, then by the squares of the other animals.
//!
//! If positions are sorted by slot, neighbouring positions often differ in the owner of an elephant. So the values of
//! neighbouring positions are often different. In the file order, the owners change as seldom as possible, so
//! neighbours have similar values. Compressed blocks of 16,384 slots need 0.220 bytes per position in the file order,
//! and 0.251 bytes if positions are sorted by slot.
//!
//! A *class* is the set of arrangements with the same number of animals of each kind on the board and the same owners.
//! Three indexes describe an arrangement of a class. The first index stands for the squares of the chicks. The second
//! index stands for the squares of the giraffes, chosen from the squares without chicks. The third index stands for the
//! squares of the elephants, chosen from the squares without chicks and giraffes. The rank of an arrangement is a
//! linear function of these three indexes.

use std::ops::Range;

use super::arrangement::{FREE, Ways, arrangements, pairs};

/// Converts between arrangements and their indexes in the file order. A file contains the classes of arrangements one
/// after the other. In all arrangements of a class, the animals have the same owners.
#[derive(Debug)]
pub(super) struct OwnerOrder {
    ways: [Ways; 3],
    classes: Vec<Class>,
}

/// The arrangements of one class. In all arrangements of a class, the animals have the same owners.
#[derive(Clone, Copy, Debug, Default)]
struct Class {
    /// The number of arrangements in all earlier classes.
    start: u64,
    /// The rank of the first arrangement in the class.
    base: u32,
    /// For the chicks, the giraffes and the elephants: the amount by which the arrangement's rank grows if the index of
    /// this kind's squares grows by 1.
    strides: [u32; 3],
    /// For the chicks, the giraffes and the elephants: the number of possible sets of squares of this kind.
    sides: [u32; 3],
}

/// The owners and the squares of the animals of one kind.
#[derive(Clone, Copy)]
struct Placed {
    on_board: usize,
    owned: u32,
    /// The index of the animals' set of squares among all possible sets.
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

impl OwnerOrder {
    /// Builds the file order from the [`Ways`] of each kind.
    pub(super) fn new(ways: [Ways; 3]) -> Self {
        let mut owner_order = Self { ways, classes: Vec::new() };
        let mut start = 0;
        for chicks in all(ways[0]) {
            for giraffes in all(ways[1]) {
                for elephants in all(ways[2]) {
                    let class = Class { start, ..owner_order.class([chicks, giraffes, elephants]) };
                    start += class.size();
                    owner_order.classes.push(class);
                }
            }
        }
        owner_order
    }

    /// Returns the class of an arrangement whose three indexes are 0.
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

    /// Returns the number of arrangements of the kinds after `kind` on `squares` squares.
    fn after(&self, kind: usize, squares: u32) -> u32 {
        match kind {
            0 => arrangements(self.ways[1], squares, |left| self.after(1, left)),
            1 => arrangements(self.ways[2], squares, |_| 1),
            _ => 1,
        }
    }

    /// Returns the index of the first arrangement with `on_board` animals of a kind on the board.
    fn start(&self, kind: usize, squares: u32, on_board: usize) -> u32 {
        let [none, one, _] = self.ways[kind];
        let starts = [0, none * self.after(kind, squares), one * squares * self.after(kind, squares.saturating_sub(1))];
        starts[..=on_board].iter().sum()
    }

    /// Returns the index of a position in the file order. The position is given by its frame (the squares of the lions)
    /// and the rank of its arrangement (the places of the other animals). `frames` is the number of all frames.
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

    /// Returns the owners and the squares of the animals in an arrangement.
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

    /// Visits the frame and the arrangement for each index of a range in the file order. `frames` is the number of all
    /// frames.
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

/// Returns all choices of owners for the animals of a kind.
fn all(ways: Ways) -> impl Iterator<Item = Placed> {
    (0..3).flat_map(move |on_board| (0..ways[on_board]).map(move |owned| Placed { on_board, owned, index: 0 }))
}
