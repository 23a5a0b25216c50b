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
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use thiserror::Error;

use crate::game::{Numbered, Slot};
use crate::solution::Solution;
use crate::value::Value;

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

impl<N: Numbered> Solution<N> {
    /// Checks every slot by forward rules only, on as many threads as asked for (0: one a core).
    ///
    /// # Errors
    /// The [`Violation`] of the lowest slot.
    ///
    /// # Complexity
    /// Every move of every position once.
    pub fn verify(&self, threads: usize) -> Result<Verified, Violation> {
        let threads = crate::solve::Options { threads, ..Default::default() }.workers() as u64;
        let audit = Audit::new();
        std::thread::scope(|scope| {
            for _ in 1..threads.min(self.table().slots().div_ceil(BLOCK)) {
                // If the system gives no more threads, those there are do the work.
                let _ = std::thread::Builder::new().spawn_scoped(scope, || self.take_blocks(&audit));
            }
            self.take_blocks(&audit);
        });
        audit.verdict.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes blocks of slots in ascending order until all are taken or one was found wrong.
    fn take_blocks(&self, audit: &Audit) {
        while !audit.failed.load(Ordering::Relaxed) {
            let first = audit.next.fetch_add(BLOCK, Ordering::Relaxed);
            let last = (first + BLOCK).min(self.table().slots());
            if first >= last {
                return;
            }
            audit.report(self.check_block(first..last));
        }
    }

    fn check_block(&self, slots: Range<u64>) -> Result<Verified, Violation> {
        let mut verified = Verified::default();
        for slot in slots {
            self.check(Slot(slot), &mut verified)?;
        }
        Ok(verified)
    }

    fn check(&self, slot: Slot, verified: &mut Verified) -> Result<(), Violation> {
        let found = self.table().value(slot).map_or(Found::Hole, Found::Value);
        let Some(position) = self.game().position(slot) else {
            let violation =
                || Violation { slot, position: "a hole".into(), law: Law::Holes, found, expected: Found::Hole };
            return if found == Found::Hole { Ok(()) } else { Err(violation()) };
        };
        let (law, expected) = if self.game().slot(&position) == slot {
            self.expected(&position, verified)
        } else {
            (Law::Numbering, Found::Unnumbered)
        };
        if found == expected {
            return Ok(());
        }
        let law = if found == Found::Hole { Law::Holes } else { law };
        Err(Violation { slot, position: format!("{position:?}"), law, found, expected })
    }

    /// The value that the rules give a position, from the values of its children.
    fn expected(&self, position: &N::Position, verified: &mut Verified) -> (Law, Found) {
        let (game, turn) = (self.game(), self.game().turn(position));
        verified.positions += 1;
        if let Some(ending) = game.over(position) {
            return (Law::Ending, Found::Value(ending.value_for(turn)));
        }
        let (mut best, mut unnumbered) = (None, false);
        game.each_move(position, |_, child| {
            verified.moves += 1;
            let value = game.find(&child).and_then(|slot| self.table().value(slot));
            unnumbered |= value.is_none();
            best = best.max(value.map(|value| value.for_parent(game.turn(&child) == turn)));
        });
        match best {
            Some(best) if !unnumbered => (Law::BestMove, Found::Value(best.one_ply_earlier())),
            Some(_) => (Law::Numbering, Found::Unnumbered),
            None => (Law::BestMove, Found::Hole),
        }
    }
}

/// Slots checked by a thread in one go.
const BLOCK: u64 = 1 << 12;

/// What the threads of a verification share.
struct Audit {
    next: AtomicU64,
    failed: AtomicBool,
    verdict: Mutex<Result<Verified, Violation>>,
}

impl Audit {
    fn new() -> Self {
        Self { next: AtomicU64::new(0), failed: AtomicBool::new(false), verdict: Mutex::new(Ok(Verified::default())) }
    }

    /// Blocks are taken in ascending order and finished once taken, so the lowest violation is always met.
    fn report(&self, block: Result<Verified, Violation>) {
        let mut verdict = self.verdict.lock().unwrap_or_else(PoisonError::into_inner);
        match (&mut *verdict, block) {
            (Ok(sum), Ok(more)) => sum.add(more),
            (Ok(_), Err(violation)) => *verdict = Err(violation),
            (Err(known), Err(violation)) if violation.slot < known.slot => *known = violation,
            (Err(_), _) => {}
        }
        self.failed.store(verdict.is_err(), Ordering::Relaxed);
    }
}
