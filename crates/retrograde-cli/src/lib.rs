//! The command line of retrograde, for the games that come with it and for games of your own.
//!
//! ```no_run
//! fn main() -> std::process::ExitCode {
//!     // `.with(Entry::<MyGame>::rules())` adds a game to every verb.
//!     retrograde_cli::main_with(retrograde_cli::builtin())
//! }
//! ```
//!
//! A package with such a game depends on `retrograde` (the contracts) and `retrograde-cli`; beside a working copy of the project:
//!
//! ```toml
//! [dependencies]
//! retrograde = { path = "../retrograde/crates/retrograde" }
//! retrograde-cli = { path = "../retrograde/crates/retrograde-cli" }
//! ```
//!
//! With `default-features = false` the program has no verb `serve`, and neither the page nor the libraries behind it: less to
//! build.

pub use retrograde_verbs::{Registry, main_with};

/// The games that retrograde comes with, to which [`Registry::with`] adds others; [`Registry::empty`] has none.
pub fn builtin() -> Registry {
    retrograde_games::builtin().into_iter().collect()
}
