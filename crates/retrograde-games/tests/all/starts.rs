//! Tests the generated starts. The judge's format must accept every start, and equal seeds must give equal starts.

use std::collections::HashSet;
use std::ops::ControlFlow;

use fastrand::Rng;
use retrograde::author::{AnyGame, Contest, Starts, Strictness, UpTo};
use retrograde_service::registry::Registry;

const GAMES: [&str; 3] = ["pawn", "race", "cannons"];

/// Checks that the contest format writes these starts, and that the strict reader of the judge reads them back.
fn assert_takes(game: &dyn AnyGame, contest: &dyn Contest, starts: &[String]) {
    let tokens: Vec<String> = starts.iter().map(|start| format!("{}:{start}", game.about().id)).collect();
    let mut file = Vec::new();
    contest.write(&tokens, &mut file).unwrap_or_else(|error| panic!("{error}"));
    let mut read = Vec::new();
    let mut visit = |token| {
        read.push(token);
        ControlFlow::Continue(())
    };
    let taken = contest.read(&mut file.as_slice(), Strictness::Judge, &mut visit);
    taken.unwrap_or_else(|error| panic!("{error}\n{}", String::from_utf8_lossy(&file)));
    assert_eq!(read, tokens);
}

fn each_game(mut test: impl FnMut(&dyn AnyGame, &dyn Contest, &dyn Starts)) {
    let registry = Registry::from_iter(retrograde_games::builtin());
    for id in GAMES {
        let game = registry.game(id).unwrap();
        test(game, &*game.contests()[0], game.starts().unwrap());
    }
}

fn made(starts: &dyn Starts, seed: u64, number: usize, size: Option<(u32, u32)>) -> Vec<(String, String)> {
    let mut rng = Rng::with_seed(seed);
    let make = |_| starts.make(&mut rng, size).map(|made| (made.start, made.shape.to_string())).unwrap();
    (0..number).map(make).collect()
}

#[test]
fn judges_take_what_is_made() {
    each_game(|game, contest, starts| {
        for seed in 0..100 {
            let starts: Vec<_> = made(starts, seed, 10, None).into_iter().map(|(start, _)| start).collect();
            assert_takes(game, contest, &starts);
        }
    });
}

#[test]
fn the_same_seed_makes_the_same_and_shapes_differ() {
    each_game(|_, _, starts| {
        let first = made(starts, 7, 300, None);
        assert_eq!(first, made(starts, 7, 300, None));
        assert_ne!(first, made(starts, 8, 300, None));
        let shapes: HashSet<_> = first.iter().map(|(_, shape)| shape).collect();
        assert!(shapes.len() >= 7, "{shapes:?}");
        let starts: HashSet<_> = first.iter().map(|(start, _)| start).collect();
        assert!(starts.len() >= 150, "only {} different", starts.len());
    });
}

#[test]
fn sizes_are_kept_or_refused() {
    let registry = Registry::from_iter(retrograde_games::builtin());
    let sized = |id: &str, size| registry.game(id).unwrap().starts().unwrap().make(&mut Rng::with_seed(3), size);
    for (id, size) in [("pawn", (2, 2)), ("pawn", (10, 1)), ("race", (2, 2)), ("race", (60, 60))] {
        let start = sized(id, Some(size)).unwrap().start;
        assert_eq!(start.split('/').count(), size.0 as usize, "{start}");
    }
    assert_eq!(sized("cannons", Some((1, 1000))).unwrap().start.len(), 1002);
    for (id, size) in [
        ("pawn", (1, 9)),
        ("pawn", (11, 3)),
        ("pawn", (2, 1)),
        ("race", (3, 4)),
        ("race", (1, 1)),
        ("race", (1001, 1001)),
        ("cannons", (2, 3)),
        ("cannons", (1, 0)),
    ] {
        assert!(sized(id, Some(size)).is_err(), "{id} {size:?}");
    }
}

/// Checks the smaller variants of starts. The judge must accept each variant, and repeated reduction must lead to a
/// start without smaller variants.
#[test]
fn steps_down_keep_the_judge_s_promises_and_end() {
    each_game(|game, contest, starts| {
        for (start, shape) in made(starts, 11, 25, None) {
            let (mut start, mut steps) = (start, 0);
            loop {
                let smaller: Vec<_> = starts.smaller(&start).take(200).collect();
                assert!(smaller.iter().all(|other| *other != start), "{shape}: {start}");
                for some in smaller.chunks(10) {
                    assert_takes(game, contest, some);
                }
                let Some(last) = smaller.into_iter().last() else { break };
                start = last;
                steps += 1;
                assert!(steps < 2000, "{shape}: {start}");
            }
        }
        assert_eq!(starts.smaller("no start").count(), 0);
    });
}

#[test]
fn all_small_starts_are_all() {
    let registry = Registry::from_iter(retrograde_games::builtin());
    let sizes = [
        ("cannons", UpTo::Side(5), 62, 62),
        ("pawn", UpTo::Board(2, 3), 2 * 3 * 2 + 3 * 10 * 8, 0),
        ("race", UpTo::Side(2), 48, 0),
    ];
    for (id, size, most, exact) in sizes {
        let game = registry.game(id).unwrap();
        let census = game.starts().unwrap().all(size).unwrap();
        assert_eq!(census.most, Some(most), "{id}");
        let starts: Vec<_> = census.starts.collect();
        let different: HashSet<_> = starts.iter().collect();
        assert_eq!(different.len(), starts.len(), "{id}");
        assert!(starts.len() as u64 <= most && (exact == 0 || starts.len() == exact), "{id}: {}", starts.len());
        for some in starts.chunks(10) {
            assert_takes(game, &*game.contests()[0], some);
        }
    }
}

/// On a 2x2 board, a path connects the homes unless they are diagonal and both other squares are walls.
#[test]
fn all_small_races_are_those_with_a_path() {
    let registry = Registry::from_iter(retrograde_games::builtin());
    let starts = registry.game("race").unwrap().starts().unwrap().all(UpTo::Side(2)).unwrap().starts;
    // There are 8 ordered pairs of adjacent homes, with 4 sets of walls each, and 4 ordered pairs of diagonal homes,
    // with 3 sets of walls each.
    assert_eq!(starts.count(), 8 * 4 + 4 * 3);
}

#[test]
fn numbers_beyond_counting_are_said_so_and_made_lazily() {
    let registry = Registry::from_iter(retrograde_games::builtin());
    let most = |id: &str, size| registry.game(id).unwrap().starts().unwrap().all(size).map(|census| census.most);
    assert_eq!(most("pawn", UpTo::Board(4, 4)).unwrap().map(|most| most > 1_000_000), Some(true));
    assert_eq!(most("pawn", UpTo::Side(10)).unwrap(), None);
    assert_eq!(most("race", UpTo::Side(300)).unwrap(), None);
    assert_eq!(most("cannons", UpTo::Side(56)).unwrap(), Some((2 << 56) - 2));
    assert!(most("cannons", UpTo::Side(57)).is_err());
    assert!(most("race", UpTo::Board(2, 3)).is_err());
}
