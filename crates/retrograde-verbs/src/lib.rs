//! The verbs of the `retrograde` command line. Each verb has its own file, and works for any game. The crate
//! `retrograde-cli` contains the program and its games.
//!
//! This crate does not name or depend on any game, so a change in a game does not recompile this crate.

#[cfg(feature = "serve")]
mod allocator;
mod argument;
mod asking;
mod bulk;
mod by_tiers;
mod cli;
mod compare;
mod context;
mod cost;
mod distributed;
mod evidence;
mod examples;
mod exit;
mod exits;
mod expect;
mod failure;
mod format;
mod game_files;
mod global;
mod group;
mod help;
mod histogram;
mod input;
mod interrupt;
mod invocation;
mod lang;
mod log_check;
mod messages;
mod meter;
mod name;
mod opened;
mod own;
mod package;
mod paths;
mod places;
mod plan;
mod positions;
mod program;
mod progress;
mod proof;
mod reading;
mod room;
mod run;
mod save;
mod scale;
mod search;
mod sentences;
mod size;
mod source;
mod storage;
mod style;
mod subreaper;
#[cfg(windows)]
mod system;
mod trial;
mod usage;
mod verb;
mod verdict;
mod version;
mod vocabulary;
mod word;

pub use retrograde_service::Registry;
pub use run::{main_with, run_command};
pub use sentences::{histogram_svg, language_of_locale, verdict_text};
pub use version::set_commit;
