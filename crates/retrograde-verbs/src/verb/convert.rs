//! `retrograde convert`: from one form of positions to another.

use clap::Args;

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Stop;
use crate::format::Target;
use crate::positions::{Asked, Positions};

/// Convert positions between contest files, tokens, drawings and JSON
///
/// A contest's file is written whole; a note tells if the judge would not take it, as with too many cases.
#[derive(Args)]
pub(crate) struct Convert {
    #[command(flatten)]
    positions: Positions,
    /// The form to write: a contest's format, pos, ascii (drawings) or json; pos, unless with --json
    #[arg(long, value_name = "FORMAT")]
    to: Option<String>,
}

/// Positions that are read before any of them is written.
const BATCH: usize = 1024;

impl Convert {
    pub(crate) fn run(&self, ctx: &mut Context<'_>) -> Result<Exit, Stop> {
        let mut writer = Target::wanted(self.to.as_deref(), ctx)?.writer();
        self.positions.each_batch(ctx, BATCH, |ctx, batch| {
            batch.into_iter().try_for_each(|asked| match asked {
                Asked::Open(position) => writer.put_open(ctx, &*position),
                Asked::Text(token, place) => writer.put(ctx, &token, place),
                Asked::Wrong(failure) => Err(failure.into()),
            })
        })?;
        writer.finish(ctx)?;
        Ok(Exit::Done)
    }
}
