//! Generates boards with walls: random walls of a given shape, smaller variants of a board, and all sets of walls on a
//! small board.

use std::iter;
use std::ops::Range;

use fastrand::Rng;

use crate::grid::{Grid, TextBoard};
use retrograde::author::{Direction, Square};
use retrograde::messages;

messages! {
    /// The arrangements of the walls of random boards.
    #[derive(Clone, Copy, PartialEq, Eq)]
    pub(crate) enum Shape {
        Open: "an open board", "空棋盘";
        FewWalls: "few walls", "墙很少的棋盘";
        Walls: "walls", "有墙的棋盘";
        ManyWalls: "many walls", "墙很多的棋盘";
        Maze: "a maze", "迷宫";
        /// The floor squares form one long winding path.
        Serpentine: "a serpentine", "蛇形走廊";
        /// The floor squares form a winding path with shortcuts.
        Holes: "a serpentine with holes", "有缺口的蛇形走廊";
        /// The floor squares form parallel straight corridors; each corridor has one opening to the next corridor.
        Lanes: "lanes", "平行通道";
    }
}

impl Shape {
    pub(crate) const ALL: [Self; 8] = [
        Self::Open,
        Self::FewWalls,
        Self::Walls,
        Self::ManyWalls,
        Self::Maze,
        Self::Serpentine,
        Self::Holes,
        Self::Lanes,
    ];

    /// Returns random walls of this shape.
    pub(crate) fn walls(self, rng: &mut Rng, rows: usize, columns: usize) -> Walls {
        match self {
            Self::Open => Walls::open(rows, columns),
            Self::FewWalls => scattered(rng, rows, columns, 4),
            Self::Walls => scattered(rng, rows, columns, 20),
            Self::ManyWalls => scattered(rng, rows, columns, 42),
            Self::Maze => maze(rng, rows, columns),
            Self::Serpentine | Self::Holes | Self::Lanes if rng.bool() => self.lanes(rng, columns, rows).transposed(),
            Self::Serpentine | Self::Holes | Self::Lanes => self.lanes(rng, rows, columns),
        }
    }

    /// Returns a board on which every second row is a wall with one gap. For `Lanes`, the gap is in a random column;
    /// for the other shapes, the gaps are at the right and the left end alternately. The shape `Holes` has more gaps at
    /// random places.
    fn lanes(self, rng: &mut Rng, rows: usize, columns: usize) -> Walls {
        let at_end = |row: usize| if row % 4 == 1 { columns - 1 } else { 0 };
        let gaps: Vec<usize> =
            (0..rows).map(|row| if self == Self::Lanes { rng.usize(..columns) } else { at_end(row) }).collect();
        let mut walls = Walls::from_fn(rows, columns, |row, column| row % 2 == 1 && column != gaps[row]);
        if self == Self::Holes {
            walls.open_some(rng);
        }
        walls
    }
}

fn scattered(rng: &mut Rng, rows: usize, columns: usize, percent: u32) -> Walls {
    Walls::from_fn(rows, columns, |_, _| rng.u32(..100) < percent)
}

/// Returns a maze in which exactly one path connects any two cells. A cell is a square whose row and column are even.
fn maze(rng: &mut Rng, rows: usize, columns: usize) -> Walls {
    let mut walls = Walls::from_fn(rows, columns, |row, column| (row, column) != (0, 0));
    let mut path = vec![Square::new(0, 0)];
    while let Some(&cell) = path.last() {
        let mut directions = Direction::ALL;
        rng.shuffle(&mut directions);
        let next = directions.into_iter().find_map(|direction| {
            let between = cell.step(direction)?;
            let next = between.step(direction).filter(|&next| walls.is_wall(next))?;
            Some((between, next))
        });
        match next {
            Some((between, next)) => {
                walls.open_at(between);
                walls.open_at(next);
                path.push(next);
            }
            None => drop(path.pop()),
        }
    }
    walls
}

/// A board whose walls can still change.
#[derive(Clone, Debug)]
pub(crate) struct Walls {
    columns: usize,
    /// True for each square that is a wall, row by row.
    walls: Vec<bool>,
}

impl Walls {
    pub(crate) fn open(rows: usize, columns: usize) -> Self {
        Self { columns, walls: vec![false; rows * columns] }
    }

    pub(crate) fn of(grid: &Grid) -> Self {
        Self { columns: grid.columns(), walls: grid.wall_rows().flatten().copied().collect() }
    }

