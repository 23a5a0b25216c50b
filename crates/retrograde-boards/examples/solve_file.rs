//! Solves the game of a file and prints the value of its start.
//!
//! ```text
//! cargo run --release -p retrograde-boards --example solve_file -- examples/games/morris3.game
//! ```

use std::error::Error;

use retrograde::author::Domain;
use retrograde::{Options, ask};
use retrograde_boards::open_file;

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("usage: solve_file FILE.game")?;
    let game = open_file(&std::fs::read_to_string(file)?)?;
    let (_, start) = game.about().examples[0].split_once(':').ok_or("an example begins with the game")?;
    let start = game.parse(start)?;
    let board = start.board(Domain::All, &Options::DEFAULT)?;
    println!("{} slots", board.table_slots());
    let values = board.solve(&Options::DEFAULT)?;
    let slot = board.find(&*start)?;
    println!("start: {:?}", ask::cell(&*board, &*values, slot)?.value());
    Ok(())
}
