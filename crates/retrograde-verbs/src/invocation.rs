//! The arguments of the command. They are those of the process, unless another program runs the command as a function.

use std::ffi::OsString;
use std::sync::OnceLock;

static GIVEN: OnceLock<Vec<OsString>> = OnceLock::new();

/// Sets the arguments of the command; the first one is the name of the program. The first call counts.
pub(crate) fn set(arguments: Vec<OsString>) {
    GIVEN.get_or_init(|| arguments);
}

/// Returns the arguments of the command; the first one is the name of the program.
pub(crate) fn arguments() -> impl Iterator<Item = OsString> {
    GIVEN.get_or_init(|| std::env::args_os().collect()).iter().cloned()
}
