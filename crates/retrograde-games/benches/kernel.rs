//! Measures the general kernel without shortcuts. The kernel solves whole tables with all depths, on all cores and on
//! one core.
//!
//! `cargo bench -p retrograde-games --bench kernel`

use divan::Bencher;
use retrograde::kernel::solve;
use retrograde::{Notation, Options, Reversible};
use retrograde_games::cannons::Cannons;
use retrograde_games::pawn::Pawn;
use retrograde_games::race::Race;

fn main() {
    divan::main();
}

/// Returns the rows of a board without walls, as a token writes them.
fn open_rows(rows: usize, columns: usize) -> Vec<String> {
    vec![columns.to_string(); rows]
}

#[divan::bench(args = [1, 0], sample_count = 20, sample_size = 1)]
fn pawn_open_10x10(bencher: Bencher<'_, '_>, threads: usize) {
    let mut rows = open_rows(10, 10);
    rows[0] = "OO8".into();
    rows[9] = "9X".into();
    bench::<Pawn>(bencher, &format!("{}_r", rows.join("/")), threads);
}

#[divan::bench(args = [1, 0], sample_count = 10, sample_size = 1)]
fn race_open_40x40(bencher: Bencher<'_, '_>, threads: usize) {
    let mut rows = open_rows(40, 40);
    rows[0] = "A39".into();
    rows[39] = "39B".into();
    bench::<Race>(bencher, &format!("{}_a", rows.join("/")), threads);
}

#[divan::bench(args = [1, 0], sample_count = 5, sample_size = 1)]
fn cannons_all_rows_to_20(bencher: Bencher<'_, '_>, threads: usize) {
    bench::<Cannons>(bencher, &format!("{}_r", "10".repeat(10)), threads);
}

fn bench<G: Notation + Reversible>(bencher: Bencher<'_, '_>, text: &str, threads: usize) {
    let (game, _) = G::parse(text).expect("the benchmark's token is right");
    let options = Options { threads, ..Options::default() };
    let slots = divan::counter::ItemsCount::new(game.slots());
    bencher.counter(slots).bench(|| solve(&game, &options).expect("the benchmark's game can be solved"));
}