    pub(crate) fn from_fn(rows: usize, columns: usize, mut is_wall: impl FnMut(usize, usize) -> bool) -> Self {
        let squares = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        Self { columns, walls: squares.map(|(row, column)| is_wall(row, column)).collect() }
    }

    pub(crate) fn rows(&self) -> usize {
        self.walls.len() / self.columns
    }

    pub(crate) fn columns(&self) -> usize {
        self.columns
    }

    fn transposed(&self) -> Self {
        Self::from_fn(self.columns, self.rows(), |row, column| self.walls[column * self.columns + row])
    }

    fn index(&self, square: Square) -> Option<usize> {
        let (row, column) = (usize::from(square.row), usize::from(square.column));
        (row < self.rows() && column < self.columns).then_some(row * self.columns + column)
    }

    /// Returns whether a square is a wall; false outside the board.
    pub(crate) fn is_wall(&self, square: Square) -> bool {
        self.index(square).is_some_and(|index| self.walls[index])
    }

    pub(crate) fn open_at(&mut self, square: Square) {
        self.set(square, false);
    }

    /// Sets or removes a wall; does nothing outside the board.
    pub(crate) fn set(&mut self, square: Square, is_wall: bool) {
        if let Some(index) = self.index(square) {
            self.walls[index] = is_wall;
        }
    }

    /// Removes about one wall in twelve.
    fn open_some(&mut self, rng: &mut Rng) {
        for wall in &mut self.walls {
            *wall &= rng.u32(..12) > 0;
        }
    }

    pub(crate) fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        let square = |index| Square::new((index / self.columns) as u16, (index % self.columns) as u16);
        (0..self.walls.len()).map(square)
    }

    pub(crate) fn floor(&self) -> impl Iterator<Item = Square> + '_ {
        self.squares().filter(|&square| !self.is_wall(square))
    }

    pub(crate) fn grid(&self) -> Grid {
        let mut grid = Grid::new(self.columns);
        self.walls.chunks_exact(self.columns).for_each(|row| grid.push_row(row.iter().copied()));
        grid
    }
}

/// A symmetry of a board. Each field stands for one step, and the steps are applied in the order of the fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Symmetry {
    /// Whether the order of the rows is reversed.
    pub(crate) upside_down: bool,
    /// Whether the order of the columns is reversed.
    pub(crate) mirrored: bool,
    /// Whether rows become columns.
    pub(crate) transposed: bool,
}

impl Symmetry {
    /// Returns one of the eight symmetries, chosen at random.
    pub(crate) fn any(rng: &mut Rng) -> Self {
        Self { upside_down: rng.bool(), mirrored: rng.bool(), transposed: rng.bool() }
    }

    /// Returns one of the two symmetries that keep each square in its row, chosen at random.
    pub(crate) fn of_rows(rng: &mut Rng) -> Self {
        Self { mirrored: rng.bool(), ..Self::default() }
    }

    /// Returns the transformed board.
    pub(crate) fn apply(self, board: &TextBoard) -> TextBoard {
        let (rows, columns) = (board.grid.rows(), board.grid.columns());
        let image = |square: Square| {
            let row = if self.upside_down { rows as u16 - 1 - square.row } else { square.row };
            let column = if self.mirrored { columns as u16 - 1 - square.column } else { square.column };
            if self.transposed { Square::new(column, row) } else { Square::new(row, column) }
        };
        let mut walls = if self.transposed { Walls::open(columns, rows) } else { Walls::open(rows, columns) };
        for square in board.grid.squares().filter(|&square| !board.grid.is_floor(square)) {
            walls.set(image(square), true);
        }
        let pieces = board.pieces.iter().map(|&(letter, at)| (letter, image(at))).collect();
        TextBoard { grid: walls.grid(), pieces }
    }
}

/// Determines which lines (rows or columns) one step of the simplification may remove from a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lines {
    /// A step may remove only rows, or only columns.
    Any,
    /// A step removes equal numbers of rows and columns together. So the board stays square.
    Both,
}

/// A step that makes a board simpler.
enum Cut {
    /// Removes the rows of the first range and the columns of the second range.
    Lines(Range<usize>, Range<usize>),
    /// Removes the walls whose numbers are in the range. Walls are numbered in reading order.
    Walls(Range<usize>),
}

