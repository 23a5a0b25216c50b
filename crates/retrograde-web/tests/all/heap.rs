//! A game with one heap. The moves of the game are right, but its un-moves break a law, which is a property that the
//! solver relies on.

use std::sync::atomic::{AtomicU32, Ordering};

use retrograde::{Ending, Game, Notation, NotationError, Numbered, Reversible, Side, Slot};

/// A player takes one or two from a heap of at most [`MOST`]. The player who takes the last one wins. The game has no
/// un-move for taking two, which breaks a law.
///
/// With `COUNTED`, the game counts the tokens that it reads. Tests run in parallel, so only one test can use counted
/// heaps.
pub(crate) struct Heap<const COUNTED: bool>;

/// The size of the largest heap.
const MOST: u8 = 99;

/// The number of tokens of counted heaps that were read.
pub(crate) static READ: AtomicU32 = AtomicU32::new(0);

impl<const COUNTED: bool> Game for Heap<COUNTED> {
    type Position = (u8, Side);
    type Move = u8;

    fn turn(&self, &(_, turn): &(u8, Side)) -> Side {
        turn
    }

    fn ending(&self, &(left, turn): &(u8, Side)) -> Option<Ending> {
        (left == 0).then(|| Ending::won(turn.other(), "last-taken"))
    }

    fn each_move(&self, &(left, turn): &(u8, Side), mut visit: impl FnMut(u8, (u8, Side))) {
        (1..=left.min(2)).for_each(|taken| visit(taken, (left - taken, turn.other())));
    }
}

impl<const COUNTED: bool> Numbered for Heap<COUNTED> {
    fn slots(&self) -> u64 {
        2 * (u64::from(MOST) + 1)
    }

    fn slot(&self, &(left, turn): &(u8, Side)) -> Slot {
        Slot(2 * u64::from(left) + turn.index() as u64)
    }

    fn position(&self, Slot(slot): Slot) -> Option<(u8, Side)> {
        Some(((slot / 2) as u8, Side::from_parity(slot)))
    }
}

impl<const COUNTED: bool> Reversible for Heap<COUNTED> {
    fn each_unmove(&self, &(left, turn): &(u8, Side), mut visit: impl FnMut((u8, Side))) {
        if left < MOST {
            visit((left + 1, turn.other()));
        }
    }
}

impl<const COUNTED: bool> Notation for Heap<COUNTED> {
    const ID: &'static str = "heap";
    const SIDES: [&'static str; 2] = ["ann", "bob"];
    const TITLE: &'static str = "Take one or two";
    const RULES: &'static str = "The player who takes the last one wins (last-taken).";
    const EXAMPLES: &'static [&'static str] = &["9_a"];

    fn parse(text: &str) -> Result<(Self, (u8, Side)), NotationError> {
        READ.fetch_add(COUNTED.into(), Ordering::Relaxed);
        let read = text.split_once('_').and_then(|(left, turn)| {
            let turn = Side::BOTH.into_iter().find(|side| turn == ["a", "b"][side.index()])?;
            Some((Self, (left.parse().ok().filter(|&left| left <= MOST)?, turn)))
        });
        read.ok_or_else(|| NotationError::malformed(0..text.len(), "expected LEFT_TURN"))
    }

    fn print(&self, &(left, turn): &(u8, Side)) -> String {
        format!("{left}_{}", ["a", "b"][turn.index()])
    }
}
