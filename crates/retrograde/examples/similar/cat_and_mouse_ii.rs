//! `LeetCode` 1728, "Cat and Mouse II". On a grid, a cat and a mouse each try to reach the food first, and the cat also
//! tries to catch the mouse. A player jumps in a straight line, or stays on the same square.

use retrograde::prelude::*;

type Square = (usize, usize);

struct Grid {
    rows: Vec<Vec<u8>>,
    /// The maximum jump of the mouse and of the cat, in squares.
    jumps: [usize; 2],
}

impl Grid {
    fn at(&self, (row, column): Square) -> Option<u8> {
        self.rows.get(row)?.get(column).copied().filter(|square| *square != b'#')
    }

    fn find(&self, letter: u8) -> Option<Square> {
        let squares = self.rows.iter().enumerate();
        squares
            .flat_map(|(row, squares)| (0..squares.len()).map(move |column| (row, column)))
            .find(|it| self.at(*it) == Some(letter))
    }
}

impl Game for Grid {
    type Position = ([Square; 2], Side); // mouse (the first side) and cat, and the side to move
    type Move = Landing;

    fn turn(&self, &(_, turn): &([Square; 2], Side)) -> Side {
        turn
    }

    fn ending(&self, &([mouse, cat], _): &([Square; 2], Side)) -> Option<Ending> {
        let cat_wins = mouse == cat || self.at(cat) == Some(b'F');
        let won = cat_wins.then_some(Ending::won(Side::Second, "cat"));
        won.or((self.at(mouse) == Some(b'F')).then_some(Ending::won(Side::First, "mouse")))
    }

    fn each_move(&self, position: &([Square; 2], Side), mut visit: impl FnMut(Landing, ([Square; 2], Side))) {
        if self.ending(position).is_some() {
            return;
        }
        let &(places, turn) = position;
        let mut land = |to: Square| {
            let mut after = places;
            after[turn.index()] = to;
            visit(Landing(to), (after, turn.other()));
        };
        let (row, column) = places[turn.index()];
        land((row, column));
        for (down, right) in [(0, 1), (1, 0), (0, usize::MAX), (usize::MAX, 0)] {
            let jumps = (1..=self.jumps[turn.index()])
                .map(|far| (row.wrapping_add(down.wrapping_mul(far)), column.wrapping_add(right.wrapping_mul(far))));
            jumps.take_while(|to| self.at(*to).is_some()).for_each(&mut land);
        }
    }
}

/// The square on which a jump ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Landing(Square);

impl std::fmt::Display for Landing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{},{}", self.0.0, self.0.1)
    }
}

/// Solves an input. Returns whether the mouse wins; endless play counts as a win for the cat. The input is the grid,
/// one row per line, followed by the maximum jumps of the cat and of the mouse.
pub(crate) fn answer(input: &str) -> Option<String> {
    let mut lines: Vec<&str> = input.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let jumps: Vec<usize> = lines.pop()?.split_whitespace().map(|jump| jump.parse().ok()).collect::<Option<_>>()?;
    let &[cat, mouse] = jumps.as_slice() else { return None };
    let grid = Grid { rows: lines.iter().map(|line| line.bytes().collect()).collect(), jumps: [mouse, cat] };
    let start = ([grid.find(b'M')?, grid.find(b'C')?], Side::First);
    let solution = Solution::explored(grid, [start], &Options::default()).ok()?;
    Some(format!("{}\n", solution.value(&start)?.kind() == Kind::Win))
}
