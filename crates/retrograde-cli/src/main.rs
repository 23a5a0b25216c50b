//! The program `retrograde` with the built-in games.

use std::process::ExitCode;

fn main() -> ExitCode {
    retrograde_cli::main_with(retrograde_cli::builtin())
}
