//! Catches panics of a game's own code, and returns their messages as text.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Returns the result of `work`, or the message of its panic. After a panic, the caller must not use data that `work`
/// may have left incomplete.
pub(crate) fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| message(&*payload))
}

/// The message of a panic.
pub(crate) fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a panic without a message").to_owned()
}
