//! The inputs of the measured commands. Each input is generated from a fixed seed, so that it is the same on every
//! machine.

use fastrand::Rng;
use retrograde::author::{Domain, Spec, Square, Starts};
use retrograde::{BySide, Filter, Kind, Options, Side};
use retrograde_games::grid::Grid;
use retrograde_games::race::layers;
use retrograde_games::{pawn, race};
use retrograde_service::ask::Random;
use retrograde_service::{Registry, Session};

/// Returns the input with this name.
///
/// # Panics
/// Panics if no input has this name.
pub(crate) fn named(name: &str) -> Vec<u8> {
    match name {
        "pawn-open" => random("pawn", "p9169", 1, 0),
        "pawn-deep" => written("p9169", &deep_pawn_starts(2)),
        "pawn-walls" => random("pawn", "p9169", 3, 25),
        "pawn-mazes" => written("p9169", &shaped(&pawn::Starts, "pawn", "a maze", 10, 4)),
        "race-open" => written("p4658", &vec![race_with_walls(300, 0, 0); 10]),
        "race-one" => written("p4658", &[race_with_walls(300, 0, 0)]),
        "race-walls" => written("p4658", &(5..15).map(|seed| race_with_walls(300, 3, seed)).collect::<Vec<_>>()),
        "race-wide" => repeated(include_str!("../../../retrograde-games/tests/cases/race/041.in"), 10),
        "race-serpentines" => written("p4658", &shaped(&race::Starts, "race", "a serpentine with holes", 300, 6)),
        "race-5000" => open_5000(),
        "cannons-long" => rows(2, 10_000_000, 7),
        "cannons-short" => rows(100_000, 200, 8),
        _ => panic!("no input is called {name}"),
    }
}

/// Writes positions as an input file of a judge.
fn written(contest: &str, tokens: &[String]) -> Vec<u8> {
    let (registry, mut file) = (Registry::from_iter(retrograde_games::builtin()), Vec::new());
    let contest = registry.contest(contest).expect("the contest is registered");
    contest.write(tokens, &mut file).expect("the positions are starts");
    file
}

/// Returns ten random starts on boards of 10x10 squares.
fn random(game: &str, contest: &str, seed: u64, walls: u32) -> Vec<u8> {
    let (registry, mut rng) = (Registry::from_iter(retrograde_games::builtin()), Rng::with_seed(seed));
    let game = registry.game(game).expect("the game is registered");
    let spec = Spec { size: Some((10, 10)), walls: Some(walls) };
    let starts: Vec<String> = std::iter::repeat_with(|| game.generate(&mut rng, &spec))
        .take(10)
        .flatten()
        .flatten()
        .map(|start| start.token())
        .collect();
    written(contest, &starts)
}

/// Returns ten starts of the open board that have the greatest depth, 35 plies.
fn deep_pawn_starts(seed: u64) -> Vec<String> {
    let registry = Registry::from_iter(retrograde_games::builtin());
    let board = registry.open("pawn:OO8/10/10/10/10/10/10/10/10/9X_r").expect("the token is right");
    let solved = Session::solve(&*board, Domain::All, &Options::default()).expect("the board is small");
    let wanted = Filter { turn: Some(Side::First), kind: Some(Kind::Win), depth: Some(35..=35) };
    (0..10)
        .filter_map(|index| {
            let question = Random { wanted: wanted.clone(), seed: seed + index };
            Some(solved.ask(&*board, &question).ok()?.drawn?.head.pos)
        })
        .collect()
}

/// Returns ten starts of one shape (a kind of board, such as a maze).
fn shaped(starts: &dyn Starts, game: &str, shape: &str, side: u32, seed: u64) -> Vec<String> {
    let mut rng = Rng::with_seed(seed);
    let made = std::iter::repeat_with(|| starts.make(&mut rng, Some((side, side)))).flatten();
    made.filter(|made| made.shape == shape).take(10).map(|made| format!("{game}:{}", made.start)).collect()
}

/// Returns a square board of `race` with walls. The homes are in corners, and a path connects them.
fn race_with_walls(side: u16, percent: u32, seed: u64) -> String {
    let (mut rng, last) = (Rng::with_seed(seed), side - 1);
    let homes = BySide([Square::new(0, 0), Square::new(last, last)]);
    loop {
        let mut grid = Grid::new(side.into());
        for row in 0..side {
            let is_home = |column| homes.0.contains(&Square::new(row, column));
            grid.push_row((0..side).map(|column| rng.u32(0..100) < percent && !is_home(column)));
        }
        let game = race::Race::new(grid, homes).expect("homes are floor");
        if layers::is_joined(game.grid(), homes) {
            let start = game.start();
            return retrograde::Notation::token(&game, &start);
        }
    }
}

/// Returns the first board of an input, repeated `times` times.
fn repeated(input: &str, times: usize) -> Vec<u8> {
    let board = input.split_once('\n').expect("the first line is the number of boards").1;
    format!("{times}\n{}", board.repeat(times)).into_bytes()
}

/// Returns a board that is too large for a token.
fn open_5000() -> Vec<u8> {
    const SIDE: usize = 5000;
    let mut rows = vec![".".repeat(SIDE); SIDE];
    rows[0].replace_range(..1, "A");
    rows[SIDE - 1].replace_range(SIDE - 1.., "B");
    format!("1\n{SIDE}\n{}\n", rows.join("\n")).into_bytes()
}

/// Returns random rows of cannons.
fn rows(count: usize, length: usize, seed: u64) -> Vec<u8> {
    let mut rng = Rng::with_seed(seed);
    let mut file = format!("{count}\n").into_bytes();
    for _ in 0..count {
        file.extend(format!("{length}\n").bytes());
        file.extend(std::iter::repeat_with(|| rng.u8(b'0'..=b'1')).take(length));
        file.push(b'\n');
    }
    file
}
