//! Computes the shortest paths between the homes layer by layer. The search goes outwards from both homes until the two
//! searches meet. From the meeting point, the search goes back to the homes.

use retrograde::rules::memory::{self, NoMemory};
use retrograde::{BySide, Side};

use super::rules::{A, B};
use crate::grid::Grid;
use retrograde::author::Square;

/// The index of a square in `marks`.
type MarkIndex = u32;

/// The fork of a square is the list of the next squares on shortest paths, as ascending indexes into the next layer. If
/// there are fewer than four next squares, the list repeats the first of them. The squares of a layer are sorted by the
/// first index of their forks.
pub(super) type Fork = [u32; 4];

/// The state of a square of the board in one byte.
type Mark = u8;

const WALL: Mark = 0;
const FLOOR: Mark = 1;
/// The bit that is set if the square is on a shortest path.
const ON_PATH: Mark = 16;

/// Returns the mark of a square that is `distance` steps from the home of `side`.
///
/// The distances of neighbouring squares from a home differ by exactly one, because neighbouring squares of a
/// chessboard have different colours. So the remainder of the distance after division by four is enough to distinguish
/// nearer neighbours from farther neighbours.
const fn reached(side: Side, distance: usize) -> Mark {
    4 * (1 + side.index() as Mark) + (distance % 4) as Mark
}

/// The workspace of a search from both homes. A workspace can be reused. The search needs one byte per square of the
/// board, and two more bytes for each square on a shortest path.
#[derive(Default)]
pub(super) struct Paths {
    /// The marks of all squares, row by row. The board is surrounded by additional walls: one wall behind each row, one
    /// row of walls above the board, and one row of walls below the board.
    marks: Vec<Mark>,
    /// The distance between the indexes of vertical neighbours.
    stride: usize,
    /// For each side, the squares of one layer. During the search, a layer contains all squares at one distance from
    /// the side's home; after the search, a layer contains only the squares on shortest paths.
    layers: BySide<Vec<MarkIndex>>,
    /// The next layer, while it is under construction.
    next: Vec<MarkIndex>,
    /// The squares where the two searches have met.
    middle: Vec<MarkIndex>,
    /// For each square of the layer under construction, its index in the layer. If the index of the square's mark is i,
    /// the index of the square's entry is i / 2. Other entries are undefined.
    ///
    /// If two squares share an entry, the two squares are neighbours, or one of the two squares is a wall. If squares
    /// are coloured like a chessboard, neighbours have different colours, and all squares of a layer have the same
    /// colour. So at most one of the two squares is in the layer.
    indices: Vec<u32>,
}

impl Paths {
    /// Reserves the memory that depends only on the number of squares. The layers grow during the search.
    ///
    /// # Errors
    /// Returns [`NoMemory`] if the memory cannot be reserved.
    pub(super) fn reserve(&mut self, grid: &Grid) -> Result<(), NoMemory> {
        let marks = (grid.rows() + 2) * (grid.columns() + 1);
        self.marks.clear();
        memory::reserve(&mut self.marks, marks)?;
        if self.indices.len() < marks {
            self.indices = memory::zeros(marks as u64)?;
        }
        Ok(())
    }

    /// Returns the number of steps on a shortest path between the homes; `None` if no path exists. After the search,
    /// the layers of both sides contain the squares at half way. If the number of steps is odd, the squares at half way
    /// are one step farther from A's home than from B's home.
    ///
    /// # Panics
    /// Panics if the board, together with the walls around it, has 2^32 squares or more.
    ///
    /// # Complexity
    /// The time is O(squares), and less if the homes are near each other.
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

    /// Replaces a side's layer with the next layer. The squares of the next layer are one step farther from that side's
    /// home. If a neighbouring square has the mark `opposite`, the other side has reached this square, and the square
    /// becomes part of the middle.
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

    /// Replaces a side's layer with the previous layer. The squares of the previous layer are `distance` steps from
    /// that side's home. Only squares on shortest paths are in the new layer. `forks` receives, for each square of the
    /// new layer, the indexes of its next squares in the old layer.
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

    /// Returns the number of squares in the current layer of a side.
    pub(super) fn width(&self, side: Side) -> usize {
        self.layers[side].len()
    }

    /// Returns the squares in the current layer of a side.
    pub(super) fn squares(&self, side: Side) -> impl Iterator<Item = Square> + '_ {
        let stride = self.stride as MarkIndex;
        self.layers[side].iter().map(move |place| Square::new((place / stride - 1) as u16, (place % stride) as u16))
    }

    fn place(&self, square: Square) -> MarkIndex {
        ((usize::from(square.row) + 1) * self.stride + usize::from(square.column)) as MarkIndex
    }
}

/// Returns the indexes of the four neighbours of a square, in reading order. Because of the reading order, neighbouring
/// squares of a layer have similar indexes in the layer.
#[inline]
fn around(place: MarkIndex, stride: usize) -> [usize; 4] {
    let place = place as usize;
    [place - stride, place - 1, place + 1, place + stride]
}
