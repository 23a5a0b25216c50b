//! Certificates against the checker that knows only the rules, and the checker against forgers.
#![allow(clippy::unwrap_used, reason = "a test may panic, and so may its helpers")]

#[path = "../examples/check_certificate.rs"]
#[allow(dead_code, reason = "an example is a program of its own")]
mod check_certificate;
#[allow(dead_code, reason = "certificates need only to read")]
mod common;

use std::ops::ControlFlow;

use check_certificate::check;
use retrograde::{Options, Wanted};
use retrograde_games::contest::{Contest, Strictness};
use retrograde_games::registry::{AnySolution, Domain, Registry};

fn solved(token: &str) -> Box<dyn AnySolution> {
    Registry::builtin().open(token).unwrap().solve(Domain::All, &Options::default()).unwrap()
}

/// The certificate proves the value of the table, to the ply.
fn assert_proved(solution: &dyn AnySolution, token: &str) -> usize {
    let certificate = solution.certificate(token).unwrap();
    let head = solution.probe(token, 0).unwrap().head;
    let expected = match (head.value, head.winner, head.depth) {
        (_, Some(winner), Some(depth)) => format!("{winner} wins in {depth}"),
        (_, None, Some(depth)) => format!("a tie in {depth}"),
        _ => "a draw".to_owned(),
    };
    let claims = certificate.claims.len();
    assert_eq!(check(&certificate.to_string()), Ok(format!("{expected} ({claims} claims)")), "{token}");
    claims
}

#[test]
fn the_certificates_of_examples_are_right() {
    for token in Registry::builtin().games().flat_map(|game| game.about().examples.clone()) {
        let solution = solved(&token);
        println!("{token}: {} claims", assert_proved(&*solution, &token));
        for seed in 0..20 {
            let Some(other) = solution.random(&Wanted::default(), seed) else { continue };
            assert_proved(&*solution, &other.head.pos);
        }
    }
}

#[test]
fn the_certificates_of_cases_are_right() {
    let registry = Registry::builtin();
    let is_small =
        |token: &String| registry.open(token).is_ok_and(|opened| opened.plan(Domain::All, 1).slots < Some(100_000));
    for contest in registry.contests().filter(|contest| contest.id() != "graph") {
        for (name, input, _) in common::pairs(contest.game()) {
            let tokens = positions(contest, &input);
            for token in tokens.iter().filter(|token| is_small(token)).take(3) {
                println!("{} {name}: {} claims", contest.id(), assert_proved(&*solved(token), token));
            }
        }
    }
}

fn positions(contest: &dyn Contest, input: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let visit = &mut |token| {
        tokens.push(token);
        ControlFlow::Continue(())
    };
    // Some cases are wrong on purpose, from some board on.
    let _ = contest.read(&mut input.as_bytes(), Strictness::Relaxed, visit);
    tokens
}
