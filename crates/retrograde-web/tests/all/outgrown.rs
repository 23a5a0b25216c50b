//! Tests a board of unknown size that is larger than a question may solve. The server explores it once. From then on it
//! refuses the board immediately.

use std::sync::atomic::{AtomicU64, Ordering};

use retrograde::author::Entry;
use retrograde::{Ending, Game, Notation, NotationError, Side};
use retrograde_service::registry::Registry;

use crate::client::Host;

/// A game in which a move adds one or two without end. Neither side wins.
struct Endless;

/// How often moves of the game were generated.
static MADE: AtomicU64 = AtomicU64::new(0);

impl Game for Endless {
    type Position = u64;
    type Move = u64;

    fn turn(&self, _: &u64) -> Side {
        Side::First
    }

    fn ending(&self, _: &u64) -> Option<Ending> {
        None
    }

    fn each_move(&self, sum: &u64, mut visit: impl FnMut(u64, u64)) {
        MADE.fetch_add(1, Ordering::Relaxed);
        visit(1, sum.wrapping_add(1));
        visit(2, sum.wrapping_add(2));
    }
}

impl Notation for Endless {
    const ID: &'static str = "endless";
    const SIDES: [&'static str; 2] = ["ann", "bob"];
    const TITLE: &'static str = "Add one or two";
    const RULES: &'static str = "Neither side ever wins.";
    const EXAMPLES: &'static [&'static str] = &["1"];

    fn parse(text: &str) -> Result<(Self, u64), NotationError> {
        let read = text.parse().map_err(|_| NotationError::malformed(0..text.len(), "expected a number"));
        read.map(|sum| (Self, sum))
    }

    fn print(&self, sum: &u64) -> String {
        sum.to_string()
    }
}

/// Regression: every question explored the board again. A page that asks five questions had to wait five times.
#[test]
fn what_outgrew_a_question_is_refused_at_once_the_next_time() {
    let host = Host::of(Registry::empty().with(Entry::<Endless>::rules()), |settings| settings.limits.table = 1 << 20);
    let made = |question: &str| {
        let before = MADE.load(Ordering::Relaxed);
        let refused = host.get(&format!("/api/v1/{question}?pos=endless:1"));
        assert_eq!((refused.status, &*refused.code()), (404, "no-table"), "{question}");
        assert!(refused.json()["error"]["hint"].as_str().unwrap().contains("POST /api/v1/solve"), "{question}");
        MADE.load(Ordering::Relaxed) - before
    };
    let explored = made("probe");
    assert!(explored > 1_000, "{explored}");
    for question in ["probe", "line", "why"] {
        let again = made(question);
        assert!(again < explored / 100, "{question}: {again} of {explored}");
    }
}
