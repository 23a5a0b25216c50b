//! Tests of race. They compare the fast algorithm of `layers.rs`, which computes with whole words, with the slow
//! algorithm of `plain.rs`, which handles each pair of squares. They also play the strategy proof against all
//! opponents.

use std::collections::{HashMap, HashSet};
use std::env;

use fastrand::Rng;
use retrograde::author::{Direction, Square};
use retrograde::{BySide, Notation, Side};
use retrograde_games::grid::Grid;
use retrograde_games::race::PathProof;
use retrograde_games::race::layers::{self, Match};
use retrograde_games::race::{A, B, Race, plain};

/// A start: a board and the homes.
struct Start {
    grid: Grid,
    homes: BySide<Square>,
}

impl Start {
    fn token(&self) -> String {
        let game = Race::new(self.grid.clone(), self.homes).unwrap();
        game.token(&game.start())
    }
}

/// A function that generates walls on a board of at most `most` rows and columns.
type Kind = fn(&mut Rng, usize) -> Vec<Vec<bool>>;

const KINDS: [(&str, Kind); 7] = [
    ("open", |rng, most| walls(rng, most, 0..1)),
    ("sparse", |rng, most| walls(rng, most, 1..15)),
    ("dense", |rng, most| walls(rng, most, 20..42)),
    ("corridors", corridors),
    ("blocks", blocks),
    ("serpentine", serpentine),
    ("lenses", lenses),
];

fn size(rng: &mut Rng, most: usize) -> (usize, usize) {
    (rng.usize(2..=most), rng.usize(2..=most))
}

/// Returns random walls, whose percentage is a random number from `percent`.
fn walls(rng: &mut Rng, most: usize, percent: std::ops::Range<u32>) -> Vec<Vec<bool>> {
    let (rows, columns) = size(rng, most);
    let percent = rng.u32(percent);
    (0..rows).map(|_| (0..columns).map(|_| rng.u32(0..100) < percent).collect()).collect()
}

/// Returns corridors that are one square wide and connected at random, so that many winding paths have the same length.
fn corridors(rng: &mut Rng, most: usize) -> Vec<Vec<bool>> {
    let (rows, columns) = size(rng, most);
    let open = rng.u32(40..100);
    let is_wall = |rng: &mut Rng, row: usize, column: usize| match (row % 2, column % 2) {
        (0, 0) => false,
        (1, 1) => true,
        _ => rng.u32(0..100) >= open,
    };
    (0..rows).map(|row| (0..columns).map(|column| is_wall(rng, row, column)).collect()).collect()
}

/// Returns a board of floor with random rectangles of walls.
fn blocks(rng: &mut Rng, most: usize) -> Vec<Vec<bool>> {
    let (rows, columns) = size(rng, most);
    let mut board = vec![vec![false; columns]; rows];
    for _ in 0..rng.usize(1..=1 + rows * columns / 40) {
        let (top, left) = (rng.usize(0..rows), rng.usize(0..columns));
        let (height, width) = (rng.usize(1..=1 + rows / 3), rng.usize(1..=1 + columns / 3));
        for row in board.iter_mut().skip(top).take(height) {
            for square in row.iter_mut().skip(left).take(width) {
                *square = true;
            }
        }
    }
    board
}

/// Returns bands of floor with walls between them; holes in the walls connect the bands.
fn serpentine(rng: &mut Rng, most: usize) -> Vec<Vec<bool>> {
    let (rows, columns) = size(rng, most);
    let period = rng.usize(2..=5);
    let holes = rng.usize(1..=3);
    (0..rows)
        .map(|row| {
            let mut squares = vec![row % period == period - 1; columns];
            for _ in 0..holes {
                squares[rng.usize(0..columns)] = false;
            }
            squares
        })
        .collect()
}

/// Returns nested lenses. In a lens, a path splits into two paths around a block; each of the two paths can lead
/// through a smaller lens.
fn lenses(rng: &mut Rng, most: usize) -> Vec<Vec<bool>> {
    let (rows, columns) = size(rng, most);
    let mut board = vec![vec![true; columns]; rows];
    lens(rng, &mut board, (0, rows - 1), (0, columns - 1));
    for _ in 0..rng.usize(0..4) {
        board[rng.usize(0..rows)][rng.usize(0..columns)] ^= true;
    }
    board
}

