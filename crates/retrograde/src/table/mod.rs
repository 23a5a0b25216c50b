//! The types that store the values of all slots, the common trait of tables, and histograms of values.

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
