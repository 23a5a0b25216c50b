//! Tests how often a question decodes a slot. Reports contain the tokens of positions, and most of their cost is the
//! decoding of slots.

use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex};

use retrograde::author::{AnyGame, Domain, Entry};
use retrograde::{Ending, Game, NoMove, Notation, NotationError, Numbered, Options, Reversible, Side, Slot};
use retrograde_service::Session;
use retrograde_service::ask::{Probe, SlotOf};

/// The number of times that each slot was decoded. Only one test of this program uses this game.
static DECODED: LazyLock<Mutex<BTreeMap<u64, u32>>> = LazyLock::new(Mutex::default);

/// A game with a heap from which a player takes one, two or three stones. The player who takes the last stone wins.
struct Heap;

/// The size of the heap, and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Left(u8, Side);

const MOST: u8 = 12;

impl Game for Heap {
    type Position = Left;
    type Move = u8;

    const NO_MOVE: NoMove = NoMove::Loses;

    fn turn(&self, position: &Left) -> Side {
        position.1
    }

    fn ending(&self, _: &Left) -> Option<Ending> {
        None
    }

    fn each_move(&self, &Left(left, side): &Left, mut visit: impl FnMut(u8, Left)) {
        (1..=3.min(left)).for_each(|taken| visit(taken, Left(left - taken, side.other())));
    }
}

impl Numbered for Heap {
    fn slots(&self) -> u64 {
        2 * (u64::from(MOST) + 1)
    }

    fn slot(&self, &Left(left, side): &Left) -> Slot {
        Slot(2 * u64::from(left) + side.index() as u64)
    }

    fn position(&self, slot: Slot) -> Option<Left> {
        *DECODED.lock().unwrap().entry(slot.0).or_default() += 1;
        Some(Left((slot.0 / 2) as u8, Side::BOTH[(slot.0 % 2) as usize]))
    }
}

impl Reversible for Heap {
    fn each_unmove(&self, &Left(left, side): &Left, mut visit: impl FnMut(Left)) {
        (1..=3.min(MOST - left)).for_each(|taken| visit(Left(left + taken, side.other())));
    }
}

impl Notation for Heap {
    const ID: &'static str = "heap";
    const SIDES: [&'static str; 2] = ["ann", "bob"];
    const TITLE: &'static str = "A heap";
    const RULES: &'static str = "One, two or three are taken.";
    const EXAMPLES: &'static [&'static str] = &["12_a"];

    fn parse(text: &str) -> Result<(Self, Left), NotationError> {
        let wrong = || NotationError::malformed(0..text.len(), "expected NUMBER_SIDE");
        let (left, side) = text.split_once('_').ok_or_else(wrong)?;
        let side = if side == "a" { Side::First } else { Side::Second };
        Ok((Self, Left(left.parse().map_err(|_| wrong())?, side)))
    }

    fn print(&self, &Left(left, side): &Left) -> String {
        format!("{left}_{}", ["a", "b"][side.index()])
    }

    fn identity(&self) -> String {
        String::new()
    }
}

#[test]
fn issue_28_a_probe_decodes_each_child_once() {
    let position = Entry::<Heap>::reversible().parse("12_a").unwrap();
    let options = Options { threads: 1, ..Options::DEFAULT };
    let session = Session::solve(&*position, Domain::All, &options).unwrap();
    let slot = |number: usize| {
        let other = position.after(number).unwrap().into();
        session.ask(&*position, &SlotOf { other }).unwrap().unwrap()
    };
    let children = [0, 1, 2].map(slot);
    DECODED.lock().unwrap().clear();
    let report = session.ask(&*position, &Probe::MOVES).unwrap().report;
    let tokens: Vec<_> = report.moves.unwrap().into_iter().map(|rated| rated.pos).collect();
    assert_eq!(tokens, ["heap:11_b", "heap:10_b", "heap:9_b"]);
    let times = DECODED.lock().unwrap().clone();
    assert_eq!(children.map(|child| times.get(&child).copied().unwrap_or_default()), [1, 1, 1], "{times:?}");
}
