//! The law of certificates. A law is a property that must hold for every input. The law of certificates says that an
//! accepted certificate states a true value.

use std::cell::RefCell;
use std::collections::HashMap;

use retrograde::author::{AnyPosition, Domain};
use retrograde::{Depth, Options, Value};
use retrograde_service::certificate::{CertificateCheck, check};
use retrograde_service::report::Head;
use retrograde_service::session::Session;

use crate::forms::GAMES;

/// The maximum number of bytes of a table. Certificates of larger boards are not compared with a table.
const MEMORY: u64 = 2 << 20;

thread_local! {
    /// The tables of solved boards, indexed by instance and position. The table of a board that is too large is `None`.
    static SOLVED: RefCell<HashMap<String, Option<Session>>> = RefCell::default();
}

/// Checks the reader and the verifier of certificates.
///
/// The reader and the verifier must not panic, hang, or allocate memory for a size that the input only claims. The
/// error for a rejected certificate must have a message. If a certificate is accepted, its value must be equal to the
/// table's value.
///
/// # Panics
/// If the law is broken.
pub(crate) fn check_certificate(input: &[u8]) {
    match check(input, &GAMES) {
        Err(failure) => assert!(!failure.message.to_string().is_empty()),
        Ok(CertificateCheck { ok, proved: Some(head), exact: Some(exact), wrong: None, .. }) => {
            assert!(ok);
            check_truth(&head, exact);
        }
        Ok(CertificateCheck { ok, proved, exact, wrong, .. }) => {
            assert!(!ok && proved.is_none() && exact.is_none());
            assert!(wrong.is_some_and(|wrong| wrong.line > 0 && !wrong.reason.to_string().is_empty()));
        }
    }
}

fn check_truth(head: &Head, exact: bool) {
    let position = GAMES.open(&head.pos).expect("what is proved is a position");
    let Some(value) = value(&*position) else { return };
    assert_eq!((head.value, head.depth.is_some()), (value.kind(), value.depth().is_some()), "{}", head.pos);
    let depth = value.depth().map(Depth::plies);
    assert!(head.depth == depth || !exact && head.depth > depth, "{}: {depth:?}, not {:?}", head.pos, head.depth);
}

/// Returns the value of a position from the table of its board; `None` if the board is too large.
fn value(position: &dyn AnyPosition) -> Option<Value> {
    SOLVED.with_borrow_mut(|solved| {
        let options = Options { threads: 1, memory: MEMORY, ..Options::DEFAULT };
        let session = || Session::solve(position, Domain::Reachable, &options).ok();
        let session = solved.entry(format!("{} {}", position.instance(), position.token())).or_insert_with(session);
        session.as_ref()?.value(position).ok()
    })
}
