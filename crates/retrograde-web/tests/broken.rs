//! A game that breaks a law, over HTTP: no answer that disagrees with itself.
#![allow(clippy::unwrap_used, reason = "a test may panic, and so may its helpers")]

mod client;

use client::{Host, encoded};
use retrograde::{Ending, Game, Notation, NotationError, Numbered, Reversible, Side, Slot};
use retrograde_games::registry::{Entry, Registry};

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
        let chinese = host.ask("GET", &path, &[("accept-language", "zh")], b"");
        assert!(chinese.text().contains("take:2_a 处的值不一致"), "{question}: {}", chinese.text());
    }
    assert_eq!(host.json(&format!("/probe?pos={}", encoded("take:1_a")))["value"], "win");
}
