//! The languages of the output. Each language has one catalogue of words. The module [`messages`](crate::messages) has
//! the sentences with typed values.
//!
//! JSON, exit codes, tokens and the judges' words are the same in all languages.

mod catalogue;
mod en;
mod help;
mod help_zh;
mod language;
mod zh;

pub(crate) use catalogue::{Catalogue, fill};
pub(crate) use help::Texts;
pub(crate) use language::Lang;