/// Turns the border of a rectangle into floor, and adds smaller lenses inside it. The rectangle is given by its first
/// and last row and its first and last column.
fn lens(rng: &mut Rng, board: &mut [Vec<bool>], (top, bottom): (usize, usize), (left, right): (usize, usize)) {
    for row in &mut board[top..=bottom] {
        (row[left], row[right]) = (false, false);
    }
    for row in [top, bottom] {
        board[row][left..=right].fill(false);
    }
    if bottom - top >= 4 && right - left >= 4 && rng.u32(0..10) > 0 {
        let (row, column) = (rng.usize(top + 2..=bottom - 2), rng.usize(left + 2..=right - 2));
        for (rows, columns) in [((top, row), (left, column)), ((row, bottom), (column, right))] {
            lens(rng, board, rows, columns);
        }
    }
}

/// Returns a start with walls of this kind, on a board of at most `most` rows and columns. The homes are often the
/// first and the last floor square.
fn random_start(rng: &mut Rng, kind: Kind, most: usize) -> Option<Start> {
    let mut grid = Grid::open(0, 1);
    let board = kind(rng, most);
    for (row, walls) in board.iter().enumerate() {
        if row == 0 {
            grid = Grid::new(walls.len());
        }
        grid.push_row(walls.iter().copied());
    }
    let floor: Vec<Square> = grid.floor().collect();
    let (&first, &last) = (floor.first()?, floor.last()?);
    let mut homes = [first, last];
    for home in &mut homes {
        if rng.bool() {
            *home = *rng.choice(&floor)?;
        }
    }
    rng.shuffle(&mut homes);
    (homes[0] != homes[1]).then_some(Start { grid, homes: BySide(homes) })
}

/// Compares both algorithms on `count` random starts, with consecutive seeds from `seed`. Returns how many starts have
/// no path, how many are won by A, and how many by B.
fn compare(seed: u64, count: u64, most: usize) -> [u64; 3] {
    // All boards use one workspace, to check that a board does not affect the next board.
    let mut play = Match::default();
    let mut outcomes = [0; 3];
    for seed in seed..seed + count {
        let (name, kind) = KINDS[(seed % KINDS.len() as u64) as usize];
        let Some(start) = random_start(&mut Rng::with_seed(seed), kind, most) else { continue };
        let winner = plain::winner(&start.grid, start.homes);
        assert_eq!(play.winner(&start.grid, start.homes), winner, "seed {seed} ({name}): {}", start.token());
        assert_eq!(layers::is_joined(&start.grid, start.homes), winner.is_some(), "seed {seed}: {}", start.token());
        outcomes[winner.map_or(0, |winner| 1 + winner.index())] += 1;
    }
    outcomes
}

#[test]
fn words_and_pairs_agree_on_random_boards() {
    for (seed, count, most) in [(0, 20_000, 9), (100_000, 4000, 25), (200_000, 700, 60), (300_000, 30, 150)] {
        let seen = compare(seed, count, most);
        assert!(seen.iter().sum::<u64>() > count * 9 / 10, "{seen:?} of {count} from seed {seed}");
        assert!(seen[1].min(seen[2]) > count / 10, "{seen:?} of {count} from seed {seed}");
    }
}

/// Run this test with `RACE_BOARDS=100000 RACE_SEED=1000000 cargo test --release -p retrograde-games --test all --
/// --ignored race_match`.
#[test]
#[ignore = "by hand: as long as you like"]
fn words_and_pairs_agree_in_a_long_run() {
    let number = |name: &str, usual| env::var(name).map_or(usual, |text| text.parse().unwrap());
    let (seed, count) = (number("RACE_SEED", 1_000_000), number("RACE_BOARDS", 100_000));
    println!("draws, wins of A and of B among {count} boards from seed {seed}: {:?}", compare(seed, count, 60));
}

/// The distances of all squares from both homes, computed by a simple search.
struct Map<'s> {
    start: &'s Start,
    distances: BySide<HashMap<Square, u32>>,
    length: u32,
}

impl<'s> Map<'s> {
    fn new(start: &'s Start) -> Option<Self> {
        let distances = BySide([A, B].map(|side| walk(start, start.homes[side])));
        let length = *distances[A].get(&start.homes[B])?;
        Some(Self { start, distances, length })
    }

    /// Returns the next squares on shortest paths for a side.
    fn next(&self, side: Side, from: Square) -> Vec<Square> {
        let step = |to: &Square| {
            self.distances[side][to] == self.distances[side][&from] + 1
                && self.distances[side][to] + self.distances[side.other()][to] == self.length
        };
        neighbours(self.start, from).filter(step).collect()
    }
}

