//! Tests jobs that wait for their turn.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use retrograde::author::Entry;
use retrograde::{Ending, Game, Notation, NotationError, Side};
use retrograde_service::registry::Registry;
use serde_json::json;

use crate::client::{Host, wait_until};

/// Whether the server has asked the game below for a move.
static IS_ASKED: AtomicBool = AtomicBool::new(false);
/// Whether the game below may return a move.
static IS_LET_GO: AtomicBool = AtomicBool::new(false);

/// A game in which each move takes one from a heap. A move is returned only when the test allows it.
#[derive(Clone)]
struct Slow {
    size: u32,
}

impl Game for Slow {
    type Position = u32;
    type Move = u32;

    fn turn(&self, &left: &u32) -> Side {
        Side::from_parity(left.into())
    }

    fn ending(&self, &left: &u32) -> Option<Ending> {
        (left == 0).then(|| Ending::level("all-taken"))
    }

    fn each_move(&self, &left: &u32, mut visit: impl FnMut(u32, u32)) {
        IS_ASKED.store(true, Ordering::Relaxed);
        while !IS_LET_GO.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(10));
        }
        left.checked_sub(1).into_iter().for_each(|rest| visit(1, rest));
    }
}

impl Notation for Slow {
    const ID: &'static str = "slow";
    const SIDES: [&'static str; 2] = ["ann", "bob"];
    const TITLE: &'static str = "Take one";
    const RULES: &'static str = "One is taken of a heap, until there is none (all-taken).";
    const EXAMPLES: &'static [&'static str] = &["8"];

    fn parse(text: &str) -> Result<(Self, u32), NotationError> {
        let read = text.parse().map_err(|_| NotationError::malformed(0..text.len(), "expected a number"));
        read.map(|size| (Self { size }, size))
    }

    fn print(&self, left: &u32) -> String {
        left.to_string()
    }

    fn identity(&self) -> String {
        self.size.to_string()
    }
}

/// Lets the game continue when this value is dropped, even if the test fails.
struct LetsGo;

impl Drop for LetsGo {
    fn drop(&mut self) {
        IS_LET_GO.store(true, Ordering::Relaxed);
    }
}

#[test]
fn a_job_that_waits_is_cancelled_at_once() {
    let host = Host::of(Registry::empty().with(Entry::<Slow>::rules()), |_| {});
    let _lets_go = LetsGo;
    let start =
        |pos: &str| host.post("/api/v1/solve", &json!({ "pos": pos })).json()["job"].as_str().unwrap().to_owned();
    let state = |job: &str| host.json(&format!("/jobs/{job}"))["state"].clone();
    let first = start("slow:8");
    wait_until("the first job is at work", || IS_ASKED.load(Ordering::Relaxed));
    let second = start("slow:9");
    assert_eq!(state(&second), "waiting");
    host.ask("DELETE", &format!("/api/v1/jobs/{second}"), &[], b"");
    wait_until("the second job ends", || state(&second) == "cancelled");
    assert!(!IS_LET_GO.load(Ordering::Relaxed) && state(&first) != "done");
}