/// Returns simpler variants of a board. In the first variants, some lines without pieces are removed. In the other
/// variants, some walls are removed. In each of the two groups of variants, the variants with the largest changes come
/// first.
pub(crate) fn smaller(board: TextBoard, lines: Lines) -> impl Iterator<Item = TextBoard> {
    let walls: Vec<Square> = board.grid.squares().filter(|&square| !board.grid.is_floor(square)).collect();
    let (rows, columns) = (free_blocks(&board, |square| square.row), free_blocks(&board, |square| square.column));
    let cuts: Vec<Cut> = match lines {
        Lines::Any => {
            let rows = rows.into_iter().map(|rows| Cut::Lines(rows, 0..0));
            rows.chain(columns.into_iter().map(|columns| Cut::Lines(0..0, columns))).collect()
        }
        Lines::Both => {
            let pairs = rows.iter().flat_map(|rows| columns.iter().map(move |columns| (rows, columns)));
            let fitting = pairs.filter(|(rows, columns)| rows.len() == columns.len());
            fitting.map(|(rows, columns)| Cut::Lines(rows.clone(), columns.clone())).collect()
        }
    };
    let openings = iter::once(walls.len()).chain(halves(walls.len())).filter(|&size| size > 0);
    let openings: Vec<Cut> = openings.flat_map(|size| blocks(walls.len(), size)).map(Cut::Walls).collect();
    cuts.into_iter().chain(openings).map(move |cut| match cut {
        Cut::Lines(rows, columns) => without_lines(&board, &rows, &columns),
        Cut::Walls(which) => without_walls(&board, &walls[which]),
    })
}

/// Returns the numbers n/2, n/4, and so on, down to 1.
pub(crate) fn halves(n: usize) -> impl Iterator<Item = usize> {
    iter::successors(Some(n / 2), |half| Some(half / 2)).take_while(|&half| half > 0)
}

/// Splits the range from 0 to `length` into blocks of `size`; the last block may be smaller.
pub(crate) fn blocks(length: usize, size: usize) -> impl Iterator<Item = Range<usize>> {
    (0..length).step_by(size).map(move |start| start..length.min(start + size))
}

/// Returns blocks of rows or columns without pieces, large blocks first.
fn free_blocks(board: &TextBoard, line: impl Fn(Square) -> u16) -> Vec<Range<usize>> {
    let lines = board.grid.squares().last().map_or(0, |last| usize::from(line(last)) + 1);
    let is_free = |block: &Range<usize>| !board.pieces.iter().any(|&(_, at)| block.contains(&line(at).into()));
    halves(lines)
        .flat_map(|size| blocks(lines, size).filter(move |block| block.len() == size))
        .filter(is_free)
        .collect()
}

fn without_lines(board: &TextBoard, rows: &Range<usize>, columns: &Range<usize>) -> TextBoard {
    let is_kept = |square: Square| !rows.contains(&square.row.into()) && !columns.contains(&square.column.into());
    let mut grid = Grid::new(board.grid.columns() - columns.len());
    for row in (0..board.grid.rows()).filter(|row| !rows.contains(row)) {
        let squares = (0..board.grid.columns()).map(|column| Square::new(row as u16, column as u16));
        grid.push_row(squares.filter(|&square| is_kept(square)).map(|square| !board.grid.is_floor(square)));
    }
    let moved =
        |at: u16, lines: &Range<usize>| if usize::from(at) < lines.start { at } else { at - lines.len() as u16 };
    let pieces = board.pieces.iter();
    let pieces =
        pieces.map(|&(letter, at)| (letter, Square::new(moved(at.row, rows), moved(at.column, columns)))).collect();
    TextBoard { grid, pieces }
}

/// Removes the walls that `opened` lists in reading order.
fn without_walls(board: &TextBoard, opened: &[Square]) -> TextBoard {
    let is_wall = |square: Square| !board.grid.is_floor(square) && opened.binary_search(&square).is_err();
    let walls = Walls::from_fn(board.grid.rows(), board.grid.columns(), |row, column| {
        is_wall(Square::new(row as u16, column as u16))
    });
    TextBoard { grid: walls.grid(), pieces: board.pieces.clone() }
}

/// Returns all boards of a size on which the squares `pieces` are floor. There is one board for each set of walls on
/// the other squares.
///
/// The board may have at most 63 squares without a piece.
pub(crate) fn all_walls(rows: usize, columns: usize, pieces: Vec<Square>) -> impl Iterator<Item = Grid> {
    let free = rows * columns - pieces.len();
    (0..power_of_two(free).unwrap_or(u64::MAX)).map(move |set| {
        let mut rest = set;
        let is_wall = |row, column| {
            let is_free = !pieces.contains(&Square::new(row as u16, column as u16));
            let bit = is_free && rest & 1 == 1;
            rest >>= u32::from(is_free);
            bit
        };
        Walls::from_fn(rows, columns, is_wall).grid()
    })
}

