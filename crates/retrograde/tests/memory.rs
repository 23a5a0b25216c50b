//! Measures the memory of stored games and of the solve by tiers, with a counting allocator. These tests are in a
//! separate program and run one at a time, so that no other code allocates memory during a test.
#![allow(clippy::unwrap_used, reason = "a test may panic, and so may its helpers")]

use std::sync::{Mutex, PoisonError};

use peak_alloc::PeakAlloc;
use retrograde::kernel::{Tier, Tiered, solve_by_tiers};
use retrograde::{Children, Ending, Game, Linked, Numbered, Options, Reversible, Side, Slot, SolveError, Table};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// A lock. It ensures that only one test runs at a time.
static ALONE: Mutex<()> = Mutex::new(());

const OPTIONS: Options<'static> = Options { threads: 2, ..Options::DEFAULT };

/// An allowance in bytes for memory that does not depend on the size of the game. This memory is for moves while the
/// game is explored and its moves are stored, and for messages between threads.
const ROUND: u64 = 12 << 20;

/// A game whose moves lead to pseudo-random positions. The two slots of a move differ greatly. So no move has a short
/// code.
struct Scattered {
    positions: u64,
    moves: u64,
}

impl Scattered {
    fn child(&self, position: u64, number: u64) -> u64 {
        let mixed = (position * self.moves + number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let anywhere = (mixed ^ mixed >> 32).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 20;
        // The child is a position with the other side to move.
        anywhere % (self.positions / 2) * 2 + (1 - position % 2)
    }
}

impl Game for Scattered {
    type Position = u64;
    type Move = u64;
    fn turn(&self, position: &u64) -> Side {
        Side::from_parity(*position)
    }
    fn ending(&self, position: &u64) -> Option<Ending> {
        position.is_multiple_of(50).then_some(Ending::won(Side::from_parity(position / 100), "done"))
    }
    fn each_move(&self, position: &u64, mut visit: impl FnMut(u64, u64)) {
        if self.ending(position).is_none() {
            (0..self.moves).for_each(|number| visit(number, self.child(*position, number)));
        }
    }
}

/// Runs `work`. Returns the maximum increase of the allocated bytes during the work, and the result.
fn peak<T>(work: impl FnOnce() -> T) -> (u64, T) {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let done = work();
    ((MEMORY.peak_usage() - before) as u64, done)
}

fn listed(game: &Scattered) -> Table {
    let mut children = Children::new(&OPTIONS);
    for position in 0..game.positions {
        let outcome = game.ending(&position).map(|ending| ending.outcome);
        children.position(game.turn(&position), outcome).unwrap();
        game.each_move(&position, |_, child| children.child(Slot(child)).unwrap());
    }
    children.link(&OPTIONS).unwrap().solve(&OPTIONS).unwrap()
}

#[test]
fn a_move_takes_three_bytes_from_first_to_last() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let game = Scattered { positions: 400_000, moves: 12 };
    let (taken, (linked, table)) = peak(|| {
        let linked = Linked::explored(&game, [1], &OPTIONS).unwrap();
        let table = linked.edges().solve(&OPTIONS).unwrap();
        (linked, table)
    });
    let (slots, moves) = (linked.slots(), linked.moves());
    assert!(slots > 390_000 && moves > 10 * slots, "{slots} positions, {moves} moves");
    println!("by its rules: {slots} positions, {moves} moves, {taken} bytes");
    assert!(taken < slots * (16 + 2 * size_of::<u64>() as u64) + 3 * moves + ROUND, "{taken} bytes by the rules");

    let (taken, list) = peak(|| listed(&game));
    println!("listed: {taken} bytes");
    assert!(taken < slots * 10 + 3 * moves + moves / 2 + ROUND, "{taken} bytes for a list");
    let value = |position: u64| (table.value(linked.slot(&position)), list.value(Slot(position)));
    for position in (0..slots).filter_map(|slot| linked.position(Slot(slot))).step_by(1000) {
        let (explored, listed) = value(position);
        assert_eq!(explored, listed, "position {position}");
    }
}

/// A game in tiers (floors) of `each` positions. Every position has one move, to the floor below. The game ends on the
/// lowest floor.
struct Floors {
    each: u64,
    floors: u64,
}

impl Game for Floors {
    type Position = u64;
    type Move = u64;
    fn turn(&self, position: &u64) -> Side {
        Side::from_parity(position / self.each)
    }
    fn ending(&self, position: &u64) -> Option<Ending> {
        (*position < self.each).then_some(Ending::won(Side::from_parity(*position), "ground"))
    }
    fn each_move(&self, position: &u64, mut visit: impl FnMut(u64, u64)) {
        if self.ending(position).is_none() {
            visit(0, position - self.each);
        }
    }
}

impl Numbered for Floors {
    fn slots(&self) -> u64 {
        self.each * self.floors
    }
    fn slot(&self, position: &u64) -> Slot {
        Slot(*position)
    }
    fn position(&self, slot: Slot) -> Option<u64> {
        Some(slot.0)
    }
}

impl Reversible for Floors {
    fn each_unmove(&self, position: &u64, mut visit: impl FnMut(u64)) {
        if position + self.each < self.slots() {
            visit(position + self.each);
        }
    }
}

impl Tiered for Floors {
    fn tiers(&self) -> Vec<Tier> {
        let tier = |floor: u64| Tier {
            name: format!("floor {floor}"),
            slots: floor * self.each..(floor + 1) * self.each,
            children: floor.checked_sub(1).map(|below| below as usize).into_iter().collect(),
            // Every second floor declares that it has moves inside. So the kernel solves this floor by a sweep.
            has_moves_inside: floor.is_multiple_of(2),
        };
        (0..self.floors).map(tier).collect()
    }
}

/// An allowance in bytes for memory that does not depend on the number of slots.
const SLACK: u64 = 64 << 10;

/// A solve by tiers does not exceed its memory limit, even while the finished tiers and the open tier are in memory
/// together.
#[test]
fn tiers_take_no_more_than_is_allowed() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let game = Floors { each: 1 << 18, floors: 8 };
    let mut memory = 1 << 20;
    loop {
        let (taken, solved) = peak(|| solve_by_tiers(&game, &Options { threads: 1, memory, ..OPTIONS }));
        let error = solved.as_ref().err();
        println!("{memory} allowed, {taken} taken, {error:?}");
        assert!(taken <= memory + SLACK, "{memory} allowed, {taken} taken, {error:?}");
        match solved {
            Ok(table) => return assert!(table.slots() == game.slots() && memory <= 2 * taken, "{memory}, {taken}"),
            Err(SolveError::TooLarge { needed, limit, .. }) => assert!(limit == memory && needed > limit),
            Err(error) => panic!("{error}"),
        }
        memory += memory / 8;
    }
}
