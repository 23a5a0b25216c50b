//! The identity of a graph that was read from a file: the file's name and a hash of its contents, instead of megabytes
//! of text.

/// The file of a graph.
#[derive(Clone, Debug)]
pub(super) struct File {
    pub(super) name: String,
    /// The hash of its bytes.
    pub(super) hash: u64,
}

impl File {
    /// Returns an identity that differs between files and between versions of one file.
    pub(super) fn identity(&self) -> String {
        format!("{}#{:016x}", self.name, self.hash)
    }

    /// Returns the short form of a node: `FILE#NODE`.
    pub(super) fn node(&self, name: &str) -> String {
        format!("{}#{name}", self.name)
    }

    /// Returns the node's name in a text of that form.
    pub(super) fn name_of<'t>(&self, text: &'t str) -> Option<&'t str> {
        text.strip_prefix(&self.name)?.strip_prefix('#')
    }
}
