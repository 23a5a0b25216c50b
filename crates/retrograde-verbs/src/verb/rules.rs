//! The verb `retrograde rules` prints the rules and the notation of a game.

use std::io::Write;

use clap::Args;
use retrograde_service::report::{GameReport, Player};

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Stop;
use crate::lang::fill;
use crate::style::STRONG;
use crate::word::wrapped;

/// Show a game's rules and the notation of its positions
#[derive(Args)]
pub(crate) struct Rules {
    /// The game{game?, such as @}; `retrograde games` lists them
    game: String,
}

impl Rules {
    pub(crate) fn run(&self, ctx: &mut Context<'_>) -> Result<Exit, Stop> {
        let game = ctx.game(&self.game)?;
        if ctx.global.json {
            ctx.json(&GameReport::of(game))?;
            return Ok(Exit::Done);
        }
        let (about, words) = (game.about(), ctx.words());
        let (title, rules) = (ctx.lang.title(about), ctx.lang.rules(about));
        writeln!(ctx.out, "{STRONG}{title}{STRONG:#}\n\n{}", wrapped(rules))?;
        writeln!(ctx.out, "\n{}", words.positions)?;
        for example in &about.examples {
            writeln!(ctx.out, "  {example}")?;
        }
        if let Some(position) = about.examples.first().and_then(|token| ctx.registry.open(token).ok()) {
            let first = fill(
                words.first_position,
                &[("side", &words.text(Player::of(position.about(), position.here().turn)))],
            );
            writeln!(ctx.out, "\n{first}\n\n{}", position.draw())?;
        }
        Ok(Exit::Done)
    }
}
