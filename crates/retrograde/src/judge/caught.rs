//! Catches panics of a game's own code, and returns their messages as text.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Returns the result of `work`, or the message of its panic. After a panic, the data that `work` has changed may be
/// incomplete, so the caller must not use them.
pub(crate) fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| message(&*payload))
}

/// Returns the message of a panic.
pub(crate) fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a panic without a message").to_owned()
}
