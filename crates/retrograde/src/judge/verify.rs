//! The verifier: a check of a whole table by the forward rules alone.
//!
//! It takes nothing from the kernel: no un-moves, no counters, no order of depths. A position that is over must
//! have its ending's value, in 0 plies; any other must be worth the best of its moves, one ply later. Spelled out,
//! with the moves' values as seen by the player who makes them:
//!
//! * a win in *d* has a move that wins in *d* - 1, and none that wins sooner;
//! * a loss in *d* has only losing moves, the longest in *d* - 1;
//! * a tie in *d* has no winning move, a move that ties in *d* - 1, and none that ties sooner;
//! * a draw has no winning and no tying move, and a move that draws.
//!
//! That is a complete proof that the table is right for the rules. What it calls decided is: each depth claims a child
//! one ply less deep, down to an ending, so no ring of false wins can hold itself up. And whatever is decided it
//! calls so, with the right depth, by induction on the true depth: the children that decide are less deep. Hence the draws
//! are right, too.

use std::ops::Range;

use thiserror::Error;

use crate::ask::board::{Here, Survey, Surveyed};
use crate::ask::questions::Questions;
use crate::ask::solution::Solution;
use crate::judge::audit::{audit, picked};
use crate::rules::game::{Reversible, Slot};
use crate::rules::value::Value;
use crate::table::cell::Cell;
use crate::table::values::Unreadable;

/// A table that passed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Positions checked.
    pub positions: u64,
    /// Moves made to check them.
    pub moves: u64,
}

impl Verified {
    const fn add(&mut self, more: Self) {
        self.positions += more.positions;
        self.moves += more.moves;
    }
}

/// A value that cannot be right, and the law that it breaks.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("slot {slot}, {position}: {law}: the table says {found}, the rules say {expected}")]
pub struct Violation {
    /// The lowest slot with a wrong value.
    pub slot: Slot,
    /// Its position, in Rust's debug form.
    pub position: String,
    /// The law broken.
    pub law: Law,
    /// The value in the table.
    pub found: Found,
    /// What the rules and the values of the children call for.
    pub expected: Found,
}

/// Why a table is not verified.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unverified {
    /// A value is wrong.
    #[error(transparent)]
    Wrong(Box<Violation>),
    /// The table cannot be read.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
}

/// What stands, or should stand, in a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// A value.
    Value(Value),
    /// No position.
    Hole,
    /// A position, or one of its children, without a slot of its own.
    Unnumbered,
}

impl std::fmt::Display for Found {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Value(value) => value.fmt(f),
            Self::Hole => f.write_str("no position"),
            Self::Unnumbered => f.write_str("a position without a slot"),
        }
    }
}

/// The laws of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Law {
    /// Every position has a slot of its own: its children's, and its own, come back to the position they are of.
    #[error("a position has a slot of its own")]
    Numbering,
    /// Slots without a position have no value, and the others have one.
    #[error("a slot has a value if and only if it has a position")]
    Holes,
    /// A finished position has the value of its ending, in 0 plies.
    #[error("a finished position has its ending's value")]
    Ending,
    /// A position that is not over has the best value of its moves.
    #[error("a position is worth its best move")]
    BestMove,
}

