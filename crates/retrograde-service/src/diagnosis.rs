//! Diagnoses failures. A possible cause of a failure is a law (a property that the solver relies on) that the game
//! breaks. The diagnosis searches for a broken law near a position.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};

use retrograde::author::AnyPosition;

use crate::failure::{Failure, Fault};

/// The maximum number of positions that are checked in the search for a broken law.
const BUDGET: u64 = 10_000;

/// Returns a copy of the failure. If the program or a game caused the failure, and the game breaks a law near the
/// position, the copy also names this law.
pub fn diagnosed(failure: Failure, position: &dyn AnyPosition) -> Failure {
    let is_unexplained = failure.fault == Fault::Internal && !failure.names_law();
    let broken = is_unexplained.then(|| position.broken(BUDGET)).flatten();
    broken.map_or(failure.clone(), |broken| failure.by(&broken))
}

/// Runs `work`, which calls the code of a position's game. If `work` panics and the game breaks a law, returns a
/// failure that names the law and a position.
///
/// # Errors
/// Returns a failure that names the law, if the work panicked and the game breaks a law.
///
/// # Panics
/// If the work panics and no broken law is found. A panic without a broken law near the position means that the program
/// has a bug, or that the game breaks a law far from the position.
pub fn guarded<T>(position: &dyn AnyPosition, work: impl FnOnce() -> T) -> Result<T, Failure> {
    panic::catch_unwind(AssertUnwindSafe(work)).map_err(|payload| match position.broken(BUDGET) {
        Some(broken) => Failure::panicked(panic_text(&*payload)).by(&broken),
        None => panic::resume_unwind(payload),
    })
}

/// Returns the message of a panic.
pub fn panic_text(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("unknown")
}
