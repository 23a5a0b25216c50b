//! Solves the game of a file and counts its values.
//!
//! ```text
//! cargo run --release -p retrograde-boards --example solve_file -- examples/games/morris3.game
//! ```

use std::error::Error;
use std::sync::Arc;

use retrograde::{Numbered, Options, Solution};
use retrograde_boards::{BoardGame, DerivedGame, read};

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("usage: solve_file FILE.game")?;
    let rules = BoardGame::new(Arc::new(read(&std::fs::read_to_string(file)?)?));
    let start = rules.start();
    let game = DerivedGame::new(&rules, &start)?;
    println!("{} slots", game.slots());
    let solution = Solution::new(game, &Options::DEFAULT)?;
    println!("start: {:?}", solution.value(&start));
    Ok(())
}
