//! Games that a user gives as a graph. The positions are the nodes of the graph, and an edge list describes the graph.

mod builder;
mod edge_list;
mod file;
mod index;
mod lexer;
mod looks;
mod messages;
mod name;
mod notation;
mod read_file;
mod rules;

pub use edge_list::EdgeList;
pub use looks::GraphLooks;
pub use name::Name;
pub use read_file::read_file;
pub use rules::{Graph, Node};