/// Returns 2^`exponent`; `None` if the exponent is 64 or more.
pub(crate) fn power_of_two(exponent: usize) -> Option<u64> {
    1_u64.checked_shl(exponent.try_into().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(picture: &str) -> TextBoard {
        let rows: Vec<&str> = picture.split_whitespace().collect();
        let at = |row: usize, column: usize| rows[row].as_bytes()[column];
        let grid = Walls::from_fn(rows.len(), rows[0].len(), |row, column| at(row, column) == b'#').grid();
        let letters = grid.squares().map(|square| (char::from(at(square.row.into(), square.column.into())), square));
        let pieces = letters.filter(|&(letter, _)| letter.is_ascii_alphabetic()).collect();
        TextBoard { grid, pieces }
    }

    fn picture(board: &TextBoard) -> String {
        let piece = |square| board.pieces.iter().find(|&&(_, at)| at == square).map(|&(letter, _)| letter);
        board.grid.picture(piece).trim_end().replace('\n', " ")
    }

    #[test]
    fn lines_without_pieces_go_first_then_walls() {
        let found: Vec<_> = smaller(board("A.# ... #.B"), Lines::Any).map(|board| picture(&board)).collect();
        let expected = ["A.# #.B", "A# .. #B", "A.. ... ..B", "A.. ... #.B", "A.# ... ..B"];
        assert_eq!(found, expected);
        let square: Vec<_> = smaller(board("A.# ... #.B"), Lines::Both).map(|board| picture(&board)).collect();
        assert_eq!(square[0], "A# #B");
        assert_eq!(square.len(), 4);
    }

    /// The eight images of a board without symmetry are all different.
    #[test]
    fn issue_27_a_board_has_eight_images() {
        let sides = [false, true];
        let all = sides.into_iter().flat_map(|upside_down| {
            sides.into_iter().flat_map(move |mirrored| {
                sides.into_iter().map(move |transposed| Symmetry { upside_down, mirrored, transposed })
            })
        });
        let mut images: Vec<_> = all.map(|symmetry| picture(&symmetry.apply(&board("A.# ..B")))).collect();
        assert!(images.contains(&"A.# ..B".to_owned()) && images.contains(&"#B .. A.".to_owned()), "{images:?}");
        images.sort();
        images.dedup();
        assert_eq!(images.len(), 8);
    }

    /// All floor squares of a maze, a serpentine and lanes are connected; a maze has no cycle.
    #[test]
    fn mazes_and_serpentines_are_trees() {
        let mut rng = Rng::with_seed(7);
        for (rows, columns) in [(1, 1), (1, 7), (6, 5), (9, 9), (10, 2)] {
            for shape in [Shape::Maze, Shape::Serpentine, Shape::Lanes] {
                let grid = shape.walls(&mut rng, rows, columns).grid();
                let edges: usize = grid
                    .floor()
                    .map(|at| {
                        [Direction::Down, Direction::Right].iter().filter(|&&d| grid.neighbour(at, d).is_some()).count()
                    })
                    .sum();
                let reached = reached(&grid);
                let all = grid.floor().count();
                assert_eq!(reached, all, "{shape:?} {rows}x{columns} is in pieces:\n{}", grid.picture(|_| None));
                if shape == Shape::Maze {
                    assert_eq!(edges, all - 1, "{shape:?} {rows}x{columns} has a cycle:\n{}", grid.picture(|_| None));
                }
            }
        }
    }

    fn reached(grid: &Grid) -> usize {
        let mut seen: Vec<Square> = grid.floor().take(1).collect();
        let mut next = 0;
        while let Some(&at) = seen.get(next) {
            next += 1;
            for to in Direction::ALL.iter().filter_map(|&direction| grid.neighbour(at, direction)) {
                if !seen.contains(&to) {
                    seen.push(to);
                }
            }
        }
        seen.len()
    }

    #[test]
    fn all_walls_are_all_and_different() {
        let pieces = vec![Square::new(0, 1), Square::new(1, 0)];
        let mut boards: Vec<_> = all_walls(2, 3, pieces.clone()).map(|grid| grid.picture(|_| None)).collect();
        assert_eq!(boards.len(), 16);
        boards.sort();
        boards.dedup();
        assert_eq!(boards.len(), 16);
        assert!(all_walls(2, 3, pieces.clone()).all(|grid| pieces.iter().all(|&piece| grid.is_floor(piece))));
    }
}
