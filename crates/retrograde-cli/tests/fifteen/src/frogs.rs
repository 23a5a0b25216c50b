//! Toads and frogs: toads move right and frogs move left, and each may jump over one of the others. A player who cannot
//! move loses.

use retrograde::{Ending, Game, Notation, NotationError, Side};

pub struct Frogs;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pond {
    /// The leaves of the row, in order. 0 is an empty leaf, 1 a toad, and 2 a frog.
    leaves: Vec<u8>,
    turn: Side,
}

impl Pond {
    fn hops(&self) -> impl Iterator<Item = (usize, usize)> {
        let (mine, step) = if self.turn == Side::First { (1, 1) } else { (2, -1) };
        let leaf = move |at: usize, far: isize| at.checked_add_signed(step * far).filter(|&to| to < self.leaves.len());
        let target = move |at: usize| {
            let near = leaf(at, 1)?;
            let to = if self.leaves[near] == 3 - mine { leaf(at, 2)? } else { near };
            (self.leaves[at] == mine && self.leaves[to] == 0).then_some((at, to))
        };
        (0..self.leaves.len()).filter_map(target)
    }
}

impl Game for Frogs {
    type Position = Pond;
    type Move = usize;
    const TIES: bool = false;

    fn turn(&self, pond: &Pond) -> Side {
        pond.turn
    }

    fn ending(&self, pond: &Pond) -> Option<Ending> {
        pond.hops().next().is_none().then(|| Ending::won(pond.turn.other(), "stuck"))
    }

    fn each_move(&self, pond: &Pond, mut visit: impl FnMut(usize, Pond)) {
        for (from, to) in pond.hops() {
            let mut leaves = pond.leaves.clone();
            leaves.swap(from, to);
            visit(from, Pond { leaves, turn: pond.turn.other() });
        }
    }
}

impl Notation for Frogs {
    const ID: &'static str = "frogs";
    const SIDES: [&'static str; 2] = ["toads", "frogs"];
    const TITLE: &'static str = "Toads and frogs";
    const RULES: &'static str = "Hop onto the next leaf, or over one of the others. Who is stuck loses.";
    const EXAMPLES: &'static [&'static str] = &["1.1.1.0.0.0.2.2.2_a"];

    fn parse(text: &str) -> Result<(Self, Pond), NotationError> {
        match crate::read(text)? {
            (leaves, turn) if leaves.iter().all(|&leaf| leaf < 3) => Ok((Frogs, Pond { leaves, turn })),
            _ => crate::no_such_board(text),
        }
    }

    fn print(&self, pond: &Pond) -> String {
        crate::print(&pond.leaves, pond.turn)
    }
}
