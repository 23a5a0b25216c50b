//! The web front end of retrograde: a page and an HTTP API on the user's own machine.
//!
//! ```text
//! server    listens, limits what a connection may take, shuts down in order
//!   connections   open connections, and which one makes room for a new one
//!   router    the paths, and their questions
//!     guard     admits requests, limits their time and size; protection: what a browser may do with an answer
//!       questions   one handler for each question: reads the query, asks, reports
//!       solving     the same for plans of solves, and for jobs
//!       looks       the same for looks of positions, and for edits
//!       trace       the same for logs of solves, and for certificates
//!       stored      the same for tables in files: list, verify, remove
//!         work      the work of jobs: solves boards, verifies stored tables
//!         jobs      boards being solved, tables being verified; identical questions share one solve
//!       answers   reports and failures as responses
//!         parts     the bytes of an answer, counted until they are sent
//!       language  the language of failures
//!       assets    the page
//!       manual    the answer to a wrong path
//! ```
//!
//! Answers are the reports of [`retrograde_service::report`], and errors are the command line's
//! [failures](retrograde_service::failure), with the same JSON.
//!
//! # The page
//! The files of `page/` are compiled in, compressed once, and revalidated by a hash of their content. To work on them,
//! start the server with a folder; reloading the page then shows every change:
//!
//! ```sh
//! cargo run --release -- serve --page crates/retrograde-web/page
//! ```
//!
//! # Waiting
//! A question reads its query and asks a table in memory or in the folders of tables. A table in a folder is opened,
//! compared with the rules, and read from its files without being loaded. If there is no table and the board is small,
//! the server solves it first, and identical questions share one solve (`jobs.rs`). If the board is large, the server
//! refuses the question with the numbers and with the call that solves the board; such a solve reports progress and can
//! be cancelled. A solve reserves its estimate before it begins; a solve without an estimate leaves memory for
//! questions as long as it can.
//!
//! Some games make whole tables faster than the kernel ([`OwnTable`](retrograde::author::OwnTable): pawn up to 10x10,
//! in 4 ms instead of 65). They make tables for the server, because its users wait; the command line's tables are the
//! kernel's. Solves and lookups run on their own threads behind semaphores. So a flood of requests waits in line, and a
//! hundred probes do not wait for one solve. A search through random boards takes a turn for each board, and ends when
//! its client leaves.
//!
//! # Memory
//! `--mem` limits the memory of tables, logs, answers, request bodies and jobs together. Each of them has a
//! [`Room`](retrograde_service::memory::Room), which is as large as its buffers with their spare capacity; dropping it
//! frees the memory. A table that is answering a question counts until the answer is ready, and an answer counts until
//! it is sent. Before the server makes an object, it reserves an upper bound; afterwards it counts the object again. If
//! there is no room, the server drops logs, then tables that are not in use, the least recently used first. If that is
//! not enough, it refuses the request with `busy` (503; the client may repeat it after a second), or with `too-large`
//! if the limit is too small for it. Answers and bodies up to 16 KiB are not counted.
//!
//! # Security
//! The server is for the user of this machine, through a browser or a program. By default it listens on a loopback
//! address. It answers only requests that name this machine as their host, which defeats DNS rebinding, and refuses
//! requests that a page of another origin sends. The page has a strict content security policy. If the server listens
//! to other machines, it reads tables in files but writes none: clients need no password, and the disk belongs to the
//! user who started the server. It then shows no folders, and does not let other machines cancel a job. A page of
//! another origin cannot show the page in a frame unless the settings name that origin. Time, memory, heads, bodies and
//! connections are limited: see [`RequestLimits`].
//!
//! `tests/all/hostile.rs` has a client for each of these cases. `tests/all/load.rs`, which runs only on request, asks
//! at a fixed rate: 2,000 probes with lines a second, all over an open 10x10 board. On two busy cores, shared with the
//! clients, the server answers half of them within 0.3 ms, 99 % within 5 ms, and all within 18 ms.
//!
//! Of tower-http, only the compression is used: its other layers answer errors in their own words, and are as short
//! here.

mod answers;
mod app;
mod assets;
mod background;
mod connections;
mod convert;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
mod guard;
mod jobs;
mod language;
mod looks;
mod manual;
mod messages;
mod parts;
mod pasted;
mod protection;
mod query;
mod questions;
mod random;
mod router;
#[cfg(feature = "schema")]
pub mod schema;
mod server;
mod settings;
mod solving;
mod stored;
mod subject;
mod texts;
mod trace;
mod work;
mod write_timeout;

pub use assets::INDEX;
pub use protection::is_origin;
pub use server::{Server, Stopped};
pub use settings::{RequestLimits, Settings};
