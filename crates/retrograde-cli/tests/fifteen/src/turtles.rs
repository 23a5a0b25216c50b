//! Turning turtles: a move turns one turtle on its back, and may also turn over one turtle to its left. The last player
//! who can move wins.

use retrograde::{Ending, Game, Notation, NotationError, Side};

pub struct Turtles;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Beach {
    /// The turtles that stand on their feet, as bits.
    feet: u8,
    turn: Side,
}

impl Game for Turtles {
    type Position = Beach;
    type Move = String;
    const TIES: bool = false;

    fn turn(&self, beach: &Beach) -> Side {
        beach.turn
    }

    fn ending(&self, beach: &Beach) -> Option<Ending> {
        (beach.feet == 0).then(|| Ending::won(beach.turn.other(), "last-turtle"))
    }

    fn each_move(&self, beach: &Beach, mut visit: impl FnMut(String, Beach)) {
        for turtle in (0..8).filter(|turtle| beach.feet >> turtle & 1 == 1) {
            let (feet, turn) = (beach.feet & !(1 << turtle), beach.turn.other());
            visit(turtle.to_string(), Beach { feet, turn });
            for other in 0..turtle {
                visit(format!("{turtle}.{other}"), Beach { feet: feet ^ 1 << other, turn });
            }
        }
    }
}

impl Notation for Turtles {
    const ID: &'static str = "turtles";
    const SIDES: [&'static str; 2] = ["ann", "bob"];
    const TITLE: &'static str = "Turning turtles";
    const RULES: &'static str = "Turn one turtle on its back, and one to its left over. The last turtle wins.";
    const EXAMPLES: &'static [&'static str] = &["219_a"];

    fn parse(text: &str) -> Result<(Self, Beach), NotationError> {
        match crate::read(text)? {
            (numbers, turn) if numbers.len() == 1 => Ok((Turtles, Beach { feet: numbers[0], turn })),
            _ => crate::no_such_board(text),
        }
    }

    fn print(&self, beach: &Beach) -> String {
        crate::print(&[beach.feet], beach.turn)
    }
}
