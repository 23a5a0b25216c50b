//! The shortest paths between the homes, layer by layer: outwards from both homes until they meet, and back again.

use retrograde::rules::memory::{self, NoMemory};
use retrograde::{BySide, Side};

use super::rules::{A, B};
use crate::grid::Grid;
use retrograde::author::Square;

/// An index into the marks.
type MarkIndex = u32;

/// The next squares of a layer's square, as ascending indexes into the next layer. If there are fewer than four, the
/// first is repeated. A layer's forks are in the order of their first squares.
pub(super) type Fork = [u32; 4];

/// The state of a square in one byte. Walls surround the board.
type Mark = u8;

const WALL: Mark = 0;
const FLOOR: Mark = 1;
/// Set if the square is on a shortest path.
const ON_PATH: Mark = 16;

/// Returns the mark of a square that `side` reaches in `distance` steps from home.
///
/// On a chessboard colouring, neighbours differ by one in their distance from a home. So the distance modulo four
/// distinguishes nearer neighbours from farther ones.
const fn reached(side: Side, distance: usize) -> Mark {
    4 * (1 + side.index() as Mark) + (distance % 4) as Mark
}

/// A reusable search from both homes. It takes one byte per square, and two more per square on a shortest path.
#[derive(Default)]
pub(super) struct Paths {
    /// Row by row, with a wall behind each row, and a row of walls above and below.
    marks: Vec<Mark>,
    /// The distance between a square's index and that of the square below it.
    stride: usize,
    /// For each side the squares of one layer: during the search all that it reaches, later only those on shortest
    /// paths.
    layers: BySide<Vec<MarkIndex>>,
    /// The next layer.
    next: Vec<MarkIndex>,
    /// The squares where the sides have met.
    middle: Vec<MarkIndex>,
    /// Indexed by half the mark's index. While a layer is under construction, holds the index in the layer of each of
    /// its squares marked as on a path; other entries are undefined.
    ///
    /// Two marks that share an entry are neighbours, or one is a wall. Neighbours differ in colour, and all squares of
    /// a layer have the same colour, so at most one of the two is in the layer.
    indices: Vec<u32>,
}

impl Paths {
    /// Reserves the memory that is proportional to the board's squares. Layers grow as needed.
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

    /// Returns the number of steps from home to home; `None` if there is no path. Afterwards both sides' layers are the
    /// squares at half way; if the number is odd, they are one step farther from A's home than from B's.
    ///
    /// # Panics
    /// If the board has 2^32 squares or more, with the walls around it.
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

    /// Moves a side's layer one step away from home. Squares with the mark `opposite`, which the other side has
    /// reached, become the middle.
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

    /// Moves a side's layer of squares on shortest paths one step back, to `distance` from home. Each square of the new
    /// layer gets its fork: the indexes of the squares of the old layer that it leads to.
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

    /// Returns the number of squares in a side's layer.
    pub(super) fn width(&self, side: Side) -> usize {
        self.layers[side].len()
    }

    /// Returns the squares of a side's layer.
    pub(super) fn squares(&self, side: Side) -> impl Iterator<Item = Square> + '_ {
        let stride = self.stride as MarkIndex;
        self.layers[side].iter().map(move |place| Square::new((place / stride - 1) as u16, (place % stride) as u16))
    }

    fn place(&self, square: Square) -> MarkIndex {
        ((usize::from(square.row) + 1) * self.stride + usize::from(square.column)) as MarkIndex
    }
}

/// Returns the four neighbours of an index that is not on the border, in reading order. This gives neighbours nearby
/// indexes in the layers.
#[inline]
fn around(place: MarkIndex, stride: usize) -> [usize; 4] {
    let place = place as usize;
    [place - stride, place - 1, place + 1, place + stride]
}
