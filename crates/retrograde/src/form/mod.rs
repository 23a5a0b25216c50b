//! Defines forms of positions and moves that people can read. This module defines the notation, squares and pieces, and
//! the looks (drawings of boards).

pub(crate) mod looks;
pub(crate) mod notation;
pub(crate) mod pieces;
pub(crate) mod spelling;
pub(crate) mod square;
pub(crate) mod tokens;

pub use looks::*;
pub use notation::*;
pub use pieces::*;
pub use spelling::*;
pub use square::*;
pub use tokens::*;
