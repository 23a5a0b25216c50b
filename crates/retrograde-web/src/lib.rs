//! The web front end of retrograde: a page and an HTTP API on the user's own machine.
//!
//! ```text
//! server    listens, limits what a connection may take, shuts down in order
//!   connections   open connections, and which one makes room for a new one
//!   router    the paths, and their questions
//!     guard     admits requests, limits their time and size; protection: headers that restrict browsers
//!       questions   one handler for each question: reads the query, asks, reports
//!       solving     the same for plans of solves, and for jobs
//!       looks       the same for how positions look, and for edits of boards
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
//! The answers are the reports of [`retrograde_service::report`]. The errors are the command line's
//! [failures](retrograde_service::failure), with the same JSON.
//!
//! # The page
//! The files of `page/` are compiled into the program and compressed once; browsers revalidate them by a hash of their
//! content. To work on the page, start the server with the folder of the page's files. The server then reads these
//! files again for every request, so that a reload of the page shows every change:
//!
//! ```sh
//! cargo run --release -- serve --page crates/retrograde-web/page
//! ```
//!
//! # Waiting
//! A question is a request to a table. The handler of a question reads the query and looks for a table in memory or in
//! the folders of tables. A table in a folder is opened, compared with the rules, and read from its files without being
//! loaded. If there is no table and the board is small, the server solves the board first; identical questions share
//! one solve (`jobs.rs`). If the board is large, the server refuses the question. The refusal has numbers and the call
//! that solves the board as a job, which reports progress and can be cancelled. Before a solve begins, the server
//! reserves the estimated memory. If the memory of a solve cannot be estimated, the solve leaves some memory for
//! questions as long as it can.
//!
//! Some games make whole tables faster than the kernel ([`OwnTable`](retrograde::author::OwnTable): pawn up to 10x10,
//! in 4 ms instead of 65). The server uses these faster methods, because its users wait; the command line uses the
//! kernel. Solves and lookups run on their own threads behind semaphores. Therefore many requests at the same time wait
//! in a queue, and a hundred probes do not wait for one solve. A search through random boards goes to the end of the
//! queue before each board, and ends when its client leaves.
//!
//! # Memory
//! `--mem` limits the total memory of tables, logs, answers, request bodies and jobs. Each of these objects has a
//! [`Room`](retrograde_service::memory::Room), a reservation that is as large as the object's buffers with their spare
//! capacity. Dropping the reservation frees the memory. A table that is answering a question is counted until the
//! answer is complete; an answer is counted until it is sent. Before the server makes an object, it reserves an upper
//! bound of the memory; afterwards it corrects the reservation. If there is not enough memory, the server first drops
//! logs, and then drops tables that are not in use, the least recently used first. If this is not enough, it refuses
//! the request with `busy` (503; the client may repeat the request after a second). If the memory limit is too small
//! for the request, it refuses with `too-large`. Answers and bodies up to 16 KiB are not counted.
//!
//! # Security The server is for the user of this machine, through a browser or a program. By default it listens on a
//! loopback address. The server answers only requests that name this machine as their host, which prevents DNS
//! rebinding. Requests that a page of another origin sends are refused. The page has a strict content security policy.
//! If the server listens to other machines, it reads stored tables but writes none, because clients need no password
//! and the disk belongs to the user who started the server. A server that listens to other machines also shows no
//! folders, and other machines cannot cancel a job. A page of another origin can show the page in a frame only if the
//! settings name that origin. The time, the memory, the heads and bodies of requests, and the number of connections are
//! limited: see [`RequestLimits`].
//!
//! `tests/all/hostile.rs` has a client for each of these cases. `tests/all/load.rs` runs only on request. This test
//! sends 2,000 probes with lines per second, at a fixed rate, for positions all over an open 10x10 board. On two busy
//! cores that also run the clients, the server answers half of the probes within 0.3 ms, 99 % within 5 ms, and all
//! within 18 ms.
//!
//! Of the library tower-http, only the compression is used. The other layers would answer errors with their own texts,
//! and the code here is as short.

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
