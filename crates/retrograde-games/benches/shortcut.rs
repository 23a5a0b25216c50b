//! The games' own solvers, on one core.
//!
//! `cargo bench -p retrograde-games --bench shortcut`

use divan::Bencher;
use retrograde::Notation;
use retrograde_games::pawn::Pawn;
use retrograde_games::pawn::sweep::{self, Sweep};

fn main() {
    divan::main();
}

/// Open 10x10 boards.
const PAWN_STARTS: [&str; 3] =
    ["OO8/10/10/10/10/10/10/10/10/9X_r", "10/10/10/4O5/10/5O4/10/10/10/X9_r", "10/10/10/10/10/10/10/10/8OO/X9_r"];

#[divan::bench(args = PAWN_STARTS)]
fn pawn_answer(bencher: Bencher<'_, '_>, token: &str) {
    let (game, start) = Pawn::parse(token).expect("the benchmark's token is right");
    let mut sweep = Sweep::new();
    bencher.bench_local(|| sweep.answer(&game, &start));
}

#[divan::bench(args = PAWN_STARTS[..1].iter())]
fn pawn_all_positions(bencher: Bencher<'_, '_>, token: &&str) {
    let (game, _) = Pawn::parse(token).expect("the benchmark's token is right");
    bencher.bench(|| sweep::table(&game));
}
