//! The verb `retrograde convert` converts positions between formats.

use clap::Args;

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Stop;
use crate::format::Target;
use crate::positions::{InputPosition, Positions};

/// Convert positions between contest files, tokens, drawings and JSON
///
/// Convert writes a contest's file completely, and prints a note if the judge does not accept it, for example because of too many cases.
#[derive(Args)]
pub(crate) struct Convert {
    #[command(flatten)]
    positions: Positions,
    /// The output format: a contest's format, pos, ascii (drawings) or json; by default pos, or json with --json
    #[arg(long, value_name = "FORMAT")]
    to: Option<String>,
}

/// The number of positions in a batch. The program reads a whole batch before it writes the batch's first position.
const BATCH: usize = 1024;

impl Convert {
    pub(crate) fn run(&self, ctx: &mut Context<'_>) -> Result<Exit, Stop> {
        let mut writer = Target::wanted(self.to.as_deref(), ctx)?.writer();
        self.positions.each_batch(ctx, BATCH, |ctx, batch| {
            batch.into_iter().try_for_each(|asked| match asked {
                InputPosition::Open(position) => writer.put_open(ctx, &*position),
                InputPosition::Text(token, place) => writer.put(ctx, &token, place),
                InputPosition::Wrong(failure) => Err(failure.into()),
            })
        })?;
        writer.finish(ctx)?;
        Ok(Exit::Done)
    }
}
