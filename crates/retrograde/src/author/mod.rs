//! Code that the author of a game writes in addition to the rules. Examples are the registration, contest formats and
//! test starts. This module also checks the laws of a game. A law is a property that every game must have.

pub(crate) mod about;
pub mod check;
pub(crate) mod chinese;
pub(crate) mod climb;
pub(crate) mod contest;
pub(crate) mod entry;
pub(crate) mod shortcut;
pub(crate) mod starts;

pub use crate::form::*;
pub use about::*;
pub use climb::*;
pub use contest::*;
pub use entry::*;
pub use shortcut::*;
pub use starts::*;
