//! The web front end of retrograde, which serves a page and an HTTP API on the user's own machine.
//!
//! ```text
//! server    listens, limits what a connection may use, and shuts down in order
//!   connections   the open connections, and which connection closes to make room for a new one
//!   router    the paths, and their questions
//!     guard     admits requests, limits their time and size; protection: headers that restrict browsers
//!       questions   one handler for each question: it reads the query, asks the table, and reports
//!       solving     the handlers of plans of solves, and of jobs
//!       looks       the handlers of views of positions, and of edits of boards
//!       trace       the handlers of logs of solves, and of certificates
//!       stored      the handlers of tables in files: list, verify, remove
//!         work      the work of jobs: solves boards, verifies stored tables
//!         jobs      boards being solved, tables being verified; identical questions share one solve
//!       answers   reports and failures as responses
//!         parts     the bytes of an answer, counted until they are sent
//!       language  the language of failures
//!       assets    the page
//!       manual    the answer to a wrong path
//! ```
//!
//! The answers are the reports of [`retrograde_service::report`]. The errors are the same
//! [failures](retrograde_service::failure) as on the command line, with the same JSON.
//!
//! # The page
//! The files of `page/` are compiled into the program and compressed once; a browser that has cached a file asks the
//! server whether the hash of the file is still the same. To work on the page, start the server with the folder of the
//! page's files. The server then reads these files again for every request, so that a reload of the page shows every
//! change:
//!
//! ```sh
//! cargo run --release -- serve --page crates/retrograde-web/page
//! ```
//!
//! # Waiting
//! A question is a request to a table. The handler of a question reads the query, and looks for a table in memory or in
//! the folders of tables. The server compares a table in a folder with the rules, and reads single values from its
//! files without loading the table. If there is no table and the board is small, the server solves the board first;
//! questions that need the same table share one solve (`jobs.rs`). If the board is large, the server refuses the
//! question. The refusal has the size of the table, and names the request that solves the board as a job; a job reports
//! its progress and can be cancelled. Before a solve begins, the server reserves the estimated memory. If the memory of
//! a solve cannot be estimated, the solve leaves some memory for questions as long as it can.
//!
//! Some games make whole tables faster than the kernel ([`OwnTable`](retrograde::author::OwnTable)); for example, pawn
//! boards up to 10x10 take 4 ms instead of 65 ms. The server uses these faster methods, because its users wait; the
//! command line uses the kernel. Solves and lookups run on their own threads, whose number is limited by semaphores. So
//! if many requests arrive at the same time, they wait in a queue, and a hundred probes do not wait for one solve. A
//! search through random boards goes to the end of the queue before each board, and ends when its client leaves.
//!
//! # Memory
//! `--mem` limits the total memory of tables, logs, answers, request bodies and jobs. Each table, log and so on has a
//! [`Room`](retrograde_service::memory::Room), which is a reservation as large as the object's buffers, spare capacity
//! included. The reservation ends when the object is dropped. A table that answers a question is counted until the
//! answer is complete; an answer is counted until it is sent. Before the server makes an object, it reserves an upper
//! bound of the object's memory; afterwards it corrects the reservation. If there is not enough memory, the server
//! first drops logs, and then drops tables that are not in use, the least recently used first. If even then too little
//! memory is free, the server refuses the request with the code `busy` (status 503; the client may repeat the request
//! after a second). If even the whole memory limit is too small for the request, the code is `too-large`. Answers and
//! bodies up to 16 KiB are not counted.
//!
//! # Security
//! The server is for the user of this machine, through a browser or a program. By default the server listens on a
//! loopback address. The server answers only requests that name this machine as their host, which prevents DNS
//! rebinding. The server refuses requests that a page of another origin sends. The page has a strict content security
//! policy. If the server listens to other machines, it reads stored tables but writes none, because clients need no
//! password and the disk belongs to the user who started the server. A server that listens to other machines also shows
//! no folders, and other machines cannot cancel a job. A page of another origin can show the server's page in a frame
//! only if the settings name that origin. [`RequestLimits`] limits the time and the memory of requests, the size of
//! their heads and bodies, and the number of connections.
//!
//! `tests/all/hostile.rs` has hostile clients, which try to break these rules and limits. `tests/all/load.rs` runs only
//! on request. This test sends 2,000 requests per second at a fixed rate; each asks for the value and the best line of
//! a position of an open 10x10 board. On two busy cores that also run the clients, the server answers half of the
//! requests within 0.3 ms, 99 % within 5 ms, and all within 18 ms.
//!
//! Of the library tower-http, the server uses only the compression. The other layers of the library would answer errors
//! with their own texts, and would not make the server's code shorter.

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
