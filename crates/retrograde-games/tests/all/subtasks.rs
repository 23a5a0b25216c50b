//! Tests of subtasks (levels of a contest problem). Checks that generated files keep the promise of their subtask (the
//! property that all its boards have), and that errors name a broken promise.

use std::collections::HashSet;

use retrograde::author::{Climbed, Contest, Draft, Method, SearchSpec, Subtask, Subtasks, Valid};
use retrograde::{Options, Side};
use retrograde_service::registry::Registry;

fn subtask<'r>(contest: &'r dyn Contest, name: &str) -> (&'r dyn Subtasks, &'static Subtask) {
    let subtasks = contest.subtasks().unwrap();
    (subtasks, subtasks.all().iter().find(|subtask| subtask.is_called(name)).unwrap())
}

/// Generates the starts for a file of `cases` cases, as the command `gen` does.
fn tokens(contest: &dyn Contest, name: &str, cases: usize, seed: u64) -> Vec<String> {
    let (subtasks, subtask) = subtask(contest, name);
    let draft = Draft { size: None, walls: None, cases: cases as u64 };
    let starts = subtasks.drafts(subtask, subtask.rng(seed), draft).map(Result::unwrap);
    let mut met = HashSet::new();
    let keeps = |token: &String| subtasks.breach(subtask, token).is_none() && met.insert(token.clone());
    let tokens: Vec<String> = starts.take(1000).filter(keeps).take(cases).collect();
    assert_eq!(tokens.len(), cases, "seed {seed}: too few of {} {name}", contest.id());
    tokens
}

/// Generates a file of `cases` cases.
fn file(contest: &dyn Contest, name: &str, cases: usize, seed: u64) -> String {
    let (subtasks, subtask) = subtask(contest, name);
    let mut file = Vec::new();
    subtasks.write(subtask, &tokens(contest, name, cases, seed), &mut file).unwrap();
    String::from_utf8(file).unwrap()
}

fn answers(contest: &dyn Contest, file: &str) -> Vec<String> {
    let mut output = Vec::new();
    contest.answer(&mut file.as_bytes(), Method::Table, &Options::default(), &mut output).unwrap();
    String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
}

fn error(contest: &dyn Contest, file: &str, name: Option<&str>) -> String {
    let subtask = name.map(|name| subtask(contest, name).1);
    contest.validate(&mut file.as_bytes(), subtask).unwrap_err().to_string()
}

/// Returns the boards of a p9169 file; each board is a list of rows.
fn boards(file: &str) -> Vec<Vec<&str>> {
    let mut lines = file.lines().skip(1);
    let mut boards = Vec::new();
    while let Some(size) = lines.next() {
        let rows = size.split(' ').next().unwrap().parse().unwrap();
        boards.push(lines.by_ref().take(rows).collect());
    }
    boards
}

/// Returns whether a board keeps the promise of a test, as the problem statement defines it. `answer` is the answer of
/// the general kernel for this board.
fn is_promised(test: u64, rows: &[&str], answer: &str) -> bool {
    match test {
        1..=4 => answer == "Tie" || answer == "Black 0",
        5..=6 => {
            let (above, rest) = rows.split_at(rows.len() - 2);
            let count = |rows: &[&str], letter| rows.concat().matches(letter).count();
            rows.len() >= 4
                && rest[0].bytes().all(|square| square == b'#')
                && count(rows, '#') == rest[0].len()
                && (count(above, 'X'), count(above, 'O'), count(&rest[1..], 'O')) == (1, 1, 1)
        }
        7..=9 => rows.iter().all(|row| row.len() == 1),
        10..=13 => answer == "Tie" || answer.split(' ').nth(1).is_some_and(|plies| plies.parse::<u32>().unwrap() <= 9),
        _ => true,
    }
}

#[test]
#[ignore = "slow: makes all 20 tests"]
fn every_test_of_p9169_is_made_as_promised() {
    let registry = Registry::from_iter(retrograde_games::builtin());
    let contest = registry.contest("p9169").unwrap();
    for test in 0..=20 {
        let name = test.to_string();
        let file = file(contest, &name, 4, test);
        println!("test {test}, seed {test}\n{file}");
        assert!(file.starts_with(&format!("{test} 4\n")));
        for (rows, answer) in boards(&file).iter().zip(answers(contest, &file)) {
            assert!(is_promised(test, rows, &answer), "{rows:#?}\n{answer}");
        }
        for named in [None, Some(subtask(contest, &name).1)] {
            let valid = contest.validate(&mut file.as_bytes(), named).unwrap();
            let kept = (test > 0).then(|| subtask(contest, &name).1.name);
            assert_eq!(valid, Valid { cases: 4, subtask: kept, note: None });
        }
    }
}

