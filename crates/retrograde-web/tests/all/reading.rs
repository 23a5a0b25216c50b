//! How often a token is read: once a question, however many steps its answer takes.

use std::sync::atomic::{AtomicU32, Ordering};

use crate::client::Host;
use retrograde::entry::Entry;
use retrograde::{Ending, Game, Notation, NotationError, Side};
use retrograde_desk::registry::Registry;
use serde_json::json;

/// One or two are taken of a heap; whoever takes the last one wins.
struct Heap;

/// How many tokens were read.
static READ: AtomicU32 = AtomicU32::new(0);

impl Game for Heap {
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

impl Notation for Heap {
    const ID: &'static str = "heap";
    const SIDES: [&'static str; 2] = ["ann", "bob"];
    const TITLE: &'static str = "Take one or two";
    const RULES: &'static str = "Whoever takes the last one wins (last-taken).";
    const EXAMPLES: &'static [&'static str] = &["9_a"];

    fn parse(text: &str) -> Result<(Self, (u8, Side)), NotationError> {
        READ.fetch_add(1, Ordering::Relaxed);
        let read = text.split_once('_').and_then(|(left, turn)| {
            let turn = Side::BOTH.into_iter().find(|side| turn == ["a", "b"][side.index()])?;
            Some((Self, (left.parse().ok()?, turn)))
        });
        read.ok_or_else(|| NotationError::malformed(0..text.len(), "expected LEFT_TURN"))
    }

    fn print(&self, &(left, turn): &(u8, Side)) -> String {
        format!("{left}_{}", ["a", "b"][turn.index()])
    }
}

/// The tokens that a question reads.
fn reads(question: impl FnOnce() -> u16) -> u32 {
    let before = READ.load(Ordering::Relaxed);
    assert_eq!(question(), 200);
    READ.load(Ordering::Relaxed) - before
}

/// It was three times: by who asks, who solves, and who asks again; a position drawn of a table was read besides. No table of a heap has
/// the larger one that is asked about next, so that every question has to solve.
#[test]
fn a_token_is_read_once_a_question() {
    let host = Host::of(Registry::empty().with(Entry::<Heap>::rules()), |_| {});
    let questions = ["probe", "line", "why", "stats", "certificate", "trace", "play", "random", "plan"];
    for (left, question) in (10..).zip(questions) {
        let path = format!("/api/v1/{question}?pos=heap:{left}_a");
        assert_eq!(reads(|| host.get(&path).status), 1, "{question}");
    }
    let positions: Vec<_> = (30..40).map(|left| format!("heap:{left}_b")).collect();
    assert_eq!(reads(|| host.post("/api/v1/probe", &json!({ "pos": positions })).status), 10);
}
