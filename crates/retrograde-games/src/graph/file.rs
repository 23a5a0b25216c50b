//! What a graph is called by that was read from a file: the name of the file and a hash of what it holds, not megabytes of text.

/// What a graph was read from.
#[derive(Clone, Debug)]
pub(super) struct File {
    pub(super) name: String,
    /// Of its bytes.
    pub(super) hash: u64,
}

impl File {
    /// Tells the graph from those of other files, and from what the file held at another time.
    pub(super) fn identity(&self) -> String {
        format!("{}#{:016x}", self.name, self.hash)
    }

    /// A node in short: `FILE#NODE`.
    pub(super) fn node(&self, name: &str) -> String {
        format!("{}#{name}", self.name)
    }

    /// The node's name in a text of that form.
    pub(super) fn name_of<'t>(&self, text: &'t str) -> Option<&'t str> {
        text.strip_prefix(&self.name)?.strip_prefix('#')
    }
}
