//! The cause of a failure: finds the law that a game breaks around a position.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};

use retrograde::author::AnyPosition;

use crate::failure::{Failure, Fault};

/// Positions checked to find the law.
const BUDGET: u64 = 10_000;

/// The same failure. If the program or a game caused it and the game is found to break a law around the position, the
/// failure also names the law.
pub fn diagnosed(failure: Failure, position: &dyn AnyPosition) -> Failure {
    let is_unexplained = failure.fault == Fault::Internal && !failure.names_law();
    let broken = is_unexplained.then(|| position.broken(BUDGET)).flatten();
    broken.map_or(failure.clone(), |broken| failure.by(&broken))
}

/// Runs work that calls the code of a position's game. If it panics and the game breaks a law, returns a failure that
/// names the law and a position.
///
/// # Errors
/// The work panicked, and the game breaks a law.
///
/// # Panics
/// If the work panics and no broken law is found: the program is at fault, or the law breaks too far from the position.
pub fn guarded<T>(position: &dyn AnyPosition, work: impl FnOnce() -> T) -> Result<T, Failure> {
    panic::catch_unwind(AssertUnwindSafe(work)).map_err(|payload| match position.broken(BUDGET) {
        Some(broken) => Failure::panicked(panic_text(&*payload)).by(&broken),
        None => panic::resume_unwind(payload),
    })
}

/// The message of a panic.
pub fn panic_text(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("unknown")
}
