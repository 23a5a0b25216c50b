//! Replaces the code of clusters in a program without the feature `cluster`.

use retrograde::messages;

use super::options::Start;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::{Failure, Fault, Stop};

/// The error for a cluster in a program without cluster support, with a remedy.
pub(crate) fn unavailable() -> Stop {
    Failure::new(Fault::Refused, "cluster", NotBuilt::Absent).hint(NotBuiltHint::With).into()
}

impl Start {
    #[expect(clippy::unused_self, reason = "with the feature it is used")]
    pub(crate) fn run(&self, _ctx: &Context<'_>) -> Result<Exit, Stop> {
        Err(unavailable())
    }
}

messages! {
    /// The error for an option that needs cluster support.
    enum NotBuilt {
        Absent: "this build has no cluster support", "本程序构建时没有包含多进程求解的部分";
    }
}

messages! {
    /// The remedy, which says how to build the program with cluster support.
    enum NotBuiltHint {
        With:
            "`cargo install --path crates/retrograde-cli --features cluster` adds it",
            "用 `cargo install --path crates/retrograde-cli --features cluster` 可以构建包含它的程序";
    }
}
