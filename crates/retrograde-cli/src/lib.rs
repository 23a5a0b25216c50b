//! The command line of retrograde, for the built-in games and for games of your own.
//!
//! ```no_run
//! fn main() -> std::process::ExitCode {
//!     // `.with(Entry::<MyGame>::rules())` adds a game to every verb.
//!     retrograde_cli::main_with(retrograde_cli::builtin())
//! }
//! ```
//!
//! A package with a game of your own depends on `retrograde` (the traits of games) and `retrograde-cli`. If the folder
//! of the package is beside a working copy of the project, the `Cargo.toml` of the package has these lines:
//!
//! ```toml
//! [dependencies]
//! retrograde = { path = "../retrograde/crates/retrograde" }
//! retrograde-cli = { path = "../retrograde/crates/retrograde-cli" }
//! ```
//!
//! With `default-features = false`, the program has no verb `serve` and no page. A program without the page builds
//! faster, because it needs no libraries for the page.

use std::ffi::OsString;
use std::process::ExitCode;

pub use retrograde_verbs::{Registry, histogram_svg, language_of_locale, verdict_text};

/// Runs the command line of this process on the games of `registry`, and returns its exit code.
///
/// The program prints answers on standard output, and everything else on standard error. The program reports a panic,
/// for example in a game's rules, as an error.
pub fn main_with(registry: Registry) -> ExitCode {
    set_commit();
    retrograde_verbs::main_with(registry)
}

/// Like [`main_with`], with the arguments `arguments` instead of the arguments of the process. The first argument is
/// the name of the program. A program in another language calls this function if it contains the command. A process can
/// run the command only once, because the command changes settings of the whole process, such as the report of panics.
pub fn run_command(registry: Registry, arguments: Vec<OsString>) -> u8 {
    set_commit();
    retrograde_verbs::run_command(registry, arguments)
}

/// Sets the commit that `--version --verbose` prints. The build script supplies the commit.
fn set_commit() {
    if let Some(commit) = option_env!("RETROGRADE_COMMIT") {
        retrograde_verbs::set_commit(commit);
    }
}

/// Returns a registry with the built-in games and the reader of game files. The function [`Registry::with`] adds games
/// to a registry. The registry [`Registry::empty`] has no games.
pub fn builtin() -> Registry {
    retrograde_games::builtin().into_iter().collect::<Registry>().with_game_files(retrograde_boards::open_file)
}
