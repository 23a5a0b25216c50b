//! Nim: a move takes any number of stones from one heap; the player who takes the last stone wins.

use retrograde::{Ending, Game, Notation, NotationError, Side};

pub struct Nim;

impl Game for Nim {
    type Position = (Vec<u8>, Side);
    type Move = String;
    const TIES: bool = false;

    fn turn(&self, position: &Self::Position) -> Side {
        position.1
    }

    fn ending(&self, (heaps, turn): &Self::Position) -> Option<Ending> {
        heaps.iter().all(|&heap| heap == 0).then(|| Ending::won(turn.other(), "last-stone"))
    }

    fn each_move(&self, (heaps, turn): &Self::Position, mut visit: impl FnMut(String, Self::Position)) {
        for heap in 0..heaps.len() {
            for left in 0..heaps[heap] {
                let mut after = heaps.clone();
                after[heap] = left;
                visit(format!("{heap}to{left}"), (after, turn.other()));
            }
        }
    }
}

impl Notation for Nim {
    const ID: &'static str = "nim";
    const SIDES: [&'static str; 2] = ["ann", "bob"];
    const TITLE: &'static str = "Nim";
    const RULES: &'static str = "Take any number from one heap. Who takes the last stone wins.";
    const EXAMPLES: &'static [&'static str] = &["3.4.5_a"];

    fn parse(text: &str) -> Result<(Self, Self::Position), NotationError> {
        Ok((Nim, crate::read(text)?))
    }

    fn print(&self, (heaps, turn): &Self::Position) -> String {
        crate::print(heaps, *turn)
    }
}
