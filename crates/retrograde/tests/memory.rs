//! What it takes to store games, against the allocator. A process of its own, and one test: nobody else may allocate.
#![allow(clippy::unwrap_used, reason = "a test may panic, and so may its helpers")]

use peak_alloc::PeakAlloc;
use retrograde::{Children, Ending, Game, Linked, Numbered, Options, Side, Slot, Table};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

const OPTIONS: Options<'static> = Options { threads: 2, memory: Options::MEMORY, progress: None, cancel: None };

/// What does not grow with the game: the moves of a round of exploring, a shelf's, and what the solver's threads send each other.
const ROUND: u64 = 12 << 20;

/// Moves that lead anywhere: nothing is near, so that nothing is short.
struct Scattered {
    positions: u64,
    moves: u64,
}

impl Scattered {
    fn child(&self, position: u64, number: u64) -> u64 {
        let mixed = (position * self.moves + number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let anywhere = (mixed ^ mixed >> 32).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 20;
        // To the other side.
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

/// The most bytes above those of now while the work is done.
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
