//! The formats of the judges' problems. Each format defines the exact input and output of a problem.

mod parallel;

mod error;
mod format;
mod subtask;

pub use crate::kernel::options::Known;
pub use error::{AnswerError, InputError};
pub use format::{Contest, Files, Limits, Method, Strictness, known, token_text};
pub use parallel::{in_order, in_order_once};
pub use subtask::{Draft, Drafts, Subtask, Subtasks, Valid, subtasks};