/// Validates random boards with other test numbers. A file is rejected if and only if a board breaks the promise of the
/// test number; the error names the first such board.
#[test]
fn a_file_is_held_to_its_number() {
    let registry = Registry::from_iter(retrograde_games::builtin());
    let contest = registry.contest("p9169").unwrap();
    let (mut kept, mut broken) = (0, 0);
    for seed in 0..15 {
        // Each kind of board is checked with each kind of promise.
        let from = [1, 5, 7, 10, 14][seed as usize % 5];
        let file = file(contest, &from.to_string(), 4, seed);
        let answers = answers(contest, &file);
        for test in [1, 4, 5, 6, 7, 9, 10, 13, 14, 20] {
            let file = file.replacen(&format!("{from} 4\n"), &format!("{test} 4\n"), 1);
            let promised = |(rows, answer): (&Vec<&str>, &String)| is_promised(test, rows, answer);
            let first_broken = boards(&file).iter().zip(&answers).position(|board| !promised(board));
            let found = contest.validate(&mut file.as_bytes(), None).map_err(|error| error.case);
            let expected = first_broken.map(|index| Some(index as u64 + 1));
            assert_eq!(found.err(), expected, "seed {seed}, test {test}\n{file}{answers:?}");
            if expected.is_some() { broken += 1 } else { kept += 1 }
        }
    }
    assert!(kept > 50 && broken > 50, "{kept} kept, {broken} broken");
}

#[test]
fn a_broken_promise_is_told_with_its_case() {
    let registry = Registry::from_iter(retrograde_games::builtin());
    let contest = registry.contest("p9169").unwrap();
    let open = "4 3\nO.O\n...\n.X.\n...\n";
    for (test, board, detail) in [
        (3, open, "the test allows only ties and boards where Red cannot move at the start, but this is Red 5"),
        (5, "3 1\nO\nX\nO\n", "the test's boards have at least 4 rows, but this one has 3"),
        (5, open, "row 3 must be all wall, but a3 is floor"),
        (6, "4 2\n#O\n.X\n##\nO.\n", "only row 3 may be wall, but a1 is a wall"),
        (6, "4 2\n.O\n.O\n##\nX.\n", "the pawn must be above row 3, but it is on a4"),
        (6, "4 2\n.O\nXO\n##\n..\n", "one king must be above row 3 and one below it, but 0 are below"),
        (8, open, "the test's boards have one column, but this one has 3"),
    ] {
        let good = "2 1";
        let error = error(contest, &format!("{test} 1\n{board}"), None);
        let detail = format!("this is no board of test {test}: {detail}");
        assert!(error.starts_with("case 1, line 3, column 1: ") && error.ends_with(&detail), "{good}: {error}");
    }
    assert_eq!(
        error(contest, &format!("3 1\n{open}"), Some("7")),
        "line 1, column 1: the number of the test is 3, expected 7"
    );
    let valid = contest.validate(&mut format!("21 1\n{open}").as_bytes(), None).unwrap();
    assert_eq!(valid.note.unwrap(), "test 21 is unknown: the judge's tests are 1 to 20");
}

#[test]
fn subtasks_by_size_are_made_and_held_to() {
    let registry = Registry::from_iter(retrograde_games::builtin());
    for (id, name, cases) in
        [("p4658", "40%", 10), ("p4658", "60 %", 3), ("p7387", "3", 14), ("p7387", "200", 50), ("p7387", "1e6", 3)]
    {
        let contest = registry.contest(id).unwrap();
        for seed in 0..5 {
            println!("{id} {name}, seed {seed}");
            let file = file(contest, name, cases, seed);
            let subtask = subtask(contest, name).1;
            let sizes = file.lines().skip(1).filter_map(|line| line.parse::<u64>().ok());
            if id == "p4658" {
                assert!(sizes.max() <= Some(subtask.number));
            }
            let valid = contest.validate(&mut file.as_bytes(), Some(subtask)).unwrap();
            assert_eq!(valid, Valid { cases: cases as u64, subtask: Some(subtask.name), note: None });
        }
    }
    let p4658 = registry.contest("p4658").unwrap();
    let board = |side: usize| {
        format!(
            "1\n{side}\nA{}\n{}.{}B\n",
            ".".repeat(side - 1),
            (".".repeat(side) + "\n").repeat(side - 2),
            ".".repeat(side - 2)
        )
    };
    assert_eq!(
        error(p4658, &board(41), Some("40%")),
        "case 1, line 2, column 1: the size of the board is 41, expected 2 to 40"
    );
    assert!(p4658.validate(&mut board(41).as_bytes(), Some(subtask(p4658, "60%").1)).is_ok());
    let p7387 = registry.contest("p7387").unwrap();
    let message = "case 1, line 2, column 1: the number of cannons is 4, expected 1 to 3";
    assert_eq!(error(p7387, "1\n4\n0110\n", Some("3")), message);
}

