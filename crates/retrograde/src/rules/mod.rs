//! Defines the traits that a game implements, and the types for sides, endings, values and slots. This module also
//! defines the messages to users, the clock and random indices, because all modules use them.

pub mod clock;
pub(crate) mod expansion;
pub(crate) mod game;
pub(crate) mod law;
pub mod memory;
pub mod message;
pub(crate) mod printable;
pub mod random;
pub(crate) mod side;
pub(crate) mod symmetric;
pub(crate) mod text;
pub(crate) mod value;
pub(crate) mod word;

pub use expansion::*;
pub use game::*;
pub use law::*;
pub use printable::*;
pub use side::*;
pub use symmetric::*;
pub use text::*;
pub use value::*;
