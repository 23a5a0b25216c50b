//! Cat and mouse on a ring: the cat wins if they meet, the mouse wins if it reaches its hole.

use retrograde::{Ending, Game, Notation, NotationError, Side};

/// The number of squares of the ring.
pub struct Chase(u8);

impl Game for Chase {
    /// The square of the cat, the square of the mouse, and the side to move.
    type Position = ([u8; 2], Side);
    type Move = u8;

    fn turn(&self, position: &([u8; 2], Side)) -> Side {
        position.1
    }

    fn ending(&self, &([cat, mouse], _): &([u8; 2], Side)) -> Option<Ending> {
        let caught = (cat == mouse).then_some(Ending::won(Side::First, "caught"));
        caught.or((mouse == 0).then_some(Ending::won(Side::Second, "home")))
    }

    fn each_move(&self, position: &([u8; 2], Side), mut visit: impl FnMut(u8, ([u8; 2], Side))) {
        let (squares, turn) = *position;
        for step in [1, self.0 - 1].into_iter().filter(|_| self.ending(position).is_none()) {
            let mut after = squares;
            after[turn.index()] = (squares[turn.index()] + step) % self.0;
            visit(after[turn.index()], (after, turn.other()));
        }
    }
}

impl Notation for Chase {
    const ID: &'static str = "chase";
    const SIDES: [&'static str; 2] = ["cat", "mouse"];
    const TITLE: &'static str = "Cat and mouse on a ring";
    const RULES: &'static str = "Both step one square, either way. The cat wins if they meet, the mouse at square 0.";
    const EXAMPLES: &'static [&'static str] = &["12.3.7_b"];

    fn parse(text: &str) -> Result<(Self, ([u8; 2], Side)), NotationError> {
        match crate::read(text)? {
            (numbers, turn) if numbers.len() == 3 && numbers[1].max(numbers[2]) < numbers[0].min(100) => {
                Ok((Chase(numbers[0]), ([numbers[1], numbers[2]], turn)))
            }
            _ => crate::no_such_board(text),
        }
    }

    fn print(&self, &([cat, mouse], turn): &([u8; 2], Side)) -> String {
        crate::print(&[self.0, cat, mouse], turn)
    }

    fn identity(&self) -> String {
        self.0.to_string()
    }
}
