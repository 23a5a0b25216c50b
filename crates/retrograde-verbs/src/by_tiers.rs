//! Whether a board is solved tier by tier.

use clap::Args;
use retrograde::author::{AnyPosition, Domain};

use crate::context::Context;
use crate::failure::{Failure, Stop};
use crate::messages::{Hint, Wrong};

/// The wish to solve tier by tier.
#[derive(Args)]
pub(crate) struct ByTiers {
    /// Solve tier by tier, where a game has tiers{chess?, as chess has by its men}: only one is open at a time, and what does not fit --mem beside it waits on disk. There are no checkpoints
    #[arg(long, conflicts_with_all = ["plan", "checkpoints", "resume"])]
    tiers: bool,
}

impl ByTiers {
    pub(crate) const fn is_wanted(&self) -> bool {
        self.tiers
    }

    /// Refuses tiers that a game has not, or of which a part is to be solved.
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