impl Questions<'_> {
    /// Checks every slot by forward rules only, on as many threads as asked for (0: one a core).
    ///
    /// # Errors
    /// The [`Unverified`]: the violation of the lowest slot; or the table cannot be read.
    ///
    /// # Complexity
    /// Every move of every position once.
    pub fn verify(self, threads: usize) -> Result<Verified, Unverified> {
        total(audit(self.values().slots(), threads, |slots, desk| self.check_block(slots, desk)))
    }

    /// Checks so many slots in the same way, which lie all over the table, each somewhere in its own part: always the same ones.
    ///
    /// # Errors
    /// Those of [`verify`](Self::verify).
    ///
    /// # Complexity
    /// Every move of the positions that are checked once.
    pub fn verify_some(self, number: u64, threads: usize) -> Result<Verified, Unverified> {
        let slots = self.values().slots();
        let number = number.min(slots);
        total(audit(number, threads, |mut numbers, desk| {
            numbers.try_for_each(|place| {
                let slot = picked(slots, number, place);
                self.check_survey(slot..slot + 1, desk)
            })
        }))
    }

    fn check_block(self, slots: Range<u64>, desk: &mut Desk) -> Result<(), Unverified> {
        let mut firsts = slots.clone().step_by(SURVEY as usize);
        firsts.try_for_each(|first| self.check_survey(first..slots.end.min(first + SURVEY), desk))
    }

    fn check_survey(self, slots: Range<u64>, desk: &mut Desk) -> Result<(), Unverified> {
        let Desk { survey, cells, children, verified } = desk;
        self.board().survey(slots.clone(), survey);
        cells.resize((slots.end - slots.start) as usize, Cell::HOLE);
        self.values().block(Slot(slots.start), cells)?;
        self.values().gather(&survey.children, children)?;
        let mut next = 0;
        for (slot, (&cell, &head)) in slots.zip(cells.iter().zip(&survey.heads)) {
            let numbered = match head {
                Surveyed::Open { numbered, .. } => numbered as usize,
                _ => 0,
            };
            let seen = children[next..next + numbered].iter().zip(&survey.again[next..]);
            next += numbered;
            let (law, expected) = expected(head, seen.map(|(&cell, &again)| (cell, again)), verified);
            let found = cell.value().map_or(Found::Hole, Found::Value);
            if found != expected {
                return Err(Unverified::Wrong(Box::new(self.violation(Slot(slot), law, found, expected))));
            }
        }
        Ok(())
    }

    fn violation(self, slot: Slot, law: Law, found: Found, expected: Found) -> Violation {
        let law = if found == Found::Hole { Law::Holes } else { law };
        Violation { slot, position: self.board().debug(slot), law, found, expected }
    }
}

impl<R: Reversible> Solution<R> {
    /// Checks every slot by forward rules only, on as many threads as asked for (0: one a core).
    pub fn verify(&self, threads: usize) -> Result<Verified, Unverified> {
        self.questions().verify(threads)
    }
}

/// What all threads have checked.
fn total(desks: Result<Vec<Desk>, Unverified>) -> Result<Verified, Unverified> {
    let mut verified = Verified::default();
    desks?.iter().for_each(|desk| verified.add(desk.verified));
    Ok(verified)
}

/// What should stand in a slot, by the rules and the cells of the children; each with whether its parent's mover moves again.
fn expected(head: Surveyed, children: impl Iterator<Item = (Cell, bool)>, verified: &mut Verified) -> (Law, Found) {
    let (moves, numbered) = match head {
        Surveyed::Hole => return (Law::Holes, Found::Hole),
        Surveyed::Elsewhere => return (Law::Numbering, Found::Unnumbered),
        Surveyed::Over(Here { turn, ending }) => {
            verified.positions += 1;
            return (Law::Ending, ending.map_or(Found::Hole, |ending| Found::Value(ending.value_for(turn))));
        }
        Surveyed::Open { moves, numbered } => (moves, numbered),
    };
    verified.positions += 1;
    verified.moves += u64::from(moves);
    let (mut best, mut unnumbered) = (None, moves > numbered);
    for (cell, again) in children {
        let value = cell.value();
        unnumbered |= value.is_none();
        best = best.max(value.map(|value| value.for_parent(again)));
    }
    match best {
        _ if moves == 0 => (Law::BestMove, Found::Hole),
        Some(best) if !unnumbered => (Law::BestMove, Found::Value(best.one_ply_earlier())),
        _ => (Law::Numbering, Found::Unnumbered),
    }
}

/// Slots surveyed in one go: with their children they stay in a near cache.
const SURVEY: u64 = 1 << 8;

/// A thread's buffers.
#[derive(Default)]
struct Desk {
    survey: Survey,
    cells: Vec<Cell>,
    children: Vec<Cell>,
    verified: Verified,
}
