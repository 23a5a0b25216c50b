//! The API of retrograde without sockets. The API receives requests and returns answers.
//!
//! ```text
//! routes    the paths and their handlers; the answer to a request, for a host without a router
//!   questions   one handler for each question: it reads the query, asks the table, and reports
//!   solving     the handlers of plans of solves, and of jobs
//!   looks       the handlers of views of positions, and of edits of boards
//!   trace       the handlers of logs of solves, and of certificates
//!   stored      the handlers of tables in files: list, verify, remove
//!     work      the work of jobs: solves boards, verifies stored tables
//!     jobs      boards being solved, tables being verified; identical questions share one solve
//!   request     a request with its body
//!   answers     reports and failures as answers
//!     parts     the bytes of an answer, counted until they are sent
//!   manual      the answer to a wrong path
//! host      what the API needs: turns, threads, time
//!   at_once     a host with one thread
//! ```
//!
//! The answers are the reports of [`retrograde_service::report`]. The errors are the same
//! [failures](retrograde_service::failure) as on the command line, with the same JSON.
//!
//! # Hosts
//! A handler is an asynchronous function. A handler waits for a turn in a [`Queue`], and for work that the [`ApiHost`]
//! runs. The server has threads and queues of limited length, so its requests wait. The host [`AtOnce`] has one thread
//! and runs all work immediately, so its requests never wait. One poll runs a handler to its end.
//!
//! # Waiting
//! A question is a request to a table. The handler of a question reads the query, and looks for a table in memory or in
//! the folders of tables. The API compares a table in a folder with the rules, and reads single values from its files
//! without loading the table. If there is no table and the board is small, the API solves the board first. Questions
//! that need the same table share one solve (`jobs.rs`). If the board is large, the API refuses the question. The
//! refusal contains the size of the table, and names the request that solves the board as a job. A job reports its
//! progress, and a client can cancel it. Before a solve begins, the API reserves the estimated memory of the solve. If
//! the memory of a solve cannot be estimated, the solve first tries to leave some memory free for questions.
//!
//! Some games make whole tables faster than the general solver, the kernel (see
//! [`OwnTable`](retrograde::author::OwnTable)). For example, pawn boards up to 10x10 take 4 ms instead of 65 ms. The
//! API uses the faster generators, because its users wait. The command line uses the kernel. A search through random
//! boards goes to the end of the queue before each board, and ends when its client leaves.
//!
//! # Memory
//! A limit holds for the total memory of tables, logs, answers, request bodies and jobs. Each table, log and so on has
//! a [`Room`](retrograde_service::memory::Room), which is a reservation as large as the object's buffers, including
//! their spare capacity. The reservation ends when the object is dropped. The memory of a table that answers a question
//! counts until the answer is complete. The memory of an answer counts until the answer is sent. Before the API makes
//! an object, it reserves an upper bound of the object's memory. After the API has made the object, it corrects the
//! reservation. If there is not enough memory, the API first drops logs. The API then drops tables that are not in use,
//! the least recently used table first. If too little memory is free even without these objects, the API refuses the
//! request with the code `busy` and status 503. The client may repeat the request after a second. If even the whole
//! memory limit is too small for the request, the code is `too-large`. Answers and bodies of at most 16 KiB do not
//! count.

mod answers;
mod app;
mod at_once;
mod convert;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
mod host;
mod job;
mod jobs;
mod looks;
mod manual;
mod messages;
mod parts;
mod pasted;
mod query;
mod questions;
mod random;
mod request;
mod route;
mod routes;
#[cfg(feature = "schema")]
pub mod schema;
mod settings;
mod signal;
mod solving;
mod stored;
mod subject;
mod texts;
mod trace;
mod work;

pub use answers::{Ahead, Answer, AnswerContent, Cache, Refusal, Response, Stream, tag};
pub use app::App;
pub use at_once::AtOnce;
pub use host::{ApiHost, Later, Panic, Queue, SMALL_SOLVES, Turn, Weight};
pub use manual::{API, read as manual, wrong_path};
pub use parts::Parts;
pub use request::{ApiRequest, Incoming, Unread};
pub use route::{Handler, Route, refuse_method};
pub use routes::{Request, answer, routes};
pub use settings::{ApiLimits, Settings};
pub use texts::MOST as MOST_POSITIONS;
