//! The values of all slots: columns of codes, tables, histograms, the trait that all tables answer by.

pub mod cell;
pub mod column;
pub mod histogram;
pub mod leb128;
pub(crate) mod shares;
pub mod values;
