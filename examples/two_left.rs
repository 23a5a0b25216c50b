//! The puzzle for one player from which P7387 originated: can captures, of either colour, leave two cannons?
//!
//! ```text
//! cargo run --release --example two_left -- line twoleft:110010
//! ```

use retrograde::{Ending, Entry, Game, NoMove, Notation, NotationError, Side};
use retrograde_games::cannons::row::{Capture, Row};

fn main() -> std::process::ExitCode {
    retrograde_cli::main_with(retrograde_cli::builtin().with(Entry::<TwoLeft>::rules()))
}

/// One side makes all moves; the other side wins if no move is possible.
pub(crate) struct TwoLeft;

impl Game for TwoLeft {
    type Position = Row;
    type Move = Capture;

    const NO_MOVE: NoMove = NoMove::Loses;

    fn turn(&self, _: &Row) -> Side {
        Side::First
    }

    fn ending(&self, row: &Row) -> Option<Ending> {
        (row.len() == 2).then_some(Ending::won(Side::First, "two-left"))
    }

    fn each_move(&self, row: &Row, mut visit: impl FnMut(Capture, Row)) {
        if row.len() > 2 {
            row.each_capture(Side::First, &mut visit);
            row.each_capture(Side::Second, visit);
        }
    }
}

impl Notation for TwoLeft {
    const ID: &'static str = "twoleft";
    const SIDES: [&'static str; 2] = ["player", "row"];
    const TITLE: &'static str = "Cannons: leave two";
    const RULES: &'static str = "A cannon jumps over one cannon and takes an enemy, as in cannons, and either colour may. \
                                 The player wins with two cannons left (two-left), and loses without a capture (no-move).";
    const EXAMPLES: &'static [&'static str] = &["110010"];

    fn parse(text: &str) -> Result<(Self, Row), NotationError> {
        let row = Row::from_text(text).ok_or_else(|| NotationError::malformed(0..text.len(), "expected 1s and 0s"))?;
        Ok((Self, row))
    }

    fn print(&self, row: &Row) -> String {
        format!("{:b}", row.code())[1..].to_owned()
    }

    fn identity(&self) -> String {
        String::new()
    }
}
