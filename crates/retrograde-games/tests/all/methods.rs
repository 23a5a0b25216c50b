//! Answers the contests' cases with two algorithms, the general solver and the shortcuts of the games, and checks that
//! the answers are equal.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use retrograde::Options;
use retrograde::author::{Contest, Domain, Method, Strictness};
use retrograde_service::registry::Registry;

const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases");

/// The size of the largest table that this test solves, in bytes. All boards of pawn, boards of race up to 28x28, and
/// rows of up to 16 cannons are within this limit.
const LARGEST: u64 = 6 << 20;

/// Returns the positions of a file whose tables are small enough, and the number of the other positions. Cases after an
/// illegal case are not read.
fn small_cases(registry: &Registry, contest: &dyn Contest, file: &Path) -> (Vec<String>, usize) {
    let (mut tokens, mut large) = (Vec::new(), 0);
    let text = fs::read(file).unwrap();
    let visit = &mut |token: String| {
        // Cases that no judge uses are skipped, although `answer` accepts them.
        if contest.write(std::slice::from_ref(&token), &mut Vec::new()).is_err() {
            return ControlFlow::Continue(());
        }
        let bytes = registry.open(&token).ok().and_then(|position| position.plan(Domain::All, 2).bytes);
        if bytes.is_some_and(|bytes| bytes <= LARGEST) {
            tokens.push(token);
        } else {
            large += 1;
        }
        ControlFlow::Continue(())
    };
    // An error is ignored here, because other tests check that the file is correct.
    let _ = contest.read(&mut &*text, Strictness::Relaxed, visit);
    (tokens, large)
}

fn answers(contest: &dyn Contest, input: &[u8], method: Method) -> String {
    let mut output = Vec::new();
    contest.answer(&mut &*input, method, &Options::default(), &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

/// Compares both algorithms on all cases of a contest. Returns the number of compared cases, and the number of cases
/// whose tables are too large.
fn compare(id: &str) -> (usize, usize) {
    let registry = Registry::from_iter(retrograde_games::builtin());
    let contest = registry.contest(id).unwrap();
    let (mut compared, mut skipped) = (0, 0);
    for entry in fs::read_dir(Path::new(CASES).join(contest.game())).unwrap() {
        let file = entry.unwrap().path();
        if file.extension().is_none_or(|extension| extension != "in") {
            continue;
        }
        let (tokens, large) = small_cases(&registry, contest, &file);
        skipped += large;
        if tokens.is_empty() {
            continue;
        }
        let mut input = Vec::new();
        contest.write(&tokens, &mut input).unwrap();
        let [table, shortcut] = [Method::Table, Method::Shortcut].map(|method| answers(contest, &input, method));
        for ((token, table), shortcut) in tokens.iter().zip(table.lines()).zip(shortcut.lines()) {
            assert_eq!(table, shortcut, "{}: {token}", file.display());
        }
        assert_eq!(
            (table.lines().count(), shortcut.lines().count()),
            (tokens.len(), tokens.len()),
            "{}",
            file.display()
        );
        compared += tokens.len();
    }
    println!("{id}: {compared} cases by both algorithms, {skipped} too large for a table");
    (compared, skipped)
}

#[test]
fn pawn_answers_are_the_same() {
    let (compared, skipped) = compare("p9169");
    assert!(compared > 200 && skipped == 0, "{compared}, and {skipped} skipped");
}

#[test]
fn race_answers_are_the_same() {
    let (compared, skipped) = compare("p4658");
    assert!(compared > 130, "{compared}, and {skipped} skipped");
}

#[test]
fn cannons_answers_are_the_same() {
    let (compared, skipped) = compare("p7387");
    assert!(compared > 4000, "{compared}, and {skipped} skipped");
}

/// Checks that `answer` also accepts boards beyond the judges' limits, as its help text states.
#[test]
fn the_judges_limits_are_no_limits_for_answers() {
    let registry = Registry::from_iter(retrograde_games::builtin());
    let open = |side: usize| {
        format!("A{}\n{}{}B\n", ".".repeat(side - 1), (".".repeat(side) + "\n").repeat(side - 2), ".".repeat(side - 1))
    };
    let row = "1".repeat(10_000_001);
    for (id, input, expected) in [
        ("p9169", format!("21 1\n11 3\n{}", "O.O\n...\n.X.\n".to_owned() + &"...\n".repeat(8)), "Red 5\n"),
        ("p4658", format!("1\n301\n{}", open(301)), "B\n"),
        ("p7387", format!("1\n10000001\n{row}\n"), "WIN\n"),
    ] {
        let contest = registry.contest(id).unwrap();
        assert_eq!(answers(contest, input.as_bytes(), Method::Auto), expected, "{id}");
        let judged = contest.read(&mut input.as_bytes(), Strictness::Judge, &mut |_| ControlFlow::Continue(()));
        assert!(judged.is_err(), "{id}");
    }
}
