//! The face of retrograde: a page and an HTTP API on one's own machine.
//!
//! ```text
//! server    listens, bounds what a connection may take, ends in good order
//!   connections   who is connected, and who makes room for a new connection
//!   router    which question stands at which path
//!     guard     who may ask, how long, how much, and what every answer says about itself; protection: what a browser may do with it
//!       questions   one handler for each question; they only read the query and call
//!       solving     the same for what solving takes, and for jobs
//!       looks       the same for how positions look, and for what an editor does with them
//!       trace       the same for the log of a solve, and for certificates
//!       stored      the same for tables in files: what there is, to be proved or removed
//!         work      what jobs do: boards are solved, and stored tables proved
//!         jobs      boards being solved, tables being proved; identical questions share one solve
//!       answers   reports and failures as responses
//!         parts     the bytes of an answer, counted until they are sent
//!       language  in which the client is told failures
//!       assets    the page
//!       manual    what a wrong path is answered with
//! ```
//!
//! Answers are the reports of [`retrograde_desk::report`], errors are the [failures](retrograde_desk::failure) of the command line: the same JSON.
//!
//! # The page
//! The files of `page/` are compiled in, compressed once, and revalidated by a hash of their content. Who works on them starts
//! the server with a folder instead, and sees every change by reloading:
//!
//! ```sh
//! cargo run --release -- serve --page crates/retrograde-web/page
//! ```
//!
//! # Who waits for what
//! A question reads its query and asks a table: one in memory, or one in the folders of tables, which is opened, held against the rules, and
//! asked in its files without being loaded. A table that is missing and small is solved on the way, and identical questions share
//! one solve (`jobs.rs`); a large one is refused with the numbers and the call that solves it, with progress and cancel. A solve
//! reserves its estimate before it begins; one without an estimate leaves room for questions as long as it can. A game that makes whole tables faster than
//! the kernel ([`OwnTable`](retrograde::author::OwnTable): pawn up to 10x10, in 4 ms instead of 65) makes them for the server, whose users wait; the command line's tables
//! are the kernel's. Solving and looking up run on threads of their own behind semaphores, so that a flood waits in line and a hundred probes do
//! not wait for one solve. A search through random boards takes a turn for each board, and ends when its client leaves. The answers are the command line's reports, the errors its failures: one shape, one set of codes, told in the language
//! that the client accepts.
//!
//! # Memory
//! `--mem` bounds what tables, logs, answers, bodies of requests and jobs take together. Each has a [`Room`](retrograde_desk::memory::Room), as large as its lists are with their spare
//! capacity, which is given back when it is dropped: a table that is being asked counts until its answer is there, an answer until it is sent. What
//! is going to be made takes a room for its upper bound first, and is counted again when it is there. Where there is no room, logs are dropped, then
//! tables that are not in use, those asked longest ago first; if that is not enough, the request is refused with `busy` (503, to be repeated
//! after a second), or with `too-large`, if there is never as much. Answers and bodies up to 16 KiB are not counted.
//!
//! # Whom it serves
//! The user of this machine, through a browser or a program. It listens on a loopback address unless told otherwise; it answers
//! requests only that name this machine as their host, which defeats DNS rebinding, and none that a page of another origin
//! sends; a strict content security policy stands on the page. Where it listens to other machines, it reads tables in files and writes none: who
//! asks is anybody in reach, without a password, and what is kept and removed is the disk of whoever started it. Nor does it show folders, or let
//! others cancel a job. No page of another origin may show the page in a frame, unless that origin is named. Time, memory, heads, bodies and connections are bounded: see [`Limits`].
//! `tests/all/hostile.rs` has a client for each of them; `tests/all/load.rs`, which runs when called, asks at a fixed rate: 2,000 probes with
//! lines a second, all over an open 10x10 board, on two busy cores with the clients beside, are answered within 0.3 ms (half), 5 ms (99 %),
//! 18 ms (all).
//!
//! tower-http is not used: each of its layers that would be wanted answers errors in its own words, and is as short here.

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
mod patience;
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

pub use assets::INDEX;
pub use protection::is_origin;
pub use server::{Server, Stopped};
pub use settings::{Limits, Settings};
