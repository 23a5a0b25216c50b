//! The messages of the verbs, except their answers.

mod arguments;
mod count;
mod event;
mod failure;
mod note;

pub(crate) use arguments::{BadLine, BadValue, Tip, within};
pub(crate) use count::{Counted, Unit, counted};
pub(crate) use event::{Worth, WrongEvent};
pub(crate) use failure::{Hint, Promises, Wrong};
pub(crate) use note::{Note, Tested, Work};
