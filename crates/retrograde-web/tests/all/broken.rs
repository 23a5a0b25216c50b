//! A game that breaks a law, over HTTP: no answer that disagrees with itself.

use crate::client::{Host, encoded};
use retrograde::entry::Entry;
use retrograde::{Ending, Game, Notation, NotationError, Numbered, Reversible, Side, Slot};
use retrograde_desk::registry::Registry;

/// One or two are taken of at most nine; whoever takes the last one wins. Nobody can take two back.
struct Take;

impl Game for Take {
    type Position = (u8, Side);
    type Move = u8;

    fn turn(&self, &(_, turn): &(u8, Side)) -> Side {
        turn
    }

    fn ending(&self, &(left, turn): &(u8, Side)) -> Option<Ending> {
        (left == 0).then(|| Ending::won(turn.other(), "last-taken"))
    }

    fn each_move(&self, &(left, turn): &(u8, Side), mut visit: impl FnMut(u8, (u8, Side))) {
        (1..=left.min(2)).for_each(|taken| visit(taken, (left - taken, turn.other())));
    }
}

impl Numbered for Take {
    fn slots(&self) -> u64 {
        20
    }

    fn slot(&self, &(left, turn): &(u8, Side)) -> Slot {
        Slot(2 * u64::from(left) + turn.index() as u64)
    }

    fn position(&self, Slot(slot): Slot) -> Option<(u8, Side)> {
        Some(((slot / 2) as u8, Side::from_parity(slot)))
    }
}

impl Reversible for Take {
    fn each_unmove(&self, &(left, turn): &(u8, Side), mut visit: impl FnMut((u8, Side))) {
        if left < 9 {
            visit((left + 1, turn.other()));
        }
    }
}

impl Notation for Take {
    const ID: &'static str = "take";
    const SIDES: [&'static str; 2] = ["ann", "bob"];
    const TITLE: &'static str = "Take one or two";
    const RULES: &'static str = "Whoever takes the last one wins (last-taken).";
    const EXAMPLES: &'static [&'static str] = &["9_a"];

    fn parse(text: &str) -> Result<(Self, (u8, Side)), NotationError> {
        let read = text.split_once('_').and_then(|(left, turn)| {
            let turn = Side::BOTH.into_iter().find(|side| turn == ["a", "b"][side.index()])?;
            Some((Self, (left.parse().ok().filter(|&left| left <= 9)?, turn)))
        });
        read.ok_or_else(|| NotationError::malformed(0..text.len(), "expected LEFT_TURN"))
    }

    fn print(&self, &(left, turn): &(u8, Side)) -> String {
        format!("{left}_{}", ["a", "b"][turn.index()])
    }
}

#[test]
fn values_that_do_not_agree_are_an_error_with_a_code() {
    let host = Host::of(Registry::empty().with(Entry::<Take>::reversible()), |_| {});
    for question in ["probe", "line", "why"] {
        let path = format!("/api/v1/{question}?pos={}", encoded("take:2_a"));
        let reply = host.get(&path);
        let error = &reply.json()["error"];
        assert_eq!((reply.status, &error["code"]), (500, &"inconsistent".into()), "{question}: {error}");
        let told = error["message"].as_str().unwrap();
        assert!(told.starts_with("the values at take:2_a do not agree: "), "{question}: {told}");
        let hint = error["hint"].as_str().unwrap();
        assert!(hint.contains("every move has its un-move; at take:"), "{question}: {hint}");
        let chinese = host.ask("GET", &path, &[("accept-language", "zh")], b"");
        assert!(chinese.text().contains("take:2_a 处的值不一致"), "{question}: {}", chinese.text());
    }
    assert_eq!(host.json(&format!("/probe?pos={}", encoded("take:1_a")))["value"], "win");
}

/// Two are taken of a heap, as long as there are two: the game's code panics at 13.
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
        assert!(left != 13, "nobody thought of thirteen");
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
    // With a table, and by the rules alone.
    for (question, token) in [("probe", "fragile:19"), ("moves", "fragile:13")] {
        assert_tells_the_panic(&host, &format!("/api/v1/{question}?pos={}", encoded(token)));
    }
}

fn assert_tells_the_panic(host: &Host, path: &str) {
    let reply = host.get(path);
    let error = &reply.json()["error"];
    assert_eq!((reply.status, &error["code"]), (500, &"panic".into()), "{error}");
    assert_eq!(error["message"], "the game's code panicked: nobody thought of thirteen");
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

/// The positions whose tables are in memory, the one asked first in front.
fn held(host: &Host) -> Vec<String> {
    let told = host.json("/tables");
    let tables = told["tables"].as_array().unwrap();
    tables.iter().rev().map(|table| table["pos"].as_str().unwrap().to_owned()).collect()
}

/// What exploring takes is not known before: the tables that were there went for it, however small it turned out.
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

/// They go for a table that needs their room.
#[test]
fn tables_go_for_one_that_needs_their_room() {
    let registry = Registry::from_iter(retrograde_games::builtin()).with(Entry::<Fragile>::rules());
    let host = Host::of(registry, |settings| settings.memory = 1280 << 10);
    let other = "tictactoe:3/3/3_x";
    host.json(&format!("/probe?pos={}", encoded(other)));
    let heaps = (1..).map(|thousands| format!("fragile:{}", 1000 * thousands));
    let mut beside = 0;
    for heap in heaps {
        host.json(&format!("/probe?pos={}", encoded(&heap)));
        match &held(&host)[..] {
            [first, second] if (first, second) == (&other.to_owned(), &heap) => beside += 1,
            alone => return assert!(beside > 0 && alone == [heap], "{beside}, then {alone:?}"),
        }
    }
}
