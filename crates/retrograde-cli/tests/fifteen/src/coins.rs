//! Coins: a move takes a coin from either end of a row; the player with more money at the end wins.

use retrograde::{Ending, Game, Notation, NotationError, Side};

/// The values of the coins, in the order of the row.
pub struct Coins(Vec<u8>);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rest {
    from: u8,
    to: u8,
    /// The first player's money minus the second player's.
    lead: i16,
    turn: Side,
}

impl Game for Coins {
    type Position = Rest;
    type Move = &'static str;

    fn turn(&self, rest: &Rest) -> Side {
        rest.turn
    }

    fn ending(&self, rest: &Rest) -> Option<Ending> {
        (rest.from == rest.to).then(|| match rest.lead {
            0 => Ending::level("shared"),
            lead => Ending::won(if lead > 0 { Side::First } else { Side::Second }, "richer"),
        })
    }

    fn each_move(&self, rest: &Rest, mut visit: impl FnMut(&'static str, Rest)) {
        let coin = |at: u8| [1, -1][rest.turn.index()] * i16::from(self.0[usize::from(at)]);
        if rest.from < rest.to {
            let turn = rest.turn.other();
            visit("left", Rest { from: rest.from + 1, lead: rest.lead + coin(rest.from), turn, ..*rest });
            visit("right", Rest { to: rest.to - 1, lead: rest.lead + coin(rest.to - 1), turn, ..*rest });
        }
    }
}

impl Notation for Coins {
    const ID: &'static str = "coins";
    const SIDES: [&'static str; 2] = ["ann", "bob"];
    const TITLE: &'static str = "Coins in a row";
    const RULES: &'static str = "Take the left coin or the right one. Who is richer wins; else the money is shared.";
    const EXAMPLES: &'static [&'static str] = &["0.10.100.3.9.4.4.7.2.8.5.1.6.2_a"];

    /// Parses the index of the first remaining coin, the index after the last one, the lead plus 100, and all coins.
    fn parse(text: &str) -> Result<(Self, Rest), NotationError> {
        match crate::read(text)? {
            (numbers, turn)
                if numbers.len() > 3 && numbers[0] <= numbers[1] && usize::from(numbers[1]) <= numbers.len() - 3 =>
            {
                let rest = Rest { from: numbers[0], to: numbers[1], lead: i16::from(numbers[2]) - 100, turn };
                Ok((Coins(numbers[3..].to_vec()), rest))
            }
            _ => crate::no_such_board(text),
        }
    }

    fn print(&self, rest: &Rest) -> String {
        let head = [rest.from, rest.to, (rest.lead + 100) as u8];
        crate::print(&[&head, &self.0[..]].concat(), rest.turn)
    }

    fn identity(&self) -> String {
        format!("{:?}", self.0)
    }
}
