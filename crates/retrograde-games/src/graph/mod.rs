//! Any explicit game: positions as nodes of a graph, from an edge list.

mod builder;
mod edge_list;
mod file;
mod index;
mod lexer;
mod looks;
mod messages;
mod name;
mod rules;

pub use edge_list::EdgeList;
pub use file::read_file;
pub use looks::GraphLooks;
pub use name::Name;
pub use rules::{Graph, Node};
