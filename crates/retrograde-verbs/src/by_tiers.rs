//! The option to solve a board tier by tier.

use clap::Args;
use retrograde::author::{AnyPosition, Domain};

use crate::context::Context;
use crate::failure::{Failure, Stop};
use crate::messages::{Hint, Wrong};

/// The option `--tiers`.
#[derive(Args)]
pub(crate) struct ByTiers {
    /// Solve tier by tier, if the game has tiers{chess? (in chess, one for each set of men)}: the solve works on one
    /// tier at a time, and stores finished tiers on disk if they do not fit --mem. Such a solve writes no checkpoints
    #[arg(long, conflicts_with_all = ["plan", "checkpoints", "resume"])]
    tiers: bool,
}

impl ByTiers {
    pub(crate) const fn is_wanted(&self) -> bool {
        self.tiers
    }

    /// Returns an error if the command has `--tiers`, but the game has no tiers or only a part of the board is solved.
    pub(crate) fn refuse(&self, ctx: &Context<'_>, position: &dyn AnyPosition) -> Result<(), Stop> {
        let about = position.about();
        let refused = if !self.tiers {
            return Ok(());
        } else if !about.tiers {
            Failure::usage(Wrong::NoTiers { game: about.id }).hint(Hint::NoTiers)
        } else if ctx.global.domain == Domain::All {
            return Ok(());
        } else {
            Failure::usage(Wrong::TiersOfAll).hint(Hint::AllTiers)
        };
        Err(refused.into())
    }
}
