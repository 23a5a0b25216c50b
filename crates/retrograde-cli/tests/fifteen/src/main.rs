//! Fifteen small games with rules only, one file each, in one command line.

use retrograde::{Entry, NotationError, Side};
use retrograde_cli::Registry;

mod chase;
mod chomp;
mod coins;
mod domineering;
mod duel;
mod euclid;
mod frogs;
mod grundy;
mod hexapawn;
mod kayles;
mod nim;
mod northcott;
mod row;
mod strip;
mod turtles;

fn main() -> std::process::ExitCode {
    let registry = Registry::empty()
        .with(Entry::<chase::Chase>::rules())
        .with(Entry::<chomp::Chomp>::rules())
        .with(Entry::<coins::Coins>::rules())
        .with(Entry::<domineering::Domineering>::rules())
        .with(Entry::<duel::Duel>::rules())
        .with(Entry::<euclid::Euclid>::rules())
        .with(Entry::<frogs::Frogs>::rules())
        .with(Entry::<grundy::Grundy>::rules())
        .with(Entry::<hexapawn::Hexapawn>::rules())
        .with(Entry::<kayles::Kayles>::rules())
        .with(Entry::<nim::Nim>::rules())
        .with(Entry::<northcott::Northcott>::rules())
        .with(Entry::<row::Row>::rules())
        .with(Entry::<strip::Strip>::rules())
        .with(Entry::<turtles::Turtles>::rules());
    retrograde_cli::main_with(registry)
}

/// The letters of the sides in tokens.
const LETTERS: [&str; 2] = ["a", "b"];

/// Parses a token such as `3.4.5_a`: some numbers, and the side to move.
fn read(text: &str) -> Result<(Vec<u8>, Side), NotationError> {
    let numbers = |board: &str| board.split('.').map(|number| number.parse().ok()).collect::<Option<_>>();
    let turned = text.split_once('_').and_then(|(board, turn)| {
        Some((numbers(board)?, *Side::BOTH.iter().find(|side| turn == LETTERS[side.index()])?))
    });
    turned.ok_or_else(|| NotationError::malformed(0..text.len(), "expected NUMBER.NUMBER_TURN"))
}

fn print(numbers: &[u8], turn: Side) -> String {
    let numbers: Vec<_> = numbers.iter().map(ToString::to_string).collect();
    format!("{}_{}", numbers.join("."), LETTERS[turn.index()])
}

fn no_such_board<T>(text: &str) -> Result<T, NotationError> {
    Err(NotationError::malformed(0..text.len(), "there is no such board"))
}