#[test]
fn issue_27_seed_and_test_together_choose_the_boards() {
    let registry = Registry::from_iter(retrograde_games::builtin());
    let contest = registry.contest("p9169").unwrap();
    let mut files = HashSet::new();
    for seed in 0..5 {
        for name in ["0", "14", "15", "16", "17", "18", "19", "20"] {
            let made = tokens(contest, name, 2, seed);
            assert_eq!(made, tokens(contest, name, 2, seed), "seed {seed}, test {name}");
            assert!(files.insert(made), "seed {seed}, test {name}: a file of another test or seed");
        }
    }
}

#[test]
fn issue_27_files_reach_the_largest_size() {
    let registry = Registry::from_iter(retrograde_games::builtin());
    let seed = 1;
    for (id, names) in
        [("p9169", &["0", "1", "5", "7", "10"][..]), ("p4658", &["40%", "60%"]), ("p7387", &["3", "6", "15", "200"])]
    {
        let contest = registry.contest(id).unwrap();
        for name in names {
            let number = subtask(contest, name).1.number;
            let size = |token: &String| match id {
                "p7387" => token.len() as u64 - "cannons:_r".len() as u64,
                _ => token.matches('/').count() as u64 + 1,
            };
            let largest = if id == "p9169" { 10 } else { number };
            let starts = tokens(contest, name, 5, seed);
            assert_eq!(starts.iter().map(size).max(), Some(largest), "{id} {name}, seed {seed}");
        }
    }
}

#[test]
fn issue_27_the_largest_rows_fit_one_file() {
    let registry = Registry::from_iter(retrograde_games::builtin());
    let contest = registry.contest("p7387").unwrap();
    let file = file(contest, "10^7", 100, 1);
    assert!(file.contains("\n10000000\n"));
    assert_eq!(contest.validate(&mut file.as_bytes(), None).unwrap().cases, 100);
}

/// Checks that files contain known and new boards with games of 256 plies or more, whose depths do not fit into 8 bits.
#[test]
fn issue_27_deep_boards_are_known_and_new() {
    let registry = Registry::from_iter(retrograde_games::builtin());
    let contest = registry.contest("p9169").unwrap();
    let known: HashSet<_> =
        registry.game("pawn").unwrap().starts().unwrap().known().iter().map(|known| known.input).collect();
    let (mut old, mut new) = (0, 0);
    for seed in 0..4 {
        for board in tokens(contest, "14", 6, seed) {
            let mut file = Vec::new();
            contest.write(std::slice::from_ref(&board), &mut file).unwrap();
            let file = String::from_utf8(file).unwrap();
            let mut output = Vec::new();
            contest.answer(&mut file.as_bytes(), Method::Auto, &Options::default(), &mut output).unwrap();
            let answer = String::from_utf8(output).unwrap();
            let plies = answer.trim().split(' ').nth(1).map_or(0, |plies| plies.parse::<u32>().unwrap());
            let mirrored: String = file
                .lines()
                .map(|line| if line.contains(' ') { line.to_owned() } else { line.chars().rev().collect() } + "\n")
                .collect();
            match plies {
                256.. if known.contains(&*file) || known.contains(&*mirrored) => old += 1,
                256.. => new += 1,
                _ => {}
            }
        }
    }
    assert!(old >= 4 && new >= 4, "{old} known, {new} new");
}

