//! `retrograde rules`: how a game is played and written.

use std::io::Write;

use clap::Args;

use super::games::GameReport;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Stop;
use crate::style::STRONG;
use crate::word::wrapped;

/// Show a game's rules, and how its positions are written
#[derive(Args)]
pub(crate) struct Rules {
    /// The game, such as pawn; `retrograde games` lists them
    game: String,
}

impl Rules {
    pub(crate) fn run(&self, ctx: &mut Context<'_>) -> Result<Exit, Stop> {
        let game = ctx.game(&self.game)?;
        if ctx.global.json {
            ctx.json(&GameReport::of(game))?;
            return Ok(Exit::Done);
        }
        let about = game.about();
        writeln!(ctx.out, "{STRONG}{}{STRONG:#}\n\n{}", about.title, wrapped(about.rules))?;
        writeln!(ctx.out, "\nPositions:")?;
        for example in &about.examples {
            writeln!(ctx.out, "  {example}")?;
        }
        if let Some(position) = about.examples.first().and_then(|token| ctx.registry.open(token).ok()) {
            writeln!(ctx.out, "\nThe first of them, {} to move:\n\n{}", position.turn(), position.draw())?;
        }
        Ok(Exit::Done)
    }
}