fn neighbours(start: &Start, from: Square) -> impl Iterator<Item = Square> + '_ {
    Direction::ALL.into_iter().filter_map(move |direction| start.grid.neighbour(from, direction))
}

fn walk(start: &Start, home: Square) -> HashMap<Square, u32> {
    let (mut distances, mut layer) = (HashMap::from([(home, 0)]), vec![home]);
    for distance in 1.. {
        let next: Vec<Square> = layer.iter().flat_map(|&square| neighbours(start, square)).collect();
        layer = next.into_iter().filter(|&to| *distances.entry(to).or_insert(distance) == distance).collect();
        layer.sort_unstable();
        layer.dedup();
        if layer.is_empty() {
            return distances;
        }
    }
    distances
}

/// Plays the strategy proof against every opponent that keeps to shortest paths. `seen` contains the pairs of squares
/// that were already tried.
fn follow(map: &Map<'_>, strategy_proof: &PathProof, a: Square, b: Square, seen: &mut HashSet<(Square, Square)>) {
    let place = || format!("{a} {b}: {}", map.start.token());
    if !seen.insert((a, b)) {
        return;
    }
    let wins = strategy_proof.winner();
    if map.distances[A][&a] * 2 == map.length {
        assert_eq!(a == b, wins == B, "{}", place());
        return;
    }
    assert_eq!(strategy_proof.meets(a, b), wins == B, "{}", place());
    if wins == B {
        assert_eq!(strategy_proof.slip(a, b), None, "{}", place());
        for to in map.next(A, a) {
            let answer = strategy_proof.answer(b, to).unwrap_or_else(|| panic!("no answer to {to} at {}", place()));
            assert!(map.next(B, b).contains(&answer), "{answer} after {to} at {}", place());
            follow(map, strategy_proof, to, answer, seen);
        }
    } else {
        let slip = strategy_proof.slip(a, b).unwrap_or_else(|| panic!("no way to slip at {}", place()));
        assert!(map.next(A, a).contains(&slip), "{slip} at {}", place());
        assert_eq!(strategy_proof.answer(b, slip), None, "{slip} at {}", place());
        for to in map.next(B, b) {
            follow(map, strategy_proof, slip, to, seen);
        }
    }
}

/// Checks that `onward` leads each side from its home to the opponent's home along a shortest path.
fn walk_onward(map: &Map<'_>, strategy_proof: &PathProof) {
    for side in Side::BOTH {
        let (mut at, mut steps) = (map.start.homes[side], 0);
        while let Some(next) = strategy_proof.onward(side, at) {
            assert_eq!(strategy_proof.distance(side, at), Some(steps), "{}", map.start.token());
            assert!(map.next(side, at).contains(&next), "{at} to {next}: {}", map.start.token());
            (at, steps) = (next, steps + 1);
        }
        assert_eq!((at, steps), (map.start.homes[side.other()], map.length), "{}", map.start.token());
    }
}

#[test]
fn the_witness_beats_every_opponent() {
    let mut wins = [0; 2];
    for (first, count, most) in [(0, 15_000, 8), (100_000, 8000, 16), (200_000, 400, 60)] {
        for seed in first..first + count {
            let (_, kind) = KINDS[(seed % KINDS.len() as u64) as usize];
            let Some(start) = random_start(&mut Rng::with_seed(seed), kind, most) else { continue };
            let strategy_proof = PathProof::new(&start.grid, start.homes);
            assert_eq!(
                strategy_proof.as_ref().map(PathProof::winner),
                plain::winner(&start.grid, start.homes),
                "seed {seed}"
            );
            let (Some(strategy_proof), Some(map)) = (strategy_proof, Map::new(&start)) else { continue };
            assert_eq!(strategy_proof.length(), map.length);
            walk_onward(&map, &strategy_proof);
            if map.length.is_multiple_of(2) {
                follow(&map, &strategy_proof, start.homes[A], start.homes[B], &mut HashSet::new());
                wins[strategy_proof.winner().index()] += 1;
            } else {
                assert_eq!(strategy_proof.slip(start.homes[A], start.homes[B]), None);
            }
        }
    }
    assert!(wins.iter().all(|&count| count > 400), "{wins:?}");
}

