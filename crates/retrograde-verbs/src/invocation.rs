//! The arguments of the command. By default the command uses the arguments of the process. A program that runs the
//! command as a function sets other arguments.

use std::ffi::OsString;
use std::sync::OnceLock;

static GIVEN: OnceLock<Vec<OsString>> = OnceLock::new();

/// Sets the arguments of the command; the first one is the name of the program. Later calls have no effect.
pub(crate) fn set(arguments: Vec<OsString>) {
    GIVEN.get_or_init(|| arguments);
}

/// Returns the arguments of the command; the first one is the name of the program.
pub(crate) fn arguments() -> impl Iterator<Item = OsString> {
    GIVEN.get_or_init(|| std::env::args_os().collect()).iter().cloned()
}
