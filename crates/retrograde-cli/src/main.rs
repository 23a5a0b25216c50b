//! The program `retrograde`, with the games that come with it.

use std::process::ExitCode;

use retrograde_games::registry::Registry;

fn main() -> ExitCode {
    retrograde_cli::main_with(Registry::builtin())
}
