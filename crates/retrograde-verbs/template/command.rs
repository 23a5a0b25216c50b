//! The command `NAME`: all verbs, for this game and for the games of the library.

mod game;

use std::process::ExitCode;

use retrograde::Entry;

fn main() -> ExitCode {
    retrograde_cli::main_with(retrograde_cli::builtin().with(Entry::<game::Heap>::rules()))
}
