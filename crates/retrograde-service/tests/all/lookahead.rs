//! Tests of the opponent without a table. The judge is the solved table, which the opponent does not see.

use std::time::Instant;

use fastrand::Rng;
use retrograde::author::AnyPosition;
use retrograde::{Depth, Filter, Kind, Value};
use retrograde_service::lookahead::Lookahead;
use retrograde_service::report::{MoveReport, ProbeReport, SearchedReport};
use retrograde_testing::solved::{SolvedSession, builtin, small_examples};

/// The number of positions on which a test tries an opponent.
const POSITIONS: usize = 200;
/// The longest win that the opponent must find, in plies.
const WIN: u32 = 5;
/// The longest loss that the opponent must avoid, in plies.
const LOSS: u32 = 4;

/// Returns random positions of all small examples in turn, with their values and moves by the table. Half of the
/// positions end within [`WIN`] plies. Prints the seed.
fn random_positions() -> Vec<(Box<dyn AnyPosition>, ProbeReport)> {
    let seed = fastrand::u64(..);
    println!("seed {seed}");
    let (registry, mut rng) = (builtin(), Rng::with_seed(seed));
    let solved: Vec<_> = small_examples().iter().map(|token| SolvedSession::new(token)).collect();
    let near = Filter { depth: Some(1..=WIN), ..Filter::default() };
    let mut positions = Vec::new();
    for number in 0.. {
        let (solved, filter) = (&solved[number % solved.len()], [&near, &Filter::default()][rng.usize(..2)].clone());
        let Some(drawn) = solved.random(&filter, rng.u64(..)).unwrap() else { continue };
        let position = registry.open(&drawn.head.pos).ok().or_else(|| solved.start.sibling(&drawn.head.pos)).unwrap();
        let probe = solved.probe(&drawn.head.pos, 0).unwrap();
        positions.push((position, probe));
        if positions.len() == POSITIONS {
            break;
        }
    }
    positions
}

/// Returns the value of a move for its mover, counted from the position before the move.
fn value(rated: &MoveReport) -> Value {
    let depth = || Depth::new(rated.depth.unwrap() + 1);
    match rated.for_mover {
        Kind::Win => Value::Win(depth()),
        Kind::Loss => Value::Loss(depth()),
        Kind::Tie => Value::Tie(depth()),
        Kind::Draw => Value::Draw,
    }
}

fn is_near_loss(rated: &MoveReport) -> bool {
    rated.for_mover == Kind::Loss && rated.depth.unwrap() < LOSS
}

/// The number of wins and losses that an opponent missed on many positions, and the number that it could have missed.
#[derive(Debug, Default)]
struct Tried {
    wins: usize,
    missed_wins: Vec<String>,
    losses: usize,
    missed_losses: Vec<String>,
}

/// Tries an opponent on positions whose values are known. Checks that each value that its search proves is right.
fn try_on(positions: &[(Box<dyn AnyPosition>, ProbeReport)], opponent: Lookahead) -> Tried {
    let mut tried = Tried::default();
    for (position, ProbeReport { head, moves, .. }) in positions {
        let chosen = opponent.choose(&**position).unwrap();
        let SearchedReport { action, winner, depth, looked, .. } = opponent.play(&**position).unwrap().unwrap();
        let moves = moves.as_deref().unwrap();
        let rated = moves.iter().find(|rated| rated.action == action).unwrap();
        let told = format!("{} {action}: {} in {:?}, looked {looked} plies ahead", head.pos, rated.value, rated.depth);
        assert!(chosen.proved.is_none_or(|proved| proved == value(rated)), "{told}, but proved {chosen:?}");
        assert!(depth.is_none() || (depth, winner) == (rated.depth, rated.winner), "{told}, but said {depth:?}");
        if head.value == Kind::Win && head.depth.unwrap() <= WIN {
            tried.wins += 1;
            if rated.waste != Some(0) || chosen.proved.is_none() {
                tried.missed_wins.push(told.clone());
            }
        }
        if moves.iter().any(is_near_loss) && !moves.iter().all(is_near_loss) {
            tried.losses += 1;
            if is_near_loss(rated) {
                tried.missed_losses.push(told);
            }
        }
    }
    tried
}

