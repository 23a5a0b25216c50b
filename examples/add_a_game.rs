//! Adds a game to the whole command line: its rules, its notation, and one registry line.
//!
//! ```text
//! cargo run --release --example add_a_game -- probe chase:12.3.7_m
//! ```

use retrograde::{Ending, Entry, Game, Notation, NotationError, Side};

fn main() -> std::process::ExitCode {
    retrograde_cli::main_with(retrograde_cli::builtin().with(Entry::<Chase>::rules()))
}

/// A cat and a mouse on a ring of squares 0, 1, 2...; the mouse's hole is square 0.
struct Chase(u8);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Position {
    cat: u8,
    mouse: u8,
    turn: Side,
}

impl Game for Chase {
    type Position = Position;
    type Move = u8; // the square stepped on

    fn turn(&self, position: &Position) -> Side {
        position.turn
    }

    /// The cat wins if it meets the mouse; otherwise the mouse wins if it reaches its hole.
    fn ending(&self, position: &Position) -> Option<Ending> {
        let caught = (position.cat == position.mouse).then_some(Ending::won(Side::First, "caught"));
        caught.or((position.mouse == 0).then_some(Ending::won(Side::Second, "home")))
    }

    /// A move is one step in either direction.
    fn each_move(&self, position: &Position, mut visit: impl FnMut(u8, Position)) {
        if self.ending(position).is_some() {
            return;
        }
        for step in [1, self.0 - 1] {
            let mut child = Position { turn: position.turn.other(), ..*position };
            let runner = if position.turn == Side::First { &mut child.cat } else { &mut child.mouse };
            *runner = (*runner + step) % self.0;
            visit(*runner, child);
        }
    }
}

impl Notation for Chase {
    const ID: &'static str = "chase";
    const SIDES: [&'static str; 2] = ["cat", "mouse"];
    const TITLE: &'static str = "Cat and mouse on a ring";
    const RULES: &'static str = "Both step one square, either way. The cat wins if they meet, the mouse at square 0.";
    const EXAMPLES: &'static [&'static str] = &["12.3.7_m"];

    fn parse(text: &str) -> Result<(Self, Position), NotationError> {
        read(text).ok_or_else(|| NotationError::malformed(0..text.len(), "expected SQUARES.CAT.MOUSE_TURN"))
    }

    fn print(&self, Position { cat, mouse, turn }: &Position) -> String {
        format!("{}.{cat}.{mouse}_{}", self.0, ["c", "m"][turn.index()])
    }

    /// Identifies a ring.
    fn identity(&self) -> String {
        self.0.to_string()
    }
}

fn read(text: &str) -> Option<(Chase, Position)> {
    let (ring, turn) = text.split_once('_')?;
    let turn = *Side::BOTH.iter().find(|side| turn == ["c", "m"][side.index()])?;
    let numbers: Vec<u8> = ring.split('.').map(|number| number.parse().ok()).collect::<Option<_>>()?;
    let &[squares @ 3..=100, cat, mouse] = numbers.as_slice() else { return None };
    (cat.max(mouse) < squares).then_some((Chase(squares), Position { cat, mouse, turn }))
}
