//! Describes how a run of the program ended, by its exit code, its hash and its messages.

use std::io;
use std::process::Output;

/// How a run ended.
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    /// The hash of the table, if the run has written one.
    pub(crate) hash: Option<String>,
    /// The lines on standard error.
    pub(crate) stderr: Vec<String>,
}

impl Ended {
    pub(crate) fn of(output: &Output) -> Self {
        let lines = |bytes: &[u8]| String::from_utf8_lossy(bytes).lines().map(str::to_owned).collect::<Vec<_>>();
        let last = lines(&output.stdout).pop().unwrap_or_default();
        let hash = last.rsplit_once(" hash ").map(|(_, hash)| hash.to_owned());
        Self { code: output.status.code(), hash, stderr: lines(&output.stderr) }
    }

    pub(crate) fn says(&self, words: &str) -> bool {
        self.stderr.iter().any(|line| line.contains(words))
    }

    /// Returns an error unless the run ended as expected.
    pub(crate) fn must(&self, is_so: bool, what: &str) -> io::Result<()> {
        let Self { code, hash, stderr } = self;
        if is_so { Ok(()) } else { Err(io::Error::other(format!("{what}: exit {code:?}, hash {hash:?}, {stderr:#?}"))) }
    }
}
