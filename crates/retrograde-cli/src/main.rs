//! The program `retrograde`, with the games that come with it.

use std::process::ExitCode;

fn main() -> ExitCode {
    retrograde_cli::main_with(retrograde_cli::builtin())
}
