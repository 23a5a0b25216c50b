//! Tests games that break a law (a property that the solver relies on) over HTTP. The server must give no contradictory
//! answer.

use crate::client::{Host, encoded};
use crate::heap::Heap;
use retrograde::author::Entry;
use retrograde::{Ending, Game, Notation, NotationError, Side};
use retrograde_service::registry::Registry;

#[test]
fn values_that_do_not_agree_are_an_error_with_a_code() {
    let host = Host::of(Registry::empty().with(Entry::<Heap<false>>::reversible().tested()), |_| {});
    for question in ["probe", "line", "why"] {
        let path = format!("/api/v1/{question}?pos={}", encoded("heap:2_a"));
        let reply = host.get(&path);
        let error = &reply.json()["error"];
        assert_eq!((reply.status, &error["code"]), (500, &"inconsistent".into()), "{question}: {error}");
        let printed = error["message"].as_str().unwrap();
        assert!(printed.starts_with("the values at heap:2_a do not agree: "), "{question}: {printed}");
        let hint = error["hint"].as_str().unwrap();
        assert!(hint.contains("every move has its un-move; at heap:"), "{question}: {hint}");
        let chinese = host.ask("GET", &path, &[("accept-language", "zh")], b"");
        assert!(chinese.text().contains("heap:2_a 处的值不一致"), "{question}: {}", chinese.text());
    }
    assert_eq!(host.json(&format!("/probe?pos={}", encoded("heap:1_a")))["value"], "win");
}

#[test]
fn issue_27_a_broken_game_is_refused_before_it_is_solved() {
    let host = Host::of(Registry::empty().with(Entry::<Heap<false>>::reversible()), |_| {});
    let reply = host.get(&format!("/api/v1/probe?pos={}", encoded("heap:2_a")));
    let error = &reply.json()["error"];
    assert_eq!((reply.status, &error["code"]), (500, &"broken-law".into()), "{error}");
    let printed = error["message"].as_str().unwrap();
    assert!(printed.starts_with("the game breaks a law: every move has its un-move; at heap:"), "{printed}");
}

/// A game in which a move takes two from a heap, as long as there are two. The code of the game panics if the heap has
/// 13.
#[derive(Clone)]
struct Fragile;

impl Game for Fragile {
    type Position = u32;
    type Move = u32;

    fn turn(&self, &left: &u32) -> Side {
        Side::from_parity((left / 2).into())
    }

    fn ending(&self, &left: &u32) -> Option<Ending> {
        (left < 2).then(|| Ending::level("all-taken"))
    }

    fn each_move(&self, &left: &u32, mut visit: impl FnMut(u32, u32)) {
        assert!(left != 13, "thirteen is not supported");
        left.checked_sub(2).into_iter().for_each(|rest| visit(2, rest));
    }
}

impl Notation for Fragile {
    const ID: &'static str = "fragile";
    const SIDES: [&'static str; 2] = ["ann", "bob"];
    const TITLE: &'static str = "Take two";
    const RULES: &'static str = "Two are taken of a heap, as long as there are two (all-taken).";
    const EXAMPLES: &'static [&'static str] = &["8"];

    fn parse(text: &str) -> Result<(Self, u32), NotationError> {
        let read = text.parse().map_err(|_| NotationError::malformed(0..text.len(), "expected a number"));
        read.map(|left| (Self, left))
    }

    fn print(&self, left: &u32) -> String {
        left.to_string()
    }
}

#[test]
fn a_panic_is_told_with_its_position() {
    let host = Host::of(Registry::empty().with(Entry::<Fragile>::rules()), |_| {});
    // The first question needs a table; the second needs only the rules.
    for (question, token) in [("probe", "fragile:19"), ("moves", "fragile:13")] {
        assert_tells_the_panic(&host, &format!("/api/v1/{question}?pos={}", encoded(token)));
    }
}

fn assert_tells_the_panic(host: &Host, path: &str) {
    let reply = host.get(path);
    let error = &reply.json()["error"];
    assert_eq!((reply.status, &error["code"]), (500, &"panic".into()), "{error}");
    assert_eq!(error["message"], "the game's code panicked: thirteen is not supported");
    let hint = error["hint"].as_str().unwrap();
    assert!(hint.contains("at fragile:13: "), "{hint}");
    let chinese = host.ask("GET", path, &[("accept-language", "zh")], b"");
    assert!(
        chinese.text().contains("游戏的代码崩溃") && chinese.text().contains("见 fragile:13"),
        "{}",
        chinese.text()
    );
    assert_eq!(host.json(&format!("/probe?pos={}", encoded("fragile:8")))["value"], "tie");
}

/// Returns the positions whose tables are in memory, the most recently used first.
fn held(host: &Host) -> Vec<String> {
    let report = host.json("/tables");
    let tables = report["tables"].as_array().unwrap();
    tables.iter().rev().map(|table| table["pos"].as_str().unwrap().to_owned()).collect()
}

/// Regression: exploring needs an unknown amount of memory, and such a solve dropped all other tables, even if the new
/// table was small.
#[test]
fn tables_without_a_plan_stand_side_by_side() {
    let registry = || Registry::from_iter(retrograde_games::builtin()).with(Entry::<Fragile>::rules());
    for memory in [64 << 20, 1 << 20] {
        let host = Host::of(registry(), |settings| settings.memory = memory);
        let asked = ["fragile:8", "graph:1.a.o.2.3/2.b.o.1.4/3.b.t/4.a.b_1", "tictactoe:3/3/3_x"];
        for pos in asked {
            host.json(&format!("/probe?pos={}", encoded(pos)));
        }
        assert_eq!(held(&host), asked);
    }
}

/// Tables must be dropped if a new table needs their memory.
#[test]
fn tables_go_for_one_that_needs_their_room() {
    let registry = Registry::from_iter(retrograde_games::builtin()).with(Entry::<Fragile>::rules());
    let host = Host::of(registry, |settings| settings.memory = 1280 << 10);
    let other = "tictactoe:3/3/3_x";
    host.json(&format!("/probe?pos={}", encoded(other)));
    let heaps = (1..).map(|step| format!("fragile:{}", 4000 * step));
    let mut beside = 0;
    for heap in heaps {
        host.json(&format!("/probe?pos={}", encoded(&heap)));
        match &held(&host)[..] {
            [first, second] if (first, second) == (&other.to_owned(), &heap) => beside += 1,
            alone => return assert!(beside > 0 && alone == [heap], "{beside}, then {alone:?}"),
        }
    }
}
