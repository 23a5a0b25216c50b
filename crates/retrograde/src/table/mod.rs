//! The values of all slots, with columns of codes, tables, histograms, and the common trait of tables.

pub(crate) mod cell;
pub(crate) mod column;
pub(crate) mod histogram;
pub(crate) mod leb128;
pub(crate) mod shares;
pub(crate) mod values;

pub use cell::*;
pub use column::*;
pub use histogram::*;
pub use leb128::*;
pub use values::*;
