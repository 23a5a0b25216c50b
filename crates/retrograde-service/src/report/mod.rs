//! Reports are the answers about positions and tables as data. The command line and the page use the same JSON shapes.
//!
//! Depths are in plies and never negative; unknown or missing data are `null`. A value is for the player to move in the
//! position that is given with the value; `winner` names a side. `moves[0]` is the first move of `line`.

mod game;
mod position;
mod table;

pub use game::*;
pub use position::*;
pub use table::*;

pub use crate::json::{SCHEMA, json, write_json};
