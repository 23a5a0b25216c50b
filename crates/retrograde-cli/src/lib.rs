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
//! With `default-features = false`, the program has no verb `serve` and no page. Such a program builds faster, because
//! it needs no libraries for the page.

pub use retrograde_verbs::{Registry, histogram_svg, language_of_locale, main_with, run_command, verdict_text};

/// Returns a registry with the built-in games and the reader of game files. [`Registry::with`] adds games to a
/// registry; [`Registry::empty`] has no games.
pub fn builtin() -> Registry {
    retrograde_games::builtin().into_iter().collect::<Registry>().with_game_files(retrograde_boards::open_file)
}
