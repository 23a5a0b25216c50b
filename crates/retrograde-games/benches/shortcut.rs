//! Measures the special solvers of single games, on one core.
//!
//! `cargo bench -p retrograde-games --bench shortcut`

use divan::Bencher;
use divan::counter::BytesCount;
use fastrand::Rng;
use retrograde::author::{Contest, Method, Square};
use retrograde::{BySide, Notation, Options};
use retrograde_games::cannons::p7387::P7387;
use retrograde_games::cannons::theorem::Summary;
use retrograde_games::grid::Grid;
use retrograde_games::pawn::sweep::Sweep;
use retrograde_games::pawn::table;
use retrograde_games::pawn::{P9169, Pawn};
use retrograde_games::race::PathProof;
use retrograde_games::race::layers::Match;

fn main() {
    divan::main();
}

/// Starts on 10x10 boards without walls.
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
    bencher.bench(|| table(&game));
}

/// Measures a contest test of ten boards, from input text to output text.
#[divan::bench(args = PAWN_STARTS)]
fn pawn_p9169(bencher: Bencher<'_, '_>, token: &str) {
    let mut input = Vec::new();
    P9169.write(&vec![format!("pawn:{token}"); 10], &mut input).expect("the benchmark's token is a start");
    bencher.bench_local(|| answered(&P9169, &input));
}

/// The number of cannons in the row of a benchmark.
const CANNONS: usize = 1 << 16;

fn random_row(rng: &mut Rng, length: usize) -> Vec<u8> {
    (0..length).map(|_| b'0' + rng.u8(0..2)).collect()
}

#[divan::bench]
fn cannons_random(bencher: Bencher<'_, '_>) {
    bench_row(bencher, &random_row(&mut Rng::with_seed(7387), CANNONS));
}

/// Measures a row `0101…`.
#[divan::bench]
fn cannons_alternating(bencher: Bencher<'_, '_>) {
    bench_row(bencher, &b"01".repeat(CANNONS / 2));
}

fn bench_row(bencher: Bencher<'_, '_>, row: &[u8]) {
    bencher.counter(BytesCount::of_slice(row)).bench_local(|| {
        let mut summary = Summary::new();
        summary.push(row).expect("the benchmark's row is right");
        summary.outcome()
    });
}

/// Measures 100 kB of rows of one length, from input text to output text.
#[divan::bench(args = [1, 20, 200, 100_000])]
fn cannons_p7387(bencher: Bencher<'_, '_>, length: usize) {
    let mut rng = Rng::with_seed(length as u64);
    let count = 100_000 / length;
    let mut input = format!("{count}\n").into_bytes();
    for _ in 0..count {
        input.extend_from_slice(format!("{length}\n").as_bytes());
        input.extend(random_row(&mut rng, length));
        input.push(b'\n');
    }
    bencher.counter(BytesCount::of_slice(&input)).bench_local(|| answered(&P7387, &input));
}

fn answered(contest: &dyn Contest, mut input: &[u8]) -> Vec<u8> {
    let options = Options { threads: 1, ..Options::default() };
    let mut output = Vec::new();
    contest.answer(&mut input, Method::Auto, &options, &mut output).expect("the benchmark's input is right");
    output
}

/// Boards of 300x300 squares from `tests/cases`, each with its special property and its input file.
const RACE_BOARDS: [(&str, &str); 4] = [
    ("open", include_str!("../tests/cases/race/037.in")),
    ("3 % walls", include_str!("../tests/cases/race/038.in")),
    ("ring", include_str!("../tests/cases/race/040.in")),
    ("layers of 840", include_str!("../tests/cases/race/041.in")),
];

/// Returns the first board of the input with this name in `RACE_BOARDS`.
fn race_board(name: &str) -> (Grid, BySide<Square>) {
    let (_, input) = RACE_BOARDS.iter().find(|board| board.0 == name).expect("the benchmark's board is there");
    let mut lines = input.lines().skip(1);
    let side: usize = lines.next().and_then(|line| line.parse().ok()).expect("the second line is the size");
    let rows: Vec<&str> = lines.take(side).collect();
    let mut grid = Grid::new(side);
    for row in &rows {
        grid.push_row(row.bytes().map(|square| square == b'#'));
    }
    let find = |letter| {
        let mut places = rows.iter().zip(0..).filter_map(|(row, number)| Some((number, row.find(letter)? as u16)));
        places.next().map(|(row, column)| Square::new(row, column)).expect("both tokens are on the board")
    };
    (grid, BySide(['A', 'B'].map(find)))
}

#[divan::bench(args = RACE_BOARDS.map(|board| board.0))]
fn race_answer(bencher: Bencher<'_, '_>, name: &str) {
    let (grid, homes) = race_board(name);
    let mut play = Match::default();
    bencher.bench_local(|| play.winner(&grid, homes));
}

#[divan::bench(args = RACE_BOARDS.map(|board| board.0))]
fn race_witness(bencher: Bencher<'_, '_>, name: &str) {
    let (grid, homes) = race_board(name);
    bencher.bench(|| PathProof::new(&grid, homes));
}

#[divan::bench(args = [1000, 5000], sample_count = 10)]
fn race_answer_open(bencher: Bencher<'_, '_>, side: u16) {
    let grid = Grid::open(side.into(), side.into());
    let homes = BySide([Square::new(0, 0), Square::new(side - 1, side - 1)]);
    let mut play = Match::default();
    bencher.bench_local(|| play.winner(&grid, homes));
}
