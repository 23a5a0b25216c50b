//! Shows how to check the laws of a game. A law is a property that the solver relies on. One of the two games satisfies
//! all laws, and the other breaks a law.
//!
//! ```text
//! $ cargo run -p retrograde --example laws
//! careful: 80 positions and 248 moves keep the laws
//! careless: broken law: different instances have different identities; at heap:4.20_bob: another instance of the same identity prints it as heap:3.20_bob
//! ```
//!
//! In your own package, call `from_examples` in a test. For a game in the registry, `retrograde laws GAME` runs the
//! same checks.

use retrograde::author::check::{Level, from_examples};
use retrograde::prelude::*;

/// A game with a heap of stones. A move takes at least one and at most `most` stones. A side that cannot move loses. If
/// `CAREFUL` is false, all instances of the game have the same identity, which breaks a law.
struct Heap<const CAREFUL: bool> {
    most: u32,
}

/// The number of stones left, and the side to move.
type Position = (u32, Side);

impl<const CAREFUL: bool> Game for Heap<CAREFUL> {
    type Position = Position;
    type Move = u32; // the number of stones that the move takes
    const NO_MOVE: NoMove = NoMove::Loses;

    fn turn(&self, &(_, turn): &Position) -> Side {
        turn
    }
    fn ending(&self, _: &Position) -> Option<Ending> {
        None // `NO_MOVE` defines the ending when no stone is left
    }
    fn each_move(&self, &(stones, turn): &Position, mut visit: impl FnMut(u32, Position)) {
        (1..=stones.min(self.most)).for_each(|taken| visit(taken, (stones - taken, turn.other())));
    }
}

impl<const CAREFUL: bool> Notation for Heap<CAREFUL> {
    const ID: &'static str = "heap";
    const SIDES: [&'static str; 2] = ["ann", "bob"];
    const TITLE: &'static str = "A heap of stones";
    const RULES: &'static str = "Take one stone, or up to as many as the board says. Who cannot move loses.";
    const EXAMPLES: &'static [&'static str] = &["3.20_ann", "4.20_bob"];

    fn parse(text: &str) -> Result<(Self, Position), NotationError> {
        read(text).ok_or_else(|| NotationError::malformed(0..text.len(), "expected MOST.STONES_TURN"))
    }
    fn print(&self, &(stones, turn): &Position) -> String {
        format!("{}.{stones}_{}", self.most, Self::SIDES[turn.index()])
    }
    fn identity(&self) -> String {
        if CAREFUL { self.most.to_string() } else { String::new() }
    }
}

fn read<const CAREFUL: bool>(text: &str) -> Option<(Heap<CAREFUL>, Position)> {
    let (numbers, name) = text.split_once('_')?;
    let (most, stones) = numbers.split_once('.')?;
    let turn = Side::BOTH.into_iter().find(|side| Heap::<CAREFUL>::SIDES[side.index()] == name)?;
    Some((Heap { most: most.parse().ok()? }, (stones.parse().ok()?, turn)))
}

fn main() {
    match from_examples(Level::<Heap<true>>::rules(), 10_000) {
        Ok(checked) => println!("careful: {} positions and {} moves keep the laws", checked.positions, checked.moves),
        Err(broken) => println!("careful: {broken}"),
    }
    match from_examples(Level::<Heap<false>>::rules(), 10_000) {
        Ok(_) => println!("careless: nothing found"),
        Err(broken) => println!("careless: {broken}"),
    }
}
