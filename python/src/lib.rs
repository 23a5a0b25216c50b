//! The native part of the Python package `retrograde`. The native part parses arguments, asks the service's questions,
//! and returns reports as JSON. The Python part makes objects from the JSON.
//!
//! ```text
//! module    the functions of the module
//!   position    a position, and the questions about it
//!   table       a solved board, and its codes as a buffer
//!   explored    games written in Python, as lists
//!   graph       games given as arrays, or as Python objects, as lists
//!     nodes       the numbers of Python objects
//!     home        the games and tables that positions share
//!     work        work on a thread of its own: signals, cancellation, progress
//!     value       values of positions
//!     failure     failures as exceptions
//!     messages    the sentences that only this package needs
//! ```

mod explored;
mod failure;
mod graph;
mod home;
mod messages;
mod module;
mod nodes;
mod position;
mod table;
mod value;
mod work;

pub use module::_retrograde;
