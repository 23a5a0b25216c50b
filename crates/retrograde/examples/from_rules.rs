//! Shows how to solve a game from its rules alone. The game is hexapawn, with three pawns for each side on a board of
//! three by three squares.
//!
//! ```text
//! $ cargo run -p retrograde --example from_rules
//! 135 positions; the start: loss in 6 plies
//! b1b2 a3b2 c1b2 c3c2 a1a2 c2c1, second won: arrived
//! ```

use retrograde::prelude::*;

/// The game hexapawn. A pawn moves one square forward to an empty square, or captures diagonally forward. A side wins
/// when one of its pawns reaches the opposite end of the board, or when its opponent cannot move.
struct Hexapawn;

/// The squares, row by row from the first side's end, and the side to move. The derived order and hash distinguish all
/// positions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Position {
    squares: [Option<Side>; 9],
    turn: Side,
}

impl Game for Hexapawn {
    type Position = Position;
    type Move = String; // from and to, such as a1a2
    const TIES: bool = false;
    const NO_MOVE: NoMove = NoMove::Loses;

    fn turn(&self, position: &Position) -> Side {
        position.turn
    }

    fn ending(&self, position: &Position) -> Option<Ending> {
        let ends = BySide([&position.squares[6..], &position.squares[..3]]);
        let arrived = ends.into_iter().find(|&(side, end)| end.contains(&Some(side)));
        arrived.map(|(side, _)| Ending::won(side, "arrived"))
    }

    fn each_move(&self, position: &Position, mut visit: impl FnMut(String, Position)) {
        let Position { squares, turn } = *position;
        if self.ending(position).is_some() {
            return;
        }
        for (from, to) in (0..9).flat_map(|from| (0..9).map(move |to| (from, to))) {
            let is_ahead = if turn == Side::First { to / 3 == from / 3 + 1 } else { to / 3 + 1 == from / 3 };
            let is_free = match (from % 3_usize).abs_diff(to % 3) {
                0 => squares[to].is_none(),
                1 => squares[to] == Some(turn.other()),
                _ => false,
            };
            if squares[from] == Some(turn) && is_ahead && is_free {
                let mut child = Position { squares, turn: turn.other() };
                child.squares[to] = child.squares[from].take();
                visit(name(from) + &name(to), child);
            }
        }
    }
}

fn name(square: usize) -> String {
    format!("{}{}", ["a", "b", "c"][square % 3], square / 3 + 1)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let pawns = |square| [Some(Side::First), None, Some(Side::Second)][square / 3];
    let start = Position { squares: std::array::from_fn(pawns), turn: Side::First };
    let solution = Solution::explored(Hexapawn, [start.clone()], &Options::default())?;
    println!("{} positions; the start: {}", solution.stats()?.positions, solution.probe(&start)?.value);
    println!("{}", solution.line(&start, 100)?);
    Ok(())
}
