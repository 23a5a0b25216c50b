//! Shows how to use the solver as a library. The example solves a game of a cat and a mouse on a ring of twelve
//! squares, and queries the finished table.
//!
//! ```text
//! $ cargo run -p retrograde --example ask
//! on 12 squares, from (3, 7, First): draw
//!   to square 2: draw
//!   to square 4: draw
//! best play: 2 6 1 5 0 4 1 3, then 0 2 1 3 for ever
//! from (2, 6, Second): 5 1 4, then 0 3 1 4 for ever
//! first to move: 32 wins, 51 losses, 59 draws
//! second to move: 60 wins, 11 losses, 61 draws
//! deepest: (0, 1, First), a win in 1 ply
//! deepest: (5, 8, First), a loss in 8 plies
//! deepest: (5, 7, Second), a win in 9 plies
//! deepest: (1, 1, Second), a loss in 0 plies
//! 40 positions are won by the next move
//! ```

use retrograde::prelude::*;

/// A game of a cat and a mouse on a ring of squares. A move goes one square in either direction. The cat is the first
/// side. The cat wins if cat and mouse are on the same square. The mouse wins if it reaches square 0.
struct Chase {
    squares: u8,
}

/// The squares of cat and mouse, and the side to move.
type Position = (u8, u8, Side);

impl Game for Chase {
    type Position = Position;
    type Move = u8; // the target square

    fn turn(&self, &(_, _, turn): &Position) -> Side {
        turn
    }
    fn ending(&self, &(cat, mouse, _): &Position) -> Option<Ending> {
        let caught = (cat == mouse).then_some(Ending::won(Side::First, "caught"));
        caught.or((mouse == 0).then_some(Ending::won(Side::Second, "home")))
    }
    fn each_move(&self, position: &Position, mut visit: impl FnMut(u8, Position)) {
        let &(cat, mouse, turn) = position;
        if self.ending(position).is_some() {
            return;
        }
        for step in [1, self.squares - 1] {
            let there = |square| (square + step) % self.squares;
            match turn {
                Side::First => visit(there(cat), (there(cat), mouse, turn.other())),
                Side::Second => visit(there(mouse), (cat, there(mouse), turn.other())),
            }
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (start, other) = ((3, 7, Side::First), (2, 6, Side::Second));
    let solution = Solution::explored(Chase { squares: 12 }, [start, other], &Options::default())?;
    println!("on {} squares, from {start:?}: {}", solution.rules().squares, solution.probe(&start)?.value);
    for rated in solution.probe(&start)?.moves {
        println!("  to square {}: {}", rated.action, rated.value);
    }
    println!("best play: {}", solution.line(&start, 100)?);
    println!("from {other:?}: {}", solution.line(&other, 100)?);
    let stats = solution.stats()?;
    for (side, counts) in &stats.totals {
        println!("{side} to move: {} wins, {} losses, {} draws", counts.win, counts.loss, counts.draw);
    }
    for deepest in &stats.deepest {
        println!("deepest: {:?}, a {}", deepest.position, deepest.value);
    }
    let at_once = solution.values().filter(|(_, value)| value.to_string() == "win in 1 ply").count();
    println!("{at_once} positions are won by the next move");
    Ok(())
}