/// Checks that the list of all starts of a small size contains every start that `gen` generates.
#[test]
fn issue_27_every_start_of_a_small_size_is_listed() {
    let registry = Registry::from_iter(retrograde_games::builtin());
    for (id, name, size, walls, count) in [
        ("p9169", "14", Some((2, 2)), None, Some(12)),
        ("p9169", "7", Some((3, 1)), None, Some(2)),
        ("p9169", "7", None, None, Some(0)),
        ("p9169", "14", None, None, None),
        ("p9169", "14", Some((2, 2)), Some(20), None),
        ("p9169", "5", Some((4, 1)), None, None),
        ("p4658", "40%", Some((2, 2)), None, Some(44)),
        ("p4658", "40%", Some((4, 4)), None, None),
        ("p4658", "40%", None, None, None),
        ("p7387", "3", None, None, Some(14)),
        ("p7387", "6", Some((1, 4)), None, Some(16)),
        ("p7387", "200", None, None, None),
    ] {
        let (subtasks, subtask) = subtask(registry.contest(id).unwrap(), name);
        let draft = Draft { size, walls, cases: 10 };
        let every = subtasks.every(subtask, draft).map(Iterator::collect::<HashSet<_>>);
        let what = format!("{id} {name} {size:?} {walls:?}");
        assert_eq!(every.is_some(), count.is_some(), "{what}");
        let Some(every) = every else { continue };
        if count > Some(0) {
            assert_eq!(Some(every.len()), count, "{what}: {every:?}");
        }
        let seed = 5;
        for start in subtasks.drafts(subtask, subtask.rng(seed), draft).take(300) {
            let start = start.unwrap();
            assert!(every.contains(&start), "{what}, seed {seed}: {start} is not listed");
        }
    }
}

#[test]
fn issue_27_climbs_keep_the_promise() {
    let registry = Registry::from_iter(retrograde_games::builtin());
    let contest = registry.contest("p9169").unwrap();
    let search_spec =
        |winner, enough| SearchSpec { size: None, winner, enough: Some(enough), from: Vec::new(), seed: 4 };
    for (name, winner, enough) in [
        ("2", Side::Second, 0),
        ("5", Side::First, 15),
        ("8", Side::First, 7),
        ("11", Side::First, 9),
        ("14", Side::Second, 20),
    ] {
        let (subtasks, subtask) = subtask(contest, name);
        let mut climber = subtasks.climber(subtask, &search_spec(winner, enough)).unwrap().unwrap();
        let steps = (0..5000).take_while(|_| climber.step() != Climbed::Over).count();
        let best_found = climber.highest().unwrap_or_else(|| panic!("test {name}: no game after {steps} boards"));
        assert!(best_found.depth >= enough, "test {name}: {best_found:?} after {steps} boards");
        assert!(subtasks.breach(subtask, &best_found.token).is_none(), "test {name}: {best_found:?}");
    }
    let refused = |name, search_spec: &SearchSpec| {
        let (subtasks, subtask) = subtask(contest, name);
        subtasks.climber(subtask, search_spec).unwrap().err().unwrap().to_string()
    };
    let of_size = SearchSpec { size: Some((4, 4)), ..search_spec(Side::First, 9) };
    assert_eq!(refused("7", &of_size), "the test's boards have one column, not 4");
    let from = SearchSpec { from: vec!["pawn:OO/1X_r".to_owned()], ..search_spec(Side::First, 9) };
    assert_eq!(refused("8", &from), "the test's boards have one column, but this one has 2");
    let (subtasks, subtask) = subtask(registry.contest("p4658").unwrap(), "40%");
    assert!(subtasks.climber(subtask, &search_spec(Side::First, 9)).is_none());
}

#[test]
fn signs_in_a_subtasks_name_count() {
    let registry = Registry::from_iter(retrograde_games::builtin());
    let called = |id: &str, name: &str| {
        let contest = registry.contests().find(|contest| contest.id() == id).unwrap();
        let found = contest.subtasks().unwrap().all().iter().find(|subtask| subtask.is_called(name));
        found.map(|subtask| subtask.name)
    };
    for (id, names) in [
        ("p9169", &["1-4", "1~4", "1,2", "1.5", "-1", "5%", ""][..]),
        ("p4658", &["4-0%", "40%%", "%40", "-40"]),
        ("p7387", &["10-6", "10^-6", "106", "200%"]),
    ] {
        for name in names {
            assert_eq!(called(id, name), None, "{id} {name}");
        }
    }
    for (id, name, own) in [
        ("p9169", " 14 ", "14"),
        ("p4658", "40", "40%"),
        ("p4658", "４０%", "40%"),
        ("p4658", "４０ ％", "40%"),
        ("p4658", "N ≤ 150", "60%"),
        ("p7387", "1E6", "10^6"),
        ("p7387", "10^6", "10^6"),
    ] {
        assert_eq!(called(id, name), Some(own), "{id} {name}");
    }
}