#[test]
fn wins_of_five_plies_are_found_and_losses_within_four_are_avoided() {
    let positions = random_positions();
    let tried = try_on(&positions, Lookahead::new(100, 1));
    assert!(tried.wins > 40 && tried.losses > 40, "{} wins and {} losses to miss", tried.wins, tried.losses);
    assert!(tried.missed_wins.is_empty() && tried.missed_losses.is_empty(), "{tried:#?}");
}

/// An opponent that searches few positions misses wins and losses. This shows that the test above can fail.
#[test]
fn an_opponent_that_hardly_searches_misses_wins_and_losses() {
    let tried = try_on(&random_positions(), Lookahead::new(100, 1).within(1));
    assert!(!tried.missed_wins.is_empty() && !tried.missed_losses.is_empty(), "{tried:#?}");
}

#[test]
fn the_same_seed_plays_the_same_moves_and_another_seed_plays_others() {
    let registry = builtin();
    let play = |seed| {
        let mut position = registry.open("teeko:5/5/5/5/5_b").unwrap();
        let mut game = Vec::new();
        while game.len() < 6 {
            let Some(report) = Lookahead::new(100, seed).within(1000).play(&*position).unwrap() else { break };
            position = position.after_move(&report.action).unwrap();
            assert_eq!(position.token(), report.pos);
            game.push(report);
        }
        game
    };
    let games: Vec<_> = (0..4).map(play).collect();
    assert_eq!(games, (0..4).map(play).collect::<Vec<_>>());
    assert!(games.iter().any(|game| *game != games[0]), "{games:?}");
}

#[test]
fn a_weak_opponent_often_misses_a_win_and_a_finished_game_has_no_move() {
    let position = builtin().open("tictactoe:xx1/oo1/3_x").unwrap();
    let wins = |strength| {
        let wins =
            |seed| Lookahead::new(strength, seed).choose(&*position).unwrap().proved == Some(Value::Win(Depth::new(1)));
        (0..1000).filter(|&seed| wins(seed)).count()
    };
    let (perfect, half, random) = (wins(100), wins(50), wins(0));
    // One of five moves wins.
    assert!(perfect == 1000 && (550..650).contains(&half) && (150..250).contains(&random), "{perfect} {half} {random}");
    let finished = builtin().open("tictactoe:xxx/oo1/3_o").unwrap();
    assert_eq!(Lookahead::new(100, 1).choose(&*finished), None);
}

#[test]
fn on_large_boards_a_move_examines_a_limited_number_of_positions() {
    assert_limited(2);
}

#[test]
#[ignore = "slow: more moves of the same games"]
fn in_long_games_on_large_boards_a_move_examines_a_limited_number_of_positions() {
    assert_limited(16);
}

/// Plays `moves` moves, and prints how long a move takes. The tables of the boards are too large to be made while a
/// user waits.
fn assert_limited(moves: usize) {
    const MOST: u64 = 50_000;
    let pawn = format!("pawn:1OO17/{}4X15_r", "20/".repeat(18));
    let near = format!("pawn:{}4OO14/20/3X16/{}20_r", "20/".repeat(8), "20/".repeat(8));
    let teeko = ["teeko:5/5/5/5/5_b", "teeko:BR3/2B2/1R3/3R1/B2BR_r"];
    let others = ["dobutsu:gle/1c1/1C1/ELG_sente", "quixo:5/5/5/5/5_x", "quixo:XO1XO/2O2/1X3/OX2X/O3X_x"];
    for token in [&[&*pawn, &*near][..], &teeko, &others].concat() {
        let mut position = builtin().open(token).unwrap();
        let (mut plies, mut examined) = (Vec::new(), 0);
        let begun = Instant::now();
        while let Some(report) = Lookahead::new(100, 1).play(&*position).unwrap().filter(|_| plies.len() < moves) {
            examined += report.examined;
            assert!(report.examined <= MOST && (report.looked >= 4 || report.depth.is_some()), "{token}: {report:?}");
            position = position.after_move(&report.action).unwrap();
            plies.push(report.looked);
        }
        let (made, elapsed) = (plies.len(), begun.elapsed());
        println!("{token}: {made} moves in {elapsed:?}, {examined} positions, looked {plies:?} plies ahead");
    }
}
