//! Reads graphs from files. The identity of a graph from a file is this file.

use std::io::{self, BufRead, BufReader, Read};

use super::edge_list::read;
use super::file::File;
use super::rules::{Graph, Node};
use retrograde::author::InputError;

/// Reads an edge list, and returns the graph and its first node. The file is the identity of the graph. The graph may
/// need at most `memory` bytes.
///
/// # Errors
/// Returns the first error in the edge list.
pub fn read_file(name: &str, input: &mut dyn BufRead, memory: u64) -> Result<(Graph, Node), InputError> {
    let mut input = Hashed { input, hash: 0xcbf2_9ce4_8422_2325 };
    let graph = read(&mut BufReader::with_capacity(BUFFER, &mut input), memory)?;
    let file = Some(File { name: name.to_owned(), hash: input.hash });
    Ok((Graph { file, ..graph }, Node(0)))
}

/// The size of the buffer in bytes. Each time the buffer is filled, one loop computes the hash of all new bytes.
const BUFFER: usize = 1 << 16;

/// A reader that computes the FNV-1a hash of all bytes that it has returned.
struct Hashed<'i> {
    input: &'i mut dyn BufRead,
    hash: u64,
}

impl Read for Hashed<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        let hash = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        self.hash = buffer[..count].iter().fold(self.hash, hash);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use retrograde::Notation;

    use super::*;

    #[test]
    fn a_graph_of_a_file_is_called_by_its_name_and_content() {
        let read = |name: &str, text: &str| read_file(name, &mut text.as_bytes(), 1 << 20).unwrap().0;
        let graph = read("g.txt", "1 a - 2\n2 b =\n");
        assert_eq!(graph.token(&Node(1)), "g.txt#2");
        assert_eq!(graph.recall("g.txt#2"), Some(Node(1)));
        for text in ["g.txt#3", "g.txt", "h.txt#2", "graph:1.a.o.2/2.b.t_1"] {
            assert_eq!(graph.recall(text), None, "{text}");
        }
        assert!(graph.holds(&read("g.txt", "1 a - 2\n2 b =\n")));
        assert!(!graph.holds(&read("h.txt", "1 a - 2\n2 b =\n")));
        assert!(!graph.holds(&read("g.txt", "1 a - 2\n2 b a\n")));
    }
}
