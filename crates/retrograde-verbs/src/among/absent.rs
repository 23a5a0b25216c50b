//! What a program says that was built without all this.

use retrograde::messages;

use super::options::Start;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::{Failure, Fault, Stop};

/// Why several processes do not solve a board, and how they would.
pub(crate) fn unavailable() -> Stop {
    Failure::new(Fault::Refused, "cluster", Wrong::Absent).hint(Hint::With).into()
}

impl Start {
    #[expect(clippy::unused_self, reason = "with the feature it is used")]
    pub(crate) fn run(&self, _ctx: &Context<'_>) -> Result<Exit, Stop> {
        Err(unavailable())
    }
}

messages! {
    /// Why not.
    enum Wrong {
        Absent: "this program was built without what joins several processes", "本程序构建时没有包含多进程求解的部分";
    }
}

messages! {
    /// What to do about it.
    enum Hint {
        With:
            "`cargo install --path crates/retrograde-cli --features cluster` builds one with it",
            "用 `cargo install --path crates/retrograde-cli --features cluster` 可以构建包含它的程序";
    }
}
