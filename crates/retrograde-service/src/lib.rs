//! The service layer, which connects the solver and its games with the command line, the server and other front ends.
//!
//! ```text
//! Registry --token--> AnyPosition --Library::ask--> Session --slot--> reports
//! ```

pub mod ask;
pub mod certificate;
mod chinese;
pub mod diagnosis;
pub mod failure;
pub mod filter;
mod finding;
pub mod forms;
mod json;
pub mod known;
pub mod library;
pub mod listing;
pub mod loaded;
pub mod log_check;
mod logs;
pub mod look;
pub mod lookahead;
pub mod memory;
pub mod messages;
pub mod names;
pub mod opponent;
mod policy;
pub mod position;
mod refusals;
pub mod registry;
pub mod report;
pub mod scale;
pub mod session;
pub mod smaller;
pub mod storage;
mod table_cache;
#[cfg(feature = "tables")]
pub mod tables;
pub mod trace;
pub mod unanswered;
pub mod whole;

pub use library::Library;
pub use registry::Registry;
pub use session::Session;
