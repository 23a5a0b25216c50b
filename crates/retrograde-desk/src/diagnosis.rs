//! Whose fault a failure is: the law that a game is found to break around a position.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};

use retrograde::author::AnyPosition;

use crate::failure::{Failure, Fault};

/// Positions checked to find the law.
const BUDGET: u64 = 10_000;

/// The same failure; if it is the program's or a game's, with the law that the game is found to break around the position.
pub fn diagnosed(failure: Failure, position: &dyn AnyPosition) -> Failure {
    let is_unexplained = failure.fault == Fault::Internal && !failure.names_law();
    let broken = is_unexplained.then(|| position.broken(BUDGET)).flatten();
    broken.map_or(failure.clone(), |broken| failure.by(&broken))
}

/// Does work that calls the code of a position's game. A panic is told with the law that the game breaks, and where.
///
/// # Errors
/// What panicked.
///
/// # Panics
/// As the work does, if no law is found broken: it is the program's fault, or too far away to be found.
pub fn guarded<T>(position: &dyn AnyPosition, work: impl FnOnce() -> T) -> Result<T, Failure> {
    panic::catch_unwind(AssertUnwindSafe(work)).map_err(|payload| match position.broken(BUDGET) {
        Some(broken) => Failure::panicked(said(&*payload)).by(&broken),
        None => panic::resume_unwind(payload),
    })
}

/// What a panic said.
pub fn said(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("unknown")
}
