//! Identifies a graph that was read from a file. The identity consists of the file's name and a hash of the contents.
//! The whole text cannot be the identity, because the text may have several megabytes.

/// The file from which a graph was read.
#[derive(Clone, Debug)]
pub(super) struct File {
    pub(super) name: String,
    /// The hash of the file's bytes.
    pub(super) hash: u64,
}

impl File {
    /// Returns a text that identifies the file and the version of its contents.
    pub(super) fn identity(&self) -> String {
        format!("{}#{:016x}", self.name, self.hash)
    }

    /// Returns the short form of a node: `FILE#NODE`.
    pub(super) fn node(&self, name: &str) -> String {
        format!("{}#{name}", self.name)
    }

    /// Returns the name of the node in a text of the form `FILE#NODE`.
    pub(super) fn name_of<'t>(&self, text: &'t str) -> Option<&'t str> {
        text.strip_prefix(&self.name)?.strip_prefix('#')
    }
}
