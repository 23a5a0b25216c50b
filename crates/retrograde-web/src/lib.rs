//! The web front end of retrograde. A server on the user's own machine provides a page and an HTTP API.
//!
//! ```text
//! server    listens, limits what a connection may use, and shuts down in order
//!   connections   the open connections, and which connection closes to make room for a new one
//!   router    the paths of the API and of the page
//!     guard     admits requests, limits their time and size; protection: headers that restrict browsers
//!     body      answers of the API as responses
//!       language  the language of failures
//!       assets    the page; files: the page as a folder, for a host without a server
//!   threads   runs the work of the API on threads, a limited number at a time
//! ```
//!
//! The crate [`retrograde_api`] computes the answers. The crate `retrograde-web` has the code that needs sockets or
//! threads.
//!
//! # The page
//! The files of `page/` are compiled into the program and compressed once. If a browser has cached a file, the browser
//! asks the server whether the hash of the file is still the same. To work on the page, start the server with the
//! folder of the page's files. The server then reads the files again for every request, and a reload of the page shows
//! every change:
//!
//! ```sh
//! cargo run --release -- serve --page crates/retrograde-web/page
//! ```
//!
//! # Waiting
//! Solves and lookups run on their own threads. Semaphores limit the number of these threads (`threads.rs`). If many
//! requests arrive at the same time, the requests wait in a queue. Probes and solves have different queues, so a
//! hundred probes do not wait for one solve.
//!
//! # Memory
//! `--mem` limits the total memory of tables, logs, answers, request bodies and jobs. The documentation of
//! [`retrograde_api`] describes this limit.
//!
//! # Security
//! The server is for the user of this machine, through a browser or a program. By default the server listens on a
//! loopback address. The server answers only requests that name this machine as their host. The check of the host
//! prevents DNS rebinding. The server refuses requests from pages of other origins. The page has a strict content
//! security policy. If the server listens to other machines, it reads stored tables but writes none, because clients
//! need no password and the disk belongs to the user who started the server. A server that listens to other machines
//! also shows no folders, and other machines cannot cancel a job. A page of another origin can show the server's page
//! in a frame only if the settings name that origin. [`RequestLimits`] limits the time and the memory of requests, the
//! size of their heads and bodies, and the number of connections.
//!
//! `tests/all/hostile.rs` has hostile clients, which try to break the rules and limits of the server. The load test
//! `tests/all/load.rs` runs only on request. The load test sends 2,000 requests per second at a fixed rate. Each
//! request asks for the value and the best line of a position of an open 10x10 board. On two busy cores that also run
//! the clients, the server answers half of the requests within 0.3 ms, 99 % within 5 ms, and all within 18 ms.
//!
//! The server uses only the compression of the library tower-http. The other layers of tower-http would answer errors
//! with their own texts, and would not make the server's code shorter.

mod assets;
mod background;
mod body;
mod connections;
mod files;
mod guard;
mod language;
mod messages;
mod protection;
mod router;
mod server;
mod settings;
mod site;
mod threads;
mod write_timeout;

pub use assets::INDEX;
pub use files::write_site;
pub use protection::is_origin;
pub use server::{Server, Stopped};
pub use settings::{RequestLimits, ServerSettings};
