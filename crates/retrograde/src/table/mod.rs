//! The values of all slots: columns of codes, tables, histograms, the trait that all tables answer by.

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
