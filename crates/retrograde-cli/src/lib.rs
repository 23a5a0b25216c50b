//! The command line of retrograde, for the built-in games and for games of your own.
//!
//! ```no_run
//! fn main() -> std::process::ExitCode {
//!     // `.with(Entry::<MyGame>::rules())` adds a game to every verb.
//!     retrograde_cli::main_with(retrograde_cli::builtin())
//! }
//! ```
//!
//! A package with such a game depends on `retrograde` (the contracts) and `retrograde-cli`. If the package stands
//! beside a working copy of the project:
//!
//! ```toml
//! [dependencies]
//! retrograde = { path = "../retrograde/crates/retrograde" }
//! retrograde-cli = { path = "../retrograde/crates/retrograde-cli" }
//! ```
//!
//! With `default-features = false`, the program has no verb `serve`, no page, and none of the libraries that the page
//! needs, so it builds faster.

pub use retrograde_verbs::{Registry, main_with};

/// The built-in games, and the reader of game files. [`Registry::with`] adds games to them; [`Registry::empty`] has no
/// games.
pub fn builtin() -> Registry {
    retrograde_games::builtin().into_iter().collect::<Registry>().with_game_files(retrograde_boards::open_file)
}
