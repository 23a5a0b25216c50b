//! The command `NAME`: all verbs, for the game of the file `NAME.game` and for the games of the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut games = retrograde_cli::builtin();
    match games.add_file(include_str!("../NAME.game")) {
        Ok(_) => retrograde_cli::main_with(games),
        Err(error) => {
            eprintln!("NAME.game: {error}");
            ExitCode::from(2)
        }
    }
}
