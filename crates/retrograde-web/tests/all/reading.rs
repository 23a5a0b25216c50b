//! Tests that a token is read only once for each question, even if the answer needs several steps.

use std::sync::atomic::Ordering;

use crate::client::Host;
use crate::heap::{Heap, READ};
use retrograde::author::Entry;
use retrograde_service::registry::Registry;
use serde_json::json;

/// Returns the number of tokens that are read for a question.
fn reads(question: impl FnOnce() -> u16) -> u32 {
    let before = READ.load(Ordering::Relaxed);
    assert_eq!(question(), 200);
    READ.load(Ordering::Relaxed) - before
}

/// Regression: a token was read three times: for the lookup, for the solve, and for the second lookup. `random` also
/// read the token of the position that it drew. The table of a heap does not contain the larger heap of the next
/// question, so every question needs a new solve.
#[test]
fn a_token_is_read_once_a_question() {
    // The game states that it is tested, because the checks of its laws before a solve would also read tokens.
    let host = Host::of(Registry::empty().with(Entry::<Heap<true>>::rules().tested()), |_| {});
    let questions = ["probe", "line", "why", "stats", "certificate", "trace", "play", "random", "plan"];
    for (left, question) in (10..).zip(questions) {
        let path = format!("/api/v1/{question}?pos=heap:{left}_a");
        assert_eq!(reads(|| host.get(&path).status), 1, "{question}");
    }
    let positions: Vec<_> = (30..40).map(|left| format!("heap:{left}_b")).collect();
    assert_eq!(reads(|| host.post("/api/v1/probe", &json!({ "pos": positions })).status), 10);
}
