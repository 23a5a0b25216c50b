//! The shortest paths between the homes, layer by layer: outwards from both homes until they meet, and back again.

use retrograde::rules::memory::{self, NoMemory};
use retrograde::{BySide, Side};

use super::rules::{A, B};
use crate::grid::Grid;
use retrograde::author::Square;

/// A square's index among the marks.
type MarkIndex = u32;

/// The next squares of one of a layer, by their indices in the next layer, in ascending order; the first is repeated if there are
/// fewer than four. The forks of a layer are in the order of their first squares.
pub(super) type Fork = [u32; 4];

/// What is known of a square, in one byte. Walls stand all around the board.
type Mark = u8;

const WALL: Mark = 0;
const FLOOR: Mark = 1;
/// Set where it is known that the square is on a shortest path.
const ON_PATH: Mark = 16;

/// The mark of a square that takes `side` that many steps from home.
///
/// Squares are coloured as on a chessboard, so that neighbours differ by one in their distance from a home: four numbers
/// in turn tell the nearer neighbours from the farther ones.
const fn reached(side: Side, distance: usize) -> Mark {
    4 * (1 + side.index() as Mark) + (distance % 4) as Mark
}

/// A search from both homes, in a workspace that serves one board after the other: one byte a square, and two bytes more
/// for each that a shortest path takes.
#[derive(Default)]
pub(super) struct Paths {
    /// Row by row, with a wall behind each row, and a row of walls above and below.
    marks: Vec<Mark>,
    /// From a square to the one below.
    stride: usize,
    /// For each side the squares of one layer: while searching all that it reaches, later those on shortest paths.
    layers: BySide<Vec<MarkIndex>>,
    /// The layer that comes next.
    next: Vec<MarkIndex>,
    /// Where the sides have met.
    middle: Vec<MarkIndex>,
    /// By half the place: the index in its layer of each square that is marked as on a path, until the layer is complete; anything elsewhere.
    ///
    /// Two places that share an index are neighbours, or one is a wall; neighbours differ in colour, and a layer has squares of one colour.
    indices: Vec<u32>,
}

impl Paths {
    /// Makes room for a board: what is in proportion to its squares. Layers grow with what is found.
    ///
    /// # Errors
    /// [`NoMemory`].
    pub(super) fn reserve(&mut self, grid: &Grid) -> Result<(), NoMemory> {
        let marks = (grid.rows() + 2) * (grid.columns() + 1);
        self.marks.clear();
        memory::reserve(&mut self.marks, marks)?;
        if self.indices.len() < marks {
            self.indices = memory::zeros(marks as u64)?;
        }
        Ok(())
    }

    /// The number of steps from home to home; `None` if there is no path. Both sides' layers are then the squares half way; if the
    /// number is odd, those with one step more from A's home than from B's.
    ///
    /// # Panics
    /// If the board has 2^32 squares, with the walls around it.
    ///
    /// # Complexity
    /// O(squares) time; less if the homes are near each other.
    pub(super) fn search(&mut self, grid: &Grid, homes: BySide<Square>) -> Option<usize> {
        self.lay_out(grid);
        self.middle.clear();
        for side in Side::BOTH {
            let home = self.place(homes[side]);
            if self.marks[home as usize] != FLOOR {
                return None;
            }
            self.marks[home as usize] = reached(side, 0);
            self.layers[side].clear();
            self.layers[side].push(home);
        }
        for distance in 1.. {
            for (side, opposite, length) in
                [(A, reached(B, distance - 1), 2 * distance - 1), (B, reached(A, distance), 2 * distance)]
            {
                self.reach_out(side, distance, opposite);
                if !self.middle.is_empty() {
                    self.layers[A].clone_from(&self.middle);
                    self.layers[B].clone_from(&self.middle);
                    return Some(length);
                }
                if self.layers[side].is_empty() {
                    return None;
                }
            }
        }
        None
    }

    fn lay_out(&mut self, grid: &Grid) {
        self.stride = grid.columns() + 1;
        self.marks.clear();
        self.marks.resize(self.stride, WALL);
        for walls in grid.wall_rows() {
            self.marks.extend(walls.iter().map(|&wall| if wall { WALL } else { FLOOR }));
            self.marks.push(WALL);
        }
        self.marks.resize(self.marks.len() + self.stride, WALL);
        assert!(u32::try_from(self.marks.len()).is_ok(), "a board with its border has less than 2^32 squares");
    }

    /// Moves a side's layer one step away from home. Squares with the mark `opposite`, where it touches what the other side
    /// has reached, are the middle.
    fn reach_out(&mut self, side: Side, distance: usize, opposite: Mark) {
        let mark = reached(side, distance);
        self.next.clear();
        for &place in &self.layers[side] {
            for near in around(place, self.stride) {
                let found = &mut self.marks[near];
                if *found == FLOOR {
                    *found = mark;
                    self.next.push(near as MarkIndex);
                } else if *found == opposite {
                    *found |= ON_PATH;
                    self.middle.push(near as MarkIndex);
                }
            }
        }
        std::mem::swap(&mut self.layers[side], &mut self.next);
    }

    /// Moves a side's layer, of squares on shortest paths, one step back towards home, to `distance` from it. Each square of the
    /// new layer gets its fork: the indices of the squares of the old layer that it leads to.
    pub(super) fn step_back(&mut self, side: Side, distance: usize, forks: &mut Vec<Fork>) {
        let halves = self.marks.len().div_ceil(2);
        if self.indices.len() < halves {
            self.indices = vec![0; halves];
        }
        forks.clear();
        self.next.clear();
        let Self { marks, indices, next, .. } = self;
        let (marks, indices) = (marks.as_mut_slice(), indices.as_mut_slice());
        let nearer = reached(side, distance);
        for (&place, from) in self.layers[side].iter().zip(0..) {
            for near in around(place, self.stride) {
                if marks[near] & !ON_PATH != nearer {
                    continue;
                }
                if marks[near] == nearer {
                    marks[near] |= ON_PATH;
                    indices[near / 2] = next.len() as u32;
                    next.push(near as MarkIndex);
                    forks.push([from; 4]);
                } else {
                    let fork = &mut forks[indices[near / 2] as usize];
                    *fork = [fork[0], fork[2], fork[3], from];
                }
            }
        }
        std::mem::swap(&mut self.layers[side], &mut self.next);
    }

    /// The number of squares in a side's layer.
    pub(super) fn width(&self, side: Side) -> usize {
        self.layers[side].len()
    }

    /// The squares of a side's layer.
    pub(super) fn squares(&self, side: Side) -> impl Iterator<Item = Square> + '_ {
        let stride = self.stride as MarkIndex;
        self.layers[side].iter().map(move |place| Square::new((place / stride - 1) as u16, (place % stride) as u16))
    }

    fn place(&self, square: Square) -> MarkIndex {
        ((usize::from(square.row) + 1) * self.stride + usize::from(square.column)) as MarkIndex
    }
}

/// The places next to one that is not on the border, in reading order: then layers lie in an order in which
/// neighbours have near indices.
#[inline]
fn around(place: MarkIndex, stride: usize) -> [usize; 4] {
    let place = place as usize;
    [place - stride, place - 1, place + 1, place + stride]
}