/// Returns whether B, on `b`, can meet A, on `a`, by the definition alone. Both have made the same number of steps.
fn meets(map: &Map<'_>, a: Square, b: Square, known: &mut HashMap<(Square, Square), bool>) -> bool {
    if let Some(&known) = known.get(&(a, b)) {
        return known;
    }
    let meets = if map.distances[A][&a] * 2 == map.length {
        a == b
    } else {
        let mut all = true;
        for to in map.next(A, a) {
            let mut can_answer = false;
            for next in map.next(B, b) {
                can_answer |= meets(map, to, next, known);
            }
            all &= can_answer;
        }
        all
    };
    known.insert((a, b), meets);
    meets
}

/// Returns the squares on shortest paths that are `steps` steps from A's home, in reading order.
fn layer(map: &Map<'_>, steps: u32) -> Vec<Square> {
    let is_here = |square: &Square| {
        let [a, b] = [A, B].map(|side| map.distances[side].get(square).copied());
        (a, b) == (Some(steps), Some(map.length - steps))
    };
    map.start.grid.floor().filter(is_here).collect()
}

#[test]
fn the_report_has_the_layers_and_pairs_of_the_definition() {
    let (mut boards, mut rounds) = (0, 0);
    for seed in 0..2000 {
        let (_, kind) = KINDS[(seed % KINDS.len() as u64) as usize];
        let Some(start) = random_start(&mut Rng::with_seed(seed), kind, 9) else { continue };
        let report = layers::report(&start.grid, start.homes, usize::MAX);
        let map = Map::new(&start);
        assert_eq!(report.is_some(), map.is_some(), "seed {seed}");
        let (Some(report), Some(map)) = (report, map) else { continue };
        let layers: Vec<_> = (0..=map.length).map(|steps| layer(&map, steps)).collect();
        let sorted = |squares: &[Square]| {
            let mut squares = squares.to_vec();
            squares.sort_unstable();
            squares
        };
        let reported: Vec<_> = report.layers.iter().map(|squares| sorted(squares)).collect();
        assert_eq!(reported, layers, "seed {seed}: {}", start.token());
        let mut known = HashMap::new();
        let mut size = layers.iter().map(Vec::len).sum::<usize>();
        for round in &report.rounds {
            let opposite = &layers[map.length as usize - round.layer];
            assert_eq!(round.partners.len(), layers[round.layer].len());
            for (&a, partners) in report.layers[round.layer].iter().zip(&round.partners) {
                let expected: Vec<_> = opposite.iter().copied().filter(|&b| meets(&map, a, b, &mut known)).collect();
                assert_eq!(sorted(partners), expected, "seed {seed}: {a} of {}", start.token());
            }
            size += round.partners.len() * opposite.len();
        }
        let expected = if map.length.is_multiple_of(2) { map.length as usize / 2 + 1 } else { 0 };
        assert_eq!((report.rounds.len(), report.size), (expected, size), "seed {seed}: {}", start.token());
        if let Some(last) = report.rounds.last() {
            let b_wins = !last.partners[0].is_empty();
            assert_eq!(b_wins, plain::winner(&start.grid, start.homes) == Some(B), "seed {seed}");
        }
        let cut = layers::report(&start.grid, start.homes, size - 1).expect("a path exists");
        assert_eq!((cut.length, cut.size, cut.layers.len() + cut.rounds.len()), (report.length, size, 0));
        (boards, rounds) = (boards + 1, rounds + expected);
    }
    assert!(boards > 1500 && rounds > 3000, "{boards} {rounds}");
}

#[test]
fn the_witness_is_silent_beside_the_paths() {
    let grid = Grid::open(3, 5);
    let square = Square::new;
    let strategy_proof = PathProof::new(&grid, BySide([square(0, 0), square(0, 4)])).unwrap();
    assert_eq!((strategy_proof.winner(), strategy_proof.length()), (B, 4));
    assert_eq!(strategy_proof.answer(square(0, 4), square(0, 1)), Some(square(0, 3)));
    for beside in [square(1, 0), square(2, 4), square(0, 5), square(9, 0)] {
        assert_eq!(strategy_proof.answer(beside, square(0, 1)), None);
        assert_eq!(strategy_proof.answer(square(0, 4), beside), None);
        assert_eq!((strategy_proof.slip(beside, square(0, 4)), strategy_proof.onward(A, beside)), (None, None));
        assert_eq!((strategy_proof.distance(A, beside), strategy_proof.distance(B, beside)), (None, None));
    }
    assert_eq!(strategy_proof.distance(A, square(0, 3)), Some(3));
}
