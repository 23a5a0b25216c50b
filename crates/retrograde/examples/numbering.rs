//! Shows how to add a numbering and un-moves to a game. They make the solve faster and reduce its memory. The values
//! stay the same.
//!
//! ```text
//! $ cargo run -p retrograde --example numbering
//! 2002 values, the same each way
//! with un-moves: 2020 bytes, the least
//! ```

use retrograde::author::check::{check_numbering, check_unmoves};
use retrograde::prelude::*;

/// A game with one token on squares 0 to `last`. A move goes one or two squares in either direction. The player who
/// reaches the last square wins.
struct Steps {
    last: u64,
}

type Position = (u64, Side);

impl Steps {
    /// Returns the squares that are one or two steps away from a square.
    fn near(&self, square: u64) -> impl Iterator<Item = u64> {
        (square.saturating_sub(2)..=self.last.min(square + 2)).filter(move |&to| to != square)
    }
}

impl Game for Steps {
    type Position = Position;
    type Move = u64;
    const TIES: bool = false;

    fn turn(&self, &(_, turn): &Position) -> Side {
        turn
    }
    fn ending(&self, &(square, turn): &Position) -> Option<Ending> {
        (square == self.last).then(|| Ending::won(turn.other(), "arrived"))
    }
    fn each_move(&self, &(square, turn): &Position, mut visit: impl FnMut(u64, Position)) {
        let steps = self.near(square).filter(|_| square < self.last);
        steps.for_each(|to| visit(to, (to, turn.other())));
    }
}

/// Numbers the positions. The lowest digit of a number is the side to move.
impl Numbered for Steps {
    fn slots(&self) -> u64 {
        2 * (self.last + 1)
    }
    fn slot(&self, &(square, turn): &Position) -> Slot {
        Slot(2 * square + turn.index() as u64)
    }
    fn position(&self, slot: Slot) -> Option<Position> {
        Some((slot.0 / 2, Side::from_parity(slot.0)))
    }
}

/// Takes moves back. Every move can also be made in the opposite direction, except that no move starts at the last
/// square.
impl Reversible for Steps {
    fn each_unmove(&self, &(square, turn): &Position, mut visit: impl FnMut(Position)) {
        self.near(square).filter(|&from| from < self.last).for_each(|from| visit((from, turn.other())));
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (game, start, options) = (Steps { last: 1000 }, (0, Side::First), Options::default());
    check_numbering(&game, 10_000)?;
    check_unmoves(&game, 10_000)?;
    let by_rules = Solution::explored(&game, [start], &options)?;
    let by_numbers = Solution::linked(&game, &options)?;
    let by_unmoves = Solution::new(&game, &options)?;
    assert!(by_rules.values().all(|(position, value)| by_unmoves.value(&position) == Some(value)));
    assert!(by_numbers.values().eq(by_unmoves.values()));
    assert!(by_rules.bytes() > by_numbers.bytes() && by_numbers.bytes() > by_unmoves.bytes());
    println!("{} values, the same each way", by_unmoves.stats()?.positions);
    println!("with un-moves: {} bytes, the least", by_unmoves.bytes());
    Ok(())
}
