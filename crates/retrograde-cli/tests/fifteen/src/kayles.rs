//! Kayles: a move knocks down one pin or two adjacent pins; the player who knocks down the last pin wins.

use retrograde::{Ending, Game, Notation, NotationError, Side};

pub struct Kayles;

impl Game for Kayles {
    /// The standing pins, as bits, and the side to move.
    type Position = (u32, Side);
    type Move = String;
    const TIES: bool = false;

    fn turn(&self, position: &(u32, Side)) -> Side {
        position.1
    }

    fn ending(&self, &(pins, turn): &(u32, Side)) -> Option<Ending> {
        (pins == 0).then(|| Ending::won(turn.other(), "last-pin"))
    }

    fn each_move(&self, &(pins, turn): &(u32, Side), mut visit: impl FnMut(String, (u32, Side))) {
        for pin in 0..16 {
            for (hit, name) in [(1, "one"), (3, "two")] {
                if pins & (hit << pin) == hit << pin {
                    visit(format!("{name}{pin}"), (pins & !(hit << pin), turn.other()));
                }
            }
        }
    }
}

impl Notation for Kayles {
    const ID: &'static str = "kayles";
    const SIDES: [&'static str; 2] = ["ann", "bob"];
    const TITLE: &'static str = "Kayles";
    const RULES: &'static str = "Knock down one pin, or two side by side. Who knocks down the last wins: last-pin.";
    const EXAMPLES: &'static [&'static str] = &["255.15_a"];

    fn parse(text: &str) -> Result<(Self, (u32, Side)), NotationError> {
        match crate::read(text)? {
            (pins, turn) if pins.len() == 2 => Ok((Kayles, (u32::from(pins[0]) << 8 | u32::from(pins[1]), turn))),
            _ => crate::no_such_board(text),
        }
    }

    fn print(&self, &(pins, turn): &(u32, Side)) -> String {
        crate::print(&[(pins >> 8) as u8, pins as u8], turn)
    }
}
