//! The rules and the notation of NAME. The game is an example: replace the rules by yours.
//!
//! There is a heap of stones. A side takes one to three of them. The side that takes the last stone wins.

use retrograde::{Ending, Game, NoMove, Notation, NotationError, Side};

pub struct Heap;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    stones: u32,
    turn: Side,
}

impl Game for Heap {
    type Position = Position;
    type Move = u32; // the number of stones that the side takes

    /// The other side took the last stone.
    const NO_MOVE: NoMove = NoMove::Loses;

    fn turn(&self, position: &Position) -> Side {
        position.turn
    }

    /// Only `NO_MOVE` ends this game. Another game returns, for example, `Some(Ending::won(Side::First, "three-in-a-row"))`.
    fn ending(&self, _: &Position) -> Option<Ending> {
        None
    }

    fn each_move(&self, position: &Position, mut visit: impl FnMut(u32, Position)) {
        for taken in 1..=position.stones.min(3) {
            let stones = position.stones - taken;
            let turn = position.turn.other();
            visit(taken, Position { stones, turn });
        }
    }
}

/// The letters of the sides in a token.
const LETTERS: [&str; 2] = ["a", "b"];

/// A position is written as `10_a`: ten stones are left, and side `a` moves.
impl Notation for Heap {
    const ID: &'static str = "NAME";
    const SIDES: [&'static str; 2] = ["alice", "bob"];
    const TITLE: &'static str = "NAME, a heap of stones";
    const RULES: &'static str =
        "A side takes one to three stones. The side that takes the last stone wins.";
    const EXAMPLES: &'static [&'static str] = &["10_a"];

    fn parse(text: &str) -> Result<(Self, Position), NotationError> {
        let position = read(text)
            .ok_or_else(|| NotationError::malformed(0..text.len(), "expected STONES_SIDE"))?;
        Ok((Heap, position))
    }

    fn print(&self, position: &Position) -> String {
        format!("{}_{}", position.stones, LETTERS[position.turn.index()])
    }
}

fn read(text: &str) -> Option<Position> {
    let (stones, letter) = text.split_once('_')?;
    let turn = Side::BOTH
        .into_iter()
        .find(|side| letter == LETTERS[side.index()])?;
    let stones = stones.parse().ok().filter(|stones| *stones <= 1000)?;
    Some(Position { stones, turn })
}
